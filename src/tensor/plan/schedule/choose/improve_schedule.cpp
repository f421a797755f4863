#include "tensor/plan/schedule/choose/improve_schedule.h"

#include <algorithm>
#include <limits>

#include "tensor/plan/schedule/choose/deadline_search.h"

namespace motley::tensor::schedule {
namespace {

// A probe tries to cut one eighth of an item's slack. Larger fractions fail too often, smaller ones
// need as many probes as there are ticks.
constexpr Ticks kParts = 8;
// A deadline is above the bound by this fraction of the gap: more than zero only if ticks are fine,
// where single ticks would take forever.
constexpr Ticks kSteps = 16;
// Effort spent on probes between two searches.
constexpr int64_t kBetweenSearches = 300'000;

class Improver {
 public:
  Improver(const StreamShop& shop, Windows at_bound, Bracket& bracket, Effort& effort)
      : shop_(shop),
        mirror_(mirrored(shop)),
        tightener_(shop),
        deadline_(bracket.bound),
        windows_(std::move(at_bound)),
        bracket_(bracket),
        effort_(effort) {}

  void search_at_bound() { settle(search(windows_, deadline_)); }
  void halve();
  void probe();
  // Exhaustive search at the deadline and later ones, while effort lasts.
  void exhaust();

 private:
  DeadlineSearchResult search(const Windows& windows, Ticks deadline);
  void keep_if_better(const Timetable& timetable);
  void settle(DeadlineSearchResult result);
  bool next_deadline();
  bool cut_by_probe(int64_t probe, int32_t* item);

  const StreamShop& shop_;
  const StreamShop mirror_;
  WindowTightener tightener_;
  Ticks deadline_;   // the bound or slightly above
  Windows windows_;  // for that deadline
  Bracket& bracket_;
  Effort& effort_;
};

// With each rule, forward and backward in time; any better timetable becomes the incumbent, even
// past the deadline.
DeadlineSearchResult Improver::search(const Windows& windows, Ticks deadline) {
  const Windows mirror_windows = mirrored(shop_, windows, deadline);
  DeadlineSearch ahead(shop_, windows, effort_), back(mirror_, mirror_windows, effort_);
  // A rule that succeeds does so with almost no backtracking: 97 % of what 20,000 steps find is
  // found within 500.
  const int64_t max_steps = shop_.num_items() + 500;
  for (const SearchRule rule : {SearchRule::kMostRoom, SearchRule::kLatestStart}) {
    for (DeadlineSearch* search : {&ahead, &back}) {
      const DeadlineSearchResult result = search->run(rule, max_steps, effort_);
      if (result == DeadlineSearchResult::kNone) return result;
      if (result == DeadlineSearchResult::kUnknown) search->dispatch(rule, effort_);
      keep_if_better(search == &back ? mirrored(shop_, search->timetable()) : search->timetable());
      if (result == DeadlineSearchResult::kFound) return result;
    }
  }
  return DeadlineSearchResult::kUnknown;
}

void Improver::keep_if_better(const Timetable& timetable) {
  Timetable early = moved_forward(shop_, timetable);
  if (early.makespan < bracket_.best.makespan) bracket_.best = std::move(early);
}

// Moves to the first deadline from the bound on whose windows are consistent; false if there is
// none before the incumbent's makespan.
bool Improver::next_deadline() {
  while (!bracket_.closed()) {
    deadline_ = bracket_.bound + (bracket_.best.makespan - bracket_.bound) / kSteps;
    windows_ = windows_until(shop_, deadline_);
    if (tightener_.tighten(windows_, effort_)) return true;
    bracket_.bound = deadline_ + 1;
  }
  return false;
}

// After a search at the deadline: continues with the next one while the results are conclusive.
void Improver::settle(DeadlineSearchResult result) {
  while (result != DeadlineSearchResult::kUnknown) {
    if (result == DeadlineSearchResult::kNone) bracket_.bound = deadline_ + 1;
    if (!next_deadline()) return;
    result = search(windows_, deadline_);
  }
}

void Improver::halve() {
  Ticks failed = bracket_.bound;
  while (bracket_.best.makespan - failed > 1 && !effort_.spent()) {
    const Ticks middle = failed + (bracket_.best.makespan - failed) / 2;
    Windows windows = windows_until(shop_, middle);
    const DeadlineSearchResult result = tightener_.tighten(windows, effort_)
                                            ? search(windows, middle)
                                            : DeadlineSearchResult::kNone;
    if (result == DeadlineSearchResult::kNone) bracket_.bound = middle + 1;
    if (result != DeadlineSearchResult::kFound) failed = middle;
  }
  next_deadline();
}

// Rounds over all items, from both ends of their streams, until a round cuts nothing.
void Improver::probe() {
  const int64_t num_probes = 2 * shop_.num_items();
  bool fresh = false;  // cut since the last search
  int64_t search_at = effort_.left - kBetweenSearches;
  for (int64_t i = 0, idle = 0; idle < num_probes && !effort_.spent(); ++i) {
    DeadlineSearchResult result = DeadlineSearchResult::kUnknown;
    int32_t item = 0;
    if (cut_by_probe(i % num_probes, &item)) {
      fresh = true, idle = 0;
      if (!tightener_.tighten_after(windows_, item, effort_)) result = DeadlineSearchResult::kNone;
    } else {
      ++idle;
    }
    const bool due = effort_.left < search_at || idle == num_probes;
    if (result == DeadlineSearchResult::kUnknown && fresh && due) {
      result = search(windows_, deadline_);
      fresh = false;
      search_at = effort_.left - kBetweenSearches;
    }
    settle(result);
    if (bracket_.closed()) return;
  }
}

// Even probes assume that an item runs early in its window, odd ones late; true if the assumption
// is contradicted, and its range cut off.
bool Improver::cut_by_probe(int64_t probe, int32_t* item) {
  const bool early = probe % 2 == 0;
  const auto s = static_cast<int32_t>(probe / 2 % shop_.num_streams());
  const auto n = static_cast<int32_t>(probe / 2 / shop_.num_streams());
  *item = s * shop_.count + (early ? n : shop_.count - 1 - n);
  Ticks &start = windows_.start[*item], &end = windows_.end[*item];
  const Ticks slack = end - start - shop_.duration[s];
  if (slack == 0) return false;
  const Ticks part = (slack + kParts - 1) / kParts;
  Windows supposed = windows_;
  if (early) {
    supposed.end[*item] = start + shop_.duration[s] + part - 1;
  } else {
    supposed.start[*item] = end - shop_.duration[s] - part + 1;
  }
  if (tightener_.tighten_after(supposed, *item, effort_)) return false;
  (early ? start : end) += early ? part : -part;
  return true;
}

void Improver::exhaust() {
  do {
    DeadlineSearch search(shop_, windows_, effort_);
    const DeadlineSearchResult result =
        search.run(SearchRule::kMostRoom, std::numeric_limits<int64_t>::max(), effort_);
    if (result == DeadlineSearchResult::kUnknown) return;
    if (result == DeadlineSearchResult::kFound) keep_if_better(search.timetable());
    if (result == DeadlineSearchResult::kNone) bracket_.bound = deadline_ + 1;
  } while (next_deadline());
}

}  // namespace

void improve(const StreamShop& shop, Windows at_bound, Bracket& bracket, Effort& effort) {
  Improver improver(shop, std::move(at_bound), bracket, effort);
  improver.search_at_bound();
  if (!bracket.closed()) improver.halve();
  if (!bracket.closed()) improver.probe();
  if (!bracket.closed()) improver.exhaust();
}

}  // namespace motley::tensor::schedule
