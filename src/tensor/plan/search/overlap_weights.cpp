#include "tensor/plan/search/overlap_weights.h"

namespace motley::tensor::search {

std::vector<Weights> many_weights() {
  return {{.late = 0.5, .early = 0.4},
          {},
          {.late = 0.5},
          {.late = 0.1},
          {.late = 0.3, .early = 0.3},
          {.late = 0.9, .early = 0.5},
          {.waited = 3},
          {.waited = 3, .late = 0.3},
          {.waited = 3, .late = 0.5, .early = 0.4},
          {.waited = 10}};
}

std::vector<Weights> few_weights() {
  return {{.late = 0.5, .early = 0.4}, {.waited = 3, .late = 0.3}};
}

std::vector<Weights> quick_weights() {
  return {{.late = 0.5, .early = 0.4}, {.late = 0.1}, {.waited = 3, .late = 0.3}};
}

}  // namespace motley::tensor::search
