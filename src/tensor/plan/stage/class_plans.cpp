#include "tensor/plan/stage/class_plans.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tensor/plan/stage/layer_cuts.h"

namespace motley::tensor::stage {
namespace {

constexpr int64_t kMostStates = 4096;  // combinations of counts
constexpr int kMostStages = 64;
// Stage times to try, relative to that of all devices busy all the time.
constexpr double kStageTimes[] = {1.0, 1.02, 1.05, 1.08, 1.12, 1.17, 1.23, 1.3,
                                  1.4, 1.55, 1.75, 2.0,  2.5,  3.5,  6.0,  12.0};

// Devices that are alike, host by host.
struct DeviceClass {
  std::vector<int32_t> devices;
  int64_t memory_bytes = 0;
  int32_t units = 0;  // groups of `unit` devices
};

// So many devices of a class as a stage.
struct StageSize {
  int device_class = 0;
  int32_t units = 0, devices = 0;
  double speed = 0;          // in whole samples
  int64_t most_samples = 0;  // of one device
};

class ClassSearch {
 public:
  ClassSearch(const PlanProblem& problem, const PlanCosts& costs, int32_t microbatches)
      : problem_(problem), costs_(costs), cuts_(problem.profile), M_(microbatches) {
    saved_.push_back(0);
    for (const ProfileLayer& layer : problem.profile.layers) {
      saved_.push_back(saved_.back() + layer.saved_bytes);
    }
    find_classes();
    find_sizes();
  }

  std::vector<ClassPlan> run() {
    std::vector<ClassPlan> plans;
    std::set<std::vector<std::pair<size_t, int32_t>>> known;  // sizes and first layers of stages
    const double least = cuts_.compute_seconds(0, num_layers()) / total_speed_ * costs_.scale(M_);
    for (const double times : kStageTimes) {
      for (Found& found : solve(times * least)) {
        std::vector<std::pair<size_t, int32_t>> key;
        for (const Step& step : found.steps) key.emplace_back(step.size, step.begin);
        if (!known.insert(std::move(key)).second) continue;
        plans.push_back({found.estimate_seconds, plan_of(found)});
      }
    }
    std::ranges::stable_sort(plans, {}, &ClassPlan::estimate_seconds);
    return plans;
  }

 private:
  // A stage: its size, its first layer, and whether it recomputes.
  struct Step {
    size_t size = 0;
    int32_t begin = 0;
    bool recompute = false;
  };
  struct Found {
    double estimate_seconds = 0;
    std::vector<Step> steps;  // from the first stage on
  };
  // How far back a stage reaches that ends before `end`.
  struct Reach {
    int32_t begin = 0;
    bool recompute = false;
  };

  int32_t num_layers() const { return cuts_.num_layers(); }

  void find_classes() {
    const core::Cluster& cluster = problem_.cluster;
    std::map<std::tuple<double, int64_t, double, double, double, double>, DeviceClass> classes;
    for (int32_t d = 0; d < costs_.num_devices(); ++d) {
      const core::Host& host = cluster.hosts[costs_.device(d).host];
      const auto port = core::port_of(cluster, host);
      DeviceClass& of =
          classes[{-costs_.speed(d), costs_.memory_bytes(d),
                   host.link ? host.link->bandwidth_bytes_per_second : 0,
                   host.link ? host.link->latency_seconds : 0,
                   port ? port->bandwidth_bytes_per_second : 0, port ? port->latency_seconds : 0}];
      of.devices.push_back(d);
      of.memory_bytes = costs_.memory_bytes(d);
      total_speed_ += costs_.speed(d);
    }
    for (auto& [key, one] : classes) classes_.push_back(std::move(one));
    // Devices are counted in units, so that the combinations of counts stay few.
    for (unit_ = 1;; unit_ *= 2) {
      int64_t states = 1;
      for (DeviceClass& one : classes_) {
        one.units = std::max<int32_t>(1, static_cast<int32_t>(one.devices.size()) / unit_);
        states = std::min(states * (one.units + 1), 2 * kMostStates);
      }
      if (states <= kMostStates) break;
    }
    for (const DeviceClass& one : classes_) {
      strides_.push_back(num_states_);
      num_states_ *= one.units + 1;
    }
  }

  void find_sizes() {
    for (size_t c = 0; c < classes_.size(); ++c) {
      const DeviceClass& one = classes_[c];
      for (int32_t units = 1; units <= one.units; ++units) {
        // 1, 2, 3, 4, 6, 8, 12, 16, ... and all.
        const bool is_round =
            (units & (units - 1)) == 0 || (units % 3 == 0 && ((units / 3) & (units / 3 - 1)) == 0);
        if (!is_round && units != one.units) continue;
        const int32_t count =
            std::min<int32_t>(units * unit_, static_cast<int32_t>(one.devices.size()));
        if (count > costs_.samples(M_)) break;  // devices without a sample
        const std::span group(one.devices.data(), static_cast<size_t>(count));
        const std::vector<int64_t> samples = costs_.samples(group, M_);
        sizes_.push_back({.device_class = static_cast<int>(c),
                          .units = units,
                          .devices = count,
                          .speed = costs_.speed(group, M_),
                          .most_samples = *std::ranges::max_element(samples)});
      }
    }
  }

  bool fits(const StageSize& size, int32_t begin, int32_t end, int64_t live, bool recompute) const {
    const double part =
        static_cast<double>(size.most_samples) / static_cast<double>(problem_.profile.batch);
    const double saved = static_cast<double>(saved_[end] - saved_[begin]) * part;
    const double input = begin == 0 ? 0 : static_cast<double>(cuts_.cut_bytes(begin)) * part;
    const double fixed =
        static_cast<double>(cuts_.parameter_bytes(begin, end)) * problem_.bytes_per_parameter_byte;
    const auto count = static_cast<double>(live);
    const double bytes =
        recompute ? fixed + saved + count * input : fixed + count * (input + saved);
    return bytes <= static_cast<double>(classes_[size.device_class].memory_bytes);
  }

  double seconds(const StageSize& size, int32_t begin, int32_t end, bool recompute) const {
    const double again = recompute ? cuts_.forward_seconds(begin, end) : 0;
    return (cuts_.compute_seconds(begin, end) + again) * costs_.scale(M_) / size.speed;
  }

  // By end: the farthest reach within the stage time and memory.
  std::vector<Reach> reaches(const StageSize& size, int64_t live, double stage_seconds) const {
    std::vector<Reach> all(num_layers() + 1);
    int32_t plain = 0, again = 0;  // both grow with `end`
    for (int32_t end = 1; end <= num_layers(); ++end) {
      const auto is_over = [&](int32_t begin, bool recompute) {
        return begin < end && (seconds(size, begin, end, recompute) > stage_seconds ||
                               !fits(size, begin, end, live, recompute));
      };
      while (is_over(plain, false)) ++plain;
      while (is_over(again, true)) ++again;
      all[end] = again < plain ? Reach{again, true} : Reach{plain, false};
    }
    return all;
  }

  // The fewest devices for every number of stages that carries all layers within the stage time.
  std::vector<Found> solve(double stage_seconds) const {
    const int stages = std::min<int>(kMostStages, num_layers());
    // By stages behind, state: the first layer carried, and the last stage added.
    struct Cell {
      int32_t begin = -1;
      int16_t size = -1;
    };
    std::vector<std::vector<Cell>> table(stages + 1, std::vector<Cell>(num_states_));
    table[0][0].begin = num_layers();
    std::vector<Found> found;
    std::vector<std::vector<std::vector<Reach>>> reach;  // by stages behind, size
    for (int s = 0; s < stages; ++s) {
      auto& now = reach.emplace_back();
      const int64_t live = std::min<int64_t>(M_, s + 1);
      for (const StageSize& size : sizes_) now.push_back(reaches(size, live, stage_seconds));
      for (int64_t state = 0; state < num_states_; ++state) {
        const int32_t end = table[s][state].begin;
        if (end <= 0) continue;
        for (size_t k = 0; k < sizes_.size(); ++k) {
          const int32_t begin = now[k][end].begin;
          const int64_t next = after(state, sizes_[k]);
          if (next < 0 || begin >= end) continue;
          Cell& cell = table[s + 1][next];
          if (cell.begin >= 0 && cell.begin <= begin) continue;
          cell = {begin, static_cast<int16_t>(k)};
        }
      }
      for (int64_t state = 0; state < num_states_; ++state) {
        if (table[s + 1][state].begin != 0) continue;
        Found one;
        int64_t at = state;
        int32_t end = 0;
        for (int t = s + 1; t > 0; --t) {
          const Cell& cell = table[t][at];
          at = before(at, sizes_[cell.size]);
          end = table[t - 1][at].begin;
          one.steps.push_back(
              {static_cast<size_t>(cell.size), cell.begin, reach[t - 1][cell.size][end].recompute});
        }
        one.estimate_seconds = estimate(one.steps);
        found.push_back(std::move(one));
        break;  // the first state has the fewest devices of the last class
      }
    }
    return found;
  }

  double estimate(const std::vector<Step>& steps) const {
    double slowest = 0, once = 0;
    for (size_t s = 0; s < steps.size(); ++s) {
      const int32_t end = s + 1 < steps.size() ? steps[s + 1].begin : num_layers();
      const double one = seconds(sizes_[steps[s].size], steps[s].begin, end, steps[s].recompute);
      slowest = std::max(slowest, one);
      once += one;
    }
    return static_cast<double>(M_ - 1) * slowest + once;
  }

  int64_t after(int64_t state, const StageSize& size) const {
    const int64_t stride = strides_[size.device_class];
    const int64_t used = state / stride % (classes_[size.device_class].units + 1);
    if (used + size.units > classes_[size.device_class].units) return -1;
    return state + size.units * stride;
  }
  int64_t before(int64_t state, const StageSize& size) const {
    return state - size.units * strides_[size.device_class];
  }

  // Larger stages take their devices first, so that they are in as few hosts as can be.
  PipelinePlan plan_of(const Found& found) const {
    PipelinePlan plan{.microbatches = M_};
    std::vector<size_t> order(found.steps.size());
    for (size_t s = 0; s < order.size(); ++s) {
      order[s] = s;
      const int32_t end = s + 1 < found.steps.size() ? found.steps[s + 1].begin : num_layers();
      plan.stages.push_back(stage_of_range(found.steps[s].begin, end, {}));
      plan.stages.back().recompute = found.steps[s].recompute;
    }
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](size_t s) { return sizes_[found.steps[s].size].devices; });
    std::vector<size_t> used(classes_.size());
    for (const size_t s : order) {
      const StageSize& size = sizes_[found.steps[s].size];
      const auto& devices = classes_[size.device_class].devices;
      const auto first = devices.begin() + static_cast<ptrdiff_t>(used[size.device_class]);
      plan.stages[s].devices.assign(first, first + size.devices);
      used[size.device_class] += static_cast<size_t>(size.devices);
    }
    return plan;
  }

  const PlanProblem& problem_;
  const PlanCosts& costs_;
  LayerCuts cuts_;
  int32_t M_;
  std::vector<int64_t> saved_;  // of the layers before each cut
  std::vector<DeviceClass> classes_;
  std::vector<StageSize> sizes_;
  std::vector<int64_t> strides_;
  int64_t num_states_ = 1;
  int32_t unit_ = 1;
  double total_speed_ = 0;
};

}  // namespace

std::vector<ClassPlan> class_plans(const PlanProblem& problem, const PlanCosts& costs,
                                   int32_t microbatches) {
  return ClassSearch(problem, costs, microbatches).run();
}

}  // namespace motley::tensor::stage
