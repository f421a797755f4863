// Staged steps on groups of ranks as threads, and what they are compared with.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <mutex>

#include "core/comm/local.h"
#include "core/device/pjrt/find_plugin.h"
#include "tensor/grad/reverse.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/reference/interpreter.h"
#include "tensor/staged/staged_cases.h"

namespace motley::tensor {

inline constexpr const char* kTinyGpt = "gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=8";

inline schedule::Schedule named_schedule(const std::string& name, int stages,
                                         int64_t microbatches) {
  const std::vector<schedule::Ticks> ones(stages, 1), edges(std::max(0, stages - 1), 0);
  return schedule::generate(name, {stages, static_cast<int32_t>(microbatches)},
                            {.forward = ones, .backward = ones, .weight = ones, .latency = edges},
                            {});
}

// Ranks are numbered along the stages.
inline PipelineLayout layout_of(const std::vector<std::vector<int64_t>>& samples) {
  PipelineLayout layout{.ranks = {}, .samples = samples};
  int next = 0;
  for (const auto& group : samples) {
    auto& ranks = layout.ranks.emplace_back();
    for (size_t i = 0; i < group.size(); ++i) ranks.push_back(next++);
  }
  return layout;
}

using SettingsOfRank = std::function<PipelineExecutorSettings(int rank)>;

// Two steps on ranks as threads: the loss, parameters and state.
inline std::vector<Literal> run_groups(const StagedStep& step, const schedule::Schedule& schedule,
                                       const PipelineLayout& layout,
                                       const std::vector<Literal>& arguments,
                                       const SettingsOfRank& settings_of) {
  const std::vector<PipelineProgram> programs = pipeline_programs(step, schedule);
  std::vector<int> group_of;
  for (size_t s = 0; s < layout.ranks.size(); ++s) {
    for (size_t i = 0; i < layout.ranks[s].size(); ++i) group_of.push_back(static_cast<int>(s));
  }
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  core::run_local(static_cast<int>(group_of.size()), [&](core::Communicator& comm) {
    PipelineExecutor rank(step, programs[group_of[comm.rank()]], layout, comm,
                          settings_of(comm.rank()));
    for (size_t i = 0; i < arguments.size(); ++i) {
      rank.set_argument(static_cast<int>(i), arguments[i].bytes());
    }
    for (int k = 0; k < 2; ++k) rank.run();
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, rank.loss());
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (!rank.owns(i)) continue;
      const bool is_first = results[1 + i].num_bytes() == 0;
      Literal before = results[1 + i];
      if (is_first) results[1 + i] = Literal::zeros(step.arguments[i].type);
      rank.copy_argument(i,
                         {results[1 + i].data(), static_cast<size_t>(results[1 + i].num_bytes())});
      // All ranks of a group that hold the same parameters whole hold the same bits.
      if (!is_first && std::ssize(rank.argument(i)) == before.num_bytes()) {
        EXPECT_EQ(results[1 + i], before);
      }
    }
  });
  return results;
}

inline std::vector<Literal> run_groups(const StagedStep& step, const schedule::Schedule& schedule,
                                       const PipelineLayout& layout,
                                       const std::vector<Literal>& arguments, bool reference) {
  return run_groups(step, schedule, layout, arguments,
                    [&](int) { return PipelineExecutorSettings{.reference = reference}; });
}

// These ranks on the test plugin, the others on the cpu engine.
inline SettingsOfRank on_plugin(const std::vector<int>& ranks) {
  return [ranks](int rank) {
    static const auto device = core::pjrt::Device::open(
        {"pjrt", 0}, core::pjrt::open_plugin("pjrt", MOTLEY_TEST_PLUGIN_FILE));
    PipelineExecutorSettings settings;
    if (std::ranges::count(ranks, rank) > 0) {
      settings.accelerator = DeviceRunSettings{.device = device, .cache_folder = ""};
    }
    return settings;
  };
}

// The case with a gradient that is part of the loss, as JAX exports it: it is cut into stages, not
// made anew. It is twice the true one, so that nobody can have computed another.
inline StagedCase with_own_gradient(StagedCase c) {
  std::vector<int> params;
  for (size_t i = 0; i < c.arguments.size(); ++i) {
    if (c.arguments[i].is_param) params.push_back(static_cast<int>(i));
  }
  const Program gradient = loss_and_gradients(c.loss, params).program;
  ProgramBuilder builder(gradient);
  std::vector<ValueId> results = {gradient.body.results[0]};
  for (size_t i = 1; i < gradient.body.results.size(); ++i) {
    const Expr g(builder, gradient.body.results[i]);
    results.push_back((g + g).id());
  }
  c.loss = loss_with_gradient(std::move(builder).finish(std::move(results)), params);
  c.num_layers = static_cast<int>(stage_cuts(c.loss, c.arguments).size()) + 1;
  return c;
}

// Two steps on one device.
inline std::vector<Literal> run_whole(const StagedCase& c) {
  const TrainStep whole = train_step(c.loss, c.arguments, c.settings);
  std::vector<Literal> arguments = c.values, results;
  for (int k = 0; k < 2; ++k) {
    results = interpret(whole.program, arguments).results;
    for (int i = 0; i < whole.num_params + whole.num_state; ++i) arguments[i] = results[1 + i];
  }
  return results;
}

inline void expect_near(const StagedStep& step, const std::vector<Literal>& got,
                        const std::vector<Literal>& wanted, double tolerance = 1e-8) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (i > 0 && step.held[i - 1].empty()) continue;
    double difference = 0, size = 0;
    for (int64_t k = 0; k < got[i].num_elements(); ++k) {
      difference += std::pow(got[i].as_double(k) - wanted[i].as_double(k), 2);
      size += std::pow(wanted[i].as_double(k), 2);
    }
    EXPECT_LT(std::sqrt(difference / std::max(size, 1e-30)), tolerance)
        << (i == 0 ? "loss" : step.arguments[i - 1].name);
  }
}

}  // namespace motley::tensor
