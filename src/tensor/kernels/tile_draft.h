// The three steps from the body of a fusion to a TilePlan.
#pragma once

#include <optional>
#include <vector>

#include "tensor/kernels/tile_program.h"

namespace motley::tensor {

// The body on the whole domain: registers, instructions and outputs without memory assignment, and
// the strides of inputs and outputs by dimension of the domain.
struct TileDraft {
  Shape domain;
  int num_column_dims = 0;  // 0: any tiling is valid
  int num_threads = 1;
  TilePlan plan;
  // Strides in elements, one per dimension; empty for computed registers.
  std::vector<std::vector<int64_t>> register_strides, output_strides;
};

// Translates the body (tile_body.cpp); nullopt if the machine cannot run it.
std::optional<TileDraft> draft_tiles(const KernelRequest& request);

// Divides the domain into rows and columns and into tiles, and computes the shape of each register
// (tile_domain.cpp).
void tile_domain(TileDraft& draft);

// Assigns memory to every register: the output itself, or a reusable slot (tile_memory.cpp).
void place_registers(TilePlan& plan, const KernelRequest& request);

}  // namespace motley::tensor
