#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tensor/pipeline/pipeline_program.h"

namespace motley::tensor {
namespace {

using Kind = PipelineAction::Kind;

// Executes all lists together, by rendezvous: a send is done when its receive is posted. What can
// run stays runnable whatever else runs first, so if this order ends, every run does.
class Rendezvous {
 public:
  Rendezvous(const StagedStep& step, const std::vector<PipelineProgram>& programs)
      : step_(step), programs_(programs), next_(programs.size()) {
    for (const PipelineProgram& program : programs) {
      for (const PipelineAction& a : program.actions) {
        if (a.kind == Kind::kSend) will_send_.insert({a.crossing, a.microbatch});
      }
      for (int s : program.stages) rank_of_[s] = program.rank;
    }
  }

  std::string fault() {
    for (bool moved = true; moved && fault_.empty();) {
      moved = false;
      for (size_t r = 0; r < programs_.size(); ++r) {
        const auto& actions = programs_[r].actions;
        while (next_[r] < actions.size() && fault_.empty() && runs(programs_[r], next_[r])) {
          ++next_[r];
          moved = true;
        }
      }
    }
    return fault_.empty() ? deadlock() : fault_;
  }

 private:
  using Message = std::pair<int, int>;     // crossing, micro-batch
  using Slot = std::tuple<int, int, int>;  // stage, buffer, slot
  struct Occupant {
    int microbatch = -1, readers_left = 0;
    std::vector<Message> sends;  // of this value
  };

  Slot slot(BufferPlace at, int m) const {
    return {at.stage, at.buffer, programs_[rank_of_.at(at.stage)].slots[at.stage][at.buffer].of(m)};
  }
  bool is_slotted(BufferPlace at, int m) const {
    return m >= 0 && step_.buffer(at).life == BufferLife::kMicrobatch;
  }
  bool is_local(const Crossing& c) const {
    return rank_of_.at(c.from.stage) == rank_of_.at(c.to.stage);
  }
  bool is_sent(Message message) const {
    return sent_.contains(message) && posted_.contains(message);
  }

  std::string say(const PipelineAction& action) const { return to_string(step_, action); }

  int num_readers(BufferPlace at, int m) const {
    int count = 0;
    const StagePhaseKind kinds[] = {
        StagePhaseKind::kForward, StagePhaseKind::kInputGradient,
        m == 0 ? StagePhaseKind::kFirstWeightGradient : StagePhaseKind::kWeightGradient};
    for (const StagePhaseKind kind : kinds) {
      count += std::ranges::count(step_.stages[at.stage].phase(kind).inputs, at.buffer) > 0;
    }
    return count;
  }

  // Whether the slot can be overwritten now; a fault where its value is still to be read.
  bool take_slot(BufferPlace at, int m, const PipelineAction& action) {
    Occupant& occupant = occupants_[slot(at, m)];
    if (occupant.microbatch >= 0 && occupant.readers_left > 0) {
      fault_ = fmt::format("{} overwrites {} of micro-batch {}, which is still to be read",
                           say(action), step_.buffer(at).name, occupant.microbatch);
      return false;
    }
    if (!std::ranges::all_of(occupant.sends, [&](Message s) { return is_sent(s); })) return false;
    occupant = {m, num_readers(at, m), {}};
    return true;
  }

  bool runs(const PipelineProgram& program, size_t index) {
    const PipelineAction& a = program.actions[index];
    if (a.kind == Kind::kPhase) return runs_phase(a);
    if (a.kind == Kind::kReduce) return true;  // its ranks have one list, and reach it together
    const Crossing& c = step_.crossings[a.crossing];
    const Message message{a.crossing, a.microbatch};
    // A new value of the step before: it was sent then.
    if (c.when == Crossing::When::kNewValue) return true;
    if (a.kind == Kind::kPost) {
      if (is_slotted(c.to, a.microbatch) && !take_slot(c.to, a.microbatch, a)) return false;
      posted_.insert(message);
      return true;
    }
    if (a.kind == Kind::kSend) {
      if (is_local(c)) {
        if (is_slotted(c.to, a.microbatch) && !take_slot(c.to, a.microbatch, a)) return false;
        posted_.insert(message);
      } else if (is_slotted(c.from, a.microbatch)) {
        occupants_[slot(c.from, a.microbatch)].sends.push_back(message);
      }
      sent_.insert(message);
      return true;
    }
    if (!will_send_.contains(message)) {
      fault_ = fmt::format("{}: nobody sends it", say(a));
      return false;
    }
    if (!posted_.contains(message)) {
      const bool will_post = std::ranges::any_of(program.actions, [&](const PipelineAction& other) {
        return other.kind == Kind::kPost && other.crossing == a.crossing &&
               other.microbatch == a.microbatch;
      });
      fault_ = fmt::format("{}: its receive is {}", say(a),
                           will_post ? "posted behind it" : "never posted");
      return false;
    }
    if (!is_sent(message)) return false;
    arrived_.insert(message);
    return true;
  }

  bool runs_phase(const PipelineAction& a) {
    const StagePhase& phase = step_.stages[a.stage].phase(a.phase);
    for (int b : phase.inputs) {
      const BufferPlace at{a.stage, b};
      if (!is_slotted(at, a.microbatch)) continue;
      const auto found = occupants_.find(slot(at, a.microbatch));
      if (found == occupants_.end() || found->second.microbatch != a.microbatch ||
          !is_there(at, a.microbatch)) {
        fault_ = fmt::format("{} reads {}, which is not there", say(a), step_.buffer(at).name);
        return false;
      }
    }
    // First see whether all outputs are free: the action runs as a whole.
    for (int b : phase.outputs) {
      const BufferPlace at{a.stage, b};
      if (!is_slotted(at, a.microbatch)) continue;
      const Occupant& occupant = occupants_[slot(at, a.microbatch)];
      if (!std::ranges::all_of(occupant.sends, [&](Message s) { return is_sent(s); })) return false;
    }
    for (int b : phase.outputs) {
      const BufferPlace at{a.stage, b};
      if (is_slotted(at, a.microbatch) && !take_slot(at, a.microbatch, a)) return false;
    }
    std::set<int> read(phase.inputs.begin(), phase.inputs.end());
    for (int b : read) {
      const BufferPlace at{a.stage, b};
      if (is_slotted(at, a.microbatch)) --occupants_[slot(at, a.microbatch)].readers_left;
    }
    return true;
  }

  // Of a received value: whether it was awaited.
  bool is_there(BufferPlace at, int m) const {
    for (size_t i = 0; i < step_.crossings.size(); ++i) {
      const Crossing& c = step_.crossings[i];
      if (c.to != at || !c.is_of_microbatch()) continue;
      const Message message{static_cast<int>(i), m};
      return is_local(c) ? sent_.contains(message) : arrived_.contains(message);
    }
    return true;
  }

  std::string deadlock() const {
    std::string text;
    for (size_t r = 0; r < programs_.size(); ++r) {
      if (next_[r] == programs_[r].actions.size()) continue;
      text += fmt::format("{}rank {} waits to {}", text.empty() ? "deadlock: " : "; ", r,
                          say(programs_[r].actions[next_[r]]));
    }
    return text;
  }

  const StagedStep& step_;
  const std::vector<PipelineProgram>& programs_;
  std::vector<size_t> next_;  // by rank
  std::map<int, int> rank_of_;
  std::set<Message> will_send_, sent_, posted_, arrived_;
  std::map<Slot, Occupant> occupants_;
  std::string fault_;
};

}  // namespace

std::string fault_of(const StagedStep& step, const std::vector<PipelineProgram>& programs) {
  return Rendezvous(step, programs).fault();
}

}  // namespace motley::tensor
