#include "nbody/mesh/pencil_fft.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/base/threads.h"

namespace motley::nbody {
namespace {

using Complex = std::complex<float>;

core::Elements floats(std::vector<Complex>& data) {
  return {core::ElementType::kF32, data.data(), 2 * std::ssize(data)};
}

// Copies `rows` rows of `length`, with separate strides.
struct Rows {
  Complex* at;
  int64_t distance;
};
void copy_rows(const Rows& from, const Rows& to, int64_t rows, int64_t length) {
  for (int64_t i = 0; i < rows; ++i) {
    std::memcpy(static_cast<void*>(to.at + i * to.distance), from.at + i * from.distance,
                static_cast<size_t>(length) * sizeof(Complex));
  }
}

// Transforms the columns of a [whole][inner] block, in batches of neighbours.
void transform_columns(const Fft<float>& fft, Complex* block, int64_t inner, bool forward,
                       int num_threads) {
  constexpr int kBatch = Fft<float>::kBatch;
  core::parallel_for(
      num_threads, (inner + kBatch - 1) / kBatch, [&](int64_t first, int64_t last, int) {
        std::vector<Complex> from(fft.column_elements()), to(fft.column_elements());
        for (int64_t z = first * kBatch; z < std::min(last * kBatch, inner); z += kBatch) {
          const auto count = static_cast<int>(std::min<int64_t>(kBatch, inner - z));
          fft.load_lines(block + z, inner, count, from.data());
          forward ? fft.forward_columns(from.data(), to.data())
                  : fft.inverse_columns(from.data(), to.data());
          fft.store_lines(to.data(), block + z, inner, count);
        }
      });
}

}  // namespace

PencilGrid pencil_grid(int num_ranks, int n) {
  if (num_ranks <= n) return {.rows = 1, .columns = num_ranks};
  int rows = 1;
  for (int r = 1; r * r <= num_ranks; ++r) {
    if (num_ranks % r == 0) rows = r;
  }
  return {.rows = rows, .columns = num_ranks / rows};
}

PencilFft::PencilFft(core::Communicator* comm, int n, PencilGrid grid, int num_threads)
    : n_(n), num_threads_(num_threads), grid_(grid), fft_(n) {
  const int ranks = comm ? comm->num_ranks() : 1;
  MOTLEY_CHECK(grid.rows * grid.columns == ranks, "grid of {} x {} for {} ranks", grid.rows,
               grid.columns, ranks);
  if (!comm) return;
  row_ = comm->rank() / grid.columns;
  column_ = comm->rank() % grid.columns;
  if (grid.rows > 1) same_column_ = comm->split(column_, row_);
  if (grid.columns > 1) same_row_ = comm->split(row_, column_);
}

// [x][our y][all z] <-> [x][all y][our z], among the ranks of our column.
void PencilFft::swap_y_and_z(std::vector<Complex>& data, bool forward) {
  if (!same_column_) return;
  std::vector<Complex> from = std::move(data);
  const int num_x = value_x().size(), half = n_ / 2 + 1;
  const IndexRange y = value_y(), z = mode_z();
  std::vector<int64_t> send(grid_.rows), receive(grid_.rows);
  int64_t y_split = 0, z_split = 0;  // places
  for (int r = 0; r < grid_.rows; ++r) {
    const int64_t others_z = int64_t{num_x} * y.size() * part_of(half, grid_.rows, r).size();
    const int64_t others_y = int64_t{num_x} * part_of(n_, grid_.rows, r).size() * z.size();
    send[r] = 2 * (forward ? others_z : others_y);
    receive[r] = 2 * (forward ? others_y : others_z);
    y_split += others_z;
    z_split += others_y;
  }
  std::vector<Complex> packed(forward ? y_split : z_split), received(forward ? z_split : y_split);
  // The block for rank r is [x][our y][its z] while y is split, and [x][its y][our z] while z is.
  const auto with_y_split = [&](std::vector<Complex>& array, std::vector<Complex>& blocks,
                                bool out) {
    int64_t offset = 0;
    for (int r = 0; r < grid_.rows; ++r) {
      const IndexRange other = part_of(half, grid_.rows, r);
      const Rows whole{array.data() + other.begin, half},
          block{blocks.data() + offset, other.size()};
      const int64_t rows = int64_t{num_x} * y.size();
      copy_rows(out ? whole : block, out ? block : whole, rows, other.size());
      offset += rows * other.size();
    }
  };
  const auto with_z_split = [&](std::vector<Complex>& array, std::vector<Complex>& blocks,
                                bool out) {
    int64_t offset = 0;
    for (int r = 0; r < grid_.rows; ++r) {
      const IndexRange other = part_of(n_, grid_.rows, r);
      const int64_t length = int64_t{other.size()} * z.size();
      const Rows whole{array.data() + int64_t{other.begin} * z.size(), int64_t{n_} * z.size()},
          block{blocks.data() + offset, length};
      copy_rows(out ? whole : block, out ? block : whole, num_x, length);
      offset += num_x * length;
    }
  };
  if (forward) {
    with_y_split(from, packed, true);
  } else {
    with_z_split(from, packed, true);
  }
  from = {};
  same_column_->all_to_all(floats(packed), send, floats(received), receive).wait();
  packed = {};
  data.resize(forward ? int64_t{num_x} * n_ * z.size() : int64_t{num_x} * y.size() * half);
  if (forward) {
    with_z_split(data, received, false);
  } else {
    with_y_split(data, received, false);
  }
}

// [our x][all y][z] <-> [all x][our y][z], among the ranks of our row.
void PencilFft::swap_x_and_y(std::vector<Complex>& data, bool forward) {
  if (!same_row_) return;
  const IndexRange x = value_x(), y = mode_y();
  const int64_t num_z = mode_z().size();
  std::vector<int64_t> send(grid_.columns), receive(grid_.columns);
  for (int c = 0; c < grid_.columns; ++c) {
    const int64_t other = part_of(n_, grid_.columns, c).size();
    send[c] = 2 * num_z * other * (forward ? x.size() : y.size());
    receive[c] = 2 * num_z * other * (forward ? y.size() : x.size());
  }
  std::vector<Complex> other(forward ? data.size() : int64_t{x.size()} * n_ * num_z);
  // In a [our x][all y] array the block of a rank is [our x][its y]; in the other array the blocks,
  // [its x][our y], are already contiguous.
  const auto blocks = [&](std::vector<Complex>& array, std::vector<Complex>& packed, bool out) {
    int64_t offset = 0;
    for (int c = 0; c < grid_.columns; ++c) {
      const IndexRange its = part_of(n_, grid_.columns, c);
      const int64_t length = its.size() * num_z;
      const Rows whole{array.data() + its.begin * num_z, n_ * num_z},
          block{packed.data() + offset, length};
      copy_rows(out ? whole : block, out ? block : whole, x.size(), length);
      offset += x.size() * length;
    }
  };
  if (forward) {
    blocks(data, other, true);
    data.resize(int64_t{n_} * y.size() * num_z);
    same_row_->all_to_all(floats(other), send, floats(data), receive).wait();
  } else {
    same_row_->all_to_all(floats(data), send, floats(other), receive).wait();
    data.resize(other.size());
    blocks(data, other, false);
  }
}

void PencilFft::transform_z(std::vector<Complex>& data, bool forward) const {
  core::parallel_for(num_threads_, num_values() / (n_ + 2), [&](int64_t begin, int64_t end, int) {
    std::vector<Complex> buffer(fft_.row_elements());
    for (int64_t row = begin; row < end; ++row) {
      float* at = values(data) + row * (n_ + 2);
      forward ? fft_.forward_row(at, buffer.data()) : fft_.inverse_row(at, buffer.data());
    }
  });
}

void PencilFft::transform_y(std::vector<Complex>& data, bool forward) const {
  const int64_t inner = mode_z().size();
  for (int64_t x = 0; x < value_x().size(); ++x) {
    transform_columns(fft_, data.data() + x * n_ * inner, inner, forward, num_threads_);
  }
}

void PencilFft::transform_x(std::vector<Complex>& data, bool forward) const {
  transform_columns(fft_, data.data(), int64_t{mode_y().size()} * mode_z().size(), forward,
                    num_threads_);
}

void PencilFft::forward(std::vector<Complex>& data) {
  MOTLEY_CHECK(2 * std::ssize(data) == num_values(), "{} elements for values", data.size());
  transform_z(data, true);
  swap_y_and_z(data, true);
  transform_y(data, true);
  swap_x_and_y(data, true);
  transform_x(data, true);
}

void PencilFft::inverse_x(std::vector<Complex>& data) {
  MOTLEY_CHECK(std::ssize(data) == num_modes(), "{} modes", data.size());
  transform_x(data, false);
  swap_x_and_y(data, false);
}

void PencilFft::inverse_planes(std::vector<Complex>& data) {
  transform_y(data, false);
  swap_y_and_z(data, false);
  transform_z(data, false);
}

}  // namespace motley::nbody
