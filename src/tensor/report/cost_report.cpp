#include "tensor/report/cost_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <utility>

#include "core/base/json_text.h"
#include "core/base/memory.h"

namespace motley::tensor {
namespace {

using CostJson = nlohmann::ordered_json;

// A name of JSON and of the memory table for people.
std::string words_of(const std::string& name) {
  static const std::map<std::string, std::string> kWords = {
      {"product", "matrix product"}, {"movement", "data movement"}, {"table", "gather, scatter"},
      {"state", "optimizer state"},  {"bodies", "bodies of loops"}, {"working", "live operands"},
      {"unused", "fragmentation"},   {"step", "whole step"}};
  const auto found = kWords.find(name);
  return found == kWords.end() ? name : found->second;
}

std::string class_table(const DeviceTypeCost& cost) {
  std::string text = fmt::format("  {:<15} {:>7} {:>11} {:>11} {:>11} {:>7} {:>7}\n", "ops",
                                 "kernels", "Gflop", "MB", "ms", "of step", "of peak");
  const auto line = [&](const ClassCost& c) {
    text += fmt::format("  {:<15} {:>7} {:>11.3f} {:>11.2f} {:>11.3f} {:>6.1f}% {:>6.1f}%\n",
                        words_of(c.op_class), c.num_kernels, c.flops * 1e-9, c.bytes * 1e-6,
                        c.seconds * 1e3,
                        cost.time.seconds > 0 ? 100 * c.seconds / cost.time.seconds : 0,
                        c.seconds > 0 ? 100 * c.peak_seconds / c.seconds : 0);
  };
  ClassCost sum{"step"};
  for (const ClassCost& c : by_class(cost.time)) {
    line(c);
    sum.num_kernels += c.num_kernels;
    sum.flops += c.flops, sum.bytes += c.bytes, sum.seconds += c.seconds;
    sum.peak_seconds += c.peak_seconds;
  }
  line(sum);
  return text;
}

// Kind and bytes, in the order of the table.
std::vector<std::pair<const char*, int64_t>> memory_kinds(const MemoryCost& m) {
  return {{"parameters", m.parameter_bytes},
          {"state", m.state_bytes},
          {"batch", m.batch_bytes},
          {"constants", m.constant_bytes},
          {"bodies", m.body_bytes},
          {"results", m.result_bytes},
          {"activations", m.activation_bytes},
          {"working", m.working_bytes},
          {"scratch", m.scratch_bytes},
          {"unused", m.unused_bytes}};
}

std::string device_cost_text(const DeviceTypeCost& cost) {
  std::string text = fmt::format(
      "{}: {:.4g} {}flop/s, {:.4g} GB/s, {}\n\n", cost.type.name,
      cost.type.flops_per_second * (cost.type.flops_per_second < 1e12 ? 1e-9 : 1e-12),
      cost.type.flops_per_second < 1e12 ? "G" : "T", cost.type.memory_bytes_per_second * 1e-9,
      cost.type.measured.empty()
          ? std::string("not measured: priced by the roofline model")
          : fmt::format("{} threads, {:.0f} % of the time from measured tables", cost.threads,
                        100 * cost.measured_share()));
  text += class_table(cost) + "\n";
  for (const auto& [kind, bytes] : memory_kinds(cost.memory))
    if (bytes > 0)
      text += fmt::format("  {:<15} {:>12}\n", words_of(kind), core::readable_bytes(bytes));
  text +=
      fmt::format("  {:<15} {:>12}{}\n", "memory", core::readable_bytes(cost.memory.total_bytes()),
                  cost.fits() ? "" : "  does not fit");
  return text;
}

CostJson device_cost_json(const DeviceTypeCost& cost) {
  CostJson classes = CostJson::array(), memory;
  for (const ClassCost& c : by_class(cost.time))
    classes.push_back({{"class", c.op_class},
                       {"kernels", c.num_kernels},
                       {"flops", c.flops},
                       {"bytes", c.bytes},
                       {"seconds", c.seconds},
                       {"peak_share", c.seconds > 0 ? c.peak_seconds / c.seconds : 0}});
  for (const auto& [kind, bytes] : memory_kinds(cost.memory))
    memory[std::string(kind) + "_bytes"] = bytes;
  return {{"device_type", cost.type.name},
          {"step_seconds", cost.time.seconds},
          {"measured_share", cost.measured_share()},
          {"flops", cost.flops},
          {"peak_share", cost.time.seconds > 0 ? cost.peak_seconds / cost.time.seconds : 0},
          {"peak_bytes", cost.memory.total_bytes()},
          {"arena_bytes", cost.memory.arena_bytes},
          {"fits", cost.fits()},
          {"classes", classes},
          {"memory", memory}};
}

}  // namespace

std::string cost_report(const std::vector<DeviceTypeCost>& costs) {
  std::string text;
  for (const DeviceTypeCost& cost : costs)
    text += (text.empty() ? "" : "\n") + device_cost_text(cost);
  return text;
}

std::string cost_report_json(const std::string& model, const std::vector<DeviceTypeCost>& costs) {
  CostJson devices = CostJson::array();
  for (const DeviceTypeCost& cost : costs) devices.push_back(device_cost_json(cost));
  return core::json_text(CostJson{{"model", model}, {"devices", devices}}, 2) + "\n";
}

}  // namespace motley::tensor
