#include "nbody/mesh/deposit.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <type_traits>

#include "core/base/threads.h"

namespace motley::nbody {
namespace {

// The first mesh point of a window on one axis, and its weights.
template <class W>
struct Support {
  int first;  // may be -1; the caller wraps
  float weight[W::kOrder];

  explicit Support(uint64_t u) : first(W::first_point(u)) { W::weights(u, weight); }
};

int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

typedef float Float4 __attribute__((vector_size(16)));

Float4 load4(const float* p) {
  Float4 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

// The footprint of one particle: supports on all axes, with wrapped rows.
template <class W>
struct Footprint {
  static constexpr int kOrder = W::kOrder;
  Support<W> x, y, z;
  int64_t plane[kOrder], row[kOrder];  // Reals
  int column[kOrder];
  bool split;  // the points of z are not contiguous: they wrap around the Box

  Footprint(const Mesh<float>& mesh, const PositionSpans& position, int64_t i, bool shift)
      : x(mesh_coordinate(position[0][i], mesh.size(), shift)),
        y(mesh_coordinate(position[1][i], mesh.size(), shift)),
        z(mesh_coordinate(position[2][i], mesh.size(), shift)) {
    const int n = mesh.size();
    const int local = mesh.local_plane(wrap(x.first, n));
    const int local_row = mesh.local_row(wrap(y.first, n));
    for (int k = 0; k < kOrder; ++k) {
      plane[k] = wrap(local + k, n) * mesh.plane_stride();
      row[k] = wrap(local_row + k, n) * mesh.row_stride();
      column[k] = wrap(z.first + k, n);
    }
    split = column[kOrder - 1] != column[0] + kOrder - 1;
  }
};

// The same for the PCS window of a particle that crosses no border, as nearly all do: weights of
// three axes at once, rows at fixed distances. Identical to the last bit.
struct CubicFootprint {
  Float4 weight[4];  // per point; lanes are axes
  int64_t begin;     // index of the first element
  bool is_interior;  // no border is crossed

  // num_rows and num_elements bound the rows per plane and the elements that may be touched.
  CubicFootprint(const Mesh<float>& mesh, int num_rows, int64_t num_elements,
                 const PositionSpans& position, int64_t i, bool shift) {
    const int n = mesh.size();
    const uint64_t u[3] = {mesh_coordinate(position[0][i], n, shift),
                           mesh_coordinate(position[1][i], n, shift),
                           mesh_coordinate(position[2][i], n, shift)};
    const int x = PcsWindow::first_point(u[0]), y = PcsWindow::first_point(u[1]),
              z = PcsWindow::first_point(u[2]);
    const int last = n - 4;
    const int row = y - mesh.rows().begin;
    begin = (x - mesh.planes().begin) * mesh.plane_stride() + row * mesh.row_stride() + z;
    is_interior = x >= mesh.planes().begin && x <= last && row >= 0 && row + 3 < num_rows &&
                  z >= 0 && z <= last && begin + 3 * mesh.plane_stride() < num_elements;
    const Float4 f = {fraction_of(u[0]), fraction_of(u[1]), fraction_of(u[2]), 0};
    PcsWindow::weights_at(f, weight);
  }
  Float4 along_z() const { return Float4{weight[0][2], weight[1][2], weight[2][2], weight[3][2]}; }
};

// Prefetches the rows of a particle. Most are cached already because of its neighbours, but new
// ones come from memory, and the hardware prefetcher cannot predict them. Wrong addresses do no
// harm. Forced inline: the compiler would otherwise take it for a function without effect and
// remove it.
constexpr int64_t kPrefetchDistance = 8;
[[gnu::always_inline]] inline void prefetch_rows(const Mesh<float>& mesh,
                                                 const PositionSpans& position, int64_t i,
                                                 bool shift) {
  const int n = mesh.size();
  const auto first = [&](int axis) {
    return int64_t{PcsWindow::first_point(mesh_coordinate(position[axis][i], n, shift))};
  };
  const float* plane = mesh.values() + (first(0) - mesh.planes().begin) * mesh.plane_stride() +
                       (first(1) - mesh.rows().begin) * mesh.row_stride();
  for (int a = 0; a < 4; ++a, plane += mesh.plane_stride()) {
    for (int b = 0; b < 4; ++b) __builtin_prefetch(plane + b * mesh.row_stride() + first(2));
  }
}

void add_cubic(Mesh<float>& mesh, const CubicFootprint& at) {
  const Float4 z = at.along_z();
  for (int i = 0; i < 4; ++i) {
    float* row = mesh.values() + at.begin + i * mesh.plane_stride();
    for (int j = 0; j < 4; ++j, row += mesh.row_stride()) {
      const float w = at.weight[i][0] * at.weight[j][1];
      const Float4 sum = load4(row) + w * z;
      std::memcpy(row, &sum, sizeof sum);
    }
  }
}

float cubic_field(const Mesh<float>& mesh, const CubicFootprint& at) {
  Float4 sum = {};
  for (int i = 0; i < 4; ++i) {
    const float* row = mesh.values() + at.begin + i * mesh.plane_stride();
    Float4 plane = {};
    for (int j = 0; j < 4; ++j, row += mesh.row_stride()) plane += at.weight[j][1] * load4(row);
    sum += at.weight[i][0] * plane;
  }
  sum *= at.along_z();
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Points on planes and rows of other ranks are added there.
template <class W>
void add_particle(Mesh<float>& mesh, const Footprint<W>& at) {
  constexpr int kOrder = W::kOrder;
  float* values = mesh.values();
  for (int i = 0; i < kOrder; ++i) {
    if (at.plane[i] >= mesh.num_elements()) continue;
    for (int j = 0; j < kOrder; ++j) {
      if (at.row[j] >= mesh.rows().size() * mesh.row_stride()) continue;
      float* row = values + at.plane[i] + at.row[j];
      const float w = at.x.weight[i] * at.y.weight[j];
      if (kOrder == 4 && !at.split) {
        float* p = row + at.column[0];
        const Float4 sum = load4(p) + w * load4(at.z.weight);
        std::memcpy(p, &sum, sizeof sum);
      } else {
        for (int k = 0; k < kOrder; ++k) row[at.column[k]] += w * at.z.weight[k];
      }
    }
  }
}

template <class W>
float field_at(const float* values, const Footprint<W>& at) {
  constexpr int kOrder = W::kOrder;
  if (kOrder == 4 && !at.split) {
    Float4 sum = {};
    for (int i = 0; i < kOrder; ++i) {
      Float4 plane = {};
      for (int j = 0; j < kOrder; ++j) {
        plane += at.y.weight[j] * load4(values + at.plane[i] + at.row[j] + at.column[0]);
      }
      sum += at.x.weight[i] * plane;
    }
    sum *= load4(at.z.weight);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
  float sum = 0;
  for (int i = 0; i < kOrder; ++i) {
    for (int j = 0; j < kOrder; ++j) {
      const float* row = values + at.plane[i] + at.row[j];
      const float w = at.x.weight[i] * at.y.weight[j];
      for (int k = 0; k < kOrder; ++k) sum += w * at.z.weight[k] * row[at.column[k]];
    }
  }
  return sum;
}

// Particles grouped by the block of planes in which their support starts, in particle order within
// a block.
struct Blocks {
  std::vector<uint32_t> particle;
  std::vector<int64_t> begin;  // first index of each block, and the end

  int count() const { return static_cast<int>(begin.size()) - 1; }
};

// An even number of blocks of at least 4 planes, so that two blocks of the same colour never touch
// the same plane. A mesh below 8 is one block.
static_assert(kMaxWindowOrder <= 4);
int num_blocks(int n) { return std::max(1, n / 8 * 2); }

template <class W>
Blocks group_by_block(std::span<const uint32_t> x, int n, bool shift, int num_threads) {
  const int blocks = num_blocks(n);
  const auto block_of = [&](uint32_t coordinate) {
    const int first = W::first_point(mesh_coordinate(coordinate, n, shift));
    return static_cast<int>(int64_t{wrap(first, n)} * blocks / n);
  };
  const auto num = static_cast<int64_t>(x.size());
  std::vector<std::vector<int64_t>> next(num_threads, std::vector<int64_t>(blocks));
  core::parallel_for(num_threads, num, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) ++next[thread][block_of(x[i])];
  });
  Blocks grouped;
  grouped.begin.push_back(0);
  for (int b = 0; b < blocks; ++b) {
    int64_t index = grouped.begin.back();
    for (auto& of_thread : next) {
      const int64_t count = of_thread[b];
      of_thread[b] = index;
      index += count;
    }
    grouped.begin.push_back(index);
  }
  grouped.particle.resize(num);
  core::parallel_for(num_threads, num, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) {
      grouped.particle[next[thread][block_of(x[i])]++] = static_cast<uint32_t>(i);
    }
  });
  return grouped;
}

template <class W>
void deposit_with(Mesh<float>& mesh, const PositionSpans& position, bool shift, int num_threads) {
  const int n = mesh.size();
  const Blocks blocks = group_by_block<W>(position[0], n, shift, num_threads);
  core::parallel_for(num_threads, mesh.num_elements(), [&](int64_t begin, int64_t end, int) {
    std::fill(mesh.values() + begin, mesh.values() + end, 0.0f);
  });
  for (int colour : {0, 1}) {
    std::atomic<int> next = colour;
    core::parallel_for(num_threads, num_threads, [&](int64_t, int64_t, int) {
      for (int b = next.fetch_add(2); b < blocks.count(); b = next.fetch_add(2)) {
        for (int64_t i = blocks.begin[b]; i < blocks.begin[b + 1]; ++i) {
          if constexpr (std::is_same_v<W, PcsWindow>) {
            if (i + kPrefetchDistance < blocks.begin[b + 1]) {
              prefetch_rows(mesh, position, blocks.particle[i + kPrefetchDistance], shift);
            }
            const CubicFootprint at(mesh, mesh.rows().size(), mesh.num_elements(), position,
                                    blocks.particle[i], shift);
            if (at.is_interior) {
              add_cubic(mesh, at);
              continue;
            }
          }
          add_particle(mesh, Footprint<W>(mesh, position, blocks.particle[i], shift));
        }
      }
    });
  }
}

template <class W>
void interpolate_with(const Mesh<float>& mesh, const PositionSpans& position, bool shift,
                      float factor, std::span<float> values, int num_threads) {
  core::parallel_for(
      num_threads, static_cast<int64_t>(position[0].size()), [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) {
          if constexpr (std::is_same_v<W, PcsWindow>) {
            if (i + kPrefetchDistance < end)
              prefetch_rows(mesh, position, i + kPrefetchDistance, shift);
            const CubicFootprint cubic(mesh, mesh.num_rows_with_ghosts(),
                                       mesh.num_elements_with_ghosts(), position, i, shift);
            if (cubic.is_interior) {
              values[i] += factor * cubic_field(mesh, cubic);
              continue;
            }
          }
          const Footprint<W> at(mesh, position, i, shift);
          if (std::ranges::max(at.plane) >= mesh.num_elements_with_ghosts()) continue;
          if (std::ranges::max(at.row) >= mesh.plane_stride()) continue;
          values[i] += factor * field_at(mesh.values(), at);
        }
      });
}

}  // namespace

void deposit(Mesh<float>& mesh, const PositionSpans& position, const DepositSettings& settings,
             int num_threads) {
  with_window(settings.window, [&]<class W>(W) {
    deposit_with<W>(mesh, position, settings.half_cell_shift, num_threads);
  });
}

void interpolate(const Mesh<float>& mesh, const PositionSpans& position,
                 const DepositSettings& settings, float factor, std::span<float> values,
                 int num_threads) {
  with_window(settings.window, [&]<class W>(W) {
    interpolate_with<W>(mesh, position, settings.half_cell_shift, factor, values, num_threads);
  });
}

}  // namespace motley::nbody
