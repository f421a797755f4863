#include "nbody/ic/initial_conditions.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/cosmology/growth.h"
#include "nbody/ic/second_order.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {
namespace {

// Factors of the two orders, for displacements or momenta.
struct OrderFactors {
  double first = 0, second = 0;
};

// Meshes are slabs of x over the ranks; surplus ranks have none.
class Displacer {
 public:
  Displacer(const Settings& settings, const ModeRows& delta, int num_threads,
            core::Communicator* comm)
      : delta_(delta),
        n_(delta.n),
        lattice_(static_cast<int>(settings.box.particles)),
        box_size_(settings.box.size),
        num_threads_(num_threads),
        fft_(comm, n_, {.rows = 1, .columns = comm ? comm->num_ranks() : 1}, num_threads) {
    if (settings.initial.order == 2) {
      delta2_.emplace(second_order_modes(delta, num_threads, comm));
    }
  }

  // Our planes of the lattice.
  IndexRange planes() const {
    const int stride = n_ / lattice_;
    const IndexRange x = fft_.value_x();
    return {(x.begin + stride - 1) / stride, (x.end + stride - 1) / stride};
  }

  // Computes the displacements along an axis at the mesh points.
  void compute(int axis, const OrderFactors& factors) {
    work_ = fft_.room_for_modes();
    core::parallel_for(num_threads_, n_, [&](int64_t begin, int64_t end, int) {
      for (int x = static_cast<int>(begin); x < end; ++x) {
        for (int64_t row = 0; row < delta_.num_rows(); ++row) set_row(axis, factors, x, row);
      }
    });
    fft_.inverse(work_);
  }
  // The displacement of one of our lattice points.
  float at(const int64_t (&point)[3]) {
    const int64_t stride = n_ / lattice_, x = point[0] * stride - fft_.value_x().begin;
    return fft_.values(work_)[(x * n_ + point[1] * stride) * (n_ + 2) + point[2] * stride];
  }

 private:
  // psi1 is i k/k^2 delta, psi2 -i k/k^2 delta2; the lattice is half a step from the mesh points.
  void set_row(int axis, const OrderFactors& factors, int x, int64_t row) {
    const int k[2] = {wave_number(x, n_), wave_number(delta_.rows[row], n_)};
    for (int z = 0; z <= n_ / 2; ++z) {
      const double square = double(k[0]) * k[0] + double(k[1]) * k[1] + double(z) * z;
      std::complex<double> source = factors.first * std::complex<double>(delta_.at(x, row, z));
      if (delta2_) source -= factors.second * std::complex<double>(delta2_->at(x, row, z));
      const double along = axis == 2 ? z : k[axis];
      const double size = square > 0 ? along / square * box_size_ / (2 * std::numbers::pi) : 0;
      const double phase = std::numbers::pi * (k[0] + k[1] + z) / lattice_;
      work_[delta_.index(x, row) + z] =
          std::complex<float>(std::complex(0., size) * source * std::polar(1., phase));
    }
  }

  const ModeRows& delta_;
  std::optional<ModeRows> delta2_;
  int n_, lattice_;  // points of the mesh, and of the lattice, along an axis
  double box_size_;
  int num_threads_;
  PencilFft fft_;
  std::vector<std::complex<float>> work_;
};

Particles lattice(const Settings& settings, IndexRange planes) {
  const int64_t n = settings.box.particles;
  Particles particles{.box = {.size = settings.box.size},
                      .scale_factor = scale_factor_of(settings.initial.z)};
  particles.mass =
      mean_particle_mass(particles.box, settings.cosmology.background.omega_m, n * n * n);
  resize(particles, planes.size() * n * n);
  for (int64_t i = 0; i < particles.size(); ++i) {
    particles.id[i] = static_cast<uint64_t>(planes.begin * n * n + i + 1);
  }
  return particles;
}

}  // namespace

Particles displaced_lattice(const Settings& settings, const ModeRows& delta, int num_threads,
                            core::Communicator* comm) {
  const int64_t n = settings.box.particles;
  MOTLEY_CHECK(delta.n == lattice_mesh_size(static_cast<int>(n)),
               "modes of a mesh of {} for a lattice of {}", delta.n, n);
  const double a = scale_factor_of(settings.initial.z);
  const GrowthFactors growth = Growth(settings.cosmology.background).at(a);
  const double speed = a * a * hubble(settings.cosmology.background, a);
  Displacer displacer(settings, delta, num_threads, comm);
  const IndexRange planes = displacer.planes();
  Particles particles = lattice(settings, planes);
  // Displacements are added as integer steps to the lattice positions, which are exact.
  const double step = 1 / particles.box.unit();
  for (int axis = 0; axis < 3; ++axis) {
    const auto for_particles = [&](const auto& f) {
      core::parallel_for(num_threads, particles.size(), [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t point[3] = {planes.begin + i / (n * n), i / n % n, i % n};
          f(i, point[axis], displacer.at(point));
        }
      });
    };
    displacer.compute(axis, {growth.d1, growth.d2});
    for_particles([&](int64_t i, int64_t point, float value) {
      const auto middle = static_cast<int64_t>((double(point) + 0.5) / n * 0x1p32);
      particles.position[axis][i] = static_cast<uint32_t>(middle + std::llrint(value * step));
    });
    displacer.compute(axis, {speed * growth.f1 * growth.d1, speed * growth.f2 * growth.d2});
    for_particles([&](int64_t i, int64_t, float value) { particles.momentum[axis][i] = value; });
  }
  return particles;
}

LinearSpectrum checked_spectrum(const Settings& settings) {
  LinearSpectrum spectrum(settings.cosmology);
  const double fundamental = 2 * std::numbers::pi / settings.box.size;
  spectrum.check_range(
      fundamental, fundamental * std::sqrt(3.) * static_cast<double>(settings.box.particles) / 2);
  return spectrum;
}

Particles initial_conditions(const Settings& settings, int num_threads, core::Communicator* comm) {
  const LinearSpectrum spectrum = checked_spectrum(settings);
  const auto n = static_cast<int>(settings.box.particles);
  const RandomField field{.spectrum = &spectrum,
                          .box_size = settings.box.size,
                          .seed = static_cast<uint64_t>(settings.box.seed),
                          .fixed = settings.initial.fixed,
                          .paired = settings.initial.paired};
  return displaced_lattice(settings, density_modes(field, n, num_threads, comm), num_threads, comm);
}

// An array being exchanged exists three times.
int64_t initial_conditions_bytes(const Settings& settings, int num_ranks) {
  const auto mesh_bytes = [&](int64_t size) {
    return (size + num_ranks - 1) / num_ranks * size * (size + 2) * 4;
  };
  const int64_t n = settings.box.particles, exchanged = num_ranks > 1 ? 2 : 0;
  const int64_t mesh = mesh_bytes(lattice_mesh_size(static_cast<int>(n)));
  const int64_t particles = (n + num_ranks - 1) / num_ranks * n * n * 32;
  if (settings.initial.order == 1) return (2 + exchanged) * mesh + particles;
  const int64_t padded =
      mesh_bytes(fft_friendly_size((3 * lattice_mesh_size(static_cast<int>(n)) + 1) / 2));
  return std::max(2 * mesh + (3 + exchanged) * padded, (3 + exchanged) * mesh + particles);
}

}  // namespace motley::nbody
