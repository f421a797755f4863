// Training batches: the values of a loss's batch arguments at each step.
//
//   const std::vector<BatchArgument> arguments = batch_arguments(loss, signature);
//   const TrainingData data = open_data({.file = "digits.npz", .validation = "0.1"}, arguments);
//   data.training.fill(step, {image_bytes, label_bytes});
//
// A batch depends only on its step number and the seed, so a resumed run sees the same data as an
// uninterrupted one.
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
  int64_t limit = 0;  // exclusive upper bound of integers; 0 if the Program does not imply one
};

// The arguments with role batch in the signature.
std::vector<BatchArgument> batch_arguments(const Program& loss, const Signature& signature);

struct BatchSource {
  std::string origin;  // for display: "notes.txt, 81234 bytes of text"
  // Fills one span of row-major bytes per argument, in their order, for step 0, 1, ...
  std::function<void(int64_t step, std::span<const std::span<std::byte>> out)> fill;
  int64_t num_batches = 0;    // whole ones, before the data begin again; 0: they have no end
  bool is_repeatable = true;  // whether a batch can be asked for after its step
  // Of data that may end: whether the batch of `step` comes, once that is known. Empty: all do.
  std::function<bool(int64_t step)> has_batch = {};
};

// True for language models: the arguments are exactly `tok` and `lab`, integers by sample and
// position.
bool reads_text(const std::vector<BatchArgument>& arguments);

// Bytes as tokens: each sample is a window of the text at a random position; `lab` is the same
// window shifted by one byte or, if its length differs, the text that follows. A UserError if the
// model's vocabulary is smaller than 256 or the text is shorter than a window.
BatchSource text_batches(std::string text, const std::string& name,
                         const std::vector<BatchArgument>& arguments, uint64_t seed);

// The tensors NNN.batch.NAME of a safetensors file, in order, restarting at the end. A UserError
// names a tensor that is missing or has the wrong type.
BatchSource tensor_batches(const std::string& file, const std::vector<BatchArgument>& arguments);

// Batches that another process makes while the run goes on: the file FOLDER/000012.safetensors
// holds the batch of step 12. It is written under another name, renamed, and removed by its writer
// once the step is done. fill waits for a file as long as its writer lives: the process whose
// number is in FOLDER/writer, on this host. A UserError where it is gone, or the batch has another
// form. A file FOLDER/end holds the number of all batches, once there will be no more.
BatchSource streamed_batches(const std::string& folder,
                             const std::vector<BatchArgument>& arguments);
bool is_streamed(const std::string& folder);  // whether it has such a file `writer`

struct DataOptions {
  std::string file = {};        // or folder
  std::string token_type = {};  // of a file of tokens and nothing else: "u16"
  bool shuffle = true;
  std::string validation = {};  // the share of the data that is kept out of training, or a file
  uint64_t seed = 0;
};

// `validation` as a share from 0 to below 1; 0 where it names a file. A UserError for what is
// neither.
double validation_share(const DataOptions& options);

struct TrainingData {
  BatchSource training;
  BatchSource validation = {};          // its batches 0, 1, ..., always the same
  int64_t num_validation_batches = 0;   // 0: there is no validation data
  std::vector<std::string> notes = {};  // what the user may not expect
};

// The user's file, by content: arrays (.npy, .npz, safetensors, a folder of .npy files) with a
// sample in each row, a folder into which batches are written, or tokens (text, an array of one
// dimension, a file of a token type). A UserError for anything else.
TrainingData open_data(const DataOptions& options, const std::vector<BatchArgument>& arguments);

// Without a file: generated stories for language models, otherwise learnable synthetic data
// (synthetic.h).
BatchSource built_in_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                             int num_threads = 1);

// Whether the file has a tensor for every batch argument.
bool holds_batches(const std::string& file, const std::vector<BatchArgument>& arguments);

}  // namespace motley::tensor
