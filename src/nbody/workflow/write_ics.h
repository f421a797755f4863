// Initial conditions as a snapshot: `motley nbody ic`.
#pragma once

#include <cstdint>
#include <string>

#include "core/comm/communicator.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

struct IcJob {
  Settings settings;
  std::string settings_name;  // their file, which must not be overwritten
  std::string output;         // snapshot; empty: `ics` in the output folder
  std::string commit;         // of the program
  int num_threads = 1;        // of this rank
};

struct WrittenIcs {
  std::string file;  // as it was written: of several files the first
  int64_t particles_along_axis = 0;
  double particle_mass = 0;  // Msun/h
  double redshift = 0;
  double sigma8 = 0;            // of the linear spectrum
  double rms_displacement = 0;  // from the lattice, Mpc/h
  double box_size = 0;          // Mpc/h
};

// On several ranks all call it. Throws UserError where the settings start from a file, the output
// would replace them, or memory is too small.
WrittenIcs write_ics(const IcJob& job, core::Communicator* comm);

std::string written_ics_text(const WrittenIcs& written);
std::string written_ics_json(const WrittenIcs& written);

}  // namespace motley::nbody
