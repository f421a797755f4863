// The constants of a ForceLaw as the vector kernels want them: floats in units of l.
#pragma once

#include "nbody/gravity/direct_vectors.h"
#include "nbody/gravity/force_law.h"

namespace motley::nbody {

// l = r_cut / sqrt(2), Mpc/h.
double kernel_length(const ForceLaw& law);

// The law has a cut-off. Takes half a millisecond: the polynomial is fitted.
KernelLaw kernel_law(const ForceLaw& law);

// Sets the constants of the softening alone.
void set_softening(KernelLaw& kernel, const ForceLaw& law);

}  // namespace motley::nbody
