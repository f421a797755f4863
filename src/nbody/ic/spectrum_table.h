// A tabulated linear spectrum from CAMB or CLASS: lines of numbers, # starts a comment.
//
//   2 columns        k [h/Mpc], P [(Mpc/h)^3]: CAMB's matterpower, CLASS's pk
//   7 or more        k [h/Mpc], .., T of all matter in the 7th: CAMB's transfer_out, CLASS's tk
//   with
//                    format = camb
#pragma once

#include <string>
#include <vector>

namespace motley::nbody {

struct SpectrumTable {
  std::string file;
  bool is_transfer = false;  // values are T, not P
  std::vector<double> log_k, log_value;
  std::vector<double> curvature;  // second derivatives of the cubic spline through them

  double min_k() const;
  double max_k() const;
  // Cubic spline in logarithms. Below the table it is extrapolated with the given slope d ln value
  // / d ln k; above the table there is no value.
  double at(double k, double slope_below) const;
};

// Throws UserError with the line for anything else: other columns, k not increasing, values not
// above 0.
SpectrumTable read_spectrum_table(const std::string& file);

}  // namespace motley::nbody
