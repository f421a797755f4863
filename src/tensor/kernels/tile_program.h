// The tile machine: how a fused op runs.
//
// All values of a fusion live on one domain, cut into rows and columns: softmax over [8,16,256] has
// 128 rows of 256 columns. A tile is a block of the domain small enough for the innermost caches;
// the machine runs the whole body on one tile before it goes to the next, so that memory is read
// and written once, whatever the number of ops:
//
//   for each tile:                       x: full, from memory
//     m = fold max over columns of x     m: one element per row
//     e = exp(x - m)                     e: full, in the tile's own memory
//     s = fold add over columns of e     s: one per row
//     y = e / s                          y: full, to memory
//
// An instruction costs some 10 ns and then goes through a run of a thousand elements in the first
// cache with a loop compiled for this machine's vectors (tile_functions.h). Folds over rows (the
// gradient of a bias) are kept per thread and combined in order at the end, so that the same number
// of threads gives the same bits; their sums are carried on in f64, so that the error does not grow
// with the rows.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tensor/kernels/kernel.h"
#include "tensor/kernels/tile_functions.h"

namespace motley::tensor {

// On which of a tile's indices a value depends.
enum class Spread : uint8_t { kOne, kRow, kColumn, kFull };

inline Spread spread_of(bool by_row, bool by_column) {
  return by_row ? (by_column ? Spread::kFull : Spread::kRow)
                : (by_column ? Spread::kColumn : Spread::kOne);
}

// Where the elements of an operand, result or table lie on the domain, in elements.
struct TileAccess {
  std::vector<int64_t> row_strides;  // per row dimension of the plan
  int64_t column_stride = 0;
  std::vector<int64_t> column_offsets;  // instead of the stride, where there is none
};

enum class TileSource : uint8_t { kOperand, kTable, kTemporary };

// A value on the tile.
struct TileRegister {
  ElementType element = ElementType::kF32;
  Spread spread = Spread::kFull;
  TileSource source = TileSource::kTemporary;
  int index = 0;      // of the operand or table
  TileAccess access;  // of those
  int slot = -1;      // piece of the tile's own memory; -1 where the elements stay where they are
};

enum class TileForm : uint8_t {
  kMap,         // to = op(a, b, c)
  kLoad,        // to = a, from an access that no loop can read in place
  kFoldRow,     // to[row] = fold of a over columns
  kFoldColumn,  // accumulator[column] = fold of a over rows
  kFoldAll,     // accumulator = fold of a over the domain
};

struct TileInstruction {
  TileForm form = TileForm::kMap;
  TileOp op;                // kMap; for column folds, the reducer
  TileLoop fold = nullptr;  // kFoldRow, kFoldAll
  int to = -1;              // register; for column and whole folds, the output
  std::array<int, 3> from = {-1, -1, -1};
  int num_operands = 0;
  OpCode code = OpCode::kConvert;           // what it computes, of which elements: its name
  ElementType element = ElementType::kF32;  // in tile_work
};

struct TileOutput {
  int value = -1;  // register; -1 for column and whole folds
  TileAccess access;
  bool in_place = false;  // the instruction that makes the register writes there directly
  // Column and whole folds:
  ElementType element = ElementType::kF32;
  Literal identity;
  TileOp combine;
  bool whole = false;
  bool carried = false;  // a sum of f32: from one block of rows to the next in f64
};

struct TilePlan {
  std::vector<int64_t> row_extents;  // outermost first, at least one
  int64_t num_rows = 1, num_columns = 1;
  int64_t tile_rows = 1, tile_columns = 1;
  std::vector<Literal> tables;  // constants and counts
  std::vector<TileRegister> registers;
  std::vector<TileInstruction> instructions;
  std::vector<TileOutput> outputs;
  int num_slots = 0;
  int64_t slot_bytes = 0;
  int num_threads = 1;
  std::vector<InPlace> in_place;
};

// An elementwise op that the machine has loops for.
bool is_tile_map(const OpView& view);

// Reads the body of a fusion op; nothing where the machine cannot run it.
std::optional<TilePlan> plan_tiles(const KernelRequest& request);

// Elements and calls of its instructions, by op: `tile.map.add`, `call.loop`. (tile_work.cpp)
std::vector<WorkPart> tile_work(const TilePlan& plan, int num_threads);

int64_t scratch_bytes(const TilePlan& plan);
void run_tiles(const TilePlan& plan, const KernelCall& call);

}  // namespace motley::tensor
