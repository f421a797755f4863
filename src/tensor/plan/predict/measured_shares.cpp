#include "tensor/plan/predict/measured_shares.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tensor/cost/device_tables.h"
#include "tensor/cost/program_cost.h"
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
  if (!read || !write) return core::RooflineShares{}.bytes;
  return 2 / (1 / *read + 1 / *write) / tables.type().memory_bytes_per_second;
}

core::RooflineShares shares_on(core::DeviceType type, const Program& step,
                               const std::vector<Update>& updates) {
  const DeviceTables tables(type);
  const ProgramCost cost = cost_of(
      compile(step, {.num_threads = std::max(1, type.threads), .updates = updates}), tables);
  double products = 0, others = 0;
  for (const KernelCost& k : cost.kernels) (is_product(k) ? products : others) += k.seconds;
  const StoredWork work = stored_work(step);
  const auto sum = [&](bool of_products) {
    double seconds = 0;
    for (const OpWork& op : work.ops)
      if ((op.flops > 0) == of_products) seconds += seconds_of(op, type);
    return seconds;
  };
  type.shares.bytes = share_of_bytes(tables);
  type.shares.products = share_for(products, [&](double share) {
    type.shares.products = share;
    return sum(true);
  });
  type.shares.other_flops = share_for(others, [&](double share) {
    type.shares.other_flops = share;
    return sum(false);
  });
  type.shares.attention = type.shares.products;
  return type.shares;
}

}  // namespace

core::Cluster with_measured_shares(core::Cluster cluster, const Program& step,
                                   const std::vector<Update>& updates) {
  for (core::DeviceType& type : cluster.device_types) {
    if (type.device.empty() && !type.measured.empty()) type.shares = shares_on(type, step, updates);
  }
  return cluster;
}

}  // namespace motley::tensor::predict
