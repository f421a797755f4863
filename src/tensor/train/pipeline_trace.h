// The actions of a pipeline's rank in the trace of all ranks.
#pragma once

#include <string>
#include <vector>

#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/train/rank_trace.h"

namespace motley::tensor {

// The names of spans: "2F5" for the forward pass of stage 2 and micro-batch 5, as `motley schedule`
// writes it; "%41 of 5, 1 to 2" for a value that goes from stage 1 to 2. A run whose layers move
// has several steps, one after the other.
class PipelineSpanNames {
 public:
  // Where the crossings of this step begin among those of all.
  int add(const StagedStep& step);
  std::string operator()(RankTrace::What what, int index) const;

 private:
  std::vector<std::string> crossings_;
};

// Records phases, waits and messages of later runs. `trace` must outlive the executor.
void trace_pipeline(PipelineExecutorSettings& engine, RankTrace& trace, int first_crossing);

}  // namespace motley::tensor
