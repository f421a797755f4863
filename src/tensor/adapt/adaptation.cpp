#include "tensor/adapt/adaptation.h"

#include <fmt/format.h>

#include "core/base/memory.h"

namespace motley::tensor {

std::string text_of(const Adaptation& a) {
  std::string text =
      fmt::format("step {}: {} {} ({}): {:.3g} -> {:.3g} ms/step predicted", a.step, a.kind,
                  a.change, a.reason, 1e3 * a.before_seconds, 1e3 * a.predicted_seconds);
  if (a.measured_seconds > 0) text += fmt::format(", {:.3g} measured", 1e3 * a.measured_seconds);
  if (a.moved_bytes > 0) {
    text += fmt::format("; moved {} in {:.3g} ms", core::readable_bytes(a.moved_bytes),
                        1e3 * a.move_seconds);
  }
  return text;
}

}  // namespace motley::tensor
