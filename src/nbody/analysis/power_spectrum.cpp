#include "nbody/analysis/power_spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {
namespace {

constexpr Window kWindow = Window::kPcs;

using Complex = std::complex<float>;

// Modes of one rank, [x][y][z]: all x, of y and z those of its pencil.
struct Modes {
  std::vector<Complex> values;
  IndexRange y, z;

  std::complex<double> at(int kx, int ky, int kz) const {
    const int64_t row = int64_t{kx} * y.size() + (ky - y.begin);
    return values[row * z.size() + (kz - z.begin)];
  }
};

// The values of each rank's pencil, rank after rank; z runs fastest.
std::vector<int64_t> put_in_pencils(const Mesh<float>& mesh, PencilGrid grid,
                                    std::vector<float>& pencils) {
  const int n = mesh.size(), row = n + 2;
  std::vector<int64_t> counts;
  pencils.reserve(mesh.num_places());
  for (int r = 0; r < grid.rows * grid.columns; ++r) {
    const IndexRange xs = part_of(n, grid.columns, r % grid.columns);
    const IndexRange ys = part_of(n, grid.rows, r / grid.columns);
    for (int x = xs.begin; x < xs.end; ++x) {
      const float* from = mesh.values() + (int64_t{x} * n + ys.begin) * row;
      pencils.insert(pencils.end(), from, from + int64_t{ys.size()} * row);
    }
    counts.push_back(int64_t{xs.size()} * ys.size() * row);
  }
  return counts;
}

// The number of particles at each mesh point, in modes.
Modes modes_of(const Particles& particles, bool half_cell_shift, const SpectrumSettings& settings,
               core::Communicator* comm) {
  const int n = settings.mesh_size;
  Mesh<float> mesh(n);
  deposit(mesh, spans(particles.position), {.window = kWindow, .half_cell_shift = half_cell_shift},
          settings.num_threads);
  if (!comm) {
    Fft<float>(n).forward(mesh, settings.num_threads);
    return {{mesh.modes(), mesh.modes() + mesh.num_places() / 2}, {0, n}, {0, n / 2 + 1}};
  }
  const PencilGrid grid = pencil_grid(comm->num_ranks(), n);
  PencilFft fft(comm, n, grid, settings.num_threads);
  std::vector<float> pencils;
  Modes modes{fft.room_for_values(), fft.mode_y(), fft.mode_z()};
  const std::vector<int64_t> counts = put_in_pencils(mesh, grid, pencils);
  const core::Elements own{core::ElementType::kF32, fft.values(modes.values), fft.num_values()};
  comm->reduce_scatter(core::elements(pencils), own, counts, core::Reduction::kSum).wait();
  fft.forward(modes.values);
  return modes;
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
  PlaneSums(const Modes& first, const Modes& second, int n)
      : first_(first), second_(second), n_(n), factors_(n_), turns_(n_) {
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
    for (int y = first_.y.begin; y < first_.y.end; ++y) {
      const int ky = wave_number(y, n_);
      for (int z = first_.z.begin; z < std::min(first_.z.end, n_ / 2); ++z) {
        const double k = std::sqrt(double(kx) * kx + double(ky) * ky + double(z) * z);
        const auto bin = static_cast<size_t>(k + 0.5);
        if (bin == 0 || bin >= num_bins()) continue;
        const std::complex<double> mean =
            0.5 * (first_.at(x, y, z) + second_.at(x, y, z) * turns_[x] * turns_[y] * turns_[z]);
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
  const Modes &first_, &second_;
  int n_;
  std::vector<double> factors_;
  std::vector<std::complex<double>> turns_;
};

}  // namespace

PowerSpectrum power_spectrum(const Particles& particles, const SpectrumSettings& settings,
                             core::Communicator* comm) {
  const int n = settings.mesh_size;
  const Modes first = modes_of(particles, false, settings, comm);
  const Modes second = modes_of(particles, true, settings, comm);
  const PlaneSums plane_sums(first, second, n);
  std::vector<Sums> planes(n, Sums(0));
  core::parallel_for(settings.num_threads, n, [&](int64_t begin, int64_t end, int) {
    for (int64_t x = begin; x < end; ++x) planes[x] = plane_sums.of(static_cast<int>(x));
  });
  Sums sums(plane_sums.num_bins());
  for (const Sums& plane : planes) sums.add(plane);
  auto count = static_cast<double>(particles.size());
  if (comm) {
    for (auto* values : {&sums.k, &sums.power}) {
      comm->all_reduce(core::elements(*values), core::elements(*values), core::Reduction::kSum)
          .wait();
    }
    comm->all_reduce(core::elements(sums.num_modes), core::elements(sums.num_modes),
                     core::Reduction::kSum)
        .wait();
    count = core::reduced(*comm, count, core::Reduction::kSum);
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
