// Short names for numeric limits.
#pragma once

#include <limits>

namespace motley::core {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace motley::core
