#include "nbody/analysis/power_spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/mesh.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {
namespace {

constexpr Window kWindow = Window::kPcs;

using Complex = std::complex<float>;

// Modes of one rank, [x][y][z]: all x, and y and z of its pencil.
struct Modes {
  std::vector<Complex> values;
  IndexRange y, z;

  std::complex<double> at(int kx, int ky, int kz) const {
    const int64_t row = int64_t{kx} * y.size() + (ky - y.begin);
    return values[row * z.size() + (kz - z.begin)];
  }
};

// Receives the positions from all ranks that touch the planes of our column of pencils, in the
// order of ranks, and in their order within a rank.
std::array<std::vector<uint32_t>, 3> positions_for_planes(const Particles& particles, int n,
                                                          const DepositSettings& window,
                                                          PencilGrid grid,
                                                          core::Communicator& comm) {
  const int order = window_order(window.window);
  std::vector<int> column_of;  // of each plane
  for (int c = 0; c < grid.columns; ++c) column_of.resize(part_of(n, grid.columns, c).end, c);
  struct Point {
    uint32_t x[3];
  };
  std::vector<std::vector<Point>> to(grid.columns);
  for (int64_t i = 0; i < particles.size(); ++i) {
    const auto& x = particles.position;
    const int first = first_plane(x[0][i], n, window);
    // Planes of one column are contiguous, but may wrap around the Box.
    int seen[kMaxWindowOrder];
    for (int k = 0; k < order; ++k) {
      const int c = seen[k] = column_of[(first + k) % n];
      if (std::find(seen, seen + k, c) != seen + k) continue;
      to[c].push_back({{x[0][i], x[1][i], x[2][i]}});
    }
  }
  std::vector<Point> points;
  std::vector<int64_t> num_sent;
  for (int r = 0; r < comm.num_ranks(); ++r) {
    const std::vector<Point>& part = to[r % grid.columns];
    points.insert(points.end(), part.begin(), part.end());
    num_sent.push_back(std::ssize(part));
  }
  core::exchange(comm, points, num_sent, core::exchanged_counts(comm, num_sent));
  std::array<std::vector<uint32_t>, 3> position;
  for (int axis = 0; axis < 3; ++axis) {
    position[axis].reserve(points.size());
    for (const Point& point : points) position[axis].push_back(point.x[axis]);
  }
  return position;
}

// Modes of the particle counts on the mesh, with the same bits on any number of ranks. Each rank
// deposits on the planes of its column and keeps its own rows of them.
Modes modes_of(const Particles& particles, bool half_cell_shift, const SpectrumSettings& settings,
               core::Communicator* comm) {
  const int n = settings.mesh_size, ranks = comm ? comm->num_ranks() : 1;
  const DepositSettings window{.window = kWindow, .half_cell_shift = half_cell_shift};
  const PencilGrid grid = pencil_grid(ranks, n);
  PencilFft fft(comm, n, grid, settings.num_threads);
  Modes modes{fft.room_for_values(), fft.mode_y(), fft.mode_z()};
  std::array<std::vector<uint32_t>, 3> received;
  if (ranks > 1) received = positions_for_planes(particles, n, window, grid, *comm);
  if (fft.value_x().size() > 0) {
    Mesh<float> mesh(n, fft.value_x());
    deposit(mesh, ranks > 1 ? spans(received) : spans(particles.position), window,
            settings.num_threads);
    const IndexRange y = fft.value_y();
    const int64_t length = y.size() * mesh.row_stride();
    for (int64_t x = 0; x < fft.value_x().size(); ++x) {
      std::copy_n(mesh.values() + x * mesh.plane_stride() + y.begin * mesh.row_stride(), length,
                  fft.values(modes.values) + x * length);
    }
  }
  fft.forward(modes.values);
  return modes;
}

struct Sums {
  std::vector<double> k, power;
  std::vector<int64_t> num_modes;
  explicit Sums(size_t size) : k(size), power(size), num_modes(size) {}
};

// Sums over the modes of one row of y, which in slabs are on one rank.
class RowSums {
 public:
  RowSums(const Modes& first, const Modes& second, int n)
      : first_(first), second_(second), n_(n), factors_(n_), phases_(n_) {
    for (int i = 0; i < n_; ++i) {
      const int k = wave_number(i, n_);
      factors_[i] = 1 / window_factor(kWindow, k, n_);
      phases_[i] = std::polar(1., std::numbers::pi * k / n_);  // half a cell
    }
  }

  size_t num_bins() const { return (n_ - 1) / 2 + 1; }  // the first, of k = 0, stays empty

  // Adds to the bins that start at `first_bin`.
  void add(int y, Sums& sums, size_t first_bin) const {
    const int ky = wave_number(y, n_);
    for (int x = 0; x < n_; ++x) {
      const int kx = wave_number(x, n_);
      for (int z = first_.z.begin; z < std::min(first_.z.end, n_ / 2); ++z) {
        const double k = std::sqrt(double(kx) * kx + double(ky) * ky + double(z) * z);
        const auto bin = static_cast<size_t>(k + 0.5);
        if (bin == 0 || bin >= num_bins()) continue;
        const std::complex<double> mean =
            0.5 * (first_.at(x, y, z) + second_.at(x, y, z) * phases_[x] * phases_[y] * phases_[z]);
        const double factor = factors_[x] * factors_[y] * factors_[z];
        const int weight = z == 0 ? 1 : 2;  // -k is stored only for z = 0
        sums.k[first_bin + bin] += weight * k;
        sums.power[first_bin + bin] += weight * std::norm(mean) * factor * factor;
        sums.num_modes[first_bin + bin] += weight;
      }
    }
  }

 private:
  const Modes &first_, &second_;
  int n_;
  std::vector<double> factors_;
  std::vector<std::complex<double>> phases_;
};

}  // namespace

int spectrum_mesh(int64_t num_particles, int wanted) {
  const int64_t along_axis = std::llround(std::cbrt(static_cast<double>(num_particles)));
  return fft_friendly_size(wanted > 0 ? wanted : std::max<int64_t>(2 * along_axis, 8));
}

PowerSpectrum power_spectrum(const Particles& particles, const SpectrumSettings& settings,
                             core::Communicator* comm) {
  const int n = settings.mesh_size;
  const Modes first = modes_of(particles, false, settings, comm);
  const Modes second = modes_of(particles, true, settings, comm);
  const RowSums row_sums(first, second, n);
  const size_t num_bins = row_sums.num_bins();
  // Summed row by row, in fixed order: in slabs, the same bits on any number of ranks.
  Sums rows(num_bins * n);
  core::parallel_for(settings.num_threads, first.y.size(), [&](int64_t begin, int64_t end, int) {
    for (int y = first.y.begin + static_cast<int>(begin); y < first.y.begin + end; ++y) {
      row_sums.add(y, rows, y * num_bins);
    }
  });
  auto count = static_cast<double>(particles.size());
  if (comm) {
    for (auto* values : {&rows.k, &rows.power}) {
      comm->all_reduce(core::elements(*values), core::elements(*values), core::Reduction::kSum)
          .wait();
    }
    comm->all_reduce(core::elements(rows.num_modes), core::elements(rows.num_modes),
                     core::Reduction::kSum)
        .wait();
    count = core::reduced(*comm, count, core::Reduction::kSum);
  }
  Sums sums(num_bins);
  for (size_t i = 0; i < rows.k.size(); ++i) {
    sums.k[i % num_bins] += rows.k[i];
    sums.power[i % num_bins] += rows.power[i];
    sums.num_modes[i % num_bins] += rows.num_modes[i];
  }
  const double volume = particles.box.volume();
  PowerSpectrum spectrum{.shot_noise = volume / count};
  for (size_t bin = 1; bin < num_bins; ++bin) {
    const auto modes = static_cast<double>(sums.num_modes[bin]);
    spectrum.bins.push_back({sums.k[bin] / modes * 2 * std::numbers::pi / particles.box.size,
                             sums.power[bin] / modes * volume / (count * count),
                             sums.num_modes[bin]});
  }
  return spectrum;
}

// The modes of both meshes and the mesh being deposited; positions sorted for it; on several ranks
// also the received positions and an exchanged mesh.
int64_t power_spectrum_bytes(int64_t num_particles, int mesh_size, int num_ranks) {
  const int64_t n = mesh_size, planes = (n + num_ranks - 1) / num_ranks;
  const int64_t mesh = planes * n * (n + 2) * int64_t{sizeof(float)};
  const int64_t particles = (num_particles + num_ranks - 1) / num_ranks;
  return (num_ranks > 1 ? 4 : 3) * mesh + particles * (num_ranks > 1 ? 32 : 16);
}

std::string print_spectrum(const PowerSpectrum& spectrum, const Particles& particles) {
  std::string text = fmt::format(
      "# Power spectrum at z = {:.6g}, box {:g} Mpc/h. The mass-assignment window is "
      "deconvolved; shot noise is not subtracted.\n# k [h/Mpc]    P [(Mpc/h)^3]  modes  shot noise "
      "[(Mpc/h)^3]\n",
      1 / particles.scale_factor - 1, particles.box.size);
  for (const SpectrumBin& bin : spectrum.bins) {
    text += fmt::format("{:<14.7e} {:<14.7e} {:<6} {:.7e}\n", bin.k, bin.power, bin.num_modes,
                        spectrum.shot_noise);
  }
  return text;
}

}  // namespace motley::nbody
