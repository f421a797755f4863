// The parts of the extension module motley._core; each adds its names to the module.
//
// The module is thin: types of the public headers with what Python needs of them, and JSON for what
// is only shown. What a user sees is written in Python, in python/motley.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <mutex>

#include "core/base/cancel.h"
#include "motley/plan.h"

namespace motley::bindings {

// What the thread that waits for long work shares with the one that does it: it looks at the
// progress, and may cancel.
class Control {
 public:
  void cancel() { is_cancelled_ = true; }
  bool is_cancelled() const { return is_cancelled_; }
  const std::atomic<bool>* flag() const { return &is_cancelled_; }
  void set(const PlanProgress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
  }
  PlanProgress progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }

 private:
  std::atomic<bool> is_cancelled_ = false;
  mutable std::mutex mutex_;
  PlanProgress progress_;
};

void add_cluster(nanobind::module_& module);
void add_plan(nanobind::module_& module);
void add_estimates(nanobind::module_& module);
void add_nbody(nanobind::module_& module);
void add_train(nanobind::module_& module);

}  // namespace motley::bindings
