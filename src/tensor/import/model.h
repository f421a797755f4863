// Model: a folder with a loss Program and what its arguments are.
//
//   loss.mlir            maps (params..., batch...) to a scalar first result
//   signature.json       one entry per argument: role, name, shape, dtype, optionally init
//   inputs.safetensors   optional: a value for every argument
//
// docs/formats.md has the details.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

enum class Role : uint8_t { kParam, kBatch };

// How an argument without a value starts: "normal:0.02", "zeros", "ones".
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

// Reads signature.json; a UserError names what is wrong in it.
Signature read_signature(const std::string& file);

// The first argument of `program` that does not fit the signature is a UserError.
void check_signature(const Signature& signature, const Program& program, const std::string& file);

struct Model {
  std::string folder;
  Program loss;
  Signature signature;
  std::optional<std::string> inputs_file;  // the folder's own inputs.safetensors, where it has one
};

Model read_model(const std::string& folder);

// Argument `position` of a run with this seed, drawn element by element from a counter-based
// generator, so that a shard draws what the whole draws. Integers and booleans start as zero
// unless init says `ones`: zero is a legal token, label and index for every model.
Literal draw_argument(const ArgumentSpec& spec, int64_t position, uint64_t seed,
                      int num_threads = 1);
// Its elements from the `first` on, row-major.
void draw_elements(const ArgumentSpec& spec, int64_t position, uint64_t seed, int64_t first,
                   std::span<std::byte> out, int num_threads = 1);

}  // namespace motley::tensor
