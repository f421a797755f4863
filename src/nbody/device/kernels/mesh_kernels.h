// The particle mesh on a device: deposit in integers, Green function, gradients, and interpolation.
//
// Weights are floats times 2^30, and a mesh point is a sum of 64 bits, kept as two arrays of words,
// low and high, so that each lies over one float mesh. Any order of particles gives the same bits.
#pragma once

#include "nbody/device/kernel_phases.h"
#include "nbody/device/kernels/tree_kernels.h"
#include "nbody/mesh/windows/cic_window.h"
#include "nbody/mesh/windows/pcs_window.h"
#include "nbody/mesh/windows/tsc_window.h"

namespace motley::nbody::device {

inline constexpr float kWeightUnit = 0x1p30f;

MOTLEY_KERNEL void add_words(uint32_t* low, uint32_t* high, uint32_t value) {
  const uint32_t before = fetch_add(low, value);
  if (before + value < before) fetch_add(high, 1u);
}
MOTLEY_KERNEL int wrapped(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

// Deposits the particles of one task of the walk: into a tile in shared memory, if they lie close
// enough together, and then into the mesh.
template <class Window>
struct Deposit {
  static constexpr int kThreads = 256, kOrder = Window::kOrder;
  static constexpr int kTile = 19 * 19 * 19;
  struct Shared {
    uint32_t low[kTile], high[kTile];
    int32_t first[3], last[3];
  };
  const Cell* cells;
  const uint32_t* tasks;
  const uint32_t* position[3];
  int n;
  uint32_t *low, *high;  // of the mesh: rows of n + 2

  MOTLEY_KERNEL int first_point(uint32_t x) const {
    return Window::first_point(mesh_coordinate(x, n, false));
  }
  // From `origin` to the first point of x, across the border if that is shorter.
  MOTLEY_KERNEL int from_origin(uint32_t x, int origin) const {
    const int d = first_point(x) - origin;
    return d > n / 2 ? d - n : d < -(n / 2) ? d + n : d;
  }
  MOTLEY_KERNEL int64_t mesh_index(int a, int b, int c) const {
    return (int64_t{wrapped(a, n)} * n + wrapped(b, n)) * (n + 2) + wrapped(c, n);
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const Cell& task = cells[tasks[block.index()]];
    const uint32_t begin = task.first, end = task.first + task.count;
    int origin[3];
    for (int axis = 0; axis < 3; ++axis) origin[axis] = first_point(position[axis][begin]);
    block.for_threads([&](int t) {
      if (t < 3) shared.first[t] = shared.last[t] = 0;
    });
    block.sync();
    block.for_threads([&](int t) {
      for (int axis = 0; axis < 3; ++axis) {
        int32_t first = 0, last = 0;
        for (uint32_t i = begin + t; i < end; i += kThreads) {
          const int32_t d = from_origin(position[axis][i], origin[axis]);
          first = d < first ? d : first;
          last = d > last ? d : last;
        }
        if (first < 0) fetch_min(&shared.first[axis], first);
        if (last > 0) fetch_max(&shared.last[axis], last);
      }
    });
    block.sync();
    int size[3], at[3];  // of the tile, in points
    for (int axis = 0; axis < 3; ++axis) {
      size[axis] = shared.last[axis] - shared.first[axis] + kOrder;
      at[axis] = origin[axis] + shared.first[axis];
    }
    const bool fits = size[0] <= 64 && size[1] <= 64 && size[2] <= 64 &&
                      size[0] * size[1] * size[2] <= kTile && size[0] <= n && size[1] <= n &&
                      size[2] <= n;
    const int points = fits ? size[0] * size[1] * size[2] : 0;
    block.for_threads([&](int t) {
      for (int i = t; i < points; i += kThreads) shared.low[i] = shared.high[i] = 0;
    });
    block.sync();
    // The threads of a warp take particles far from each other on the curve, which rarely touch the
    // same points.
    const uint32_t stride = (task.count + kWarp - 1) / kWarp;
    block.for_threads([&](int t) {
      for (uint32_t k = t; k < stride * kWarp; k += kThreads) {
        const uint32_t i = begin + k % kWarp * stride + k / kWarp;
        if (i >= end) continue;
        float w[3][kOrder];
        int first[3];
        for (int axis = 0; axis < 3; ++axis) {
          Window::weights(mesh_coordinate(position[axis][i], n, false), w[axis]);
          first[axis] = from_origin(position[axis][i], origin[axis]) - shared.first[axis];
        }
        for (int a = 0; a < kOrder; ++a) {
          for (int b = 0; b < kOrder; ++b) {
            const float ab = w[0][a] * w[1][b];
            for (int c = 0; c < kOrder; ++c) {
              const auto value = static_cast<uint32_t>(std::rint(ab * w[2][c] * kWeightUnit));
              if (fits) {
                const int p = ((first[0] + a) * size[1] + first[1] + b) * size[2] + first[2] + c;
                add_words(&shared.low[p], &shared.high[p], value);
              } else {
                const int64_t p =
                    mesh_index(first_point(position[0][i]) + a, first_point(position[1][i]) + b,
                               first_point(position[2][i]) + c);
                add_words(&low[p], &high[p], value);
              }
            }
          }
        }
      }
    });
    block.sync();
    block.for_threads([&](int t) {
      for (int i = t; i < points; i += kThreads) {
        const uint32_t value = shared.low[i], carry = shared.high[i];
        if (value == 0 && carry == 0) continue;
        const int a = i / (size[1] * size[2]), b = i / size[2] % size[1], c = i % size[2];
        const int64_t p =
            mesh_index(wrapped(at[0], n) + a, wrapped(at[1], n) + b, wrapped(at[2], n) + c);
        add_words(&low[p], &high[p], value);
        if (carry != 0) fetch_add(&high[p], carry);
      }
    });
  }
};

// The sums as floats, in place of the low words.
struct WordsToFloats {
  float* values;  // over the low words
  const uint32_t* high;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    const uint64_t sum = uint64_t{high[i]} << 32 | float_bits(values[i]);
    values[i] = static_cast<float>(static_cast<double>(sum) * 0x1p-30);
  }
};

// The tables of LongRange, by mode.
struct GreenTables {
  const double* wave_square;  // k^2
  const float* axis_factor;   // Gaussian over the squared window
  const float* tail;          // by k^2 in fundamental modes
  const float* wave;          // gradient factor
  double factor;
  int n;
};

struct Complex2 {
  float re, im;
};

// Density modes to modes of the potential and, in place of the density, of its derivative along x.
struct SolveModes {
  GreenTables tables;
  Complex2 *density, *potential;

  MOTLEY_KERNEL int wave_number(int i) const { return 2 * i <= tables.n ? i : i - tables.n; }
  MOTLEY_KERNEL void operator()(int64_t i) const {
    const int n = tables.n, row = n / 2 + 1;
    const int z = static_cast<int>(i % row);
    const int y = static_cast<int>(i / row % n), x = static_cast<int>(i / row / n);
    const double square = (tables.wave_square[y] + tables.wave_square[z]) + tables.wave_square[x];
    const int kx = wave_number(x), ky = wave_number(y);
    const float green = square > 0
                            ? static_cast<float>(tables.factor / square) *
                                  (tables.axis_factor[y] * tables.axis_factor[z]) *
                                  tables.axis_factor[x] * tables.tail[ky * ky + z * z + kx * kx]
                            : 0.0f;
    const Complex2 mode = density[i];
    const Complex2 phi{mode.re * green, mode.im * green};
    potential[i] = phi;
    const float k = tables.wave[x];
    density[i] = {-phi.im * k, phi.re * k};
  }
};

// The derivative of the potential along y or z.
struct Differentiate {
  GreenTables tables;
  int axis;
  const Complex2* potential;
  Complex2* out;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    const int n = tables.n, row = n / 2 + 1;
    const float k = axis == 2 ? tables.wave[i % row] : tables.wave[i / row % n];
    const Complex2 phi = potential[i];
    out[i] = {-phi.im * k, phi.re * k};
  }
};

// value[i] = -field at particle i.
template <class Window>
struct Interpolate {
  static constexpr int kOrder = Window::kOrder;
  const float* field;
  const uint32_t* position[3];
  int n;
  float* value;

  MOTLEY_KERNEL void operator()(int64_t i) const {
    float w[3][kOrder];
    int first[3];
    for (int axis = 0; axis < 3; ++axis) {
      const uint64_t u = mesh_coordinate(position[axis][i], n, false);
      first[axis] = Window::first_point(u);
      Window::weights(u, w[axis]);
    }
    int column[kOrder];
    MOTLEY_UNROLL(4)
    for (int c = 0; c < kOrder; ++c) column[c] = wrapped(first[2] + c, n);
    float along_z[kOrder] = {};
    MOTLEY_UNROLL(4)
    for (int a = 0; a < kOrder; ++a) {
      const float* plane = field + int64_t{wrapped(first[0] + a, n)} * n * (n + 2);
      float sum[kOrder] = {};
      MOTLEY_UNROLL(4)
      for (int b = 0; b < kOrder; ++b) {
        const float* row = plane + int64_t{wrapped(first[1] + b, n)} * (n + 2);
        MOTLEY_UNROLL(4)
        for (int c = 0; c < kOrder; ++c) sum[c] = fused(w[1][b], row[column[c]], sum[c]);
      }
      MOTLEY_UNROLL(4)
      for (int c = 0; c < kOrder; ++c) along_z[c] = fused(w[0][a], sum[c], along_z[c]);
    }
    float sum = 0;
    MOTLEY_UNROLL(4)
    for (int c = 0; c < kOrder; ++c) sum = fused(w[2][c], along_z[c], sum);
    value[i] = -sum;
  }
};

}  // namespace motley::nbody::device
