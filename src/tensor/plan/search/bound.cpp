#include "tensor/plan/search/bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>

#include "core/balance/ratio.h"
#include "tensor/plan/propagate/late_ops.h"
#include "tensor/plan/search/dual_ascent.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;

// Largest share of a host, relative to its balanced or even share.
constexpr double kMostOfBalanced = 1.1;
constexpr int kMostPoints = 16;  // of a Timeline
constexpr int kSolvesAtOnce = 6;
constexpr int kMostSolves = 40, kMostSolvesOfBranch = 12;
constexpr int kMostBranched = 2;     // parameters branched on by state
constexpr double kLargePart = 0.15;  // such parameters have at least this fraction of all bytes
// For parameters of at least this fraction: branches on whether the products that read them are
// sharded.
constexpr double kFairPart = 0.04;
constexpr int kMostDecisions = 8;
constexpr int kMostCounts = 16;  // host counts that are bounded separately
constexpr double kNearKnown = 0.98;
constexpr int64_t kMostEntries = 60'000'000;  // of a solver's tables
constexpr int64_t kEntriesPerVisit = 300;     // that take as long as a node of few neighbours

// A host as one device, as fast at each kind of work as all its devices together.
core::DeviceType joined(const core::Cluster& cluster, const core::Host& host) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  core::DeviceType type{.name = host.name};
  type.shares.product_overhead = type.shares.other_overhead = kNone;
  double products = 0, others = 0, bytes = 0;
  core::ProductRates reached;
  for (const core::DeviceCount& row : host.devices) {
    const core::DeviceType& one = cluster.device_types[row.type];
    type.flops_per_second += row.count * one.flops_per_second;
    type.memory_bytes_per_second += row.count * one.memory_bytes_per_second;
    const double factor = std::min(one.shares.product_factor, one.shares.other_factor);
    products += row.count * one.flops_per_second * one.shares.products / one.shares.product_factor;
    others += row.count * one.flops_per_second * one.shares.other_flops / one.shares.other_factor;
    bytes += row.count * one.memory_bytes_per_second * one.shares.bytes / factor;
    for (int f = 0; f < core::kNumNumberFormats; ++f) {
      const auto format = static_cast<core::NumberFormat>(f);
      reached[format] +=
          row.count * product_flops(one, format) * one.shares.products / one.shares.product_factor;
    }
    // No op takes less than the least overhead of any device.
    core::RooflineShares& least = type.shares;
    least.product_overhead = std::min(least.product_overhead, one.shares.product_overhead);
    least.other_overhead = std::min(least.other_overhead, one.shares.other_overhead);
    // A type without a bandwidth is not limited by it.
    if (one.memory_bytes_per_second == 0) {
      type.memory_bytes_per_second = std::numeric_limits<double>::infinity();
    }
  }
  type.shares.products = products / type.flops_per_second;
  type.shares.other_flops = others / type.flops_per_second;
  for (int f = 0; f < core::kNumNumberFormats; ++f) {
    const auto format = static_cast<core::NumberFormat>(f);
    if (format != core::NumberFormat::kF32)
      type.product_rates[format] = reached[format] / type.shares.products;
  }
  if (bytes > 0 && std::isfinite(type.memory_bytes_per_second))
    type.shares.bytes = bytes / type.memory_bytes_per_second;
  return type;
}

std::vector<int> first_devices(int n) {
  std::vector<int> devices(n);
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

// All hosts, merged, fastest first.
core::Cluster joined_hosts(const core::Cluster& cluster) {
  const auto count = static_cast<int>(cluster.hosts.size());
  core::Cluster hosts{.name = cluster.name, .network = cluster.network};
  std::vector<core::DeviceType> types;
  for (const core::Host& host : cluster.hosts) types.push_back(joined(cluster, host));
  std::ranges::stable_sort(types, std::greater(), &core::DeviceType::flops_per_second);
  for (int i = 0; i < count; ++i) {
    core::Host host;
    host.devices.push_back({i, 1});
    hosts.hosts.push_back(std::move(host));
  }
  // Identical ones share a type.
  for (int i = 0; i < count; ++i) {
    const auto same = std::ranges::find_if(hosts.device_types, [&](const core::DeviceType& t) {
      return t.shares == types[i].shares && t.flops_per_second == types[i].flops_per_second &&
             t.product_rates == types[i].product_rates &&
             t.memory_bytes_per_second == types[i].memory_bytes_per_second;
    });
    hosts.hosts[i].devices[0].type = static_cast<int>(same - hosts.device_types.begin());
    if (same == hosts.device_types.end()) hosts.device_types.push_back(types[i]);
  }
  // Every port gets the best bandwidth and latency of all.
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

ShardingProblem problem_on(const TrainStep& step, std::shared_ptr<const ProgramFacts> facts,
                           const core::Cluster& hosts) {
  const auto n = static_cast<int>(hosts.hosts.size());
  return {std::move(facts),
          step.num_params + step.num_state,
          {{n}},
          group_costs(hosts, {{n}}, first_devices(n))};
}

// Time of each op on each host type alone.
struct OpTimes {
  // If the step is one of several micro-batches, late ops run once for all of them.
  OpTimes(const ProgramFacts& facts, const core::Cluster& hosts, int64_t num_microbatches) {
    std::map<std::array<double, 4>, int> known;
    for (const bool is_late : facts.is_late) {
      times_of.push_back(is_late ? 1 : static_cast<double>(num_microbatches));
    }
    for (const OpWork& one : facts.work.ops) {
      const auto [at, fresh] = known.try_emplace(
          {one.flops, one.other_flops, one.stored_bytes, static_cast<double>(one.format)},
          static_cast<int>(distinct.size()));
      row_of.push_back(at->second);
      if (fresh) distinct.push_back(one);
    }
    for (const core::DeviceType& type : hosts.device_types) {
      auto& of_type = seconds.emplace_back();
      for (const OpWork& one : distinct) of_type.push_back(seconds_of(one, type));
    }
  }
  int num_ops() const { return static_cast<int>(row_of.size()); }
  int num_rows() const { return static_cast<int>(distinct.size()); }
  // Sum over all ops of a quantity given per row.
  double sum(const std::vector<double>& rows) const {
    double all = 0;
    for (size_t i = 0; i < row_of.size(); ++i) all += times_of[i] * rows[row_of[i]];
    return all;
  }

  std::vector<int> row_of;       // by op: identical ones share a row
  std::vector<double> times_of;  // by op: number of executions
  std::vector<OpWork> distinct;
  std::vector<std::vector<double>> seconds;  // by type and row
};

// The bound over plans that use at least `fewest` and at most `most` hosts.
class RangeBound {
 public:
  // Of all `hosts`, merged.
  RangeBound(const TrainStep& step, std::shared_ptr<const ProgramFacts> facts,
             const core::Cluster& hosts, const OpTimes& times, int64_t num_microbatches, int fewest,
             int most)
      : step_(step),
        facts_(std::move(facts)),
        hosts_(hosts),
        times_(times),
        num_microbatches_(num_microbatches),
        fewest_(fewest) {
    hosts_.hosts.resize(most);
    counts_.assign(hosts_.device_types.size(), 0);
    for (const core::Host& host : hosts_.hosts) ++counts_[host.devices[0].type];
    weigh_hosts();
  }

  double best() const { return branches_.empty() ? compute_ : lowest()->best(); }
  // Nothing to communicate, or nothing left to branch on.
  bool is_done() const {
    return hosts_.hosts.size() == 1 || is_too_wide_ || (!branches_.empty() && lowest()->is_final);
  }

  // Performs a few more solves. Returns the number of nodes visited.
  int64_t ascend(double known_seconds, int64_t most_visits) {
    if (branches_.empty()) prepare();
    if (is_too_wide_) return 0;
    Branch& branch = *lowest();
    const int most = branch.restrictions.empty() ? kMostSolves : kMostSolvesOfBranch;
    int64_t visits = 0;
    for (int k = 0; k < kSolvesAtOnce && visits < most_visits; ++k) {
      if (branch.best() >= known_seconds) break;
      DualAscent& ascent = *branch.ascent;
      if (ascent.is_done() || ascent.num_solves() >= most) {
        split(&branch);
        break;
      }
      ascent.climb(known_seconds);
      if (!ascent.last().feasible) branch.least = std::numeric_limits<double>::infinity();
      visits += std::max(std::ssize(graph_.nodes), solver_->table_entries() / kEntriesPerVisit);
    }
    return visits;
  }

 private:
  void prepare() {
    problem_ = std::make_unique<ShardingProblem>(problem_on(step_, facts_, hosts_));
    const Graph& graph = problem_->graph();
    std::vector<double> seconds;
    for (int row : times_.row_of) seconds.push_back(balanced(row, weights_));
    // Micro-batches run in sequence: what is after a point in one is before it in the next.
    timeline_ =
        std::make_unique<Timeline>(graph, seconds, num_microbatches_ == 1 ? kMostPoints : 0);
    const Folding folding = fold_repeated(graph, step_.num_params + step_.num_state);
    RatioLevels levels;
    levels[0] = {core::Ratio(hosts_.hosts.size(), 1.0 / static_cast<double>(hosts_.hosts.size()))};
    const StateSpace state_space = find_state_space(*problem_, step_, folding, levels);
    PriceModel prices;
    prices.op_seconds = [this](int op, const OpRule& rule) {
      const int row = times_.row_of[op];
      const bool is_split = rule[0].kind == AxisRule::Kind::kSplit;
      return times_.times_of[op] * (is_split ? balanced(row, weights_) : replicated_seconds(row));
    };
    // Gradients and parameters may be communicated once for all micro-batches.
    prices.reshard_seconds = [this](ValueId v, const Sharding& from, const Sharding& to,
                                    bool together) {
      const double seconds = least_seconds(v, from[0], to[0]);
      return together ? seconds : static_cast<double>(num_microbatches_) * seconds;
    };
    graph_ = search_graph(*problem_, step_, folding, state_space, prices, timeline_.get());
    solver_ = std::make_unique<GraphSolver>(graph_, true);
    if (solver_->table_entries() > kMostEntries) {
      is_too_wide_ = true;
      return;
    }
    add_branch({}, compute_, {});
    find_large();
  }

  // A subproblem: plans in which some nodes have certain states.
  struct Branch {
    std::vector<Restriction> restrictions;
    double least = 0;  // bound inherited from its parent
    std::unique_ptr<DualAscent> ascent;
    bool is_final = false;

    double best() const { return std::max(least, ascent->best()); }
  };

  Branch* lowest() const {
    return std::ranges::min_element(branches_, {}, [](const auto& b) { return b->best(); })->get();
  }

  void add_branch(std::vector<Restriction> restrictions, double least, DualAscent::Segments start) {
    branches_.push_back(std::make_unique<Branch>());
    Branch& branch = *branches_.back();
    branch.ascent =
        std::make_unique<DualAscent>(graph_, *timeline_, *solver_, restrictions, std::move(start));
    branch.restrictions = std::move(restrictions);
    branch.least = least;
  }

  // Nodes that determine the treatment of the largest parameters: how each is read, how its
  // gradient is computed, how it is stored. Without branching, the relaxation mixes different
  // treatments of one parameter, which is cheaper than either and is not a plan.
  void find_large() {
    int64_t all = 0;
    int num_large = 0;
    std::vector<int> params(step_.num_params);
    std::iota(params.begin(), params.end(), 0);
    for (int i : params) all += step_.arguments[i].type.num_bytes();
    std::ranges::stable_sort(params, std::greater(),
                             [&](int i) { return step_.arguments[i].type.num_bytes(); });
    for (int i : params) {
      const auto bytes = static_cast<double>(step_.arguments[i].type.num_bytes());
      if (bytes < kLargePart * static_cast<double>(all)) break;
      if (num_large++ == kMostBranched || graph_.node_of_read[i] < 0) break;
      large_.push_back({graph_.node_of_read[i]});
      const int product = product_of(step_.gradients[i]);
      if (product != kNone) large_.push_back({graph_.node_of_op[product]});
      large_.push_back({graph_.node_of_value[step_.program.body.arguments[i].index]});
    }
    find_shared(params, kFairPart * static_cast<double>(all));
  }

  // A product replicated on all hosts needs no communication, a sharded one does: the relaxation
  // mixes both, which is cheaper than either and is not a plan. `params` are ordered by size.
  void find_shared(const std::vector<int>& params, double least_bytes) {
    const Graph& graph = problem_->graph();
    for (int i : params) {
      if (static_cast<double>(step_.arguments[i].type.num_bytes()) < least_bytes) break;
      std::vector<int> products = {product_of(step_.gradients[i])};
      for (int user : graph.users[step_.program.body.arguments[i].index]) {
        if (is_product(graph.ops[user].code)) products.push_back(user);
      }
      for (int product : products) {
        const int node = product == kNone ? -1 : graph_.node_of_op[product];
        if (node >= 0 && std::ssize(large_) < kMostDecisions) large_.push_back({node, kReplicates});
      }
    }
  }

  // The product that computes a gradient; the last one of a sum.
  int product_of(ValueId gradient) const {
    const Graph& graph = problem_->graph();
    int op = graph.producer[gradient.index];
    while (op != kNone && !is_product(graph.ops[op].code)) {
      int last = kNone;
      for (ValueId v : graph.inputs[op]) last = std::max(last, graph.producer[v.index]);
      op = last;
    }
    return op != kNone && graph_.node_of_op[op] >= 0 ? op : kNone;
  }

  void split(Branch* branch) {
    const size_t depth = branch->restrictions.size();
    if (depth == large_.size()) {
      branch->is_final = true;
      return;
    }
    const auto [node, whole] = large_[depth];
    const auto parent = std::ranges::find(branches_, branch, &std::unique_ptr<Branch>::get);
    const std::unique_ptr<Branch> done = std::move(*parent);
    branches_.erase(parent);
    std::vector<Restriction> ways;
    if (whole == kReplicates) {
      ways = {{node, kReplicates, true}, {node, kReplicates, false}};
    } else {
      for (int s = 0; s < graph_.num_states(node); ++s) ways.push_back({node, s, true});
    }
    for (const Restriction& way : ways) {
      auto restrictions = done->restrictions;
      restrictions.push_back(way);
      add_branch(std::move(restrictions), done->best(), done->ascent->best_y());
    }
  }

  // The slowest host takes at least the weighted mean, for any weights that sum to one: weights by
  // speed, improved by local search.
  void weigh_hosts() {
    std::vector<double> totals;
    for (const auto& of_type : times_.seconds) {
      std::vector<double> by_op;
      for (int row : times_.row_of) by_op.push_back(of_type[row]);
      totals.push_back(std::reduce(by_op.begin(), by_op.end()));
    }
    std::vector<double> speeds;
    for (double total : totals) speeds.push_back(1 / total);
    const auto even = 1 / static_cast<double>(hosts_.hosts.size());
    weights_ = normalised(speeds);
    for (double share : weights_) most_.push_back(kMostOfBalanced * std::max(share, even));
    for (double factor : {1.15, 1 / 1.15, 1.05, 1 / 1.05}) {
      for (size_t t = 0; t < speeds.size(); ++t) {
        for (;;) {
          auto other = speeds;
          other[t] *= factor;
          const auto weights = normalised(other);
          if (compute(weights) <= compute(weights_)) break;
          speeds = other;
          weights_ = weights;
        }
      }
    }
    compute_ = compute(weights_);
  }

  // Scales weights of types so that those of all hosts sum to one.
  std::vector<double> normalised(std::vector<double> by_type) const {
    double sum = 0;
    for (size_t t = 0; t < by_type.size(); ++t) sum += counts_[t] * by_type[t];
    for (double& weight : by_type) weight /= sum;
    return by_type;
  }

  double compute(const std::vector<double>& weights) const {
    std::vector<double> rows;
    for (int row = 0; row < times_.num_rows(); ++row) rows.push_back(balanced(row, weights));
    return times_.sum(rows);
  }

  // Of a sharded op: the hosts that are best at it take as much as they may.
  double balanced(int row, const std::vector<double>& weights) const {
    const auto seconds = [&](int t) { return weights[t] * times_.seconds[t][row]; };
    order_.resize(weights.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::sort(order_, [&](int a, int b) { return seconds(a) < seconds(b); });
    double left = 1, sum = 0;
    for (int t : order_) {
      const double part = std::min(left, most_[t] * counts_[t]);
      sum += part * seconds(t);
      left -= part;
    }
    return sum;
  }

  double replicated_seconds(int row) const {
    double sum = 0;
    for (size_t t = 0; t < weights_.size(); ++t) {
      sum += counts_[t] * weights_[t] * times_.seconds[t][row];
    }
    return sum;
  }

  // The minimum through the port of some host.
  double least_seconds(ValueId v, const AxisState& from, const AxisState& to) const {
    if (from == to || from.is_replicated() || to.is_partial()) return 0;
    const double hosts = fewest_;
    const double bandwidth = hosts_.network->bandwidth_bytes_per_second;
    if (hosts <= 1 || bandwidth <= 0) return 0;
    const double seconds = static_cast<double>(problem_->program().type(v).num_bytes()) / bandwidth;
    if (from.is_partial() && to.is_replicated()) return 2 * (1 - 1 / hosts) * seconds;
    if (from.is_partial() || to.is_replicated()) return (1 - 1 / hosts) * seconds;
    // Between two shardings: the part of a host's shard that it does not have. Shardings of one
    // dimension may coincide.
    if (from.cut.dim == to.cut.dim && from.cut.period == to.cut.period) return 0;
    const double stays = std::min(1.0, *std::ranges::max_element(most_));
    return (1 - stays) / static_cast<double>(hosts_.hosts.size()) * seconds;
  }

  const TrainStep& step_;
  std::shared_ptr<const ProgramFacts> facts_;
  core::Cluster hosts_;
  const OpTimes& times_;
  int64_t num_microbatches_;
  int fewest_;
  std::vector<int> counts_;         // hosts by type
  mutable std::vector<int> order_;  // of types
  std::unique_ptr<ShardingProblem> problem_;
  std::vector<double> weights_;  // by type
  std::vector<double> most_;     // by type: the largest share a host may have
  double compute_ = 0;
  bool is_too_wide_ = false;  // then the bound is compute only
  std::unique_ptr<Timeline> timeline_;
  SearchGraph graph_;
  std::unique_ptr<GraphSolver> solver_;
  // Nodes to branch on: by each of their states, or by whether one of them is taken.
  struct Decision {
    int node = 0, whole = -1;
  };
  static constexpr int kReplicates = 0;  // every op's first rule
  std::vector<Decision> large_;
  std::vector<std::unique_ptr<Branch>> branches_;
};

// The fewest hosts with memory for the arguments and for what the backward pass reads again, each
// byte stored once. Empty if not even all hosts suffice.
int fewest_hosts(const TrainStep& step, const ProgramFacts& facts, const core::Cluster& cluster) {
  const auto held = held_at_peak(facts, step);
  std::vector<bool> is_gradient(held.size());
  for (ValueId g : step.gradients) is_gradient[g.index] = true;
  double bytes = 0;
  for (size_t v = 0; v < held.size(); ++v) {
    if (held[v] && !is_gradient[v])
      bytes += static_cast<double>(step.program.values[v].num_bytes());
  }
  std::vector<double> memory;
  for (const core::Host& host : cluster.hosts) {
    memory.push_back(0);
    for (const core::DeviceCount& row : host.devices) {
      const auto each = static_cast<double>(cluster.device_types[row.type].memory_bytes);
      if (each == 0) return 1;  // unknown memory
      memory.back() += row.count * each;
    }
  }
  std::ranges::sort(memory, std::greater());
  int count = 0;
  for (; count < std::ssize(memory) && bytes > 0; ++count) bytes -= memory[count];
  return bytes > 0 ? 1 : std::max(1, count);
}

}  // namespace

double step_lower_bound(const TrainStep& step, const std::shared_ptr<const ProgramFacts>& facts,
                        const core::Cluster& cluster, double known_seconds, int64_t most_visits,
                        int64_t num_microbatches) {
  std::vector<std::unique_ptr<RangeBound>> ranges;
  const int enough = fewest_hosts(step, *facts, cluster);
  const core::Cluster joined = joined_hosts(cluster);
  const OpTimes times(*facts, joined, num_microbatches);
  for (auto most = static_cast<int>(cluster.hosts.size()); most >= enough;) {
    const int fewest = std::max(enough, most - (most - 1) / kMostCounts);
    ranges.push_back(
        std::make_unique<RangeBound>(step, facts, joined, times, num_microbatches, fewest, most));
    if (ranges.back()->best() >= known_seconds) break;  // and so are those of smaller counts
    most = fewest - 1;
  }
  // The smallest of the bounds is the result: keep raising that one.
  for (;;) {
    RangeBound& lowest =
        **std::ranges::min_element(ranges, {}, [](const auto& range) { return range->best(); });
    if (lowest.is_done() || most_visits <= 0 || lowest.best() >= kNearKnown * known_seconds) {
      return std::min(lowest.best(), known_seconds);
    }
    most_visits -= lowest.ascend(known_seconds, most_visits);
  }
}

}  // namespace motley::tensor::search
