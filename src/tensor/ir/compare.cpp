#include "tensor/ir/compare.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace motley::tensor {

double relative_error(const Literal& got, const Literal& want) {
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
  return norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
}

}  // namespace motley::tensor
