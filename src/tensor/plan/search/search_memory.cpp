#include <algorithm>
#include <cmath>

#include "core/balance/ratio.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor {
namespace {

// Prices of memory: the share of the step that filling a device with it counts.
constexpr double kLowPrice = 0.01, kHighPrice = 100;
constexpr int kPriceRounds = 5, kFastPriceRounds = 2;
constexpr int64_t kPlansToFit = 24, kFastPlansToFit = 8;
constexpr double kHopelesslyFull = 1.3;  // the graph's reckoning is not exact

}  // namespace

bool SearchRun::fits_at(const std::shared_ptr<const Field>& field, double price) {
  auto option = solved(field, with_price(*field, price * step_without_memory_));
  if (!option || fullness(*option) > kHopelesslyFull) return false;
  option->how.ahead_bytes = kAheadBytes;
  if (consider(*option)) return true;
  option->how.gathers_on_use = true;
  return consider(*option);
}

std::vector<std::shared_ptr<const Field>> SearchRun::fields_by_memory(
    const std::vector<std::shared_ptr<const Field>>& fields) {
  std::vector<std::shared_ptr<const Field>> made;
  std::vector<const CandidateGroup*> done;
  for (const auto& field : fields) {
    const bool known = std::ranges::find(done, field->group) != done.end();
    if (known || field->group->grid.num_axes() > 1) continue;
    done.push_back(field->group);
    for (const core::Ratio& ratio : ratios_by_memory(field->problem->costs())) {
      Levels levels;
      levels[0] = {ratio};
      if (auto one = make_field(*field->group, field->problem, levels, "shares by memory")) {
        made.push_back(std::move(one));
      }
    }
  }
  return made;
}

void SearchRun::make_it_fit() {
  std::vector<std::shared_ptr<const Field>> fields;
  for (const Option& option : options_) {
    if (std::ranges::find(fields, option.field) == fields.end()) fields.push_back(option.field);
  }
  std::ranges::stable_sort(fields, {}, [](const auto& f) { return f->group->grid.num_axes(); });
  for (const auto& field : fields_by_memory(fields)) fields.insert(fields.begin(), field);
  step_without_memory_ = out_.time.step_seconds;
  plans_left_ = std::max<int64_t>(plans_left_, is_full() ? kPlansToFit : kFastPlansToFit);
  for (const auto& field : fields) {
    if (plans_left_ <= 0 || out_of_time()) return;
    double low = kLowPrice, high = kHighPrice;
    if (!fits_at(field, high)) continue;
    const int rounds = is_full() ? kPriceRounds : kFastPriceRounds;
    for (int round = 0; round < rounds && plans_left_ > 0 && !out_of_time(); ++round) {
      const double price = std::sqrt(low * high);
      (fits_at(field, price) ? high : low) = price;
    }
    if (!is_full()) return;
  }
}

}  // namespace motley::tensor
