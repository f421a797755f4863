// Model: a folder with a loss Program and a description of its arguments.
//
//   loss.mlir            maps (params..., state..., batch...) to a scalar first result, then the
//   new
//                        value of each state argument
//   grad.mlir            optional: JAX's own gradient; returns the loss, the gradient of each
//                        parameter, and the new state
//   eval.mlir            optional: the loss that evaluations report, without dropout
//   signature.json       one entry per argument: role, name, shape, dtype, optionally init
//   inputs.safetensors   optional: a value for every argument
//
// Details: docs/formats.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

enum class Role : uint8_t {
  kParam,   // trained
  kFrozen,  // a parameter that is not trained
  kState,   // changed by every step, but not trained: batch statistics, keys, counters
  kBatch,
};

// Initializer of an argument without a stored value: "normal:0.02", "zeros", "ones".
struct Initial {
  enum class Kind : uint8_t { kNormal, kZeros, kOnes } kind = Kind::kNormal;
  double scale = 0.02;

  static std::optional<Initial> parse(const std::string& text);
  std::string to_string() const;
};

struct ArgumentSpec {
  Role role = Role::kParam;
  std::string name;
  TensorType type;
  Initial init;
};

using Signature = std::vector<ArgumentSpec>;

// Reads signature.json; throws a UserError that names the offending entry.
Signature read_signature(const std::string& file);

// Throws a UserError for the first argument of `program` that does not match the signature.
void check_signature(const Signature& signature, const Program& program, const std::string& file);

struct Model {
  std::string folder;
  Program loss;
  Signature signature;
  std::optional<std::string> inputs_file;  // the folder's inputs.safetensors, if it has one
  std::optional<Program> gradient;         // grad.mlir, if it has one
  std::optional<Program> evaluation;       // eval.mlir, if it has one
};

// The arguments of a role, by position.
std::vector<int> arguments_with(const Signature& signature, Role role);

Model read_model(const std::string& folder);

// Argument `position` of a run with this seed, drawn element by element from a counter-based
// generator, so that a shard draws the same values as the whole tensor. Integers and booleans are
// zero unless init is `ones`: zero is a valid token, label and index for every model.
Literal draw_argument(const ArgumentSpec& spec, int64_t position, uint64_t seed,
                      int num_threads = 1);
// Its elements from `first` on, row-major.
void draw_elements(const ArgumentSpec& spec, int64_t position, uint64_t seed, int64_t first,
                   std::span<std::byte> out, int num_threads = 1);

}  // namespace motley::tensor
