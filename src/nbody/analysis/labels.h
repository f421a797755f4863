// Redshift, scale bar and colour bar of the density image, drawn over its corners. Part of
// density_image.cpp.
//
//   z = 0.5
//
//                                      density / mean
//   |-----| 10 Mpc/h                   0.1 [######] 120
#pragma once

#include <string_view>
#include <vector>

#include "nbody/analysis/colors.h"

namespace motley::nbody {

struct ImageLabels {
  double redshift = 0;
  double box_size = 0;       // Mpc/h, the width of the image
  double low = 0, high = 0;  // densities over mean of the ends of the colour map
  std::string_view colors = "ember";
};

// On `size` x `size` pixels of three bytes, top row first.
void draw_labels(std::vector<uint8_t>& pixels, int size, const ImageLabels& labels);

// The length of the scale bar of a box: 1, 2 or 5 times a power of ten, at most a quarter of it.
double scale_bar_length(double box_size);

}  // namespace motley::nbody
