// What changes a run while it runs: measured figures of all ranks go to rank 0, which decides; its
// message names the step from which a change holds, on every rank.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/adapt/adaptation.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/train/step_runner.h"

namespace motley::tensor {

// On every rank; calls are collective.
class Adapter {
 public:
  virtual ~Adapter() = default;

  // At the end of step `step`: the root's decision, on all ranks.
  virtual uint8_t after_step(int64_t step, uint8_t decision, const StepFigures& figures,
                             double step_seconds) = 0;
  // Before step `step`: makes the change that is due, if any.
  virtual void before_step(int64_t step, StepRunner& runner) = 0;

  virtual const planner::Plan& plan() const = 0;  // in use
  // On the root: the changes so far; lines that every decision can be replayed from
  // (tensor/adapt/decision_log.h); the cluster as measured.
  virtual const std::vector<Adaptation>& changes() const = 0;
  virtual const std::vector<std::string>& log() const = 0;
  virtual core::Cluster measured_cluster() const = 0;
};

// Fills in what came of the last change: the median of the steps after it.
class ChangeRecord {
 public:
  void begin(const Adaptation& change);
  void add_step(double seconds);
  const std::vector<Adaptation>& all() const { return changes_; }

 private:
  std::vector<Adaptation> changes_;
  std::vector<double> seconds_after_;
};

}  // namespace motley::tensor
