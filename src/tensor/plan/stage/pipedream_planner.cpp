// PipeDream's planner: minimizes the slowest stage in steady state, for a stream of micro-batches
// that never drains; each is followed by its own all-reduce. Hierarchical: first within a host,
// then between hosts; the m workers of a level are devices, or whole hosts with the plan of the
// level below:
//
//   T(i->j, m) = (time of i to j on one worker + 4 (m-1) W / (BW m)) / m        W its parameters
//   A(i->j, m) = min over k, m' of max( A(i->k, m-m'), 2 a_k / (BW m'), T(k+1->j, m') )
//
// a_k is the activation at the cut behind layer k. The released optimizer drops that term unless
// given a compression ratio; with the term, as published, and bandwidths of 80 GB/s and more within
// a host, the plan that DAPPLE's authors print for VGG-19 is reproduced layer by layer; without it,
// another plan results. Also as released, an all-reduce between whole hosts is divided by the
// devices of a host if all layers form one stage, and only then. O(N^3 m^2) per level.
#include <algorithm>
#include <cmath>

#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::stage {
namespace {

struct Level {
  int32_t workers = 1;
  double bandwidth = INFINITY;  // bytes per second
};

// The best pipeline for layers `begin` to `end` - 1 on a given number of workers.
struct Cell {
  double seconds = INFINITY;  // of its slowest stage or transfer, per micro-batch
  int32_t last_begin = 0;     // first layer of its last stage
  int32_t last_workers = 0;   // workers of its last stage
};

// A(begin, end, m) of one level.
class Table {
 public:
  Table(int32_t num_layers, int32_t workers)
      : size_(num_layers + 1), workers_(workers), cells_(size_ * size_ * workers) {}

  Cell& at(int32_t begin, int32_t end, int32_t m) { return cells_[index(begin, end, m)]; }
  const Cell& at(int32_t begin, int32_t end, int32_t m) const {
    return cells_[index(begin, end, m)];
  }

 private:
  size_t index(int32_t begin, int32_t end, int32_t m) const {
    return (begin * size_ + end) * workers_ + m - 1;
  }

  size_t size_, workers_;
  std::vector<Cell> cells_;
};

// A stage within a level: layers and number of workers.
struct LevelStage {
  int32_t begin = 0, end = 0, workers = 0;
};

class Optimizer {
 public:
  Optimizer(const PlanProblem& problem, int32_t microbatches)
      : cuts_(problem.profile), scale_(fractional_scale(problem, microbatches)) {}

  void solve(const std::vector<Level>& levels) {
    for (size_t l = 0; l < levels.size(); ++l) {
      Table table(n(), levels[l].workers);
      fill_single_stages(l, levels, table);
      const int32_t last_begin = l + 1 < levels.size() ? n() - 1 : 0;
      for (int32_t begin = 0; begin <= last_begin; ++begin) fill_pipelines(l, levels, begin, table);
      tables_.push_back(std::move(table));
      workers_.push_back(levels[l].workers);
    }
  }

  double bottleneck_seconds() const { return tables_.back().at(0, n(), workers_.back()).seconds; }

  std::vector<LevelStage> stages(size_t level, int32_t begin, int32_t end) const {
    std::vector<LevelStage> stages;
    int32_t workers = workers_[level];
    while (end > begin) {
      const Cell& cell = tables_[level].at(begin, end, workers);
      stages.push_back({cell.last_begin, end, cell.last_workers});
      end = cell.last_begin;
      workers -= cell.last_workers;
    }
    std::ranges::reverse(stages);
    return stages;
  }

 private:
  int32_t n() const { return cuts_.num_layers(); }

  // One worker of a level is the whole level below.
  double worker_seconds(size_t level, int32_t begin, int32_t end) const {
    return level == 0 ? cuts_.compute_seconds(begin, end) * scale_
                      : tables_[level - 1].at(begin, end, workers_[level - 1]).seconds;
  }
  double all_reduce_seconds(const Level& level, int32_t begin, int32_t end, int32_t m) const {
    return 4.0 * (m - 1) * static_cast<double>(cuts_.parameter_bytes(begin, end)) /
           (level.bandwidth * m);
  }

  void fill_single_stages(size_t l, const std::vector<Level>& levels, Table& table) const {
    const double below = l == 0 ? 1 : levels[l - 1].workers;
    for (int32_t begin = 0; begin < n(); ++begin) {
      for (int32_t end = begin + 1; end <= n(); ++end) {
        for (int32_t m = 1; m <= levels[l].workers; ++m) {
          const double all_reduce = all_reduce_seconds(levels[l], begin, end, m) / below;
          table.at(begin, end, m) = {(worker_seconds(l, begin, end) + all_reduce) / m, begin, m};
        }
      }
    }
  }

  void fill_pipelines(size_t l, const std::vector<Level>& levels, int32_t begin,
                      Table& table) const {
    const Level& level = levels[l];
    for (int32_t m = 2; m <= level.workers; ++m) {
      for (int32_t end = begin + 2; end <= n(); ++end) {
        Cell best = table.at(begin, end, m);
        for (int32_t cut = begin + 1; cut < end; ++cut) {
          const double last = worker_seconds(l, cut, end);
          const double bytes = static_cast<double>(cuts_.cut_bytes(cut)) * scale_;
          for (int32_t k = 1; k < m; ++k) {
            const double last_stage = (last + all_reduce_seconds(level, cut, end, k)) / k;
            const double transfer = 2 * bytes / (level.bandwidth * k);
            const double slowest =
                std::max({table.at(begin, cut, m - k).seconds, transfer, last_stage});
            if (slowest < best.seconds) best = {slowest, cut, k};
          }
        }
        table.at(begin, end, m) = best;
      }
    }
  }

  LayerCuts cuts_;
  double scale_;
  std::vector<Table> tables_;
  std::vector<int32_t> workers_;  // of each level
};

// Devices in hosts of equal size form two levels; unequal hosts, or hosts of one device, form one.
std::vector<Level> levels_of(const core::Cluster& cluster) {
  const auto num_hosts = static_cast<int32_t>(cluster.hosts.size());
  const auto in_host = static_cast<int32_t>(core::num_devices(cluster.hosts.front()));
  double inside = INFINITY, between = INFINITY;
  bool equal = true;
  for (const core::Host& host : cluster.hosts) {
    equal &= core::num_devices(host) == in_host;
    if (host.link) inside = std::min(inside, host.link->bandwidth_bytes_per_second);
    if (num_hosts == 1) continue;
    between = std::min(between, core::port_of(cluster, host)->bandwidth_bytes_per_second);
  }
  if (num_hosts == 1) return {{in_host, inside}};
  if (equal && in_host > 1) return {{in_host, inside}, {num_hosts, between}};
  return {{static_cast<int32_t>(core::num_devices(cluster)), between}};
}

// Assigns hosts in order; a stage on several hosts uses the same devices of each.
std::vector<PlannedStage> placed(const Optimizer& optimizer, const std::vector<Level>& levels,
                                 int32_t num_layers) {
  std::vector<PlannedStage> stages;
  const int32_t in_host = levels.size() == 2 ? levels[0].workers : 1;
  int32_t host = 0;
  for (const LevelStage& outer : optimizer.stages(levels.size() - 1, 0, num_layers)) {
    std::vector<LevelStage> inner = {{outer.begin, outer.end, 1}};
    if (levels.size() == 2) inner = optimizer.stages(0, outer.begin, outer.end);
    int32_t offset = 0;
    for (const LevelStage& stage : inner) {
      DeviceGroup devices;
      for (int32_t h = host; h < host + outer.workers; ++h) {
        for (int32_t d = 0; d < stage.workers; ++d) devices.push_back(h * in_host + offset + d);
      }
      offset += stage.workers;
      stages.push_back(stage_of_range(stage.begin, stage.end, std::move(devices)));
    }
    host += outer.workers;
  }
  return stages;
}

}  // namespace

// PipeDream streams minibatches of a given size, which are the micro-batches here. Of several the
// simulation decides.
PlannedResult plan_pipedream(const PlanProblem& problem) {
  check_problem(problem);
  PlannedResult best{
      .strategy = "pipedream",
      .assumes =
          "a pipeline that never drains, identical hosts and devices, an all-reduce per "
          "micro-batch overlapped with other work, enough memory"};
  const PlanEvaluator evaluator(problem);
  const std::vector<Level> levels = levels_of(problem.cluster);
  for (const int32_t microbatches : problem.microbatches) {
    PipelinePlan plan{.microbatches = microbatches, .schedule = "1f1b"};
    Optimizer optimizer(problem, microbatches);
    optimizer.solve(levels);
    plan.stages = placed(optimizer, levels, static_cast<int32_t>(problem.profile.layers.size()));
    PlanTiming timing = evaluator.evaluate(plan);
    if (!best.plan.stages.empty() && !is_better(timing, best.timing)) continue;
    best.plan = std::move(plan);
    best.timing = std::move(timing);
    best.own_seconds = optimizer.bottleneck_seconds() * microbatches;
  }
  return best;
}

}  // namespace motley::tensor::stage
