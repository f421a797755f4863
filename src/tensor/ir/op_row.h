// One row per op with everything the system knows about it. Planner, verifier, cost model,
// lowering and the fuzz tests read rows and never name an op: tests/check_includes.py refuses
// enumerators of OpCode in tensor/sharding, tensor/plan and tensor/lower.
//
//   field             what it says                                       who reads it
//   infer             result types, or why the op is ill-formed          builder, verifier
//   index             the index structure (index_structure.h)            sharding rules, cost
//   flops_per_point   flops at each point of the iteration space         cost
//   work              flops and bytes, where the default does not hold   cost
//   gradient          gradients of the operands (gradient.h)             tensor/grad
//   work_class        what bounds its time, and whether it fuses         op times, search, lowering
//   layer             its role in a network, in the terms of torch.nn    strategies, HAP, search
//   recompute         whether each use may recompute it                  sharding, search, lowering
//   is_identity       result i is operand i                              search
//   positions         which shards of a position-dependent axis it can   sharding rules
//                     be rewritten for
//   can_split_lookup  whether a lookup axis can be split                 sharding rules
//   localize          the op as one device runs it (op_shard.h)          lowering
//
// Rows are defined in ops/FAMILY_ops.cpp. Fields of type Required have no default: a row that
// leaves one out does not compile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/number_format.h"
#include "tensor/ir/index_structure.h"
#include "tensor/ir/program.h"

namespace motley::tensor {

// An op together with the types of the Program's values.
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

// Result types, or one sentence that says why the op is ill-formed.
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

// Flops, and the bytes that cross memory when the op runs alone with all its values in memory.
struct Work {
  double flops = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

// What bounds the time of an op in a fused step.
enum class WorkClass : uint8_t {
  kProduct,  // matrix products, convolutions, attention: nearly all flops of a step
  kFused,    // elementwise ops and reductions: fused with their neighbours, no memory traffic
  kFree,     // constants, broadcasts and views: no kernel
  kOther,    // a kernel of its own that reads its operands from memory and writes its results
};

// The role of an op in a network, in the terms of torch.nn. An op of one of the first four kinds
// has the attributes named here.
enum class LayerKind : uint8_t {
  kMatmul,       // linear layers and einsums (DotAttrs)
  kConvolution,  // (ConvolutionAttrs)
  kAttention,    // scaled dot-product attention, forward (AttentionAttrs)
  kEmbedding,    // table lookups by index (GatherAttrs)
  kPooling,      // reductions over sliding windows
  kReduction,    // reductions over whole dimensions: softmax denominators, means of norms, losses
  kActivation,   // ReLU, GELU, SiLU, tanh, masking, and the exponential of a softmax
  kAdd,          // biases and residual connections
  kReshape,
  kTranspose,
  kSlice,
  kCast,  // element type conversion
  kOther,
};

// Whether each use of a result may recompute the op instead of reading a stored value.
enum class Recompute : uint8_t {
  kNever,          // has a region, an effect or a state, or is a scheduling fence: runs once
  kFromConstants,  // if all operands are constants or recomputed from constants
  kAlways,         // broadcasts: recomputing one costs less than storing its result
};

// Which shards of an axis with `position_matters` (index_structure.h) the op can be rewritten for.
enum class PositionShards : uint8_t {
  kNone,
  kContiguous,  // one range of positions: its first position is an offset (causal attention, rng)
  kAny,         // also one range in each period (iota, constant)
};

// A field that every initializer must set.
template <class T>
class Required {
 public:
  constexpr Required(T value) : value_(value) {}
  constexpr operator T() const { return value_; }

 private:
  T value_;
};

struct Backward;
struct OpShard;

struct OpRow {
  OpCode code;
  int num_operands;  // -1: any number
  int num_regions;   // -1: any number
  Inferred (*infer)(const OpView&);
  IndexStructure (*index)(const OpView&);
  Required<WorkClass> work_class;
  Required<LayerKind> layer;
  Required<Recompute> recompute;
  bool is_identity = false;
  double flops_per_point = 0;
  // nullptr: points x flops_per_point; operands are read once, results written once.
  Work (*work)(const OpView&) = nullptr;
  // Adds to the gradients of the operands. nullptr: not differentiable; a Program that needs the
  // gradient is rejected with the op's name. Ops with a zero derivative have flat_gradient.
  void (*gradient)(Backward&) = nullptr;
  PositionShards positions = PositionShards::kNone;
  // Whether the lookup axis that indexes dimension `dim` of operand 0 can be split: each device
  // shifts one component of the index vectors to its own range and masks the rest. nullptr: no.
  bool (*can_split_lookup)(const OpView&, int64_t dim) = nullptr;
  // Adds the op as one device runs it on its shards and returns the shards of the results.
  // nullptr: the same op with the same attributes.
  std::vector<ValueId> (*localize)(OpShard&) = nullptr;
};

// For ops whose derivative is zero wherever it exists: rounding, comparisons, integers.
void flat_gradient(Backward&);

const OpRow& row(OpCode code);
std::optional<OpCode> op_code_from_name(std::string_view name);

bool is_product(OpCode code);           // WorkClass::kProduct
bool is_view_or_cast(LayerKind layer);  // the operand's elements: reordered, selected or converted

Inferred infer_results(const OpView& view);  // also checks the numbers of operands and regions
IndexStructure index_structure(const OpView& view);
Work work(const OpView& view);
// The format in which a product's operands are multiplied: float32 ones at the default precision
// may be rounded (core::NumberFormat::kTF32).
core::NumberFormat product_format(const OpView& view);

// The reducer that a two-argument body computes; nullopt unless the body is one op on its two
// arguments.
std::optional<Reducer> recognized_reducer(const Region& region);

}  // namespace motley::tensor
