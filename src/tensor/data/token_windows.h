// How a run of tokens becomes one sample of a language model.
//
//   tok  lab               lab is tok shifted by one, or what follows it if its length differs
//   inputs  targets        the same, for arguments of other names
//   tokens                 one argument: the run as it is; the loss shifts it itself
#pragma once

#include <optional>

#include "tensor/data/array_file.h"
#include "tensor/data/batches.h"

namespace motley::tensor {

struct TokenWindows {
  size_t tok = 0;             // position among the batch arguments
  std::optional<size_t> lab;  // nothing where there is one argument
  TensorType tok_type, lab_type;
  int64_t limit = 0;        // of both; 0: unknown
  int64_t num_samples = 0;  // of a batch
  int64_t tok_length = 0, lab_length = 0;

  // For arguments that reads_text accepts.
  explicit TokenWindows(const std::vector<BatchArgument>& arguments);
  // For those, for one integer argument by sample and position, and for two of one shape of which
  // one is named like labels. Nothing otherwise.
  static std::optional<TokenWindows> of(const std::vector<BatchArgument>& arguments);

  // `lab` begins one token after `tok` if the lengths are equal, otherwise where `tok` ends.
  int64_t lab_start() const { return tok_length == lab_length ? 1 : tok_length; }
  // of the run for one sample
  int64_t length() const { return lab ? lab_start() + lab_length : tok_length; }
  // Between windows that follow one another, so that each token is predicted once.
  int64_t stride() const { return !lab || lab_start() == 1 ? tok_length : length(); }

  void put(std::span<const std::span<std::byte>> out, int64_t sample,
           std::span<const int64_t> run) const;

 private:
  TokenWindows(const std::vector<BatchArgument>& arguments, size_t tok, std::optional<size_t> lab);
};

// A long run of tokens.
struct TokenStream {
  std::string name;  // of the file
  std::string unit;  // "bytes of text", "tokens"
  DataArray tokens;  // integers in one dimension
};

// Bytes as tokens. A UserError if there are bytes that no text has.
TokenStream text_stream(std::span<const std::byte> text, const std::string& name,
                        std::shared_ptr<const void> owner);

// Windows of the stream: at random positions, or one after the other; for validation, those of its
// last part.
TrainingData stream_data(const TokenStream& stream, const std::vector<BatchArgument>& arguments,
                         const DataOptions& options);

}  // namespace motley::tensor
