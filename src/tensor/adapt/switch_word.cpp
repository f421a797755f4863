#include "tensor/adapt/switch_word.h"

#include "core/base/error.h"

namespace motley::tensor {

std::array<int64_t, SwitchWord::kNumbers> SwitchWord::numbers() const {
  return {step,      decision, static_cast<int64_t>(kind),
          from_step, number,   static_cast<int64_t>(hash)};
}

SwitchWord SwitchWord::from(const std::array<int64_t, kNumbers>& n) {
  return {n[0], n[1], static_cast<Kind>(n[2]), n[3], n[4], static_cast<uint64_t>(n[5])};
}

void PendingSwitch::announce(const SwitchWord& word, int64_t step) {
  MOTLEY_CHECK(word.step <= step, "the word of step {} was read after step {}", word.step, step);
  MOTLEY_CHECK(word.kind >= SwitchWord::Kind::kNone && word.kind <= SwitchWord::Kind::kCancel,
               "word of step {}: there is no kind {}", step, static_cast<int64_t>(word.kind));
  if (word.kind != SwitchWord::Kind::kSwitch && word.kind != SwitchWord::Kind::kSchedule) return;
  MOTLEY_CHECK(!pending_, "step {} names a change while that of step {} is to come", step,
               pending_->from_step);
  MOTLEY_CHECK(word.from_step > step, "a change from step {} on was read after step {}",
               word.from_step, step);
  pending_ = word;
}

std::optional<SwitchWord> PendingSwitch::due(int64_t step) {
  if (!pending_ || pending_->from_step > step) return std::nullopt;
  MOTLEY_CHECK(pending_->from_step == step, "the change of step {} was not made before step {}",
               pending_->from_step, step);
  const std::optional<SwitchWord> word = pending_;
  pending_.reset();
  return word;
}

}  // namespace motley::tensor
