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

  bool operator==(const RooflineShares&) const = default;
};

}  // namespace motley::core
