#include "tensor/plan/planner/pipeline_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/base/error.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/plan/predict/staging.h"
#include "tensor/plan/shard_cost/op_time.h"
#include "tensor/plan/simulate/simulate.h"
#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::planner {
namespace {

using predict::Staging;
using simulate::Port;
using simulate::Workload;
using stage::to_ticks;
using Kind = PipelineAction::Kind;

constexpr int kSteps = 3;

// Memory that a Program needs besides its arguments and results: while it runs, and always.
struct ProgramMemory {
  int64_t temporary = 0, constants = 0;
};
ProgramMemory memory_of(const Program& program, int num_threads) {
  const CompiledProgram compiled =
      compile(program, {.num_threads = num_threads, .is_memory_given = true});
  ProgramMemory memory{.temporary = compiled.arena_bytes};
  for (const Literal& constant : compiled.constants) memory.constants += constant.num_bytes();
  return memory;
}

// The stages as ranks run them. Ranks of one group with equal shares are alike.
class LocalStages {
 public:
  explicit LocalStages(const GroupedStep& grouped) : grouped_(grouped) {}

  const LocalStage& at(int stage, int member) {
    const DeviceGrid grid = grouped_.grid(stage);
    const int64_t share = grouped_.layout().samples[stage][grid.coordinate(member, 0)];
    const int across = grid.num_axes() > 1 ? grid.coordinate(member, 1) : 0;
    const auto [found, is_new] = known_.try_emplace({stage, share, across});
    if (is_new) found->second = grouped_.local(stage, member);
    return found->second;
  }

 private:
  const GroupedStep& grouped_;
  std::map<std::tuple<int, int64_t, int>, LocalStage> known_;
};

class Pricing {
 public:
  Pricing(const PipelineOfPlan& pipeline, const core::Cluster& cluster,
          const std::vector<int>& devices)
      : pipeline_(pipeline),
        cluster_(cluster),
        grouped_(pipeline.step, pipeline.layout),
        locals_(grouped_) {
    const std::vector<core::Device> all = core::devices(cluster);
    for (int d : devices) devices_.push_back(all[d]);
    for (int s = 0; s < pipeline.step.num_stages(); ++s) {
      std::vector<int> members;
      for (int rank : pipeline.layout.ranks[s]) members.push_back(devices[rank]);
      costs_.push_back(shard_cost::group_costs(cluster, grouped_.grid(s), members));
    }
  }

  const GroupedStep& grouped() const { return grouped_; }
  const core::Device& device(int rank) const { return devices_[rank]; }
  const core::DeviceType& type(int rank) const {
    return cluster_.device_types[devices_[rank].type];
  }
  const LocalStage& local(int stage, int member) { return locals_.at(stage, member); }

  // Of the slowest rank, where ranks of the group wait for one another in the phase.
  double phase_seconds(int stage, StagePhaseKind kind, int rank) {
    const auto [at, is_new] = phases_.try_emplace({stage, kind, rank});
    if (!is_new) return at->second;
    const int member = grouped_.member(stage, rank);
    const LocalPhase& phase = local(stage, member).phase(kind);
    double seconds = segments_seconds(phase.program, rank);
    if (!phase.program.communications.empty()) {
      for (int other : pipeline_.layout.ranks[stage]) {
        const LocalPhase& theirs = local(stage, grouped_.member(stage, other)).phase(kind);
        seconds = std::max(seconds, segments_seconds(theirs.program, other));
      }
    }
    return at->second = seconds + communication_seconds(phase.program, stage);
  }

  double reduce_seconds(int stage) {
    return communication_seconds(local(stage, 0).reduce.program, stage);
  }

  double communication_seconds(const RankProgram& program, int stage) const {
    double seconds = 0;
    for (const Communication& c : program.communications) {
      shard_cost::Blocks blocks{.is_half = shard_cost::is_half(c.tensors[0].whole)};
      for (const CommunicatedTensor& t : c.tensors) {
        shard_cost::add_to(blocks, c.kind, static_cast<double>(t.whole.num_bytes()), t.from, t.to,
                           program.group.sizes[c.axis]);
      }
      seconds += shard_cost::best_message(costs_[stage], c.axis, c.kind, blocks).phases.seconds();
    }
    return seconds;
  }

  int64_t peak_bytes(const PipelineProgram& list, int rank) {
    int64_t bytes = 0, temporary = 0;
    std::set<uint64_t> programs;
    for (int s : list.stages) {
      const LocalStage& stage = local(s, grouped_.member(s, rank));
      for (size_t b = 0; b < stage.buffers.size(); ++b) {
        const int count = b < list.slots[s].size() ? list.slots[s][b].count : 1;
        bytes += count * stage.buffers[b].type.num_bytes();
      }
      for (const LocalPhase& phase : stage.phases) {
        for (const Segment& segment : phase.program.segments) {
          const ProgramMemory& memory = memory_on(segment.program, rank);
          temporary = std::max(temporary, memory.temporary);
          if (programs.insert(structural_hash(segment.program)).second) {
            bytes += memory.constants;
          }
        }
      }
    }
    return bytes + temporary;
  }

 private:
  double segments_seconds(const RankProgram& program, int rank) const {
    const core::DeviceType& on = type(rank);
    const Staging staging(on);
    // A rank that waits for others waits for the slowest, another one each time.
    const double kept = devices_.size() > 1 ? predict::share_kept(on, "contention.others") : 1.0;
    double seconds = 0;
    for (const Segment& segment : program.segments) {
      seconds += staging.launch();
      for (const shard_cost::OpWork& work : shard_cost::stored_work(segment.program).ops) {
        seconds += shard_cost::seconds_of(work, on);
      }
    }
    return seconds / kept;
  }

  const ProgramMemory& memory_on(const Program& program, int rank) {
    const int threads = std::max(1, type(rank).threads);
    const auto [at, is_new] = memories_.try_emplace({structural_hash(program), threads});
    if (is_new) at->second = memory_of(program, threads);
    return at->second;
  }

  const PipelineOfPlan& pipeline_;
  const core::Cluster& cluster_;
  GroupedStep grouped_;
  LocalStages locals_;
  std::vector<core::Device> devices_;          // by rank
  std::vector<shard_cost::GroupCosts> costs_;  // by stage
  std::map<std::tuple<int, StagePhaseKind, int>, double> phases_;
  std::map<std::pair<uint64_t, int>, ProgramMemory> memories_;
};

// The lists of several steps as work for the simulator: a phase is an item, a message a transfer.
class ListsAsWork {
 public:
  ListsAsWork(const PipelineOfPlan& pipeline, const core::Cluster& cluster, Pricing& pricing)
      : pipeline_(pipeline), cluster_(cluster), pricing_(pricing) {
    const auto num_hosts = cluster.hosts.size();
    num_ranks_ = static_cast<int>(pipeline.group_of_rank.size());
    // Out and in: of every host, then of every rank within its host.
    work_.ports.assign(2 * (num_hosts + static_cast<size_t>(num_ranks_)), Port::kExclusive);
    reduce_items_.resize(static_cast<size_t>(pipeline.step.num_stages()) * kSteps);
  }

  struct Result {
    Workload work;
    std::vector<std::vector<int32_t>> ends;  // by step and rank: an item without duration
    struct Named {
      int rank = 0;
      int32_t item = 0;
      std::string name;
    };
    std::vector<Named> first_step;
    double communication_seconds = 0;
  };

  Result run() && {
    result_.ends.resize(kSteps);
    for (int rank = 0; rank < num_ranks_; ++rank) {
      work_.device_begin.push_back(num_items());
      for (int k = 0; k < kSteps; ++k) add_step(rank, k);
    }
    work_.device_begin.push_back(num_items());
    add_messages();
    add_reductions();
    std::ranges::stable_sort(work_.transfers, {}, &Workload::Transfer::from);
    result_.work = std::move(work_);
    return std::move(result_);
  }

 private:
  struct Key {
    int crossing, microbatch, step, from, to;  // ranks
    auto operator<=>(const Key&) const = default;
  };
  struct Sent {
    int32_t item = -1;
    int64_t bytes = 0;
  };
  int32_t num_items() const { return static_cast<int32_t>(work_.items.size()); }

  int32_t add_item(double seconds) {
    work_.items.push_back({.duration = to_ticks(seconds)});
    return num_items() - 1;
  }

  void add_step(int rank, int k) {
    add_item(0);  // what is sent and awaited before the first phase
    const PipelineProgram& list = pipeline_.program_of(rank);
    for (const PipelineAction& a : list.actions) {
      switch (a.kind) {
        case Kind::kPhase: {
          const int32_t item = add_item(pricing_.phase_seconds(a.stage, a.phase, rank));
          take_awaited(item);
          if (k == 0) {
            result_.first_step.push_back({rank, item, short_name(a)});
          }
          break;
        }
        case Kind::kReduce:
          reduce_items_[static_cast<size_t>(a.stage) * kSteps + k].push_back(add_item(0));
          take_awaited(num_items() - 1);
          break;
        case Kind::kSend:
          add_sent(a, rank, k);
          break;
        case Kind::kAwait:
          add_awaited(a, rank, k);
          break;
        case Kind::kPost:
          break;
      }
    }
    result_.ends[k].push_back(add_item(0));
    take_awaited(num_items() - 1);
  }

  // The next item waits for them.
  void take_awaited(int32_t item) {
    for (const Key& key : awaited_) receivers_[key] = item;
    awaited_.clear();
  }

  int64_t bytes_of(const Crossing& c, int from, int to) const {
    int64_t count = 0;
    for (const PieceRun& run : pricing_.grouped().runs(c, from, to)) count += run.count;
    return count * byte_size(pipeline_.step.buffer(c.from).type.element);
  }

  void add_sent(const PipelineAction& a, int rank, int k) {
    const Crossing& c = pipeline_.step.crossings[a.crossing];
    const auto& from = pipeline_.layout.ranks[c.from.stage];
    const auto& to = pipeline_.layout.ranks[c.to.stage];
    if (from == to) return;  // a copy
    const int member = pricing_.grouped().member(c.from.stage, rank);
    for (size_t j = 0; j < to.size(); ++j) {
      const int64_t bytes = bytes_of(c, member, static_cast<int>(j));
      if (bytes > 0) {
        sent_[{a.crossing, a.microbatch, k, rank, to[j]}] = {num_items() - 1, bytes};
      }
    }
  }

  void add_awaited(const PipelineAction& a, int rank, int k) {
    const Crossing& c = pipeline_.step.crossings[a.crossing];
    // A new value is that of the step before.
    const int step = c.when == Crossing::When::kNewValue ? k - 1 : k;
    for (int from : pipeline_.layout.ranks[c.from.stage]) {
      awaited_.push_back({a.crossing, a.microbatch, step, from, rank});
    }
  }

  void add_messages() {
    for (const auto& [key, sent] : sent_) {
      const auto to = receivers_.find(key);
      if (to == receivers_.end()) continue;  // awaited after the last step
      const core::Device &a = pricing_.device(key.from), &b = pricing_.device(key.to);
      const auto bytes = static_cast<double>(sent.bytes);
      const core::Link link = core::link_between(cluster_, a, b);
      const double busy = bytes / link.bandwidth_bytes_per_second;
      // An accelerator's copies to and from the host come on top.
      const double staged = Staging(pricing_.type(key.from)).from_device(bytes) +
                            Staging(pricing_.type(key.to)).to_device(bytes);
      work_.transfers.push_back({.from = sent.item,
                                 .to = to->second,
                                 .busy = to_ticks(busy),
                                 .latency = to_ticks(link.latency_seconds + staged),
                                 .ports = ports_of(key.from, key.to, a, b)});
      if (key.step == 0) result_.communication_seconds += busy;
    }
  }

  int32_t ports_of(int from, int to, const core::Device& a, const core::Device& b) {
    const auto num_hosts = static_cast<int32_t>(cluster_.hosts.size());
    const std::vector<int32_t> set =
        a.host == b.host ? std::vector{2 * (num_hosts + from), 2 * (num_hosts + to) + 1}
                         : std::vector{2 * a.host, 2 * b.host + 1};
    const auto [at, is_new] =
        port_sets_.try_emplace(set, static_cast<int32_t>(work_.port_sets.size()));
    if (is_new) work_.port_sets.push_back(set);
    return at->second;
  }

  // A reduction begins when all ranks of the stage are there, and holds them until it is done.
  void add_reductions() {
    for (int s = 0; s < pipeline_.step.num_stages(); ++s) {
      if (pipeline_.layout.ranks[s].size() < 2) continue;
      const double seconds = pricing_.reduce_seconds(s);
      result_.communication_seconds += seconds;
      for (int k = 0; k < kSteps; ++k) {
        const auto& items = reduce_items_[static_cast<size_t>(s) * kSteps + k];
        for (int32_t from : items) {
          for (int32_t to : items) {
            // From what came before it: a device does not wait for its own item.
            work_.transfers.push_back({.from = from - 1, .to = to, .latency = to_ticks(seconds)});
          }
        }
      }
    }
  }

  const PipelineOfPlan& pipeline_;
  const core::Cluster& cluster_;
  Pricing& pricing_;
  int num_ranks_ = 0;
  Workload work_;
  Result result_;
  std::map<Key, Sent> sent_;
  std::map<Key, int32_t> receivers_;
  std::vector<Key> awaited_;
  std::map<std::vector<int32_t>, int32_t> port_sets_;
  std::vector<std::vector<int32_t>> reduce_items_;  // by stage and step
};

}  // namespace

PipelineTime pipeline_time(const PipelineOfPlan& pipeline, const core::Cluster& cluster,
                           const std::vector<int>& devices) {
  Pricing pricing(pipeline, cluster, devices);
  ListsAsWork::Result lists = ListsAsWork(pipeline, cluster, pricing).run();
  const simulate::Simulation simulation = simulate::simulate(lists.work);
  const auto num_ranks = static_cast<int>(devices.size());
  std::vector<schedule::Ticks> ends(kSteps);
  for (int k = 0; k < kSteps; ++k) {
    for (int rank = 0; rank < num_ranks; ++rank) {
      MOTLEY_CHECK(simulation.stuck[rank] < 0, "rank {} is deadlocked", rank);
      ends[k] = std::max(ends[k], simulation.start[lists.ends[k][rank]]);
    }
  }
  PipelineTime time{.step_seconds = stage::seconds(ends[kSteps - 1] - ends[kSteps - 2]),
                    .first_step_seconds = stage::seconds(ends[0]),
                    .communication_seconds = lists.communication_seconds};
  double busy = 0;
  for (int rank = 0; rank < num_ranks; ++rank) {
    schedule::Ticks compute = 0;
    for (int32_t i = lists.work.device_begin[rank]; i < lists.work.device_begin[rank + 1]; ++i) {
      compute += lists.work.items[i].duration;
    }
    PipelineRankTime& one = time.ranks.emplace_back();
    one.compute_seconds = stage::seconds(compute) / kSteps;
    one.waiting_seconds = std::max(0.0, time.step_seconds - one.compute_seconds);
    one.peak_bytes = pricing.peak_bytes(pipeline.program_of(rank), rank);
    busy += one.compute_seconds;
  }
  time.bubble = std::max(0.0, 1 - busy / (num_ranks * time.step_seconds));
  for (const auto& [rank, item, name] : lists.first_step) {
    const double begin = stage::seconds(simulation.start[item]);
    time.spans.push_back({.rank = rank,
                          .name = name,
                          .begin_seconds = begin,
                          .end_seconds = begin + stage::seconds(lists.work.items[item].duration)});
  }
  return time;
}

}  // namespace motley::tensor::planner
