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

// The mesh points around the particles of one task of the walk.
struct MeshTile {
  int32_t at[3], size[3];  // first point, and points; no points if they do not fit into a tile
};

// Calls f(i, a, b, c) for every point i = (a, b, c) of a tile that is this thread's, without
// dividing for each of them.
template <int kThreads, class F>
MOTLEY_KERNEL void for_points(const MeshTile& tile, int t, const F& f) {
  const int rows = tile.size[1], row = tile.size[2], num_points = tile.size[0] * rows * row;
  if (num_points == 0) return;
  int a = t / row / rows, b = t / row % rows, c = t % row;
  const int step_a = kThreads / row / rows, step_b = kThreads / row % rows, step_c = kThreads % row;
  for (int i = t; i < num_points; i += kThreads) {
    f(i, a, b, c);
    a += step_a;
    b += step_b;
    c += step_c;
    if (c >= row) c -= row, ++b;
    if (b >= rows) b -= rows, ++a;
  }
}

// Mesh points in shared memory at most; 16^3 cells have 512 particles where there are 8 points
// each.
inline constexpr int kTilePoints = 19 * 19 * 19;

template <class Window>
struct MeshPoints {
  static constexpr int kOrder = Window::kOrder;
  int n;
  bool shifted;  // by half a cell: the second mesh of interlacing

  MOTLEY_KERNEL uint64_t coordinate(uint32_t x) const { return mesh_coordinate(x, n, shifted); }
  MOTLEY_KERNEL int first_point(uint32_t x) const { return Window::first_point(coordinate(x)); }
  // From `origin` to the first point of x, across the border if that is shorter.
  MOTLEY_KERNEL int from_origin(uint32_t x, int origin) const {
    const int d = first_point(x) - origin;
    return d > n / 2 ? d - n : d < -(n / 2) ? d + n : d;
  }
  // From the first point of a tile.
  MOTLEY_KERNEL int from_tile(uint32_t x, int at) const {
    const int d = first_point(x) - at;
    return d < 0 ? d + n : d >= n ? d - n : d;
  }
  MOTLEY_KERNEL int64_t index(int a, int b, int c) const {
    return (int64_t{wrapped(a, n)} * n + wrapped(b, n)) * (n + 2) + wrapped(c, n);
  }
};

// Deposits the particles of one task of the walk: into a tile in shared memory, if they lie close
// enough together, and then into the mesh.
template <class Window>
struct Deposit {
  static constexpr int kThreads = 256, kOrder = Window::kOrder;
  struct Shared {
    uint32_t low[kTilePoints], high[kTilePoints];
    int32_t first[3], last[3];
  };
  const Cell* cells;
  const uint32_t* tasks;
  const uint32_t* position[3];
  MeshPoints<Window> points;
  uint32_t *low, *high;  // of the mesh: rows of n + 2
  MeshTile* tiles;       // of the tasks, for the interpolation

  template <class B>
  MOTLEY_KERNEL MeshTile find_tile(B& block, Shared& shared, uint32_t begin, uint32_t end) const {
    const int n = points.n;
    int origin[3];
    for (int axis = 0; axis < 3; ++axis) origin[axis] = points.first_point(position[axis][begin]);
    block.for_threads([&](int t) {
      if (t < 3) shared.first[t] = shared.last[t] = 0;
    });
    block.sync();
    block.for_threads([&](int t) {
      for (int axis = 0; axis < 3; ++axis) {
        int32_t first = 0, last = 0;
        for (uint32_t i = begin + t; i < end; i += kThreads) {
          const int32_t d = points.from_origin(position[axis][i], origin[axis]);
          first = d < first ? d : first;
          last = d > last ? d : last;
        }
        if (first < 0) fetch_min(&shared.first[axis], first);
        if (last > 0) fetch_max(&shared.last[axis], last);
      }
    });
    block.sync();
    MeshTile tile;
    bool fits = true;
    for (int axis = 0; axis < 3; ++axis) {
      tile.size[axis] = shared.last[axis] - shared.first[axis] + kOrder;
      tile.at[axis] = wrapped(wrapped(origin[axis] + shared.first[axis], n), n);
      fits = fits && tile.size[axis] <= 64 && tile.size[axis] <= n;
    }
    fits = fits && tile.size[0] * tile.size[1] * tile.size[2] <= kTilePoints;
    if (!fits) tile.size[0] = tile.size[1] = tile.size[2] = 0;
    return tile;
  }

  // Calls add(a, b, c, value) for the points of particle i, counted from its first ones.
  template <class F>
  MOTLEY_KERNEL void weigh(uint32_t i, const F& add) const {
    float w[3][kOrder];
    for (int axis = 0; axis < 3; ++axis) {
      Window::weights(points.coordinate(position[axis][i]), w[axis]);
    }
    for (int a = 0; a < kOrder; ++a) {
      for (int b = 0; b < kOrder; ++b) {
        const float ab = w[0][a] * w[1][b];
        for (int c = 0; c < kOrder; ++c) {
          add(a, b, c, static_cast<uint32_t>(std::rint(ab * w[2][c] * kWeightUnit)));
        }
      }
    }
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const Cell& task = cells[tasks[block.index()]];
    const uint32_t begin = task.first, end = task.first + task.count;
    const MeshTile tile = find_tile(block, shared, begin, end);
    const int num_points = tile.size[0] * tile.size[1] * tile.size[2];
    block.for_threads([&](int t) {
      if (t == 0) tiles[block.index()] = tile;
      for (int i = t; i < num_points; i += kThreads) shared.low[i] = shared.high[i] = 0;
    });
    block.sync();
    // The threads of a warp take particles far from each other on the curve, which rarely touch the
    // same points.
    const uint32_t stride = (task.count + kWarp - 1) / kWarp;
    block.for_threads([&](int t) {
      for (uint32_t k = t; k < stride * kWarp; k += kThreads) {
        const uint32_t i = begin + k % kWarp * stride + k / kWarp;
        if (i >= end) continue;
        if (num_points > 0) {
          const int x = points.from_tile(position[0][i], tile.at[0]),
                    y = points.from_tile(position[1][i], tile.at[1]),
                    z = points.from_tile(position[2][i], tile.at[2]);
          weigh(i, [&](int a, int b, int c, uint32_t value) {
            const int p = ((x + a) * tile.size[1] + y + b) * tile.size[2] + z + c;
            add_words(&shared.low[p], &shared.high[p], value);
          });
        } else {
          const int x = points.first_point(position[0][i]), y = points.first_point(position[1][i]),
                    z = points.first_point(position[2][i]);
          weigh(i, [&](int a, int b, int c, uint32_t value) {
            const int64_t p = points.index(x + a, y + b, z + c);
            add_words(&low[p], &high[p], value);
          });
        }
      }
    });
    block.sync();
    block.for_threads([&](int t) {
      for_points<kThreads>(tile, t, [&](int i, int a, int b, int c) {
        const uint32_t value = shared.low[i], carry = shared.high[i];
        if (value == 0 && carry == 0) return;
        const int64_t p = points.index(tile.at[0] + a, tile.at[1] + b, tile.at[2] + c);
        add_words(&low[p], &high[p], value);
        if (carry != 0) fetch_add(&high[p], carry);
      });
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

struct Complex2 {
  float re, im;
};
MOTLEY_KERNEL Complex2 product(Complex2 a, Complex2 b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
MOTLEY_KERNEL Complex2 times_i(Complex2 a, float k) { return {-a.im * k, a.re * k}; }

// The tables of LongRange, by mode.
struct GreenTables {
  const double* wave_square;   // k^2
  const float* axis_factor;    // Gaussian over the squared window
  const float* tail;           // by k^2 in fundamental modes
  const float* wave;           // gradient factor
  const Complex2* half_cells;  // phase of half a cell
  double factor;
  int n;

  MOTLEY_KERNEL int wave_number(int i) const { return 2 * i <= n ? i : i - n; }
  MOTLEY_KERNEL Complex2 turn(int x, int y, int z) const {
    return product(product(half_cells[y], half_cells[z]), half_cells[x]);
  }
};

// A block has kRowsOfModes rows of modes along z.
inline constexpr int kRowsOfModes = 4;  // of n^2, and n is even
inline int64_t blocks_of_modes(int n) { return int64_t{n} * n / kRowsOfModes; }
template <class Kernel, class F>
MOTLEY_KERNEL void for_modes(const Kernel& kernel, int64_t block, int t, const F& f) {
  const int n = kernel.tables.n, modes = n / 2 + 1, first = static_cast<int>(block) * kRowsOfModes;
  for (int i = t; i < kRowsOfModes * modes; i += Kernel::kThreads) {
    const int row = first + i / modes;
    f(int64_t{first} * modes + i, row / n, row % n, i % modes);
  }
}

// Density modes to modes of the potential and, in place of the density, of its derivative along x.
// With a second density, shifted by half a cell, their mean: odd aliases cancel.
struct SolveModes {
  static constexpr int kThreads = 256;
  using Shared = NoShared;
  GreenTables tables;
  Complex2 *density, *potential;
  const Complex2* second;  // null: not interlaced

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared&) const {
    block.for_threads([&](int t) {
      for_modes(*this, block.index(), t, [&](int64_t i, int x, int y, int z) {
        const double square =
            (tables.wave_square[y] + tables.wave_square[z]) + tables.wave_square[x];
        const int kx = tables.wave_number(x), ky = tables.wave_number(y);
        const float green = square > 0
                                ? static_cast<float>(tables.factor / square) *
                                      (tables.axis_factor[y] * tables.axis_factor[z]) *
                                      tables.axis_factor[x] * tables.tail[ky * ky + z * z + kx * kx]
                                : 0.0f;
        const Complex2 mode = density[i];
        Complex2 phi{mode.re * green, mode.im * green};
        if (second) {
          const Complex2 other = product(second[i], tables.turn(x, y, z));
          const float half = 0.5f * green;
          phi = {half * (mode.re + other.re), half * (mode.im + other.im)};
        }
        potential[i] = phi;
        density[i] = times_i(phi, tables.wave[x]);
      });
    });
  }
};

// The derivative of the potential along an axis, at points shifted by half a cell if wanted.
struct Differentiate {
  static constexpr int kThreads = 256;
  using Shared = NoShared;
  GreenTables tables;
  int axis;
  bool shifted;
  const Complex2* potential;
  Complex2* out;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared&) const {
    block.for_threads([&](int t) {
      for_modes(*this, block.index(), t, [&](int64_t i, int x, int y, int z) {
        Complex2 phi = potential[i];
        if (shifted) {
          const Complex2 turn = tables.turn(x, y, z);
          phi = product(phi, {turn.re, -turn.im});
        }
        out[i] = times_i(phi, tables.wave[axis == 0 ? x : axis == 1 ? y : z]);
      });
    });
  }
};

// value[i] = weight * field at particle i, or added to it: the particles of one task of the walk,
// whose part of the field is read into shared memory if it fits.
template <class Window>
struct Interpolate {
  static constexpr int kThreads = 256, kOrder = Window::kOrder;
  struct Shared {
    float value[kTilePoints];
  };
  const Cell* cells;
  const uint32_t* tasks;
  const MeshTile* tiles;
  const float* field;
  const uint32_t* position[3];
  MeshPoints<Window> points;
  float weight;
  bool adds;
  float* value;

  // `at(a, b, c)`: the field at the points of a particle.
  template <class F>
  MOTLEY_KERNEL void interpolate(uint32_t i, const F& at) const {
    float w[3][kOrder];
    for (int axis = 0; axis < 3; ++axis) {
      Window::weights(points.coordinate(position[axis][i]), w[axis]);
    }
    float along_z[kOrder] = {};
    MOTLEY_UNROLL(4)
    for (int a = 0; a < kOrder; ++a) {
      float sum[kOrder] = {};
      MOTLEY_UNROLL(4)
      for (int b = 0; b < kOrder; ++b) {
        MOTLEY_UNROLL(4)
        for (int c = 0; c < kOrder; ++c) sum[c] = fused(w[1][b], at(a, b, c), sum[c]);
      }
      MOTLEY_UNROLL(4)
      for (int c = 0; c < kOrder; ++c) along_z[c] = fused(w[0][a], sum[c], along_z[c]);
    }
    float sum = 0;
    MOTLEY_UNROLL(4)
    for (int c = 0; c < kOrder; ++c) sum = fused(w[2][c], along_z[c], sum);
    value[i] = adds ? value[i] + weight * sum : weight * sum;
  }

  MOTLEY_KERNEL void from_mesh(uint32_t i) const {
    const int n = points.n;
    int64_t plane[kOrder], row[kOrder];
    int column[kOrder];
    MOTLEY_UNROLL(4)
    for (int k = 0; k < kOrder; ++k) {
      plane[k] = int64_t{wrapped(points.first_point(position[0][i]) + k, n)} * n * (n + 2);
      row[k] = int64_t{wrapped(points.first_point(position[1][i]) + k, n)} * (n + 2);
      column[k] = wrapped(points.first_point(position[2][i]) + k, n);
    }
    interpolate(i, [&](int a, int b, int c) { return field[plane[a] + row[b] + column[c]]; });
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const Cell& task = cells[tasks[block.index()]];
    const uint32_t begin = task.first, end = task.first + task.count;
    const MeshTile tile = tiles[block.index()];
    const int row = tile.size[2], plane = tile.size[1] * row, num_points = tile.size[0] * plane;
    if (num_points == 0) {
      block.for_threads([&](int t) {
        for (uint32_t i = begin + t; i < end; i += kThreads) from_mesh(i);
      });
      return;
    }
    block.for_threads([&](int t) {
      for_points<kThreads>(tile, t, [&](int i, int a, int b, int c) {
        shared.value[i] = field[points.index(tile.at[0] + a, tile.at[1] + b, tile.at[2] + c)];
      });
    });
    block.sync();
    block.for_threads([&](int t) {
      for (uint32_t i = begin + t; i < end; i += kThreads) {
        const float* first = shared.value + points.from_tile(position[0][i], tile.at[0]) * plane +
                             points.from_tile(position[1][i], tile.at[1]) * row +
                             points.from_tile(position[2][i], tile.at[2]);
        interpolate(i, [&](int a, int b, int c) { return first[a * plane + b * row + c]; });
      }
    });
  }
};

}  // namespace motley::nbody::device
