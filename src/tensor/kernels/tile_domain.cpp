// Divides a fusion's domain into rows, columns and tiles.
#include <algorithm>

#include "tensor/kernels/tile_draft.h"

namespace motley::tensor {

namespace {

using Strides = std::vector<int64_t>;  // one per dimension of the domain

// Elements of a tile: a few of its registers fill L1.
constexpr int64_t kTileElements = 2048;
// Below this, waking another thread costs more than it saves.
constexpr int64_t kElementsPerThread = 8192;

class Tiling {
 public:
  explicit Tiling(TileDraft& draft) : draft_(draft) {}

  void run() {
    const int num_row_dims = static_cast<int>(draft_.domain.size()) - draft_.num_column_dims;
    std::vector<int> dims;  // of extent > 1
    for (int d = 0; d < static_cast<int>(draft_.domain.size()); ++d) {
      if (draft_.domain[d] != 1) dims.push_back(d);
    }
    // Columns: determined by the reductions, otherwise the innermost contiguous dimensions.
    size_t first_column = dims.size();
    if (draft_.num_column_dims > 0) {
      while (first_column > 0 && dims[first_column - 1] >= num_row_dims) --first_column;
    } else {
      if (first_column > 0) --first_column;
      while (first_column > 0 && merges(dims[first_column - 1], dims[first_column])) --first_column;
    }
    columns_.assign(dims.begin() + static_cast<int64_t>(first_column), dims.end());
    dims.resize(first_column);
    for (int d : columns_) draft_.plan.num_columns *= draft_.domain[d];
    for (size_t i = 0; i < dims.size(); ++i) {
      draft_.plan.num_rows *= draft_.domain[dims[i]];
      if (i > 0 && merges(dims[i - 1], dims[i])) {
        rows_.back() = dims[i];
        draft_.plan.row_extents.back() *= draft_.domain[dims[i]];
      } else {
        rows_.push_back(dims[i]);
        draft_.plan.row_extents.push_back(draft_.domain[dims[i]]);
      }
    }
    if (draft_.plan.row_extents.empty()) draft_.plan.row_extents.push_back(1);
    choose_tile();
    for (size_t r = 0; r < draft_.plan.registers.size(); ++r) {
      if (draft_.plan.registers[r].source != TileSource::kTemporary)
        split_access(draft_.register_strides[r], draft_.plan.registers[r].access);
    }
    for (size_t i = 0; i < draft_.plan.outputs.size(); ++i)
      split_access(draft_.output_strides[i], draft_.plan.outputs[i].access);
    infer_shapes();
  }

 private:
  // Neighbouring dimensions that are contiguous in every access are merged.
  bool merges(int outer, int inner) const {
    const int64_t extent = draft_.domain[inner];
    const auto one = [&](const Strides& s) { return s.empty() || s[outer] == s[inner] * extent; };
    return std::all_of(draft_.register_strides.begin(), draft_.register_strides.end(), one) &&
           std::all_of(draft_.output_strides.begin(), draft_.output_strides.end(), one);
  }

  void split_access(const Strides& from, TileAccess& to) const {
    for (int d : rows_) to.row_strides.push_back(from[d]);
    to.row_strides.resize(draft_.plan.row_extents.size(), 0);
    if (columns_.empty()) return;
    to.column_stride = from[columns_.back()];
    bool regular = true;
    for (size_t i = 1; i < columns_.size(); ++i) {
      regular = regular && from[columns_[i - 1]] == from[columns_[i]] * draft_.domain[columns_[i]];
    }
    if (regular) return;
    to.column_offsets.assign(1, 0);
    for (int d : columns_) {
      std::vector<int64_t> offsets;
      for (int64_t base : to.column_offsets) {
        for (int64_t i = 0; i < draft_.domain[d]; ++i) offsets.push_back(base + i * from[d]);
      }
      to.column_offsets = std::move(offsets);
    }
  }

  // Reductions over columns need whole rows in a tile.
  void choose_tile() {
    const bool whole_rows =
        std::any_of(draft_.plan.instructions.begin(), draft_.plan.instructions.end(),
                    [](const TileInstruction& i) { return i.form == TileForm::kFoldRow; });
    const int64_t columns = std::max<int64_t>(draft_.plan.num_columns, 1);
    draft_.plan.tile_columns = whole_rows ? columns : std::min(columns, kTileElements);
    draft_.plan.tile_rows = std::clamp<int64_t>(kTileElements / draft_.plan.tile_columns, 1,
                                                std::max<int64_t>(draft_.plan.num_rows, 1));
    const int64_t work = draft_.plan.num_rows * draft_.plan.num_columns / kElementsPerThread;
    draft_.plan.num_threads = static_cast<int>(std::clamp<int64_t>(work, 1, draft_.num_threads));
  }

  // Computes the shape of each register, in the order of their definition.
  void infer_shapes() {
    for (TileRegister& r : draft_.plan.registers) {
      if (r.source == TileSource::kTemporary) continue;
      bool by_row = false;
      for (int64_t stride : r.access.row_strides) by_row = by_row || stride != 0;
      r.shape =
          tile_shape_of(by_row, r.access.column_stride != 0 || !r.access.column_offsets.empty());
    }
    for (const TileInstruction& instruction : draft_.plan.instructions) {
      bool by_row = false, by_column = false;
      for (int i = 0; i < instruction.num_operands; ++i) {
        const TileShape shape = draft_.plan.registers[instruction.from[i]].shape;
        by_row = by_row || shape == TileShape::kRow || shape == TileShape::kFull;
        by_column = by_column || shape == TileShape::kColumn || shape == TileShape::kFull;
      }
      if (instruction.form == TileForm::kMap)
        draft_.plan.registers[instruction.to].shape = tile_shape_of(by_row, by_column);
      if (instruction.form == TileForm::kFoldRow)
        draft_.plan.registers[instruction.to].shape = TileShape::kRow;
    }
  }

  TileDraft& draft_;
  std::vector<int> rows_, columns_;  // domain dimensions; rows_ holds the innermost of merged ones
};

}  // namespace

void tile_domain(TileDraft& draft) { Tiling(draft).run(); }

}  // namespace motley::tensor
