// A linear spectrum as a file of CAMB or CLASS: lines of numbers, # begins a comment.
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

  double least_k() const;
  double most_k() const;
  // By a cubic spline in logarithms; below the table it goes on with the slope d ln value / d ln k
  // that is given, above it there is no value.
  double at(double k, double slope_below) const;
};

// A UserError with line for what is no such table: other columns, k that does not rise, values not
// above 0.
SpectrumTable read_spectrum_table(const std::string& file);

}  // namespace motley::nbody
