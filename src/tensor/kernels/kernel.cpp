#include "tensor/kernels/kernel.h"

#include <algorithm>
#include <array>

#include "core/base/clock.h"
#include "tensor/kernels/half_kernels.h"
#include "tensor/kernels/reference_use.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {

std::span<const Implementation> implementations(OpCode code) {
  static const auto table = [] {
    std::array<std::span<const Implementation>, kNumOpCodes> by_code{};
    for (std::span<const KernelRow> rows :
         {contraction_kernels(), movement_kernels(), indexing_kernels(), reduction_kernels(),
          fused_kernels()}) {
      for (const KernelRow& row : rows) by_code[static_cast<int>(row.code)] = row.implementations;
    }
    return by_code;
  }();
  return table[static_cast<int>(code)];
}

std::optional<Kernel> fast_kernel(const KernelRequest& request) {
  for (Implementation implementation : implementations(request.view.op.code)) {
    if (std::optional<Kernel> kernel = implementation(request)) return kernel;
  }
  return kernel_via_f32(request);
}

namespace {

Literal literal_at(const TensorType& type, const std::byte* data) {
  return Literal::from_bytes(type, {data, static_cast<size_t>(type.num_bytes())});
}

void copy_out(const std::vector<Literal>& results, const KernelCall& call) {
  for (size_t i = 0; i < results.size(); ++i) {
    std::ranges::copy(results[i].bytes(), call.results[i]);
  }
}

// Records a call of the interpreter when it ends.
class TimedUse {
 public:
  explicit TimedUse(std::string op) : op_(std::move(op)) {}
  TimedUse(const TimedUse&) = delete;
  TimedUse& operator=(const TimedUse&) = delete;
  ~TimedUse() { add_reference_use(op_, core::now_seconds() - begin_); }

 private:
  std::string op_;
  double begin_ = core::now_seconds();
};

// Approximate number of interpreter steps.
WorkPart reference_work(const OpView& view) {
  double steps = work(view).flops;
  for (int i = 0; i < view.num_results(); ++i)
    steps += static_cast<double>(view.result(i).num_elements());
  return {.kind = "reference", .amount = steps};
}

}  // namespace

Kernel reference_kernel(const KernelRequest& request) {
  for (const Layout& layout : request.operands)
    MOTLEY_CHECK(is_dense(layout), "the reference kernel takes dense operands");
  for (const Layout& layout : request.results)
    MOTLEY_CHECK(is_dense(layout), "the reference kernel gives dense results");
  struct Plan {
    std::vector<TensorType> values;
    Op op;
    std::vector<TensorType> operands;
  };
  auto plan = std::make_shared<Plan>(Plan{request.view.values, request.view.op});
  for (const Layout& layout : request.operands) plan->operands.push_back(layout.type);
  return {.name = "reference",
          .run =
              [plan](const KernelCall& call) {
                const TimedUse timed(std::string(name(plan->op.code)));
                std::vector<Literal> operands;
                std::vector<const Literal*> pointers;
                for (size_t i = 0; i < plan->operands.size(); ++i)
                  operands.push_back(literal_at(plan->operands[i], call.operands[i]));
                for (const Literal& operand : operands) pointers.push_back(&operand);
                copy_out(evaluate_op(OpView{plan->values, plan->op}, pointers), call);
              },
          .work = {reference_work(request.view)}};
}

Kernel reference_kernel(Program program) {
  auto plan = std::make_shared<Program>(std::move(program));
  std::vector<WorkPart> work;
  for (const Op& op : plan->body.ops) add_part(work, reference_work({plan->values, op}));
  return {.name = "reference",
          .run =
              [plan](const KernelCall& call) {
                const TimedUse timed(std::string(name(plan->body.ops.back().code)));
                std::vector<Literal> arguments;
                for (size_t i = 0; i < plan->body.arguments.size(); ++i) {
                  arguments.push_back(
                      literal_at(plan->type(plan->body.arguments[i]), call.operands[i]));
                }
                copy_out(interpret(*plan, std::move(arguments)).results, call);
              },
          .work = std::move(work)};
}

}  // namespace motley::tensor
