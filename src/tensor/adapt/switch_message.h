// How rank 0 announces a change: a message that all ranks read between two steps.
//
// A change is announced at the end of a step and takes effect at a later one, on every rank: no
// rank decides by its own arithmetic, and a message that is late, early or for another step is an
// InternalError, never ignored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace motley::tensor {

struct SwitchMessage {
  enum class Kind : int64_t {
    kNone,
    kPrepare,   // a text follows: get ready for it
    kSwitch,    // what was prepared holds from `from_step` on
    kSchedule,  // the schedule with this number does
    kCancel,    // what was prepared is dropped
  };
  int64_t step = 0;      // that has just ended
  int64_t decision = 0;  // to stop, or to write a checkpoint
  Kind kind = Kind::kNone;
  int64_t from_step = 0;
  int64_t number = 0;  // bytes of the text, or a schedule
  uint64_t hash = 0;   // of the text

  static constexpr int kNumbers = 6;
  std::array<int64_t, kNumbers> numbers() const;
  static SwitchMessage from(const std::array<int64_t, kNumbers>& numbers);
};

// Steps from a message to the step that it may name at the earliest: a rank may read it when the
// next step has begun elsewhere.
inline constexpr int64_t kSwitchDelay = 2;

// On each rank: what has been announced and is still to come.
class PendingSwitch {
 public:
  // Read at the end of step `step`; a message that comes late still counts. Throws an InternalError
  // if it is that of a later step, names a step that has begun, or comes while a change is pending.
  void announce(const SwitchMessage& message, int64_t step);
  // Before step `step` begins: the change that holds from it on, if any. Throws an InternalError if
  // one has been missed.
  std::optional<SwitchMessage> due(int64_t step);
  bool is_pending() const { return pending_.has_value(); }

 private:
  std::optional<SwitchMessage> pending_;
};

}  // namespace motley::tensor
