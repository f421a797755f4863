#include "tensor/import/stablehlo/op_reader.h"

#include "tensor/import/stablehlo/dense.h"
#include "tensor/import/stablehlo/op_forms.h"

namespace motley::tensor::reader {

namespace {

// Attributes describe dimensions: a longer list is an error and is not allocated.
constexpr int64_t kMaxIntegers = 4096;

}  // namespace

std::string_view OpReader::name() const { return op_.form->name; }

const TensorType& OpReader::operand(size_t i) const {
  if (i >= op_.operands.size()) {
    fail(fmt::format("{} takes {} operands or more, but has {}", name(), i + 1,
                     op_.operands.size()));
  }
  return types_[function_.value_types[op_.operands[i]]];
}

const TensorType& OpReader::result(size_t i) const {
  if (i >= op_.num_results) {
    fail(fmt::format("{} gives {} results or more, but {} result types are written", name(), i + 1,
                     op_.num_results));
  }
  return types_[function_.value_types[op_.first_result + i]];
}

void OpReader::fail_kind(const Attribute& attribute, std::string_view what) const {
  fail(attribute.at, fmt::format("the attribute {} must be {}, but is {}",
                                 in_backticks(attribute.name), what, in_backticks(attribute.text)));
}

const Attribute* OpReader::find(std::string_view attribute) const {
  for (const Attribute& candidate : op_.attributes) {
    if (candidate.name == attribute) return &candidate;
  }
  return nullptr;
}

const Attribute& OpReader::required(std::string_view attribute) const {
  if (const Attribute* found = find(attribute)) return *found;
  fail(fmt::format("{} lacks the attribute `{}`", name(), attribute));
}

int64_t OpReader::integer_value(const Attribute& attribute) const {
  if (attribute.kind == AttributeKind::kInteger) return attribute.number;
  if (attribute.kind == AttributeKind::kDense) {
    TensorType type;
    const Literal value = dense_value(attribute, type);
    if (value.num_elements() == 1 && !is_float(type.element)) return value.as_int(0);
  }
  fail_kind(attribute, "an integer");
}

int64_t OpReader::integer(std::string_view attribute) const {
  return integer_value(required(attribute));
}

int64_t OpReader::integer(std::string_view attribute, int64_t fallback) const {
  const Attribute* found = find(attribute);
  return found == nullptr ? fallback : integer_value(*found);
}

Dims OpReader::integer_values(const Attribute& attribute) const {
  if (attribute.kind == AttributeKind::kIntegers) return attribute.numbers;
  if (attribute.kind != AttributeKind::kDense) fail_kind(attribute, "a list of integers");
  TensorType type;
  const Literal value = dense_value(attribute, type);
  if (is_float(type.element)) fail_kind(attribute, "a list of integers");
  if (type.num_elements() > kMaxIntegers) fail_kind(attribute, "a shorter list of integers");
  Dims numbers;
  for (int64_t i = 0; i < type.num_elements(); ++i) {
    numbers.push_back(value.as_int(value.num_elements() == 1 ? 0 : i));
  }
  return numbers;
}

Dims OpReader::integers(std::string_view attribute) const {
  return integer_values(required(attribute));
}

Dims OpReader::integers(std::string_view attribute, size_t count, int64_t fallback) const {
  const Attribute* found = find(attribute);
  if (found == nullptr) return Dims(count, fallback);
  return integer_values(*found);
}

std::pair<Dims, Dims> OpReader::padding(std::string_view attribute, size_t count) const {
  const Attribute* found = find(attribute);
  if (found == nullptr) return {Dims(count, 0), Dims(count, 0)};
  Dims numbers;  // low, high, low, high, ...
  if (found->kind == AttributeKind::kList) {
    for (const Attribute& pair : found->items) {
      if (pair.kind != AttributeKind::kIntegers || pair.numbers.size() != 2) {
        fail_kind(*found, "a list of pairs");
      }
      numbers.insert(numbers.end(), pair.numbers.begin(), pair.numbers.end());
    }
  } else {
    numbers = integer_values(*found);
  }
  if (numbers.size() != 2 * count) fail_kind(*found, fmt::format("a list of {} pairs", count));
  std::pair<Dims, Dims> result;
  for (size_t i = 0; i < count; ++i) {
    result.first.push_back(numbers[2 * i]);
    result.second.push_back(numbers[2 * i + 1]);
  }
  return result;
}

std::string_view OpReader::word(std::string_view attribute) const {
  const Attribute& found = required(attribute);
  if (found.kind == AttributeKind::kWord) return found.text;
  if (found.kind == AttributeKind::kString) return found.text.substr(1, found.text.size() - 2);
  fail_kind(found, "a word");
}

std::string OpReader::string(std::string_view attribute) const {
  const Attribute& found = required(attribute);
  if (found.kind != AttributeKind::kString && found.kind != AttributeKind::kSymbol) {
    fail_kind(found, "a name");
  }
  return string_value(found.text);
}

const Attribute& OpReader::dictionary(std::string_view attribute) const {
  const Attribute& found = required(attribute);
  if (found.kind != AttributeKind::kDictionary) fail_kind(found, "dimension numbers");
  return found;
}

std::array<Precision, 2> OpReader::precision() const {
  std::array<Precision, 2> result = {Precision::kDefault, Precision::kDefault};
  const Attribute* found = find("precision_config");
  if (found == nullptr) return result;
  if (found->kind == AttributeKind::kIntegers && found->numbers.empty()) return result;  // []
  if (found->kind != AttributeKind::kList || found->items.size() != 2) {
    fail_kind(*found, "a list of two precisions");
  }
  for (size_t i = 0; i < 2; ++i) {
    const std::string_view text = found->items[i].text;
    if (text == "HIGH") {
      result[i] = Precision::kHigh;
    } else if (text == "HIGHEST") {
      result[i] = Precision::kHighest;
    } else if (text != "DEFAULT") {
      fail(found->items[i].at, fmt::format("unknown precision {}", in_backticks(text)));
    }
  }
  return result;
}

Literal OpReader::dense_value(const Attribute& attribute, TensorType& type) const {
  if (attribute.type.offset == 0) fail_kind(attribute, "a value with its type");
  Lexer lexer(source_, attribute.type);
  type = types_[types_.read(lexer)];
  return read_dense_value(source_, attribute, type);
}

ConstantAttrs OpReader::constant(std::string_view attribute) const {
  const Attribute& found = required(attribute);
  if (found.text.starts_with("dense_resource")) {
    fail(found.at, "unsupported constant dense_resource: its values are not in the text");
  }
  if (found.kind != AttributeKind::kDense) fail_kind(found, "a value dense<...>");
  ConstantAttrs constant;
  constant.value = dense_value(found, constant.type);
  return constant;
}

int64_t OpReader::integer_of(const Attribute& dictionary, std::string_view item,
                             int64_t fallback) const {
  const Attribute* found = dictionary.find(item);
  return found == nullptr ? fallback : integer_value(*found);
}

Dims OpReader::integers_of(const Attribute& dictionary, std::string_view item) const {
  const Attribute* found = dictionary.find(item);
  return found == nullptr ? Dims{} : integer_values(*found);
}

}  // namespace motley::tensor::reader
