#include "tensor/kernels/kernel.h"

#include <array>
#include <cstring>

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
  return std::nullopt;
}

Kernel reference_kernel(const KernelRequest& request) {
  for (const Layout& layout : request.operands)
    MOTLEY_CHECK(is_dense(layout), "the reference takes dense operands");
  for (const Layout& layout : request.results)
    MOTLEY_CHECK(is_dense(layout), "the reference gives dense results");
  struct Plan {
    std::vector<TensorType> values;
    Op op;
    std::vector<TensorType> operands;
  };
  auto plan = std::make_shared<Plan>(request.view.values, request.view.op);
  for (const Layout& layout : request.operands) plan->operands.push_back(layout.type);
  return {
      .name = "reference", .run = [plan](const KernelCall& call) {
        std::vector<Literal> operands;
        std::vector<const Literal*> pointers;
        for (size_t i = 0; i < plan->operands.size(); ++i) {
          const TensorType& type = plan->operands[i];
          operands.push_back(
              Literal::from_bytes(type, {call.operands[i], static_cast<size_t>(type.num_bytes())}));
        }
        for (const Literal& operand : operands) pointers.push_back(&operand);
        const std::vector<Literal> results = evaluate_op(OpView{plan->values, plan->op}, pointers);
        for (size_t i = 0; i < results.size(); ++i) {
          std::memcpy(call.results[i], results[i].data(), results[i].bytes().size());
        }
      }};
}

}  // namespace motley::tensor
