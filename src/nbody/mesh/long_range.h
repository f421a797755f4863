// The long-range force: the mesh's part of gravity, smoothed by a Gaussian of radius r_s.
//
//   phi_k = -4 pi G rho_k / k^2 exp(-k^2 r_s^2),   acceleration -grad phi
//
//   LongRange mesh({.size = 64}, {.size = 50});                     the default mode: 64^3, PCS, ik
//   mesh.accelerate(spans(particles.position), particles.mass, acceleration, num_threads);
//
// What the Gaussian takes away, the short range adds (gravity/force_law.h). Both windows, of
// deposit and of read-back, are divided out. Two gradients: `ik`, by the transform, three of them;
// `4-point` differences of the potential, as Gadget-2 does. Interlaced: two meshes, half a cell
// apart, both deposited and both read back, which cancels the first aliases.
//
// On several ranks each has a slab of planes (slabs.h), or one has all of them; the particles'
// accelerations are the same to the last bit as on one. Where there are more equal ranks than slabs
// can be, each has a pencil (pencils.h).
//
// Memory: two meshes; four where interlaced. In slabs, as much again of what others own, and half.
// Of 64^3 and 32^3 particles: some 9 ms on one core.
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
  int size = 0;  // mesh points an axis, even
  Window window = Window::kPcs;
  MeshGradient gradient = MeshGradient::kSpectral;
  bool interlaced = false;
  double split = 1.0;   // r_s, in cells
  double cutoff = 5.5;  // where the short range ends, in r_s
  // The mesh also has what the short range leaves out beyond its end, as far as it can see it.
  bool carries_tail = true;
};

// The named modes: "default", "gadget2", "accurate". `cells_per_separation` below 2 widens the
// default's split to 1.25 cells.
std::optional<LongRangeSettings> mesh_mode(std::string_view name, int size,
                                           double cells_per_separation);

using AccelerationSpans = std::array<std::span<float>, 3>;
using AccelerationArrays = std::array<std::vector<float>, 3>;

class LongRange {
 public:
  // Over the ranks of `comm`, which outlives this, where there is one; all calls are then
  // collectives. `shares` of the ranks sum to one; empty: equal.
  LongRange(const LongRangeSettings& settings, const Box& box, core::Communicator* comm = nullptr,
            std::span<const double> shares = {});

  // Planes by other shares from now on; on several ranks, and the same on all.
  void set_shares(std::span<const double> shares);

  const LongRangeSettings& settings() const { return settings_; }
  double split_length() const;   // r_s, Mpc/h
  double cutoff_length() const;  // Mpc/h

  // Sets the accelerations of particles of mass `mass`, in (km/s)^2 / (Mpc/h): -grad phi; an axis
  // gets its memory when it is found.
  struct Hooks {
    std::function<void()> positions_released = {};  // the positions are not needed any more
    std::function<void(int axis)> axis_done = {};   // those along an axis are there
  };
  void accelerate(const PositionSpans& position, double mass, AccelerationArrays& acceleration,
                  int num_threads, const Hooks& hooks);
  void accelerate(const PositionSpans& position, double mass, AccelerationArrays& acceleration,
                  int num_threads) {
    accelerate(position, mass, acceleration, num_threads, {});
  }

  // Sets phi at the particles, (km/s)^2, each one's own included.
  void potential(const PositionSpans& position, double mass, std::span<float> potential,
                 int num_threads);

  // Of all calls, on several ranks: in exchanges, waiting for others included.
  double exchange_seconds() const;
  // Of the mesh, by rank; empty on one.
  std::vector<double> shares() const;

  // Bytes of the meshes of such a LongRange on a rank that has this share of them.
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
  void take_from_modes(std::optional<int> axis, int num_threads);
  void differentiate(int axis, Mesh<float>& from, Mesh<float>& to, int num_threads) const;
  void interpolate_all(std::vector<Mesh<float>>& meshes, const PositionSpans& position, float share,
                       std::span<float> values, int num_threads);

  LongRangeSettings settings_;
  Box box_;
  Fft<float> fft_;
  core::Communicator* comm_ = nullptr;
  std::optional<Slabs> slabs_;  // on several ranks
  // Where they serve more ranks, and their modes: of the density, then of the potential, which go
  // to points of x when the derivative along x is taken.
  std::optional<Pencils> pencils_;
  bool in_pencils_ = false;
  std::vector<std::vector<Complex>> modes_;
  // density, then the force along one axis; and the potential. The second two where interlaced.
  std::vector<Mesh<float>> work_, potential_;
  // What slabs turn: modes, then the potential; and the force along x. On several ranks.
  std::vector<LargeArray<Complex>> transposed_, transposed_x_;
  LargeArray<Complex> scratch_;
  std::vector<float> tail_;  // by kx^2 + ky^2 + kz^2 in fundamental modes: 1 and the tail's share
  std::vector<float> axis_factor_;   // of wave number: Gaussian over both windows
  std::vector<double> wave_square_;  // k^2, (h/Mpc)^2
  std::vector<float> wave_;          // what the gradient multiplies by; zero at n / 2
  std::vector<Complex> half_cells_;  // what half a cell turns a wave by
};

}  // namespace motley::nbody
