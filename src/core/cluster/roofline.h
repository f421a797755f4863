// Shares of the figures of a device type that kernels are taken to reach: of what is published
// where nothing was measured, or of what a probe measured, for the step that is planned
// (tensor/plan/predict/measured_shares.h).
#pragma once

namespace motley::core {

struct RooflineShares {
  double products = 0.8;     // of the peak: products, convolutions
  double attention = 0.6;    // of the peak
  double other_flops = 0.1;  // of the peak: exponentials and the like are counted as one
  double bytes = 0.8;        // of the bandwidth

  bool operator==(const RooflineShares&) const = default;
};

}  // namespace motley::core
