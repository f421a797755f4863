// An image of the projected density, as PNG.
//
//   core::replace_text_file("density_003.png", density_image(particles, {.size = 1024}));
//
// The projection is along an axis through the whole Box, or a slab of it. Each particle is smoothed
// by its local mean separation: widely in voids, where no lattice shows, and sharply in halos.
// Colours follow the logarithm of the column density over its mean. Redshift, scale bar and colour
// bar are drawn over the corners. The same bytes on any number of ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nbody/particles/particles.h"

namespace motley::core {
class Communicator;
}

namespace motley::nbody {

struct DensityImageSettings {
  int size = 1024;               // pixels per edge; 0.3 s at 1024, 0.1 s at 512 on one core
  int axis = 2;                  // line of sight; the next two axes point right and up
  double thickness = 0;          // of the slab along it, Mpc/h; 0: the whole Box
  double center = 0;             // of the slab, Mpc/h
  std::string colors = "ember";  // a map of colors.h
  bool labels = true;
  int num_threads = 1;
};

// The bytes of a PNG file, for the particles of all ranks; with a `comm` collective, and empty on
// ranks other than 0.
std::string density_image(const Particles& particles, const DensityImageSettings& settings,
                          core::Communicator* comm = nullptr);

// Peak memory on each of `num_ranks` ranks, beyond the particles.
int64_t density_image_bytes(int64_t num_particles, const DensityImageSettings& settings,
                            int num_ranks = 1);

// The smoothed column density in units of its mean, row by row, y upwards; likewise.
std::vector<float> projected_density(const Particles& particles,
                                     const DensityImageSettings& settings,
                                     core::Communicator* comm = nullptr);

}  // namespace motley::nbody
