// Control flow, fusion, optimization_barrier, custom_call, rng_bit_generator.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tensor/ir/gradient.h"
#include "tensor/ir/loops.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/loop_axes.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

std::vector<TensorType> types_of(const OpView& view, const std::vector<ValueId>& values) {
  std::vector<TensorType> types;
  for (ValueId v : values) types.push_back(view.type(v));
  return types;
}

// --- case, if, while -------------------------------------------------------------------------

Inferred infer_branches(const OpView& view) {
  if (view.op.regions.empty()) return Inferred::no("needs at least one branch");
  const std::vector<TensorType> results = types_of(view, view.region(0).results);
  for (int i = 0; i < static_cast<int>(view.op.regions.size()); ++i) {
    if (std::string fault = region_fault(view, i, {}, results); !fault.empty())
      return Inferred::no(fault);
  }
  return results;
}

Inferred infer_case(const OpView& view) {
  const TensorType i32{ElementType::kI32, {}};
  if (view.operand(0) != i32) {
    return Inferred::no(fmt::format("the branch index must be {}, not {}", i32.to_string(),
                                    view.operand(0).to_string()));
  }
  return infer_branches(view);
}

Inferred infer_if(const OpView& view) {
  const TensorType i1{ElementType::kI1, {}};
  if (view.operand(0) != i1) {
    return Inferred::no(fmt::format("the condition must be {}, not {}", i1.to_string(),
                                    view.operand(0).to_string()));
  }
  return infer_branches(view);
}

Inferred infer_while(const OpView& view) {
  const std::vector<TensorType> state = types_of(view, view.op.operands);
  for (const std::string& fault : {region_fault(view, 0, state, {{ElementType::kI1, {}}}),
                                   region_fault(view, 1, state, state)}) {
    if (!fault.empty()) return Inferred::no(fault);
  }
  return state;
}

Work region_work(const OpView& view, const Region& region) {
  Work sum;
  for (const Op& op : region.ops) {
    const Work w = work({view.values, op});
    sum.flops += w.flops;
    sum.bytes_read += w.bytes_read;
    sum.bytes_written += w.bytes_written;
  }
  return sum;
}

// The most expensive branch.
Work work_branches(const OpView& view) {
  Work most;
  for (const Region& region : view.op.regions) {
    const Work w = region_work(view, region);
    most.flops = std::max(most.flops, w.flops);
    most.bytes_read = std::max(most.bytes_read, w.bytes_read);
    most.bytes_written = std::max(most.bytes_written, w.bytes_written);
  }
  return most;
}

// All iterations; one of a loop whose trip count is not known.
Work work_while(const OpView& view) {
  const int64_t turns = num_turns(view.op).value_or(1);
  const Work condition = region_work(view, view.region(0)),
             body = region_work(view, view.region(1));
  return {static_cast<double>(turns) * (condition.flops + body.flops),
          turns * (condition.bytes_read + body.bytes_read),
          turns * (condition.bytes_written + body.bytes_written)};
}

// --- fusion ----------------------------------------------------------------------------------

Inferred infer_fusion(const OpView& view) {
  const auto& attrs = view.get<FusionAttrs>();
  const std::vector<TensorType> results = types_of(view, view.region(0).results);
  if (results.empty()) return Inferred::no("needs at least one result");
  if (!fits_in_memory_model({ElementType::kF64, attrs.domain}) || attrs.num_columns < 0 ||
      attrs.num_columns > static_cast<int64_t>(attrs.domain.size())) {
    return Inferred::no(fmt::format("invalid domain {} with {} column dimensions",
                                    to_string(attrs.domain), attrs.num_columns));
  }
  if (std::string fault = region_fault(view, 0, types_of(view, view.op.operands), results);
      !fault.empty())
    return Inferred::no(fault);
  return results;
}

// The body's flops; only operands and results cross memory.
Work work_fusion(const OpView& view) {
  Work w;
  w.flops = region_work(view, view.region(0)).flops;
  for (int i = 0; i < view.num_operands(); ++i) w.bytes_read += view.operand(i).num_bytes();
  for (int i = 0; i < view.num_results(); ++i) w.bytes_written += view.result(i).num_bytes();
  return w;
}

// --- optimization_barrier, custom_call, rng_bit_generator ------------------------------------

Inferred infer_barrier(const OpView& view) { return types_of(view, view.op.operands); }

// Dimensions of equal place and extent are one axis, so that all operands of a layer that have the
// batch first are sharded alike; the others stay whole.
IndexStructure index_barrier(const OpView& view) {
  IndexStructure index{.copies = true};
  std::map<std::pair<size_t, int64_t>, int> axis_of;  // dimension, extent
  for (int i = 0; i < view.num_operands(); ++i) {
    TensorIndex& tensor = index.operands.emplace_back();
    for (int64_t extent : view.operand(i).shape) {
      const auto [at, is_new] =
          axis_of.try_emplace({tensor.size(), extent}, static_cast<int>(index.axes.size()));
      if (is_new) index.axes.push_back({.extent = extent});
      tensor.push_back({.terms = {{.axis = at->second}}});
    }
    if (view.num_operands() > 1) index.made_whole.push_back(i);
  }
  if (view.num_operands() == 1) index.linear_in = {{0}};
  index.results = index.operands;
  return index;
}

Inferred infer_custom_call(const OpView& view) { return view.get<CustomCallAttrs>().results; }

Inferred infer_rng(const OpView& view) {
  const auto& attrs = view.get<RngAttrs>();
  const TensorType& state = view.operand(0);
  const int64_t words =
      state.num_dims() == 1 && state.element == ElementType::kU64 ? state.shape[0] : 0;
  const bool fits = words == 2 || (words == 3 && attrs.algorithm != RngAlgorithm::kThreeFry);
  if (!fits) {
    return Inferred::no(
        fmt::format("the state must be tensor<2xui64>, or tensor<3xui64> for Philox, not {}",
                    state.to_string()));
  }
  if (is_bool(attrs.type.element)) return Inferred::no("cannot fill booleans with random bits");
  return std::vector{state, attrs.type};
}

// The bits of an element depend on the state and on the element's position.
IndexStructure index_rng(const OpView& view) {
  IndexStructure index;
  index.axes.push_back({.extent = view.operand(0).shape[0], .kind = AxisKind::kOpaque});
  const TensorIndex state = {{.terms = {{.axis = 0}}}};
  TensorIndex bits;
  for (int64_t extent : view.result(1).shape) {
    bits.push_back({.terms = {{.axis = static_cast<int>(index.axes.size())}}});
    index.axes.push_back({.extent = extent, .position_matters = true});
  }
  index.operands = {state};
  index.results = {state, bits};
  index.made_whole = {0};
  return index;
}

Work no_work(const OpView&) { return {}; }

void gradient_barrier(Backward& r) {
  for (int i = 0; i < r.num_operands(); ++i) {
    if (r.result_gradients[i]) r.give(i, [&] { return r.gradient(i); });
  }
}

}  // namespace

void add_control_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kCase,
                  .num_operands = 1,
                  .num_regions = -1,
                  .infer = infer_case,
                  .index = opaque_index,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_branches});
  rows.push_back({.code = kCustomCall,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_custom_call,
                  .index = opaque_index,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = no_work,
                  .gradient = flat_gradient});
  rows.push_back({.code = kFusion,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_fusion,
                  .index = opaque_index,
                  .work_class = WorkClass::kFused,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_fusion});
  rows.push_back({.code = kIf,
                  .num_operands = 1,
                  .num_regions = 2,
                  .infer = infer_if,
                  .index = opaque_index,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_branches});
  rows.push_back({.code = kOptimizationBarrier,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_barrier,
                  .index = index_barrier,
                  .work_class = WorkClass::kFused,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .is_identity = true,
                  .work = no_work,
                  .gradient = gradient_barrier});
  rows.push_back({.code = kRngBitGenerator,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_rng,
                  .index = index_rng,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .gradient = flat_gradient,
                  .positions = PositionShards::kContiguous,
                  .localize = localize_rng});
  rows.push_back({.code = kWhile,
                  .num_operands = -1,
                  .num_regions = 2,
                  .infer = infer_while,
                  .index = index_while,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_while,
                  .localize = localize_while});
}

}  // namespace motley::tensor
