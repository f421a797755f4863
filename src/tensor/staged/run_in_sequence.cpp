#include "tensor/staged/run_in_sequence.h"

#include <algorithm>

namespace motley::tensor {
namespace {

class Sequence {
 public:
  Sequence(const StagedStep& step, const RunPhase& run) : step_(step), run_(run) {
    for (const Stage& stage : step.stages) values_.emplace_back(stage.buffers.size());
  }

  std::vector<Literal> operator()(const std::vector<Literal>& arguments) {
    using When = Crossing::When;
    for (size_t i = 0; i < arguments.size(); ++i) {
      for (const BufferPlace& at : step_.held[i]) value(at) = arguments[i];
    }
    all_stages(StagePhaseKind::kPrologue);
    all_stages(StagePhaseKind::kOnce);
    for (int64_t m = 0; m < step_.num_microbatches; ++m) microbatch(m);
    cross(When::kTiedGradient);
    all_stages(StagePhaseKind::kSquares);
    cross(When::kSquares);
    all_stages(StagePhaseKind::kUpdate);
    all_stages(StagePhaseKind::kLoss);
    for (const StateReplacement& r : step_.replacements) {
      value({r.stage, r.buffer}) = value({r.stage, r.new_buffer});
    }
    cross(When::kNewValue);
    std::vector<Literal> results = {value(step_.loss)};
    for (int i = 0; i < step_.num_params + step_.num_state; ++i) {
      results.push_back(step_.held[i].empty() ? arguments[i] : value(step_.held[i][0]));
    }
    return results;
  }

 private:
  Literal& value(BufferPlace at) { return values_[at.stage][at.buffer]; }

  void microbatch(int64_t m) {
    for (int s = 0; s < step_.num_stages(); ++s) {
      phase(s, StagePhaseKind::kForward, m);
      cross(Crossing::When::kForward, s);
    }
    for (int s = step_.num_stages(); s-- > 0;) {
      phase(s, StagePhaseKind::kInputGradient, m);
      cross(Crossing::When::kBackward, s);
      phase(s, m == 0 ? StagePhaseKind::kFirstWeightGradient : StagePhaseKind::kWeightGradient, m);
    }
  }

  void all_stages(StagePhaseKind kind) {
    for (int s = 0; s < step_.num_stages(); ++s) phase(s, kind, -1);
  }

  void cross(Crossing::When when, int from = -1) {
    for (const Crossing& c : step_.crossings) {
      if (c.when == when && (from < 0 || c.from.stage == from)) value(c.to) = value(c.from);
    }
  }

  // `m` is -1 for a phase of the whole step.
  void phase(int stage, StagePhaseKind kind, int64_t m) {
    const StagePhase& phase = step_.stages[stage].phase(kind);
    if (phase.is_empty()) return;
    std::vector<Literal> inputs;
    for (size_t i = 0; i < phase.inputs.size(); ++i) {
      inputs.push_back(
          read({stage, phase.inputs[i]}, phase.program.body.arguments[i], phase.program, m));
    }
    std::vector<Literal> outputs = run_(phase.program, std::move(inputs));
    for (size_t i = 0; i < outputs.size(); ++i) {
      write({stage, phase.outputs[i]}, std::move(outputs[i]), m);
    }
  }

  bool is_part(BufferPlace at, int64_t m) const {
    return m >= 0 && step_.buffer(at).life == BufferLife::kRows;
  }

  Literal read(BufferPlace at, ValueId argument, const Program& program, int64_t m) {
    if (!is_part(at, m)) return value(at);
    const TensorType& type = program.type(argument);
    const std::span<const std::byte> whole = value(at).bytes();
    return Literal::from_bytes(type, whole.subspan(m * type.num_bytes(), type.num_bytes()));
  }

  void write(BufferPlace at, Literal made, int64_t m) {
    if (!is_part(at, m)) {
      value(at) = std::move(made);
      return;
    }
    Literal& whole = value(at);
    if (whole.num_bytes() == 0) whole = Literal::zeros(step_.buffer(at).type);
    std::ranges::copy(made.bytes(), whole.data() + m * made.num_bytes());
  }

  const StagedStep& step_;
  const RunPhase& run_;
  std::vector<std::vector<Literal>> values_;  // by stage and buffer
};

}  // namespace

std::vector<Literal> run_in_sequence(const StagedStep& step, const std::vector<Literal>& arguments,
                                     const RunPhase& run) {
  return Sequence(step, run)(arguments);
}

}  // namespace motley::tensor
