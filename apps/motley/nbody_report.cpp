// `motley nbody report`: the page of a simulation.
#include <fmt/format.h>

#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "nbody/report/box_page.h"

namespace motley::apps {

Command add_nbody_report(CLI::App& nbody) {
  struct Settings {
    std::string folder, output;
  };
  auto s = std::make_shared<Settings>();
  CLI::App* parser =
      nbody.add_subcommand("report", "Write a report page (HTML) of a run's output folder");
  parser->add_option("folder", s->folder, "Output folder of motley nbody run")->required();
  file_option(*parser, "-o,--output", s->output, "The page to write (HTML)")->required();
  return {parser, [s] {
            core::check_writable(s->output);
            core::replace_text_file(s->output,
                                    motley::nbody::box_page(s->folder, page_origin().command));
            return Outcome{.text = fmt::format("wrote {}; open it in a browser\n", s->output)};
          }};
}

}  // namespace motley::apps
