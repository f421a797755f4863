#include "tensor/run/step_cases.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tensor/compile/recognize_attention.h"

namespace motley::tensor {
namespace {

// One host per row, one device per entry, with the given speeds.
core::Cluster unlike(const std::vector<std::vector<double>>& flops) {
  core::Cluster cluster;
  cluster.network = core::Link{1e9, 30e-6};
  for (const auto& host : flops) {
    core::Host& made = cluster.hosts.emplace_back();
    made.link = core::Link{10e9, 5e-6};
    for (double f : host) {
      made.devices.push_back({static_cast<int32_t>(cluster.device_types.size()), 1});
      cluster.device_types.push_back({.name = fmt::format("t{}", cluster.device_types.size()),
                                      .flops_per_second = f * 1e12,
                                      .memory_bytes = int64_t{16} << 30,
                                      .memory_bytes_per_second = f * 1e11});
    }
  }
  return cluster;
}

}  // namespace

TrainStep make_step(const Program& loss, const Signature& signature, const std::string& optimizer,
                    int64_t num_microbatches) {
  std::vector<LossArgument> roles;
  for (const ArgumentSpec& spec : signature) {
    roles.push_back({spec.role == Role::kParam, spec.name});
  }
  return train_step(
      recognize_attention(loss), roles,
      {.optimizer = Optimizer::parse(optimizer), .num_microbatches = num_microbatches});
}

Case make_planned_case(const Program& loss, const Signature& signature,
                       const std::string& optimizer, int64_t num_microbatches) {
  return {make_step(loss, signature, optimizer, num_microbatches), {}};
}

Case make_case(const Program& loss, const Signature& signature, const std::string& optimizer,
               int64_t num_microbatches) {
  Case made = make_planned_case(loss, signature, optimizer, num_microbatches);
  std::mt19937_64 random(kStepSeed);
  for (size_t i = 0; i < made.step.arguments.size(); ++i) {
    const StepArgument& argument = made.step.arguments[i];
    Literal value = Literal::zeros(argument.type);
    if (argument.role == StepRole::kSetting) {
      value.set_from_double(0, 0.1);
    } else {
      // Integers stay small: valid tokens and labels of any model. State is positive, for square
      // roots.
      std::normal_distribution<double> normal(0, 0.5);
      const bool state = argument.role == StepRole::kState;
      for (int64_t k = 0; k < value.num_elements(); ++k) {
        const double x = normal(random);
        value.set_from_double(k, is_float(argument.type.element)
                                     ? (state ? std::abs(x) : x)
                                     : static_cast<double>(random() % 3));
      }
    }
    made.arguments.push_back(std::move(value));
  }
  return made;
}

const std::vector<core::Cluster>& clusters() {
  static const std::vector<core::Cluster> all = {unlike({{3, 1}}), unlike({{2, 2, 1}}),
                                                 unlike({{4, 1}, {1, 1}}),
                                                 unlike({{1}, {2}, {1}, {5}, {1}}), unlike({{1}})};
  return all;
}

}  // namespace motley::tensor
