#include "tensor/plan/planner/pipeline_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "tensor/plan/predict/staging.h"
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

// Replicas that are alike are simulated once: rows of all stages' grids that share no host with the
// others, on devices and links as those of the first ones have. What a rank sends to all replicas
// (a tied parameter, once a step) goes to the first ones, so that ports carry as much.
class AlikeRows {
 public:
  AlikeRows(const GroupedStep& grouped, const core::Cluster& cluster,
            const std::vector<core::Device>& devices)
      : grouped_(grouped), cluster_(cluster), devices_(devices) {
    const auto num_ranks = static_cast<int>(devices.size());
    first_.resize(num_ranks);
    for (int rank = 0; rank < num_ranks; ++rank) first_[rank] = rank;
    const int rows = rows_of_all();
    if (rows < 2) return;
    for (int together = 1; 2 * together <= rows; ++together) {
      if (rows % together == 0 && are_alike(rows, together)) {
        set_first(together);
        return;
      }
    }
  }

  // The rank that stands for this one: itself, where it is simulated.
  int first(int rank) const { return first_[rank]; }

 private:
  int rank_at(int stage, int row, int column) const {
    const int columns = grouped_.group_size(stage) / grouped_.grid(stage).sizes[0];
    return grouped_.layout().ranks[stage][row * columns + column];
  }
  int columns(int stage) const {
    return grouped_.group_size(stage) / grouped_.grid(stage).sizes[0];
  }

  // Of every stage, with equal samples; 0: they differ.
  int rows_of_all() const {
    const int rows = grouped_.grid(0).sizes[0];
    for (int s = 0; s < grouped_.step().num_stages(); ++s) {
      const auto& samples = grouped_.layout().samples[s];
      if (grouped_.grid(s).sizes[0] != rows ||
          std::ranges::any_of(samples, [&](int64_t n) { return n != samples[0]; })) {
        return 0;
      }
    }
    return rows;
  }

  bool are_alike(int rows, int together) const {
    std::set<int32_t> taken;  // hosts of the rows before
    for (int begin = 0; begin < rows; begin += together) {
      std::map<int32_t, int32_t> as_first;  // hosts of these rows: those of the first ones
      for (int s = 0; s < grouped_.step().num_stages(); ++s) {
        for (int r = 0; r < together; ++r) {
          for (int c = 0; c < columns(s); ++c) {
            const core::Device& own = devices_[rank_at(s, begin + r, c)];
            const core::Device& other = devices_[rank_at(s, r, c)];
            const auto [at, is_new] = as_first.try_emplace(own.host, other.host);
            if (own.type != other.type || at->second != other.host) return false;
            if (is_new && (taken.contains(own.host) || !same_links(own.host, other.host))) {
              return false;
            }
          }
        }
      }
      std::set<int32_t> firsts;
      for (const auto& [own, other] : as_first) {
        taken.insert(own);
        if (!firsts.insert(other).second) return false;
      }
    }
    return true;
  }

  bool same_links(int32_t a, int32_t b) const {
    const core::Host &x = cluster_.hosts[a], &y = cluster_.hosts[b];
    return x.link == y.link && core::port_of(cluster_, x) == core::port_of(cluster_, y);
  }

  void set_first(int together) {
    for (int s = 0; s < grouped_.step().num_stages(); ++s) {
      for (int r = 0; r < grouped_.grid(s).sizes[0]; ++r) {
        for (int c = 0; c < columns(s); ++c) {
          first_[rank_at(s, r, c)] = rank_at(s, r % together, c);
        }
      }
    }
  }

  const GroupedStep& grouped_;
  const core::Cluster& cluster_;
  const std::vector<core::Device>& devices_;  // by rank
  std::vector<int> first_;
};

class Pricing {
 public:
  Pricing(const PipelineOfPlan& pipeline, const core::Cluster& cluster,
          const std::vector<int>& devices)
      : pipeline_(pipeline),
        cluster_(cluster),
        grouped_(*pipeline.step, pipeline.layout),
        lock_(pipeline.priced->on(cluster)) {
    const std::vector<core::Device> all = core::devices(cluster);
    for (int d : devices) devices_.push_back(all[d]);
    for (int s = 0; s < pipeline.step->num_stages(); ++s) {
      std::vector<int> members;
      for (int rank : pipeline.layout.ranks[s]) members.push_back(devices[rank]);
      costs_.push_back(shard_cost::group_costs(cluster, grouped_.grid(s), members));
    }
  }

  const GroupedStep& grouped() const { return grouped_; }
  const std::vector<core::Device>& devices() const { return devices_; }
  const core::Device& device(int rank) const { return devices_[rank]; }
  const core::DeviceType& type(int rank) const {
    return cluster_.device_types[devices_[rank].type];
  }
  PricedStage& priced(int stage, int member) {
    const auto [at, is_new] = priced_.try_emplace({stage, member});
    if (is_new) at->second = &pipeline_.priced->at(grouped_, stage, member);
    return *at->second;
  }

  // Of the slowest rank, where ranks of the group wait for one another in the phase.
  double phase_seconds(int stage, StagePhaseKind kind, int rank) {
    const auto& own = priced(stage, grouped_.member(stage, rank)).program(kind);
    if (own.communications.empty()) return segments_seconds(stage, kind, rank);
    const auto [at, is_new] = shared_phases_.try_emplace({stage, kind});
    if (is_new) {
      const auto& group = pipeline_.layout.ranks[stage];
      for (int member : group) {
        at->second = std::max(at->second, segments_seconds(stage, kind, member));
      }
      at->second += communication_seconds(own, stage);
    }
    return at->second;
  }

  double reduce_seconds(int stage) {
    return communication_seconds(priced(stage, 0).reduction(), stage);
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
    std::vector<PricedStage*> stages;
    for (int s : list.stages) stages.push_back(&priced(s, grouped_.member(s, rank)));
    const int threads = std::max(1, type(rank).threads);
    const auto [at, is_new] = peaks_.try_emplace({stages, threads});
    if (!is_new) return at->second;
    int64_t bytes = 0, temporary = 0;
    std::set<uint64_t> programs;
    for (size_t i = 0; i < stages.size(); ++i) {
      const std::vector<int64_t>& buffers = stages[i]->buffer_bytes();
      const auto& slots = list.slots[list.stages[i]];
      for (size_t b = 0; b < buffers.size(); ++b) {
        const int count = b < slots.size() ? slots[b].count : 1;
        bytes += count * buffers[b];
      }
      const StageMemory& memory = stages[i]->memory(threads);
      temporary = std::max(temporary, memory.temporary);
      for (const auto& [program, constants] : memory.constants) {
        if (programs.insert(program).second) bytes += constants;
      }
    }
    return at->second = bytes + temporary;
  }

 private:
  double segments_seconds(int stage, StagePhaseKind kind, int rank) {
    // A rank that waits for others waits for the slowest, another one each time.
    const double kept =
        devices_.size() > 1 ? predict::share_kept(type(rank), "contention.others") : 1.0;
    return priced(stage, grouped_.member(stage, rank)).seconds(kind, devices_[rank].type) / kept;
  }

  const PipelineOfPlan& pipeline_;
  const core::Cluster& cluster_;
  GroupedStep grouped_;
  std::unique_lock<std::mutex> lock_;                               // of the priced stages
  std::map<std::pair<int, int>, PricedStage*> priced_;              // by stage and member
  std::vector<core::Device> devices_;                               // by rank
  std::vector<shard_cost::GroupCosts> costs_;                       // by stage
  std::map<std::pair<int, StagePhaseKind>, double> shared_phases_;  // with communication, by stage
  std::map<std::pair<std::vector<PricedStage*>, int>, int64_t> peaks_;
};

// The lists of several steps as work for the simulator: a phase is an item, a message a transfer.
class ListsAsWork {
 public:
  ListsAsWork(const PipelineOfPlan& pipeline, const core::Cluster& cluster, Pricing& pricing)
      : pipeline_(pipeline),
        cluster_(cluster),
        pricing_(pricing),
        rows_(pricing.grouped(), cluster, pricing.devices()) {
    const auto num_hosts = cluster.hosts.size();
    num_ranks_ = static_cast<int>(pipeline.group_of_rank.size());
    // Out and in: of every host, then of every rank within its host.
    work_.ports.assign(2 * (num_hosts + static_cast<size_t>(num_ranks_)), Port::kExclusive);
    reduce_items_.resize(static_cast<size_t>(pipeline.step->num_stages()) * kSteps);
  }

  struct Result {
    Workload work;
    std::vector<int> device_of_rank;         // of the workload
    std::vector<std::vector<int32_t>> ends;  // by step and device: an item without duration
    struct Named {
      int32_t item = 0;
      std::string name;
    };
    std::vector<std::vector<Named>> first_step;  // by device
    struct Message {
      size_t transfer = 0;
      int from = 0;  // rank
      std::string name;
    };
    std::vector<Message> messages;  // of the first step
    double communication_seconds = 0;
  };

  Result run() && {
    result_.ends.resize(kSteps);
    result_.device_of_rank.resize(num_ranks_);
    for (int rank = 0; rank < num_ranks_; ++rank) {
      if (rows_.first(rank) != rank) continue;
      result_.device_of_rank[rank] = static_cast<int>(work_.device_begin.size());
      work_.device_begin.push_back(num_items());
      result_.first_step.emplace_back();
      for (int k = 0; k < kSteps; ++k) add_step(rank, k);
    }
    for (int rank = 0; rank < num_ranks_; ++rank) {
      result_.device_of_rank[rank] = result_.device_of_rank[rows_.first(rank)];
    }
    work_.device_begin.push_back(num_items());
    add_messages();
    slow_beside_messages();
    add_reductions();
    sort_transfers();
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
            result_.first_step.back().push_back({item, short_name(a)});
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

  // What a member of a group sends to those of another: by place in that group, without zeros.
  using Parts = std::vector<std::pair<int, int64_t>>;
  const Parts& parts_of(int crossing, int from) {
    const auto [at, is_new] = parts_.try_emplace({crossing, from});
    if (!is_new) return at->second;
    const Crossing& c = pipeline_.step->crossings[crossing];
    const int64_t each = byte_size(pipeline_.step->buffer(c.from).type.element);
    for (int to = 0; to < pricing_.grouped().group_size(c.to.stage); ++to) {
      int64_t count = 0;
      for (const PieceRun& run : pricing_.grouped().runs(c, from, to)) count += run.count;
      if (count > 0) at->second.emplace_back(to, count * each);
    }
    return at->second;
  }

  void add_sent(const PipelineAction& a, int rank, int k) {
    const Crossing& c = pipeline_.step->crossings[a.crossing];
    const auto& from = pipeline_.layout.ranks[c.from.stage];
    const auto& to = pipeline_.layout.ranks[c.to.stage];
    if (from == to) return;  // a copy
    const int member = pricing_.grouped().member(c.from.stage, rank);
    for (const auto& [j, bytes] : parts_of(a.crossing, member)) {
      Sent& sent = sent_[{a.crossing, a.microbatch, k, rank, rows_.first(to[j])}];
      sent.item = num_items() - 1;
      sent.bytes += bytes;
    }
  }

  void add_awaited(const PipelineAction& a, int rank, int k) {
    const Crossing& c = pipeline_.step->crossings[a.crossing];
    // A new value is that of the step before.
    const int step = c.when == Crossing::When::kNewValue ? k - 1 : k;
    for (int from : pipeline_.layout.ranks[c.from.stage]) {
      if (rows_.first(from) == from) {
        awaited_.push_back({a.crossing, a.microbatch, step, from, rank});
      }
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
      if (key.step == 0) {
        result_.communication_seconds += busy;
        result_.messages.push_back({work_.transfers.size() - 1, key.from, message_name(key)});
      }
      if (key.step == 0 && a.host != b.host) {
        message_seconds_[result_.device_of_rank[key.from]] += busy;
        message_seconds_[result_.device_of_rank[key.to]] += busy;
      }
    }
  }

  // As a trace of a run names it.
  std::string message_name(const Key& key) const {
    const Crossing& c = pipeline_.step->crossings[key.crossing];
    return fmt::format(
        "{}, stage {} to {}{}", pipeline_.step->buffer(c.from).name, c.from.stage, c.to.stage,
        key.microbatch < 0 ? std::string() : fmt::format(", micro-batch {}", key.microbatch));
  }

  // By the item that sends, as the simulator wants them.
  void sort_transfers() {
    std::vector<size_t> order(work_.transfers.size()), place(order.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t i) { return work_.transfers[i].from; });
    std::vector<Workload::Transfer> sorted;
    for (size_t i : order) {
      place[i] = sorted.size();
      sorted.push_back(work_.transfers[i]);
    }
    work_.transfers = std::move(sorted);
    for (auto& message : result_.messages) message.transfer = place[message.transfer];
  }

  // Messages take processor time from phases: as much as was measured beside a collective, which
  // sends and receives at once. When they come depends on the schedule, so all phases bear it
  // alike.
  void slow_beside_messages() {
    for (int rank = 0; rank < num_ranks_; ++rank) {
      const int device = result_.device_of_rank[rank];
      const double seconds = std::exchange(message_seconds_[device], 0.0);
      const double kept = predict::share_kept(pricing_.type(rank), "contention.communication");
      const std::span<Workload::Item> items =
          std::span(work_.items)
              .subspan(work_.device_begin[device],
                       work_.device_begin[device + 1] - work_.device_begin[device]);
      double compute = 0;
      for (const Workload::Item& item : items) compute += stage::seconds(item.duration) / kSteps;
      if (seconds == 0 || compute == 0) continue;
      const double factor = 1 + seconds * (1 - kept) / 2 / compute;
      for (Workload::Item& item : items) {
        item.duration = to_ticks(factor * stage::seconds(item.duration));
      }
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
    for (int s = 0; s < pipeline_.step->num_stages(); ++s) {
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
  AlikeRows rows_;
  int num_ranks_ = 0;
  Workload work_;
  Result result_;
  std::map<Key, Sent> sent_;
  std::map<Key, int32_t> receivers_;
  std::vector<Key> awaited_;
  std::map<int, double> message_seconds_;       // of a step, sent and received by each device
  std::map<std::pair<int, int>, Parts> parts_;  // by crossing and sender's place in its group
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
    for (size_t device = 0; device < lists.ends[k].size(); ++device) {
      MOTLEY_CHECK(simulation.stuck[device] < 0, "device {} is deadlocked", device);
      ends[k] = std::max(ends[k], simulation.start[lists.ends[k][device]]);
    }
  }
  PipelineTime time{.step_seconds = stage::seconds(ends[kSteps - 1] - ends[kSteps - 2]),
                    .first_step_seconds = stage::seconds(ends[0]),
                    .communication_seconds = lists.communication_seconds};
  double busy = 0;
  for (int rank = 0; rank < num_ranks; ++rank) {
    const int device = lists.device_of_rank[rank];
    schedule::Ticks compute = 0;
    for (int32_t i = lists.work.device_begin[device]; i < lists.work.device_begin[device + 1];
         ++i) {
      compute += lists.work.items[i].duration;
    }
    PipelineRankTime& one = time.ranks.emplace_back();
    one.compute_seconds = stage::seconds(compute) / kSteps;
    one.waiting_seconds = std::max(0.0, time.step_seconds - one.compute_seconds);
    one.peak_bytes = pricing.peak_bytes(pipeline.program_of(rank), rank);
    busy += one.compute_seconds;
    for (const auto& [item, name] : lists.first_step[device]) {
      const double begin = stage::seconds(simulation.start[item]);
      const double end = begin + stage::seconds(lists.work.items[item].duration);
      time.spans.push_back(
          {.rank = rank, .name = name, .begin_seconds = begin, .end_seconds = end});
    }
  }
  for (const auto& message : lists.messages) {
    const double begin = stage::seconds(simulation.transfers[message.transfer].begin);
    const double sending = stage::seconds(lists.work.transfers[message.transfer].busy);
    time.messages.push_back({.rank = message.from,
                             .is_communication = true,
                             .name = message.name,
                             .begin_seconds = begin,
                             .end_seconds = begin + sending});
  }
  time.bubble = std::max(0.0, 1 - busy / (num_ranks * time.step_seconds));
  return time;
}

}  // namespace motley::tensor::planner
