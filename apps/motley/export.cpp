// `motley export`: the parameters of a checkpoint as a safetensors file.
#include <fmt/format.h>

#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/run.h"

namespace motley::apps {

Command add_export(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* parser =
      app.add_subcommand("export", "Write the parameters of a checkpoint to a safetensors file");
  parser
      ->add_option("checkpoint", options->checkpoint,
                   "Folder of `motley train --checkpoint`, or one of its step-NNNNNN folders")
      ->required()
      ->check(file_name());
  file_option(*parser, "-o,--output", options->output, "Safetensors file to write")->required();
  parser->add_option("--model", options->model,
                     "The model, if it is no longer where it was trained from");
  parser->add_flag("--state", options->state,
                   "Also the model's state: batch statistics, keys, counters");
  parser->add_flag("--plain-names", options->plain_names,
                   "Names as in the signature (layers/00/w), without position and role");
  return {parser, [options] {
            const ExportReport report = export_params(*options);
            for (const std::string& note : report.notes) print_note(note);
            return Outcome{.text = tensor::export_text(report)};
          }};
}

}  // namespace motley::apps
