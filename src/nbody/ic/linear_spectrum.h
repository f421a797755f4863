// The linear matter power spectrum at z = 0.
//
//   const LinearSpectrum spectrum(settings.cosmology);
//   spectrum.power(0.1)                        (Mpc/h)^3 at k = 0.1 h/Mpc
//   spectrum.sigma(8)                          0.8: rms density contrast in spheres of 8 Mpc/h
//
// P(k) = A k^n_s T(k)^2 with T by Eisenstein and Hu or from a file; A from sigma8, from the
// primordial amplitude a_s, or as in the file.
#pragma once

#include <optional>

#include "nbody/ic/spectrum_table.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

class LinearSpectrum {
 public:
  explicit LinearSpectrum(const CosmologySettings& settings);

  double power(double k) const { return amplitude_ * shape(k); }
  double sigma(double radius) const;

  // Throws UserError if the range of a file is too small for modes from min_k to max_k, or for the
  // integral of sigma8. To lower k it may be extrapolated, if the settings ask for it.
  void check_range(double min_k, double max_k) const;

 private:
  double shape(double k) const;
  // The part of sigma(radius)^2 from modes between min_k and max_k.
  double variance(double radius, double min_k, double max_k) const;
  double primordial_amplitude() const;

  CosmologySettings settings_;
  std::optional<SpectrumTable> table_;
  double amplitude_ = 1;
};

}  // namespace motley::nbody
