// The three steps from the body of a fusion to a TilePlan.
#pragma once

#include <optional>
#include <vector>

#include "tensor/kernels/tile_program.h"

namespace motley::tensor {

// What the body does on the whole domain: registers, instructions and outputs without memory, and
// where in memory leaves and outputs lie, by dimension of the domain.
struct TileDraft {
  Shape domain;
  int num_column_dims = 0;  // 0: any cut will do
  int num_threads = 1;
  TilePlan plan;
  // Strides in elements, one per dimension; empty for registers that are computed.
  std::vector<std::vector<int64_t>> register_strides, output_strides;
};

// Reads the body (tile_body.cpp); nothing where the machine cannot run it.
std::optional<TileDraft> draft_tiles(const KernelRequest& request);

// Cuts the domain into rows and columns and into tiles, and finds what each register depends on
// (tile_cut.cpp).
void cut_domain(TileDraft& draft);

// Finds a place for every register: the outputs' own memory, or slots that are handed on
// (tile_memory.cpp).
void place_registers(TilePlan& plan, const KernelRequest& request);

}  // namespace motley::tensor
