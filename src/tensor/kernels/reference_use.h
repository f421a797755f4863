// Which ops the reference interpreter ran in place of a kernel, and for how long: it is slow, so
// whoever runs a Program says so.
//
//   reset_reference_uses();
//   executable.run();
//   for (const ReferenceUse& use : reference_uses()) ...    {"stablehlo.fft", 3 calls, 0.81 s}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor {

struct ReferenceUse {
  std::string op;
  int64_t calls = 0;
  double seconds = 0;
};

// Of this process since the last reset, the longest first.
std::vector<ReferenceUse> reference_uses();
void reset_reference_uses();
void add_reference_use(const std::string& op, double seconds);

}  // namespace motley::tensor
