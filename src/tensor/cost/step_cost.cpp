#include "tensor/cost/step_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/threads.h"
#include "core/cluster/device_library.h"
#include "tensor/cost/accelerator_cost.h"
#include "tensor/passes/cudnn_attention.h"
#include "tensor/passes/expand_attention.h"

namespace motley::tensor {
namespace {

using Formats = std::array<bool, core::kNumNumberFormats>;

void add_formats(const Program& program, const Region& region, Formats& used) {
  for (const Op& op : region.ops) {
    if (is_product(op.code)) used[static_cast<size_t>(product_format({program.values, op}))] = true;
    for (const Region& nested : op.regions) add_formats(program, nested, used);
  }
}

// NVIDIA's GPUs, by the device that ranks use or as the device library knows them.
bool has_cudnn(const core::DeviceType& type) {
  if (!type.device.empty()) return type.device.starts_with("cuda");
  const core::LibraryDevice* known = core::find_library_device(type.name);
  return known != nullptr && known->source.starts_with("NVIDIA");
}

}  // namespace

StepCost StepPricing::on(const core::DeviceType& type) {
  StepCost cost{.threads = type.threads > 0 ? type.threads : core::num_cores()};
  const DeviceTables tables(type);
  if (core::is_accelerator(type)) {
    cost.compiled = compiled_for(has_cudnn(type) ? kCudnn : 0);
    cost.time = accelerator_cost(*cost.compiled, tables);
  } else {
    cost.compiled = compiled_for(cost.threads);
    cost.time = cost_of(*cost.compiled, tables);
  }
  return cost;
}

std::shared_ptr<const CompiledProgram> StepPricing::compiled_for(int threads) {
  const auto known = std::ranges::find(known_, threads, &decltype(known_)::value_type::first);
  if (known != known_.end()) return known->second;
  const CudnnAttention cudnn(step_);
  CompiledProgram compiled =
      threads > 0
          ? compile(step_, {.num_threads = threads, .updates = updates_})
          : compile(
                expand_attention(
                    step_, [&](const OpView& op) { return threads == kCudnn && cudnn.takes(op); }),
                {.num_threads = 1, .updates = updates_});
  known_.emplace_back(threads, std::make_shared<const CompiledProgram>(std::move(compiled)));
  return known_.back().second;
}

std::vector<std::string> unstated_rates(const Program& step, const core::Cluster& cluster) {
  Formats used = {};
  add_formats(step, step.body, used);
  std::vector<std::string> sentences;
  for (const core::DeviceType& type : cluster.device_types) {
    const DeviceTables tables(type);
    for (int f = 0; f < core::kNumNumberFormats; ++f) {
      const auto format = static_cast<core::NumberFormat>(f);
      if (!used[f] || core::states_product_flops(type, format) ||
          tables.has(fmt::format("product.nn.{}", name_of(format)))) {
        continue;
      }
      sentences.push_back(fmt::format(
          "device type `{}` states no rate for {}, which is priced as float32; write `flops: "
          "{{f32: ..., {}: ...}}`",
          type.name, name_of(format), name_of(format)));
    }
  }
  return sentences;
}

}  // namespace motley::tensor
