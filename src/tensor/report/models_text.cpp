#include "tensor/report/models_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "tensor/models/models.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {
namespace {

using ModelsJson = nlohmann::ordered_json;

}  // namespace

std::string models_text() {
  std::string text =
      "A model is named as NAME or NAME:SETTING=VALUE,..., such as "
      "gpt:layers=2,hidden=64,batch=4.\n"
      "Parameters and flops of the loss are those of the defaults.\n";
  for (const ModelRow& row : model_rows()) {
    const BuiltModel model = build_model(row.name);
    text += fmt::format("\n{:<10}{}\n{:10}{:.5g} M parameters, {:.4g} Gflop\n", row.name,
                        row.description, "", static_cast<double>(model.num_parameters()) / 1e6,
                        flops_of(model.loss) / 1e9);
    for (const Setting& s : row.all_settings()) {
      std::string value = s.words.empty() ? s.value : fmt::format("{}", fmt::join(s.words, "|"));
      if (value.size() > 20) value = value.substr(0, 17) + "...";
      text += fmt::format("  {:<10}{:<22}{}\n", s.name, value, s.meaning);
    }
  }
  return text;
}

std::string models_json() {
  ModelsJson models = ModelsJson::array();
  for (const ModelRow& row : model_rows()) {
    const BuiltModel model = build_model(row.name);
    ModelsJson settings = ModelsJson::array();
    for (const Setting& s : row.all_settings()) {
      settings.push_back({{"name", s.name}, {"default", s.value}, {"meaning", s.meaning}});
      if (!s.words.empty()) settings.back()["words"] = s.words;
    }
    models.push_back({{"name", row.name},
                      {"description", row.description},
                      {"settings", settings},
                      {"parameters", model.num_parameters()},
                      {"flops", flops_of(model.loss)}});
  }
  return core::json_text(ModelsJson{{"models", models}}, 2) + "\n";
}

}  // namespace motley::tensor
