// One row per op: all that is known of it. Planner, verifier, cost model, lowering and the fuzz
// tests read rows and never name an op.
//
//   row                  what it says                                        where it is used
//   infer                types of the results, or what is wrong              builder, verifier
//   index                the index structure (index_structure.h)             sharding, lowering
//   flops_per_point      flops at each point of the iteration space          cost
//   bytes                bytes read and written, where not simply all        cost
//   gradient             what flows back to the operands (gradient.h)        tensor/grad
//
// Rows stand in ops/FAMILY.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/index_structure.h"
#include "tensor/ir/program.h"

namespace motley::tensor {

// An op with the types of its values in reach.
struct OpView {
  const std::vector<TensorType>& values;
  const Op& op;

  int num_operands() const { return static_cast<int>(op.operands.size()); }
  int num_results() const { return static_cast<int>(op.results.size()); }
  const TensorType& operand(int i) const { return values[op.operands[i].index]; }
  const TensorType& result(int i) const { return values[op.results[i].index]; }
  const TensorType& type(ValueId v) const { return values[v.index]; }
  const Region& region(int i) const { return op.regions[i]; }
  template <class T>
  const T& get() const {
    return op.get<T>();
  }
};

// Result types, or one sentence on what does not fit.
struct Inferred {
  std::vector<TensorType> types;
  std::string fault;

  Inferred(std::vector<TensorType> t) : types(std::move(t)) {}
  Inferred(TensorType t) : types{std::move(t)} {}
  static Inferred no(std::string why) {
    Inferred r{std::vector<TensorType>{}};
    r.fault = std::move(why);
    return r;
  }
};

// Flops, and bytes that must cross memory when the op runs alone with all values in memory.
struct Work {
  double flops = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

struct Backward;

struct OpRow {
  OpCode code;
  int num_operands;  // -1: any number
  int num_regions;   // -1: any number
  Inferred (*infer)(const OpView&);
  IndexStructure (*index)(const OpView&);
  double flops_per_point = 0;
  Work (*work)(const OpView&) = nullptr;  // nullptr: points x flops_per_point, all bytes once
  // Adds to the gradients of the operands. nullptr: there is none, and a Program that needs it is
  // refused by the op's name. Ops whose derivative is zero everywhere have flat_gradient.
  void (*gradient)(Backward&) = nullptr;
};

// Nothing flows back: rounding, comparing, counting.
void flat_gradient(Backward&);

const OpRow& row(OpCode code);
std::optional<OpCode> op_code_from_name(std::string_view name);

Inferred infer_results(const OpView& view);  // with the counts of operands and regions checked
IndexStructure index_structure(const OpView& view);
Work work(const OpView& view);

// What a two-argument body does, where it is one plain op on its two arguments.
std::optional<Reducer> recognized_reducer(const Region& region);

}  // namespace motley::tensor
