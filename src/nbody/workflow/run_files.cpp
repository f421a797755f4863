#include "nbody/workflow/run_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/analysis/density_image.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/mesh/mesh.h"
#include "nbody/run/restart_file.h"
#include "nbody/step/tree_pm.h"
#include "nbody/workflow/run_start.h"
#include "nbody/workflow/run_text.h"

namespace motley::nbody {
namespace {

using FilesJson = nlohmann::ordered_json;

// The object in a file; empty if there is none, or something else: the record is for people and
// other programs, and a run does not depend on it.
FilesJson json_in(const std::string& path) {
  if (core::path_kind(path) != core::PathKind::kFile) return FilesJson::object();
  FilesJson json = FilesJson::parse(core::read_text_file(path), nullptr, false);
  return json.is_object() ? json : FilesJson::object();
}

bool is_finished_record(const FilesJson& record) {
  const auto finished = record.find("finished");
  return finished != record.end() && *finished == true;
}

// The number of an output in a record; nothing that is not one.
std::optional<int64_t> number_of(const FilesJson& output) {
  if (!output.is_object() || !output.contains("number")) return std::nullopt;
  const FilesJson& number = output["number"];
  return number.is_number_integer() ? std::optional(number.get<int64_t>()) : std::nullopt;
}

FilesJson json_of_errors(const Percentiles& p) {
  return {{"median", p.median}, {"p90", p.p90}, {"p99", p.p99}, {"max", p.max}};
}

// Initial conditions may be of a box that is too small for a run, with no forces to resolve.
Settings resolved_if_possible(const Settings& settings) {
  try {
    return resolved_settings(settings);
  } catch (const core::UserError&) {
    return settings;
  }
}

}  // namespace

SnapshotMetadata metadata_of(const Settings& s, const std::string& commit) {
  const Cosmology& c = s.cosmology.background;
  // Unknown if initial conditions from a file do not give it.
  const std::optional<double> omega_b =
      s.cosmology.omega_b > 0 ? std::optional(s.cosmology.omega_b) : std::nullopt;
  return {.omega_m = c.omega_m,
          .omega_lambda = c.omega_lambda,
          .h = s.cosmology.h,
          .omega_b = omega_b,
          .omega_r = c.omega_r,
          .w0 = c.w0,
          .wa = c.wa,
          .commit = commit,
          .settings = print_settings(resolved_if_possible(s)),
          .seed = s.initial.file.empty() ? std::optional(s.box.seed) : std::nullopt};
}

std::string output_name(const Settings& settings, const std::string& name, int number,
                        const std::string& extension) {
  const std::string file =
      fmt::format("{}_{:03}{}{}", name, number, extension.empty() ? "" : ".", extension);
  return (std::filesystem::path(settings.output.dir) / file).string();
}

struct RunFiles::Record {
  FilesJson json;
};

RunFiles::~RunFiles() = default;

RunFiles::RunFiles(const SettingsFile& file, int num_threads, core::Communicator* comm,
                   RunFilesOptions options)
    : settings_(file.settings),
      notes_(file.notes),
      num_threads_(num_threads),
      comm_(comm),
      options_(std::move(options)),
      record_(std::make_unique<Record>()) {
  core::at_root(comm_, [&] {
    std::error_code error;
    std::filesystem::create_directories(settings_.output.dir, error);
    if (error)
      throw core::UserError({settings_.output.dir}, "cannot be created: " + error.message());
    core::check_writable(restart());
  });
  record_->json = {
      {"motley", options_.commit}, {"finished", false}, {"outputs", FilesJson::array()}};
}

std::string RunFiles::in_folder(const std::string& name) const {
  return (std::filesystem::path(settings_.output.dir) / name).string();
}

std::string RunFiles::restart() const { return in_folder("restart"); }

void RunFiles::reject_other_run(const std::string& name) const {
  core::at_root(comm_, [&] {
    const bool is_stopped = core::path_kind(restart()) == core::PathKind::kFile;
    const bool is_finished = is_stopped && read_restart_metadata(restart()).finished;
    if (is_stopped && !is_finished) {
      throw core::UserError({restart()},
                            fmt::format("belongs to a stopped run: `motley nbody run {} --restart` "
                                        "resumes it; remove the file to start over",
                                        name));
    }
    if (is_finished || is_finished_record(json_in(record()))) {
      throw core::UserError(
          {is_finished ? restart() : record()},
          fmt::format(
              "belongs to a finished run; choose another output.dir, or remove `restart` and "
              "`run.json` there to start over{}",
              is_finished ? "; with a lower last redshift, --restart extends it" : ""));
    }
  });
}

void RunFiles::remove_leftovers() const {
  core::at_root(comm_, [&] {
    prune_restart_parts(restart());
    for (const std::string& begin :
         {std::string("run.json"), std::string("spectrum_"), std::string("halos_"),
          std::string("density_"), settings_.output.base + "_"}) {
      core::remove_unfinished(settings_.output.dir, begin);
    }
  });
}

void RunFiles::keep_outputs(int64_t count) {
  if (!is_root()) return;
  const FilesJson before = json_in(record());
  if (before.contains("start")) record_->json["start"] = before["start"];
  if (before.contains("warnings") && before["warnings"].is_array()) {
    record_->json["warnings"] = before["warnings"];
  }
  if (!before.contains("outputs") || !before["outputs"].is_array()) return;
  for (const FilesJson& output : before["outputs"]) {
    if (number_of(output).value_or(count) < count) record_->json["outputs"].push_back(output);
  }
}

void RunFiles::begin(int64_t memory_bytes, const std::optional<StartChecks>& checks,
                     double scale_factor) {
  Settings resolved = resolved_settings(settings_);
  resolved.run.threads = num_threads_;
  const int num_ranks = comm_ ? comm_->num_ranks() : 1;
  const std::string seed =
      settings_.initial.file.empty() ? fmt::format(", seed {}", settings_.box.seed) : "";
  log(fmt::format("# motley {}{}, {} of {}, about {} of memory each\n{}{}", options_.commit, seed,
                  core::counted(num_ranks, "rank"), core::counted(num_threads_, "thread"),
                  core::readable_bytes(memory_bytes), print_settings(resolved),
                  derived_text(settings_)));
  for (const std::string& note : notes_) log("# " + note);
  record_->json["settings"] = FilesJson::parse(settings_json(resolved));
  record_->json["derived"] = FilesJson::parse(derived_json(settings_));
  record_->json["ranks"] = num_ranks;
  record_->json["threads"] = num_threads_;
  record_->json["memory_bytes"] = memory_bytes;
  record_->json["notes"] = notes_;
  if (!record_->json.contains("warnings")) record_->json["warnings"] = FilesJson::array();
  if (checks) {
    record_->json["start"] = {{"redshift", redshift_of(scale_factor)},
                              {"momentum", checks->momentum},
                              {"growing_mode_ratio", checks->growing_mode_ratio}};
    log(
        fmt::format("# start at a {:.6f}: |sum p| / sum |p| {:.1e}, velocities {:.3g} of the "
                    "growing mode",
                    scale_factor, checks->momentum, checks->growing_mode_ratio));
    warn(warnings_of(*checks, scale_factor));
  }
  write_record();
}

void RunFiles::write_output(const Particles& particles, const PlannedOutput& output,
                            const RunChecks& checks) {
  const std::string extension = settings_.output.format == "hdf5" ? "hdf5" : "";
  const std::string path = output_name(settings_, settings_.output.base, output.number, extension);
  const SnapshotOptions options = snapshot_options(settings_);
  write_snapshot(path, particles, metadata_of(settings_, options_.commit), options, comm_);
  if (settings_.output.spectrum) {
    const int mesh = fft_friendly_size(std::max<int64_t>(8, 2 * settings_.box.particles));
    const auto spectrum =
        power_spectrum(particles, {.mesh_size = mesh, .num_threads = num_threads_}, comm_);
    write("spectrum", output, "txt", print_spectrum(spectrum, particles));
  }
  if (settings_.output.halos) {
    const HaloSearch search{.linking = settings_.halos.linking,
                            .min_particles = settings_.halos.particles,
                            .num_threads = num_threads_};
    const auto halos = find_halos(particles, search, comm_);
    write("halos", output, "txt", print_halos(halos, particles, search));
  }
  if (settings_.output.picture) {
    write("density", output, "png",
          density_image(particles, image_settings(settings_, num_threads_), comm_));
  }
  const std::string snapshot = snapshot_file_name(path, options);
  const std::string energy =
      checks.layzer_irvine ? fmt::format("Layzer-Irvine {:.1e}, ", *checks.layzer_irvine) : "";
  log(
      fmt::format("{} at a {:.6f}: |sum p| / sum |p| {:.1e}, {}force errors {:.1e} (median), "
                  "{:.1e} (max of a sample)",
                  snapshot, particles.scale_factor, checks.momentum, energy,
                  checks.force_errors.median, checks.force_errors.max));
  FilesJson entry = {{"number", output.number},
                     {"snapshot", snapshot},
                     {"scale_factor", particles.scale_factor},
                     {"redshift", redshift_of(particles.scale_factor)},
                     {"momentum", checks.momentum},
                     {"layzer_irvine", nullptr},
                     {"force_errors", json_of_errors(checks.force_errors)}};
  if (checks.layzer_irvine) entry["layzer_irvine"] = *checks.layzer_irvine;
  record_->json["outputs"].push_back(entry);
  written_.push_back(snapshot);
  warn(warnings_of(checks));
  write_record();
}

void RunFiles::end(const RunEnd& end) {
  const StepCounts& counts = *end.report.counts;
  record_->json["finished"] = end.finished;
  record_->json["redshift"] = redshift_of(end.report.scale_factor);
  record_->json["steps"] = end.report.step;
  record_->json["sub_steps"] = counts.sub_steps;
  record_->json["wall_seconds"] = end.report.wall_seconds;
  record_->json["particles_per_second"] = end.report.particles_per_second;
  record_->json["imbalance"] = imbalance(counts);
  record_->json["phase_seconds"] = FilesJson::parse(phases_json(end.phases));
  if (!end.restart_error.empty()) {
    warn({fmt::format("the run cannot be extended, because there are no restart files: {}",
                      end.restart_error)});
  }
  write_record();
}

void RunFiles::log(const std::string& line) {
  if (!is_root()) return;
  const int fd = core::open_to_append(in_folder("log.txt"));
  std::FILE* file = fd < 0 ? nullptr : ::fdopen(fd, "a");
  if (!file) return;  // the log is optional
  std::fputs((line + "\n").c_str(), file);
  std::fclose(file);
}

void RunFiles::warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    log("# warning: " + warning);
    if (is_root() && options_.on_warning) options_.on_warning(warning);
    record_->json["warnings"].push_back(warning);
  }
}

void RunFiles::write(const std::string& kind, const PlannedOutput& output,
                     const std::string& extension, const std::string& text) const {
  core::at_root(comm_, [&] {
    core::replace_text_file(output_name(settings_, kind, output.number, extension), text,
                            core::Links::kReplace);
  });
}

void RunFiles::write_record() {
  core::at_root(comm_, [&] {
    core::replace_text_file(record(), core::json_text(record_->json, 1) + "\n",
                            core::Links::kReplace);
  });
}

}  // namespace motley::nbody
