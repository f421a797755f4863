#include "tensor/import/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/base/threads.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"
#include "tensor/import/stablehlo_text.h"

namespace motley::tensor {
namespace {

constexpr std::string_view kRoleNames[] = {"param", "frozen", "state", "batch"};  // as in Role

ArgumentSpec read_argument(const core::JsonValue& entry) {
  for (const auto& [key, value] : entry.members()) {
    if (key != "role" && key != "name" && key != "shape" && key != "dtype" && key != "init") {
      throw entry.error(fmt::format("unknown key {}; expected role, name, shape, dtype or init",
                                    core::in_quotes(key)));
    }
  }
  ArgumentSpec spec;
  const std::string role = entry.at("role").text();
  const auto known = std::ranges::find(kRoleNames, role);
  if (known == std::end(kRoleNames)) {
    throw entry.at("role").error(fmt::format(
        "role must be `param`, `frozen`, `state` or `batch`, not {}", core::in_quotes(role)));
  }
  spec.role = static_cast<Role>(known - std::begin(kRoleNames));
  spec.name = entry.at("name").text();
  if (spec.name.starts_with('%')) {
    throw entry.at("name").error("names that begin with `%` are those of a program's values");
  }
  const std::string dtype = entry.at("dtype").text();
  const auto element = element_type_from_numpy(dtype);
  if (!element) {
    throw entry.at("dtype").error(fmt::format("unsupported dtype {}", core::in_quotes(dtype)));
  }
  spec.type.element = *element;
  spec.type.shape = entry.at("shape").whole_numbers();
  if (!fits_in_memory_model(spec.type)) throw entry.at("shape").error("the shape is too large");
  if (const auto init = entry.find("init")) {
    const auto parsed = Initial::parse(init->text());
    if (!parsed) {
      throw init->error(fmt::format("init must be `normal:SCALE`, `zeros` or `ones`, not {}",
                                    core::in_quotes(init->text())));
    }
    spec.init = *parsed;
  }
  return spec;
}

}  // namespace

std::optional<Initial> Initial::parse(const std::string& text) {
  if (text == "zeros") return Initial{Kind::kZeros, 0};
  if (text == "ones") return Initial{Kind::kOnes, 1};
  constexpr std::string_view kNormal = "normal:";
  if (!text.starts_with(kNormal)) return std::nullopt;
  Initial init;
  const char *begin = text.data() + kNormal.size(), *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(begin, end, init.scale);
  if (error != std::errc() || rest != end || !std::isfinite(init.scale) || init.scale < 0)
    return std::nullopt;
  return init;
}

std::string Initial::to_string() const {
  switch (kind) {
    case Kind::kNormal:
      return fmt::format("normal:{}", scale);
    case Kind::kZeros:
      return "zeros";
    case Kind::kOnes:
      return "ones";
  }
  return {};
}

Signature read_signature(const std::string& file) {
  const core::JsonDocument document(core::read_text_file(file), file);
  if (!document.root().is_array()) throw core::UserError({file}, "must be a list of arguments");
  Signature signature;
  std::set<std::pair<Role, std::string>> seen;
  for (const core::JsonValue& entry : document.root().items()) {
    signature.push_back(read_argument(entry));
    const ArgumentSpec& spec = signature.back();
    if (seen.emplace(spec.role, spec.name).second) continue;
    throw entry.at("name").error(fmt::format("two arguments with the role `{}` have the name {}",
                                             kRoleNames[static_cast<size_t>(spec.role)],
                                             core::in_quotes(spec.name)));
  }
  return signature;
}

void check_signature(const Signature& signature, const Program& program, const std::string& file) {
  const auto& arguments = program.body.arguments;
  if (signature.size() != arguments.size()) {
    throw core::UserError({file}, fmt::format("lists {} arguments, but {} takes {}",
                                              signature.size(), program.source, arguments.size()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (signature[i].type != program.type(arguments[i])) {
      throw core::UserError(
          {file}, fmt::format("argument {} (`{}`) is {}, but {} takes {}", i, signature[i].name,
                              signature[i].type.to_string(), program.source,
                              program.type(arguments[i]).to_string()));
    }
  }
}

std::vector<int> arguments_with(const Signature& signature, Role role) {
  std::vector<int> found;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role == role) found.push_back(static_cast<int>(i));
  }
  return found;
}

namespace {

// Results `first`, `first` + 1, ... are new values or gradients of these arguments.
void check_results(const Program& program, size_t first, const Signature& signature,
                   const std::vector<int>& arguments, const char* what, const std::string& file) {
  const auto& results = program.body.results;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentSpec& spec = signature[arguments[i]];
    const bool is_there = first + i < results.size();
    if (is_there && program.type(results[first + i]) == spec.type) continue;
    throw core::UserError(
        {file}, fmt::format("result {} should be the {} of `{}`, {}, but is {}", first + i, what,
                            spec.name, spec.type.to_string(),
                            is_there ? program.type(results[first + i]).to_string() : "missing"));
  }
}

void check_is_loss(const Program& program, const std::string& file) {
  const auto& results = program.body.results;
  if (!results.empty() && program.type(results[0]).num_elements() == 1) return;
  throw core::UserError({file}, "the first result of a loss must be a scalar");
}

// Integers and booleans have no gradient, whatever their role.
std::vector<int> differentiated_arguments(const Signature& signature) {
  std::vector<int> params = arguments_with(signature, Role::kParam);
  std::erase_if(params, [&](int i) { return !is_float(signature[i].type.element); });
  return params;
}

}  // namespace

Model read_model(const std::string& folder) {
  const std::filesystem::path path = folder;
  const std::string signature_file = (path / "signature.json").string();
  const std::string loss_file = (path / "loss.mlir").string();
  for (const std::string& file : {loss_file, signature_file}) {
    if (core::path_kind(file) == core::PathKind::kMissing) {
      throw core::UserError({folder}, fmt::format("is not a model folder: it has no {}",
                                                  std::filesystem::path(file).filename().string()));
    }
  }
  Model model{folder,
              read_stablehlo_file(loss_file),
              read_signature(signature_file),
              std::nullopt,
              std::nullopt,
              std::nullopt};
  check_signature(model.signature, model.loss, signature_file);
  check_is_loss(model.loss, loss_file);
  const std::vector<int> state = arguments_with(model.signature, Role::kState);
  check_results(model.loss, 1, model.signature, state, "new value", loss_file);
  const std::string gradient_file = (path / "grad.mlir").string();
  if (core::path_kind(gradient_file) == core::PathKind::kFile) {
    model.gradient = read_stablehlo_file(gradient_file);
    const std::vector<int> params = differentiated_arguments(model.signature);
    check_signature(model.signature, *model.gradient, signature_file);
    check_results(*model.gradient, 1, model.signature, params, "gradient", gradient_file);
    check_results(*model.gradient, 1 + params.size(), model.signature, state, "new value",
                  gradient_file);
  }
  const std::string evaluation_file = (path / "eval.mlir").string();
  if (core::path_kind(evaluation_file) == core::PathKind::kFile) {
    model.evaluation = read_stablehlo_file(evaluation_file);
    check_signature(model.signature, *model.evaluation, signature_file);
    check_is_loss(*model.evaluation, evaluation_file);
  }
  const std::string inputs = (path / "inputs.safetensors").string();
  if (core::path_kind(inputs) == core::PathKind::kFile) model.inputs_file = inputs;
  return model;
}

Literal draw_argument(const ArgumentSpec& spec, int64_t position, uint64_t seed, int num_threads) {
  Literal literal = Literal::unset(spec.type);
  draw_elements(spec, position, seed, 0, {literal.data(), static_cast<size_t>(literal.num_bytes())},
                num_threads);
  return literal;
}

void draw_elements(const ArgumentSpec& spec, int64_t position, uint64_t seed, int64_t first,
                   std::span<std::byte> out, int num_threads) {
  const ElementType element = spec.type.element;
  const int64_t size = byte_size(element);
  const core::RandomStream stream{seed, static_cast<uint32_t>(position)};
  const bool draws = is_float(element) && spec.init.kind != Initial::Kind::kZeros &&
                     spec.init.kind != Initial::Kind::kOnes;
  const Literal constant =
      Literal::scalar(element, spec.init.kind == Initial::Kind::kOnes ? 1.0 : 0.0);
  core::parallel_for(num_threads, static_cast<int64_t>(out.size()) / size,
                     [&](int64_t begin, int64_t end, int) {
                       for (int64_t i = begin; i < end; ++i) {
                         if (draws) {
                           store_float(element, out.data(), i,
                                       spec.init.scale * core::normal_at(stream, first + i));
                         } else {
                           std::memcpy(out.data() + i * size, constant.data(), size);
                         }
                       }
                     });
}

}  // namespace motley::tensor
