// Attributes as written in the text: a small tree of numbers, words, lists and dictionaries.
//
//   dims = [0, 1]                                    kIntegers {0, 1}
//   precision_config = [#stablehlo<precision HIGH>]  kList of kWord HIGH
//   #stablehlo.gather<offset_dims = [1], ...>        kDictionary
//   value = dense<[1.0, 2.0]> : tensor<2xf32>        kDense: its position; read by dense.h
//
// Attributes that Motley does not need are checked for balanced brackets and kept as kOther.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tensor/import/stablehlo/lexer.h"

namespace motley::tensor::reader {

enum class AttributeKind : uint8_t {
  kUnit,     // a name without a value
  kInteger,  // true and false are 1 and 0
  kFloat,
  kString,
  kWord,      // DEFAULT, LT; `text` is the word
  kSymbol,    // @f
  kIntegers,  // a possibly empty list of integers or booleans
  kList,
  kDictionary,
  kDense,  // `value` is the position after `dense<`, `type` that of its type
  kOther,
};

struct Attribute {
  AttributeKind kind = AttributeKind::kUnit;
  std::string_view name;  // in a dictionary
  std::string_view text;  // the value as written
  Place at;               // of the value, or of the name if there is no value
  int64_t number = 0;     // kInteger, if it fits into 64 bits
  std::vector<int64_t> numbers;
  std::vector<Attribute> items;
  Place value, type;  // kDense

  const Attribute* find(std::string_view item_name) const;
};

// `depth` counts the enclosing lists and dictionaries.
Attribute read_attribute(Lexer& lexer, int depth = 0);
// The value of a list, `[1, 2]`, at the current token.
Attribute read_list(Lexer& lexer, int depth = 0);
// {name = value, name, ...} at the current token; adds to `items`.
void read_dictionary(Lexer& lexer, std::vector<Attribute>& items, int depth = 0);
// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] as a dictionary of input_batch_dimension and so on.
Attribute read_convolution_dims(Lexer& lexer);
// Skips loc(...), if present.
void skip_location(Lexer& lexer);

Attribute integer_attribute(std::string_view name, int64_t value, const Place& at);

}  // namespace motley::tensor::reader
