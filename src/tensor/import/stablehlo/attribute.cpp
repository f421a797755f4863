#include "tensor/import/stablehlo/attribute.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tensor/import/stablehlo/types.h"

namespace motley::tensor::reader {

namespace {

std::string_view text_between(const Lexer& lexer, const Place& begin, size_t end) {
  return lexer.source().text.substr(begin.offset, end - begin.offset);
}

void check_depth(const Lexer& lexer, int depth) {
  if (depth >= kMaxDepth) {
    lexer.fail(lexer.at(), fmt::format("attributes are nested more than {} deep", kMaxDepth));
  }
}

// [: type] after a number, a string or a dense value.
void skip_type_suffix(Lexer& lexer, Attribute& attribute) {
  if (!lexer.accept(':')) return;
  attribute.type = lexer.at();
  skip_type(lexer);
}

int64_t read_element(Lexer& lexer) {
  if (lexer.accept_word("true")) return 1;
  if (lexer.accept_word("false")) return 0;
  return lexer.expect_integer("an integer");
}

// array<i64: 1, 2>, array<i1: false>, array<i64>; float arrays are not needed.
void read_typed_array(Lexer& lexer, Attribute& attribute) {
  lexer.take();
  if (!lexer.token().is('<')) lexer.fail_expected("`<` after `array`");
  const Place open = lexer.at();
  lexer.take();
  const std::string_view element = skip_type(lexer);
  if (element.starts_with('f') || element.starts_with('b')) {
    lexer.restart(open);
    lexer.skip_brackets();
    attribute.kind = AttributeKind::kOther;
    return;
  }
  attribute.kind = AttributeKind::kIntegers;
  if (lexer.accept(':')) {
    do attribute.numbers.push_back(read_element(lexer));
    while (lexer.accept(','));
  }
  lexer.expect('>', "after the array");
}

// name = value, name = value, ... > of #stablehlo.gather<...> and its kind.
void read_struct(Lexer& lexer, Attribute& attribute, int depth) {
  attribute.kind = AttributeKind::kDictionary;
  lexer.take();
  while (!lexer.accept('>')) {
    const Token name = lexer.expect(TokenKind::kWord, "a field name");
    lexer.expect('=', "after the field name");
    Attribute field = read_attribute(lexer, depth + 1);
    field.name = name.text;
    attribute.items.push_back(std::move(field));
    if (!lexer.token().is('>')) lexer.expect(',', "between the fields");
  }
}

// #stablehlo<precision DEFAULT>, #stablehlo.gather<...>, #stablehlo.conv<...>, #loc3, #sdy.any<...>
void read_dialect_attribute(Lexer& lexer, Attribute& attribute, int depth) {
  const std::string_view name = lexer.take().text;
  attribute.kind = AttributeKind::kOther;
  if (!lexer.token().is('<')) return;
  if (name == "#stablehlo.gather" || name == "#stablehlo.scatter" || name == "#stablehlo.dot") {
    return read_struct(lexer, attribute, depth);
  }
  const Place open = lexer.at();
  lexer.take();
  if (name == "#stablehlo.conv" && lexer.token().is('[')) {
    attribute = read_convolution_dims(lexer);
    return lexer.expect('>', "after the dimension numbers");
  }
  if (name == "#stablehlo.conv" && lexer.token().is_word("raw")) {
    return read_struct(lexer, attribute, depth);
  }
  if (name == "#stablehlo" || name == "#chlo" || name.starts_with("#stablehlo.")) {
    Token word = lexer.token();
    lexer.take();
    if (lexer.token().kind == TokenKind::kWord) word = lexer.take();
    if (word.kind == TokenKind::kWord && lexer.accept('>')) {
      attribute.kind = AttributeKind::kWord;
      attribute.text = word.text;
      return;
    }
  }
  lexer.restart(open);
  lexer.skip_brackets();
}

void read_dense(Lexer& lexer, Attribute& attribute) {
  lexer.take();
  if (!lexer.token().is('<')) lexer.fail_expected("`<` after `dense`");
  attribute.kind = AttributeKind::kDense;
  const Place open = lexer.at();
  const std::string_view inner = lexer.skip_brackets();
  attribute.value = open;
  attribute.text = inner;
  skip_type_suffix(lexer, attribute);
}

// Values that begin with a word.
void read_word(Lexer& lexer, Attribute& attribute) {
  const std::string_view word = lexer.token().text;
  if (word == "true" || word == "false") {
    attribute.kind = AttributeKind::kInteger;
    attribute.number = read_element(lexer);
  } else if (word == "dense") {
    read_dense(lexer, attribute);
  } else if (word == "array") {
    read_typed_array(lexer, attribute);
  } else if (word == "unit") {
    lexer.take();
  } else if (word == "loc") {
    attribute.kind = AttributeKind::kOther;
    skip_location(lexer);
  } else {
    lexer.take();
    attribute.kind = AttributeKind::kWord;
    attribute.text = word;
    while (lexer.token().is('<') || lexer.token().is('[')) {  // tensor<4xf32>, affine_map<..>
      lexer.skip_brackets();
      attribute.kind = AttributeKind::kOther;
    }
    if (attribute.kind == AttributeKind::kOther) skip_type_suffix(lexer, attribute);
  }
}

void check_names_differ(const Lexer& lexer, const std::vector<Attribute>& items) {
  if (items.size() < 2) return;
  std::vector<const Attribute*> sorted;
  sorted.reserve(items.size());
  for (const Attribute& item : items) sorted.push_back(&item);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Attribute* a, const Attribute* b) { return a->name < b->name; });
  const auto twice =
      std::adjacent_find(sorted.begin(), sorted.end(),
                         [](const Attribute* a, const Attribute* b) { return a->name == b->name; });
  if (twice == sorted.end()) return;
  lexer.fail(twice[1]->at,
             fmt::format("the attribute {} is given twice", in_backticks(twice[1]->name)));
}

}  // namespace

const Attribute* Attribute::find(std::string_view item_name) const {
  for (const Attribute& item : items) {
    if (item.name == item_name) return &item;
  }
  return nullptr;
}

Attribute integer_attribute(std::string_view name, int64_t value, const Place& at) {
  Attribute attribute;
  attribute.kind = AttributeKind::kInteger;
  attribute.name = name;
  attribute.number = value;
  attribute.at = at;
  return attribute;
}

Attribute read_attribute(Lexer& lexer, int depth) {
  check_depth(lexer, depth);
  Attribute attribute;
  attribute.at = lexer.at();
  const Token token = lexer.token();
  attribute.text = token.text;
  switch (token.kind) {
    case TokenKind::kInteger:
      attribute.kind = integer_value(token.text, attribute.number) ? AttributeKind::kInteger
                                                                   : AttributeKind::kOther;
      lexer.take();
      skip_type_suffix(lexer, attribute);
      break;
    case TokenKind::kFloat:
    case TokenKind::kString:
      attribute.kind =
          token.kind == TokenKind::kFloat ? AttributeKind::kFloat : AttributeKind::kString;
      lexer.take();
      skip_type_suffix(lexer, attribute);
      break;
    case TokenKind::kSymbol:
      attribute.kind = AttributeKind::kSymbol;
      lexer.take();
      while (lexer.accept(':')) {  // @module::@function
        lexer.expect(':', "in the symbol name");
        lexer.expect(TokenKind::kSymbol, "a symbol name");
        attribute.kind = AttributeKind::kOther;
      }
      break;
    case TokenKind::kHash:
      read_dialect_attribute(lexer, attribute, depth);
      break;
    case TokenKind::kType:
      attribute.kind = AttributeKind::kOther;
      skip_type(lexer);
      break;
    case TokenKind::kWord:
      read_word(lexer, attribute);
      break;
    default:
      if (token.is('[')) return read_list(lexer, depth);
      if (token.is('{')) {
        attribute.kind = AttributeKind::kDictionary;
        read_dictionary(lexer, attribute.items, depth);
      } else if (token.is('(')) {
        attribute.kind = AttributeKind::kOther;
        skip_type(lexer);
      } else if (token.is('<')) {
        attribute.kind = AttributeKind::kOther;
        lexer.skip_brackets();
      } else {
        lexer.fail_expected("an attribute value");
      }
  }
  if (attribute.kind == AttributeKind::kDictionary || attribute.kind == AttributeKind::kIntegers) {
    attribute.text = text_between(lexer, attribute.at, lexer.at().offset);
  }
  return attribute;
}

Attribute read_list(Lexer& lexer, int depth) {
  check_depth(lexer, depth);
  Attribute list;
  list.kind = AttributeKind::kIntegers;
  list.at = lexer.at();
  lexer.expect('[', "before the list");
  while (!lexer.token().is(']')) {
    const bool is_integer = lexer.token().kind == TokenKind::kInteger ||
                            lexer.token().is_word("true") || lexer.token().is_word("false");
    if (is_integer && list.kind == AttributeKind::kIntegers) {
      list.numbers.push_back(read_element(lexer));
      if (lexer.accept(':')) skip_type(lexer);  // [1 : i64, 2 : i64]
    } else {
      list.kind = AttributeKind::kList;
      for (int64_t number : std::exchange(list.numbers, {})) {  // [1, "a"]
        list.items.push_back(integer_attribute({}, number, list.at));
      }
      list.items.push_back(read_attribute(lexer, depth + 1));
    }
    if (!lexer.token().is(']')) lexer.expect(',', "or `]` in the list");
  }
  const size_t end = lexer.end();
  lexer.take();
  list.text = text_between(lexer, list.at, end);
  return list;
}

void read_dictionary(Lexer& lexer, std::vector<Attribute>& items, int depth) {
  check_depth(lexer, depth);
  lexer.expect('{', "before the attributes");
  while (!lexer.accept('}')) {
    const Token name = lexer.take();
    if (name.kind != TokenKind::kWord && name.kind != TokenKind::kString) {
      lexer.fail(name.at,
                 fmt::format("expected an attribute name, but found {}", in_backticks(name)));
    }
    Attribute attribute;
    attribute.at = name.at;
    if (lexer.accept('=')) attribute = read_attribute(lexer, depth + 1);
    attribute.name = name.text;
    if (name.kind == TokenKind::kString) {
      attribute.name = attribute.name.substr(1, attribute.name.size() - 2);
    }
    items.push_back(std::move(attribute));
    if (!lexer.token().is('}')) lexer.expect(',', "or `}` after the attribute");
  }
  check_names_differ(lexer, items);
}

namespace {

// [b, 0, 1, f]: the positions of the two named dimensions and of the spatial ones.
void read_dim_labels(Lexer& lexer, std::string_view first, std::string_view second,
                     std::string_view (&names)[3], Attribute& into) {
  const Place at = lexer.at();
  int64_t first_dim = -1, second_dim = -1;
  std::vector<std::pair<int64_t, int64_t>> spatial;  // number, dimension
  lexer.expect('[', "before the dimension numbers");
  for (int64_t dim = 0; !lexer.token().is(']'); ++dim) {
    if (lexer.token().is_word(first) && first_dim < 0) {
      first_dim = dim;
      lexer.take();
    } else if (lexer.token().is_word(second) && second_dim < 0) {
      second_dim = dim;
      lexer.take();
    } else {
      const std::string what = fmt::format("`{}`, `{}` or a spatial dimension", first, second);
      spatial.emplace_back(lexer.expect_integer(what), dim);
    }
    if (!lexer.token().is(']')) lexer.expect(',', "between the dimension numbers");
  }
  lexer.take();
  if (first_dim < 0 || second_dim < 0) {
    lexer.fail(at, fmt::format("the dimension numbers lack `{}`", first_dim < 0 ? first : second));
  }
  std::sort(spatial.begin(), spatial.end());
  Attribute dims;
  dims.kind = AttributeKind::kIntegers;
  dims.at = at;
  dims.name = names[2];
  for (size_t i = 0; i < spatial.size(); ++i) {
    if (spatial[i].first != static_cast<int64_t>(i)) {
      lexer.fail(at, fmt::format("the spatial dimensions are not numbered 0 to {}, each once",
                                 spatial.size() - 1));
    }
    dims.numbers.push_back(spatial[i].second);
  }
  into.items.push_back(integer_attribute(names[0], first_dim, at));
  into.items.push_back(integer_attribute(names[1], second_dim, at));
  into.items.push_back(std::move(dims));
}

}  // namespace

Attribute read_convolution_dims(Lexer& lexer) {
  Attribute dims;
  dims.kind = AttributeKind::kDictionary;
  dims.at = lexer.at();
  std::string_view input[] = {"input_batch_dimension", "input_feature_dimension",
                              "input_spatial_dimensions"};
  std::string_view kernel[] = {"kernel_input_feature_dimension", "kernel_output_feature_dimension",
                               "kernel_spatial_dimensions"};
  std::string_view output[] = {"output_batch_dimension", "output_feature_dimension",
                               "output_spatial_dimensions"};
  read_dim_labels(lexer, "b", "f", input, dims);
  lexer.expect_word("x");
  read_dim_labels(lexer, "i", "o", kernel, dims);
  if (!lexer.accept_arrow()) lexer.fail_expected("`->`");
  read_dim_labels(lexer, "b", "f", output, dims);
  return dims;
}

void skip_location(Lexer& lexer) {
  if (!lexer.token().is_word("loc")) return;
  lexer.take();
  if (!lexer.token().is('(')) lexer.fail_expected("`(` after `loc`");
  lexer.skip_brackets();
}

}  // namespace motley::tensor::reader
