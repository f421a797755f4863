#include "nbody/gravity/kernel_law.h"

#include <numbers>

#include "core/base/error.h"

namespace motley::nbody {

double kernel_length(const ForceLaw& law) { return law.cutoff / std::numbers::sqrt2; }

void set_softening(KernelLaw& kernel, const ForceLaw& law) {
  const double length = kernel_length(law);
  kernel.plummer_square = kernel.support_square = kernel.support_inverse = 0;
  if (law.softening == Softening::kPlummer) {
    const double e = law.epsilon / length;
    kernel.plummer_square = static_cast<float>(e * e);
  } else if (law.epsilon > 0) {
    const double h = law.support() / length;
    kernel.support_square = static_cast<float>(h * h);
    kernel.support_inverse = static_cast<float>(1 / h);
  }
}

KernelLaw kernel_law(const ForceLaw& law) {
  MOTLEY_CHECK(law.cutoff > 0, "the short-range law has no cut-off");
  const LongRangePolynomial polynomial = long_range_polynomial(law);
  KernelLaw kernel;
  kernel.degree = polynomial.degree;
  set_softening(kernel, law);
  for (int i = 0; i <= polynomial.degree; ++i) {
    const double c = polynomial.coefficient[i];
    kernel.coefficient[i] = static_cast<float>(c);
    if (i > 0) kernel.slope[i - 1] = static_cast<float>(i * c);
    if (i > 1) kernel.curvature[i - 2] = static_cast<float>(i * (i - 1) * c);
  }
  return kernel;
}

}  // namespace motley::nbody
