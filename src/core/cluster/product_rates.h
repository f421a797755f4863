// A device's flop/s in matrix products by number format. float32 is DeviceType::flops_per_second.
#pragma once

#include <array>

#include "core/base/number_format.h"

namespace motley::core {

struct ProductRates {
  std::array<double, kNumNumberFormats> flops = {};  // 0: not stated

  double& operator[](NumberFormat format) { return flops[static_cast<size_t>(format)]; }
  double operator[](NumberFormat format) const { return flops[static_cast<size_t>(format)]; }
  bool operator==(const ProductRates&) const = default;
};

}  // namespace motley::core
