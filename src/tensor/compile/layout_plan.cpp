#include "tensor/compile/layout_plan.h"

#include <algorithm>

#include "tensor/compile/views.h"
#include "tensor/ir/graph.h"
#include "tensor/kernels/movement.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {

namespace {

bool has_bodies(OpCode code) {
  return code == OpCode::kWhile || code == OpCode::kIf || code == OpCode::kCase;
}

class Planner {
 public:
  Planner(const Program& program, const CompileOptions& options)
      : program_(program),
        options_(options),
        graph_(program),
        is_result_(program.values.size(), false),
        views_(program.values.size()) {
    for (ValueId v : program.body.results) is_result_[v.index] = true;
  }

  LayoutPlan run() && {
    const Region& body = program_.body;
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      const ValueId v = body.arguments[i];
      plan_.argument_buffers.push_back(add_buffer(Place::Kind::kArgument, i, type(v)));
      views_[v.index] = {plan_.argument_buffers.back(), 0, dense_layout(type(v))};
    }
    for (size_t i = 0; i < body.ops.size(); ++i) plan_op(static_cast<int>(i));
    std::vector<bool> taken(plan_.buffers.size() + body.results.size(), false);
    for (size_t i = 0; i < body.results.size(); ++i) {
      const BufferView& view = views_[body.results[i].index];
      plan_.results.push_back(is_unchanged(i) ? view : result_view(view, taken));
    }
    return std::move(plan_);
  }

 private:
  const TensorType& type(ValueId v) const { return program_.type(v); }

  int add_buffer(Place::Kind kind, size_t index, const TensorType& type) {
    plan_.buffers.push_back({kind, static_cast<int>(index), type.num_bytes()});
    return static_cast<int>(plan_.buffers.size()) - 1;
  }
  BufferView new_buffer_view(Layout layout) {
    const int buffer = add_buffer(Place::Kind::kArena, 0, layout.type);
    return {buffer, 0, std::move(layout)};
  }

  void plan_op(int index) {
    const Op& op = program_.body.ops[index];
    if (op.code == OpCode::kConstant) return plan_constant(op);
    if (op.code == OpCode::kOptimizationBarrier) {
      for (size_t i = 0; i < op.operands.size(); ++i)
        views_[op.results[i].index] = views_[op.operands[i].index];
      return;
    }
    if (has_bodies(op.code)) return plan_control(index);
    for (const Region& region : op.regions) {
      if (!captured_values(region).empty()) return plan_capturing(index);
    }
    const OpView view{program_.values, op};
    if (!op.operands.empty()) {
      const BufferView& operand = views_[op.operands[0].index];
      if (const auto seen = view_of_operand(view, operand.layout)) {
        const int64_t bytes = seen->offset * byte_size(operand.layout.type.element);
        views_[op.results[0].index] = {operand.buffer, operand.offset + bytes, seen->layout};
        return;
      }
    }
    plan_kernel(index, view);
  }

  // A splat is one element, broadcast by strides of zero.
  void plan_constant(const Op& op) {
    const ConstantAttrs& attrs = op.get<ConstantAttrs>();
    const int buffer =
        add_buffer(Place::Kind::kConstant, plan_.constants.size(), attrs.value.type());
    plan_.constants.push_back(attrs.value);
    Layout layout = dense_layout(attrs.type);
    if (attrs.is_splat()) std::fill(layout.strides.begin(), layout.strides.end(), 0);
    views_[op.results[0].index] = {buffer, 0, std::move(layout)};
  }

  void plan_kernel(int index, const OpView& view) {
    KernelRequest request{.view = view, .num_threads = options_.num_threads};
    std::vector<BufferView> operands;
    for (ValueId v : view.op.operands) {
      operands.push_back(views_[v.index]);
      request.operands.push_back(operands.back().layout);
    }
    for (ValueId v : view.op.results) request.results.push_back(dense_layout(type(v)));
    std::optional<Kernel> kernel;
    if (std::optional<Layout> transposed = transposed_result(view)) {
      request.results[0] = std::move(*transposed);
      kernel = fast_kernel(request);
      if (!kernel) request.results[0] = dense_layout(type(view.op.results[0]));
    }
    if (!kernel) kernel = fast_kernel(request);
    if (!kernel) {
      for (size_t i = 0; i < operands.size(); ++i) {
        operands[i] = dense(view.op.operands[i]);
        request.operands[i] = operands[i].layout;
      }
      kernel = fast_kernel(request);
    }
    if (!kernel) kernel = reference_kernel(request);
    PlannedStep step{std::move(*kernel), std::move(operands), {}, index};
    for (size_t i = 0; i < view.op.results.size(); ++i) {
      step.results.push_back(new_buffer_view(request.results[i]));
      views_[view.op.results[i].index] = step.results.back();
    }
    plan_.steps.push_back(std::move(step));
  }

  // A sort or reduction whose body captures values, which no kernel supports.
  void plan_capturing(int index) {
    const Op& op = program_.body.ops[index];
    const Region alone{.arguments = {}, .ops = {op}, .results = op.results};
    const std::vector<ValueId> used = captured_values(alone);
    PlannedStep step{.kernel = reference_kernel(outlined(program_, alone, used)), .op = index};
    for (ValueId v : used) step.operands.push_back(dense(v));
    for (ValueId v : op.results) {
      step.results.push_back(new_buffer_view(dense_layout(type(v))));
      views_[v.index] = step.results.back();
    }
    plan_.steps.push_back(std::move(step));
  }

  // A product whose only reader is the transpose of its matrices is written so that the transpose
  // is dense: libraries support either order of the result.
  std::optional<Layout> transposed_result(const OpView& view) const {
    if (view.op.code != OpCode::kDotGeneral) return std::nullopt;
    const ValueId v = view.op.results[0];
    const std::vector<int>& users = graph_.users[v.index];
    if (users.size() != 1 || is_result_[v.index]) return std::nullopt;
    const Op& user = program_.body.ops[users[0]];
    if (user.code != OpCode::kTranspose) return std::nullopt;
    const Dims& permutation = user.get<TransposeAttrs>().permutation;
    const size_t n = permutation.size();
    for (size_t d = 0; d + 2 < n; ++d) {
      if (permutation[d] != static_cast<int64_t>(d)) return std::nullopt;
    }
    const std::vector<int64_t> strides = row_major_strides(type(user.results[0]).shape);
    Layout layout{type(v), std::vector<int64_t>(n)};
    for (size_t d = 0; d < n; ++d) layout.strides[permutation[d]] = strides[d];
    return layout;
  }

  // A dense version of the value; a copy, if needed, is shared by later users.
  const BufferView& dense(ValueId v) {
    BufferView& view = views_[v.index];
    if (!is_dense(view.layout)) view = copied(view);
    return view;
  }
  BufferView copied(const BufferView& from) {
    BufferView to = new_buffer_view(dense_layout(from.layout.type));
    plan_.steps.push_back(
        {copy_kernel(from.layout, to.layout, options_.num_threads), {from}, {to}, -1});
    return to;
  }

  // A result that updates an argument and is what was there.
  bool is_unchanged(size_t result) const {
    const auto is_same = [&](const Update& u) {
      return u.result == static_cast<int>(result) &&
             program_.body.results[result] == program_.body.arguments[u.argument];
    };
    return std::ranges::any_of(options_.updates, is_same);
  }

  // Results are dense, each a whole buffer of its own.
  BufferView result_view(const BufferView& view, std::vector<bool>& taken) {
    const Buffer& buffer = plan_.buffers[view.buffer];
    const bool own = buffer.kind == Place::Kind::kArena && is_dense(view.layout) &&
                     view.offset == 0 && buffer.bytes == view.layout.type.num_bytes() &&
                     !taken[view.buffer];
    const BufferView result = own ? view : copied(view);
    taken.resize(plan_.buffers.size(), false);
    taken[result.buffer] = true;
    return result;
  }

  // A loop's body updates the carried values in the memory of the loop's results, which may be that
  // of its operands; what no turn changes stays where it is. Conditions and branches only read.
  void plan_control(int index) {
    const Op& op = program_.body.ops[index];
    const bool is_loop = op.code == OpCode::kWhile;
    PlannedStep step{.op = index};
    step.kernel.name = std::string(name(op.code));
    for (ValueId v : op.operands) step.operands.push_back(dense(v));
    std::vector<ValueId> captured;
    for (const Region& region : op.regions) {
      for (ValueId v : captured_values(region)) {
        if (std::find(captured.begin(), captured.end(), v) == captured.end()) captured.push_back(v);
      }
    }
    for (ValueId v : captured) step.operands.push_back(dense(v));
    for (size_t r = 0; r < op.regions.size(); ++r) {
      CompileOptions options{.num_threads = options_.num_threads, .is_memory_given = true};
      for (int i = 0; is_loop && r == 1 && i < static_cast<int>(op.operands.size()); ++i)
        options.updates.push_back({i, i});
      step.bodies.push_back(compile(outlined(program_, op.regions[r], captured), options));
    }
    for (size_t i = 0; i < op.results.size(); ++i) {
      const bool stays = is_loop && op.regions[1].results[i] == op.regions[1].arguments[i];
      step.results.push_back(stays ? step.operands[i]
                                   : new_buffer_view(dense_layout(type(op.results[i]))));
      views_[op.results[i].index] = step.results.back();
      const int at = static_cast<int>(i);
      if (is_loop && !stays) step.kernel.in_place.push_back({.operand = at, .result = at});
    }
    plan_.steps.push_back(std::move(step));
  }

  const Program& program_;
  const CompileOptions& options_;
  const Graph graph_;
  std::vector<bool> is_result_;  // of each value
  LayoutPlan plan_;
  std::vector<BufferView> views_;  // of each value
};

}  // namespace

LayoutPlan plan_layouts(const Program& program, const CompileOptions& options) {
  return Planner(program, options).run();
}

}  // namespace motley::tensor
