#include "tensor/plan/predict/measured_shares.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tensor/cost/accelerator_cost.h"
#include "tensor/cost/device_tables.h"
#include "tensor/cost/step_cost.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {
namespace {

using namespace shard_cost;

bool is_product(const KernelCost& kernel) {
  return kernel.op_class == "product" || kernel.op_class == "convolution" ||
         kernel.op_class == "attention";
}

// Bisection: the share at which `seconds`, which decreases with the share, equals `wanted`; or the
// closest.
double share_for(double wanted, const std::function<double(double)>& seconds) {
  double low = 1e-4, high = 1.5;
  for (int i = 0; i < 50; ++i) {
    const double middle = std::sqrt(low * high);
    (seconds(middle) > wanted ? low : high) = middle;
  }
  return high;
}

// For bytes outside all caches, half of them read and half written.
double share_of_bytes(const DeviceTables& tables) {
  constexpr double kFar = 1 << 28;
  const auto read = tables.rate("memory.read", {kFar}), write = tables.rate("memory.write", {kFar});
  if (write && core::is_accelerator(tables.type()))
    return *write / tables.type().memory_bytes_per_second;
  if (!read || !write) return core::RooflineShares{}.bytes;
  return 2 / (1 / *read + 1 / *write) / tables.type().memory_bytes_per_second;
}

// Of one kernel, besides its work.
double launch_seconds(const DeviceTables& tables) {
  if (const auto measured = tables.seconds({"dispatch", 1})) return *measured;
  return core::is_accelerator(tables.type()) ? accelerator_launch(tables) : kKernelStart;
}

// What `seconds` still misses is a factor on all ops, since the share of flops cannot shorten an op
// that waits for memory.
double factor_for(double wanted, double seconds) {
  // Where launches are all there is, the rest is next to nothing.
  return seconds > 0 ? std::max(1e-3, wanted / seconds) : 1;
}

// Seconds and kernels of products, or of everything else.
struct ClassTime {
  double seconds = 0, launches = 0;
};

core::RooflineShares shares_on(core::DeviceType type, const ProgramCost& cost,
                               const StoredWork& work) {
  const DeviceTables tables(type);
  ClassTime products, others;
  for (const KernelCost& k : cost.kernels) {
    ClassTime& time = is_product(k) ? products : others;
    time.seconds += k.seconds, time.launches += 1;
  }
  const auto sum = [&](bool of_products) {
    double seconds = 0;
    for (const OpWork& op : work.ops)
      if ((op.flops > 0) == of_products) seconds += seconds_of(op, type);
    return seconds;
  };
  const auto num_ops = [&](bool of_products) {
    double count = 0;
    for (const OpWork& op : work.ops)
      if ((op.flops > 0) == of_products && seconds_of(op, type) > 0) count += 1;
    return std::max(1.0, count);
  };
  core::RooflineShares& shares = type.shares;
  shares = {.bytes = share_of_bytes(tables)};
  // Dividing a step among devices does not shorten launches, so ops are charged for them apart.
  const double product_overhead = products.launches * launch_seconds(tables) / num_ops(true);
  const double other_overhead = others.launches * launch_seconds(tables) / num_ops(false);
  shares.product_overhead = product_overhead;
  shares.other_overhead = other_overhead;
  shares.products = share_for(products.seconds, [&](double share) {
    shares.products = share;
    return sum(true);
  });
  shares.other_flops = share_for(others.seconds, [&](double share) {
    shares.other_flops = share;
    return sum(false);
  });
  const double product_rest = product_overhead * num_ops(true);
  const double other_rest = other_overhead * num_ops(false);
  shares.product_factor = factor_for(products.seconds - product_rest, sum(true) - product_rest);
  shares.other_factor = factor_for(others.seconds - other_rest, sum(false) - other_rest);
  shares.attention = shares.products;
  return shares;
}

}  // namespace

core::Cluster with_measured_shares(core::Cluster cluster, const Program& step,
                                   const std::vector<Update>& updates) {
  const StoredWork work = stored_work(step);
  StepPricing pricing(step, updates);
  for (core::DeviceType& type : cluster.device_types) {
    type.shares = {};
    type.shares = shares_on(type, pricing.on(type).time, work);
  }
  return cluster;
}

}  // namespace motley::tensor::predict
