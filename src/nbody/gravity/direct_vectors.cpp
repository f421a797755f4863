// Compiled once per instruction set; see core/base/vector_isa.h.
#include "nbody/gravity/direct_vectors.h"

#include "core/base/simd.h"
#include "nbody/gravity/periodic_offset.h"

namespace motley::nbody::MOTLEY_VECTOR_ISA {
namespace {

constexpr int kSumLength = 512;  // sources summed in float before adding to double
// Added to r^2, so that a particle exerts no force on itself or on one at the same position,
// instead of producing a NaN. The smallest other distance is 2^-32 of the Box, whose square is five
// orders of magnitude larger.
constexpr float kTiny = 1e-24f;

struct Vector3 {
  Floats x, y, z;
};

// r^-3 from s = r^2, divided by kCubeUnit, as two factors, so that a following multiplication or
// subtraction fuses into one instruction. The estimate y has a relative error e below 2^-14 (2^-11
// with AVX2). With d = 1 - s y^2 the cube is y^3 (1 - d)^(-3/2); one term of the series leaves 15/8
// d^2 < 3e-8, and AVX2 needs two. This is a Newton step applied to the cube directly.
struct Cube {
  Floats estimate, correction;
};
// Saves a multiplication; callers scale their sums.
constexpr float kCubeUnit = kLanes == 16 ? 1.5f : 1.0f;

inline Cube inverse_cube(Floats s) {
  const Floats y = inverse_root_estimate(s);
  const Floats square = y * y;
  if constexpr (kLanes == 16) {
    return {square * y, negative_fused(s, square, all(5.0f / 3))};
  } else {
    const Floats d = negative_fused(s, square, all(1.0f));
    return {square * y, fused(d, fused(d, all(1.875f), all(1.5f)), all(1.0f))};
  }
}

// Gadget's spline: force over distance inside the support, r^-3 outside; divided by kCubeUnit.
__attribute__((noinline)) Floats spline_inverse_cube(Floats s, Floats cube_in_units,
                                                     float support_square, float support_inverse) {
  const Floats cube = cube_in_units * kCubeUnit;
  const Floats y = inverse_root_estimate(s);
  const Floats root = s * y * negative_fused(s * y, y * 0.5f, all(1.5f));
  const Floats q = root * support_inverse, q2 = q * q;
  const float h3 = support_inverse * support_inverse * support_inverse;
  const Floats inner = fused(q2, fused(q, all(32.0f), all(-38.4f)), all(32.0f / 3));
  const Floats outer_polynomial =
      fused(q, fused(q, fused(q, all(-32.0f / 3), all(38.4f)), all(-48.0f)), all(64.0f / 3));
  const Floats outer = outer_polynomial * h3 - cube * (1.0f / 15);
  const Floats softened = select(less(q, all(0.5f)), inner * h3, outer);
  return select(less(s, all(support_square)), softened, cube) * (1 / kCubeUnit);
}

inline void add_lanes(const Targets& targets, int i, const Vector3& sum, double scale) {
  targets.sum[0][i] += scale * static_cast<double>(sum_of_lanes(sum.x));
  targets.sum[1][i] += scale * static_cast<double>(sum_of_lanes(sum.y));
  targets.sum[2][i] += scale * static_cast<double>(sum_of_lanes(sum.z));
}

template <int kTargets>
void plain_block(float epsilon_square, const Targets& targets, int first, const Sources& sources,
                 int begin, int end) {
  Floats x[kTargets], y[kTargets], z[kTargets];
  Vector3 sum[kTargets] = {};
  for (int t = 0; t < kTargets; ++t) {
    x[t] = all(targets.x[first + t]);
    y[t] = all(targets.y[first + t]);
    z[t] = all(targets.z[first + t]);
  }
  const Floats soft = all(epsilon_square);
  for (int j = begin; j < end; j += kLanes) {
    const Floats sx = load(sources.x + j), sy = load(sources.y + j), sz = load(sources.z + j);
#pragma GCC unroll 8
    for (int t = 0; t < kTargets; ++t) {
      const Floats dx = sx - x[t], dy = sy - y[t], dz = sz - z[t];
      const Floats s = fused(dx, dx, fused(dy, dy, fused(dz, dz, soft)));
      const Cube cube = inverse_cube(s);
      const Floats f = cube.estimate * cube.correction;
      sum[t].x = fused(f, dx, sum[t].x);
      sum[t].y = fused(f, dy, sum[t].y);
      sum[t].z = fused(f, dz, sum[t].z);
    }
  }
  for (int t = 0; t < kTargets; ++t) add_lanes(targets, first + t, sum[t], kCubeUnit);
}

template <int kDegree>
inline Floats polynomial(const Floats* coefficient, Floats t) {
  Floats value = coefficient[kDegree];
#pragma GCC unroll 16
  for (int i = kDegree - 1; i >= 0; --i) value = fused(value, t, coefficient[i]);
  return value;
}

// `coefficient` is divided by kCubeUnit. Plummer softening, or else the spline.
template <int kDegree, bool kPlummer, int kTargets>
void short_range_block(const KernelLaw& law, const Floats* coefficient, const Targets& targets,
                       int first, const Sources& sources, int begin, int end) {
  Floats x[kTargets], y[kTargets], z[kTargets];
  Vector3 sum[kTargets] = {};
  for (int t = 0; t < kTargets; ++t) {
    x[t] = all(targets.x[first + t]);
    y[t] = all(targets.y[first + t]);
    z[t] = all(targets.z[first + t]);
  }
  const Floats tiny = all(kTiny), support = all(law.support_square);
  const Floats plummer = all(law.plummer_square);
  for (int j = begin; j < end; j += kLanes) {
    const Floats sx = load(sources.x + j), sy = load(sources.y + j), sz = load(sources.z + j);
    Floats dx[kTargets], dy[kTargets], dz[kTargets], s[kTargets], mesh[kTargets];
    Cube cube[kTargets];
#pragma GCC unroll 8
    for (int t = 0; t < kTargets; ++t) {
      dx[t] = sx - x[t], dy[t] = sy - y[t], dz[t] = sz - z[t];
      s[t] = fused(dx[t], dx[t], fused(dy[t], dy[t], fused(dz[t], dz[t], tiny)));
      mesh[t] = polynomial<kDegree>(coefficient, s[t] - 1.0f);
      cube[t] = inverse_cube(kPlummer ? s[t] + plummer : s[t]);
    }
    if (!kPlummer) {
      Floats nearest = s[0];
      for (int t = 1; t < kTargets; ++t) nearest = min(nearest, s[t]);
      for (int t = 0; any(less(nearest, support)) && t < kTargets; ++t) {
        cube[t] = {spline_inverse_cube(s[t], cube[t].estimate * cube[t].correction,
                                       law.support_square, law.support_inverse),
                   all(1.0f)};
      }
    }
#pragma GCC unroll 8
    for (int t = 0; t < kTargets; ++t) {
      const Floats f =
          masked_fused_minus(less(s[t], all(2.0f)), cube[t].estimate, cube[t].correction, mesh[t]);
      sum[t].x = fused(f, dx[t], sum[t].x);
      sum[t].y = fused(f, dy[t], sum[t].y);
      sum[t].z = fused(f, dz[t], sum[t].z);
    }
  }
  for (int t = 0; t < kTargets; ++t) add_lanes(targets, first + t, sum[t], kCubeUnit);
}

// Runs the blocks over all targets, kTargets at a time and the rest one by one, and over the
// sources.
template <int kTargets, class Many, class One>
inline void over_blocks(int num_targets, int num_sources, const Many& many, const One& one) {
  for (int begin = 0; begin < num_sources; begin += kSumLength) {
    const int end = begin + kSumLength < num_sources ? begin + kSumLength : num_sources;
    int t = 0;
    for (; t + kTargets <= num_targets; t += kTargets) many(t, begin, end);
    for (; t < num_targets; ++t) one(t, begin, end);
  }
}

template <int kDegree, bool kPlummer>
void short_range_form(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  constexpr int kTargets = 4;
  Floats coefficient[kDegree + 1];
  for (int i = 0; i <= kDegree; ++i) coefficient[i] = all(law.coefficient[i] / kCubeUnit);
  over_blocks<kTargets>(
      targets.count, sources.count,
      [&](int t, int begin, int end) {
        short_range_block<kDegree, kPlummer, kTargets>(law, coefficient, targets, t, sources, begin,
                                                       end);
      },
      [&](int t, int begin, int end) {
        short_range_block<kDegree, kPlummer, 1>(law, coefficient, targets, t, sources, begin, end);
      });
}

template <int kDegree>
void short_range_degree(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  if (law.plummer_square > 0) {
    short_range_form<kDegree, true>(law, targets, sources);
  } else {
    short_range_form<kDegree, false>(law, targets, sources);
  }
}

template <int kDegree>
void cell_degree(const KernelLaw& law, const Targets& targets, const CellSources& cells) {
  Floats c0[kDegree + 1], c1[kDegree + 1], c2[kDegree + 1];
  for (int i = 0; i <= kDegree; ++i) {
    c0[i] = all(law.coefficient[i]);
    c1[i] = all(law.slope[i]);
    c2[i] = all(law.curvature[i]);
  }
  for (int t = 0; t < targets.count; ++t) {
    Vector3 sum = {};
    for (int j = 0; j < cells.count; j += kLanes) {
      const Floats dx = load(cells.x + j) - targets.x[t], dy = load(cells.y + j) - targets.y[t],
                   dz = load(cells.z + j) - targets.z[t];
      const Floats s = fused(dx, dx, fused(dy, dy, dz * dz));
      const Floats soft = s + law.plummer_square, u = s - 1.0f;
      const Floats y = inverse_root_estimate(soft);
      const Floats root = y * negative_fused(soft * y, y * 0.5f, all(1.5f));
      const Floats square = root * root, cube = square * root;
      const Floats f0 = cube - polynomial<kDegree>(c0, u);
      const Floats f1 = cube * square * -1.5f - polynomial<kDegree - 1>(c1, u);
      const Floats f2 = cube * square * square * 3.75f - polynomial<kDegree - 2>(c2, u);
      const Floats xx = load(cells.xx + j), yy = load(cells.yy + j), zz = load(cells.zz + j);
      const Floats xy = load(cells.xy + j), xz = load(cells.xz + j), yz = load(cells.yz + j);
      const Floats mx = fused(xx, dx, fused(xy, dy, xz * dz));
      const Floats my = fused(xy, dx, fused(yy, dy, yz * dz));
      const Floats mz = fused(xz, dx, fused(yz, dy, zz * dz));
      const Floats dmd = fused(mx, dx, fused(my, dy, mz * dz));
      // a = F d + F' (2 M d + tr M d) + 2 F'' (d M d) d
      const Floats radial = load(cells.mass + j) * f0 + f1 * (xx + yy + zz) + f2 * dmd * 2.0f;
      const Floats twice = f1 * 2.0f;
      sum.x = sum.x + fused(radial, dx, twice * mx);
      sum.y = sum.y + fused(radial, dy, twice * my);
      sum.z = sum.z + fused(radial, dz, twice * mz);
    }
    add_lanes(targets, t, sum, 1.0);
  }
}

}  // namespace

void plain_sums(float epsilon_square, const Targets& targets, const Sources& sources) {
  constexpr int kTargets = kLanes == 16 ? 4 : 2;
  over_blocks<kTargets>(
      targets.count, sources.count,
      [&](int t, int begin, int end) {
        plain_block<kTargets>(epsilon_square, targets, t, sources, begin, end);
      },
      [&](int t, int begin, int end) {
        plain_block<1>(epsilon_square, targets, t, sources, begin, end);
      });
}

void short_range_sums(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  switch (law.degree) {
    case 6:
      return short_range_degree<6>(law, targets, sources);
    case 8:
      return short_range_degree<8>(law, targets, sources);
    case 10:
      return short_range_degree<10>(law, targets, sources);
    case 12:
      return short_range_degree<12>(law, targets, sources);
    case 14:
      return short_range_degree<14>(law, targets, sources);
    default:
      return short_range_degree<16>(law, targets, sources);
  }
}

void cell_sums(const KernelLaw& law, const Targets& targets, const CellSources& cells) {
  if (law.degree <= 10) return cell_degree<10>(law, targets, cells);
  return cell_degree<16>(law, targets, cells);
}

int pack_sources(const PackSettings& settings, const uint32_t* x, const uint32_t* y,
                 const uint32_t* z, int count, float* out_x, float* out_y, float* out_z) {
  const Floats scale = all(settings.scale), limit = all(settings.cutoff_square);
  const uint32_t cx = settings.center[0], cy = settings.center[1], cz = settings.center[2];
  const Floats hx = all(settings.half[0]), hy = all(settings.half[1]), hz = all(settings.half[2]);
  int packed = 0;
  for (int i = 0; i < count; i += kLanes) {
    const Floats px = to_floats(offset_of(load_ints(x + i, count - i), cx)) * scale,
                 py = to_floats(offset_of(load_ints(y + i, count - i), cy)) * scale,
                 pz = to_floats(offset_of(load_ints(z + i, count - i), cz)) * scale;
    const Floats gx = max(abs(px) - hx, Floats{}), gy = max(abs(py) - hy, Floats{}),
                 gz = max(abs(pz) - hz, Floats{});
    const Floats gap = fused(gx, gx, fused(gy, gy, gz * gz));
    const Mask within = first_lanes(less(gap, limit), count - i);
    store_compressed(out_x + packed, within, px);
    store_compressed(out_y + packed, within, py);
    store_compressed(out_z + packed, within, pz);
    packed += __builtin_popcount(mask_bits(within));
  }
  return packed;
}

}  // namespace motley::nbody::MOTLEY_VECTOR_ISA
