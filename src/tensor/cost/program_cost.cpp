#include "tensor/cost/program_cost.h"

#include <algorithm>

#include "tensor/cost/reuse.h"
#include "tensor/ir/loops.h"

namespace motley::tensor {

// From the first word of the kernel's name, which is the op's name unless the kernel has its own.
std::string op_class_of(const std::string& kernel) {
  static const std::pair<std::string_view, const char*> kClasses[] = {
      {"dot", "product"},          {"conv", "convolution"},
      {"attention", "attention"},  {"attention_gradient", "attention"},
      {"fusion", "elementwise"},   {"reduce", "reduction"},
      {"gather", "table"},         {"scatter", "table"},
      {"reduce_window", "window"}, {"select_and_scatter", "window"},
      {"cumulative", "window"},    {"sort", "sort"},
      {"top_k", "sort"},           {"reference", "reference"}};
  const std::string_view word = std::string_view(kernel).substr(0, kernel.find('.'));
  for (const auto& [first, op_class] : kClasses)
    if (word == first) return op_class;
  return "movement";
}

bool copies_whole_operand(const CompiledProgram& compiled, const KernelStep& step) {
  if (compiled.program.body.ops[step.op].code != OpCode::kDynamicUpdateSlice) return false;
  const Place &from = step.operands[0], &to = step.results[0];
  return from.kind != to.kind || from.index != to.index || from.offset != to.offset;
}

KernelCost cost_with_bodies(
    const CompiledProgram& compiled, const KernelStep& step,
    const std::function<ProgramCost(const CompiledProgram&)>& cost_of_body) {
  const Op& op = compiled.program.body.ops[step.op];
  const bool is_loop = op.code == OpCode::kWhile;
  const auto turns = static_cast<double>(num_turns(op).value_or(1));
  KernelCost cost{.op_class = is_loop ? "loop" : "branch", .kernel = step.kernel.name};
  for (const CompiledProgram& body : step.bodies) {
    const ProgramCost inner = cost_of_body(body);
    KernelCost sum;
    for (const KernelCost& k : inner.kernels) {
      sum.flops += k.flops, sum.bytes += k.bytes, sum.peak_seconds += k.peak_seconds;
    }
    if (is_loop) {
      cost.seconds += turns * inner.seconds;
      cost.flops += turns * sum.flops, cost.bytes += turns * sum.bytes;
      cost.peak_seconds += turns * sum.peak_seconds;
    } else if (inner.seconds >= cost.seconds) {
      cost.seconds = inner.seconds, cost.flops = sum.flops, cost.bytes = sum.bytes;
      cost.peak_seconds = sum.peak_seconds;
    }
  }
  return cost;
}

namespace {

double sum_bytes(const std::vector<Place>& places) {
  double bytes = 0;
  for (const Place& p : places) bytes += static_cast<double>(p.bytes);
  return bytes;
}

class Pricing {
 public:
  Pricing(const CompiledProgram& compiled, const DeviceTables& device,
          const core::RooflineShares& shares)
      : compiled_(compiled), device_(device), shares_(shares), reuse_(reuse_distances(compiled)) {}

  KernelCost price(size_t s) const {
    const KernelStep& step = compiled_.steps[s];
    KernelCost cost{op_class_of(step.kernel.name), step.kernel.name};
    cost.bytes = sum_bytes(step.operands) + sum_bytes(step.results);
    if (step.op >= 0) {
      const Work counted = work({compiled_.program.values, compiled_.program.body.ops[step.op]});
      cost.flops = counted.flops;
      cost.peak_seconds = counted.flops / peak_of(step);
      if (!copies_whole_operand(compiled_, step)) {
        cost.bytes =
            std::min(cost.bytes, static_cast<double>(counted.bytes_read + counted.bytes_written));
      }
    }
    if (!step.bodies.empty()) {
      return cost_with_bodies(compiled_, step, [&](const CompiledProgram& body) {
        return cost_of(body, device_, shares_);
      });
    }
    if (const auto seconds = by_tables(step, reuse_[s], cost.bytes)) {
      cost.seconds = *seconds;
      cost.measured = true;
    } else {
      cost.seconds = by_roofline(cost);
    }
    return cost;
  }

 private:
  std::optional<double> by_tables(const KernelStep& step, const StepReuse& reuse,
                                  double bytes) const {
    const auto dispatch = device_.seconds({"dispatch", 1});
    if (!dispatch) return std::nullopt;
    double alone = *dispatch, streaming = 0;
    bool streams = false;
    for (const WorkPart& part : step.kernel.work) {
      const auto seconds = device_.seconds(part);
      if (!seconds) return std::nullopt;
      (part.streams ? streaming : alone) += *seconds;
      streams = streams || part.streams;
    }
    const double memory = memory_seconds(step, reuse, bytes);
    if (streams) return alone + std::max(streaming, memory);
    return alone + std::max(0.0, memory - memory_seconds(step, own_reuse(step), bytes));
  }

  // Reuse as in the measurement: repeated runs on the same values.
  static StepReuse own_reuse(const KernelStep& step) {
    const double footprint = sum_bytes(step.operands) + sum_bytes(step.results);
    return {std::vector<double>(step.operands.size(), footprint),
            std::vector<double>(step.results.size(), footprint)};
  }

  // Of the largest operand only the counted bytes: a lookup reads few rows of a table, and an
  // update in place writes few of its result.
  double memory_seconds(const KernelStep& step, const StepReuse& reuse, double counted) const {
    double spared = sum_bytes(step.operands) + sum_bytes(step.results) - counted;
    double seconds = 0;
    size_t largest = 0;
    for (size_t i = 1; i < step.operands.size(); ++i)
      if (step.operands[i].bytes > step.operands[largest].bytes) largest = i;
    for (size_t i = 0; i < step.operands.size(); ++i) {
      auto bytes = static_cast<double>(step.operands[i].bytes);
      if (i == largest) bytes -= less(bytes, spared);
      seconds += at_distance("memory.read", bytes, reuse.operands[i]);
    }
    for (size_t i = 0; i < step.results.size(); ++i) {
      auto bytes = static_cast<double>(step.results[i].bytes);
      bytes -= less(bytes, spared);
      seconds += at_distance("memory.write", bytes, reuse.results[i]);
    }
    return seconds;
  }
  // What of the bytes is spared; less is left to spare.
  static double less(double bytes, double& spared) {
    const double taken = std::clamp(spared, 0.0, bytes);
    spared -= taken;
    return taken;
  }
  double at_distance(const char* kind, double bytes, double distance) const {
    return device_.seconds({kind, bytes, {std::max(1.0, distance)}}).value_or(0);
  }

  double by_roofline(const KernelCost& cost) const {
    const bool is_product = cost.op_class == "product" || cost.op_class == "convolution";
    const double share = is_product                     ? shares_.products
                         : cost.op_class == "attention" ? shares_.attention
                                                        : shares_.other_flops;
    const core::DeviceType& type = device_.type();
    return kKernelStart + std::max(cost.peak_seconds / share,
                                   cost.bytes / (shares_.bytes * type.memory_bytes_per_second));
  }

  double peak_of(const KernelStep& step) const {
    const OpView view{compiled_.program.values, compiled_.program.body.ops[step.op]};
    return product_flops(
        device_.type(), is_product(view.op.code) ? product_format(view) : core::NumberFormat::kF32);
  }

  const CompiledProgram& compiled_;
  const DeviceTables& device_;
  const core::RooflineShares& shares_;
  const std::vector<StepReuse> reuse_;
};

}  // namespace

ProgramCost cost_of(const CompiledProgram& compiled, const DeviceTables& device,
                    const core::RooflineShares& shares) {
  const Pricing pricing(compiled, device, shares);
  ProgramCost cost;
  for (size_t s = 0; s < compiled.steps.size(); ++s) {
    cost.kernels.push_back(pricing.price(s));
    cost.seconds += cost.kernels.back().seconds;
  }
  return cost;
}

std::vector<ClassCost> by_class(const ProgramCost& cost) {
  std::vector<ClassCost> classes;
  for (const KernelCost& k : cost.kernels) {
    auto found = std::ranges::find(classes, k.op_class, &ClassCost::op_class);
    if (found == classes.end()) found = classes.insert(classes.end(), ClassCost{k.op_class});
    ++found->num_kernels;
    found->flops += k.flops, found->bytes += k.bytes, found->seconds += k.seconds;
    found->peak_seconds += k.peak_seconds;
  }
  std::ranges::stable_sort(classes, std::greater<>(), &ClassCost::seconds);
  return classes;
}

}  // namespace motley::tensor
