#include "nbody/mesh/fft.h"

#include <fftw3.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include "core/base/error.h"
#include "core/base/threads.h"

namespace motley::nbody {
namespace {

// Uniform names for the float and double libraries of FFTW.
template <class Real>
struct Library;

template <>
struct Library<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto plan_row_forward = fftwf_plan_dft_r2c_1d;
  static constexpr auto plan_row_inverse = fftwf_plan_dft_c2r_1d;
  static constexpr auto plan_columns = fftwf_plan_many_dft;
  static constexpr auto run_forward = fftwf_execute_dft_r2c;
  static constexpr auto run_inverse = fftwf_execute_dft_c2r;
  static constexpr auto run_columns = fftwf_execute_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};

template <>
struct Library<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto plan_row_forward = fftw_plan_dft_r2c_1d;
  static constexpr auto plan_row_inverse = fftw_plan_dft_c2r_1d;
  static constexpr auto plan_columns = fftw_plan_many_dft;
  static constexpr auto run_forward = fftw_execute_dft_r2c;
  static constexpr auto run_inverse = fftw_execute_dft_c2r;
  static constexpr auto run_columns = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

// The FFTW planner is not thread-safe.
std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

template <class Real>
auto fftw(std::complex<Real>* p) {
  return reinterpret_cast<typename Library<Real>::Complex*>(p);
}

}  // namespace

int fft_friendly_size(int64_t n) {
  for (int64_t size = n + n % 2;; size += 2) {
    int64_t rest = size;
    for (int factor : {2, 3, 5}) {
      while (rest > 0 && rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return static_cast<int>(size);
  }
}

template <class Real>
struct Fft<Real>::Plans {
  using Plan = typename Library<Real>::Plan;
  Plan columns_forward, columns_inverse, row_forward, row_inverse;
  std::array<Plan, 4> all() const {
    return {columns_forward, columns_inverse, row_forward, row_inverse};
  }
};

template <class Real>
Fft<Real>::Fft(int n) : n_(n), plans_(std::make_unique<Plans>()) {
  MOTLEY_CHECK(n >= 2 && n % 2 == 0, "mesh with {} points per axis", n);
  using L = Library<Real>;
  // With FFTW_ESTIMATE nothing is executed: these buffers only tell the planner where lines lie and
  // that they are 16-byte aligned. Without known alignment FFTW skips its vector code and takes
  // twice as long.
  std::vector<Complex> row(row_elements()), from(column_elements()), to(column_elements());
  auto* modes = fftw(row.data());
  auto* values = reinterpret_cast<Real*>(row.data() + row_distance());
  constexpr unsigned kFlags = FFTW_ESTIMATE;
  const std::lock_guard lock(planner_mutex());
  plans_->columns_forward = L::plan_columns(1, &n, kBatch, fftw(from.data()), nullptr, 1, n,
                                            fftw(to.data()), nullptr, 1, n, FFTW_FORWARD, kFlags);
  plans_->columns_inverse = L::plan_columns(1, &n, kBatch, fftw(from.data()), nullptr, 1, n,
                                            fftw(to.data()), nullptr, 1, n, FFTW_BACKWARD, kFlags);
  plans_->row_forward = L::plan_row_forward(n, values, modes, kFlags);
  plans_->row_inverse = L::plan_row_inverse(n, modes, values, kFlags);
  for (auto plan : plans_->all()) MOTLEY_CHECK(plan, "FFTW has no plan for {}", n);
}

template <class Real>
Fft<Real>::~Fft() {
  const std::lock_guard lock(planner_mutex());
  for (auto plan : plans_->all()) Library<Real>::destroy(plan);
}

// Calls f(plane, rows, values, from, to) for all planes: the plane, and buffers for its rows of
// modes, the values of one row, and columns.
template <class Real>
template <class F>
void Fft<Real>::for_planes(Mesh<Real>& mesh, int num_threads, const F& f) const {
  core::parallel_for(num_threads, mesh.planes().size(), [&](int64_t begin, int64_t end, int) {
    if (begin == end) return;
    std::vector<Complex> buffer(plane_elements());
    Complex* values = buffer.data() + row_distance() * n_;
    Complex* from = values + row_distance();
    for (int64_t x = begin; x < end; ++x) {
      f(mesh.values() + x * mesh.plane_stride(), buffer.data(), reinterpret_cast<Real*>(values),
        from, from + column_elements());
    }
  });
}

template <class Real>
void Fft<Real>::forward_planes(Mesh<Real>& mesh, int num_threads) const {
  const int64_t half = n_ / 2 + 1, distance = row_distance();
  for_planes(mesh, num_threads,
             [&](Real* plane, Complex* rows, Real* values, Complex* from, Complex* to) {
               for (int64_t y = 0; y < n_; ++y) {
                 std::copy_n(plane + y * 2 * half, n_, values);
                 Library<Real>::run_forward(plans_->row_forward, values, fftw(rows + y * distance));
               }
               auto* modes = reinterpret_cast<Complex*>(plane);
               for (int64_t z = 0; z < half; z += kBatch) {
                 const int count = std::min<int>(kBatch, static_cast<int>(half - z));
                 load_lines(rows + z, distance, count, from);
                 forward_columns(from, to);
                 store_lines(to, modes + z, half, count);
               }
             });
}

template <class Real>
void Fft<Real>::inverse_planes(Mesh<Real>& mesh, int num_threads) const {
  const int64_t half = n_ / 2 + 1, distance = row_distance();
  for_planes(mesh, num_threads,
             [&](Real* plane, Complex* rows, Real* values, Complex* from, Complex* to) {
               auto* modes = reinterpret_cast<Complex*>(plane);
               for (int64_t z = 0; z < half; z += kBatch) {
                 const int count = std::min<int>(kBatch, static_cast<int>(half - z));
                 load_lines(modes + z, half, count, from);
                 inverse_columns(from, to);
                 store_lines(to, rows + z, distance, count);
               }
               for (int64_t y = 0; y < n_; ++y) {
                 Library<Real>::run_inverse(plans_->row_inverse, fftw(rows + y * distance), values);
                 std::copy_n(values, n_, plane + y * 2 * half);
               }
             });
}

template <class Real>
typename Fft<Real>::Columns Fft<Real>::columns_of(Mesh<Real>& mesh) {
  Columns columns{.planes = {}, .rows = {0, mesh.size()}};
  for (int x = 0; x < mesh.size(); ++x) columns.planes.push_back(&mesh.mode(x, 0, 0));
  return columns;
}

template <class Real>
void Fft<Real>::for_columns(int num_threads, IndexRange rows,
                            const std::function<void(int, int, int, int)>& f) const {
  core::parallel_for(num_threads, rows.size(), [&](int64_t begin, int64_t end, int thread) {
    for (int y = static_cast<int>(begin); y < end; ++y) {
      for (int z = 0; z <= n_ / 2; z += kBatch) {
        f(rows.begin + y, z, std::min(kBatch, n_ / 2 + 1 - z), thread);
      }
    }
  });
}

template <class Real>
void Fft<Real>::load_columns(const Columns& from, int y, int z, int count, Complex* columns) const {
  const int64_t offset = int64_t{y - from.rows.begin} * (n_ / 2 + 1) + z;
  for (int x = 0; x < n_; ++x) {
    const Complex* modes = from.planes[x] + offset;
    for (int j = 0; j < count; ++j) columns[int64_t{j} * n_ + x] = modes[j];
  }
}

template <class Real>
void Fft<Real>::store_columns(const Columns& to, int y, int z, int count,
                              const Complex* columns) const {
  const int64_t offset = int64_t{y - to.rows.begin} * (n_ / 2 + 1) + z;
  for (int x = 0; x < n_; ++x) {
    Complex* modes = to.planes[x] + offset;
    for (int j = 0; j < count; ++j) modes[j] = columns[int64_t{j} * n_ + x];
  }
}

template <class Real>
void Fft<Real>::load_lines(const Complex* from, int64_t distance, int count,
                           Complex* columns) const {
  for (int64_t i = 0; i < n_; ++i) {
    for (int64_t j = 0; j < count; ++j) columns[j * n_ + i] = from[i * distance + j];
  }
}

template <class Real>
void Fft<Real>::store_lines(const Complex* columns, Complex* to, int64_t distance,
                            int count) const {
  for (int64_t i = 0; i < n_; ++i) {
    for (int64_t j = 0; j < count; ++j) to[i * distance + j] = columns[j * n_ + i];
  }
}

template <class Real>
void Fft<Real>::forward_columns(const Complex* from, Complex* to) const {
  Library<Real>::run_columns(plans_->columns_forward, fftw(const_cast<Complex*>(from)), fftw(to));
}

template <class Real>
void Fft<Real>::inverse_columns(const Complex* from, Complex* to) const {
  Library<Real>::run_columns(plans_->columns_inverse, fftw(const_cast<Complex*>(from)), fftw(to));
}

template <class Real>
void Fft<Real>::forward_row(Real* row, Complex* buffer) const {
  auto* values = reinterpret_cast<Real*>(buffer + row_distance());
  std::copy_n(row, n_, values);
  Library<Real>::run_forward(plans_->row_forward, values, fftw(buffer));
  std::copy_n(buffer, n_ / 2 + 1, reinterpret_cast<Complex*>(row));
}

template <class Real>
void Fft<Real>::inverse_row(Real* row, Complex* buffer) const {
  auto* values = reinterpret_cast<Real*>(buffer + row_distance());
  std::copy_n(reinterpret_cast<const Complex*>(row), n_ / 2 + 1, buffer);
  Library<Real>::run_inverse(plans_->row_inverse, fftw(buffer), values);
  std::copy_n(values, n_, row);
}

template <class Real>
void Fft<Real>::forward(Mesh<Real>& mesh, int num_threads) const {
  forward_planes(mesh, num_threads);
  std::vector<std::vector<Complex>> buffers(num_threads,
                                            std::vector<Complex>(2 * column_elements()));
  const Columns all = columns_of(mesh);
  for_columns(num_threads, all.rows, [&](int y, int z, int count, int thread) {
    Complex *from = buffers[thread].data(), *to = from + column_elements();
    load_columns(all, y, z, count, from);
    forward_columns(from, to);
    store_columns(all, y, z, count, to);
  });
}

template <class Real>
void Fft<Real>::inverse(Mesh<Real>& mesh, int num_threads) const {
  std::vector<std::vector<Complex>> buffers(num_threads,
                                            std::vector<Complex>(2 * column_elements()));
  const Columns all = columns_of(mesh);
  for_columns(num_threads, all.rows, [&](int y, int z, int count, int thread) {
    Complex *from = buffers[thread].data(), *to = from + column_elements();
    load_columns(all, y, z, count, from);
    inverse_columns(from, to);
    store_columns(all, y, z, count, to);
  });
  inverse_planes(mesh, num_threads);
}

template class Fft<float>;
template class Fft<double>;

}  // namespace motley::nbody
