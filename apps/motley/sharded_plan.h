// A plan for a model's training step on a cluster, made by a named strategy or read from a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/motley/loaded_model.h"
#include "apps/motley/microbatches.h"
#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/search/search.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::apps {

// The step of a model, and the cluster that it is planned for.
struct StepOnCluster {
  std::string model, optimizer, cluster_file;
  Microbatches microbatches;
  LoadedModel loaded;  // with a batch of one micro-batch
  tensor::TrainStep step;
  core::Cluster cluster;

  int num_updated() const { return step.num_params + step.num_state; }
  int64_t samples_per_step() const;
};
std::unique_ptr<StepOnCluster> read_step(const std::string& model, const std::string& optimizer,
                                         const std::string& cluster_file,
                                         const Microbatches& microbatches = {});
// The same for a cluster that is in no file, such as equal devices of this machine.
std::unique_ptr<StepOnCluster> read_step(const std::string& model, const std::string& optimizer,
                                         core::Cluster cluster,
                                         const Microbatches& microbatches = {});

struct ShardedPlan {
  std::string strategy;
  std::vector<int> devices;  // of the cluster, by rank
  tensor::shard_cost::GroupCosts costs;
  tensor::ShardPlan plan;
  tensor::predict::StepTime time;
  std::vector<std::string> without_rule;  // "12 x stablehlo.sort": whole on every device
  double seconds = 0;                     // that planning took
  std::optional<tensor::search::SearchResult>
      found;                        // of a search: all that it says beside the plan
  std::string inapplicable_reason;  // why the strategy does not apply; then the rest is empty
};

ShardedPlan plan_by(const StepOnCluster& on, const std::string& strategy);
// Those that people would have picked, by name; the planner's own is not among them.
std::vector<std::string> sharding_strategies();
// The planner's own.
ShardedPlan searched_plan(const StepOnCluster& on, tensor::search::SearchSettings settings,
                          std::optional<tensor::ValueId> explained = {});

// Arguments go by the signature's names, other values by the printed step's.
std::vector<std::string> names_of(const tensor::TrainStep& step);

// "4 x core": devices that the plan leaves out, or nothing.
std::string devices_without_share(const StepOnCluster& on, const ShardedPlan& plan);

// The file: readable, and the same bytes for the same input.
std::string plan_json(const StepOnCluster& on, const ShardedPlan& plan);

// A plan and what it is for. A UserError names the value whose state does not fit, or says that
// model or cluster are others than the plan was made for.
struct PlanFile {
  std::unique_ptr<StepOnCluster> on;
  ShardedPlan plan;
};
PlanFile read_plan(const std::string& file);

// "memory", "22.1 GB of 16 GiB on v100" ..., for people.
std::string plan_text(const StepOnCluster& on, const ShardedPlan& plan);

}  // namespace motley::apps
