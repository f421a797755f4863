#include "tensor/pipeline/pipeline_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor {
namespace {

using schedule::ActionKind;
using schedule::Schedule;
using Kind = PipelineAction::Kind;
using When = Crossing::When;

// The phases of one micro-batch, in the order in which they run.
enum Pass : uint8_t { kF, kI, kW };
constexpr int kNumPasses = 3;

StagePhaseKind phase_of(Pass pass, int64_t m) {
  if (pass == kF) return StagePhaseKind::kForward;
  if (pass == kI) return StagePhaseKind::kInputGradient;
  return m == 0 ? StagePhaseKind::kFirstWeightGradient : StagePhaseKind::kWeightGradient;
}

// A phase of a micro-batch in a rank's list.
struct Item {
  int stage = 0;
  Pass pass = kF;
  int microbatch = 0;
};

// Where an item stands.
struct Position {
  int rank = 0, at = 0;
};

class Lists {
 public:
  Lists(const StagedStep& step, const Schedule& schedule) : step_(step), schedule_(schedule) {
    items_.resize(schedule.lists.size());
    for (size_t r = 0; r < schedule.lists.size(); ++r) {
      for (const schedule::Action& a : schedule.lists[r]) add_items(static_cast<int>(r), a);
    }
    find_clocks();
  }

  int num_ranks() const { return static_cast<int>(items_.size()); }
  const std::vector<Item>& items(int rank) const { return items_[rank]; }
  int rank_of(int stage) const { return schedule_.device_of_stage[stage]; }
  bool has(int stage, Pass pass) const {
    return !step_.stages[stage].phase(phase_of(pass, 0)).is_empty();
  }
  Position position(int stage, Pass pass, int m) const { return positions_.at({stage, pass, m}); }

  // How many items of `rank` are done, whatever the timing, when this item begins.
  int done_before(Position item, int rank) const { return clocks_[item.rank][item.at][rank]; }

  // The passes of a stage that read the buffer.
  std::vector<Pass> readers(BufferPlace at) const {
    std::vector<Pass> result;
    for (const Pass pass : {kF, kI, kW}) {
      const auto& inputs = step_.stages[at.stage].phase(phase_of(pass, 0)).inputs;
      if (std::ranges::find(inputs, at.buffer) != inputs.end()) result.push_back(pass);
    }
    return result;
  }
  Pass maker(BufferPlace at) const {
    for (const Pass pass : {kF, kI, kW}) {
      const auto& outputs = step_.stages[at.stage].phase(phase_of(pass, 0)).outputs;
      if (std::ranges::find(outputs, at.buffer) != outputs.end()) return pass;
    }
    // A backward pass goes from the last stage to the first; only one that JAX wrote may differ.
    throw core::UserError(
        fmt::format("the gradient from grad.mlir cannot be cut into these stages: in its backward "
                    "pass a later stage reads what stage {} makes",
                    at.stage));
  }
  Position sender(const Crossing& c, int m) const {
    return position(c.from.stage, maker(c.from), m);
  }
  Position first_reader(const Crossing& c, int m) const {
    return position(c.to.stage, readers(c.to).front(), m);
  }
  Position last_reader(BufferPlace at, int m) const {
    return position(at.stage, readers(at).back(), m);
  }

 private:
  void add_items(int rank, const schedule::Action& a) {
    const auto add = [&](Pass pass) {
      if (!has(a.stage, pass)) return;
      positions_[{a.stage, pass, a.microbatch}] = {rank, static_cast<int>(items_[rank].size())};
      items_[rank].push_back({a.stage, pass, a.microbatch});
    };
    if (a.pass == ActionKind::kForward) add(kF);
    if (a.pass == ActionKind::kBackward || a.pass == ActionKind::kInputGradient) add(kI);
    if (a.pass == ActionKind::kBackward || a.pass == ActionKind::kWeightGradient) add(kW);
  }

  // Plays the lists; an item knows what the items before it know.
  void find_clocks() {
    clocks_.resize(num_ranks());
    std::vector<std::vector<std::vector<Position>>> needs(num_ranks());
    for (int r = 0; r < num_ranks(); ++r) needs[r].resize(items_[r].size());
    for (const Crossing& c : step_.crossings) {
      if (!c.is_of_microbatch()) continue;
      for (int m = 0; m < step_.num_microbatches; ++m) {
        const Position to = first_reader(c, m);
        needs[to.rank][to.at].push_back(sender(c, m));
      }
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (int r = 0; r < num_ranks(); ++r) {
        while (clocks_[r].size() < items_[r].size()) {
          const int at = static_cast<int>(clocks_[r].size());
          const auto& before = needs[r][at];
          if (std::ranges::any_of(
                  before, [&](Position p) { return p.at >= std::ssize(clocks_[p.rank]); })) {
            break;
          }
          std::vector<int> clock = at == 0 ? std::vector<int>(num_ranks()) : clocks_[r][at - 1];
          clock[r] = at;
          for (const Position p : before) {
            for (int q = 0; q < num_ranks(); ++q) {
              clock[q] = std::max(clock[q], clocks_[p.rank][p.at][q]);
            }
            clock[p.rank] = std::max(clock[p.rank], p.at + 1);
          }
          clocks_[r].push_back(std::move(clock));
          moved = true;
        }
      }
    }
    for (int r = 0; r < num_ranks(); ++r) {
      MOTLEY_CHECK(clocks_[r].size() == items_[r].size(), "rank {} cannot run its list", r);
    }
  }

  const StagedStep& step_;
  const Schedule& schedule_;
  std::vector<std::vector<Item>> items_;  // by rank
  std::map<std::tuple<int, Pass, int>, Position> positions_;
  std::vector<std::vector<std::vector<int>>> clocks_;  // by rank, item and rank
};

void check_schedule(const StagedStep& step, const Schedule& schedule) {
  if (schedule.num_stages != step.num_stages() ||
      schedule.num_microbatches != step.num_microbatches) {
    throw core::UserError(fmt::format(
        "a schedule of {} stages and {} micro-batches is not one for {} and {}",
        schedule.num_stages, schedule.num_microbatches, step.num_stages(), step.num_microbatches));
  }
  if (const std::string fault = schedule::fault_of(schedule); !fault.empty()) {
    throw core::UserError("the schedule cannot run: " + fault);
  }
  std::vector<std::vector<int>> order(step.num_stages());
  for (const auto& list : schedule.lists) {
    for (const schedule::Action& a : list) {
      if (schedule::frees_activations(a.pass)) order[a.stage].push_back(a.microbatch);
    }
  }
  for (size_t s = 0; s < order.size(); ++s) {
    if (std::ranges::is_sorted(order[s])) continue;
    throw core::UserError(fmt::format(
        "weight gradients of stage {} come as {}: they are added in the order of the micro-batches",
        s, fmt::join(order[s], ",")));
  }
}

class Lowering {
 public:
  Lowering(const StagedStep& step, const Lists& lists) : step_(step), lists_(lists) {
    programs_.resize(lists.num_ranks());
    for (int r = 0; r < lists.num_ranks(); ++r) {
      programs_[r].rank = r;
      programs_[r].slots.resize(step.num_stages());
      for (int s = 0; s < step.num_stages(); ++s) {
        programs_[r].rank_of_stage.push_back(lists.rank_of(s));
      }
    }
    for (int s = 0; s < step.num_stages(); ++s) {
      PipelineProgram& program = programs_[lists.rank_of(s)];
      program.stages.push_back(s);
      program.slots[s].resize(step.stages[s].buffers.size());
    }
    posts_.resize(lists.num_ranks());
    for (int r = 0; r < lists.num_ranks(); ++r) posts_[r].resize(lists.items(r).size() + 1);
  }

  std::vector<PipelineProgram> run() && {
    for (int s = 0; s < step_.num_stages(); ++s) {
      for (size_t b = 0; b < step_.stages[s].buffers.size(); ++b) {
        const BufferPlace at{s, static_cast<int>(b)};
        if (step_.buffer(at).life != BufferLife::kMicrobatch) continue;
        assign_slots(at);
      }
    }
    for (PipelineProgram& program : programs_) write_actions(program);
    return std::move(programs_);
  }

 private:
  BufferSlots& slots_of(BufferPlace at) {
    return programs_[lists_.rank_of(at.stage)].slots[at.stage][at.buffer];
  }
  int num_microbatches() const { return static_cast<int>(step_.num_microbatches); }

  void assign_slots(BufferPlace at) {
    const auto into = std::ranges::find_if(
        step_.crossings, [&](const Crossing& c) { return c.is_of_microbatch() && c.to == at; });
    if (into != step_.crossings.end()) {
      assign_received(at, *into, static_cast<int>(into - step_.crossings.begin()));
    } else {
      assign_made(at);
    }
  }

  // Micro-batches in the order in which they are sent or made.
  template <class PositionOf>
  std::vector<int> in_order(const PositionOf& position) const {
    std::vector<int> order(num_microbatches());
    for (int m = 0; m < num_microbatches(); ++m) order[m] = m;
    std::ranges::sort(order, {}, [&](int m) { return position(m).at; });
    return order;
  }

  // Gives values slots in the order in which they begin: in turn, where that needs no more slots
  // than values are alive at once; else the first that is free. `is_free(n, m)`: n has ended when m
  // begins.
  template <class IsFree>
  static BufferSlots slots_for(const std::vector<int>& order, const IsFree& is_free) {
    int most = 1;
    for (size_t i = 0; i < order.size(); ++i) {
      const auto is_alive = [&](int n) { return !is_free(n, order[i]); };
      const auto begin = order.begin();
      most = std::max(most, 1 + static_cast<int>(std::count_if(begin, begin + i, is_alive)));
    }
    bool in_turn = true;
    for (size_t i = most; i < order.size(); ++i) in_turn &= is_free(order[i - most], order[i]);
    BufferSlots slots{.count = most, .slot_of = std::vector<int>(order.size())};
    std::vector<int> last;  // by slot
    for (size_t i = 0; i < order.size(); ++i) {
      const auto found = std::ranges::find_if(last, [&](int n) { return is_free(n, order[i]); });
      const size_t slot = in_turn ? i % most : found - last.begin();
      if (slot == last.size()) last.push_back(0);
      last[slot] = order[i];
      slots.slot_of[order[i]] = static_cast<int>(slot);
    }
    if (!in_turn) slots.count = static_cast<int>(last.size());
    return slots;
  }

  // A received value takes a slot whose last reader is done before the sender can begin to make it.
  void assign_received(BufferPlace at, const Crossing& c, int crossing) {
    const int rank = lists_.rank_of(at.stage);
    const std::vector<int> order = in_order([&](int n) { return lists_.sender(c, n); });
    BufferSlots& slots = slots_of(at);
    slots = slots_for(order, [&](int n, int m) {
      return lists_.last_reader(at, n).at < lists_.done_before(lists_.sender(c, m), rank);
    });
    if (lists_.rank_of(c.from.stage) == rank) return;
    std::vector<int> last(slots.count, -1);  // by slot: the item that reads it last
    for (int m : order) {
      int& item = last[slots.slot_of[m]];
      posts_[rank][item + 1].push_back(
          {.kind = Kind::kPost, .crossing = crossing, .microbatch = m});
      item = lists_.last_reader(at, m).at;
    }
  }

  // The item before which a value is free: it is read, and every rank that it was sent to has it.
  int free_before(BufferPlace at, int m) const {
    const int rank = lists_.rank_of(at.stage);
    const auto num_items = static_cast<int>(lists_.items(rank).size());
    int free = 0;
    if (!lists_.readers(at).empty()) free = lists_.last_reader(at, m).at + 1;
    for (const Crossing& c : step_.crossings) {
      if (!c.is_of_microbatch() || c.from != at) continue;
      const Position receiver = lists_.first_reader(c, m);
      int known = lists_.position(at.stage, lists_.maker(at), m).at + 1;
      if (receiver.rank != rank) {
        while (known < num_items &&
               lists_.done_before({rank, known}, receiver.rank) <= receiver.at) {
          ++known;
        }
      }
      free = std::max(free, known);
    }
    return free;
  }

  void assign_made(BufferPlace at) {
    const Pass maker = lists_.maker(at);
    const auto item = [&](int m) { return lists_.position(at.stage, maker, m); };
    std::vector<int> free;
    for (int m = 0; m < num_microbatches(); ++m) free.push_back(free_before(at, m));
    slots_of(at) = slots_for(in_order(item), [&](int n, int m) { return free[n] <= item(m).at; });
  }

  // --- Actions ---------------------------------------------------------------------------------

  void write_actions(PipelineProgram& program) {
    actions_ = &program.actions;
    const int rank = program.rank;
    add_posts(rank, 0);
    add_step_crossings(Kind::kPost, When::kTiedGradient, rank);
    add_step_crossings(Kind::kPost, When::kSquares, rank);
    add_step_crossings(Kind::kAwait, When::kNewValue, rank);
    add_step_phase(program, StagePhaseKind::kPrologue);
    add_step_phase(program, StagePhaseKind::kOnce);
    const std::vector<Item>& items = lists_.items(rank);
    for (size_t i = 0; i < items.size(); ++i) {
      add_item(items[i]);
      const auto is_same_stage = [&](const Item& other) { return other.stage == items[i].stage; };
      if (std::none_of(items.begin() + i + 1, items.end(), is_same_stage)) {
        actions_->push_back({.kind = Kind::kReduce, .stage = items[i].stage});
        add_step_crossings(Kind::kSend, When::kTiedGradient, rank, items[i].stage);
      }
      add_posts(rank, static_cast<int>(i) + 1);
    }
    add_step_crossings(Kind::kPost, When::kNewValue, rank);
    add_step_crossings(Kind::kAwait, When::kTiedGradient, rank);
    add_step_phase(program, StagePhaseKind::kSquares);
    add_step_crossings(Kind::kSend, When::kSquares, rank);
    add_step_crossings(Kind::kAwait, When::kSquares, rank);
    add_step_phase(program, StagePhaseKind::kUpdate);
    add_step_phase(program, StagePhaseKind::kLoss);
    add_step_crossings(Kind::kSend, When::kNewValue, rank);
  }

  bool is_local(const Crossing& c) const {
    return lists_.rank_of(c.from.stage) == lists_.rank_of(c.to.stage);
  }

  void add_posts(int rank, int at) {
    actions_->insert(actions_->end(), posts_[rank][at].begin(), posts_[rank][at].end());
  }

  // The crossings of the whole step that this rank sends or receives; those between two of its
  // stages are copied by the send.
  void add_step_crossings(Kind kind, When when, int rank, int from_stage = -1) {
    for (size_t i = 0; i < step_.crossings.size(); ++i) {
      const Crossing& c = step_.crossings[i];
      const int stage = kind == Kind::kSend ? c.from.stage : c.to.stage;
      if (c.when != when || lists_.rank_of(stage) != rank) continue;
      if (is_local(c) && kind != Kind::kSend) continue;
      if (from_stage >= 0 && c.from.stage != from_stage) continue;
      actions_->push_back({.kind = kind, .crossing = static_cast<int>(i)});
    }
  }

  void add_step_phase(const PipelineProgram& program, StagePhaseKind kind) {
    for (int s : program.stages) {
      if (step_.stages[s].phase(kind).is_empty()) continue;
      actions_->push_back({.kind = Kind::kPhase, .stage = s, .phase = kind});
    }
  }

  void add_item(const Item& item) {
    const int m = item.microbatch;
    for (size_t i = 0; i < step_.crossings.size(); ++i) {
      const Crossing& c = step_.crossings[i];
      const bool is_first = c.is_of_microbatch() && c.to.stage == item.stage && !is_local(c) &&
                            lists_.readers(c.to).front() == item.pass;
      if (is_first) {
        actions_->push_back(
            {.kind = Kind::kAwait, .crossing = static_cast<int>(i), .microbatch = m});
      }
    }
    actions_->push_back({.kind = Kind::kPhase,
                         .stage = item.stage,
                         .phase = phase_of(item.pass, m),
                         .microbatch = m});
    for (size_t i = 0; i < step_.crossings.size(); ++i) {
      const Crossing& c = step_.crossings[i];
      if (c.is_of_microbatch() && c.from.stage == item.stage && lists_.maker(c.from) == item.pass) {
        actions_->push_back(
            {.kind = Kind::kSend, .crossing = static_cast<int>(i), .microbatch = m});
      }
    }
  }

  const StagedStep& step_;
  const Lists& lists_;
  std::vector<PipelineProgram> programs_;
  // By rank and item: what is posted before it; behind the last one at the end.
  std::vector<std::vector<std::vector<PipelineAction>>> posts_;
  std::vector<PipelineAction>* actions_ = nullptr;
};

}  // namespace

int64_t PipelineProgram::buffer_bytes(const StagedStep& step) const {
  int64_t bytes = 0;
  for (int s : stages) {
    for (size_t b = 0; b < slots[s].size(); ++b) {
      bytes += slots[s][b].count * step.stages[s].buffers[b].type.num_bytes();
    }
  }
  return bytes;
}

namespace {

void compute_loss_early(const StagedStep& step, PipelineProgram& program) {
  auto& actions = program.actions;
  const auto loss = std::ranges::find_if(actions, [](const PipelineAction& a) {
    return a.kind == Kind::kPhase && a.phase == StagePhaseKind::kLoss;
  });
  if (loss == actions.end()) return;
  const PipelineAction action = *loss;
  actions.erase(loss);
  const auto last = std::ranges::find_if(actions.rbegin(), actions.rend(), [&](const auto& a) {
    return a.kind == Kind::kPhase && a.phase == StagePhaseKind::kForward &&
           a.stage == step.loss.stage;
  });
  actions.insert(last.base(), action);
}

}  // namespace

std::vector<PipelineProgram> pipeline_programs(const StagedStep& step, const Schedule& schedule,
                                               LossTime loss) {
  check_schedule(step, schedule);
  const Lists lists(step, schedule);
  std::vector<PipelineProgram> programs = Lowering(step, lists).run();
  if (loss == LossTime::kAfterForward) {
    for (PipelineProgram& program : programs) compute_loss_early(step, program);
  }
  const std::string fault = fault_of(step, programs);
  MOTLEY_CHECK(fault.empty(), "{}", fault);
  return programs;
}

std::string short_name(const PipelineAction& a) {
  if (a.kind == Kind::kReduce) return fmt::format("{} reduce", a.stage);
  switch (a.phase) {
    case StagePhaseKind::kForward:
      return fmt::format("{}F{}", a.stage, a.microbatch);
    case StagePhaseKind::kInputGradient:
      return fmt::format("{}I{}", a.stage, a.microbatch);
    case StagePhaseKind::kFirstWeightGradient:
    case StagePhaseKind::kWeightGradient:
      return fmt::format("{}W{}", a.stage, a.microbatch);
    default:
      return fmt::format("{} {}", a.stage, name(a.phase));
  }
}

std::string to_string(const StagedStep& step, const PipelineAction& action) {
  const std::string of =
      action.microbatch < 0 ? "" : fmt::format(" of micro-batch {}", action.microbatch);
  if (action.kind == Kind::kPhase) {
    return fmt::format("{}{} on stage {}", name(action.phase), of, action.stage);
  }
  if (action.kind == Kind::kReduce) return fmt::format("reduce on stage {}", action.stage);
  const Crossing& c = step.crossings[action.crossing];
  const char* what = action.kind == Kind::kPost    ? "post"
                     : action.kind == Kind::kAwait ? "await"
                                                   : "send";
  return fmt::format("{} {}{} from stage {} to {}", what, step.buffer(c.from).name, of,
                     c.from.stage, c.to.stage);
}

}  // namespace motley::tensor
