// Program: the user's whole-tensor computation.
//
// A flat list of ops in topological order, with regions nested inside the ops that have a body
// (reduce, sort, while, ...). Immutable once built: a pass reads one Program and builds another
// (builder.h), and nobody keeps pointers into it. Ids are plain 32-bit indices.
//
//   %arg0 : tensor<4xf32>                         values[0], body.arguments[0]
//   %0 = stablehlo.multiply %arg0, %arg0          body.ops[0], values[1]
//   return %0                                     body.results[0]
//
// Values of nested regions are numbered in the same table, so a region may capture values defined
// before its op, as while, case and if do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "tensor/ir/attributes.h"
#include "tensor/ir/tensor_type.h"

namespace motley::tensor {

using OpId = core::Id<struct OpTag>;        // index into a region's ops
using ValueId = core::Id<struct ValueTag>;  // index into Program::values

enum class OpCode : uint8_t {
#define MOTLEY_OP(code, text) code,
#include "tensor/ir/ops.def"
#undef MOTLEY_OP
};
inline constexpr int kNumOpCodes = 0
#define MOTLEY_OP(code, text) +1
#include "tensor/ir/ops.def"
#undef MOTLEY_OP
    ;

std::string_view name(OpCode code);  // "stablehlo.add"

struct Op;

struct Region {
  std::vector<ValueId> arguments;
  std::vector<Op> ops;
  std::vector<ValueId> results;
};

struct Op {
  OpCode code = OpCode::kConstant;
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  Attrs attrs;
  std::vector<Region> regions;
  int line = 0, column = 0;  // in the Program's source file; 0 for generated ops

  template <class T>
  const T& get() const {
    return std::get<T>(attrs);
  }
};

struct Program {
  std::string name;    // of the module
  std::string source;  // the file it was read from, for messages; may be empty
  std::vector<TensorType> values;
  Region body;

  const TensorType& type(ValueId v) const { return values[v.index]; }
  core::SourcePosition position(const Op& op) const { return {source, op.line, op.column}; }
};

// Structural equality: ops, attributes, types and wiring. Names, source and positions are ignored.
bool operator==(const Program& a, const Program& b);

// Whether two ops of one Program compute the same: equal op, attributes, operands and regions.
bool same_computation(const Program& program, const Op& a, const Op& b);

// Equal Programs have equal hashes, on every machine and in every build.
uint64_t structural_hash(const Program& program);

// "op 12: stablehlo.add: operand types differ ...", or empty if the Program is valid: every value
// is defined once, before its uses; every result has the type its row infers; region arguments and
// results match. Run after every pass.
std::string first_fault(const Program& program);
void verify(const Program& program);  // InternalError with first_fault

int64_t num_ops(const Program& program);  // including nested ones

}  // namespace motley::tensor
