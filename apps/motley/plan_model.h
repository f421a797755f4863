// A model's training step planned on a cluster: by search, or by a named strategy.
#pragma once

#include <string>
#include <vector>

#include "apps/motley/commands.h"
#include "apps/motley/microbatches.h"

namespace motley::apps {

struct ModelPlanSettings {
  std::string model, cluster, strategy = "motley", optimizer = "adam", output;
  Microbatches microbatches;
  std::string level = "full";
  double time_limit = 0;                     // seconds; 0: none
  std::vector<std::string> pins, forbidden;  // "VALUE: STATE"
  std::string explain;                       // a value
  std::vector<std::string> diff;             // two plan files
  bool alone = false;                        // without the named strategies beside it
  bool json = false;
};

Outcome plan_model(const ModelPlanSettings& settings);

// What two plan files of one step do differently.
Outcome diff_plans(const std::string& before, const std::string& after, bool json);

}  // namespace motley::apps
