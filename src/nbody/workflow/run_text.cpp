#include "nbody/workflow/run_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "core/base/json_text.h"
#include "core/base/text.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

using TextJson = nlohmann::ordered_json;

// What the settings amount to, in the units of the field.
TextJson derived_values(const Settings& s) {
  const TreePmSettings gravity = tree_pm_settings(s);
  const double cell = s.box.size / gravity.mesh.size, r_s = gravity.mesh.split * cell;
  const int64_t n = s.box.particles;
  return {{"particle_mass",
           mean_particle_mass({.size = s.box.size}, s.cosmology.background.omega_m, n * n * n)},
          {"mean_separation", s.box.size / static_cast<double>(n)},
          {"mesh_cell", cell},
          {"r_s", r_s},
          {"cutoff", gravity.mesh.cutoff * r_s},
          {"omega_k", omega_k(s.cosmology.background)}};
}

// Fraction of the time spent in each part of a step.
std::string shares(const StepCounts& c) {
  const double all = c.mesh_seconds + c.sort_seconds + c.kick_drift_seconds + c.exchange_seconds +
                     c.short_range.tree_seconds + c.short_range.walk_seconds;
  if (all <= 0) return "";
  const auto percent = [&](double seconds) { return 100 * seconds / all; };
  std::string text = fmt::format(
      "mesh {:.0f} %, tree {:.0f} %, short-range sums {:.0f} %, sort {:.0f} %, kick and drift "
      "{:.0f} "
      "%",
      percent(c.mesh_seconds), percent(c.short_range.tree_seconds),
      percent(c.short_range.walk_seconds), percent(c.sort_seconds), percent(c.kick_drift_seconds));
  if (c.slowest_seconds > 0) {  // several ranks
    text += fmt::format(", exchange {:.0f} %, imbalance {:.0f} %", percent(c.exchange_seconds),
                        100 * imbalance(c));
  }
  return text;
}

}  // namespace

std::string readable_time(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 360000) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

double imbalance(const StepCounts& c) {
  return c.slowest_seconds > 0 ? 1 - c.mean_seconds / c.slowest_seconds : 0;
}

std::string step_line(const RunReport& r) {
  const std::string device = r.device.empty() ? "" : fmt::format("  {}:", r.device);
  return fmt::format("a {:.4f} (z {:.3g})  step {}, {} sub-steps  {:.3g} particles/s{}  {}",
                     r.scale_factor, redshift_of(r.scale_factor), r.step, r.counts->sub_steps,
                     r.particles_per_second, device, shares(*r.counts));
}

std::string TimeLeft::after(const RunReport& report) {
  last_.push_back({report.progress, report.wall_seconds});
  if (last_.size() > kSteps) last_.pop_front();
  const auto [progress, seconds] = last_.front();
  if (last_.size() < 4 || report.progress <= progress) return "";
  const double left =
      (1 - report.progress) * (report.wall_seconds - seconds) / (report.progress - progress);
  return fmt::format("  {} left", readable_time(left));
}

std::string derived_text(const Settings& s) {
  const TextJson d = derived_values(s);
  const TreePmSettings gravity = tree_pm_settings(s);
  return fmt::format(
      "# particles of {:.5g} Msun/h, mean separation {:.5g} Mpc/h, softening {:.5g} Mpc/h; mesh "
      "{}^3, r_s {:.5g} Mpc/h (ASMTH {:g}), cut-off {:.5g} Mpc/h (RCUT {:g}); omega_k {:.3g}",
      d["particle_mass"].get<double>(), d["mean_separation"].get<double>(), gravity.epsilon,
      gravity.mesh.size, d["r_s"].get<double>(), gravity.mesh.split, d["cutoff"].get<double>(),
      gravity.mesh.cutoff, d["omega_k"].get<double>());
}

std::string derived_json(const Settings& settings) {
  return core::json_text(derived_values(settings));
}

std::string settings_json(const Settings& settings) {
  TextJson json;
  for (const auto& [name, text] : recorded_settings(print_settings(settings))) {
    TextJson value = TextJson::parse(text, nullptr, false);
    if (value.is_discarded()) value = text;
    const size_t dot = name.find('.');
    json[name.substr(0, dot)][name.substr(dot + 1)] = value;
  }
  return core::json_text(json);
}

std::string phases_json(const std::vector<PhaseSeconds>& ranks) {
  using P = PhaseSeconds;
  const std::pair<const char*, double P::*> phases[] = {
      {"mesh", &P::mesh},
      {"tree", &P::tree},
      {"short_range_sums", &P::short_range},
      {"sort", &P::sort},
      {"kick_and_drift", &P::kick_drift},
      {"exchange", &P::exchange},
      {"output", &P::output},
      {"restart", &P::restart},
      {"output_beside", &P::output_beside},
  };
  TextJson json;
  for (const auto& [name, member] : phases) {
    double sum = 0, max = 0;
    std::vector<double> by_rank;
    for (const P& rank : ranks) {
      by_rank.push_back(rank.*member);
      sum += by_rank.back();
      max = std::max(max, by_rank.back());
    }
    json[name] = {{"mean", ranks.empty() ? 0 : sum / static_cast<double>(ranks.size())},
                  {"max", max}};
    if (ranks.size() > 1) json[name]["by_rank"] = by_rank;
  }
  return core::json_text(json);
}

std::string run_end_json(const RunEnd& end, const std::vector<std::string>& snapshots,
                         int num_ranks) {
  const StepCounts& counts = *end.report.counts;
  const TextJson json = {{"steps", end.report.step},
                         {"sub_steps", counts.sub_steps},
                         {"ranks", num_ranks},
                         {"wall_seconds", end.report.wall_seconds},
                         {"particles_per_second", end.report.particles_per_second},
                         {"finished", end.finished},
                         {"redshift", redshift_of(end.report.scale_factor)},
                         {"mesh_seconds", counts.mesh_seconds},
                         {"tree_seconds", counts.short_range.tree_seconds},
                         {"direct_seconds", counts.short_range.walk_seconds},
                         {"exchange_seconds", counts.exchange_seconds},
                         {"imbalance", imbalance(counts)},
                         {"phase_seconds", TextJson::parse(phases_json(end.phases))},
                         {"direct_pairs", counts.short_range.direct_pairs},
                         {"cell_pairs", counts.short_range.cell_pairs},
                         {"snapshots", snapshots}};
  return core::json_text(json) + "\n";
}

std::string begin_event(const Settings& settings, int num_ranks) {
  return core::json_text(TextJson{{"event", "begin"},
                                  {"particles", settings.box.particles},
                                  {"box_size", settings.box.size},
                                  {"folder", settings.output.dir},
                                  {"ranks", num_ranks}});
}

std::string step_event(const RunReport& report) {
  return core::json_text(TextJson{{"event", "step"},
                                  {"step", report.step},
                                  {"redshift", redshift_of(report.scale_factor)},
                                  {"progress", report.progress},
                                  {"wall_seconds", report.wall_seconds}});
}

std::string output_event(const std::string& snapshot) {
  return core::json_text(TextJson{{"event", "output"}, {"snapshot", snapshot}});
}

std::string end_event(const RunEnd& end) {
  return core::json_text(TextJson{{"event", "end"},
                                  {"steps", end.report.step},
                                  {"redshift", redshift_of(end.report.scale_factor)},
                                  {"wall_seconds", end.report.wall_seconds},
                                  {"finished", end.finished}});
}

}  // namespace motley::nbody
