// Tensors in safetensors files, under the names of docs/formats.md:
//
//   NNN.param.NAME, NNN.batch.NAME    arguments, NNN the argument's position
//   loss, NNN.grad.NAME               results, matched in this order: loss first, then by number
#pragma once

#include <string>
#include <vector>

#include "core/io/safetensors.h"
#include "tensor/ir/literal.h"

namespace motley::tensor {

struct NamedLiteral {
  std::string name;
  Literal value;
};

// The number before the first dot of "012.param.wte"; -1 if there is none.
int64_t position_in_name(const std::string& name);

// Arguments by position, without copying.
class ArgumentFile {
 public:
  explicit ArgumentFile(const std::string& file);

  bool has(int64_t position) const;
  // The entry whose name has this position. A UserError if there is none, or more than one.
  const core::TensorEntry& entry(int64_t position, const TensorType& type) const;
  // Its bytes, valid as long as a copy of this object lives. A UserError if the type differs.
  std::span<const std::byte> bytes(int64_t position, const TensorType& type) const;
  std::span<const std::byte> bytes(const core::TensorEntry& entry) const;

 private:
  std::string name_;
  core::SafetensorsFile tensors_;
};

// "tensor<6x3xf32>" of a tensor of a file, as a Program writes its types; an element type that
// Programs do not have keeps the file's name, "tensor<6x3xF8_E4M3>".
std::string stored_type_text(const std::string& dtype, const std::vector<int64_t>& shape);

// One Literal per type, each from the tensor whose name has its position. A missing tensor, or one
// of another type, is a UserError; a one-element tensor is accepted for a scalar.
std::vector<Literal> read_arguments(const std::string& file, const std::vector<TensorType>& types);

// All tensors in the order of results: `loss`, then numbered ones by number, then the rest in file
// order.
std::vector<NamedLiteral> read_results(const std::string& file);

void write_tensors(const std::string& file, const std::vector<NamedLiteral>& tensors);

}  // namespace motley::tensor
