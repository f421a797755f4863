// Parts of a plan in words, as the text of `motley plan` and the page of a plan say them.
#pragma once

#include <cstdint>
#include <string>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/strategy/dim_names.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor {

// "64 samples per step in 4 micro-batches".
std::string samples_of(const planner::Plan& plan);

// "tensor parallel 8 within hosts, data parallel 32 across hosts, ZeRO-1, 4 micro-batches"; empty
// on one device.
std::string parallelism_text(const planner::Plan& plan);

// The devices of a stage by type: "1 x fast, 2 x slow".
std::string stage_devices_text(const planner::Plan& plan, size_t stage);

// The layers of a stage: "layer 2", "layers 3 to 5".
std::string stage_layers_text(const planner::Plan& plan, size_t stage);

// The most that a device of the stage needs, as simulated from the lists of its ranks.
int64_t peak_of_stage(const planner::Plan& plan, size_t stage);

// One sharding of an argument: "replicated", "sharded along heads (dimension 1)".
std::string state_words(const strategy::DimNames& dims, int argument, const Sharding& state,
                        const DeviceGrid& group);

// The samples of a step that a rank computes: those of the largest batch argument that is sharded.
// Labels of a few bytes may be replicated, or sharded at other boundaries.
int64_t num_samples(const planner::Plan& plan, const strategy::BatchDim& batch, int rank);

}  // namespace motley::tensor
