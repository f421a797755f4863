// `motley plan --profile FOLDER`: pipelines of a profile measured at several degrees and
// micro-batch sizes, as Sailor and Metis publish them.
#pragma once

#include <CLI/CLI.hpp>

#include <chrono>
#include <optional>
#include <string>

#include "apps/motley/commands.h"
#include "motley/plan.h"

namespace motley::apps {

struct MeasuredSettings {
  tensor::MeasuredProfileFiles files;
  std::string rates, zone = "us-central1-a";
  double bytes_per_parameter_byte = 0;  // 0: by the optimizer
  std::string overhead = "0";
};

struct MeasuredRequest {
  std::string profile, cluster, output, evaluate;
  int64_t batch = 0;
  double bytes_per_parameter_byte = 4;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool json = false;
};

void add_measured_options(CLI::App& parser, MeasuredSettings& settings);
Outcome plan_measured(const MeasuredSettings& settings, const MeasuredRequest& request);

}  // namespace motley::apps
