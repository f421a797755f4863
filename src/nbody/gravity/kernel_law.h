// The constants of a ForceLaw as the vector kernels need them: floats in units of l.
#pragma once

#include "nbody/gravity/direct_vectors.h"
#include "nbody/gravity/force_law.h"

namespace motley::nbody {

// l = r_cut / sqrt(2), Mpc/h.
double kernel_length(const ForceLaw& law);

// Requires a cut-off. Takes half a millisecond to fit the polynomial.
KernelLaw kernel_law(const ForceLaw& law);

// Updates only the softening constants.
void set_softening(KernelLaw& kernel, const ForceLaw& law);

}  // namespace motley::nbody
