#include "tensor/plan/schedule/choose.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tensor/plan/schedule/choose/improve_schedule.h"
#include "tensor/plan/schedule/choose/lower_bound.h"
#include "tensor/plan/schedule/schedule_table.h"

namespace motley::tensor::schedule {
namespace {

// Stages times micro-batches. Needs one or two gigabytes; items, up to five per cell, have 32-bit
// indices.
constexpr int64_t kMostCells = 10'000'000;

// Effort for the bound, and the same again for the search: about 20 ms together. The second term
// lets very large pipelines build at least a few schedules.
Effort half_effort(const StreamShop& shop) { return {.left = 650'000 + 150 * shop.num_items()}; }

StreamShop checked_shop(const PipelineCosts& costs, int32_t num_microbatches,
                        std::span<const int32_t> cap) {
  check_costs(costs, num_microbatches);
  const int32_t stages = costs.num_stages();
  if (!cap.empty() && std::ssize(cap) != stages) {
    throw core::UserError(fmt::format("got caps for {} stages, expected {}", cap.size(), stages));
  }
  for (const int32_t c : cap) {
    if (c < 1) throw core::UserError("a cap must be at least one micro-batch");
  }
  if (int64_t{stages} * num_microbatches > kMostCells) {
    throw core::UserError(fmt::format("{} micro-batches on {} stages are too many to plan",
                                      num_microbatches, stages));
  }
  return make_stream_shop(costs, num_microbatches, cap);
}

}  // namespace

Ticks schedule_lower_bound(const PipelineCosts& costs, int32_t num_microbatches,
                           std::span<const int32_t> cap) {
  const StreamShop shop = checked_shop(costs, num_microbatches, cap);
  Effort effort = half_effort(shop);
  return proven_bound(shop, effort).bound;
}

ChosenSchedule choose_schedule(const PipelineCosts& costs, int32_t num_microbatches,
                               std::span<const int32_t> cap) {
  const StreamShop shop = checked_shop(costs, num_microbatches, cap);
  Effort effort = half_effort(shop);
  ProvenBound proven = proven_bound(shop, effort);
  effort.left += half_effort(shop).left;

  Bracket bracket{.bound = proven.bound, .best = {.start = {}, .makespan = kNever}};
  ChosenSchedule chosen;
  for (const std::string& name : best_order_schedules(shop.count, shop.splits_backward)) {
    auto timetable = timetable_of(
        shop, generate(name, {.devices = shop.num_stages, .microbatches = shop.count}, costs, cap));
    if (!timetable || timetable->makespan >= bracket.best.makespan) continue;
    bracket.best = *std::move(timetable);
    chosen.origin = name;
    if (bracket.closed()) break;
  }
  const Ticks known = bracket.best.makespan;
  if (!bracket.closed()) improve(shop, std::move(proven.windows), bracket, effort);
  if (bracket.best.makespan < known) chosen.origin = "search";
  MOTLEY_CHECK(bracket.bound <= bracket.best.makespan,
               "a schedule of {} beats the lower bound of {}", bracket.best.makespan,
               bracket.bound);
  chosen.schedule = schedule_of(shop, bracket.best);
  chosen.makespan = bracket.best.makespan;
  chosen.lower_bound = bracket.bound;
  return chosen;
}

}  // namespace motley::tensor::schedule
