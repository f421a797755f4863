#include "tensor/import/gradient_comparison.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"

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
  const core::JsonDocument document(core::read_text_file(file), file);
  const core::JsonValue kept = document.root();
  if (kept.at("loss").text() != hash_of(model.loss) ||
      kept.at("gradient").text() != hash_of(*model.gradient)) {
    return std::nullopt;
  }
  const core::JsonValue error =
      kept.at("max_relative_error");  // null: infinite, as JSON has no such
  return GradientComparison{.agrees = kept.at("agrees").boolean(),
                            .max_relative_error = error.is_null()
                                                      ? std::numeric_limits<double>::infinity()
                                                      : error.number(),
                            .reason = kept.at("reason").text()};
}

void write_comparison(const Model& model, const GradientComparison& comparison) {
  const nlohmann::ordered_json kept = {{"loss", hash_of(model.loss)},
                                       {"gradient", hash_of(*model.gradient)},
                                       {"agrees", comparison.agrees},
                                       {"max_relative_error", comparison.max_relative_error},
                                       {"reason", comparison.reason}};
  // The folder may be a stranger's: a link there is not followed.
  core::replace_text_file(comparison_file(model), core::json_text(kept, 1) + "\n",
                          core::Links::kReplace);
}

}  // namespace motley::tensor
