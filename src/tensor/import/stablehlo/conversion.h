// Syntax tree -> Program: each op by its row in op_forms.cpp, calls by inlining the callee.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/import/stablehlo/op_reader.h"
#include "tensor/import/stablehlo/syntax.h"
#include "tensor/ir/builder.h"

namespace motley::tensor::reader {

class Conversion {
 public:
  Conversion(const Source& source, SyntaxModule& module)
      : source_(source), module_(module), builder_(module.name, source.file) {}

  Program run() &&;

 private:
  friend class OpConversion;

  // A function being inlined.
  struct Frame {
    const SyntaxFunction& function;
    std::vector<ValueId> values;  // of every LocalValue, once converted
    bool is_repeat = false;       // this function has been inlined before
  };

  const SyntaxFunction& entry() const;
  std::vector<ValueId> inline_function(const SyntaxFunction& function,
                                       const std::vector<ValueId>& arguments, const Place& at);
  void convert_ops(Frame& frame, const std::vector<SyntaxOp>& ops);
  void convert_op(Frame& frame, const SyntaxOp& op);
  std::vector<ValueId> convert_plain_op(Frame& frame, const OpReader& reader,
                                        std::vector<ValueId> operands);
  Region convert_region(Frame& frame, const SyntaxRegion& region);
  void check_results(const OpReader& reader, const std::vector<ValueId>& results) const;
  void check_no_recursion(const SyntaxFunction& function, const Place& at) const;
  void charge_repeated_inlining(const SyntaxOp& op);
  void enter(const Place& at);

  const Source& source_;
  SyntaxModule& module_;
  ProgramBuilder builder_;
  std::vector<const SyntaxFunction*> active_;  // being inlined, outermost first
  std::vector<bool> was_inlined_;              // by index of the function
  int depth_ = 0;                              // of calls and regions together
  size_t num_repeated_ops_ = 0, repeated_text_ = 0;
};

// The argument of a row's `convert`.
class OpConversion {
 public:
  OpConversion(Conversion& all, Conversion::Frame& frame, const OpReader& reader,
               const std::vector<ValueId>& operands)
      : all_(all), frame_(frame), reader_(reader), operands_(operands) {}

  const OpReader& reader() const { return reader_; }
  const std::vector<ValueId>& operands() const { return operands_; }
  void expect_operands(size_t count) const;

  std::vector<ValueId> add(OpCode code, std::vector<ValueId> operands, Attrs attrs = {});
  // The results of `@name` on the op's operands.
  std::vector<ValueId> inline_function(const std::string& name, const Place& at);

 private:
  Conversion& all_;
  Conversion::Frame& frame_;
  const OpReader& reader_;
  const std::vector<ValueId>& operands_;
};

// Conversions that produce more than one op: op_conversions.cpp.
std::vector<ValueId> convert_call(OpConversion& op);
std::vector<ValueId> convert_composite(OpConversion& op);
std::vector<ValueId> convert_custom_call(OpConversion& op);
std::vector<ValueId> convert_check(OpConversion& op);
std::vector<ValueId> convert_identity(OpConversion& op);
std::vector<ValueId> convert_dimension_size(OpConversion& op);

}  // namespace motley::tensor::reader
