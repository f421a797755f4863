#include "tensor/plan/file/pipeline_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "core/base/json_text.h"
#include "core/io/json_reader.h"

namespace motley::tensor {
namespace {

using namespace stage;
using core::JsonDocument;
using core::JsonValue;
using PipelineJson = nlohmann::ordered_json;

int32_t count_at(const JsonValue& object, const char* key, int64_t least = 1) {
  return static_cast<int32_t>(object.at(key).whole_number(least, 1 << 30));
}

}  // namespace

PipelinePlan parse_pipeline_plan(const std::string& text, const std::string& file,
                                 const PlanProblem& problem) {
  const JsonDocument document(text, file);
  const JsonValue root = document.root();
  const int64_t layers = std::ssize(problem.profile.layers);
  const int64_t devices = core::num_devices(problem.cluster);
  PipelinePlan plan{.microbatches = count_at(root, "microbatches"), .stages = {}};
  if (plan.microbatches > problem.batch) {
    throw root.at("microbatches").error(fmt::format("are more than the {} samples", problem.batch));
  }
  if (const auto schedule = root.find("schedule")) plan.schedule = schedule->text();
  std::vector<bool> held(layers), used(devices);
  for (const JsonValue stage : root.at("stages").items()) {
    PlannedStage& one = plan.stages.emplace_back();
    for (const int64_t layer : stage.at("layers").whole_numbers(0, layers - 1)) {
      if (held[layer]) throw stage.error(fmt::format("has layer {} a second time", layer));
      held[layer] = true;
      one.layers.push_back(static_cast<int32_t>(layer));
    }
    for (const int64_t device : stage.at("devices").whole_numbers(0, devices - 1)) {
      if (used[device]) throw stage.error(fmt::format("has device {} a second time", device));
      used[device] = true;
      one.devices.push_back(static_cast<int32_t>(device));
    }
    if (one.layers.empty() || one.devices.empty()) {
      throw stage.error("needs layers and devices");
    }
    std::ranges::sort(one.layers);
    std::ranges::sort(one.devices);
    if (const auto recompute = stage.find("recompute")) one.recompute = recompute->boolean();
  }
  if (const auto left = std::ranges::find(held, false); left != held.end()) {
    throw root.at("stages").error(fmt::format("leave out layer {}", left - held.begin()));
  }
  return plan;
}

std::string measured_plan_json(const MeasuredProblem& problem, const MeasuredPlan& plan,
                               const MeasuredTiming& timing) {
  PipelineJson json = {{"version", 2},
                       {"kind", "measured-pipeline"},
                       {"profile", problem.profile.name},
                       {"cluster", problem.cluster.name},
                       {"batch", problem.batch},
                       {"step_seconds", timing.step_seconds},
                       {"fits", timing.out_of_memory.empty()},
                       {"samples", plan.samples},
                       {"replicas", plan.replicas},
                       {"microbatches", timing.microbatches},
                       {"schedule", "1f1b"},
                       {"stages", PipelineJson::array()}};
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const MeasuredStage& stage = plan.stages[s];
    const MeasuredStageTimes& times = timing.stages[s];
    PipelineJson groups = PipelineJson::array();
    for (const ReplicaGroup& group : stage.groups) {
      groups.push_back({{"type", problem.cluster.device_types[group.type].name},
                        {"tensor", group.tensor},
                        {"count", group.count}});
    }
    json["stages"].push_back({{"layers", {stage.begin, stage.end}},
                              {"replicas", groups},
                              {"forward_seconds", times.forward_seconds},
                              {"backward_seconds", times.backward_seconds},
                              {"forward_message_seconds", times.forward_message_seconds},
                              {"backward_message_seconds", times.backward_message_seconds},
                              {"reduce_seconds", times.reduce_seconds},
                              {"update_seconds", times.update_seconds},
                              {"peak_bytes", static_cast<int64_t>(times.peak_bytes)}});
  }
  return core::json_text(json, 2) + "\n";
}

MeasuredPlan parse_measured_plan(const std::string& text, const std::string& file,
                                 const core::Cluster& cluster) {
  const JsonDocument document(text, file);
  const JsonValue root = document.root();
  MeasuredPlan plan{.samples = count_at(root, "samples"), .replicas = count_at(root, "replicas")};
  for (const JsonValue stage : root.at("stages").items()) {
    const std::vector<int64_t> layers = stage.at("layers").whole_numbers(0, 1 << 30);
    if (layers.size() != 2) throw stage.error("must have layers [FIRST, END]");
    MeasuredStage& one = plan.stages.emplace_back();
    one.begin = static_cast<int32_t>(layers[0]);
    one.end = static_cast<int32_t>(layers[1]);
    for (const JsonValue group : stage.at("replicas").items()) {
      const std::string name = group.at("type").text();
      const auto type = std::ranges::find(cluster.device_types, name, &core::DeviceType::name);
      if (type == cluster.device_types.end()) {
        throw group.error(fmt::format("is of a type {} that the cluster does not have", name));
      }
      one.groups.push_back({static_cast<int32_t>(type - cluster.device_types.begin()),
                            count_at(group, "tensor"), count_at(group, "count")});
    }
    if (one.groups.empty()) throw stage.error("needs replicas");
  }
  if (plan.stages.empty()) throw root.at("stages").error("must not be empty");
  return plan;
}

}  // namespace motley::tensor
