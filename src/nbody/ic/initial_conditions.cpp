#include "nbody/ic/initial_conditions.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/cosmology/growth.h"
#include "nbody/ic/second_order.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {
namespace {

// What the two orders are multiplied with, for displacements or momenta.
struct OrderFactors {
  double first = 0, second = 0;
};

class Displacer {
 public:
  Displacer(const Settings& settings, const Mesh<float>& delta, int num_threads)
      : delta_(delta),
        n_(delta.size()),
        lattice_(static_cast<int>(settings.box.particles)),
        box_size_(settings.box.size),
        num_threads_(num_threads),
        fft_(n_),
        work_(n_) {
    if (settings.initial.order == 2) delta2_.emplace(second_order_modes(delta, num_threads));
  }

  // The displacement along an axis at the lattice, valid until the next call.
  const Mesh<float>& along(int axis, const OrderFactors& factors) {
    core::parallel_for(num_threads_, n_, [&](int64_t begin, int64_t end, int) {
      for (int x = static_cast<int>(begin); x < end; ++x) {
        for (int y = 0; y < n_; ++y) set_row(axis, factors, x, y);
      }
    });
    fft_.inverse(work_, num_threads_);
    return work_;
  }

 private:
  // psi1 is i k/k^2 delta, psi2 -i k/k^2 delta2; the lattice is half a step from the mesh points.
  void set_row(int axis, const OrderFactors& factors, int x, int y) {
    const int k[2] = {wave_number(x, n_), wave_number(y, n_)};
    for (int z = 0; z <= n_ / 2; ++z) {
      const double square = double(k[0]) * k[0] + double(k[1]) * k[1] + double(z) * z;
      std::complex<double> source = factors.first * std::complex<double>(delta_.mode(x, y, z));
      if (delta2_) source -= factors.second * std::complex<double>(delta2_->mode(x, y, z));
      const double along = axis == 2 ? z : k[axis];
      const double size = square > 0 ? along / square * box_size_ / (2 * std::numbers::pi) : 0;
      const double turn = std::numbers::pi * (k[0] + k[1] + z) / lattice_;
      work_.mode(x, y, z) =
          std::complex<float>(std::complex(0., size) * source * std::polar(1., turn));
    }
  }

  const Mesh<float>& delta_;
  std::optional<Mesh<float>> delta2_;
  int n_, lattice_;  // points of the mesh, and of the lattice, along an axis
  double box_size_;
  int num_threads_;
  Fft<float> fft_;
  Mesh<float> work_;
};

Particles lattice(const Settings& settings, PlaneRange planes) {
  const int64_t n = settings.box.particles;
  Particles particles{.box = {.size = settings.box.size},
                      .scale_factor = scale_factor_of(settings.initial.z)};
  particles.mass =
      mean_particle_mass(particles.box, settings.cosmology.background.omega_m, n * n * n);
  resize(particles, (planes.end - planes.begin) * n * n);
  for (int64_t i = 0; i < particles.size(); ++i) {
    particles.id[i] = static_cast<uint64_t>(planes.begin * n * n + i + 1);
  }
  return particles;
}

}  // namespace

PlaneRange planes_of_rank(int64_t num_planes, int rank, int num_ranks) {
  return {num_planes * rank / num_ranks, num_planes * (rank + 1) / num_ranks};
}

Particles displaced_lattice(const Settings& settings, const Mesh<float>& delta, PlaneRange planes,
                            int num_threads) {
  const int64_t n = settings.box.particles;
  MOTLEY_CHECK(delta.size() == lattice_mesh_size(static_cast<int>(n)),
               "modes of {} for a lattice of {}", delta.size(), n);
  const int64_t stride = delta.size() / n;
  const double a = scale_factor_of(settings.initial.z);
  const GrowthFactors growth = Growth(settings.cosmology.background).at(a);
  const double speed = a * a * hubble(settings.cosmology.background, a);
  Displacer displacer(settings, delta, num_threads);
  Particles particles = lattice(settings, planes);
  // Displacements are added as whole steps to the lattice's places, which are exact.
  const double step = 1 / particles.box.unit();
  for (int axis = 0; axis < 3; ++axis) {
    const auto for_particles = [&](const Mesh<float>& values, const auto& f) {
      core::parallel_for(
          num_threads, planes.end - planes.begin, [&](int64_t begin, int64_t end, int) {
            for (int64_t i = begin * n * n; i < end * n * n; ++i) {
              const int64_t place[3] = {planes.begin + i / (n * n), i / n % n, i % n};
              f(i, place[axis],
                values.at(static_cast<int>(place[0] * stride), static_cast<int>(place[1] * stride),
                          static_cast<int>(place[2] * stride)));
            }
          });
    };
    for_particles(
        displacer.along(axis, {growth.d1, growth.d2}), [&](int64_t i, int64_t place, float value) {
          const auto middle = static_cast<int64_t>((double(place) + 0.5) / n * 0x1p32);
          particles.position[axis][i] = static_cast<uint32_t>(middle + std::llrint(value * step));
        });
    for_particles(
        displacer.along(axis, {speed * growth.f1 * growth.d1, speed * growth.f2 * growth.d2}),
        [&](int64_t i, int64_t, float value) { particles.momentum[axis][i] = value; });
  }
  return particles;
}

Particles initial_conditions(const Settings& settings, PlaneRange planes, int num_threads) {
  const LinearSpectrum spectrum(settings.cosmology);
  const auto n = static_cast<int>(settings.box.particles);
  const double fundamental = 2 * std::numbers::pi / settings.box.size;
  spectrum.check_reaches(fundamental, fundamental * std::sqrt(3.) * n / 2);
  const RandomField field{.spectrum = &spectrum,
                          .box_size = settings.box.size,
                          .seed = static_cast<uint64_t>(settings.box.seed),
                          .fixed = settings.initial.fixed,
                          .paired = settings.initial.paired};
  return displaced_lattice(settings, density_modes(field, n, num_threads), planes, num_threads);
}

int64_t initial_conditions_bytes(const Settings& settings, PlaneRange planes) {
  const auto mesh_bytes = [](int64_t size) { return size * size * (size + 2) * 4; };
  const int64_t n = settings.box.particles;
  const int64_t mesh = lattice_mesh_size(static_cast<int>(n));
  const int64_t particles = (planes.end - planes.begin) * n * n * 32;
  if (settings.initial.order == 1) return 2 * mesh_bytes(mesh) + particles;
  const int64_t products =
      2 * mesh_bytes(mesh) + 3 * mesh_bytes(good_mesh_size((3 * mesh + 1) / 2));
  return std::max(products, 3 * mesh_bytes(mesh) + particles);
}

}  // namespace motley::nbody
