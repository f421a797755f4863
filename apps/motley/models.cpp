// `motley models`: the built-in models, what can be set, and how large they are as they stand.
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "tensor/report/models_text.h"

namespace motley::apps {

Command add_models(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* parser = app.add_subcommand("models", "List the built-in models and their settings");
  json_option(*parser, *json);
  return {parser, [json]() -> Outcome {
            return {.text = *json ? tensor::models_json() : tensor::models_text()};
          }};
}

}  // namespace motley::apps
