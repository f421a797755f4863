#include <algorithm>
#include <cmath>

#include "core/balance/ratio.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor::search {
namespace {

// Prices of memory: the cost of filling a device, as a fraction of the step.
constexpr double kLowPrice = 0.01, kHighPrice = 100;
constexpr int kPriceRounds = 5, kFastPriceRounds = 2;
constexpr int64_t kPlansToFit = 24, kFastPlansToFit = 8;
constexpr double kHopelesslyFull = 1.3;  // margin: the graph's estimate is not exact

}  // namespace

bool SearchRun::fits_at(const std::shared_ptr<const SearchInstance>& instance, double price) {
  auto candidate = solved(instance, with_price(*instance, price * step_without_memory_));
  if (!candidate || fullness(*candidate) > kHopelesslyFull) return false;
  candidate->lowering.prefetch_bytes = kPrefetchBytes;
  if (consider(*candidate)) return true;
  candidate->lowering.regathers = true;
  return consider(*candidate);
}

std::vector<std::shared_ptr<const SearchInstance>> SearchRun::instances_by_memory(
    const std::vector<std::shared_ptr<const SearchInstance>>& instances) {
  std::vector<std::shared_ptr<const SearchInstance>> made;
  std::vector<const CandidateGroup*> done;
  for (const auto& instance : instances) {
    const bool known = std::ranges::find(done, instance->group) != done.end();
    if (known || instance->group->grid.num_axes() > 1) continue;
    done.push_back(instance->group);
    for (const core::Ratio& ratio : ratios_by_memory(instance->problem->costs())) {
      RatioLevels levels;
      levels[0] = {ratio};
      if (auto one =
              make_instance(*instance->group, instance->problem, levels, "shares by memory")) {
        made.push_back(std::move(one));
      }
    }
  }
  return made;
}

void SearchRun::make_it_fit() {
  std::vector<std::shared_ptr<const SearchInstance>> instances;
  for (const Candidate& candidate : options_) {
    if (std::ranges::find(instances, candidate.instance) == instances.end())
      instances.push_back(candidate.instance);
  }
  std::ranges::stable_sort(instances, {}, [](const auto& f) { return f->group->grid.num_axes(); });
  for (const auto& instance : instances_by_memory(instances))
    instances.insert(instances.begin(), instance);
  step_without_memory_ = out_.time.step_seconds;
  plans_left_ = std::max<int64_t>(plans_left_, is_full() ? kPlansToFit : kFastPlansToFit);
  for (const auto& instance : instances) {
    if (plans_left_ <= 0 || out_of_time()) return;
    double low = kLowPrice, high = kHighPrice;
    if (!fits_at(instance, high)) continue;
    const int rounds = is_full() ? kPriceRounds : kFastPriceRounds;
    for (int round = 0; round < rounds && plans_left_ > 0 && !out_of_time(); ++round) {
      const double price = std::sqrt(low * high);
      (fits_at(instance, price) ? high : low) = price;
    }
    if (!is_full()) return;
  }
}

}  // namespace motley::tensor::search
