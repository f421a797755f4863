// Fractions of a device type's figures that kernels are assumed to reach: of published figures
// where nothing was measured, or of what a probe measured, for the planned step
// (tensor/plan/predict/measured_shares.h).
#pragma once

namespace motley::core {

struct RooflineShares {
  double products = 0.8;     // of the peak: products, convolutions
  double attention = 0.6;    // of the peak
  double other_flops = 0.1;  // of the peak; an exponential etc. counts as one flop
  double bytes = 0.8;        // of the bandwidth
  // Planning prices ops one by one: seconds of each besides, such as its share of a kernel's
  // launch, and factors by which the rest is longer in the compiled step.
  double product_overhead = 0, other_overhead = 0;
  double product_factor = 1, other_factor = 1;

  bool operator==(const RooflineShares&) const = default;
};

}  // namespace motley::core
