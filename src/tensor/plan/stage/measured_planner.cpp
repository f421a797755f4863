// The search over pipelines of a MeasuredProfile. For every micro-batch size and number of
// replicas, a bottleneck search: for a stage time, a table over stages from the last to the first
// and over the devices used has the most layers that can be carried. Devices are counted by type,
// so that the work does not grow with their number. The best pairs are searched again with stages
// of mixed types; layers are then moved between neighbours; the best few are simulated.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "tensor/plan/stage/measured_costs.h"

namespace motley::tensor::stage {
namespace {

constexpr int kMostMeasuredStages = 48;
constexpr int64_t kMostLabels = 200'000;  // combinations of devices used
constexpr int kBisections = 12;           // of the stage time
constexpr size_t kPairsWithMixtures = 4;  // micro-batch size and replicas, searched again
constexpr size_t kMostImproved = 3;       // of each pair
constexpr double kMuchLonger = 1.15;      // than the best so far: not worth improving
// Replicas of one stage that differ more than this in speed: the faster one would wait.
constexpr double kMostApart = 1.6;
constexpr size_t kMostSimulatedPlans = 12;
// Stage times to try beyond the least one: longer ones may need fewer stages, which fill sooner.
constexpr double kLonger[] = {1.0, 1.03, 1.07, 1.12, 1.2, 1.35, 1.6, 2.0};

// How the replicas of a stage are made up.
struct Option {
  std::vector<ReplicaGroup> groups;
  std::vector<int64_t> used = {};  // devices by type; then in units of the search
  int64_t key = 0;                 // of them
  std::vector<double> pass = {};   // by first layers: seconds of both passes, slowest replica
  std::vector<double> sent = {};   // by layer: seconds of its output, between equal stages
};

struct Candidate {
  double estimate = 0;
  MeasuredPlan plan;
};

// Of 1F1B with these stage times, as far as its bottleneck and its ends decide.
double estimate_of(const MeasuredTiming& timing) {
  double slowest = 0, once = 0, after = 0;
  for (const MeasuredStageTimes& stage : timing.stages) {
    slowest = std::max(slowest, stage.seconds());
    once += stage.seconds();
    after = std::max(after, stage.reduce_seconds + stage.update_seconds);
  }
  return static_cast<double>(timing.microbatches - 1) * slowest + once + after;
}

// The best stages for one micro-batch size and number of replicas.
class PairSearch {
 public:
  // `known_seconds` is a stage time that is known to do; 0: none.
  PairSearch(const MeasuredCosts& costs, int32_t samples, int32_t replicas, double known_seconds)
      : costs_(costs), samples_(samples), replicas_(replicas), known_seconds_(known_seconds) {
    M_ = costs.microbatches(samples, replicas);
    make_options(known_seconds > 0);
    count_in_units();
  }

  // The least stage time that was found to do.
  double least_stage_seconds() const { return known_seconds_; }

  // `best_known` is the estimate of the best plan so far.
  std::vector<Candidate> run(double best_known, int64_t& num_tried) {
    std::vector<Candidate> found;
    if (options_.empty() || num_states_ > kMostLabels) return found;
    double most = 0;
    for (const Option& option : options_) {
      most = std::max(most, option.pass.back() + 2 * costs_.num_layers() * largest(option.sent));
    }
    // What does without mixtures does with them, and they save little.
    double low = 0.8 * known_seconds_, high = known_seconds_ > 0 ? known_seconds_ : most;
    if (!solve(high, nullptr)) return found;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = std::sqrt(std::max(low, high / 64) * high);
      if (low > 0 && middle / low < 1.005) break;
      (solve(middle, nullptr) ? high : low) = middle;
      ++num_tried;
    }
    known_seconds_ = high;
    std::set<std::vector<std::pair<int32_t, size_t>>> known;
    for (const double longer : kLonger) {
      if (longer > 1 && longer * high > most) break;
      std::vector<std::vector<Step>> plans;
      solve(longer * high, &plans);
      num_tried += std::ssize(plans);
      for (const auto& steps : plans) {
        std::vector<std::pair<int32_t, size_t>> key;
        for (const Step& step : steps) key.emplace_back(step.begin, step.option);
        if (!known.insert(std::move(key)).second) continue;
        MeasuredPlan plan = plan_of(steps);
        found.push_back({estimate_of(timing_of(costs_, plan)), std::move(plan)});
      }
    }
    std::ranges::stable_sort(found, {}, &Candidate::estimate);
    if (found.size() > kMostImproved) found.resize(kMostImproved);
    for (Candidate& one : found) {
      if (one.estimate < kMuchLonger * best_known) improve(one, num_tried);
    }
    std::ranges::stable_sort(found, {}, &Candidate::estimate);
    return found;
  }

 private:
  struct Step {
    size_t option = 0;
    int32_t begin = 0;
  };

  static double largest(const std::vector<double>& values) {
    return values.empty() ? 0 : *std::ranges::max_element(values);
  }

  void add_option(std::vector<ReplicaGroup> groups) {
    Option option{.groups = std::move(groups)};
    option.used.resize(costs_.num_types());
    const auto layers = static_cast<size_t>(costs_.num_layers());
    option.pass.assign(layers + 1, 0);
    option.sent.assign(layers, 0);
    double fastest = std::numeric_limits<double>::infinity(), slowest = 0;
    for (const ReplicaGroup& group : option.groups) {
      const auto* times = costs_.times(group.type, group.tensor, samples_);
      if (!times) return;
      const double all = times->forward.back() + times->backward.back();
      fastest = std::min(fastest, all);
      slowest = std::max(slowest, all);
      option.used[group.type] += int64_t{group.count} * group.tensor;
      if (option.used[group.type] > costs_.num_devices(group.type)) return;
      const auto& bytes = costs_.bytes(group.type, group.tensor).activation;
      for (size_t i = 0; i < layers; ++i) {
        const double pass =
            times->forward[i + 1] - times->forward[i] + times->backward[i + 1] - times->backward[i];
        option.pass[i + 1] = std::max(option.pass[i + 1], pass);
        option.sent[i] =
            std::max(option.sent[i], costs_.message_seconds(bytes[i] * samples_, group, group));
      }
    }
    if (slowest > kMostApart * fastest) return;
    std::partial_sum(option.pass.begin(), option.pass.end(), option.pass.begin());
    options_.push_back(std::move(option));
  }

  void make_options(bool mixes) {
    std::vector<ReplicaGroup> kinds;
    for (int32_t type = 0; type < costs_.num_types(); ++type) {
      for (const int32_t tensor : costs_.degrees(type)) {
        if (!costs_.times(type, tensor, samples_)) continue;
        kinds.push_back({type, tensor, replicas_});
        add_option({kinds.back()});
      }
    }
    if (!mixes) return;
    for (const ReplicaGroup& a : kinds) {
      for (const ReplicaGroup& b : kinds) {
        if (a.type >= b.type) continue;
        // Quarters, and what is left of a type when whole stages have taken theirs.
        const auto left = [&](const ReplicaGroup& kind) {
          return static_cast<int32_t>(costs_.num_devices(kind.type) / kind.tensor % replicas_);
        };
        std::set<int32_t> counts = {left(a), replicas_ - left(b)};
        for (int32_t quarter = 1; quarter < 4; ++quarter) {
          if (replicas_ * quarter % 4 == 0) counts.insert(replicas_ * quarter / 4);
        }
        for (const int32_t count : counts) {
          if (count <= 0 || count >= replicas_) continue;
          ReplicaGroup first = a, second = b;
          first.count = count;
          second.count = replicas_ - count;
          add_option({first, second});
        }
      }
    }
  }

  double stage_seconds(const Option& option, int32_t begin, int32_t end) const {
    double seconds = option.pass[end] - option.pass[begin];
    const bool is_first = begin == 0, is_last = end == costs_.num_layers();
    if (!is_first) seconds += (is_last ? 2 : 1) * option.sent[begin - 1];
    if (!is_last) seconds += (is_first ? 2 : 1) * option.sent[end - 1];
    return seconds;
  }

  bool fits(const Option& option, int32_t begin, int32_t end, int64_t live) const {
    return std::ranges::all_of(option.groups, [&](const ReplicaGroup& group) {
      return costs_.fits(group, begin, end, samples_, live);
    });
  }

  // By end: the first layer of the longest stage that ends there.
  std::vector<int32_t> reaches(const Option& option, int64_t live, double most_seconds) const {
    std::vector<int32_t> all(costs_.num_layers() + 1);
    int32_t begin = 0;
    for (int32_t end = 1; end <= costs_.num_layers(); ++end) {
      while (begin < end && (stage_seconds(option, begin, end) > most_seconds ||
                             !fits(option, begin, end, live))) {
        ++begin;
      }
      // The first layer sends nothing back, so a stage may reach it where it does not reach the
      // second.
      const bool reaches_all =
          stage_seconds(option, 0, end) <= most_seconds && fits(option, 0, end, live);
      all[end] = reaches_all ? 0 : begin;
    }
    return all;
  }

  // Devices of each type are counted in the largest unit that all options are multiples of.
  void count_in_units() {
    const auto types = static_cast<size_t>(costs_.num_types());
    caps_.assign(types, 0);
    strides_.assign(types, 0);
    for (size_t type = 0; type < types; ++type) {
      int64_t unit = 0;
      for (const Option& option : options_) unit = std::gcd(unit, option.used[type]);
      caps_[type] = unit == 0 ? 0 : costs_.num_devices(static_cast<int32_t>(type)) / unit;
      strides_[type] = num_states_;
      for (Option& option : options_) {
        if (unit > 0) option.used[type] /= unit;
        option.key += option.used[type] * num_states_;
      }
      num_states_ = std::min(num_states_ * (caps_[type] + 1), 2 * kMostLabels);
    }
  }

  bool has_room(int64_t key, const Option& option) const {
    for (size_t type = 0; type < caps_.size(); ++type) {
      if (option.used[type] == 0) continue;
      const int64_t used = key / strides_[type] % (caps_[type] + 1);
      if (used + option.used[type] > caps_[type]) return false;
    }
    return true;
  }

  // Whether all layers can be carried within a stage time; with `plans`, the stages for every
  // number of them.
  bool solve(double most_seconds, std::vector<std::vector<Step>>* plans) const {
    struct State {
      int64_t key = 0;  // devices used
      int32_t begin = 0;
      int32_t option = 0, before = -1;  // the last stage added, and the state without it
    };
    const int most_stages = std::min(kMostMeasuredStages, costs_.num_layers());
    std::vector<std::vector<State>> table(1);
    table[0].push_back({.begin = costs_.num_layers()});
    std::vector<int32_t> at(num_states_);
    bool found = false;
    for (int s = 0; s < most_stages; ++s) {
      std::vector<State> next;
      std::ranges::fill(at, -1);
      const int64_t live = std::min<int64_t>(M_, s + 1);
      for (size_t k = 0; k < options_.size(); ++k) {
        const Option& option = options_[k];
        const std::vector<int32_t> reach = reaches(option, live, most_seconds);
        for (size_t i = 0; i < table[s].size(); ++i) {
          const State& state = table[s][i];
          if (state.begin == 0 || reach[state.begin] >= state.begin) continue;
          if (!has_room(state.key, option)) continue;
          const int64_t key = state.key + option.key;
          const State one{key, reach[state.begin], static_cast<int32_t>(k),
                          static_cast<int32_t>(i)};
          if (at[key] < 0) {
            at[key] = static_cast<int32_t>(next.size());
            next.push_back(one);
          } else if (one.begin < next[at[key]].begin) {
            next[at[key]] = one;
          }
        }
      }
      std::ranges::stable_sort(next, {}, &State::begin);
      table.push_back(std::move(next));
      if (table.back().empty()) break;
      if (table.back()[0].begin != 0) continue;
      found = true;
      if (!plans) return true;
      constexpr size_t kMostPerCount = 3;
      for (size_t i = 0; i < table.back().size() && i < kMostPerCount; ++i) {
        if (table.back()[i].begin != 0) break;
        std::vector<Step>& steps = plans->emplace_back();
        auto index = static_cast<int32_t>(i);
        for (int t = s + 1; t > 0; --t) {
          const State& state = table[t][index];
          steps.push_back({static_cast<size_t>(state.option), state.begin});
          index = state.before;
        }
      }
    }
    return found;
  }

  MeasuredPlan plan_of(const std::vector<Step>& steps) const {
    MeasuredPlan plan{.samples = samples_, .replicas = replicas_};
    for (size_t s = 0; s < steps.size(); ++s) {
      const int32_t end = s + 1 < steps.size() ? steps[s + 1].begin : costs_.num_layers();
      plan.stages.push_back({steps[s].begin, end, options_[steps[s].option].groups});
    }
    return plan;
  }

  // Moves layers between neighbours, and between any two stages by moving all between them along,
  // as long as that is better.
  void improve(Candidate& one, int64_t& num_tried) const {
    const auto count = static_cast<int>(one.plan.stages.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
          if (from == to) continue;
          MeasuredPlan other = one.plan;
          for (int s = std::min(from, to); s < std::max(from, to); ++s) {
            const int32_t step = from < to ? -1 : 1;
            other.stages[s].end += step;
            other.stages[s + 1].begin += step;
          }
          if (other.stages[from].begin >= other.stages[from].end) continue;
          const MeasuredTiming timing = timing_of(costs_, other);
          ++num_tried;
          if (!timing.out_of_memory.empty()) continue;
          const double estimate = estimate_of(timing);
          if (estimate >= one.estimate * (1 - 1e-9)) continue;
          one = {estimate, std::move(other)};
          changed = true;
        }
      }
    }
  }

  const MeasuredCosts& costs_;
  int32_t samples_, replicas_;
  double known_seconds_ = 0;
  int64_t M_ = 1;
  std::vector<Option> options_;
  std::vector<int64_t> caps_, strides_;  // by type
  int64_t num_states_ = 1;
};

class MeasuredSearch {
 public:
  explicit MeasuredSearch(const MeasuredProblem& problem) : problem_(problem), costs_(problem) {}

  MeasuredResult run() {
    find_pairs();
    for (Pair& pair : pairs_) {
      // A step takes at least its micro-batches' share of all devices.
      if (candidates_.size() >= kMostSimulatedPlans &&
          pair.bound >= candidates_[kMostSimulatedPlans - 1].estimate) {
        continue;
      }
      if (is_late()) break;
      search(pair);
    }
    std::ranges::stable_sort(pairs_, {}, &Pair::best);
    for (size_t i = 0; i < std::min(kPairsWithMixtures, pairs_.size()) && !is_late(); ++i) {
      if (pairs_[i].best < kNone) search(pairs_[i]);
    }
    if (candidates_.empty()) return nothing_fits();
    return simulate();
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  struct Pair {
    int32_t samples = 1, replicas = 1;
    double bound = 0, best = kNone;
    double stage_seconds = 0;  // the least that was found to do
  };

  bool is_late() {
    const bool late = problem_.deadline && std::chrono::steady_clock::now() >= *problem_.deadline;
    if (late) result_.complete = false;
    return late;
  }

  // The least time of a sample on one device, over all degrees: device seconds.
  double least_device_seconds(int32_t type, int32_t samples) const {
    double least = kNone;
    for (const int32_t tensor : costs_.degrees(type)) {
      const auto* times = costs_.times(type, tensor, samples);
      if (!times) continue;
      least = std::min(least, (times->forward.back() + times->backward.back()) * tensor / samples);
    }
    return least;
  }

  void find_pairs() {
    result_.lower_bound_seconds = kNone;
    for (const int32_t samples : costs_.sizes()) {
      double rate = 0;  // samples a second on all devices
      int64_t devices = 0;
      int32_t degree = 1;
      for (int32_t type = 0; type < costs_.num_types(); ++type) {
        const double each = least_device_seconds(type, samples);
        if (each == kNone) continue;
        rate += static_cast<double>(costs_.num_devices(type)) / each;
        devices += costs_.num_devices(type);
        degree = std::max(degree, costs_.degrees(type).back());
      }
      if (devices == 0) continue;
      const double bound = static_cast<double>(problem_.batch) / rate;
      result_.lower_bound_seconds = std::min(result_.lower_bound_seconds, bound);
      int64_t before = 0;
      for (int64_t replicas = 1; replicas <= devices && replicas * samples <= problem_.batch;
           ++replicas) {
        // Of those with as many micro-batches, few leave most devices for each replica; round ones
        // share hosts well.
        const int64_t M = costs_.microbatches(samples, static_cast<int32_t>(replicas));
        const bool is_round = replicas % 8 == 0 || (replicas & (replicas - 1)) == 0;
        if (M == before && !is_round) continue;
        if (replicas > 16 && M != before && !is_round &&
            problem_.batch % (replicas * samples) != 0 && replicas % 4 != 0) {
          before = M;
          continue;
        }
        before = M;
        // Fewer replicas than devices need stages, of which there are no more than layers.
        const double usable =
            std::min<double>(1.0, static_cast<double>(replicas) * degree * costs_.num_layers() /
                                      static_cast<double>(devices));
        const double whole =
            static_cast<double>(M * replicas * samples) / static_cast<double>(problem_.batch);
        pairs_.push_back({samples, static_cast<int32_t>(replicas), bound * whole / usable});
      }
    }
    std::ranges::stable_sort(pairs_, {}, &Pair::bound);
  }

  // The second time with mixtures.
  void search(Pair& pair) {
    PairSearch one(costs_, pair.samples, pair.replicas, pair.stage_seconds);
    std::vector<Candidate> plans =
        one.run(candidates_.empty() ? kNone : candidates_[0].estimate, result_.num_tried);
    pair.stage_seconds = one.least_stage_seconds();
    for (Candidate& found : plans) {
      pair.best = std::min(pair.best, found.estimate);
      candidates_.push_back(std::move(found));
    }
    std::ranges::stable_sort(candidates_, {}, &Candidate::estimate);
    if (candidates_.size() > 4 * kMostSimulatedPlans) candidates_.resize(4 * kMostSimulatedPlans);
  }

  MeasuredResult simulate() {
    double best = kNone;
    for (size_t i = 0; i < std::min(kMostSimulatedPlans, candidates_.size()); ++i) {
      MeasuredTiming timing = timing_of(costs_, candidates_[i].plan);
      simulate_order(timing);
      if (timing.step_seconds >= best) continue;
      best = timing.step_seconds;
      result_.plan = candidates_[i].plan;
      result_.timing = std::move(timing);
    }
    return result_;
  }

  // The smallest micro-batches on one replica with as many stages as there are layers.
  MeasuredResult nothing_fits() {
    const int32_t samples = costs_.sizes().front();
    MeasuredPlan plan{.samples = samples, .replicas = 1};
    std::vector<int64_t> used(costs_.num_types());
    for (int32_t layer = 0; layer < costs_.num_layers(); ++layer) {
      bool placed = false;
      for (int32_t type = 0; type < costs_.num_types() && !placed; ++type) {
        for (auto tensor = costs_.degrees(type).rbegin(); tensor != costs_.degrees(type).rend();
             ++tensor) {
          if (!costs_.times(type, *tensor, samples) ||
              used[type] + *tensor > costs_.num_devices(type)) {
            continue;
          }
          used[type] += *tensor;
          plan.stages.push_back({layer, layer + 1, {{type, *tensor, 1}}});
          placed = true;
          break;
        }
      }
      if (!placed) plan.stages.back().end = layer + 1;
    }
    result_.plan = std::move(plan);
    result_.timing = timing_of(costs_, result_.plan);
    simulate_order(result_.timing);
    return result_;
  }

  const MeasuredProblem& problem_;
  MeasuredCosts costs_;
  std::vector<Pair> pairs_;
  std::vector<Candidate> candidates_;  // the best first
  MeasuredResult result_;
};

}  // namespace

MeasuredResult plan_measured(const MeasuredProblem& problem) {
  if (problem.batch < 1) throw core::UserError("a step needs at least one sample");
  MeasuredResult result = MeasuredSearch(problem).run();
  check_time(result.timing);
  return result;
}

}  // namespace motley::tensor::stage
