// `motley models`: the built-in models, what can be set, and how large they are as they stand.
#include "tensor/models/models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/commands.h"
#include "motley/model.h"

namespace motley::apps {
namespace {

using namespace tensor;
using Json = nlohmann::ordered_json;

std::string text_table() {
  std::string text =
      "A model is named as NAME or NAME:SETTING=VALUE,..., such as "
      "gpt:layers=2,hidden=64,batch=4.\n"
      "Parameters and flops of the loss are those of the defaults.\n";
  for (const ModelRow& row : model_rows()) {
    const BuiltModel model = build_model(row.name);
    text += fmt::format("\n{:<10}{}\n{:10}{:.5g} M parameters, {:.4g} Gflop\n", row.name,
                        row.description, "", static_cast<double>(model.num_parameters()) / 1e6,
                        flops_of(model.loss) / 1e9);
    for (const Setting& s : row.settings) {
      std::string value = s.words.empty() ? s.value : fmt::format("{}", fmt::join(s.words, "|"));
      if (value.size() > 20) value = value.substr(0, 17) + "...";
      text += fmt::format("  {:<10}{:<22}{}\n", s.name, value, s.meaning);
    }
  }
  return text;
}

std::string json_text() {
  Json models = Json::array();
  for (const ModelRow& row : model_rows()) {
    const BuiltModel model = build_model(row.name);
    Json settings = Json::array();
    for (const Setting& s : row.settings) {
      settings.push_back({{"name", s.name}, {"default", s.value}, {"meaning", s.meaning}});
      if (!s.words.empty()) settings.back()["words"] = s.words;
    }
    models.push_back({{"name", row.name},
                      {"description", row.description},
                      {"settings", settings},
                      {"parameters", model.num_parameters()},
                      {"flops", flops_of(model.loss)}});
  }
  return Json{{"models", models}}.dump(2) + "\n";
}

}  // namespace

Command add_models(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* parser = app.add_subcommand("models", "List the built-in models and their settings");
  parser->add_flag("--json", *json, "One JSON object on standard output");
  return {parser, [json]() -> Outcome { return {.text = *json ? json_text() : text_table()}; }};
}

}  // namespace motley::apps
