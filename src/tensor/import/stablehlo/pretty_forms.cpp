// The pretty forms: each fills in the operands, types, regions and attributes, the latter under
// their generic-form names.
#include <string>
#include <utility>

#include "tensor/import/stablehlo/op_parser.h"

namespace motley::tensor::reader {

void OpParser::parse_pretty(Draft& draft) {
  switch (draft.form().layout) {
    case Layout::kOperands:
      parse_operands_and_settings(draft);
      break;
    case Layout::kParenthesized:
      parse_parenthesized(draft);
      break;
    case Layout::kCompare:
      parse_compare(draft);
      break;
    case Layout::kConstant:
      return parse_constant(draft);
    case Layout::kSlice:
      parse_slice(draft);
      break;
    case Layout::kReduce:
      return parse_reduce(draft);
    case Layout::kWhile:
      return parse_while(draft);
    case Layout::kCall:
      parse_call(draft);
      break;
    case Layout::kComposite:
      parse_composite(draft);
      break;
    case Layout::kSharding:
      parse_operand(draft);
      if (lexer_.token().is('<')) lexer_.skip_brackets();
      break;
    case Layout::kOperandAndValue:
      return parse_operand_and_value(draft);
    case Layout::kGenericOnly:
      lexer_.fail(draft.op.at, fmt::format("{} is written in its generic form, \"{}\"(...)",
                                           draft.form().name, draft.form().name));
  }
  parse_attributes(draft);
  parse_types(draft);
}

void OpParser::add_attribute(Draft& draft, std::string_view name, Attribute value) {
  for (const Attribute& other : draft.op.attributes) {
    if (other.name != name) continue;
    lexer_.fail(value.at, fmt::format("the attribute {} is given twice", in_backticks(name)));
  }
  value.name = name;
  draft.op.attributes.push_back(std::move(value));
}

void OpParser::parse_attributes(Draft& draft) {
  if (lexer_.token().is('{')) read_dictionary(lexer_, draft.op.attributes);
}

// ---- Operands and settings -----------------------------------------------------------------

// %a, %b, name = value, name = value
void OpParser::parse_operands_and_settings(Draft& draft) {
  parse_attributes(draft);  // optimization_barrier has them first
  bool has_more =
      lexer_.token().kind == TokenKind::kValue || lexer_.token().kind == TokenKind::kWord;
  while (has_more) {
    if (lexer_.token().kind == TokenKind::kValue) {
      parse_operand(draft);
    } else {
      parse_setting(draft);
    }
    has_more = lexer_.accept(',');
  }
}

void OpParser::parse_parenthesized(Draft& draft) {
  lexer_.expect('(', "before the operands");
  parse_operands_and_settings(draft);
  lexer_.expect(')', "after the operands");
  if (lexer_.token().kind == TokenKind::kWord) parse_operands_and_settings(draft);
}

namespace {

// As an attribute, but a following colon is the one before the op's types.
Attribute read_setting_value(Lexer& lexer) {
  const TokenKind kind = lexer.token().kind;
  if (kind != TokenKind::kInteger && kind != TokenKind::kFloat) return read_attribute(lexer);
  Attribute value;
  value.at = lexer.at();
  value.text = lexer.token().text;
  value.kind = kind == TokenKind::kFloat ? AttributeKind::kFloat : AttributeKind::kInteger;
  if (kind == TokenKind::kInteger) {
    value.number = lexer.expect_integer("an integer");
  } else {
    lexer.take();
  }
  return value;
}

}  // namespace

void OpParser::parse_setting(Draft& draft) {
  const Token name = lexer_.expect(TokenKind::kWord, "an operand or a setting");
  std::string_view attribute;
  for (const Setting& setting : draft.form().settings) {
    if (setting.short_name == name.text) attribute = setting.name;
  }
  if (attribute.empty()) {
    lexer_.fail(name.at,
                fmt::format("{} has no setting {}", draft.form().name, in_backticks(name.text)));
  }
  lexer_.expect('=', "after the setting");
  if (attribute == "dot_dimension_numbers") {
    parse_dot_dims(draft, name.text == "batching_dims");
  } else if (attribute == "exponent_bits") {
    parse_precision_format(draft, name);
  } else if (attribute == "dimension_numbers") {
    add_attribute(draft, attribute, read_convolution_dims(lexer_));
  } else if (attribute == "window") {
    parse_window(draft);
  } else {
    add_attribute(draft, attribute, read_setting_value(lexer_));
  }
}

// [0] x [0], contracting_dims = [2] x [1]: the text after batching_dims or contracting_dims.
void OpParser::parse_dot_dims(Draft& draft, bool batching) {
  Attribute dims;
  dims.kind = AttributeKind::kDictionary;
  dims.at = lexer_.at();
  const auto read_pair = [&](std::string_view lhs_name, std::string_view rhs_name) {
    dims.items.push_back(read_list(lexer_));
    dims.items.back().name = lhs_name;
    lexer_.expect_word("x");
    dims.items.push_back(read_list(lexer_));
    dims.items.back().name = rhs_name;
  };
  if (batching) {
    read_pair("lhs_batching_dimensions", "rhs_batching_dimensions");
    lexer_.expect(',', "after the batching dimensions");
    lexer_.expect_word("contracting_dims");
    lexer_.expect('=', "after `contracting_dims`");
  }
  read_pair("lhs_contracting_dimensions", "rhs_contracting_dimensions");
  add_attribute(draft, "dot_dimension_numbers", std::move(dims));
}

// e8m7
void OpParser::parse_precision_format(Draft& draft, const Token& setting) {
  const Token format = lexer_.expect(TokenKind::kWord, "a format such as e8m7");
  const size_t m = format.text.find('m');
  int64_t exponent = 0, mantissa = 0;
  if (format.text[0] != 'e' || m == format.text.npos ||
      !integer_value(format.text.substr(1, m - 1), exponent) ||
      !integer_value(format.text.substr(m + 1), mantissa)) {
    lexer_.fail(format.at, fmt::format("expected a {} such as e8m7, but found {}", setting.text,
                                       in_backticks(format)));
  }
  add_attribute(draft, "exponent_bits", integer_attribute({}, exponent, format.at));
  add_attribute(draft, "mantissa_bits", integer_attribute({}, mantissa, format.at));
}

// {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], ...}
void OpParser::parse_window(Draft& draft) {
  static constexpr Setting kWindow[] = {{"stride", "window_strides"},
                                        {"pad", "padding"},
                                        {"lhs_dilate", "lhs_dilation"},
                                        {"rhs_dilate", "rhs_dilation"},
                                        {"reverse", "window_reversal"}};
  Attribute window;
  read_dictionary(lexer_, window.items);
  for (Attribute& item : window.items) {
    std::string_view attribute;
    for (const Setting& setting : kWindow) {
      if (setting.short_name == item.name) attribute = setting.name;
    }
    if (attribute.empty()) {
      lexer_.fail(item.at, fmt::format("a window has no setting {}", in_backticks(item.name)));
    }
    add_attribute(draft, attribute, std::move(item));
  }
}

// ---- Special forms -------------------------------------------------------------------------

// LT, %a, %b, SIGNED
void OpParser::parse_compare(Draft& draft) {
  const auto add_word = [&](std::string_view name) {
    Attribute word;
    word.kind = AttributeKind::kWord;
    word.at = lexer_.at();
    word.text = lexer_.expect(TokenKind::kWord, "a word such as LT or SIGNED").text;
    add_attribute(draft, name, std::move(word));
  };
  add_word("comparison_direction");
  lexer_.expect(',', "after the direction");
  parse_operand(draft);
  lexer_.expect(',', "after the operand");
  parse_operand(draft);
  if (lexer_.accept(',')) add_word("compare_type");
}

// {attributes} dense<...> : type; or () <{...}> : () -> type
void OpParser::parse_constant(Draft& draft) {
  if (lexer_.token().is('(')) return parse_generic(draft);
  parse_attributes(draft);
  draft.results = {parse_dense(draft)};
}

// %a, dense<...> : type {attributes}
void OpParser::parse_operand_and_value(Draft& draft) {
  parse_operand(draft);
  lexer_.expect(',', "after the operand");
  check_operand_type(draft, 0, parse_dense(draft));
  parse_attributes(draft);
}

// dense<...> : type, as the attribute `value`.
WrittenType OpParser::parse_dense(Draft& draft) {
  Attribute value = read_attribute(lexer_);
  if (value.text.starts_with("dense_resource")) {
    lexer_.fail(value.at, "unsupported constant dense_resource: its values are not in the text");
  }
  if (value.kind != AttributeKind::kDense) {
    lexer_.fail(value.at,
                fmt::format("expected a value dense<...>, but found {}", in_backticks(value.text)));
  }
  if (value.type.offset == 0) lexer_.fail_expected("`:` and the type of the value");
  Lexer type_lexer(lexer_.source(), value.type);
  const WrittenType type{types_.read(type_lexer), value.type};
  add_attribute(draft, "value", std::move(value));
  return type;
}

// %a [0:4, 2:10:2]
void OpParser::parse_slice(Draft& draft) {
  parse_operand(draft);
  Attribute start, limit, stride;
  for (Attribute* list : {&start, &limit, &stride}) {
    list->kind = AttributeKind::kIntegers;
    list->at = lexer_.at();
  }
  lexer_.expect('[', "before the ranges");
  while (!lexer_.token().is(']')) {
    start.numbers.push_back(lexer_.expect_integer("the start of a range"));
    lexer_.expect(':', "in the range");
    limit.numbers.push_back(lexer_.expect_integer("the limit of a range"));
    stride.numbers.push_back(lexer_.accept(':') ? lexer_.expect_integer("a stride") : 1);
    if (!lexer_.token().is(']')) lexer_.expect(',', "or `]` after the range");
  }
  lexer_.take();
  add_attribute(draft, "start_indices", std::move(start));
  add_attribute(draft, "limit_indices", std::move(limit));
  add_attribute(draft, "strides", std::move(stride));
}

// @f(%a, %b)
void OpParser::parse_call(Draft& draft) {
  Attribute callee;
  callee.kind = AttributeKind::kSymbol;
  callee.at = lexer_.at();
  callee.text = lexer_.expect(TokenKind::kSymbol, "a name such as @f").text;
  add_attribute(draft, draft.form().settings[0].name, std::move(callee));
  parse_operand_list(draft);
}

// "name" %a, %b
void OpParser::parse_composite(Draft& draft) {
  if (lexer_.token().kind != TokenKind::kString) lexer_.fail_expected("the name of the composite");
  add_attribute(draft, "name", read_attribute(lexer_));
  parse_operands_and_settings(draft);
  if (lexer_.token().is('(')) lexer_.fail(lexer_.at(), "unsupported composite with regions");
}

// (%a init: %b), (%c init: %d) applies stablehlo.add across dimensions = [0] : types
// (%a init: %b), (%c init: %d) across dimensions = [0] : types reducer(...) {...}
void OpParser::parse_reduce(Draft& draft) {
  Draft initial;
  do {
    lexer_.expect('(', "before the operand");
    parse_operand(draft);
    lexer_.expect_word("init");
    lexer_.expect(':', "after `init`");
    parse_operand(initial);
    lexer_.expect(')', "after the initial value");
  } while (lexer_.accept(','));
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(draft.op.operands, initial.op.operands);
  append(draft.operands, initial.operands);

  const bool is_short = lexer_.accept_word("applies");
  Token inner;
  if (is_short) {
    inner = lexer_.take();
    if (inner.kind != TokenKind::kWord && inner.kind != TokenKind::kString) {
      lexer_.fail(inner.at, fmt::format("expected an op, but found {}", in_backticks(inner)));
    }
  }
  lexer_.expect_word("across");
  lexer_.expect_word("dimensions");
  lexer_.expect('=', "after `dimensions`");
  add_attribute(draft, "dimensions", read_list(lexer_));
  parse_attributes(draft);
  lexer_.expect(':', "before the types");
  parse_function_type(draft);
  if (is_short) return add_short_reducer(draft, inner);
  skip_location(lexer_);
  parse_reducer(draft);
}

// applies stablehlo.add: a region with just this op.
void OpParser::add_short_reducer(Draft& draft, const Token& inner) {
  if (draft.op.operands.size() != 2) {
    lexer_.fail(inner.at, "`applies` requires one operand and one initial value");
  }
  const TensorType& operand = types_[function_.value_types[draft.op.operands[0]]];
  const TypeId scalar = types_.id(operand.scalar());
  SyntaxRegion region;
  region.first_argument = new_value(scalar);
  const LocalValue second = new_value(scalar);
  region.num_arguments = 2;
  SyntaxOp op;
  op.form = &form_of(inner);
  op.at = inner.at;
  op.text_size = inner.text.size();
  op.operands = {region.first_argument, second};
  op.first_result = new_value(scalar);
  op.num_results = 1;
  region.results = {op.first_result};
  region.ops.push_back(std::move(op));
  draft.op.regions.push_back(std::move(region));
}

// reducer(%a: A, %b: A) (%c: B, %d: B) {...}: arguments %a, %c, %b, %d.
void OpParser::parse_reducer(Draft& draft) {
  lexer_.expect_word("reducer");
  const size_t begin = lexer_.at().offset;
  const Scope scope = open_scope();
  std::vector<std::pair<Token, TypeId>> second;
  while (lexer_.accept('(')) {
    for (bool is_first : {true, false}) {
      const Token name = lexer_.expect(TokenKind::kValue, "an argument");
      lexer_.expect(':', "after the argument");
      const TypeId type = types_.read(lexer_);
      skip_location(lexer_);
      lexer_.expect(is_first ? ',' : ')', "after the argument");
      if (is_first) {
        define(name, type);
      } else {
        second.emplace_back(name, type);
      }
    }
  }
  for (const auto& [name, type] : second) define(name, type);
  draft.op.regions.push_back(parse_region(scope));
  draft.regions_text += lexer_.at().offset - begin;
}

// (%i = %a, %j = %b) : types attributes {...} cond {...} do {...}
void OpParser::parse_while(Draft& draft) {
  std::vector<Token> arguments;
  lexer_.expect('(', "before the operands");
  while (!lexer_.token().is(')')) {
    arguments.push_back(lexer_.expect(TokenKind::kValue, "an argument"));
    lexer_.expect('=', "after the argument");
    parse_operand(draft);
    if (!lexer_.token().is(')')) lexer_.expect(',', "or `)` after the operand");
  }
  lexer_.take();
  if (!arguments.empty()) {
    lexer_.expect(':', "before the types");
    draft.results = types_.read_list(lexer_);
    set_operand_types(draft, draft.results);
  }
  if (lexer_.accept_word("attributes")) parse_attributes(draft);
  for (std::string_view word : {"cond", "do"}) {
    lexer_.expect_word(word);
    const Scope scope = open_scope();
    for (size_t i = 0; i < arguments.size(); ++i) define(arguments[i], draft.results[i].id);
    add_region(draft, scope);
  }
}

}  // namespace motley::tensor::reader
