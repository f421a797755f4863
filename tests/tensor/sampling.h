// Sets of cases too large for `make test`: there one in so many, with MOTLEY_EVERY=1 all of them,
// as in `make test-all`.
#pragma once

#include <cstdlib>

namespace motley::tensor {

inline bool runs_every_case() {
  const char* text = std::getenv("MOTLEY_EVERY");
  return text && std::atoi(text) == 1;
}

// For `if (number % one_in(5) != 0) continue;`.
inline int one_in(int count) { return runs_every_case() ? 1 : count; }

}  // namespace motley::tensor
