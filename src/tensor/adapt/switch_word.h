// The word that one rank decides by and all others read between two steps.
//
// A change is announced at the end of a step and holds from a later one on, on every rank: no rank
// decides by its own arithmetic, and a word that is late, early or for another step is an
// InternalError, never silence.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace motley::tensor {

struct SwitchWord {
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
  static SwitchWord from(const std::array<int64_t, kNumbers>& numbers);
};

// Steps from a word to the step that it may name at the soonest: a rank may read it when the next
// step has begun elsewhere.
inline constexpr int64_t kSwitchDelay = 2;

// On each rank: what has been announced and is still to come.
class PendingSwitch {
 public:
  // Read at the end of step `step`; a word that comes late still counts. Throws an InternalError if
  // it is that of a later step, names a step that has begun, or comes while a change is pending.
  void announce(const SwitchWord& word, int64_t step);
  // Before step `step` begins: the change that holds from it on, if any. Throws an InternalError if
  // one has been missed.
  std::optional<SwitchWord> due(int64_t step);
  bool is_pending() const { return pending_.has_value(); }

 private:
  std::optional<SwitchWord> pending_;
};

}  // namespace motley::tensor
