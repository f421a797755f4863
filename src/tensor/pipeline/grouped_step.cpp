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
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/shard_cost/reshard.h"

namespace motley::tensor {
namespace {

using namespace propagate;

// Equal devices: rules follow from the states of the operands, whatever they cost.
shard_cost::GroupCosts equal_costs(int num_devices) {
  const core::Cluster cluster = core::one_host({.name = "device",
                                                .flops_per_second = 1e11,
                                                .memory_bytes = int64_t{1} << 40,
                                                .memory_bytes_per_second = 1e10},
                                               num_devices, {1e9, 1e-5});
  std::vector<int> devices(num_devices);
  for (int d = 0; d < num_devices; ++d) devices[d] = d;
  return shard_cost::group_costs(cluster, {{num_devices}}, devices);
}

// The samples of each device, or of two where there is one: its values have states then, too, which
// say along which dimension another group cuts them.
std::vector<int64_t> analysed_samples(const std::vector<int64_t>& samples) {
  if (samples.size() > 1) return samples;
  const int64_t second = samples[0] / 2;
  return {samples[0] - second, second};
}

Sharding with_samples(const Sharding& state, const std::vector<int64_t>& samples) {
  if (!state[0].is_sharded()) return state;
  Sharding result = state;
  result[0].cut.shares = Shares(samples);
  return result;
}

// A phase of a stage on a group, with a state for each of its values.
struct ShardedPhase {
  ShardingProblem problem;
  ShardPlan plan;
};

ShardedPhase sharded_phase(const StagePhase& phase, const std::vector<Sharding>& inputs,
                           int num_devices) {
  ShardedPhase result{
      .problem = ShardingProblem(phase.program, 0, {{num_devices}}, equal_costs(num_devices)),
      .plan = {}};
  Pins pins{.values = {}, .follow_operands = true};
  for (size_t i = 0; i < inputs.size(); ++i) {
    pins.values[phase.program.body.arguments[i]] = inputs[i];
  }
  result.plan = complete(result.problem, pins);
  return result;
}

}  // namespace

bool PipelineLayout::has_groups() const {
  return std::ranges::any_of(ranks, [](const auto& group) { return group.size() > 1; });
}

GroupedStep::GroupedStep(const StagedStep& step, PipelineLayout layout)
    : step_(step), layout_(std::move(layout)) {
  for (const Stage& stage : step.stages) states_.emplace_back(stage.buffers.size());
  if (!layout_.has_groups()) return;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& a = step.arguments[i];
    for (const BufferPlace& at : step.held[i]) {
      if (step.buffer(at).life != BufferLife::kRows || a.role != StepRole::kBatch) continue;
      const std::vector<int64_t>& samples = layout_.samples[at.stage];
      const int64_t total = std::accumulate(samples.begin(), samples.end(), int64_t{0});
      const int64_t extent = a.type.shape[0] / step.num_microbatches;
      if (extent % total != 0) continue;  // not one of the samples: a key, say
      states_[at.stage][at.buffer][0] =
          sharded({.dim = 0, .period = extent, .shares = Shares(samples)});
    }
  }
  for (int s = 0; s < step.num_stages(); ++s) {
    analyse(s, StagePhaseKind::kForward);
    hand_over(s, Crossing::When::kForward);
  }
  for (int s = step.num_stages(); s-- > 0;) {
    analyse(s, StagePhaseKind::kInputGradient);
    hand_over(s, Crossing::When::kBackward);
    analyse(s, StagePhaseKind::kFirstWeightGradient);
  }
}

int GroupedStep::member(int stage, int rank) const {
  const auto& group = layout_.ranks[stage];
  const auto at = std::ranges::find(group, rank);
  return at == group.end() ? -1 : static_cast<int>(at - group.begin());
}

// The states of what a phase makes, from those of what it reads.
void GroupedStep::analyse(int stage, StagePhaseKind kind) {
  const StagePhase& phase = step_.stages[stage].phase(kind);
  if (phase.is_empty()) return;
  const std::vector<int64_t> samples = analysed_samples(layout_.samples[stage]);
  std::vector<Sharding> inputs;
  for (int b : phase.inputs) inputs.push_back(with_samples(states_[stage][b], samples));
  const auto [problem, plan] = sharded_phase(phase, inputs, static_cast<int>(samples.size()));
  const LocalProgram local = local_phase(problem, plan, 0);
  if (!local.collectives.empty() && group_size(stage) > 1) {
    throw core::UserError(fmt::format(
        "stage {} cannot be shared by {} devices: in {}, the samples of a micro-batch interact",
        stage, group_size(stage), name(kind)));
  }
  for (size_t i = 0; i < phase.outputs.size(); ++i) {
    const ValueId v = phase.program.body.results[i];
    Sharding made = problem.is_rematerialized(v) ? Sharding{} : plan.values[v.index];
    const StageBuffer& buffer = step_.stages[stage].buffers[phase.outputs[i]];
    // A phase that reads parts of a sum must be linear in it: else it would need a collective.
    if (made[0].is_partial() && buffer.life == BufferLife::kMicrobatch && group_size(stage) == 1) {
      made = Sharding{};
    }
    states_[stage][phase.outputs[i]] = with_samples(made, layout_.samples[stage]);
  }
}

// A value that another stage reads is cut there as here, by the samples of that group.
void GroupedStep::hand_over(int stage, Crossing::When when) {
  for (const Crossing& c : step_.crossings) {
    if (c.when != when || c.from.stage != stage) continue;
    if (is_partial(c.from) && group_size(stage) > 1) {
      throw core::UserError(fmt::format(
          "stage {} cannot be shared by {} devices: it sends {}, a sum over its samples", stage,
          group_size(stage), step_.buffer(c.from).name));
    }
    Sharding state = is_partial(c.from) ? Sharding{} : states_[stage][c.from.buffer];
    states_[c.to.stage][c.to.buffer] = with_samples(state, layout_.samples[c.to.stage]);
  }
}

// The shape of what a phase of a micro-batch sees of a buffer, on all ranks together.
Shape GroupedStep::part_shape(BufferPlace at) const {
  Shape shape = step_.buffer(at).type.shape;
  if (step_.buffer(at).life == BufferLife::kRows) shape[0] /= step_.num_microbatches;
  return shape;
}

int64_t GroupedStep::first_element(BufferPlace at, int member) const {
  if (!state(at)[0].is_sharded()) return 0;
  const Shape shape = part_shape(at);
  const std::vector<ShardRun> runs = runs_of(shape, held(state(at), shape, grid(at.stage), member));
  MOTLEY_CHECK(runs.size() <= 1, "a batch argument in {} pieces", runs.size());
  return runs.empty() ? 0 : runs[0].whole;
}

Stage GroupedStep::local(int stage, int member) const {
  Stage result = step_.stages[stage];
  const int n = group_size(stage);
  if (n == 1) return result;
  for (size_t b = 0; b < result.buffers.size(); ++b) {
    StageBuffer& buffer = result.buffers[b];
    if (buffer.life != BufferLife::kMicrobatch) continue;
    buffer.type.shape = local_shape(states_[stage][b], buffer.type.shape, grid(stage), member);
  }
  const auto localize = [&](StagePhaseKind kind) {
    StagePhase& phase = result.phase(kind);
    if (phase.is_empty()) return;
    std::vector<Sharding> inputs;
    for (int b : phase.inputs) inputs.push_back(states_[stage][b]);
    const StagePhase whole = phase;
    const auto [problem, plan] = sharded_phase(whole, inputs, n);
    phase.program = simplify(local_phase(problem, plan, member).program);
  };
  localize(StagePhaseKind::kForward);
  localize(StagePhaseKind::kInputGradient);
  localize(StagePhaseKind::kFirstWeightGradient);
  // The others add to the sums.
  StagePhase& next = result.phase(StagePhaseKind::kWeightGradient);
  if (next.is_empty()) return result;
  const StagePhase& first = result.phase(StagePhaseKind::kFirstWeightGradient);
  next.inputs = first.inputs;
  ProgramBuilder builder(first.program);
  std::vector<ValueId> sums;
  for (size_t i = 0; i < first.outputs.size(); ++i) {
    const ValueId g = first.program.body.results[i];
    next.inputs.push_back(first.outputs[i]);
    sums.push_back((argument(builder, first.program.type(g)) + Expr(builder, g)).id());
  }
  next.program = std::move(builder).finish(std::move(sums));
  return result;
}

std::vector<PieceRun> GroupedStep::runs(const Crossing& c, int from, int to) const {
  const Shape& shape = step_.buffer(c.from).type.shape;
  const int64_t num_elements = step_.buffer(c.from).type.num_elements();
  const int senders = group_size(c.from.stage);
  const auto pieces = [&](BufferPlace at, int member) {
    if (!state(at)[0].is_sharded()) return std::vector<ShardRun>{{0, 0, num_elements}};
    return runs_of(shape, held(state(at), shape, grid(at.stage), member));
  };
  // Of what all senders have, each receiver is sent one copy.
  if (!state(c.from)[0].is_sharded() && from != to % senders) return {};
  std::vector<PieceRun> result;
  const std::vector<ShardRun> sent = pieces(c.from, from), wanted = pieces(c.to, to);
  size_t i = 0, j = 0;
  while (i < sent.size() && j < wanted.size()) {
    const int64_t begin = std::max(sent[i].whole, wanted[j].whole);
    const int64_t sent_end = sent[i].whole + sent[i].count;
    const int64_t wanted_end = wanted[j].whole + wanted[j].count;
    const int64_t end = std::min(sent_end, wanted_end);
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
