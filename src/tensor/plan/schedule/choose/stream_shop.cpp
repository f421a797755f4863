#include "tensor/plan/schedule/choose/stream_shop.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace motley::tensor::schedule {
namespace {

// Streams of a stage. They are the first streams of a shop, stage by stage.
enum : int32_t { kF, kI, kW };

int32_t streams_a_stage(const StreamShop& shop) { return shop.splits_backward ? 3 : 2; }

int32_t stream_at(const StreamShop& shop, int32_t stage, int32_t kind) {
  return streams_a_stage(shop) * stage + kind;
}

void add_stream(StreamShop& shop, int32_t machine, Ticks duration) {
  shop.streams_of[machine].push_back(shop.num_streams());
  shop.machine_of.push_back(machine);
  shop.duration.push_back(duration);
  shop.before.emplace_back();
  shop.after.emplace_back();
}

void add_arc(StreamShop& shop, int32_t from, int32_t to, int32_t shift, Ticks lag) {
  shop.after[from].push_back({to, shift, lag});
  shop.before[to].push_back({from, shift, lag});
}

void add_link(StreamShop& shop, int32_t from, int32_t to, Ticks latency, Links links) {
  if (links == Links::kParallel || latency == 0) {
    add_arc(shop, from, to, 0, latency);
    return;
  }
  const int32_t transfer = shop.num_streams();
  shop.streams_of.emplace_back();
  add_stream(shop, shop.num_machines() - 1, latency);
  add_arc(shop, from, transfer, 0, 0);
  add_arc(shop, transfer, to, 0, 0);
}

// Calls f(item) for all direct successors of `item`.
template <class F>
void for_each_follower(const StreamShop& shop, int32_t item, F&& f) {
  const int32_t n = item % shop.count;
  if (n + 1 < shop.count) f(item + 1);
  for (const StreamArc& arc : shop.after[shop.stream_of(item)]) {
    if (n + arc.shift < shop.count) f(arc.stream * shop.count + n + arc.shift);
  }
}

std::vector<int32_t> sorted_items(const StreamShop& shop) {
  std::vector<int32_t> waits_for(shop.num_items(), 0), sorted;
  for (int32_t item = 0; item < shop.num_items(); ++item) {
    for_each_follower(shop, item, [&](int32_t follower) { ++waits_for[follower]; });
  }
  for (int32_t item = 0; item < shop.num_items(); ++item) {
    if (waits_for[item] == 0) sorted.push_back(item);
  }
  for (size_t i = 0; i < sorted.size(); ++i) {
    for_each_follower(shop, sorted[i], [&](int32_t follower) {
      if (--waits_for[follower] == 0) sorted.push_back(follower);
    });
  }
  return sorted;
}

}  // namespace

StreamShop make_stream_shop(const PipelineCosts& costs, int32_t num_microbatches,
                            std::span<const int32_t> cap) {
  StreamShop shop;
  shop.count = num_microbatches;
  shop.splits_backward = costs.splits_backward();
  const int32_t S = shop.num_stages = costs.num_stages();
  const int32_t frees = shop.splits_backward ? kW : kI;
  const auto stream = [&](int32_t s, int32_t kind) { return stream_at(shop, s, kind); };
  shop.streams_of.resize(S);
  for (int32_t s = 0; s < S; ++s) {
    add_stream(shop, s, costs.forward[s]);
    add_stream(shop, s, costs.backward[s]);
    add_arc(shop, stream(s, kF), stream(s, kI), 0, 0);
    if (shop.splits_backward) {
      add_stream(shop, s, costs.weight[s]);
      add_arc(shop, stream(s, kI), stream(s, kW), 0, 0);
    }
    shop.cap.push_back(cap.empty() ? num_microbatches : std::min(cap[s], num_microbatches));
    if (shop.cap[s] < num_microbatches) {
      add_arc(shop, stream(s, frees), stream(s, kF), shop.cap[s], 0);
    }
  }
  for (int32_t s = 0; s + 1 < S; ++s) {
    add_link(shop, stream(s, kF), stream(s + 1, kF), costs.activation_latency(s), costs.links);
    add_link(shop, stream(s + 1, kI), stream(s, kI), costs.backward_latency(s), costs.links);
  }
  shop.sorted = sorted_items(shop);
  return shop;
}

StreamShop mirrored(const StreamShop& shop) {
  StreamShop mirror = shop;
  std::swap(mirror.before, mirror.after);
  for (auto& streams : mirror.streams_of) std::ranges::reverse(streams);
  std::ranges::reverse(mirror.sorted);
  for (int32_t& item : mirror.sorted) {
    const int32_t n = item % shop.count;
    item += shop.count - 1 - 2 * n;
  }
  return mirror;
}

Timetable mirrored(const StreamShop& shop, const Timetable& timetable) {
  Timetable mirror{.start = timetable.start, .makespan = timetable.makespan};
  for (int32_t s = 0; s < shop.num_streams(); ++s) {
    const auto items = std::span(mirror.start).subspan(size_t(s) * shop.count, shop.count);
    std::ranges::reverse(items);
    for (Ticks& start : items) start = timetable.makespan - shop.duration[s] - start;
  }
  return mirror;
}

Schedule schedule_of(const StreamShop& shop, const Timetable& timetable) {
  const int32_t kinds = streams_a_stage(shop);
  const std::array passes = {
      ActionKind::kForward,
      shop.splits_backward ? ActionKind::kInputGradient : ActionKind::kBackward,
      ActionKind::kWeightGradient};
  Schedule schedule;
  schedule.num_stages = shop.num_stages;
  schedule.num_microbatches = shop.count;
  for (int32_t s = 0; s < shop.num_stages; ++s) {
    // Items of zero duration precede an item that starts when they end.
    std::vector<std::tuple<Ticks, Ticks, int32_t>> items;
    const int32_t first = stream_at(shop, s, 0) * shop.count;
    for (int32_t item = first; item < first + kinds * shop.count; ++item) {
      const Ticks start = timetable.start[item];
      items.emplace_back(start, start + shop.duration_of(item), item);
    }
    std::ranges::sort(items);
    auto& list = schedule.lists.emplace_back();
    for (const auto& [start, end, item] : items) {
      list.push_back({passes[shop.stream_of(item) % kinds], s, item % shop.count});
    }
    schedule.device_of_stage.push_back(s);
  }
  return schedule;
}

namespace {

// For each machine, the sequence of streams it serves.
std::vector<std::vector<int32_t>> turns_of(const StreamShop& shop, const Schedule& schedule) {
  std::vector<std::vector<int32_t>> turns;
  for (const auto& list : schedule.lists) {
    auto& turn = turns.emplace_back();
    for (const auto& [pass, s, m] : list) {
      if (pass == ActionKind::kForward) turn.push_back(stream_at(shop, s, kF));
      if (pass == ActionKind::kBackward || pass == ActionKind::kInputGradient) {
        turn.push_back(stream_at(shop, s, kI));
      }
      if (shop.splits_backward && frees_activations(pass)) turn.push_back(stream_at(shop, s, kW));
    }
  }
  for (int32_t m = shop.num_stages; m < shop.num_machines(); ++m) {
    turns.emplace_back(shop.count, shop.streams_of[m].front());
  }
  return turns;
}

}  // namespace

std::optional<Timetable> timetable_of(const StreamShop& shop, const Schedule& schedule) {
  const auto turns = turns_of(shop, schedule);
  Timetable timetable{.start = std::vector<Ticks>(shop.num_items(), -1)};
  std::vector<int32_t> done(shop.num_streams(), 0);
  std::vector<Ticks> free(shop.num_machines(), 0);
  std::vector<size_t> next(shop.num_machines(), 0);
  // Starts the next item of machine m if its predecessors have run.
  const auto start_next = [&](int32_t m) {
    if (next[m] == turns[m].size()) return false;
    const int32_t s = turns[m][next[m]], n = done[s];
    Ticks start = free[m];
    for (const StreamArc& arc : shop.before[s]) {
      if (n < arc.shift) continue;
      if (done[arc.stream] <= n - arc.shift) return false;
      const Ticks other = timetable.start[arc.stream * shop.count + n - arc.shift];
      start = std::max(start, other + shop.duration[arc.stream] + arc.lag);
    }
    timetable.start[s * shop.count + n] = start;
    free[m] = start + shop.duration[s];
    ++done[s], ++next[m];
    return true;
  };
  // Progress on one machine may unblock the machines its streams lead to.
  std::vector<int32_t> awake;
  for (int32_t m = 0; m < shop.num_machines(); ++m) awake.push_back(m);
  while (!awake.empty()) {
    const int32_t m = awake.back();
    awake.pop_back();
    bool moved = false;
    while (start_next(m)) moved = true;
    if (!moved) continue;
    for (const int32_t s : shop.streams_of[m]) {
      for (const StreamArc& arc : shop.after[s]) {
        if (shop.machine_of[arc.stream] != m) awake.push_back(shop.machine_of[arc.stream]);
      }
    }
  }
  for (int32_t m = 0; m < shop.num_machines(); ++m) {
    if (next[m] != turns[m].size()) return std::nullopt;
  }
  timetable.makespan = *std::ranges::max_element(free);
  return timetable;
}

Timetable moved_forward(const StreamShop& shop, const Timetable& timetable) {
  return timetable_of(shop, schedule_of(shop, timetable)).value();
}

}  // namespace motley::tensor::schedule
