// Batches for training: what stands in the batch arguments of a loss at each step.
//
//   const std::vector<BatchArgument> arguments = batch_arguments(loss, signature);
//   const BatchSource source = text_batches(text, "notes.txt", arguments, seed);
//   source.fill(step, {tok_bytes, lab_bytes});
//
// A batch follows from the number of its step and the seed alone, so a run that is taken up again
// sees what it would have seen.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tensor/import/model.h"

namespace motley::tensor {

struct BatchArgument {
  int position = 0;  // in the loss Program
  std::string name;
  TensorType type;
  int64_t limit = 0;  // integers lie below it; 0 where the Program does not say
};

// The arguments that the signature calls batch.
std::vector<BatchArgument> batch_arguments(const Program& loss, const Signature& signature);

struct BatchSource {
  std::string origin;  // for people: "notes.txt, 81234 bytes of text"
  // Fills one span of row-major bytes per argument, in their order, for step 0, 1, ...
  std::function<void(int64_t step, std::span<const std::span<std::byte>> out)> fill;
};

// True for models that read text: `tok` and `lab`, whole numbers by sample and position, and no
// more.
bool reads_text(const std::vector<BatchArgument>& arguments);

// Bytes as tokens: each sample is a window of the text at a random place; `lab` is the same window
// one byte later or, where it has another length, what follows. A UserError where the model has
// tokens for fewer than 256 bytes or the text is shorter than a window.
BatchSource text_batches(std::string text, const std::string& name,
                         const std::vector<BatchArgument>& arguments, uint64_t seed);

// The tensors NNN.batch.NAME of a safetensors file, in order, from the beginning again at the end.
// A UserError names the tensor that is missing or does not fit.
BatchSource tensor_batches(const std::string& file, const std::vector<BatchArgument>& arguments);

// The user's file, by what it holds: a safetensors file, or else a text.
BatchSource file_batches(const std::string& file, const std::vector<BatchArgument>& arguments,
                         uint64_t seed);

// Without a file: stories for models that read text, and else what a model can learn to tell apart
// (synthetic.h).
BatchSource built_in_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                             int num_threads = 1);

// True where the file has a tensor for every batch argument.
bool holds_batches(const std::string& file, const std::vector<BatchArgument>& arguments);

}  // namespace motley::tensor
