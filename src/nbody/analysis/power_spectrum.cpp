#include "nbody/analysis/power_spectrum.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/threads.h"
#include "core/comm/communicator.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {
namespace {

constexpr Window kWindow = Window::kPcs;

// The number of particles at each mesh point, in modes.
Mesh<float> modes_of(const Particles& particles, bool half_cell_shift, const Fft<float>& fft,
                     int num_threads, core::Communicator* comm) {
  Mesh<float> mesh(fft.size());
  deposit(mesh, spans(particles.position), {.window = kWindow, .half_cell_shift = half_cell_shift},
          num_threads);
  if (comm) {
    const core::Elements all{core::ElementType::kF32, mesh.values(), mesh.num_places()};
    comm->all_reduce(all, all, core::Reduction::kSum).wait();
  }
  fft.forward(mesh, num_threads);
  return mesh;
}

struct Sums {
  std::vector<double> k, power;
  std::vector<int64_t> num_modes;
  explicit Sums(size_t size) : k(size), power(size), num_modes(size) {}

  void add(const Sums& other) {
    for (size_t i = 0; i < k.size(); ++i) {
      k[i] += other.k[i];
      power[i] += other.power[i];
      num_modes[i] += other.num_modes[i];
    }
  }
};

// Of the modes with one x: summed plane after plane in a fixed order, whatever the threads.
class PlaneSums {
 public:
  PlaneSums(const Mesh<float>& first, const Mesh<float>& second)
      : first_(first), second_(second), n_(first.size()), factors_(n_), turns_(n_) {
    for (int i = 0; i < n_; ++i) {
      const int k = wave_number(i, n_);
      factors_[i] = 1 / window_factor(kWindow, k, n_);
      turns_[i] = std::polar(1., std::numbers::pi * k / n_);  // half a cell
    }
  }

  size_t num_bins() const { return (n_ - 1) / 2 + 1; }  // the first, of k = 0, stays empty

  Sums of(int x) const {
    Sums sums(num_bins());
    const int kx = wave_number(x, n_);
    for (int y = 0; y < n_; ++y) {
      const int ky = wave_number(y, n_);
      for (int z = 0; z < n_ / 2; ++z) {
        const double k = std::sqrt(double(kx) * kx + double(ky) * ky + double(z) * z);
        const auto bin = static_cast<size_t>(k + 0.5);
        if (bin == 0 || bin >= num_bins()) continue;
        const std::complex<double> mean =
            0.5 * (std::complex<double>(first_.mode(x, y, z)) +
                   std::complex<double>(second_.mode(x, y, z)) * turns_[x] * turns_[y] * turns_[z]);
        const double factor = factors_[x] * factors_[y] * factors_[z];
        const int weight = z == 0 ? 1 : 2;  // -k is not stored, but for z = 0
        sums.k[bin] += weight * k;
        sums.power[bin] += weight * std::norm(mean) * factor * factor;
        sums.num_modes[bin] += weight;
      }
    }
    return sums;
  }

 private:
  const Mesh<float>&first_, &second_;
  int n_;
  std::vector<double> factors_;
  std::vector<std::complex<double>> turns_;
};

}  // namespace

PowerSpectrum power_spectrum(const Particles& particles, const SpectrumSettings& settings,
                             core::Communicator* comm) {
  const int n = settings.mesh_size;
  const Fft<float> fft(n);
  const Mesh<float> first = modes_of(particles, false, fft, settings.num_threads, comm);
  const Mesh<float> second = modes_of(particles, true, fft, settings.num_threads, comm);
  const PlaneSums plane_sums(first, second);
  std::vector<Sums> planes(n, Sums(0));
  core::parallel_for(settings.num_threads, n, [&](int64_t begin, int64_t end, int) {
    for (int64_t x = begin; x < end; ++x) planes[x] = plane_sums.of(static_cast<int>(x));
  });
  Sums sums(plane_sums.num_bins());
  for (const Sums& plane : planes) sums.add(plane);

  double count = static_cast<double>(particles.size());
  if (comm) {
    std::vector<double> counts = {count};
    comm->all_reduce(core::elements(counts), core::elements(counts), core::Reduction::kSum).wait();
    count = counts[0];
  }
  const double volume = particles.box.volume();
  PowerSpectrum spectrum{.shot_noise = volume / count};
  for (size_t bin = 1; bin < plane_sums.num_bins(); ++bin) {
    const auto modes = static_cast<double>(sums.num_modes[bin]);
    spectrum.bins.push_back({sums.k[bin] / modes * 2 * std::numbers::pi / particles.box.size,
                             sums.power[bin] / modes * volume / (count * count),
                             sums.num_modes[bin]});
  }
  return spectrum;
}

std::string print_spectrum(const PowerSpectrum& spectrum, const Particles& particles) {
  std::string text = fmt::format(
      "# Power spectrum at z = {:.6g}, box {:g} Mpc/h. The window is divided out; shot noise is "
      "not "
      "taken off.\n# k [h/Mpc]    P [(Mpc/h)^3]  modes  shot noise [(Mpc/h)^3]\n",
      1 / particles.scale_factor - 1, particles.box.size);
  for (const SpectrumBin& bin : spectrum.bins) {
    text += fmt::format("{:<14.7e} {:<14.7e} {:<6} {:.7e}\n", bin.k, bin.power, bin.num_modes,
                        spectrum.shot_noise);
  }
  return text;
}

}  // namespace motley::nbody
