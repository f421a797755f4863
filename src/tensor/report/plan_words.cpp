#include "tensor/report/plan_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "tensor/plan/strategy/tensor_parallel.h"
#include "tensor/step/staged_model.h"

namespace motley::tensor {

using planner::Plan;
using planner::PlanStage;
using strategy::DimNames;

namespace {

// "5:3:3:1", or "8x5:24x3" where many devices have the same.
std::string shares_text(const Shares& shares) {
  std::vector<std::string> texts;
  for (int begin = 0, end = 0; begin < shares.num_devices(); begin = end) {
    while (end < shares.num_devices() && shares[end] == shares[begin]) ++end;
    const bool is_long = shares.num_devices() > 8 && end - begin > 1;
    for (int i = begin; i < (is_long ? begin + 1 : end); ++i) {
      texts.push_back(is_long ? fmt::format("{}x{}", end - begin, shares[begin])
                              : fmt::format("{}", shares[begin]));
    }
  }
  return fmt::format("{}", fmt::join(texts, ":"));
}

// Bytes of the step's arguments of this role that are sharded along an axis of the grid, as a share
// of all of them.
double sharded_share(const Plan& plan, StepRole role, int axis) {
  double sharded = 0, all = 0;
  for (size_t i = 0; i < plan.on.step().arguments.size(); ++i) {
    const StepArgument& argument = plan.on.step().arguments[i];
    if (argument.role != role) continue;
    const auto bytes = static_cast<double>(argument.type.num_bytes());
    const ValueId v = plan.on.step().program.body.arguments[i];
    all += bytes;
    if (plan.stage().sharding.values[v.index][axis].is_sharded()) sharded += bytes;
  }
  return all > 0 ? sharded / all : 0;
}

// " within hosts" where every line of devices along an axis is in one host, " across hosts" where
// no two of its devices are; empty where there is one host, and for anything between.
std::string extent_of_axis(const Plan& plan, int axis) {
  const PlanStage& stage = plan.stage();
  const DeviceGrid& grid = stage.sharding.group;
  const std::vector<core::Device> all = core::devices(plan.on.cluster);
  if (plan.on.cluster.hosts.size() < 2) return "";
  bool within = true, across = true;
  for (int rank = 0; rank < grid.num_ranks(); ++rank) {
    if (grid.coordinate(rank, axis) != 0) continue;
    std::set<int> hosts;
    for (int r : grid.line(rank, axis)) hosts.insert(all[stage.devices[r]].host);
    within = within && hosts.size() == 1;
    across = across && std::ssize(hosts) == grid.sizes[axis];
  }
  return within ? " within hosts" : across ? " across hosts" : "";
}

// Bytes of parameters that are gathered anew in each pass, as a share of all of them.
double regathered_share(const Plan& plan) {
  const TrainStep& step = plan.on.step();
  const std::vector<bool>& regather = plan.stage().sharding.regather;
  double regathered = 0, all = 0;
  for (int i = 0; i < step.num_params && !regather.empty(); ++i) {
    const auto bytes = static_cast<double>(step.arguments[i].type.num_bytes());
    all += bytes;
    if (regather[step.program.body.arguments[i].index]) regathered += bytes;
  }
  return all > 0 ? regathered / all : 0;
}

// Whether products read shards of this parameter along an axis, as those of experts: it is not
// gathered.
bool is_read_sharded(const Plan& plan, ValueId v, int axis) {
  const ShardPlan& sharding = plan.stage().sharding;
  if (!sharding.values[v.index][axis].is_sharded()) return false;
  if (!sharding.regather.empty() && sharding.regather[v.index]) return false;
  const auto read = sharding.read_as.find(v);
  return read == sharding.read_as.end() || read->second[axis].is_sharded();
}

// Whether the experts of a mixture are sharded along an axis.
bool has_experts(const Plan& plan, int axis) {
  const TrainStep& step = plan.on.step();
  const ShardPlan& sharding = plan.stage().sharding;
  const auto experts = strategy::expert_shardings(step, sharding.group.sizes[axis]);
  return std::ranges::any_of(experts, [&](const auto& expert) {
    const ValueId v = step.program.body.arguments[expert.first];
    return is_read_sharded(plan, v, axis) &&
           sharding.values[v.index][axis].cut.dim == expert.second.dim;
  });
}

// The stage of ZeRO over an axis of which every position has its own samples. With several
// micro-batches gradients are summed before they are scattered.
std::string zero_text(const Plan& plan, int axis) {
  if (sharded_share(plan, StepRole::kParam, axis) > 0.5) {
    return regathered_share(plan) > 0.5 ? ", ZeRO-3" : ", fully sharded and gathered once a step";
  }
  if (sharded_share(plan, StepRole::kState, axis) <= 0.5) return "";
  const TrainStep& step = plan.on.step();
  double scattered = 0, all = 0;
  for (ValueId g : step.gradients) {
    const auto bytes = static_cast<double>(step.program.type(g).num_bytes());
    all += bytes;
    if (plan.stage().sharding.values[g.index][axis].is_sharded()) scattered += bytes;
  }
  const bool at_once = plan.on.microbatches().count == 1 && scattered > 0.5 * all;
  return at_once ? ", ZeRO-2" : ", ZeRO-1";
}

// "data parallel 32 across hosts (5:3:3:1), ZeRO-1".
std::string axis_text(const Plan& plan, int axis) {
  const int num_devices = plan.stage().sharding.group.sizes[axis];
  const std::string where = fmt::format("{}{}", num_devices, extent_of_axis(plan, axis));
  for (int i : strategy::batch_dim(plan.on.step()).arguments) {
    const ValueId v = plan.on.step().program.body.arguments[i];
    const AxisState& batch = plan.stage().sharding.values[v.index][axis];
    if (!batch.is_sharded()) continue;
    const Shares& shares = batch.cut.shares;
    const bool experts = has_experts(plan, axis);
    return fmt::format("{}{} parallel {}{}{}", batch.cut.dim == 0 ? "data" : "sequence",
                       experts ? " and expert" : "", where,
                       shares.is_even() ? "" : fmt::format(" ({})", shares_text(shares)),
                       experts ? "" : zero_text(plan, axis));
  }
  const bool shards = sharded_share(plan, StepRole::kParam, axis) > 0;
  return fmt::format("{} {}", shards ? "tensor parallel" : "replicated over", where);
}

}  // namespace

std::string samples_of(const Plan& plan) {
  return samples_text(plan.on.model_step->samples_per_step(), plan.on.microbatches());
}

// "activation recomputation in 8 layers, selective in 4 more".
std::string recomputed_layers_text(const RecomputedLayers& layers) {
  const auto [whole, selective] = layers;
  if (whole == 0) return "selective recomputation in " + core::counted(selective, "layer");
  const std::string text = "activation recomputation in " + core::counted(whole, "layer");
  return selective == 0 ? text : text + fmt::format(", selective in {} more", selective);
}

std::string parallelism_text(const Plan& plan) {
  // As people say it: tensor parallelism, which is innermost, first.
  std::vector<std::string> texts;
  const DeviceGrid& grid = plan.stage().sharding.group;
  for (int a = grid.num_axes() - 1; a >= 0; --a) {
    if (grid.sizes[a] > 1) texts.push_back(axis_text(plan, a));
  }
  const Microbatches& cut = plan.on.microbatches();
  if (cut.count > 1) texts.push_back(fmt::format("{} micro-batches", cut.count));
  if (cut.layers) {
    texts.push_back(recomputed_layers_text(*cut.layers));
  } else if (cut.recompute) {
    texts.emplace_back(cut.keep_products ? "selective recomputation" : "activation recomputation");
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string stage_devices_text(const planner::Plan& plan, size_t stage) {
  const std::vector<core::Device> all = core::devices(plan.on.cluster);
  std::map<std::string, int> types;
  for (const int d : plan.stages[stage].devices) {
    ++types[plan.on.cluster.device_types[static_cast<size_t>(all[d].type)].name];
  }
  std::string text;
  for (const auto& [type, count] : types) {
    text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", count, type);
  }
  return text;
}

std::string stage_layers_text(const planner::Plan& plan, size_t stage) {
  const std::vector<int>& cuts = plan.pipeline->cuts.cuts;
  const int begin = stage == 0 ? 0 : cuts[stage - 1];
  const int end =
      stage + 1 < plan.stages.size() ? cuts[stage] : num_stage_layers(*plan.on.model_step);
  return end - begin == 1 ? fmt::format("layer {}", begin)
                          : fmt::format("layers {} to {}", begin, end - 1);
}

int64_t peak_of_stage(const planner::Plan& plan, size_t stage) {
  const std::vector<int> ranks = plan.devices();
  const std::vector<int>& own = plan.stages[stage].devices;
  const std::set<int> devices(own.begin(), own.end());
  int64_t most = 0;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    for (int rank = kind.first_rank; rank < kind.first_rank + kind.num_ranks; ++rank) {
      if (devices.contains(ranks[rank])) most = std::max(most, kind.peak_bytes);
    }
  }
  return most > 0 ? most : plan.pipeline->timing.stages[stage].peak_bytes;
}

std::string state_words(const DimNames& dims, int argument, const Sharding& state,
                        const DeviceGrid& group) {
  std::string text;
  for (int a = 0; a < group.num_axes(); ++a) {
    const std::string along = group.num_axes() == 1 ? "" : a == 0 ? " across rows" : " within rows";
    if (state[a].is_sharded()) {
      text += fmt::format("{}sharded along {} (dimension {}){}", text.empty() ? "" : ", ",
                          dims.name(argument, state[a].cut.dim), state[a].cut.dim, along);
    } else if (state[a].is_partial()) {
      text += fmt::format("{}partial sums{}", text.empty() ? "" : ", ", along);
    }
  }
  return text.empty() ? "replicated" : text;
}

int64_t num_samples(const Plan& plan, const strategy::BatchDim& batch, int rank) {
  const ShardPlan& sharding = plan.stage().sharding;
  int64_t samples = batch.extent, most_bytes = 0;
  for (int i : batch.arguments) {
    const ValueId v = plan.on.step().program.body.arguments[i];
    const TensorType& type = plan.on.step().program.type(v);
    const Shape local = local_shape(sharding.values[v.index], type.shape, sharding.group, rank);
    if (is_replicated(sharding.values[v.index]) || type.num_bytes() <= most_bytes) continue;
    most_bytes = type.num_bytes();
    samples = local[0];
  }
  return samples;
}

}  // namespace motley::tensor
