// The work of a TilePlan, in counts: for each op the elements its loops process, and the number of
// loop calls.
#include <algorithm>

#include "tensor/kernels/tile_program.h"

namespace motley::tensor {

namespace {

class Counter {
 public:
  Counter(const TilePlan& plan, int num_threads) : plan_(plan) {
    const int64_t row_tiles = (plan.num_rows + plan.tile_rows - 1) / plan.tile_rows;
    const int64_t column_tiles = (plan.num_columns + plan.tile_columns - 1) / plan.tile_columns;
    const int64_t cut = row_tiles >= plan.num_threads || column_tiles < plan.num_threads
                            ? row_tiles
                            : column_tiles;  // as run_tiles divides them
    const int used = static_cast<int>(std::min<int64_t>(plan.num_threads, cut));
    threaded_ = used > 1;
    busiest_ = share_of_busiest(cut, used, num_threads);
    row_tiles_ = static_cast<double>(row_tiles), column_tiles_ = static_cast<double>(column_tiles);
    rows_ = static_cast<double>(plan.num_rows), columns_ = static_cast<double>(plan.num_columns);
  }

  std::vector<WorkPart> run() {
    for (const TileInstruction& instruction : plan_.instructions) count(instruction);
    for (const TileOutput& output : plan_.outputs) {
      if (output.value >= 0 && !output.in_place)
        add(moves(output.access) ? "tile.store.runs" : "tile.store.strided", rows_ * columns_,
            rows_ * column_tiles_, true);
    }
    if (threaded_) add_part(parts_, {"call.threads", 1});
    return std::move(parts_);
  }

 private:
  static bool moves(const TileAccess& access) {
    return access.column_stride == 1 && access.column_offsets.empty();
  }
  // An operand as large as the domain, which may have only one row or column.
  bool in_memory(int r) const {
    const TileRegister& reg = plan_.registers[r];
    const bool by_row = reg.shape == TileShape::kFull || reg.shape == TileShape::kRow,
               by_column = reg.shape == TileShape::kFull || reg.shape == TileShape::kColumn;
    return reg.source == TileSource::kOperand && (by_row || plan_.num_rows == 1) &&
           (by_column || plan_.num_columns == 1);
  }
  bool is_output(int r) const {
    return std::any_of(plan_.outputs.begin(), plan_.outputs.end(),
                       [r](const TileOutput& o) { return o.value == r && o.in_place; });
  }
  bool streams(const TileInstruction& i) const {
    for (int n = 0; n < i.num_operands; ++n)
      if (in_memory(i.from[n])) return true;
    return (i.form == TileForm::kMap || i.form == TileForm::kLoad) && is_output(i.to);
  }
  // Whether the tile's rows are contiguous, so that one loop processes all of them.
  bool is_packed(int r) const {
    const TileRegister& reg = plan_.registers[r];
    if (reg.shape == TileShape::kScalar) return true;
    if (reg.shape != TileShape::kFull) return false;
    return reg.source == TileSource::kTemporary ||
           reg.access.row_strides.back() == plan_.tile_columns;
  }
  bool is_flat(const TileInstruction& i) const {
    if (plan_.tile_rows == 1) return true;
    for (int n = 0; n < i.num_operands; ++n)
      if (!is_packed(i.from[n])) return false;
    return true;
  }

  static std::string named(std::string_view form, const TileInstruction& i) {
    const std::string_view op = name(i.code);
    std::string kind =
        "tile." + std::string(form) + "." + std::string(op.substr(op.rfind('.') + 1));
    if (i.element != ElementType::kF32) kind += "." + std::string(name(i.element));
    return kind;
  }

  void add(std::string kind, double elements, double calls, bool streams) {
    add_part(parts_, {std::move(kind), elements * busiest_, {}, streams});
    add_part(parts_, {"call.loop", calls * busiest_});
  }

  void count(const TileInstruction& i) {
    const double tiles = row_tiles_ * column_tiles_, all = rows_ * columns_;
    switch (i.form) {
      case TileForm::kMap:
        switch (plan_.registers[i.to].shape) {
          case TileShape::kScalar:
            return add(named("map", i), tiles, tiles, false);
          case TileShape::kRow:
            return add(named("map", i), rows_ * column_tiles_, tiles, streams(i));
          case TileShape::kColumn:
            return add(named("map", i), row_tiles_ * columns_, tiles, streams(i));
          case TileShape::kFull:
            return add(named("map", i), all, is_flat(i) ? tiles : rows_ * column_tiles_,
                       streams(i));
        }
        return;
      case TileForm::kLoad: {
        const TileRegister& from = plan_.registers[i.from[0]];
        const bool full = from.shape == TileShape::kFull;
        return add(moves(from.access) ? "tile.load.runs" : "tile.load.strided", full ? all : rows_,
                   rows_ * column_tiles_, full);
      }
      case TileForm::kFoldRow:
        return add(named("fold_row", i), all, rows_ * column_tiles_, streams(i));
      case TileForm::kFoldColumn:
        return add(named("fold_column", i), all, rows_ * column_tiles_, streams(i));
      case TileForm::kFoldAll:
        return add(named("fold_all", i), all, 2 * rows_ * column_tiles_, streams(i));
    }
  }

  const TilePlan& plan_;
  double busiest_ = 1, row_tiles_ = 1, column_tiles_ = 1, rows_ = 1, columns_ = 1;
  bool threaded_ = false;
  std::vector<WorkPart> parts_;
};

}  // namespace

std::vector<WorkPart> tile_work(const TilePlan& plan, int num_threads) {
  return Counter(plan, num_threads).run();
}

}  // namespace motley::tensor
