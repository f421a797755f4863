// Marks that tell differentiation what a loss does not show. All are identities to anything that
// computes, and tensor/passes/strip_marks removes them afterwards.
//
//   motley.stop_gradient(x)                       x, with gradient zero: jax.lax.stop_gradient
//   motley.custom_rule(x)                         x, a result of a function with a gradient rule of
//                                                 its own (jax.custom_vjp), which is not here:
//                                                 differentiation refuses it by name
//   motley.with_gradient(loss, p..., g...)        loss, whose gradient by each p is g
#include <fmt/format.h>

#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

Inferred infer_mark(const OpView& view) { return view.operand(0); }

IndexStructure index_mark(const OpView& view) {
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  index.operands = {add_axes(index, view.operand(0).shape)};
  index.results = index.operands;
  return index;
}

Inferred infer_with_gradient(const OpView& view) {
  const int num_params = (view.num_operands() - 1) / 2;
  if (view.num_operands() % 2 == 0) {
    return Inferred::no(fmt::format("takes a loss and one gradient per parameter, not {} operands",
                                    view.num_operands()));
  }
  if (!view.operand(0).is_scalar() || !is_float(view.operand(0).element)) {
    return Inferred::no(
        fmt::format("the loss must be a float scalar, not {}", view.operand(0).to_string()));
  }
  for (int i = 1; i <= num_params; ++i) {
    if (view.operand(i) == view.operand(num_params + i) && is_float(view.operand(i).element))
      continue;
    return Inferred::no(fmt::format("the gradient of parameter {} must be {}, not {}", i - 1,
                                    view.operand(i).to_string(),
                                    view.operand(num_params + i).to_string()));
  }
  return view.operand(0);
}

// Parameters and gradients are held whole; partial sums of the loss and of all gradients propagate.
IndexStructure index_with_gradient(const OpView& view) {
  IndexStructure index;
  const int num_params = (view.num_operands() - 1) / 2;
  index.operands.resize(view.num_operands());
  index.linear_in = {{0}};
  for (int i = 1; i <= num_params; ++i) {
    index.operands[i] = add_axes(index, view.operand(i).shape, AxisKind::kOpaque);
    index.operands[num_params + i] = index.operands[i];
    index.linear_in[0].push_back(num_params + i);
  }
  index.results = {{}};
  return index;
}

Work mark_work(const OpView&) { return {}; }

void gradient_custom_rule(Backward& r) {
  r.inapplicable_reason =
      fmt::format("`{}` has a gradient rule of its own (jax.custom_vjp or jax.custom_jvp)",
                  r.get<CustomRuleAttrs>().function);
}

void gradient_with_gradient(Backward& r) {
  const int num_params = (r.num_operands() - 1) / 2;
  for (int i = 1; i <= num_params; ++i) {
    r.give(i, [&] {
      const Expr g = r.operand(num_params + i);
      return broadcast(convert(r.gradient(), g.element()), g.shape(), {}) * g;
    });
  }
}

}  // namespace

void add_gradient_mark_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kCustomRule,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_mark,
                  .index = index_mark,
                  .work_class = WorkClass::kFree,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .is_identity = true,
                  .work = mark_work,
                  .gradient = gradient_custom_rule});
  rows.push_back({.code = kStopGradient,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_mark,
                  .index = index_mark,
                  .work_class = WorkClass::kFree,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .is_identity = true,
                  .work = mark_work,
                  .gradient = flat_gradient});
  rows.push_back({.code = kWithGradient,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_with_gradient,
                  .index = index_with_gradient,
                  .work_class = WorkClass::kFree,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = mark_work,
                  .gradient = gradient_with_gradient});
}

}  // namespace motley::tensor
