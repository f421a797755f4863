// The exact force in a periodic Box, by Ewald's sum in double: what all others are held against.
//
//   EwaldSum exact(box, spans(particles.position), law);
//   exact.acceleration(7)                    of particle 7 towards all others and all images, G m =
//   1
//
// The force is cut in two with a Gaussian of its own: sums over nearby particles, nearest images up
// to half a Box, and over modes of the whole. Softening is that of the law; its split and cut-off
// play no part. Cost to make: some 10 us a particle for 8600 pairs of modes, which are good to
// 1e-10 of G m / L^2 a pair, or 2 us for 1500, good to 1e-5; and 10 ns a particle and acceleration.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/gravity/force_law.h"
#include "nbody/mesh/deposit.h"
#include "nbody/particles/box.h"

namespace motley::nbody {

using Vector = std::array<double, 3>;

// How wide the Gaussian is, 1 / L, and how many waves an axis are summed: what is left out is
// erfc(alpha / 2) of a force half a Box away, and exp(-(pi waves / alpha)^2) of a mode.
struct EwaldParameters {
  double alpha = 10;
  int waves = 16;  // at most
};
inline constexpr EwaldParameters kFastEwald{.alpha = 7.4, .waves = 9};

class EwaldSum {
 public:
  // With a `comm` of the particles of all ranks, of which `position` are ours: a collective.
  EwaldSum(const Box& box, const PositionSpans& position, const ForceLaw& law, int num_threads = 1,
           core::Communicator* comm = nullptr, const EwaldParameters& reach = {});

  // The acceleration of particle i; multiply by G m. 1 / (Mpc/h)^2. On one rank.
  Vector acceleration(int64_t i) const;

  // At a place: towards our particles, and by the modes of all. The sum of the first over the
  // ranks, and once the second, is the acceleration.
  using Point = std::array<uint32_t, 3>;
  Vector real_space(const Point& at) const;
  Vector reciprocal_space(const Point& at) const;

 private:
  template <class F>
  void for_modes(const F& f) const;

  Box box_;
  PositionSpans position_;
  ForceLaw law_;
  EwaldParameters parameters_;
  std::vector<double> real_, imaginary_;  // of the modes: sums of exp(-i k x)
};

// The short-range part alone, exactly, towards all nearest images within the cut-off; G m = 1.
Vector exact_short_range(const Box& box, const PositionSpans& position, const ForceLaw& law,
                         int64_t i);

// phi of a particle in the field of its own images, G m / L = 1: +2.837297.
double self_image_potential();

}  // namespace motley::nbody
