// The exact mode: the sums of direct_vectors.h with the same bits on every processor, GPUs included
// (device/kernels/exact_sums_kernels.h). The root is made of IEEE operations alone, and source j
// adds to lane j mod 16, whatever the width of vectors. A quarter slower.
#pragma once

#include "nbody/gravity/direct_vectors.h"

namespace motley::nbody {

MOTLEY_DECLARE_VECTOR_ISA(void exact_short_range_sums(const KernelLaw& law, const Targets& targets,
                                                      const Sources& sources);
                          void exact_cell_sums(const KernelLaw& law, const Targets& targets,
                                               const CellSources& cells))

}  // namespace motley::nbody
