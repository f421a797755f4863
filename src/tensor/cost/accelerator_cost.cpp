#include "tensor/cost/accelerator_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tensor/ir/attention.h"

namespace motley::tensor {
namespace {

// Of types without tables; those of the H200, which has them.
constexpr double kProductShare = 0.7;  // of the published rate, by large products
constexpr double kRampSeconds = 3e-6;
constexpr double kFusedAttentionShare = 0.5;
constexpr double kAssumedLaunch = 2e-6;
// Convolutions beside large products of the same format: VGG-19 on an H200, float32 and bfloat16.
constexpr double kConvolutionShare = 0.68;
// What XLA's kernels other than products move, beside what ours would: it keeps more intermediate
// results. Fitted to the steps of five models in float32 and bfloat16 on an H200
// (bench/accelerator/bf16.py), each of which would have it between 0.9 and 1.9.
constexpr double kFurtherTraffic = 1.45;

double traffic(const std::vector<Place>& places) {
  double bytes = 0;
  for (const Place& p : places) bytes += static_cast<double>(p.bytes);
  return bytes;
}

// The extents of a product, batch dimensions as further rows.
std::array<double, 3> product_extents(const OpView& view) {
  const DotAttrs& dot = view.op.get<DotAttrs>();
  const TensorType &lhs = view.operand(0), &rhs = view.operand(1);
  double k = 1, batch = 1;
  for (const int64_t d : dot.lhs_contracting) k *= static_cast<double>(lhs.shape[d]);
  for (const int64_t d : dot.lhs_batch) batch *= static_cast<double>(lhs.shape[d]);
  return {static_cast<double>(lhs.num_elements()) / k,
          static_cast<double>(rhs.num_elements()) / (k * batch), k};
}

class AcceleratorPricing {
 public:
  AcceleratorPricing(const CompiledProgram& compiled, const DeviceTables& device)
      : compiled_(compiled), device_(device), type_(device.type()) {}

  KernelCost price(const KernelStep& step) const {
    if (!step.bodies.empty()) {
      return cost_with_bodies(compiled_, step, [&](const CompiledProgram& body) {
        return accelerator_cost(body, device_);
      });
    }
    KernelCost cost{.op_class = op_class_of(step.kernel.name), .kernel = step.kernel.name};
    cost.bytes = traffic(step.operands) + traffic(step.results);
    double seconds = 0;
    if (step.op >= 0) {
      const OpView view{compiled_.program.values, compiled_.program.body.ops[step.op]};
      const Work counted = work(view);
      cost.flops = counted.flops;
      if (!copies_whole_operand(compiled_, step)) {
        cost.bytes =
            std::min(cost.bytes, static_cast<double>(counted.bytes_read + counted.bytes_written));
      }
      if (is_attention(view.op.code)) return fused_attention(view, std::move(cost));
      const core::NumberFormat format =
          is_product(view.op.code) ? product_format(view) : core::NumberFormat::kF32;
      cost.peak_seconds = cost.flops / product_flops(type_, format);
      seconds = is_product(view.op.code) ? product_seconds(view, format, cost)
                                         : cost.flops / (kVectorShare * type_.flops_per_second);
    }
    const bool is_heavy = step.op >= 0 && is_product(compiled_.program.body.ops[step.op].code);
    const double memory_seconds =
        (is_heavy ? 1 : kFurtherTraffic) * cost.bytes / bandwidth(cost.bytes);
    // Measured rates include the launch, which is all there is to small kernels.
    const bool is_timed = memory_seconds > seconds ? device_.has(kMemoryTable) : cost.measured;
    const double launch = accelerator_launch(device_);
    seconds = std::max(seconds, memory_seconds);
    cost.seconds = is_timed ? std::max(launch, seconds) : launch + seconds;
    return cost;
  }

 private:
  static constexpr const char* kMemoryTable = "memory.write";
  static constexpr double kVectorShare = 0.5;  // of float32 flops, in elementwise kernels

  // Kernels for it compute in bfloat16 and skip what is masked by order.
  KernelCost fused_attention(const OpView& view, KernelCost cost) const {
    if (view.op.get<AttentionAttrs>().causal) cost.flops /= 2;
    cost.peak_seconds = cost.flops / product_flops(type_, core::NumberFormat::kBF16);
    cost.seconds = accelerator_launch(device_) +
                   std::max(cost.peak_seconds / kFusedAttentionShare + kRampSeconds,
                            cost.bytes / bandwidth(cost.bytes));
    return cost;
  }

  double product_seconds(const OpView& view, core::NumberFormat format, KernelCost& cost) const {
    const bool is_dot = view.op.code == OpCode::kDotGeneral;
    if (const auto rate = is_dot ? table_rate(view, format) : std::nullopt) {
      cost.measured = true;
      return cost.flops / *rate;
    }
    const double large = large_product_rate(format);
    return cost.flops / (is_dot ? large : kConvolutionShare * large) + kRampSeconds;
  }

  // Tables are per format: float32 at the default precision has the plain name.
  static std::string table_of(core::NumberFormat format) {
    const bool is_plain = format == core::NumberFormat::kTF32;
    return is_plain ? "product.nn" : fmt::format("product.nn.{}", name_of(format));
  }

  std::optional<double> table_rate(const OpView& view, core::NumberFormat format) const {
    if (!device_.has(table_of(format))) return std::nullopt;
    const auto [m, n, k] = product_extents(view);
    return device_.rate(table_of(format), {m, n, k});
  }

  double large_product_rate(core::NumberFormat format) const {
    double best = 0;
    for (const core::MeasuredTable& table : type_.measured) {
      if (table.kind != table_of(format)) continue;
      for (const core::MeasuredRow& row : table.rows) best = std::max(best, row.rate);
    }
    return best > 0 ? best : kProductShare * product_flops(type_, format);
  }

  double bandwidth(double bytes) const {
    if (device_.has(kMemoryTable)) return *device_.rate(kMemoryTable, {std::max(1.0, bytes)});
    return type_.shares.bytes * type_.memory_bytes_per_second;
  }

  const CompiledProgram& compiled_;
  const DeviceTables& device_;
  const core::DeviceType& type_;
};

}  // namespace

double accelerator_launch(const DeviceTables& device) {
  if (const auto measured = device.seconds({"dispatch", 1})) return *measured;
  const double stated = device.type().launch_seconds;
  return stated > 0 ? stated : kAssumedLaunch;
}

ProgramCost accelerator_cost(const CompiledProgram& compiled, const DeviceTables& device) {
  const AcceleratorPricing pricing(compiled, device);
  ProgramCost cost;
  for (const KernelStep& step : compiled.steps) {
    cost.kernels.push_back(pricing.price(step));
    cost.seconds += cost.kernels.back().seconds;
  }
  return cost;
}

}  // namespace motley::tensor
