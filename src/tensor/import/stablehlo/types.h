// Types of the text. Tensor types are interned: most are read by one lookup and compared by one
// comparison.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tensor/import/stablehlo/lexer.h"
#include "tensor/ir/tensor_type.h"

namespace motley::tensor::reader {

using TypeId = uint32_t;  // equal ids, equal types

struct WrittenType {
  TypeId id = 0;
  Place at;
};

class TypeTable {
 public:
  // A tensor type at the current token. All others are rejected: "unsupported type ...".
  TypeId read(Lexer& lexer);
  std::vector<WrittenType> read_list(Lexer& lexer);           // A, B
  std::vector<WrittenType> read_parenthesized(Lexer& lexer);  // (), (A, B)
  std::vector<WrittenType> read_results(Lexer& lexer);        // A, (), (A, B)

  TypeId id(const TensorType& type);
  const TensorType& operator[](TypeId id) const { return types_[id]; }

 private:
  std::deque<TensorType> types_;
  std::deque<std::string> spellings_;
  std::unordered_map<std::string_view, TypeId> by_text_;
};

// Skips any type, tensor or not, without interpreting it; returns its text.
std::string_view skip_type(Lexer& lexer);

}  // namespace motley::tensor::reader
