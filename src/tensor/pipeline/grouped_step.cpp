#include "tensor/pipeline/grouped_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/expr.h"
#include "tensor/lower/local_phase.h"
#include "tensor/passes/pass.h"
#include "tensor/pipeline/whole_phase.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/shard_cost/reshard.h"

namespace motley::tensor {
namespace {

using namespace propagate;

// Equal devices: rules follow from the states of the operands, whatever they cost.
shard_cost::GroupCosts equal_costs(const DeviceGrid& grid) {
  const core::Cluster cluster = core::one_host({.name = "device",
                                                .flops_per_second = 1e11,
                                                .memory_bytes = int64_t{1} << 40,
                                                .memory_bytes_per_second = 1e10},
                                               grid.num_ranks(), {1e9, 1e-5});
  std::vector<int> devices(grid.num_ranks());
  std::iota(devices.begin(), devices.end(), 0);
  return shard_cost::group_costs(cluster, grid, devices);
}

// A phase of a stage on a group, with a state for each of its values.
struct ShardedPhase {
  ShardingProblem problem;
  ShardPlan plan;

  Sharding result(int i) const {
    const ValueId v = problem.program().body.results[i];
    return problem.is_rematerialized(v) ? Sharding{} : plan.values[v.index];
  }
};

ShardedPhase sharded_phase(const StagePhase& phase, const std::vector<Sharding>& inputs,
                           const DeviceGrid& grid, const std::map<int, Sharding>& wanted) {
  ShardedPhase result{.problem = ShardingProblem(phase.program, 0, grid, equal_costs(grid)),
                      .plan = {}};
  Pins pins{.values = {}, .follow_operands = true};
  const Region& body = phase.program.body;
  for (const auto& [i, state] : wanted) {
    if (!result.problem.is_rematerialized(body.results[i])) pins.values[body.results[i]] = state;
  }
  for (size_t i = 0; i < inputs.size(); ++i) pins.values[body.arguments[i]] = inputs[i];
  result.plan = complete(result.problem, pins);
  return result;
}

bool has_partial(const Sharding& state) {
  return std::ranges::any_of(state.axes, &AxisState::is_partial);
}

}  // namespace

bool PipelineLayout::has_groups() const {
  return std::ranges::any_of(ranks, [](const auto& group) { return group.size() > 1; });
}

DeviceGrid PipelineLayout::grid(int stage) const {
  if (std::cmp_less(stage, grids.size()) && !grids[stage].sizes.empty()) return grids[stage];
  return {{static_cast<int>(ranks[stage].size())}};
}

const Sharding* PipelineLayout::state(int stage, int argument) const {
  if (std::cmp_greater_equal(stage, states.size())) return nullptr;
  const auto at = states[stage].find(argument);
  return at == states[stage].end() ? nullptr : &at->second;
}

GroupedStep::GroupedStep(const StagedStep& step, PipelineLayout layout)
    : step_(step),
      layout_(std::move(layout)),
      wanted_(step.num_stages()),
      partials_(step.num_stages()) {
  for (const Stage& stage : step.stages) {
    states_.emplace_back(stage.buffers.size());
    samples_in_.emplace_back(stage.buffers.size());
  }
  if (!layout_.has_groups()) return;
  find_samples_in_values();
  for (int s = 0; s < step.num_stages(); ++s) {
    MOTLEY_CHECK(
        grid(s).num_ranks() == group_size(s) && std::ssize(layout_.samples[s]) == grid(s).sizes[0],
        "stage {}: {} ranks and shares for {} in a grid of {}", s, group_size(s),
        layout_.samples[s].size(), grid(s).num_ranks());
    set_argument_states(s);
    analyse(s, StagePhaseKind::kOnce);
    analyse(s, StagePhaseKind::kForward);
    hand_over(s, Crossing::When::kForward);
  }
  for (int s = step.num_stages(); s-- > 0;) {
    analyse(s, StagePhaseKind::kInputGradient);
    hand_over(s, Crossing::When::kBackward);
    analyse(s, StagePhaseKind::kFirstWeightGradient);
    plan_reduction(s);
  }
  for (int s = 0; s < step.num_stages(); ++s) plan_update(s);
}

int GroupedStep::member(int stage, int rank) const {
  const auto& group = layout_.ranks[stage];
  const auto at = std::ranges::find(group, rank);
  return at == group.end() ? -1 : static_cast<int>(at - group.begin());
}

// --- Where the samples of a micro-batch are in a value -------------------------------------------

void GroupedStep::find_samples_in_values() {
  for (size_t i = 0; i < step_.arguments.size(); ++i) {
    const StepArgument& a = step_.arguments[i];
    for (const BufferPlace& at : step_.held[i]) {
      if (step_.buffer(at).life != BufferLife::kRows || a.role != StepRole::kBatch) continue;
      const std::vector<int64_t>& samples = layout_.samples[at.stage];
      const int64_t total = std::accumulate(samples.begin(), samples.end(), int64_t{0});
      const int64_t extent = a.type.shape[0] / step_.num_microbatches;
      if (extent % total != 0) continue;  // not one of the samples: a key, say
      samples_in_[at.stage][at.buffer] =
          sharded({.dim = 0,
                   .period = extent,
                   .shares = Shares(std::vector<int64_t>{total - total / 2, total / 2})});
    }
  }
  const auto go_over = [&](int s, StagePhaseKind kind, Crossing::When when) {
    find_samples(s, kind);
    for (const Crossing& c : step_.crossings) {
      if (c.when == when && c.from.stage == s) {
        samples_in_[c.to.stage][c.to.buffer] = samples_in_[s][c.from.buffer];
      }
    }
  };
  for (int s = 0; s < step_.num_stages(); ++s) {
    go_over(s, StagePhaseKind::kForward, Crossing::When::kForward);
  }
  for (int s = step_.num_stages(); s-- > 0;) {
    go_over(s, StagePhaseKind::kInputGradient, Crossing::When::kBackward);
  }
}

void GroupedStep::find_samples(int stage, StagePhaseKind kind) {
  const StagePhase& phase = step_.stages[stage].phase(kind);
  if (phase.is_empty()) return;
  std::vector<Sharding> inputs(phase.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i][0] = samples_in_[stage][phase.inputs[i]];
  const ShardedPhase on_two = sharded_phase(phase, inputs, {{2}}, {});
  for (size_t i = 0; i < phase.outputs.size(); ++i) {
    const AxisState state = on_two.result(static_cast<int>(i))[0];
    if (state.is_sharded()) samples_in_[stage][phase.outputs[i]] = state;
  }
}

// The same cut with the shares of the ranks of a stage.
Sharding GroupedStep::by_samples(int stage, const AxisState& cut) const {
  Sharding state;
  if (!cut.is_sharded() || grid(stage).sizes[0] == 1) return state;
  state[0] = cut;
  state[0].cut.shares = Shares(layout_.samples[stage]);
  return state;
}

// --- States --------------------------------------------------------------------------------------

void GroupedStep::set_argument_states(int stage) {
  for (size_t i = 0; i < step_.arguments.size(); ++i) {
    for (const BufferPlace& at : step_.held[i]) {
      if (at.stage != stage) continue;
      Sharding& state = states_[stage][at.buffer];
      state = by_samples(stage, samples_in_[stage][at.buffer]);
      const Sharding* stated = layout_.state(stage, static_cast<int>(i));
      if (!stated) continue;
      const TensorType& type = step_.arguments[i].type;
      if (const std::string wrong = fault(*stated, type, grid(stage)); !wrong.empty()) {
        throw core::UserError(
            fmt::format("{} on stage {}: {}", step_.arguments[i].name, stage, wrong));
      }
      state = *stated;
    }
  }
}

bool GroupedStep::is_sent(BufferPlace at) const {
  return std::ranges::any_of(step_.crossings, [&](const Crossing& c) { return c.from == at; });
}

// By a stage that has the same ranks, which reads it as it is.
bool GroupedStep::is_copied_to_same_ranks(BufferPlace at) const {
  return std::ranges::any_of(step_.crossings, [&](const Crossing& c) {
    return c.from == at && c.is_of_microbatch() &&
           layout_.ranks[c.to.stage] == layout_.ranks[at.stage];
  });
}

std::vector<Sharding> GroupedStep::input_states(int stage, StagePhaseKind kind) const {
  const bool sums = kind == StagePhaseKind::kWeightGradient;
  std::vector<Sharding> inputs;
  for (int b : step_.stages[stage].phase(kind).inputs) {
    inputs.push_back(sums ? summed_as(stage, b) : states_[stage][b]);
  }
  return inputs;
}

// The states of what a phase makes, from those of what it reads. What is sent is no partial sum;
// what is kept over the step is whole, or partial sums that are added up at its end.
void GroupedStep::analyse(int stage, StagePhaseKind kind) {
  const StagePhase& phase = step_.stages[stage].phase(kind);
  if (phase.is_empty() || group_size(stage) == 1) return;
  ResultStates& wanted = wanted_[stage][static_cast<size_t>(kind)];
  const std::vector<Sharding> inputs = input_states(stage, kind);
  ShardedPhase made = sharded_phase(phase, inputs, grid(stage), wanted);
  const bool is_weight = kind == StagePhaseKind::kFirstWeightGradient;
  for (size_t i = 0; i < phase.outputs.size(); ++i) {
    const BufferPlace at{stage, phase.outputs[i]};
    const bool lives_on = step_.buffer(at).life != BufferLife::kMicrobatch;
    const Sharding free = made.result(static_cast<int>(i));
    Sharding state = free;
    if (is_copied_to_same_ranks(at)) {
      state = by_samples(stage, samples_in_[stage][at.buffer]);
    }
    if (is_weight && lives_on) state = as_parameter(at, state);
    for (AxisState& axis : state.axes) {
      if (axis.is_partial() && !lives_on && is_sent(at)) axis = replicated();
      if (axis.is_sharded() && lives_on && kind == StagePhaseKind::kForward) axis = replicated();
      if (axis.is_partial() && lives_on && !is_weight && axis.reducer != Reducer::kSum) {
        axis = replicated();
      }
    }
    if (state != free) wanted[static_cast<int>(i)] = state;
  }
  if (!wanted.empty()) made = sharded_phase(phase, inputs, grid(stage), wanted);
  for (size_t i = 0; i < phase.outputs.size(); ++i) {
    states_[stage][phase.outputs[i]] = made.result(static_cast<int>(i));
  }
}

// A gradient of which every rank would compute all is computed in the parts that the update reads:
// that of an embedding table, say.
Sharding GroupedStep::as_parameter(BufferPlace at, const Sharding& free) const {
  const std::string& name = step_.buffer(at).name;
  for (int i = 0; i < step_.num_params; ++i) {
    const Sharding* stated = layout_.state(at.stage, i);
    if (!stated || name != "gradient of " + step_.arguments[i].name) continue;
    Sharding state = free;
    for (int axis = 0; axis < kMaxGroupAxes; ++axis) {
      if (state[axis].is_replicated()) state[axis] = (*stated)[axis];
    }
    return fault(state, step_.buffer(at).type, grid(at.stage)).empty() ? state : free;
  }
  return free;
}

// A value that another stage reads is cut there by the samples of that group.
void GroupedStep::hand_over(int stage, Crossing::When when) {
  for (const Crossing& c : step_.crossings) {
    if (c.when != when || c.from.stage != stage) continue;
    states_[c.to.stage][c.to.buffer] = by_samples(c.to.stage, samples_in_[c.to.stage][c.to.buffer]);
  }
}

// The state of a sum once its parts are added up: that of the optimizer's state, which its update
// reads with it, or of the parameter.
Sharding GroupedStep::reduced_state(int stage, int buffer) const {
  const Sharding& from = states_[stage][buffer];
  const std::string& name = step_.stages[stage].buffers[buffer].name;
  const Sharding* target = nullptr;
  for (int i = 0; i < step_.num_params; ++i) {
    const StepArgument& parameter = step_.arguments[i];
    if (name != "gradient of " + parameter.name) continue;
    target = layout_.state(stage, i);
    for (int k = 0; k < std::ssize(step_.arguments); ++k) {
      const StepArgument& a = step_.arguments[k];
      if (a.role == StepRole::kState && a.loss_argument < 0 &&
          a.type.shape == parameter.type.shape && a.name.starts_with(parameter.name + ".") &&
          layout_.state(stage, k)) {
        target = layout_.state(stage, k);
      }
    }
  }
  Sharding result = from;
  for (int axis = 0; axis < kMaxGroupAxes; ++axis) {
    if (!from[axis].is_partial()) continue;
    const bool scatters = target && (*target)[axis].is_sharded();
    result[axis] = scatters ? (*target)[axis] : replicated();
    for (int other = 0; other < kMaxGroupAxes; ++other) {
      if (other != axis && result[other].is_sharded() && result[axis].is_sharded() &&
          result[other].cut.dim == result[axis].cut.dim) {
        result[axis] = replicated();
      }
    }
  }
  return result;
}

void GroupedStep::plan_reduction(int stage) {
  const auto num_buffers = static_cast<int>(step_.stages[stage].buffers.size());
  int next = num_buffers;  // parts that are larger than the sum have buffers of their own
  for (int b = 0; b < num_buffers; ++b) {
    const bool lives_on = step_.stages[stage].buffers[b].life != BufferLife::kMicrobatch;
    if (!lives_on || !has_partial(states_[stage][b])) continue;
    const Sharding from = states_[stage][b], to = reduced_state(stage, b);
    bool scatters = false;
    for (int a = 0; a < kMaxGroupAxes; ++a) scatters |= from[a].is_partial() && to[a].is_sharded();
    partials_[stage].push_back({.buffer = b, .summed = scatters ? next++ : b, .from = from});
    states_[stage][b] = to;
  }
}

int GroupedStep::summed_in(int stage, int buffer) const {
  const auto at = std::ranges::find(partials_[stage], buffer, &Partial::buffer);
  return at == partials_[stage].end() ? buffer : at->summed;
}

const Sharding& GroupedStep::summed_as(int stage, int buffer) const {
  const auto at = std::ranges::find(partials_[stage], buffer, &Partial::buffer);
  return at == partials_[stage].end() ? states_[stage][buffer] : at->from;
}

// Sums of other stages come as the parameter is; the phases at the end of a step write what they
// have read, as it was.
void GroupedStep::plan_update(int stage) {
  if (group_size(stage) == 1) return;
  for (const Crossing& c : step_.crossings) {
    if (c.to.stage != stage || c.when != Crossing::When::kTiedGradient) continue;
    for (const TiedParameter& tied : step_.tied) {
      const std::string name = "gradient of " + step_.arguments[tied.argument].name + " from";
      const Sharding* stated = layout_.state(stage, tied.argument);
      if (step_.buffer(c.to).name.starts_with(name) && stated) {
        states_[stage][c.to.buffer] = *stated;
      }
    }
  }
  for (const StagePhaseKind kind :
       {StagePhaseKind::kWeightGradient, StagePhaseKind::kSquares, StagePhaseKind::kUpdate}) {
    const StagePhase& phase = step_.stages[stage].phase(kind);
    for (size_t i = 0; i < phase.outputs.size(); ++i) {
      const bool sums = kind == StagePhaseKind::kWeightGradient;
      const int b = phase.outputs[i];
      wanted_[stage][static_cast<size_t>(kind)][static_cast<int>(i)] =
          sums ? summed_as(stage, b) : states_[stage][b];
    }
  }
}

// --- One rank's part -----------------------------------------------------------------------------

TensorType GroupedStep::part_type(BufferPlace at, int member) const {
  TensorType type = step_.buffer(at).type;
  const bool is_argument = std::ranges::any_of(step_.held, [&](const auto& places) {
    return std::ranges::find(places, at) != places.end();
  });
  if (!is_argument) {  // a value for each micro-batch: its loss
    type.shape.erase(type.shape.begin());
    return type;
  }
  type.shape[0] /= step_.num_microbatches;
  type.shape = local_shape(state(at), type.shape, grid(at.stage), member);
  return type;
}

int64_t GroupedStep::first_element(BufferPlace at, int member) const {
  if (is_replicated(state(at))) return 0;
  Shape shape = step_.buffer(at).type.shape;
  shape[0] /= step_.num_microbatches;
  const std::vector<ShardRun> runs = runs_of(shape, held(state(at), shape, grid(at.stage), member));
  MOTLEY_CHECK(runs.size() <= 1, "a batch argument in {} pieces", runs.size());
  return runs.empty() ? 0 : runs[0].whole;
}

GroupedStep::PhaseStates GroupedStep::phase_states(int stage, StagePhaseKind kind) const {
  // The whole batch is at hand, and the losses have been added up.
  const bool is_whole =
      group_size(stage) == 1 || kind == StagePhaseKind::kPrologue || kind == StagePhaseKind::kLoss;
  if (is_whole) return {.grid = grid(stage), .is_whole = true, .inputs = {}, .wanted = {}};
  return {.grid = grid(stage),
          .inputs = input_states(stage, kind),
          .wanted = wanted_[stage][static_cast<size_t>(kind)]};
}

RankProgram GroupedStep::local_program(int stage, StagePhaseKind kind, int member) const {
  const StagePhase& phase = step_.stages[stage].phase(kind);
  if (phase.is_empty()) return {};
  const PhaseStates states = phase_states(stage, kind);
  if (states.is_whole) return whole_phase(phase.program, states.grid, member);
  const auto [problem, plan] = sharded_phase(phase, states.inputs, states.grid, states.wanted);
  LocalProgram program = local_phase(problem, plan, member);
  if (program.collectives.empty()) {
    return whole_phase(simplify(program.program), states.grid, member);
  }
  return rank_program(states.grid, member, program);
}

LocalPhase GroupedStep::localized(int stage, StagePhaseKind kind, int member) const {
  const StagePhase& phase = step_.stages[stage].phase(kind);
  LocalPhase local{.program = local_program(stage, kind, member),
                   .inputs = phase.inputs,
                   .outputs = phase.outputs};
  if (phase.is_empty() || phase_states(stage, kind).is_whole) return local;
  if (kind == StagePhaseKind::kFirstWeightGradient || kind == StagePhaseKind::kWeightGradient) {
    for (auto* list : {&local.inputs, &local.outputs}) {
      for (int& b : *list) b = summed_in(stage, b);
    }
  }
  return local;
}

GroupedStep::StageStates GroupedStep::stage_states(int stage) const {
  return {.grid = grid(stage),
          .samples = layout_.samples[stage],
          .states = states_[stage],
          .wanted = wanted_[stage],
          .partials = partials_[stage]};
}

std::vector<StageBuffer> GroupedStep::local_buffers(int stage, int member) const {
  std::vector<StageBuffer> buffers = step_.stages[stage].buffers;
  if (group_size(stage) == 1) return buffers;
  for (const Partial& partial : partials_[stage]) {
    if (partial.summed == partial.buffer) continue;
    StageBuffer parts = buffers[partial.buffer];
    parts.name = "parts of the " + parts.name;
    parts.type.shape = local_shape(partial.from, parts.type.shape, grid(stage), member);
    buffers.push_back(std::move(parts));
  }
  for (size_t b = 0; b < states_[stage].size(); ++b) {
    StageBuffer& buffer = buffers[b];
    if (buffer.life == BufferLife::kRows) continue;
    buffer.type.shape = local_shape(states_[stage][b], buffer.type.shape, grid(stage), member);
  }
  return buffers;
}

LocalStage GroupedStep::local(int stage, int member) const {
  LocalStage result{.buffers = local_buffers(stage, member), .phases = {}, .reduce = {}};
  for (int k = 0; k < kNumStagePhases; ++k) {
    result.phases[k] = localized(stage, static_cast<StagePhaseKind>(k), member);
  }
  if (group_size(stage) > 1) result.reduce = reduction(stage, member);
  return result;
}

// One axis after the other; along each, what is reduced alike goes in one message.
LocalPhase GroupedStep::reduction(int stage, int member) const {
  constexpr int64_t kAlone = 1 << 20;  // from which on a value is reduced in place
  LocalPhase phase;
  phase.program.group = grid(stage);
  phase.program.rank = member;
  RankProgram& program = phase.program;
  std::vector<int> now;            // by partial: the buffer that has it
  std::vector<Sharding> state;     // and its state there
  std::vector<TensorType> wholes;  // type on all ranks together
  for (const Partial& partial : partials_[stage]) {
    const TensorType& whole = step_.stages[stage].buffers[partial.buffer].type;
    phase.inputs.push_back(partial.summed);
    phase.outputs.push_back(partial.buffer);
    now.push_back(static_cast<int>(program.buffers.size()));
    program.arguments.push_back(now.back());
    program.buffers.push_back(
        whole.with_shape(local_shape(partial.from, whole.shape, grid(stage), member)));
    state.push_back(partial.from);
    wholes.push_back(whole);
  }
  for (int axis = 0; axis < grid(stage).num_axes(); ++axis) {
    const size_t first = program.communications.size();
    int64_t bytes = 0;
    for (size_t i = 0; i < now.size(); ++i) {
      if (!state[i][axis].is_partial()) continue;
      const AxisState to = states_[stage][partials_[stage][i].buffer][axis];
      const ReshardKind kind =
          to.is_sharded() ? ReshardKind::kReduceScatter : ReshardKind::kAllReduce;
      // Along a line, the value is whole as far as other axes do not cut it.
      const TensorType line =
          wholes[i].with_shape(local_shape(state[i], wholes[i].shape, grid(stage), member));
      state[i][axis] = to;
      program.buffers.push_back(
          wholes[i].with_shape(local_shape(state[i], wholes[i].shape, grid(stage), member)));
      const auto fits = [&](const Communication& c) {
        return c.kind == kind && c.axis == axis && c.reducer == Reducer::kSum &&
               c.tensors[0].whole.element == line.element && line.num_bytes() < kAlone &&
               c.tensors[0].whole.num_bytes() < kAlone && bytes + line.num_bytes() < kBucketBytes;
      };
      if (program.communications.size() == first || !fits(program.communications.back())) {
        program.communications.push_back({.kind = kind, .axis = axis});
        bytes = 0;
      }
      bytes += line.num_bytes();
      const auto output = static_cast<int>(program.buffers.size()) - 1;
      program.communications.back().tensors.push_back(
          {.input = now[i], .output = output, .whole = line, .from = {}, .to = to.cut});
      now[i] = output;
    }
    for (const RankStep::Kind kind : {RankStep::Kind::kStart, RankStep::Kind::kWait}) {
      for (size_t c = first; c < program.communications.size(); ++c) {
        program.steps.push_back({kind, static_cast<int>(c)});
      }
    }
  }
  program.results = now;
  return phase;
}

// --- Between groups ------------------------------------------------------------------------------

std::vector<PieceRun> GroupedStep::runs(const Crossing& c, int from, int to) const {
  constexpr int64_t kSplitBytes = 4096;  // from which on several holders each send a part
  const TensorType& type = step_.buffer(c.from).type;
  const Sharding& sent_as = state(c.from);
  const auto pieces = [&](BufferPlace at, int member) {
    if (is_replicated(state(at))) return std::vector<ShardRun>{{0, 0, type.num_elements()}};
    return runs_of(type.shape, held(state(at), type.shape, grid(at.stage), member));
  };
  // The ranks that hold the same piece: which of them this is, and of how many.
  const DeviceGrid senders = grid(c.from.stage);
  int copies = 1, copy = 0;
  for (int a = 0; a < senders.num_axes(); ++a) {
    if (sent_as[a].is_sharded()) continue;
    copies *= senders.sizes[a];
    copy = copy * senders.sizes[a] + senders.coordinate(from, a);
  }
  int64_t first = 0, last = type.num_elements();
  if (copies > 1 && type.num_bytes() >= kSplitBytes) {
    first = last * copy / copies;
    last = last * (copy + 1) / copies;
  } else if (copy != to % copies) {
    return {};
  }
  std::vector<PieceRun> result;
  const std::vector<ShardRun> sent = pieces(c.from, from), wanted = pieces(c.to, to);
  size_t i = 0, j = 0;
  while (i < sent.size() && j < wanted.size()) {
    const int64_t sent_end = sent[i].whole + sent[i].count;
    const int64_t wanted_end = wanted[j].whole + wanted[j].count;
    const int64_t begin = std::max({sent[i].whole, wanted[j].whole, first});
    const int64_t end = std::min({sent_end, wanted_end, last});
    if (begin < end) {
      result.push_back({.from = sent[i].packed + begin - sent[i].whole,
                        .to = wanted[j].packed + begin - wanted[j].whole,
                        .count = end - begin});
    }
    (sent_end <= wanted_end ? i : j) += 1;
  }
  return result;
}

}  // namespace motley::tensor
