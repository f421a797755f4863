// The actions of a pipeline's rank in the trace of all ranks.
#pragma once

#include <functional>
#include <string>

#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/train/rank_trace.h"

namespace motley::tensor {

// Records phases, waits and messages of later runs. `trace` must outlive the executor.
void trace_pipeline(PipelineExecutorSettings& engine, RankTrace& trace);

// The names of these spans: "2F5" for the forward pass of stage 2 and micro-batch 5, as `motley
// schedule` writes it; "%41 of 5, 1 to 2" for a value that goes from stage 1 to 2.
std::function<std::string(RankTrace::What, int)> pipeline_span_names(const StagedStep& step);

}  // namespace motley::tensor
