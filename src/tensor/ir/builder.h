// Builds a Program op by op. Result types are inferred from the op's row; a type error is a
// UserError at the op's source position.
//
//   ProgramBuilder b("square");
//   ValueId x = b.argument({ElementType::kF32, {4}});
//   ValueId y = b.add_one(OpCode::kMultiply, {x, x});
//   Program p = std::move(b).finish({y});
//
// Regions are built first, then passed to the op that owns them:
//
//   auto args = b.begin_region({f32, f32});
//   Region sum = b.end_region({b.add_one(OpCode::kAdd, {args[0], args[1]})});
//   b.add_one(OpCode::kReduce, {x, zero}, ReduceAttrs{{0}}, {std::move(sum)});
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct OpPosition {
  int line = 0, column = 0;
};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::string name, std::string source = {});
  // Continues an existing Program: its values keep their ids, its results are dropped.
  explicit ProgramBuilder(Program program);

  ValueId argument(TensorType type);  // of the innermost open region; initially of the Program
  std::vector<ValueId> add(OpCode code, std::vector<ValueId> operands, Attrs attrs = {},
                           std::vector<Region> regions = {}, OpPosition at = {});
  // For ops with exactly one result.
  ValueId add_one(OpCode code, std::vector<ValueId> operands, Attrs attrs = {},
                  std::vector<Region> regions = {}, OpPosition at = {});

  std::vector<ValueId> begin_region(const std::vector<TensorType>& arguments);
  Region end_region(std::vector<ValueId> results);

  const TensorType& type(ValueId v) const { return program_.type(v); }
  int64_t num_ops() const { return num_ops_; }                      // including nested ones
  size_t num_body_ops() const { return open_.front().ops.size(); }  // of the Program's body

  Program finish(std::vector<ValueId> results) &&;

 private:
  // The integer that an op of an open region gives a value as a constant.
  std::optional<int64_t> known_integer(ValueId v) const;
  void derive_turns(Op& op) const;

  Program program_;
  std::vector<Region> open_;  // enclosing regions, outermost first; the last one receives ops
  int64_t num_ops_ = 0;
};

// Region with one op `code` on two scalars of type `element`: the body of most reductions.
Region binary_region(ProgramBuilder& b, OpCode code, ElementType element);

}  // namespace motley::tensor
