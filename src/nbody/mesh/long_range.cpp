#include "nbody/mesh/long_range.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

using Complex = std::complex<float>;

// exp(i pi k / n): the phase of half a cell for wave number k.
Complex half_cell(int k, int n) {
  const double angle = std::numbers::pi * k / n;
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

// The gradient factor divided by i, times the size of the Box: 2 pi k, or the transform of the
// differences (2/3) [f(+1) - f(-1)] - (1/12) [f(+2) - f(-2)] over a cell.
double gradient_factor(MeshGradient gradient, int k, int n) {
  if (2 * k == n) return 0;
  const double turn = 2 * std::numbers::pi * k / n;
  if (gradient == MeshGradient::kSpectral) return n * turn;
  return n * (4.0 / 3 * std::sin(turn) - 1.0 / 6 * std::sin(2 * turn));
}

// std::complex's own product checks for infinities.
inline Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
inline Complex times_i(Complex a, float k) { return {-a.imag() * k, a.real() * k}; }

}  // namespace

std::optional<LongRangeSettings> mesh_mode(std::string_view name, int size,
                                           double cells_per_separation) {
  if (name == "default") {
    return LongRangeSettings{.size = size, .split = cells_per_separation < 2 ? 1.25 : 1.0};
  }
  if (name == "gadget2") {
    return LongRangeSettings{.size = size,
                             .window = Window::kCic,
                             .gradient = MeshGradient::kFourPoint,
                             .split = 1.25,
                             .cutoff = 4.5,
                             .carries_tail = false};
  }
  if (name == "accurate") {
    return LongRangeSettings{.size = size, .interlaced = true, .split = 1.25, .cutoff = 6.5};
  }
  return std::nullopt;
}

LongRange::LongRange(const LongRangeSettings& settings, const Box& box, core::Communicator* comm,
                     std::span<const double> shares)
    : settings_(settings), box_(box), fft_(settings.size) {
  const int n = settings.size;
  if (comm && comm->num_ranks() > 1) {
    comm_ = comm;
    slabs_.emplace(*comm, n, deposit_settings(0), settings.interlaced, shares);
    choose_pencils(shares);
  }
  make_meshes();
  const double r_s = split_length();
  for (int i = 0; i < n; ++i) {
    const int k = wave_number(i, n);
    const double wave = 2 * std::numbers::pi * k / box.size;
    const double window = window_factor(settings.window, k, n);
    wave_square_.push_back(wave * wave);
    half_cells_.push_back(half_cell(k, n));
    wave_.push_back(static_cast<float>(gradient_factor(settings.gradient, k, n) / box.size));
    // The two half-shifted meshes differ in sign at n / 2: these modes are dropped.
    const bool dropped = settings.interlaced && 2 * k == n;
    axis_factor_.push_back(
        dropped ? 0.0f
                : static_cast<float>(std::exp(-wave * wave * r_s * r_s) / (window * window)));
  }
  make_tail();
}

// Pencils are equal in size, so they are used only for nearly equal ranks.
void LongRange::choose_pencils(std::span<const double> shares) {
  constexpr double kNearlyEqual = 1.25;
  const int n = settings_.size, reach = slabs_->reach();
  in_pencils_ =
      Pencils::serve_more(comm_->num_ranks(), n, reach) &&
      (shares.empty() || std::ranges::max(shares) < kNearlyEqual * std::ranges::min(shares));
  if (in_pencils_ && !pencils_) pencils_.emplace(*comm_, n, deposit_settings(0), reach);
}

void LongRange::make_meshes() {
  const int n = settings_.size;
  const size_t num_meshes = settings_.interlaced ? 2 : 1;
  if (in_pencils_) {
    const int reach = pencils_->has_part() ? pencils_->reach() : 0;
    for (size_t i = 0; i < num_meshes; ++i) {
      work_.emplace_back(n, pencils_->planes(), pencils_->rows(), reach, reach);
    }
    return;
  }
  const IndexRange planes = slabs_ ? slabs_->own() : IndexRange{0, n};
  const int num_ghosts = is_in_slabs() ? slabs_->reach() : 0;
  for (size_t i = 0; i < num_meshes; ++i) {
    work_.emplace_back(n, planes, num_ghosts);
    potential_.emplace_back(n, planes, num_ghosts);
  }
  if (is_in_slabs()) {
    for (size_t i = 0; i < num_meshes; ++i) {
      transposed_.emplace_back(slabs_->num_transposed());
      transposed_x_.emplace_back(slabs_->num_transposed());
    }
    scratch_ = LargeArray<Complex>(slabs_->num_transposed());
  }
}

void LongRange::set_shares(std::span<const double> shares) {
  MOTLEY_CHECK(slabs_, "mesh shares on one rank");
  work_.clear();
  potential_.clear();
  transposed_.clear();
  transposed_x_.clear();
  scratch_ = {};
  modes_.clear();
  slabs_->set_shares(shares);
  choose_pencils(shares);
  make_meshes();
}

double LongRange::exchange_seconds() const {
  return (slabs_ ? slabs_->exchange_seconds() : 0) + (pencils_ ? pencils_->exchange_seconds() : 0);
}

std::vector<double> LongRange::shares() const {
  if (in_pencils_) return pencils_->shares();
  return slabs_ ? slabs_->shares() : std::vector<double>();
}

MeshParticles LongRange::send(const PositionSpans& position,
                              const std::function<void()>& released) {
  return in_pencils_ ? pencils_->send(position, released) : slabs_->send(position, released);
}

void LongRange::return_values(const MeshParticles& particles, std::vector<float>& values,
                              std::span<float> sent) {
  if (in_pencils_) {
    pencils_->return_values(particles, values, sent);
  } else {
    slabs_->return_values(particles, values, sent);
  }
}

// The force g(r) / r^2 beyond the cut-off has the potential -4 pi / k^2 t(k),
//   t(k) = -integral from r_cut of g(r) d/dr [sin(kr) / (kr)] dr
// (a force f has the density (r^2 f)' / (4 pi r^2), transformed by parts). It oscillates at waves
// that the mesh does not resolve well; multiplied by the Gaussian it is accurate where it matters,
// at waves longer than the cut-off. Lengths are in r_s.
void LongRange::make_tail() {
  const int n = settings_.size, reach = n / 2;
  tail_.assign(3 * int64_t{reach} * reach + 1, 1.0f);
  if (!settings_.carries_tail) return;
  constexpr int kPoints = 200;
  constexpr double kReach = 6;
  std::vector<double> radius, weight;  // Simpson's rule
  for (int i = 0; i <= kPoints; ++i) {
    const double r = settings_.cutoff + kReach * i / kPoints, u = r / 2;
    const double g = std::erfc(u) + 2 / std::sqrt(std::numbers::pi) * u * std::exp(-u * u);
    radius.push_back(r);
    weight.push_back(g * kReach / kPoints / 3 * (i == 0 || i == kPoints ? 1 : i % 2 == 1 ? 4 : 2));
  }
  // Linear interpolation, with a step in k small enough for 1e-4 of t.
  constexpr double kStep = 0.01;
  const double unit = 2 * std::numbers::pi * settings_.split / n;  // r_s times the fundamental mode
  std::vector<double> table = {0};
  for (int i = 1; i * kStep < unit * reach * 1.8 + 2 * kStep; ++i) {
    const double k = i * kStep;
    double sum = 0;
    for (int j = 0; j <= kPoints; ++j) {
      const double r = radius[j];
      sum -= weight[j] * (std::cos(k * r) / r - std::sin(k * r) / (k * r * r));
    }
    table.push_back(sum);
  }
  for (size_t m = 0; m < tail_.size(); ++m) {
    const double step = unit * std::sqrt(static_cast<double>(m)) / kStep;
    const auto i = static_cast<size_t>(step);
    const double part = step - static_cast<double>(i);
    tail_[m] = static_cast<float>(1 + (1 - part) * table[i] + part * table[i + 1]);
  }
}

double LongRange::split_length() const { return settings_.split * box_.size / settings_.size; }
double LongRange::cutoff_length() const { return settings_.cutoff * split_length(); }

int64_t LongRange::memory_bytes(const LongRangeSettings& settings, double share) {
  const int64_t n = settings.size, meshes = settings.interlaced ? 4 : 2;
  const int64_t plane = n * (n + 2) * static_cast<int64_t>(sizeof(float));
  if (share == 1) return meshes * n * plane;
  const auto planes = static_cast<int64_t>(std::ceil(share * static_cast<double>(n)));
  const int64_t transposed = planes * (n - planes) / n;
  return (meshes * (planes + window_order(settings.window)) + (meshes + 1) * transposed) * plane;
}

// From the transformed planes of the density in work_: the potential in potential_, as points of x
// and modes of y and z, and its derivative along x in work_.
void LongRange::make_potential(double mass, int num_threads) {
  ColumnsOfMeshes density, potential, along_x;
  if (in_pencils_) return solve_modes(mass);
  if (!is_in_slabs()) {
    if (work_[0].planes().size() == 0) return;  // another rank owns the mesh
    for (size_t i = 0; i < work_.size(); ++i) {
      along_x.push_back(Fft<float>::columns_of(work_[i]));
      potential.push_back(Fft<float>::columns_of(potential_[i]));
    }
    solve_columns(along_x, potential, along_x, mass, num_threads);
    return;
  }
  for (size_t i = 0; i < work_.size(); ++i) {
    slabs_->transpose(work_[i], scratch_.data(), transposed_[i].data());
    density.push_back(slabs_->columns(work_[i], transposed_[i].data()));
    potential.push_back(slabs_->columns(potential_[i], transposed_[i].data()));
    along_x.push_back(slabs_->columns(work_[i], transposed_x_[i].data()));
  }
  solve_columns(density, potential, along_x, mass, num_threads);
  for (size_t i = 0; i < work_.size(); ++i) {
    slabs_->transpose_back(transposed_[i].data(), scratch_.data(), potential_[i]);
    slabs_->transpose_back(transposed_x_[i].data(), scratch_.data(), work_[i]);
  }
}

double LongRange::factor_of(double mass) const {
  const double n = settings_.size, cell = box_.size / n;
  return -4 * std::numbers::pi * kGravity * mass / (cell * cell * cell) / (n * n * n);
}

// One column of all x: turns modes of the density (and of the second mesh if interlaced) into modes
// of the potential.
void LongRange::solve_column(double factor, int y, int z, Complex* phi, Complex* other) const {
  const int n = settings_.size;
  const double yz_square = wave_square_[y] + wave_square_[z];
  const int yz_modes = wave_number(y, n) * wave_number(y, n) + z * z;
  const float yz_factor = axis_factor_[y] * axis_factor_[z];
  const Complex yz_shift = product(half_cells_[y], half_cells_[z]);
  for (int x = 0; x < n; ++x) {
    const double square = yz_square + wave_square_[x];
    const int k = wave_number(x, n);
    const float green = square > 0 ? static_cast<float>(factor / square) * yz_factor *
                                         axis_factor_[x] * tail_[yz_modes + k * k]
                                   : 0.0f;
    if (settings_.interlaced) {
      const Complex turn = product(yz_shift, half_cells_[x]);
      phi[x] = 0.5f * green * (phi[x] + product(other[x], turn));
      other[x] = product(phi[x], std::conj(turn));
    } else {
      phi[x] *= green;
    }
  }
}

// The same for all modes of our pencil.
void LongRange::solve_modes(double mass) {
  const int n = settings_.size;
  const double factor = factor_of(mass);
  const IndexRange y = pencils_->mode_y(), z = pencils_->mode_z();
  const int64_t stride = int64_t{y.size()} * z.size();
  std::vector<std::vector<Complex>> columns(2, std::vector<Complex>(n));
  for (int64_t i = 0; i < stride; ++i) {
    const auto each = [&](const auto& f) {
      for (size_t m = 0; m < modes_.size(); ++m) {
        for (int x = 0; x < n; ++x) f(modes_[m][x * stride + i], columns[m][x]);
      }
    };
    each([](const Complex& mode, Complex& element) { element = mode; });
    solve_column(factor, y.begin + static_cast<int>(i / z.size()),
                 z.begin + static_cast<int>(i % z.size()), columns[0].data(), columns[1].data());
    each([](Complex& mode, const Complex& element) { mode = element; });
  }
}

// In pencils: sets work_ to the values of the potential, or of its derivative along an axis. The x
// derivative comes first; the potential is then transformed to points of x for the other axes.
void LongRange::values_from_modes(std::optional<int> axis, int num_threads) {
  const int n = settings_.size;
  const IndexRange x = pencils_->planes(), y = pencils_->mode_y(), z = pencils_->mode_z();
  // Modes of [x][row][z] times i k; `wave_of` gives k for indices of x and row and a mode z.
  const auto derivative = [](const std::vector<Complex>& modes, int num_x, int rows, IndexRange z,
                             const auto& wave_of) {
    std::vector<Complex> result(modes.size());
    size_t i = 0;
    for (int ix = 0; ix < num_x; ++ix) {
      for (int row = 0; row < rows; ++row) {
        for (int iz = z.begin; iz < z.end; ++iz, ++i) {
          result[i] = times_i(modes[i], wave_of(ix, row, iz));
        }
      }
    }
    return result;
  };
  for (size_t i = 0; i < work_.size(); ++i) {
    std::vector<Complex>& phi = modes_[i];
    std::vector<Complex> derived;
    if (axis && *axis > 0) {
      derived = derivative(phi, x.size(), n, z,
                           [&](int, int row, int iz) { return wave_[*axis == 1 ? row : iz]; });
    } else {
      if (axis) {
        derived = derivative(phi, pencils_->has_part() ? n : 0, y.size(), z,
                             [&](int ix, int, int) { return wave_[ix]; });
        pencils_->inverse_x(derived, num_threads);
      }
      pencils_->inverse_x(phi, num_threads);
      if (!axis) derived = phi;
    }
    pencils_->inverse_planes(std::move(derived), work_[i], num_threads);
  }
}

// Turns density modes along x into potential modes, and transforms the potential and its derivative
// along x back to points of x.
void LongRange::solve_columns(const ColumnsOfMeshes& density, const ColumnsOfMeshes& potential,
                              const ColumnsOfMeshes& along_x_of, double mass, int num_threads) {
  const int n = settings_.size;
  const double factor = factor_of(mass);
  const bool interlaced = settings_.interlaced;
  std::vector<std::vector<Complex>> buffers(num_threads,
                                            std::vector<Complex>(4 * fft_.column_elements()));
  fft_.for_columns(num_threads, density[0].rows, [&](int y, int z, int count, int thread) {
    Complex* phi = buffers[thread].data();
    Complex* other = phi + fft_.column_elements();
    Complex *from = other + fft_.column_elements(), *to = from + fft_.column_elements();
    fft_.load_columns(density[0], y, z, count, from);
    fft_.forward_columns(from, phi);
    if (interlaced) {
      fft_.load_columns(density[1], y, z, count, from);
      fft_.forward_columns(from, other);
    }
    for (int j = 0; j < count; ++j) {
      solve_column(factor, y, z + j, phi + int64_t{j} * n, other + int64_t{j} * n);
    }
    const auto finish = [&](const Complex* modes, int mesh) {
      for (int j = 0; j < count; ++j) {
        for (int x = 0; x < n; ++x) {
          const int64_t i = int64_t{j} * n + x;
          from[i] = times_i(modes[i], wave_[x]);
        }
      }
      fft_.inverse_columns(from, to);
      fft_.store_columns(along_x_of[mesh], y, z, count, to);
      fft_.inverse_columns(modes, to);
      fft_.store_columns(potential[mesh], y, z, count, to);
    };
    finish(phi, 0);
    if (interlaced) finish(other, 1);
  });
}

// to = i k from, along y or z, for meshes with points of x and modes of y and z. May be in place.
void LongRange::differentiate(int axis, Mesh<float>& from, Mesh<float>& to, int num_threads) const {
  const int n = settings_.size;
  const int64_t rows = int64_t{from.planes().size()} * n;
  core::parallel_for(num_threads, rows, [&](int64_t begin, int64_t end, int) {
    for (int64_t row = begin; row < end; ++row) {
      const Complex* in = from.modes() + row * (n / 2 + 1);
      Complex* out = to.modes() + row * (n / 2 + 1);
      const float wave_y = wave_[row % n];
      for (int z = 0; z <= n / 2; ++z) out[z] = times_i(in[z], axis == 1 ? wave_y : wave_[z]);
    }
  });
}

DepositSettings LongRange::deposit_settings(size_t mesh) const {
  return {.window = settings_.window, .half_cell_shift = mesh == 1};
}

// Deposits the density, as points of x and modes of y and z; in pencils, as modes.
void LongRange::deposit_planes(const PositionSpans& position, int num_threads) {
  modes_.clear();
  for (size_t i = 0; i < work_.size(); ++i) {
    deposit(work_[i], position, deposit_settings(i), num_threads);
    if (in_pencils_) {
      modes_.push_back(pencils_->forward(work_[i], num_threads));
    } else {
      fft_.forward_planes(work_[i], num_threads);
    }
  }
}

// Transforms back to values (pencils already hold values) and interpolates: values[i] += weight *
// field.
void LongRange::interpolate_all(std::vector<Mesh<float>>& meshes, const PositionSpans& position,
                                float weight, std::span<float> values, int num_threads) {
  for (size_t i = 0; i < meshes.size(); ++i) {
    if (in_pencils_) {
      pencils_->fill_ghosts(meshes[i]);
    } else {
      fft_.inverse_planes(meshes[i], num_threads);
      if (is_in_slabs()) slabs_->fill_ghosts(meshes[i]);
    }
    interpolate(meshes[i], position, deposit_settings(i), weight, values, num_threads);
  }
}

void LongRange::accelerate(const PositionSpans& position, double mass,
                           AccelerationArrays& acceleration, int num_threads, const Hooks& hooks) {
  const float weight = -1.0f / static_cast<float>(work_.size());
  const auto count = static_cast<int64_t>(position[0].size());
  MeshParticles local;
  if (slabs_) local = send(position, hooks.positions_released);
  const PositionSpans at = slabs_ ? spans(local.position) : position;
  deposit_planes(at, num_threads);
  make_potential(mass, num_threads);
  std::vector<float> values;
  for (int axis = 0; axis < 3; ++axis) {
    if (in_pencils_) {
      values_from_modes(axis, num_threads);
    } else if (axis > 0) {
      for (size_t i = 0; i < work_.size(); ++i) {
        differentiate(axis, potential_[i], work_[i], num_threads);
      }
    }
    std::vector<float>& out = slabs_ ? values : acceleration[axis];
    out.assign(at[0].size(), 0.0f);
    interpolate_all(work_, at, weight, out, num_threads);
    if (slabs_) {
      acceleration[axis].resize(count);
      return_values(local, values, acceleration[axis]);
    }
    if (axis == 2 && !slabs_ && hooks.positions_released) hooks.positions_released();
    if (hooks.axis_done) hooks.axis_done(axis);
  }
}

void LongRange::potential(const PositionSpans& position, double mass, std::span<float> potential,
                          int num_threads) {
  const float weight = 1.0f / static_cast<float>(work_.size());
  MeshParticles local;
  if (slabs_) local = send(position, {});
  const PositionSpans at = slabs_ ? spans(local.position) : position;
  deposit_planes(at, num_threads);
  make_potential(mass, num_threads);
  if (in_pencils_) values_from_modes({}, num_threads);
  if (slabs_) {
    std::vector<float> values(at[0].size());
    interpolate_all(in_pencils_ ? work_ : potential_, at, weight, values, num_threads);
    return_values(local, values, potential);
  } else {
    std::ranges::fill(potential, 0.0f);
    interpolate_all(potential_, at, weight, potential, num_threads);
  }
}

}  // namespace motley::nbody
