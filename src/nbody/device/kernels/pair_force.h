// The pair forces of gravity/direct_vectors.cpp, for one pair: units of l, cut-off at r^2 = 2.
#pragma once

#include "nbody/device/kernel_phases.h"
#include "nbody/gravity/cell.h"

namespace motley::nbody::device {

// KernelLaw of gravity/direct_vectors.h, as an argument of kernels.
struct PairLaw {
  static constexpr int kMaxTerms = 17;
  int degree;
  float plummer_square, support_square, support_inverse;
  float coefficient[kMaxTerms], slope[kMaxTerms], curvature[kMaxTerms];
};

// Added to r^2, so that a particle exerts no force on itself.
inline constexpr float kTinySquare = 1e-24f;

template <int kDegree>
MOTLEY_KERNEL float polynomial(const float* coefficient, float t) {
  float value = coefficient[kDegree];
  MOTLEY_UNROLL(16)
  for (int i = kDegree - 1; i >= 0; --i) value = fused(value, t, coefficient[i]);
  return value;
}

// Gadget's spline: force over distance inside the support. `root` = 1 / r, `cube` = r^-3.
MOTLEY_KERNEL float softened_cube(const PairLaw& law, float s, float root, float cube) {
  const float q = s * root * law.support_inverse, q2 = q * q;
  const float h3 = law.support_inverse * law.support_inverse * law.support_inverse;
  const float inner = fused(q2, fused(q, 32.0f, -38.4f), 32.0f / 3);
  const float outer =
      fused(q, fused(q, fused(q, -32.0f / 3, 38.4f), -48.0f), 64.0f / 3) * h3 - cube * (1.0f / 15);
  return q < 0.5f ? inner * h3 : outer;
}

struct Sum3 {
  float x, y, z;
};

// Adds f * d if s is within the cut-off. Selected, not multiplied by 0: beyond the cut-off f may be
// infinite.
MOTLEY_KERNEL void add_within(float s, float f, float dx, float dy, float dz, Sum3& sum) {
#ifdef __CUDA_ARCH__
  // The compiler would select f first, which takes one instruction more.
  asm("{\n\t.reg .pred within;\n\t"
      "setp.lt.f32 within, %3, 0f40000000;\n\t"
      "@within fma.rn.f32 %0, %4, %5, %0;\n\t"
      "@within fma.rn.f32 %1, %4, %6, %1;\n\t"
      "@within fma.rn.f32 %2, %4, %7, %2;\n\t}"
      : "+f"(sum.x), "+f"(sum.y), "+f"(sum.z)
      : "f"(s), "f"(f), "f"(dx), "f"(dy), "f"(dz));
#else
  if (!(s < kCutoffSquare)) return;
  sum.x = fused(f, dx, sum.x);
  sum.y = fused(f, dy, sum.y);
  sum.z = fused(f, dz, sum.z);
#endif
}

// Adds the force of kCount sources at offsets d. Pairs beyond the cut-off add exactly nothing.
template <int kDegree, bool kPlummer, int kCount>
MOTLEY_KERNEL void add_pairs(const PairLaw& law, const float* dx, const float* dy, const float* dz,
                             Sum3& sum) {
  float s[kCount], root[kCount], cube[kCount], mesh[kCount];
  MOTLEY_UNROLL(8)
  for (int k = 0; k < kCount; ++k) {
    s[k] = fused(dx[k], dx[k], fused(dy[k], dy[k], fused(dz[k], dz[k], kTinySquare)));
    mesh[k] = polynomial<kDegree>(law.coefficient, s[k] - 1.0f);
    root[k] = inverse_root(kPlummer ? s[k] + law.plummer_square : s[k]);
    cube[k] = root[k] * root[k] * root[k];
  }
  if (!kPlummer) {
    float nearest = s[0];
    MOTLEY_UNROLL(8)
    for (int k = 1; k < kCount; ++k) nearest = least(nearest, s[k]);
    if (nearest < law.support_square) {
      // Mostly one source alone is that near.
      MOTLEY_UNROLL(8)
      for (int k = 0; k < kCount; ++k) {
        if (s[k] < law.support_square) cube[k] = softened_cube(law, s[k], root[k], cube[k]);
      }
    }
  }
  MOTLEY_UNROLL(8)
  for (int k = 0; k < kCount; ++k) {
    add_within(s[k], cube[k] - mesh[k], dx[k], dy[k], dz[k], sum);
  }
}

// A cell by its mass and second moments: xx, yy, zz, xy, xz, yz. `root`: 1 / r, softened.
template <int kDegree>
MOTLEY_KERNEL void add_cell(const PairLaw& law, float dx, float dy, float dz, float mass,
                            const float* m, float root, Sum3& sum) {
  const float s = fused(dx, dx, fused(dy, dy, dz * dz)), u = s - 1.0f;
  const float square = root * root, cube = square * root;
  const float f0 = cube - polynomial<kDegree>(law.coefficient, u);
  const float f1 = cube * square * -1.5f - polynomial<kDegree - 1>(law.slope, u);
  const float f2 = cube * square * square * 3.75f - polynomial<kDegree - 2>(law.curvature, u);
  const float mx = fused(m[0], dx, fused(m[3], dy, m[4] * dz));
  const float my = fused(m[3], dx, fused(m[1], dy, m[5] * dz));
  const float mz = fused(m[4], dx, fused(m[5], dy, m[2] * dz));
  const float dmd = fused(mx, dx, fused(my, dy, mz * dz));
  // a = F d + F' (2 M d + tr M d) + 2 F'' (d M d) d
  const float radial = mass * f0 + f1 * (m[0] + m[1] + m[2]) + f2 * dmd * 2.0f;
  const float twice = f1 * 2.0f;
  sum.x = sum.x + fused(radial, dx, twice * mx);
  sum.y = sum.y + fused(radial, dy, twice * my);
  sum.z = sum.z + fused(radial, dz, twice * mz);
}

}  // namespace motley::nbody::device
