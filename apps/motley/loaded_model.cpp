#include "apps/motley/loaded_model.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/error.h"
#include "core/comm/mpi.h"
#include "core/io/files.h"
#include "tensor/grad/reverse.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/op_row.h"
#include "tensor/models/models.h"
#include "tensor/run/gradient_choice.h"

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

// A model's name, or what was meant as one: settings after a colon. The model says what is wrong.
bool looks_built_in(const std::string& text) {
  return tensor::is_built_in(text) || (text.find(':') != text.npos && text.find('/') == text.npos &&
                                       text.find('=') != text.npos);
}

}  // namespace

LoadedModel load_model(const std::string& path) {
  using core::PathKind;
  switch (core::path_kind(path)) {
    case PathKind::kMissing: {
      if (!looks_built_in(path)) {
        throw core::UserError({path}, "there is no such file, model folder or built-in model");
      }
      tensor::BuiltModel model = tensor::build_model(path);
      return {std::move(model.loss), std::move(model.signature), std::nullopt};
    }
    case PathKind::kFolder: {
      tensor::Model model = tensor::read_model(path);
      tensor::GradientChoice choice = tensor::choose_gradient(model);
      return {std::move(choice.loss), std::move(model.signature), std::move(model.inputs_file),
              std::move(choice.note), choice.is_imported};
    }
    case PathKind::kFile:
      break;
  }
  LoadedModel loaded{tensor::read_stablehlo_file(path), {}, std::nullopt};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string file = (folder / "signature.json").string(),
                    inputs = (folder / "inputs.safetensors").string();
  if (core::path_kind(file) != PathKind::kFile) return loaded;
  tensor::Signature signature = tensor::read_signature(file);
  if (!fits(signature, loaded.program)) return loaded;
  loaded.signature = std::move(signature);
  if (core::path_kind(inputs) == PathKind::kFile) loaded.inputs_file = inputs;
  return loaded;
}

void print_gradient_note(const LoadedModel& loaded) {
  if (!loaded.gradient_note.empty() && !core::is_started_by_mpi())
    fmt::print(stderr, "motley: note: {}\n", loaded.gradient_note);
}

std::vector<std::string> differentiate(LoadedModel& loaded) {
  const auto& arguments = loaded.program.body.arguments;
  std::vector<int> params;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool is_param =
        loaded.signature.empty() || loaded.signature[i].role == tensor::Role::kParam;
    if (is_param && is_float(loaded.program.type(arguments[i]).element))
      params.push_back(static_cast<int>(i));
  }
  auto [program, unreached] = tensor::loss_and_gradients(loaded.program, params);
  loaded.program = std::move(program);
  std::vector<std::string> names;
  for (int i : unreached)
    names.push_back(loaded.signature.empty() ? fmt::format("argument {}", i)
                                             : loaded.signature[i].name);
  return names;
}

double flops_of(const tensor::Program& program) {
  double flops = 0;
  for (const tensor::Op& op : program.body.ops) flops += tensor::work({program.values, op}).flops;
  return flops;
}

}  // namespace motley::apps
