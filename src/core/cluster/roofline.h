// Shares of the published figures of a device type that kernels are taken to reach where nothing
// was measured.
#pragma once

namespace motley::core {

struct RooflineShares {
  double products = 0.8;     // of the peak: products, convolutions
  double attention = 0.6;    // of the peak
  double other_flops = 0.1;  // of the peak: exponentials and the like are counted as one
  double bytes = 0.8;        // of the bandwidth
};

}  // namespace motley::core
