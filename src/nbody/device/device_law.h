// The force law of the host's kernels for devices.
#pragma once

#include <algorithm>

#include "nbody/device/device_engine.h"
#include "nbody/gravity/direct_vectors.h"

namespace motley::nbody {

// `support` of the softening, in units of l.
inline DeviceLaw device_law(const KernelLaw& kernel, float support) {
  DeviceLaw law{.degree = kernel.degree,
                .plummer_square = kernel.plummer_square,
                .support_square = kernel.support_square,
                .support_inverse = kernel.support_inverse,
                .support = support,
                .exact = kernel.exact};
  std::ranges::copy(kernel.coefficient, law.coefficient);
  std::ranges::copy(kernel.slope, law.slope);
  std::ranges::copy(kernel.curvature, law.curvature);
  return law;
}

}  // namespace motley::nbody
