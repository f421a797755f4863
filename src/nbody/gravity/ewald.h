// The exact force in a periodic Box by Ewald summation in double precision: the reference for all
// other force calculations.
//
//   EwaldSum exact(box, spans(particles.position), law);
//   exact.acceleration(7)      of particle 7 towards all others and all images, for G m = 1
//
// A Gaussian splits the force into a real-space sum over particles (minimum images up to half a
// Box) and a reciprocal-space sum over modes of the whole Box. Softening is that of the law; its
// split and cut-off are not used. Cost of construction: about 10 us per particle for 8600 pairs of
// modes, accurate to 1e-10 of G m / L^2 per pair, or 2 us for 1500, accurate to 1e-5; and 10 ns per
// particle and acceleration.
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

// Width of the Gaussian, 1 / L, and the number of waves per axis. The truncation errors are
// erfc(alpha / 2) of a force half a Box away, and exp(-(pi waves / alpha)^2) of a mode.
struct EwaldParameters {
  double alpha = 10;
  int waves = 16;          // at most
  bool tabulated = false;  // the real-space factor, to 2e-7
};
inline constexpr EwaldParameters kFastEwald{.alpha = 7.4, .waves = 9, .tabulated = true};

class EwaldSum {
 public:
  // With a `comm`, sums over the particles of all ranks, of which `position` are ours; collective.
  EwaldSum(const Box& box, const PositionSpans& position, const ForceLaw& law, int num_threads = 1,
           core::Communicator* comm = nullptr, const EwaldParameters& reach = {});

  // The acceleration of particle i in 1 / (Mpc/h)^2; multiply by G m. On one rank only.
  Vector acceleration(int64_t i) const;

  // At a point: real_space() from our particles, reciprocal_space() from all. The acceleration is
  // the sum of the first over the ranks plus the second once.
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
  double real_space_factor(double square) const;  // of u^2 = (alpha r)^2
  void sum_structure(int64_t begin, int64_t end, std::vector<double>& real,
                     std::vector<double>& imaginary) const;

  std::vector<double> real_, imaginary_;  // structure factor: sums of exp(-i k x)
  std::vector<double> table_;             // of the real-space factor, in equal steps of u^2
};

// The short-range part alone, exact, over all minimum images within the cut-off; G m = 1.
Vector exact_short_range(const Box& box, const PositionSpans& position, const ForceLaw& law,
                         int64_t i);

// The potential of a particle in the field of its own images, G m / L = 1: +2.837297.
double self_image_potential();

}  // namespace motley::nbody
