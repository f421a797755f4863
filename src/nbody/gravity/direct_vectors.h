// Direct-sum kernels, compiled for each instruction set: all sources on all targets of one leaf.
//
// Lengths are in units of l, chosen by the caller. For forces with a cut-off, l = r_cut / sqrt(2),
// so that r_cut^2 is 2. Positions are arrays of x, y and z relative to a point near the targets.
// Sources come in whole vectors: count is a multiple of kSourcePadding, and padding lies at
// kFarAway (padding cells have no mass and lie at a valid cell position). Up to 512 sources are
// summed in float; these partial sums are added in double.
//
// Flops per pair: 22 for the plain form, as PHoToNs counts them. Measured on one core
// (bench/nbody/direct): 88 % of the multiply-add peak on Zen 4, 60 % on Sapphire Rapids. According
// to instruction tables the reciprocal root estimate takes 3 of 16 slots of two ports there, which
// limits it to 69 %.
#pragma once

#include <cstdint>

#include "core/base/vector_isa.h"

namespace motley::nbody {

inline constexpr int kSourcePadding = 16;
inline constexpr float kFarAway = 1e4f;

struct Targets {
  const float* x;
  const float* y;
  const float* z;
  int count;
  double* sum[3];  // accumulated: sum of l^2 F r_vec / l, unit G m
};

struct Sources {
  const float* x;
  const float* y;
  const float* z;
  int count;
};

// Cells as sources: masses in particles, second moments sum of d_i d_j about the centre of mass.
struct CellSources {
  const float *x, *y, *z, *mass;
  const float *xx, *yy, *zz, *xy, *xz, *yz;
  int count;
};

// Constants of the force law in units of l; see force_law.h.
struct KernelLaw {
  static constexpr int kMaxTerms = 17;
  int degree = 0;            // even, 6 to 16
  bool exact = false;        // summed by exact_vectors.h
  float plummer_square = 0;  // eps^2 for Plummer softening, else 0
  float support_square = 0;  // of the spline, which softens inside
  float support_inverse = 0;
  float coefficient[kMaxTerms] = {};  // of t^i, for the mesh's part
  float slope[kMaxTerms] = {};        // its first and second derivatives
  float curvature[kMaxTerms] = {};
};

// The bounding box of the targets; particles within the cut-off of it are packed as sources.
struct PackSettings {
  uint32_t center[3];
  float half[3];        // of the bounding box, units of l
  float scale;          // l per integer coordinate
  float cutoff_square;  // units of l^2
};

MOTLEY_DECLARE_VECTOR_ISA(
    void plain_sums(float epsilon_square, const Targets& targets, const Sources& sources);
    void short_range_sums(const KernelLaw& law, const Targets& targets, const Sources& sources);
    void cell_sums(const KernelLaw& law, const Targets& targets, const CellSources& cells);
    int pack_sources(const PackSettings& settings, const uint32_t* x, const uint32_t* y,
                     const uint32_t* z, int count, float* out_x, float* out_y, float* out_z))

}  // namespace motley::nbody
