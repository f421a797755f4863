#include "tensor/ir/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace motley::tensor {

double relative_error(const Literal& got, const Literal& want, double scale) {
  MOTLEY_CHECK(got.num_elements() == want.num_elements(), "{} against {}", got.type().to_string(),
               want.type().to_string());
  double difference = 0, norm = 0;
  for (int64_t i = 0; i < want.num_elements(); ++i) {
    const double a = got.as_double(i), b = want.as_double(i);
    if (a == b || (std::isnan(a) && std::isnan(b))) {
      if (std::isfinite(b)) norm += b * b;
      continue;
    }
    if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
    difference += (a - b) * (a - b);
    norm += b * b;
  }
  norm = std::max(norm, scale * scale * static_cast<double>(want.num_elements()));
  return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

double root_mean_square(const Literal& value) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < value.num_elements(); ++i) {
    const double x = value.as_double(i);
    if (!std::isfinite(x)) continue;
    sum += x * x;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

}  // namespace motley::tensor
