// Compiled once per instruction set (core/base/vector_isa.h), without contraction: what is fused is
// written so.
#include "nbody/gravity/exact_vectors.h"

#include "core/base/simd.h"

namespace motley::nbody::MOTLEY_VECTOR_ISA {
namespace {

using namespace core::MOTLEY_VECTOR_ISA;

constexpr int kExactLanes = 16, kParts = kExactLanes / kLanes;
constexpr int kSumLength = 512;  // sources summed in float before adding to double
constexpr float kTiny = 1e-24f;  // as in direct_vectors.cpp

// a b + c, rounded once on every machine.
inline Floats fused_once(Floats a, Floats b, Floats c) {
#if defined(__FMA__)
  return fused(a, b, c);
#else
  Floats result;
  for (int i = 0; i < kLanes; ++i) result[i] = __builtin_fmaf(a[i], b[i], c[i]);
  return result;
#endif
}

struct Vector3 {
  Floats x, y, z;
};

// 1 / sqrt(s) to 1e-4 of its error: an estimate from the bits, and one step of third order.
inline Floats exact_root(Floats s) {
  const Floats y = from_bits(0x5f3759df - (bits(s) >> 1));
  const Floats d = fused_once(-(s * y), y, all(1.0f));
  return fused_once(y * d, fused_once(d, all(0.375f), all(0.5f)), y);
}
// r^-3 from s = r^2 and its root.
inline Floats exact_cube(Floats s, Floats y) {
  const Floats square = y * y;
  const Floats d = fused_once(-s, square, all(1.0f));
  return square * y * fused_once(d, all(1.5f), all(1.0f));
}

inline Floats softened_cube(const KernelLaw& law, Floats s, Floats y, Floats cube) {
  const Floats q = s * y * law.support_inverse, q2 = q * q;
  const float h3 = law.support_inverse * law.support_inverse * law.support_inverse;
  const Floats inner = fused_once(q2, fused_once(q, all(32.0f), all(-38.4f)), all(32.0f / 3));
  const Floats polynomial = fused_once(
      q, fused_once(q, fused_once(q, all(-32.0f / 3), all(38.4f)), all(-48.0f)), all(64.0f / 3));
  const Floats outer = polynomial * h3 - cube * (1.0f / 15);
  const Floats softened = select(less(q, all(0.5f)), inner * h3, outer);
  return select(less(s, all(law.support_square)), softened, cube);
}

template <int kDegree>
inline Floats polynomial(const float* coefficient, Floats t) {
  Floats value = all(coefficient[kDegree]);
#pragma GCC unroll 16
  for (int i = kDegree - 1; i >= 0; --i) value = fused_once(value, t, all(coefficient[i]));
  return value;
}

// Lanes 8 apart, then 4, 2 and 1.
inline float sum_of_parts(const Floats* part) {
  if constexpr (kParts == 1) return sum_of_lanes(part[0]);
  if constexpr (kParts == 2) return sum_of_lanes(part[0] + part[1]);
  return sum_of_lanes((part[0] + part[2 % kParts]) + (part[1 % kParts] + part[3 % kParts]));
}
inline void add_parts(const Targets& targets, int t, const Vector3* sum) {
  Floats part[3][kParts];
  for (int p = 0; p < kParts; ++p) {
    part[0][p] = sum[p].x;
    part[1][p] = sum[p].y;
    part[2][p] = sum[p].z;
  }
  for (int axis = 0; axis < 3; ++axis) {
    targets.sum[axis][t] += static_cast<double>(sum_of_parts(part[axis]));
  }
}

template <int kDegree, bool kPlummer>
void pair_sums(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  for (int begin = 0; begin < sources.count; begin += kSumLength) {
    const int end = begin + kSumLength < sources.count ? begin + kSumLength : sources.count;
    for (int t = 0; t < targets.count; ++t) {
      Vector3 sum[kParts] = {};
      for (int j = begin; j < end; j += kExactLanes) {
#pragma GCC unroll 4
        for (int p = 0; p < kParts; ++p) {
          const int at = j + p * kLanes;
          const Floats dx = load(sources.x + at) - targets.x[t],
                       dy = load(sources.y + at) - targets.y[t],
                       dz = load(sources.z + at) - targets.z[t];
          const Floats s = fused_once(dx, dx, fused_once(dy, dy, fused_once(dz, dz, all(kTiny))));
          const Floats soft = kPlummer ? s + law.plummer_square : s;
          const Floats y = exact_root(soft);
          Floats cube = exact_cube(soft, y);
          if (!kPlummer && any(less(s, all(law.support_square)))) {
            cube = softened_cube(law, s, y, cube);
          }
          const Floats force = cube - polynomial<kDegree>(law.coefficient, s - 1.0f);
          const Floats f = select(less(s, all(2.0f)), force, Floats{});
          sum[p].x = fused_once(f, dx, sum[p].x);
          sum[p].y = fused_once(f, dy, sum[p].y);
          sum[p].z = fused_once(f, dz, sum[p].z);
        }
      }
      add_parts(targets, t, sum);
    }
  }
}

template <int kDegree>
void pair_degree(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  if (law.plummer_square > 0) {
    pair_sums<kDegree, true>(law, targets, sources);
  } else {
    pair_sums<kDegree, false>(law, targets, sources);
  }
}

template <int kDegree>
void cell_degree(const KernelLaw& law, const Targets& targets, const CellSources& cells) {
  for (int t = 0; t < targets.count; ++t) {
    Vector3 sum[kParts] = {};
    for (int j = 0; j < cells.count; j += kExactLanes) {
      for (int p = 0; p < kParts; ++p) {
        const int at = j + p * kLanes;
        const Floats dx = load(cells.x + at) - targets.x[t], dy = load(cells.y + at) - targets.y[t],
                     dz = load(cells.z + at) - targets.z[t];
        const Floats s = fused_once(dx, dx, fused_once(dy, dy, dz * dz));
        const Floats soft = s + law.plummer_square, u = s - 1.0f;
        const Floats root = exact_root(soft);
        const Floats square = root * root, cube = square * root;
        const Floats f0 = cube - polynomial<kDegree>(law.coefficient, u);
        const Floats f1 = cube * square * -1.5f - polynomial<kDegree - 1>(law.slope, u);
        const Floats f2 =
            cube * square * square * 3.75f - polynomial<kDegree - 2>(law.curvature, u);
        const Floats xx = load(cells.xx + at), yy = load(cells.yy + at), zz = load(cells.zz + at);
        const Floats xy = load(cells.xy + at), xz = load(cells.xz + at), yz = load(cells.yz + at);
        const Floats mx = fused_once(xx, dx, fused_once(xy, dy, xz * dz));
        const Floats my = fused_once(xy, dx, fused_once(yy, dy, yz * dz));
        const Floats mz = fused_once(xz, dx, fused_once(yz, dy, zz * dz));
        const Floats dmd = fused_once(mx, dx, fused_once(my, dy, mz * dz));
        const Floats radial = load(cells.mass + at) * f0 + f1 * (xx + yy + zz) + f2 * dmd * 2.0f;
        const Floats twice = f1 * 2.0f;
        sum[p].x = sum[p].x + fused_once(radial, dx, twice * mx);
        sum[p].y = sum[p].y + fused_once(radial, dy, twice * my);
        sum[p].z = sum[p].z + fused_once(radial, dz, twice * mz);
      }
    }
    add_parts(targets, t, sum);
  }
}

}  // namespace

void exact_short_range_sums(const KernelLaw& law, const Targets& targets, const Sources& sources) {
  if (law.degree <= 8) return pair_degree<8>(law, targets, sources);
  if (law.degree <= 10) return pair_degree<10>(law, targets, sources);
  if (law.degree <= 12) return pair_degree<12>(law, targets, sources);
  return pair_degree<16>(law, targets, sources);
}

void exact_cell_sums(const KernelLaw& law, const Targets& targets, const CellSources& cells) {
  if (law.degree <= 10) return cell_degree<10>(law, targets, cells);
  return cell_degree<16>(law, targets, cells);
}

}  // namespace motley::nbody::MOTLEY_VECTOR_ISA
