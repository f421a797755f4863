#include "apps/motley/nbody_run_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/motley/commit.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/analysis/density_image.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/mesh/mesh.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The object in a file; empty if there is none, or something else.
Json json_in(const std::string& path) {
  if (core::path_kind(path) != core::PathKind::kFile) return Json::object();
  Json json = Json::parse(core::read_text_file(path), nullptr, false);
  return json.is_object() ? json : Json::object();
}

// What the settings amount to, in the units of the field.
Json derived_json(const nbody::Settings& s) {
  const nbody::TreePmSettings gravity = nbody::tree_pm_settings(s);
  const double cell = s.box.size / gravity.mesh.size, r_s = gravity.mesh.split * cell;
  const int64_t n = s.box.particles;
  return {{"particle_mass", nbody::mean_particle_mass({.size = s.box.size},
                                                      s.cosmology.background.omega_m, n * n * n)},
          {"mean_separation", s.box.size / static_cast<double>(n)},
          {"mesh_cell", cell},
          {"r_s", r_s},
          {"cutoff", gravity.mesh.cutoff * r_s},
          {"omega_k", nbody::omega_k(s.cosmology.background)}};
}

Json json_of_errors(const nbody::Percentiles& p) {
  return {{"median", p.median}, {"p90", p.p90}, {"p99", p.p99}, {"max", p.max}};
}

}  // namespace

std::string derived_text(const nbody::Settings& s) {
  const Json d = derived_json(s);
  const nbody::TreePmSettings gravity = nbody::tree_pm_settings(s);
  return fmt::format(
      "# particles of {:.5g} Msun/h, mean separation {:.5g} Mpc/h, softening {:.5g} Mpc/h; mesh "
      "{}^3, r_s {:.5g} Mpc/h (ASMTH {:g}), cut-off {:.5g} Mpc/h (RCUT {:g}); omega_k {:.3g}",
      d["particle_mass"].get<double>(), d["mean_separation"].get<double>(), gravity.epsilon,
      gravity.mesh.size, d["r_s"].get<double>(), gravity.mesh.split, d["cutoff"].get<double>(),
      gravity.mesh.cutoff, d["omega_k"].get<double>());
}

double imbalance(const nbody::StepCounts& c) {
  return c.slowest_seconds > 0 ? 1 - c.mean_seconds / c.slowest_seconds : 0;
}

std::string json_of_settings(const nbody::Settings& settings) {
  Json json;
  for (const auto& [name, text] : nbody::recorded_settings(nbody::print_settings(settings))) {
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) value = text;
    const size_t dot = name.find('.');
    json[name.substr(0, dot)][name.substr(dot + 1)] = value;
  }
  return json.dump();
}

std::string json_of_phases(const std::vector<nbody::PhaseSeconds>& ranks) {
  using P = nbody::PhaseSeconds;
  const std::pair<const char*, double P::*> phases[] = {
      {"mesh", &P::mesh},
      {"tree", &P::tree},
      {"short_range_sums", &P::short_range},
      {"sort", &P::sort},
      {"kick_and_drift", &P::kick_drift},
      {"exchange", &P::exchange},
      {"output", &P::output},
      {"restart", &P::restart},
  };
  Json json;
  for (const auto& [name, member] : phases) {
    double sum = 0, max = 0;
    for (const P& rank : ranks) {
      sum += rank.*member;
      max = std::max(max, rank.*member);
    }
    json[name] = {{"mean", ranks.empty() ? 0 : sum / static_cast<double>(ranks.size())},
                  {"max", max}};
  }
  return json.dump();
}

struct RunFiles::Record {
  Json json;
};

RunFiles::~RunFiles() = default;

RunFiles::RunFiles(const nbody::SettingsFile& file, int num_threads, core::Communicator* comm)
    : settings_(file.settings),
      notes_(file.notes),
      num_threads_(num_threads),
      comm_(comm),
      record_(std::make_unique<Record>()) {
  core::at_root(comm_, [&] {
    std::error_code error;
    fs::create_directories(settings_.output.dir, error);
    core::check_writable(restart());
  });
  record_->json = {{"motley", commit()}, {"finished", false}, {"outputs", Json::array()}};
}

std::string RunFiles::in_folder(const std::string& name) const {
  return (fs::path(settings_.output.dir) / name).string();
}

std::string RunFiles::restart() const { return in_folder("restart"); }

void RunFiles::reject_other_run(const std::string& name) const {
  core::at_root(comm_, [&] {
    const bool is_stopped = core::path_kind(restart()) == core::PathKind::kFile;
    const bool is_finished = is_stopped && nbody::read_restart_metadata(restart()).finished;
    if (is_stopped && !is_finished) {
      throw core::UserError({restart()},
                            fmt::format("is of a stopped run: `motley nbody run {} --restart` "
                                        "resumes it; remove the file to start over",
                                        name));
    }
    if (is_finished || json_in(record()).value("finished", false)) {
      throw core::UserError(
          {is_finished ? restart() : record()},
          fmt::format("is of a finished run; choose another output.dir, or remove `restart` and "
                      "`run.json` there to start over{}",
                      is_finished ? "; with a lower last redshift, --restart extends it" : ""));
    }
  });
}

void RunFiles::keep_outputs(int64_t count) {
  if (!is_root()) return;
  const Json before = json_in(record());
  for (const char* key : {"start", "warnings"}) {
    if (before.contains(key)) record_->json[key] = before[key];
  }
  if (!before.contains("outputs") || !before["outputs"].is_array()) return;
  for (const Json& output : before["outputs"]) {
    if (output.value("number", count) < count) record_->json["outputs"].push_back(output);
  }
}

void RunFiles::begin(int64_t memory_bytes, const std::optional<nbody::StartChecks>& checks,
                     double scale_factor) {
  nbody::Settings resolved = nbody::resolved_settings(settings_);
  resolved.run.threads = num_threads_;
  const int num_ranks = comm_ ? comm_->num_ranks() : 1;
  const std::string seed =
      settings_.initial.file.empty() ? fmt::format(", seed {}", settings_.box.seed) : "";
  log(fmt::format("# motley {}{}, {} of {}, about {} of memory each\n{}{}", commit(), seed,
                  counted(num_ranks, "rank"), counted(num_threads_, "thread"),
                  core::readable_bytes(memory_bytes), nbody::print_settings(resolved),
                  derived_text(settings_)));
  for (const std::string& note : notes_) log("# " + note);
  record_->json["settings"] = Json::parse(json_of_settings(resolved));
  record_->json["derived"] = derived_json(settings_);
  record_->json["ranks"] = num_ranks;
  record_->json["threads"] = num_threads_;
  record_->json["memory_bytes"] = memory_bytes;
  record_->json["notes"] = notes_;
  if (!record_->json.contains("warnings")) record_->json["warnings"] = Json::array();
  if (checks) {
    record_->json["start"] = {{"redshift", nbody::redshift_of(scale_factor)},
                              {"momentum", checks->momentum},
                              {"growing_mode_ratio", checks->growing_mode_ratio}};
    log(
        fmt::format("# start at a {:.6f}: |sum p| / sum |p| {:.1e}, velocities {:.3g} of the "
                    "growing mode",
                    scale_factor, checks->momentum, checks->growing_mode_ratio));
    warn(nbody::warnings_of(*checks, scale_factor));
  }
  write_record();
}

void RunFiles::write_output(const nbody::Particles& particles, const nbody::PlannedOutput& output,
                            const nbody::RunChecks& checks) {
  const std::string extension = settings_.output.format == "hdf5" ? "hdf5" : "";
  const std::string path = output_name(settings_, settings_.output.base, output.number, extension);
  const nbody::SnapshotOptions options = snapshot_options(settings_);
  nbody::write_snapshot(path, particles, metadata_of(settings_), options, comm_);
  if (settings_.output.spectrum) {
    const int mesh = nbody::fft_friendly_size(std::max<int64_t>(8, 2 * settings_.box.particles));
    const auto spectrum =
        nbody::power_spectrum(particles, {.mesh_size = mesh, .num_threads = num_threads_}, comm_);
    write("spectrum", output, "txt", nbody::print_spectrum(spectrum, particles));
  }
  if (settings_.output.halos) {
    const nbody::HaloSearch search{.linking = settings_.halos.linking,
                                   .min_particles = settings_.halos.particles};
    const auto halos = nbody::find_halos(particles, search, comm_);
    write("halos", output, "txt", nbody::print_halos(halos, particles, search));
  }
  if (settings_.output.picture) {
    write("density", output, "png",
          nbody::density_image(particles, image_settings(settings_, num_threads_), comm_));
  }
  const std::string snapshot = nbody::snapshot_file_name(path, options);
  const std::string energy =
      checks.layzer_irvine ? fmt::format("Layzer-Irvine {:.1e}, ", *checks.layzer_irvine) : "";
  log(
      fmt::format("{} at a {:.6f}: |sum p| / sum |p| {:.1e}, {}force errors {:.1e} (median), "
                  "{:.1e} (max of a sample)",
                  snapshot, particles.scale_factor, checks.momentum, energy,
                  checks.force_errors.median, checks.force_errors.max));
  Json entry = {{"number", output.number},
                {"snapshot", snapshot},
                {"scale_factor", particles.scale_factor},
                {"redshift", nbody::redshift_of(particles.scale_factor)},
                {"momentum", checks.momentum},
                {"layzer_irvine", nullptr},
                {"force_errors", json_of_errors(checks.force_errors)}};
  if (checks.layzer_irvine) entry["layzer_irvine"] = *checks.layzer_irvine;
  record_->json["outputs"].push_back(entry);
  written_.push_back(snapshot);
  warn(nbody::warnings_of(checks));
  write_record();
}

void RunFiles::end(const nbody::RunEnd& end) {
  const nbody::StepCounts& counts = *end.report.counts;
  record_->json["finished"] = end.finished;
  record_->json["redshift"] = nbody::redshift_of(end.report.scale_factor);
  record_->json["steps"] = end.report.step;
  record_->json["sub_steps"] = counts.sub_steps;
  record_->json["wall_seconds"] = end.report.wall_seconds;
  record_->json["particles_per_second"] = end.report.particles_per_second;
  record_->json["imbalance"] = imbalance(counts);
  record_->json["phase_seconds"] = Json::parse(json_of_phases(end.phases));
  if (!end.restart_error.empty()) {
    warn({fmt::format("the run cannot be extended, for want of restart files: {}",
                      end.restart_error)});
  }
  write_record();
}

void RunFiles::log(const std::string& line) {
  if (!is_root()) return;
  std::FILE* file = std::fopen(in_folder("log.txt").c_str(), "a");
  if (!file) return;  // the log is optional
  fmt::print(file, "{}\n", line);
  std::fclose(file);
}

void RunFiles::warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    log("# warning: " + warning);
    if (is_root()) fmt::print(stderr, "motley: warning: {}\n", warning);
    record_->json["warnings"].push_back(warning);
  }
}

void RunFiles::write(const std::string& kind, const nbody::PlannedOutput& output,
                     const std::string& extension, const std::string& text) const {
  core::at_root(comm_, [&] {
    core::replace_text_file(output_name(settings_, kind, output.number, extension), text);
  });
}

void RunFiles::write_record() {
  core::at_root(comm_, [&] { core::replace_text_file(record(), record_->json.dump(1) + "\n"); });
}

}  // namespace motley::apps
