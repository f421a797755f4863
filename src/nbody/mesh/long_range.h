// The long-range force: the particle-mesh part of gravity, smoothed by a Gaussian of radius r_s.
//
//   phi_k = -4 pi G rho_k / k^2 exp(-k^2 r_s^2),   acceleration -grad phi
//
//   LongRange mesh({.size = 64}, {.size = 50});                     the default mode: 64^3, PCS, ik
//   mesh.accelerate(spans(particles.position), particles.mass, acceleration, num_threads);
//
// The short range (gravity/force_law.h) adds what the Gaussian removes. The windows of deposit and
// interpolation are both deconvolved. Two gradients: `ik`, in Fourier space, with three transforms;
// `4-point` differences of the potential, as in Gadget-2. Interlacing: two meshes half a cell
// apart, both deposited and interpolated, which cancels the leading aliases.
//
// On several ranks each owns a slab of planes (slabs.h), or one rank owns all of them; the
// accelerations are identical to the last bit to those on one rank. With more equal ranks than
// slabs, each owns a pencil (pencils.h).
//
// Memory: two meshes; four if interlaced. In slabs, up to 1.5 times as much again for transposed
// data of other ranks. About 9 ms for 64^3 points and 32^3 particles on one core.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"
#include "nbody/mesh/mesh.h"
#include "nbody/mesh/pencils.h"
#include "nbody/mesh/slabs.h"
#include "nbody/mesh/windows/assignment_windows.h"
#include "nbody/particles/box.h"

namespace motley::nbody {

enum class MeshGradient { kSpectral, kFourPoint };

struct LongRangeSettings {
  int size = 0;  // mesh points per axis, even
  Window window = Window::kPcs;
  MeshGradient gradient = MeshGradient::kSpectral;
  bool interlaced = false;
  double split = 1.0;   // r_s, in cells
  double cutoff = 5.5;  // of the short range, in r_s
  // The mesh also provides the force that the short range drops beyond its cut-off, as far as it
  // resolves it.
  bool carries_tail = true;
};

// The named modes "default", "gadget2", "accurate". `cells_per_separation` below 2 widens the split
// of the default mode to 1.25 cells.
std::optional<LongRangeSettings> mesh_mode(std::string_view name, int size,
                                           double cells_per_separation);

using AccelerationSpans = std::array<std::span<float>, 3>;
using AccelerationArrays = std::array<std::vector<float>, 3>;

class LongRange {
 public:
  // With a `comm`, which must outlive this object, distributed over its ranks; all calls are then
  // collective. `shares` of the ranks sum to one; empty: equal.
  LongRange(const LongRangeSettings& settings, const Box& box, core::Communicator* comm = nullptr,
            std::span<const double> shares = {});

  // Redistributes the planes; on several ranks only, with the same shares on all.
  void set_shares(std::span<const double> shares);

  const LongRangeSettings& settings() const { return settings_; }
  double split_length() const;   // r_s, Mpc/h
  double cutoff_length() const;  // Mpc/h

  // Sets the accelerations of particles of mass `mass`, -grad phi in (km/s)^2 / (Mpc/h). The array
  // of an axis is allocated when it is computed.
  struct Hooks {
    std::function<void()> positions_released = {};  // the positions may be overwritten
    std::function<void(int axis)> axis_done = {};   // the accelerations along an axis are done
  };
  void accelerate(const PositionSpans& position, double mass, AccelerationArrays& acceleration,
                  int num_threads, const Hooks& hooks);
  void accelerate(const PositionSpans& position, double mass, AccelerationArrays& acceleration,
                  int num_threads) {
    accelerate(position, mass, acceleration, num_threads, {});
  }

  // Sets phi at the particles, (km/s)^2, including the self-potential.
  void potential(const PositionSpans& position, double mass, std::span<float> potential,
                 int num_threads);

  // Seconds of all calls in exchanges on several ranks, including waiting.
  double exchange_seconds() const;
  // The share of the mesh of each rank; empty on one rank.
  std::vector<double> shares() const;

  // What turns modes of the density of particles of this mass into those of the potential and its
  // gradient, for devices.
  struct Tables {
    std::span<const double> wave_square;             // k^2 by index
    std::span<const float> axis_factor, wave, tail;  // tail: by k^2 in fundamental modes
    double factor = 0;
    std::span<const std::complex<float>> half_cells;  // phases of half a cell
  };
  Tables tables(double mass) const {
    return {wave_square_, axis_factor_, wave_, tail_, factor_of(mass), half_cells_};
  }

  // Bytes of the meshes on a rank that owns this share of them.
  static int64_t memory_bytes(const LongRangeSettings& settings, double share = 1);

 private:
  using Complex = std::complex<float>;

  DepositSettings deposit_settings(size_t mesh) const;
  void make_tail();
  void make_meshes();
  void deposit_planes(const PositionSpans& position, int num_threads);
  void make_potential(double mass, int num_threads);
  bool is_in_slabs() const { return slabs_ && !in_pencils_ && !slabs_->has_one_owner(); }
  void choose_pencils(std::span<const double> shares);
  MeshParticles send(const PositionSpans& position, const std::function<void()>& released);
  void return_values(const MeshParticles& particles, std::vector<float>& values,
                     std::span<float> sent);
  using ColumnsOfMeshes = std::vector<Fft<float>::Columns>;
  void solve_columns(const ColumnsOfMeshes& density, const ColumnsOfMeshes& potential,
                     const ColumnsOfMeshes& along_x, double mass, int num_threads);
  void solve_column(double factor, int y, int z, Complex* phi, Complex* other) const;
  double factor_of(double mass) const;
  void solve_modes(double mass);
  void values_from_modes(std::optional<int> axis, int num_threads);
  void differentiate(int axis, Mesh<float>& from, Mesh<float>& to, int num_threads) const;
  void interpolate_all(std::vector<Mesh<float>>& meshes, const PositionSpans& position,
                       float weight, std::span<float> values, int num_threads);

  LongRangeSettings settings_;
  Box box_;
  Fft<float> fft_;
  core::Communicator* comm_ = nullptr;
  std::optional<Slabs> slabs_;  // on several ranks
  // Pencils, if they serve more ranks, and their modes: of the density, then of the potential,
  // which become points of x when the derivative along x is taken.
  std::optional<Pencils> pencils_;
  bool in_pencils_ = false;
  std::vector<std::vector<Complex>> modes_;
  // Density, then the force along one axis; and the potential. Second elements if interlaced.
  std::vector<Mesh<float>> work_, potential_;
  // Transposed data of slabs: modes, then the potential; and the force along x. On several ranks.
  std::vector<LargeArray<Complex>> transposed_, transposed_x_;
  LargeArray<Complex> scratch_;
  std::vector<float> tail_;          // by kx^2 + ky^2 + kz^2 in fundamental modes: 1 + tail
  std::vector<float> axis_factor_;   // by wave number: Gaussian over the squared window
  std::vector<double> wave_square_;  // k^2, (h/Mpc)^2
  std::vector<float> wave_;          // gradient factor; zero at n / 2
  std::vector<Complex> half_cells_;  // phase of a shift by half a cell
};

}  // namespace motley::nbody
