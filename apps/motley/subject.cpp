#include "apps/motley/subject.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/error.h"
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
  namespace fs = std::filesystem;
  if (!fs::exists(path)) {
    throw core::UserError({path}, "there is no such file or model folder");
  }
  if (fs::is_directory(path)) {
    tensor::Model model = tensor::read_model(path);
    return {std::move(model.loss), std::move(model.signature), std::move(model.inputs_file)};
  }
  Subject subject{tensor::read_stablehlo_file(path), {}, std::nullopt};
  const fs::path folder = fs::path(path).parent_path();
  if (const fs::path file = folder / "signature.json"; fs::exists(file)) {
    tensor::Signature signature = tensor::read_signature(file.string());
    if (fits(signature, subject.program)) {
      subject.signature = std::move(signature);
      const fs::path inputs = folder / "inputs.safetensors";
      if (fs::exists(inputs)) subject.inputs_file = inputs.string();
    }
  }
  return subject;
}

}  // namespace motley::apps
