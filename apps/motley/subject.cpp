#include "apps/motley/subject.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/import/stablehlo_text.h"

namespace motley::apps {
namespace {

bool fits(const tensor::Signature& signature, const tensor::Program& program) {
  const auto& arguments = program.body.arguments;
  if (signature.size() != arguments.size()) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (signature[i].type != program.type(arguments[i])) return false;
  }
  return true;
}

}  // namespace

Subject read_subject(const std::string& path) {
  using core::PathKind;
  switch (core::path_kind(path)) {
    case PathKind::kMissing:
      throw core::UserError({path}, "there is no such file or model folder");
    case PathKind::kFolder: {
      tensor::Model model = tensor::read_model(path);
      return {std::move(model.loss), std::move(model.signature), std::move(model.inputs_file)};
    }
    case PathKind::kFile:
      break;
  }
  Subject subject{tensor::read_stablehlo_file(path), {}, std::nullopt};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string file = (folder / "signature.json").string(),
                    inputs = (folder / "inputs.safetensors").string();
  if (core::path_kind(file) != PathKind::kFile) return subject;
  tensor::Signature signature = tensor::read_signature(file);
  if (!fits(signature, subject.program)) return subject;
  subject.signature = std::move(signature);
  if (core::path_kind(inputs) == PathKind::kFile) subject.inputs_file = inputs;
  return subject;
}

}  // namespace motley::apps
