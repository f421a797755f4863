#include "tensor/plan/search/bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/balance/ratio.h"
#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor {
namespace {

constexpr double kMostOfBalanced = 2;  // times its balanced share that a device may have

// A host as one device.
core::DeviceType joined(const core::Cluster& cluster, const core::Host& host) {
  core::DeviceType type{.name = host.name};
  for (const core::DeviceCount& row : host.devices) {
    const core::DeviceType& one = cluster.device_types[row.type];
    type.flops_per_second += row.count * one.flops_per_second;
    type.memory_bytes_per_second += row.count * one.memory_bytes_per_second;
    // A type without a bandwidth has no limit by it.
    if (one.memory_bytes_per_second == 0) {
      type.memory_bytes_per_second = std::numeric_limits<double>::infinity();
    }
  }
  return type;
}

// The fastest hosts, joined, fastest first.
core::Cluster joined_hosts(const core::Cluster& cluster, int count) {
  core::Cluster hosts{.name = cluster.name, .network = cluster.network};
  std::vector<core::DeviceType> types;
  for (const core::Host& host : cluster.hosts) types.push_back(joined(cluster, host));
  std::ranges::stable_sort(types, std::greater(), &core::DeviceType::flops_per_second);
  types.resize(count);
  for (int i = 0; i < count; ++i) {
    core::Host host;
    host.devices.push_back({i, 1});
    hosts.hosts.push_back(std::move(host));
  }
  // Alike ones share a type.
  for (int i = 0; i < count; ++i) {
    const auto same = std::ranges::find_if(hosts.device_types, [&](const core::DeviceType& t) {
      return t.flops_per_second == types[i].flops_per_second &&
             t.memory_bytes_per_second == types[i].memory_bytes_per_second;
    });
    hosts.hosts[i].devices[0].type = static_cast<int>(same - hosts.device_types.begin());
    if (same == hosts.device_types.end()) hosts.device_types.push_back(types[i]);
  }
  // Every port is the fastest of all.
  core::Link best{};
  for (const core::Host& host : cluster.hosts) {
    if (const auto port = core::port_of(cluster, host)) {
      best.bandwidth_bytes_per_second =
          std::max(best.bandwidth_bytes_per_second, port->bandwidth_bytes_per_second);
    }
  }
  hosts.network = best;
  return hosts;
}

// Where a concave function is largest, to some rounds of halving.
template <class F>
double best_between(double low, double high, int rounds, const F& f) {
  double middle = (low + high) / 2, value = f(middle);
  for (int round = 0; round < rounds; ++round) {
    const double left = (low + middle) / 2, right = (middle + high) / 2;
    const double at_left = f(left);
    if (at_left > value) {
      high = middle;
      middle = left;
      value = at_left;
      continue;
    }
    const double at_right = f(right);
    if (at_right > value) {
      low = middle;
      middle = right;
      value = at_right;
    } else {
      low = left;
      high = right;
    }
  }
  return middle;
}

// The bound where all plans use at least `fewest` hosts and at most `most`.
class RangeBound {
 public:
  RangeBound(const TrainStep& step, const core::Cluster& cluster, int fewest, int most)
      : step_(step),
        hosts_(joined_hosts(cluster, most)),
        fewest_(fewest),
        problem_(step.program, step.num_params + step.num_state, {{most}},
                 group_costs(hosts_, {{most}}, all(most))) {
    weigh_hosts();
  }

  // Of compute alone.
  double compute() const {
    double sum = 0;
    for (int i = 0; i < problem_.graph().num_ops(); ++i) sum += balanced(i);
    return sum;
  }

  double best(bool thorough) {
    const Folding folding = fold_repeated(problem_.graph(), step_.num_params + step_.num_state);
    Levels levels;
    levels[0] = {core::Ratio(hosts_.hosts.size(), 1.0 / static_cast<double>(hosts_.hosts.size()))};
    const Candidates candidates = find_candidates(problem_, step_, folding, levels);
    PriceModel prices;
    prices.op_seconds = [this](int op, const OpRule& rule) {
      return rule[0].kind == AxisRule::Kind::kSplit ? balanced(op) : replicated_seconds(op);
    };
    prices.reshard_seconds = [this](ValueId v, const Sharding& from, const Sharding& to, bool) {
      return least_seconds(v, from[0], to[0]);
    };
    double best = compute();
    const auto try_cut = [&](ValueId v) {
      const Cut cut = cut_at(problem_.graph(), v);
      const SearchGraph graph = search_graph(problem_, step_, folding, candidates, prices, &cut);
      GraphSolver solver(graph);
      // Weights of the cut's inequality and of the others, and in these of compute. What comes out
      // is concave in them, so the best is found by halving, one weight after the other.
      const auto at = [&](double of_cut, double w) {
        const double other = 1 - of_cut;
        const Weights weights{.compute = other * w,
                              .waited = other * (1 - w),
                              .late = other * (1 - w),
                              .before = of_cut,
                              .after = of_cut};
        const double bound = solver.solve(weights).lower_bound;
        best = std::max(best, bound);
        return bound;
      };
      double w = 0.5;
      const double of_cut =
          best_between(0, 1, thorough ? 3 : 1, [&](double x) { return at(x, w); });
      if (!thorough) return;
      w = best_between(0, 1, 3, [&](double x) { return at(of_cut, x); });
      best_between(0, 1, 3, [&](double x) { return at(x, w); });
    };
    for (ValueId v : cut_values(thorough)) try_cut(v);
    return best;
  }

 private:
  // Where much is computed before and much moves after: the last value that the largest gradients
  // all depend on, and if thorough the last that each of them alone does.
  std::vector<ValueId> cut_values(bool thorough) const {
    constexpr size_t kLargest = 8;
    const Graph& graph = problem_.graph();
    std::vector<ValueId> largest = step_.gradients;
    std::ranges::stable_sort(largest, std::greater(),
                             [&](ValueId v) { return problem_.program().type(v).num_bytes(); });
    if (largest.size() > kLargest) largest.resize(kLargest);
    std::vector<bool> common(graph.num_ops(), true);
    for (ValueId g : largest) {
      const auto before = graph.ancestors({g});
      for (int i = 0; i < graph.num_ops(); ++i) common[i] = common[i] && before[i];
    }
    std::vector<ValueId> cuts;
    const auto add = [&](ValueId v) {
      if (std::ranges::find(cuts, v) == cuts.end()) cuts.push_back(v);
    };
    for (int i = graph.num_ops() - 1; i >= 0 && cuts.empty(); --i) {
      if (common[i] && !graph.ops[i].results.empty()) add(graph.ops[i].results[0]);
    }
    // The last contribution to the largest gradient: what it is the sum of came before.
    if (thorough && !largest.empty()) {
      ValueId v = largest[0];
      int producer = graph.producer[v.index];
      while (producer != kNone && graph.ops[producer].code == OpCode::kAdd) {
        const auto& operands = graph.ops[producer].operands;
        v = graph.producer[operands[0].index] > graph.producer[operands[1].index] ? operands[0]
                                                                                  : operands[1];
        producer = graph.producer[v.index];
      }
      if (producer != kNone) add(v);
    }
    return cuts;
  }

  static std::vector<int> all(int n) {
    std::vector<int> devices(n);
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
  }

  // The slowest host takes at least the mean with any weights that sum to one: those by speed.
  void weigh_hosts() {
    const auto& costs = problem_.costs();
    std::vector<double> totals(costs.types.size());
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      for (size_t t = 0; t < totals.size(); ++t) {
        totals[t] += problem_.whole_seconds(i, static_cast<int>(t));
      }
    }
    double sum = 0;
    for (int type : costs.type_of) sum += 1 / totals[type];
    for (double total : totals) weights_.push_back(1 / total / sum);
    for (int type : costs.type_of) largest_share_ = std::max(largest_share_, weights_[type]);
  }

  double balanced(int op) const {
    double least = std::numeric_limits<double>::infinity();
    for (size_t t = 0; t < weights_.size(); ++t) {
      least = std::min(least, weights_[t] * problem_.whole_seconds(op, static_cast<int>(t)));
    }
    return least;
  }

  double replicated_seconds(int op) const {
    double sum = 0;
    for (int type : problem_.costs().type_of) {
      sum += weights_[type] * problem_.whole_seconds(op, type);
    }
    return sum;
  }

  // What must go through the port of some host.
  double least_seconds(ValueId v, const AxisState& from, const AxisState& to) const {
    if (from == to || from.is_replicated() || to.is_partial()) return 0;
    const double hosts = fewest_;
    const double bandwidth = hosts_.network->bandwidth_bytes_per_second;
    if (hosts <= 1 || bandwidth <= 0) return 0;
    const double seconds = static_cast<double>(problem_.program().type(v).num_bytes()) / bandwidth;
    if (from.is_partial() && to.is_replicated()) return 2 * (1 - 1 / hosts) * seconds;
    if (from.is_partial() || to.is_replicated()) return (1 - 1 / hosts) * seconds;
    // Between two cuts: of a host's part, what it does not have. Cuts of one dimension may agree.
    if (from.cut.dim == to.cut.dim && from.cut.period == to.cut.period) return 0;
    const double stays = std::min(1.0, kMostOfBalanced * largest_share_);
    return (1 - stays) / static_cast<double>(hosts_.hosts.size()) * seconds;
  }

  const TrainStep& step_;
  core::Cluster hosts_;
  int fewest_;
  ShardingProblem problem_;
  std::vector<double> weights_;  // by type
  double largest_share_ = 0;
};

}  // namespace

double step_lower_bound(const TrainStep& step, const core::Cluster& cluster, bool thorough) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double least = kNone;
  // Ranges of hosts from all of them down; fewer are bounded by compute alone in the end.
  for (int most = static_cast<int>(cluster.hosts.size()), fewest = most; most > 0;) {
    RangeBound range(step, cluster, fewest, most);
    if (range.compute() >= least) break;  // and so are smaller ones
    const bool compute_alone = most == 1 || (!thorough && least < kNone);
    least = std::min(least, compute_alone ? range.compute() : range.best(thorough));
    most = fewest - 1;
    fewest = most / 2 + 1;
  }
  return least;
}

}  // namespace motley::tensor
