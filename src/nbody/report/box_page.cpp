#include "nbody/report/box_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/text.h"
#include "core/page/chart.h"
#include "core/page/html.h"
#include "core/page/page.h"
#include "nbody/analysis/png.h"
#include "nbody/cosmology/growth.h"
#include "nbody/ic/linear_spectrum.h"
#include "nbody/report/box_outputs.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

using core::page::base64;
using core::page::Cell;
using core::page::element;
using core::page::escape;
using core::page::number_cell;
using core::page::Section;
using core::page::Series;
using core::page::text_cell;

constexpr int kPictureEdge = 400;  // pixels of a picture on the page
constexpr int kNumLines = 6;       // kinds of lines of a chart (core/page/chart.h)

std::string z_text(double z) { return fmt::format("z = {:.4g}", std::abs(z) < 1e-9 ? 0.0 : z); }

// The outputs that charts show: all, or some at equal distances. The i-th has line i in every
// chart; one more line is for something else.
std::vector<const BoxOutput*> charted_outputs(const BoxRun& run) {
  constexpr size_t kMost = kNumLines - 1;
  const size_t all = run.outputs.size(), shown = std::min(all, kMost);
  std::vector<const BoxOutput*> outputs;
  for (size_t i = 0; i < shown; ++i) {
    outputs.push_back(&run.outputs[shown == 1 ? 0 : i * (all - 1) / (shown - 1)]);
  }
  return outputs;
}
// "each output", or "5 of 9 outputs".
std::string charted_text(const BoxRun& run) {
  const size_t all = run.outputs.size(), shown = charted_outputs(run).size();
  return shown == all ? "each output" : fmt::format("{} of {} outputs", shown, all);
}

Section overview(const BoxRun& run, const Settings& settings) {
  std::vector<core::page::Figure> all = {
      {fmt::format("{}^3", settings.box.particles), "particles"},
      {fmt::format("{:.6g} Mpc/h", settings.box.size), "edge of the box"},
      {z_text(run.redshift), run.finished ? "reached: the run is finished" : "reached so far"}};
  if (run.steps > 0) all.push_back({std::to_string(run.steps), "steps"});
  if (run.wall_seconds > 0) {
    const std::string& device = settings.run.device;
    all.push_back({fmt::format("{:.4g} s", run.wall_seconds),
                   fmt::format("on {} with {}{}", core::counted(run.ranks, "rank"),
                               core::counted(run.threads, "thread"),
                               device == "none"   ? ""
                               : device == "cuda" ? ", forces on a GPU"
                                                  : ", forces on the " + device)});
    const double rate = run.particles_per_second;
    all.push_back(
        {rate < 1e6 ? fmt::format("{:.0f} k", rate * 1e-3) : fmt::format("{:.3g} M", rate * 1e-6),
         "particle forces per second"});
  }
  std::string html = core::page::figures(all);
  for (const std::string& warning : run.warnings) html += element("p", warning, "warning") + "\n";
  for (const std::string& note : run.notes) html += element("p", note, "lead") + "\n";
  return {"box", "The box", "", html};
}

Section pictures(const BoxRun& run) {
  std::string html;
  for (const BoxOutput& output : run.outputs) {
    if (output.picture.empty()) continue;
    html += fmt::format(
        "<figure><figcaption>{0}</figcaption><img alt=\"Projected density at {0}\" "
        "src=\"data:image/png;base64,{1}\"></figure>\n",
        escape(z_text(output.redshift)), base64(thumbnail_png(output.picture, kPictureEdge)));
  }
  if (html.empty()) return {};
  return {
      "density", "Density",
      "Projected density at each output, reduced; the pictures in the output folder are larger.",
      "<div class=\"pictures\">" + html + "</div>\n"};
}

// P(k) of the outputs, and linear theory at the same redshift as a thin line of the same kind.
Section spectra(const BoxRun& run, const Settings& settings) {
  const LinearSpectrum linear(settings.cosmology);
  const Growth growth(settings.cosmology.background);
  std::vector<Series> series;
  const SpectrumFile* last = nullptr;
  int line = -1;
  for (const BoxOutput* shown : charted_outputs(run)) {
    const BoxOutput& output = *shown;
    ++line;
    if (!output.spectrum || output.spectrum->k.empty()) continue;
    last = &*output.spectrum;
    series.push_back(
        {.name = z_text(output.redshift), .x = last->k, .y = last->power, .line = line});
    Series theory{.name = "linear theory, " + z_text(output.redshift),
                  .x = last->k,
                  .y = {},
                  .line = line,
                  .is_thin = true};
    const double d = growth.at(output.scale_factor).d1;
    for (const double k : theory.x) theory.y.push_back(d * d * linear.power(k));
    series.push_back(std::move(theory));
  }
  if (!last) return {};
  series.push_back({.name = "shot noise",
                    .x = last->k,
                    .y = last->shot_noise,
                    .line = kNumLines - 1,
                    .is_thin = true});
  return {
      "spectra", "Power spectra",
      fmt::format(
          "Measured P(k) of {} with linear theory at the same redshift (thin), and the shot "
          "noise of the particles, which is not subtracted. The Nyquist frequency of the particles "
          "is {:.3g} h/Mpc.",
          charted_text(run),
          std::numbers::pi * static_cast<double>(settings.box.particles) / settings.box.size),
      core::page::line_chart("Power spectrum",
                             {.x = "k [h/Mpc]", .y = "P [(Mpc/h)^3]", .log_x = true, .log_y = true},
                             std::move(series))};
}

Section mass_functions(const BoxRun& run, const Settings& settings) {
  const double volume = std::pow(settings.box.size, 3);
  std::vector<Series> series;
  int line = -1;
  for (const BoxOutput* output : charted_outputs(run)) {
    ++line;
    if (!output->has_halos) continue;
    const std::vector<double>& masses = output->halo_masses;
    Series s{.name = z_text(output->redshift), .x = {}, .y = {}, .line = line};
    for (size_t i = 0; i < masses.size(); ++i) {
      if (i + 1 < masses.size() && masses[i + 1] == masses[i]) continue;  // the last of equal ones
      s.x.push_back(masses[i]);
      s.y.push_back(static_cast<double>(i + 1) / volume);
    }
    series.push_back(std::move(s));
  }
  std::vector<std::vector<Cell>> rows;
  for (const BoxOutput& output : run.outputs) {
    if (!output.has_halos) continue;
    const std::vector<double>& masses = output.halo_masses;
    rows.push_back({text_cell(z_text(output.redshift)), number_cell(std::to_string(masses.size())),
                    number_cell(masses.empty() ? "" : fmt::format("{:.3e}", masses[0]))});
  }
  if (rows.empty()) return {};
  return {"halos", "Halos",
          fmt::format("Friends-of-friends halos of {}: how many per volume are at least this "
                      "massive.",
                      charted_text(run)),
          core::page::line_chart(
              "Cumulative halo mass function",
              {.x = "M [Msun/h]", .y = "n(>M) [(h/Mpc)^3]", .log_x = true, .log_y = true},
              std::move(series)) +
              core::page::table("", {"output", "halos", "largest [Msun/h]"}, rows)};
}

Section checks(const BoxRun& run) {
  std::vector<std::vector<Cell>> rows;
  for (const BoxOutput& o : run.outputs) {
    const auto text = [](const std::optional<double>& v) {
      return number_cell(v ? fmt::format("{:.2e}", *v) : "");
    };
    rows.push_back({text_cell(z_text(o.redshift)), number_cell(fmt::format("{:.2e}", o.momentum)),
                    text(o.layzer_irvine), text(o.force_error_median), text(o.force_error_p99)});
  }
  if (rows.empty()) return {};
  return {
      "checks", "Checks",
      "Momentum, energy by the Layzer-Irvine equation (empty while its integral is too small to "
      "mean anything), and force errors of a sample against an exact Ewald sum.",
      core::page::table(
          "", {"output", "|sum p| / sum |p|", "Layzer-Irvine", "force error, median", "99 %"},
          rows)};
}

// A phase of run.json for people.
std::string phase_words(std::string phase) {
  if (phase == "output_beside") return "output in the background";
  std::ranges::replace(phase, '_', ' ');
  return phase;
}

// A bar for each rank, its phases side by side; of many ranks, those at equal distances.
std::string rank_phases(const BoxRun& run) {
  const auto& by_rank = run.phase_seconds_by_rank;
  if (by_rank.empty() || by_rank.size() != run.phase_seconds.size()) return "";
  constexpr const char* kKinds[] = {"compute", "good",    "state",  "batch",   "activations",
                                    "exposed", "waiting", "weight", "backward"};
  constexpr size_t kMostRanks = 64;
  const size_t num_ranks = by_rank[0].size();
  const auto total = [&](size_t rank) {
    double sum = 0;
    for (const std::vector<double>& phase : by_rank) sum += phase.at(rank);
    return sum;
  };
  double longest = 0;
  for (size_t r = 0; r < num_ranks; ++r) longest = std::max(longest, total(r));
  std::vector<core::page::BarPart> keys;
  for (size_t p = 0; p < by_rank.size(); ++p) {
    keys.push_back({kKinds[p % std::size(kKinds)], phase_words(run.phase_seconds[p].first)});
  }
  std::vector<std::vector<Cell>> rows;
  for (size_t r = 0; r < num_ranks; r += std::max<size_t>(1, num_ranks / kMostRanks)) {
    std::vector<core::page::BarPart> parts = keys;
    std::string text;
    for (size_t p = 0; p < parts.size(); ++p) {
      parts[p].value = by_rank[p].at(r);
      parts[p].label += fmt::format(" {:.3g} s", parts[p].value);
      text += (p > 0 ? ", " : "") + parts[p].label;
    }
    rows.push_back({text_cell(fmt::format("rank {}", r)),
                    number_cell(fmt::format("{:.3g} s", total(r))),
                    {.html = core::page::bar(parts, longest, text)}});
  }
  return core::page::table("", {"", "time", "phases"}, rows) + core::page::legend(keys);
}

Section phases(const BoxRun& run) {
  double longest = 0, all = 0;
  for (const auto& [phase, seconds] : run.phase_seconds) {
    longest = std::max(longest, seconds);
    all += seconds;
  }
  if (all <= 0) return {};
  std::vector<std::vector<Cell>> rows;
  for (const auto& [phase, seconds] : run.phase_seconds) {
    if (seconds <= 0) continue;  // exchange on one rank
    const std::string text = fmt::format("{:.3g} s", seconds);
    rows.push_back({text_cell(phase_words(phase)),
                    number_cell(text),
                    number_cell(fmt::format("{:.1f} %", 100 * seconds / all)),
                    {.html = core::page::bar({{"compute", text, seconds}}, longest, text)}});
  }
  const std::string ranks = rank_phases(run);
  return {"time", ranks.empty() ? "Time by phase" : "Time by phase and rank",
          ranks.empty() ? "" : "First the mean over the ranks, then each rank.",
          core::page::table("", {"phase", "time", "share", ""}, rows) + ranks};
}

}  // namespace

std::string box_page(const std::string& output_folder, const std::string& command) {
  const BoxRun run = read_box_run(output_folder);
  const Settings settings = parse_settings(run.settings_text, output_folder + "/run.json").settings;
  core::page::Page page{
      .title =
          fmt::format("{}^3 particles in {:.6g} Mpc/h", settings.box.particles, settings.box.size),
      .subtitle = fmt::format("A simulation of cold dark matter in {}", output_folder)};
  page.sections = {
      overview(run, settings),
      pictures(run),
      spectra(run, settings),
      mass_functions(run, settings),
      checks(run),
      phases(run),
      {"origin", "Where this comes from", "",
       core::page::table("", {"", ""},
                         {{text_cell("command"), {.html = "<code>" + escape(command) + "</code>"}},
                          {text_cell("motley"), text_cell(run.commit)}}) +
           core::page::folded("Settings, every default resolved",
                              "<pre>" + escape(print_settings(settings)) + "</pre>\n")}};
  page.footer = "Written by Motley.";
  return core::page::to_html(page);
}

}  // namespace motley::nbody
