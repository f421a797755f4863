// What the analysis of particles found, as text and JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/step/force_errors.h"

namespace motley::nbody {

// Texts of JSON objects (`motley nbody halos --json`, `spectrum --json`); `file`: of the snapshot.
std::string halos_json(const std::vector<Halo>& halos, const Particles& particles,
                       const std::string& file);
std::string spectrum_json(const PowerSpectrum& spectrum, const Particles& particles, int64_t count,
                          const std::string& file);

// A table of force errors, and the same as JSON.
std::string force_errors_text(const ForceErrors& errors, const Particles& particles);
std::string force_errors_json(const ForceErrors& errors, const Particles& particles);

}  // namespace motley::nbody
