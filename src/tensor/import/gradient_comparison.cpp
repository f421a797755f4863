#include "tensor/import/gradient_comparison.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::tensor {
namespace {

std::string hash_of(const Program& program) {
  return fmt::format("{:016x}", structural_hash(program));
}

std::string comparison_file(const Model& model) {
  return (std::filesystem::path(model.folder) / "gradient.json").string();
}

}  // namespace

std::optional<GradientComparison> read_comparison(const Model& model) {
  const std::string file = comparison_file(model);
  if (!model.gradient || core::path_kind(file) != core::PathKind::kFile) return std::nullopt;
  try {
    const nlohmann::json kept = nlohmann::json::parse(core::read_text_file(file));
    if (kept.at("loss") != hash_of(model.loss) || kept.at("gradient") != hash_of(*model.gradient))
      return std::nullopt;
    const nlohmann::json& error =
        kept.at("max_relative_error");  // null: infinite, as JSON has no such
    return GradientComparison{.agrees = kept.at("agrees"),
                              .max_relative_error = error.is_null()
                                                        ? std::numeric_limits<double>::infinity()
                                                        : error.get<double>(),
                              .reason = kept.at("reason")};
  } catch (const nlohmann::json::exception& error) {
    throw core::UserError({file}, fmt::format("does not have the form that `motley check-gradient` "
                                              "writes ({})",
                                              error.what()));
  }
}

void write_comparison(const Model& model, const GradientComparison& comparison) {
  const nlohmann::ordered_json kept = {{"loss", hash_of(model.loss)},
                                       {"gradient", hash_of(*model.gradient)},
                                       {"agrees", comparison.agrees},
                                       {"max_relative_error", comparison.max_relative_error},
                                       {"reason", comparison.reason}};
  core::replace_text_file(comparison_file(model), kept.dump(1) + "\n");
}

}  // namespace motley::tensor
