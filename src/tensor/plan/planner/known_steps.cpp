#include "tensor/plan/planner/known_steps.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "tensor/plan/predict/measured_shares.h"

namespace motley::tensor::planner {
namespace {

// Steps are kept up to so many ops in all, about 400 MB with what is derived from them.
constexpr int64_t kMostKeptOps = 300'000;

struct KnownStep {
  std::weak_ptr<const ModelStep> step;
  // Of a step that was cut here: the one that it was cut from, and how. It is kept alive.
  std::weak_ptr<const ModelStep> origin;
  ModelStepPtr cut;
  Microbatches microbatches;
  std::shared_ptr<const propagate::ProgramFacts> facts;
  std::shared_ptr<const OneMicrobatch> one_microbatch;
  // Device types without shares, and with those that the step reaches.
  std::vector<core::DeviceType> types, types_with_shares;
};

bool is_same(const Microbatches& a, const Microbatches& b) {
  return a.count == b.count && a.accumulate == b.accumulate && a.recompute == b.recompute &&
         a.keep_products == b.keep_products && a.layers == b.layers &&
         a.cross_sample == b.cross_sample && a.note == b.note;
}

std::vector<core::DeviceType> without_shares(std::vector<core::DeviceType> types) {
  for (core::DeviceType& type : types) type.shares = {};
  return types;
}

// The latest first.
class KnownSteps {
 public:
  std::mutex mutex;

  KnownStep& at(const ModelStepPtr& step) {
    const auto known =
        std::ranges::find_if(all_, [&](const KnownStep& one) { return one.step.lock() == step; });
    if (known != all_.end()) {
      all_.splice(all_.begin(), all_, known);
    } else {
      all_.push_front({.step = step});
      drop_oldest();
    }
    return all_.front();
  }

  ModelStepPtr find(const ModelStepPtr& origin, const Microbatches& microbatches) {
    for (const KnownStep& one : all_) {
      if (one.cut && one.origin.lock() == origin && is_same(one.microbatches, microbatches)) {
        return one.cut;
      }
    }
    return nullptr;
  }

  // What a step was cut from: itself, if it was not.
  ModelStepPtr origin_of(const ModelStepPtr& step) {
    for (const KnownStep& one : all_) {
      if (one.cut != step) continue;
      if (ModelStepPtr origin = one.origin.lock()) return origin;
    }
    return step;
  }

  void add(const ModelStepPtr& origin, const ModelStepPtr& cut) {
    KnownStep& known = at(cut);
    known.origin = origin;
    known.cut = cut;
    known.microbatches = cut->microbatches();
    drop_oldest();
  }

 private:
  // What nobody else plans any more, then what was asked for longest ago.
  void drop_oldest() {
    all_.remove_if([](const KnownStep& one) {
      return one.step.expired() || (one.cut && one.origin.expired());
    });
    int64_t num_ops = 0;
    for (auto one = all_.begin(); one != all_.end();) {
      const ModelStepPtr step = one->step.lock();
      num_ops += std::ssize(step->step.program.body.ops);
      const bool is_kept = one == all_.begin() || num_ops <= kMostKeptOps;
      one = is_kept ? std::next(one) : all_.erase(one);
    }
  }

  std::list<KnownStep> all_;
};

KnownSteps& known_steps() {
  static KnownSteps steps;
  return steps;
}

}  // namespace

ModelStepPtr step_cut_into(const ModelStepPtr& step, const Microbatches& microbatches) {
  KnownSteps& known = known_steps();
  ModelStepPtr origin;
  {
    const std::scoped_lock lock(known.mutex);
    origin = known.origin_of(step);
    if (is_same(origin->microbatches(), microbatches)) return origin;
    if (ModelStepPtr cut = known.find(origin, microbatches)) return cut;
  }
  try {
    ModelStepPtr cut = build_step(*origin, microbatches);
    const std::scoped_lock lock(known.mutex);
    known.add(origin, cut);
    return cut;
  } catch (const core::UserError&) {
    return nullptr;
  }
}

std::shared_ptr<const propagate::ProgramFacts> facts_of(const ModelStepPtr& step) {
  KnownSteps& known = known_steps();
  const std::scoped_lock lock(known.mutex);
  KnownStep& one = known.at(step);
  if (!one.facts) one.facts = std::make_shared<propagate::ProgramFacts>(step->step.program);
  return one.facts;
}

std::shared_ptr<const OneMicrobatch> one_microbatch(const ModelStepPtr& step) {
  KnownSteps& known = known_steps();
  const std::scoped_lock lock(known.mutex);
  KnownStep& of = known.at(step);
  if (!of.one_microbatch) {
    const auto one =
        std::make_shared<OneMicrobatch>(OneMicrobatch{.step = microbatch_step(*step), .facts = {}});
    one->facts = std::make_shared<propagate::ProgramFacts>(one->step.program);
    of.one_microbatch = one;
  }
  return of.one_microbatch;
}

core::Cluster with_shares_of(const ModelStepPtr& step, core::Cluster cluster) {
  std::vector<core::DeviceType> types = without_shares(cluster.device_types);
  KnownSteps& known = known_steps();
  const std::scoped_lock lock(known.mutex);
  KnownStep& one = known.at(step);
  if (one.types != types) {
    const core::Cluster priced = predict::with_measured_shares(
        std::move(cluster), step->step.program, updates_of(step->step));
    one.types = std::move(types);
    one.types_with_shares = priced.device_types;
    return priced;
  }
  cluster.device_types = one.types_with_shares;
  return cluster;
}

}  // namespace motley::tensor::planner
