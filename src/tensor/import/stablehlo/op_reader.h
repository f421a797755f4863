// Typed access to one op of the syntax tree: its attributes as integers, lists and words, its
// operand and result types. A missing attribute, or one of the wrong kind, is a UserError at its
// position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensor/import/stablehlo/syntax.h"
#include "tensor/ir/attributes.h"

namespace motley::tensor::reader {

class OpReader {
 public:
  OpReader(const Source& source, TypeTable& types, const SyntaxFunction& function,
           const SyntaxOp& op)
      : source_(source), types_(types), function_(function), op_(op) {}

  const SyntaxOp& op() const { return op_; }
  std::string_view name() const;

  // Types as written in the text.
  size_t num_operands() const { return op_.operands.size(); }
  size_t num_results() const { return op_.num_results; }
  const TensorType& operand(size_t i) const;
  const TensorType& result(size_t i) const;

  const Attribute* find(std::string_view attribute) const;
  bool has(std::string_view attribute) const { return find(attribute) != nullptr; }
  int64_t integer(std::string_view attribute) const;
  int64_t integer(std::string_view attribute, int64_t fallback) const;
  Dims integers(std::string_view attribute) const;
  Dims integers(std::string_view attribute, size_t count, int64_t fallback) const;
  // [[low, high], ...]; zeros if the attribute is absent.
  std::pair<Dims, Dims> padding(std::string_view attribute, size_t count) const;
  std::string_view word(std::string_view attribute) const;  // LT of #stablehlo<... LT>
  std::string string(std::string_view attribute) const;     // "name" or @name
  const Attribute& dictionary(std::string_view attribute) const;
  std::array<Precision, 2> precision() const;                // `precision_config`
  ConstantAttrs constant(std::string_view attribute) const;  // dense<...> : type

  // The same for an entry of a dictionary.
  int64_t integer_of(const Attribute& dictionary, std::string_view item, int64_t fallback) const;
  Dims integers_of(const Attribute& dictionary, std::string_view item) const;  // {} if absent

  [[noreturn]] void fail(const std::string& message) const { source_.fail(op_.at, message); }
  [[noreturn]] void fail(const Place& at, const std::string& message) const {
    source_.fail(at, message);
  }
  // "the attribute `dims` must be WHAT, but is `...`".
  [[noreturn]] void fail_kind(const Attribute& attribute, std::string_view what) const;

 private:
  const Attribute& required(std::string_view attribute) const;
  int64_t integer_value(const Attribute& attribute) const;
  Dims integer_values(const Attribute& attribute) const;
  Literal dense_value(const Attribute& attribute, TensorType& type) const;

  const Source& source_;
  TypeTable& types_;
  const SyntaxFunction& function_;
  const SyntaxOp& op_;
};

}  // namespace motley::tensor::reader
