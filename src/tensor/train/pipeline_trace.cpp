#include "tensor/train/pipeline_trace.h"

#include <fmt/format.h>

namespace motley::tensor {
namespace {

// A span's index: the micro-batch, or none, below what it is of.
constexpr int kMicrobatchBits = 14;

// Phases of a stage, and its reduction behind them.
constexpr int kNamesOfStage = kNumStagePhases + 1;

int index_of(int what, int microbatch) { return what << kMicrobatchBits | (microbatch + 1); }

int index_of(const PipelineAction& a, int first_crossing) {
  if (a.kind == PipelineAction::Kind::kReduce) {
    return index_of(a.stage * kNamesOfStage + kNumStagePhases, -1);
  }
  return a.kind == PipelineAction::Kind::kPhase
             ? index_of(a.stage * kNamesOfStage + static_cast<int>(a.phase), a.microbatch)
             : index_of(first_crossing + a.crossing, a.microbatch);
}

}  // namespace

void trace_pipeline(PipelineExecutorSettings& engine, RankTrace& trace, int first_crossing) {
  engine.on_action = [&trace, first_crossing](const PipelineAction& a, double begin, double end) {
    using Kind = PipelineAction::Kind;
    if (a.kind == Kind::kPhase || a.kind == Kind::kReduce) {
      trace.add(RankTrace::What::kPhase, index_of(a, first_crossing), begin, end);
      trace.count_memory(end);
    }
    if (a.kind == Kind::kAwait)
      trace.add(RankTrace::What::kAwait, index_of(a, first_crossing), begin, end);
  };
  engine.on_message = [&trace, first_crossing](const PipelineAction& a, double begin, double end) {
    // A receive rests until its message comes; what is sent is on the way.
    if (a.kind == PipelineAction::Kind::kSend) {
      trace.add(RankTrace::What::kMessage, index_of(a, first_crossing), begin, end);
    }
  };
}

int PipelineSpanNames::add(const StagedStep& step) {
  const auto first = static_cast<int>(crossings_.size());
  for (const Crossing& c : step.crossings) {
    crossings_.push_back(
        fmt::format("{}, stage {} to {}", step.buffer(c.from).name, c.from.stage, c.to.stage));
  }
  return first;
}

std::string PipelineSpanNames::operator()(RankTrace::What what, int index) const {
  const int of = index >> kMicrobatchBits;
  const int m = (index & ((1 << kMicrobatchBits) - 1)) - 1;
  if (what == RankTrace::What::kPhase) {
    const int stage = of / kNamesOfStage, phase = of % kNamesOfStage;
    const bool reduces = phase == kNumStagePhases;
    return short_name(
        {.kind = reduces ? PipelineAction::Kind::kReduce : PipelineAction::Kind::kPhase,
         .stage = stage,
         .phase = static_cast<StagePhaseKind>(reduces ? 0 : phase),
         .microbatch = m});
  }
  return m < 0 ? crossings_[of] : fmt::format("{}, micro-batch {}", crossings_[of], m);
}

}  // namespace motley::tensor
