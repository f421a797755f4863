// Pipelines drawn at random, for tests and benches of choose_schedule.
#pragma once

#include <algorithm>
#include <random>

#include "tensor/plan/schedule/pipeline_costs.h"

namespace motley::tensor::schedule {

struct RandomPipeline {
  PipelineCosts costs;
  int32_t microbatches = 1;
  std::vector<int32_t> cap;
};

class PipelineDice {
 public:
  explicit PipelineDice(uint64_t seed) : generator_(seed) {}

  // 2 to 8 unequal stages, up to 32 microbatches, memory between that of 1f1b and all.
  RandomPipeline unequal() {
    const int32_t stages = between(2, 8);
    return draw(stages, between(stages, 32), /*split=*/true, /*longest=*/9,
                [&](int32_t s, int32_t M) { return between(std::min(M, stages - s), M); });
  }
  // Up to 3 stages and 4 microbatches; split or not, links of both kinds, any cap.
  RandomPipeline tiny(int32_t most_stages, int32_t most_microbatches) {
    RandomPipeline p = draw(between(1, most_stages), between(1, most_microbatches), coin(), 6,
                            [&](int32_t, int32_t M) { return between(1, M); });
    for (Ticks& w : p.costs.weight) w -= between(0, 3) == 0 ? w : 0;
    if (coin()) p.costs.links = Links::kSerial;
    return p;
  }
  bool coin() { return between(0, 1) == 1; }
  int32_t between(int32_t low, int32_t high) {
    return low + static_cast<int32_t>(generator_() % static_cast<uint64_t>(high - low + 1));
  }

 private:
  template <class Cap>
  RandomPipeline draw(int32_t stages, int32_t microbatches, bool split, int32_t longest,
                      Cap&& cap) {
    constexpr Ticks kLatencies[] = {0, 1, 2, 5};
    RandomPipeline p;
    p.microbatches = microbatches;
    for (int32_t s = 0; s < stages; ++s) {
      p.costs.forward.push_back(between(1, longest));
      p.costs.backward.push_back(between(1, longest));
      if (split) p.costs.weight.push_back(between(1, longest));
      if (s > 0) p.costs.latency.push_back(kLatencies[between(0, 3)]);
      p.cap.push_back(cap(s, microbatches));
    }
    return p;
  }

  std::mt19937_64 generator_;
};

}  // namespace motley::tensor::schedule
