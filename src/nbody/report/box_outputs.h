// What a run left in its output folder, read back for its page.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace motley::nbody {

struct SpectrumFile {
  std::vector<double> k, power, shot_noise;  // h/Mpc, (Mpc/h)^3
};

struct BoxOutput {
  int number = 0;
  double redshift = 0, scale_factor = 1;
  double momentum = 0;                  // |sum p| / sum |p|
  std::optional<double> layzer_irvine;  // where its integral is large enough to mean anything
  std::optional<double> force_error_median, force_error_p99;
  std::optional<SpectrumFile> spectrum;
  std::vector<double> halo_masses;  // Msun/h, the largest first
  bool has_halos = false;
  std::string picture;  // the bytes of a PNG; empty: none
};

struct BoxRun {
  std::string folder, settings_text, commit;
  double box_size = 0;  // Mpc/h
  int64_t particles_per_side = 0;
  bool finished = false;
  int64_t steps = 0, ranks = 0, threads = 0;
  double wall_seconds = 0, particles_per_second = 0, redshift = 0;
  std::vector<std::pair<std::string, double>> phase_seconds;  // the mean over the ranks
  std::vector<std::vector<double>> phase_seconds_by_rank;     // by phase; empty on one rank
  std::vector<std::string> notes, warnings;
  std::vector<BoxOutput> outputs;
};

// Throws a UserError if the folder holds no run.json or what it names cannot be read.
BoxRun read_box_run(const std::string& folder);

}  // namespace motley::nbody
