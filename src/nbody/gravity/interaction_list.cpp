#include "nbody/gravity/interaction_list.h"

#include <algorithm>

#include "nbody/gravity/exact_vectors.h"

namespace motley::nbody {

void SourceBuffer::reserve(int more) {
  const size_t need = static_cast<size_t>(count) + more + 2 * kSourcePadding;
  if (x.size() >= need) return;
  for (auto* axis : {&x, &y, &z}) axis->resize(need * 2);
}

void SourceBuffer::pad() {
  reserve(0);
  for (padded = count; padded % kSourcePadding != 0; ++padded) {
    x[padded] = y[padded] = z[padded] = kFarAway;
  }
}

void CellBuffer::add(const std::array<float, kFields>& values) {
  for (int i = 0; i < kFields; ++i) {
    if (field[i].size() <= static_cast<size_t>(count) + kSourcePadding) {
      field[i].resize(2 * count + 4 * kSourcePadding);
    }
    field[i][count] = values[i];
  }
  ++count;
}

// Pads with massless cells at the position of the last one, which is valid for all targets.
void CellBuffer::pad() {
  for (padded = count; padded % kSourcePadding != 0; ++padded) {
    for (int i = 0; i < kFields; ++i) field[i][padded] = i < 3 ? field[i][count - 1] : 0.0f;
  }
}

CellSources CellBuffer::view() const {
  return {field[0].data(), field[1].data(), field[2].data(), field[3].data(),
          field[4].data(), field[5].data(), field[6].data(), field[7].data(),
          field[8].data(), field[9].data(), padded};
}

void sum_interactions(const KernelLaw& kernel, const InteractionList& list, double unit,
                      const AccelerationOutput& output, AccelerationSums& sums) {
  static const auto short_range_sums_of = MOTLEY_PICK_VECTOR_ISA(short_range_sums);
  static const auto cell_sums_of = MOTLEY_PICK_VECTOR_ISA(cell_sums);
  static const auto exact_sums_of = MOTLEY_PICK_VECTOR_ISA(exact_short_range_sums);
  static const auto exact_cells_of = MOTLEY_PICK_VECTOR_ISA(exact_cell_sums);
  for (auto& axis : sums.of) axis.assign(list.count, 0.0);
  const Targets targets{list.target[0].data(),
                        list.target[1].data(),
                        list.target[2].data(),
                        static_cast<int>(list.count),
                        {sums.of[0].data(), sums.of[1].data(), sums.of[2].data()}};
  (kernel.exact ? exact_sums_of : short_range_sums_of)(kernel, targets, list.sources.view());
  if (list.cells.count > 0) {
    (kernel.exact ? exact_cells_of : cell_sums_of)(kernel, targets, list.cells.view());
  }
  const int64_t begin = std::max<int64_t>(list.first, output.own_begin);
  const int64_t end = std::min(int64_t{list.first} + list.count, output.own_end);
  for (int axis = 0; axis < 3; ++axis) {
    float* out = output.acceleration[axis] + (begin - output.own_begin);
    const double* sum = sums.of[axis].data() + (begin - list.first);
    for (int64_t i = 0; i < end - begin; ++i) out[i] = static_cast<float>(sum[i] * unit);
  }
}

}  // namespace motley::nbody
