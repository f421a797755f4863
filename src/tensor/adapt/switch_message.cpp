#include "tensor/adapt/switch_message.h"

#include "core/base/error.h"

namespace motley::tensor {

std::array<int64_t, SwitchMessage::kNumbers> SwitchMessage::numbers() const {
  return {step,      decision, static_cast<int64_t>(kind),
          from_step, number,   static_cast<int64_t>(hash)};
}

SwitchMessage SwitchMessage::from(const std::array<int64_t, kNumbers>& n) {
  return {n[0], n[1], static_cast<Kind>(n[2]), n[3], n[4], static_cast<uint64_t>(n[5])};
}

void PendingSwitch::announce(const SwitchMessage& message, int64_t step) {
  MOTLEY_CHECK(message.step <= step, "the message of step {} was read after step {}", message.step,
               step);
  MOTLEY_CHECK(
      message.kind >= SwitchMessage::Kind::kNone && message.kind <= SwitchMessage::Kind::kCancel,
      "message of step {}: there is no kind {}", step, static_cast<int64_t>(message.kind));
  const bool is_change = message.kind == SwitchMessage::Kind::kSwitch ||
                         message.kind == SwitchMessage::Kind::kSchedule;
  if (!is_change) return;
  MOTLEY_CHECK(!pending_, "step {} names a change while that of step {} is to come", step,
               pending_->from_step);
  MOTLEY_CHECK(message.from_step > step, "a change from step {} on was read after step {}",
               message.from_step, step);
  pending_ = message;
}

std::optional<SwitchMessage> PendingSwitch::due(int64_t step) {
  if (!pending_ || pending_->from_step > step) return std::nullopt;
  MOTLEY_CHECK(pending_->from_step == step, "the change of step {} was not made before step {}",
               pending_->from_step, step);
  const std::optional<SwitchMessage> message = pending_;
  pending_.reset();
  return message;
}

}  // namespace motley::tensor
