#include "tensor/plan/schedule/choose/deadline_search.h"

#include <algorithm>

namespace motley::tensor::schedule {

DeadlineSearch::DeadlineSearch(const StreamShop& shop, const Windows& windows, Effort& effort)
    : shop_(shop), windows_(windows), tables_(shop.num_stages), has_table_(shop.num_stages, false) {
  for (int32_t m = 0; m < shop.num_stages; ++m) {
    if (!tables_[m].lay_out(shop, m, windows, effort.for_one_table())) continue;
    effort.left -= tables_[m].cost();
    Windows same = windows;
    has_table_[m] = tables_[m].fill(windows);
    if (has_table_[m]) tables_[m].narrow(same);
  }
}

void DeadlineSearch::restart() {
  done_.assign(shop_.num_streams(), 0);
  ready_.assign(shop_.num_streams(), kNever);
  free_.assign(shop_.num_machines(), 0);
  levels_.clear();
  levels_.reserve(shop_.num_items());
  timetable_ = {.start = std::vector<Ticks>(shop_.num_items(), -1)};
  for (int32_t s = 0; s < shop_.num_streams(); ++s) update_ready(s);
}

DeadlineSearchResult DeadlineSearch::run(SearchRule rule, int64_t max_steps, Effort& effort) {
  restart();
  const auto num_items = static_cast<size_t>(shop_.num_items());
  levels_.push_back(decide(rule, true));
  for (int64_t step = 0; step < max_steps && !effort.spent(); ++step) {
    effort.left -= effort_of_step();
    if (take(levels_.back())) {
      if (levels_.size() == num_items) {
        timetable_.makespan = *std::ranges::max_element(free_);
        return DeadlineSearchResult::kFound;
      }
      levels_.push_back(decide(rule, true));
      continue;
    }
    while (levels_.back().next == levels_.back().num_choices) {
      levels_.pop_back();
      if (levels_.empty()) return DeadlineSearchResult::kNone;
      undo(levels_.back());
    }
  }
  return DeadlineSearchResult::kUnknown;
}

void DeadlineSearch::dispatch(SearchRule rule, Effort& effort) {
  restart();
  effort.left -= shop_.num_items() * effort_of_step();
  for (int64_t i = 0; i < shop_.num_items(); ++i) place(decide(rule, false).choices[0].stream);
  timetable_.makespan = *std::ranges::max_element(free_);
}

// The machine with the earliest possible completion, and its time.
int32_t DeadlineSearch::next_machine(Ticks* end) const {
  *end = kNever;
  int32_t machine = 0;
  for (int32_t s = 0; s < shop_.num_streams(); ++s) {
    if (ready_[s] >= kNever) continue;
    const Ticks ends = std::max(ready_[s], free_[shop_.machine_of[s]]) + shop_.duration[s];
    if (ends < *end) *end = ends, machine = shop_.machine_of[s];
  }
  return machine;
}

DeadlineSearch::Level DeadlineSearch::decide(SearchRule rule, bool strict) const {
  Ticks end = 0;
  const int32_t machine = next_machine(&end);
  Level level{.machine_free = free_[machine]};
  const auto& streams = shop_.streams_of[machine];
  for (int place = 0; place < std::ssize(streams); ++place) {
    const int32_t s = streams[place];
    if (ready_[s] >= kNever) continue;
    const Ticks start = std::max(ready_[s], free_[machine]);
    // An item of zero duration may start exactly at `end`.
    if (start >= end && !(start == end && shop_.duration[s] == 0)) continue;
    const Ticks room = room_after(machine, place, start);
    if (room < 0 && strict) continue;
    const Ticks latest_start = windows_.end[s * shop_.count + done_[s]] - shop_.duration[s];
    const Ticks rank =
        rule == SearchRule::kMostRoom ? -room : latest_start + (start - free_[machine]);
    level.choices[level.num_choices++] = {s, rank};
  }
  std::ranges::stable_sort(level.choices.begin(), level.choices.begin() + level.num_choices, {},
                           &Choice::rank);
  return level;
}

// Slack of the machine after running the next item of the stream at `place` from `start`: how much
// later it could end and the machine still complete; negative if it cannot.
Ticks DeadlineSearch::room_after(int32_t machine, int place, Ticks start) const {
  const auto& streams = shop_.streams_of[machine];
  const int32_t s = streams[place];
  const Ticks end = start + shop_.duration[s];
  const Ticks room = windows_.end[s * shop_.count + done_[s]] - end;
  if (room < 0 || machine >= shop_.num_stages || !has_table_[machine]) return room;
  std::array<int32_t, 3> counts = {};
  for (size_t x = 0; x < streams.size(); ++x) counts[x] = done_[streams[x]];
  ++counts[place];
  return tables_[machine].latest(counts[0], counts[1], counts[2]) - end;
}

// Takes the next choice of `level` that leaves all affected machines feasible; false if there is
// none.
bool DeadlineSearch::take(Level& level) {
  while (level.next < level.num_choices) {
    const int32_t s = level.choices[level.next++].stream;
    place(s);
    bool open = has_way(shop_.machine_of[s]);
    for (const StreamArc& arc : shop_.after[s]) {
      open = open && has_way(shop_.machine_of[arc.stream]);
    }
    if (open) return true;
    undo(level);
  }
  return false;
}

void DeadlineSearch::place(int32_t s) {
  const int32_t machine = shop_.machine_of[s];
  const Ticks start = std::max(ready_[s], free_[machine]);
  timetable_.start[s * shop_.count + done_[s]++] = start;
  free_[machine] = start + shop_.duration[s];
  update_ready(s);
  for (const StreamArc& arc : shop_.after[s]) update_ready(arc.stream);
}

void DeadlineSearch::undo(const Level& level) {
  const int32_t s = level.choices[level.next - 1].stream;
  timetable_.start[s * shop_.count + --done_[s]] = -1;
  free_[shop_.machine_of[s]] = level.machine_free;
  update_ready(s);
  for (const StreamArc& arc : shop_.after[s]) update_ready(arc.stream);
}

void DeadlineSearch::update_ready(int32_t s) {
  const int32_t n = done_[s];
  ready_[s] = kNever;
  if (n == shop_.count) return;
  Ticks ready = windows_.start[s * shop_.count + n];
  for (const StreamArc& arc : shop_.before[s]) {
    if (n < arc.shift) continue;
    if (done_[arc.stream] <= n - arc.shift) return;
    const Ticks start = timetable_.start[arc.stream * shop_.count + n - arc.shift];
    ready = std::max(ready, start + shop_.duration[arc.stream] + arc.lag);
  }
  ready_[s] = ready;
}

// Whether some next item of the machine fits, and all items with known times meet their windows.
bool DeadlineSearch::has_way(int32_t machine) const {
  bool finished = true, way = false;
  for (int place = 0; place < std::ssize(shop_.streams_of[machine]); ++place) {
    const int32_t s = shop_.streams_of[machine][place], n = done_[s];
    if (n == shop_.count) continue;
    finished = false;
    const bool known = ready_[s] < kNever;
    const int32_t item = s * shop_.count + n;
    const Ticks start = std::max(free_[machine], known ? ready_[s] : windows_.start[item]);
    if (start + shop_.duration[s] > windows_.end[item]) return false;
    way = way || room_after(machine, place, start) >= 0;
  }
  return way || finished;
}

}  // namespace motley::tensor::schedule
