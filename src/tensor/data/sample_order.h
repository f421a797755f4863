// The order in which a run sees its samples: epoch after epoch without end, each shuffled anew.
//
//   SampleOrder order(60'000, {.seed = 1});
//   order.at(0), order.at(1), ...       every sample once, in the order of epoch 0
//   order.at(60'000)                    the first one of epoch 1
//
// Nothing is stored: at(p) is computed from p and the seed, so a resumed run goes on exactly where
// it was.
#pragma once

#include <cstdint>

namespace motley::tensor {

// A permutation of 0, ..., count - 1, chosen by seed and epoch: a Feistel network with Philox as
// its round function, on the next power of four; what falls outside is sent through it again.
int64_t permuted(int64_t index, int64_t count, uint64_t seed, uint32_t epoch);

class SampleOrder {
 public:
  struct Settings {
    uint64_t seed = 0;
    bool shuffle = true;
    int64_t num_validation = 0;  // samples that are kept out of training
  };

  // `count` samples, at least one of which is left for training.
  SampleOrder(int64_t count, Settings settings);

  int64_t num_training() const { return count_ - settings_.num_validation; }
  // The sample at a position of the training.
  int64_t at(int64_t position) const;
  // Sample 0, 1, ..., num_validation - 1 of the validation. Which samples these are is chosen by
  // the seed; the last ones where there is no shuffling.
  int64_t validation_at(int64_t position) const;

 private:
  int64_t count_;
  Settings settings_;
};

}  // namespace motley::tensor
