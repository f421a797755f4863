// Compiled once per instruction set; see core/base/vector_isa.h.
#include "nbody/gravity/walk_vectors.h"

#include "core/base/simd.h"
#include "nbody/gravity/periodic_offset.h"

namespace motley::nbody::MOTLEY_VECTOR_ISA {
namespace {

inline void store_compressed_words(uint32_t* p, Mask m, const uint32_t* from, int n) {
  Floats bits = reinterpret_cast<Floats>(load_ints(from, n));
  store_compressed(reinterpret_cast<float*>(p), m, bits);
}

}  // namespace

ClassifiedCounts classify_cells(const ClassifySettings& settings, const CandidateArrays& c,
                                int count, const CandidateArrays& undecided, uint32_t* accepted,
                                uint32_t* opened) {
  ClassifiedCounts out = {};
  const uint32_t cx = settings.center[0], cy = settings.center[1], cz = settings.center[2];
  const Floats hx = all(settings.half[0]), hy = all(settings.half[1]), hz = all(settings.half[2]);
  const Floats scale = all(settings.scale), cutoff = all(settings.cutoff_square);
  const Floats support = all(settings.support_square);
  const Floats relative = all(settings.relative), angular = all(settings.angular);
  for (int i = 0; i < count; i += kLanes) {
    const int n = count - i < kLanes ? count - i : kLanes;
    const Floats dx = abs(to_floats(offset_of(load_ints(c.x + i, n), cx))) * scale,
                 dy = abs(to_floats(offset_of(load_ints(c.y + i, n), cy))) * scale,
                 dz = abs(to_floats(offset_of(load_ints(c.z + i, n), cz))) * scale;
    const Floats rx = load(c.half_x + i) + hx, ry = load(c.half_y + i) + hy,
                 rz = load(c.half_z + i) + hz;
    const Floats gx = max(dx - rx, Floats{}), gy = max(dy - ry, Floats{}),
                 gz = max(dz - rz, Floats{});
    const Floats nearest = fused(gx, gx, fused(gy, gy, gz * gz));
    const Mask within = first_lanes(less(nearest, cutoff), n);
    if (!any(within)) continue;

    const Floats fx = dx + rx, fy = dy + ry, fz = dz + rz;
    const Floats farthest = fused(fx, fx, fused(fy, fy, fz * fz));
    const Floats signed_width = load(c.width + i), mass = load(c.mass + i);
    const Floats w2 = signed_width * signed_width, r4 = nearest * nearest;
    const Floats moment = mass * mass * (w2 * w2 * w2);
    const Mask small_enough =
        both(either(less(moment, relative * (r4 * r4 * nearest)), less(w2, angular * nearest)),
             less(w2, nearest));
    const Mask accept =
        both(both(within, less(farthest, cutoff)),
             both(small_enough, both(less(support, nearest), less(all(settings.min_mass), mass))));
    const Mask open = but_not(both(within, less(all(settings.open_width), signed_width)), accept);
    const Mask keep = but_not(but_not(within, accept), open);

    if (any(accept)) {
      store_compressed_words(accepted + out.accepted, accept, c.index + i, n);
      out.accepted += __builtin_popcount(mask_bits(accept));
    }
    if (any(open)) {
      store_compressed_words(opened + out.opened, open, c.index + i, n);
      out.opened += __builtin_popcount(mask_bits(open));
    }
    if (any(keep)) {
      const CandidateArrays to = undecided.from(out.undecided);
      store_compressed_words(to.index, keep, c.index + i, n);
      store_compressed_words(to.x, keep, c.x + i, n);
      store_compressed_words(to.y, keep, c.y + i, n);
      store_compressed_words(to.z, keep, c.z + i, n);
      store_compressed(to.half_x, keep, load(c.half_x + i));
      store_compressed(to.half_y, keep, load(c.half_y + i));
      store_compressed(to.half_z, keep, load(c.half_z + i));
      store_compressed(to.width, keep, signed_width);
      store_compressed(to.mass, keep, mass);
      out.undecided += __builtin_popcount(mask_bits(keep));
    }
  }
  return out;
}

}  // namespace motley::nbody::MOTLEY_VECTOR_ISA
