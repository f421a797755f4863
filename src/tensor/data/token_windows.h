// How a run of tokens becomes one sample of `tok` and `lab`.
#pragma once

#include "tensor/data/batches.h"

namespace motley::tensor {

struct TokenWindows {
  size_t tok = 0, lab = 0;  // positions among the batch arguments
  TensorType tok_type, lab_type;
  int64_t limit = 0;        // of both; 0: unknown
  int64_t num_samples = 0;  // of a batch
  int64_t tok_length = 0, lab_length = 0;

  // For arguments that reads_text accepts.
  explicit TokenWindows(const std::vector<BatchArgument>& arguments);

  // `lab` begins one token after `tok` if the lengths are equal, otherwise where `tok` ends.
  int64_t lab_start() const { return tok_length == lab_length ? 1 : tok_length; }
  int64_t length() const { return lab_start() + lab_length; }  // of the run for one sample

  void put(std::span<const std::span<std::byte>> out, int64_t sample,
           std::span<const int64_t> run) const;
};

}  // namespace motley::tensor
