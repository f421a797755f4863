// The tile machine: how a fused op runs.
//
// All values of a fusion share one domain, divided into rows and columns: softmax over [8,16,256]
// has 128 rows of 256 columns. A tile is a block of the domain that fits in the innermost caches;
// the machine runs the whole body on one tile before the next, so that memory is read and written
// once, whatever the number of ops:
//
//   for each tile:                       x: full, from memory
//     m = reduce max over columns of x   m: one element per row
//     e = exp(x - m)                     e: full, in the tile's scratch memory
//     s = reduce add over columns of e   s: one per row
//     y = e / s                          y: full, to memory
//
// An instruction costs some 10 ns and then processes a run of a thousand elements in L1 with a loop
// compiled for this machine's vector instructions (tile_functions.h). Reductions over rows (the
// gradient of a bias) are accumulated per thread and combined in order at the end, so that the same
// number of threads gives the same bits; their sums are accumulated in f64 across blocks of rows,
// so that the error does not grow with the number of rows.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tensor/kernels/kernel.h"
#include "tensor/kernels/tile_functions.h"

namespace motley::tensor {

// Which tile indices a value depends on.
enum class TileShape : uint8_t { kScalar, kRow, kColumn, kFull };

inline TileShape tile_shape_of(bool by_row, bool by_column) {
  return by_row ? (by_column ? TileShape::kFull : TileShape::kRow)
                : (by_column ? TileShape::kColumn : TileShape::kScalar);
}

// Addresses of the elements of an operand, result or table over the domain, in elements.
struct TileAccess {
  std::vector<int64_t> row_strides;  // per row dimension of the plan
  int64_t column_stride = 0;
  std::vector<int64_t> column_offsets;  // instead of the stride, if it is not constant
};

enum class TileSource : uint8_t { kOperand, kTable, kTemporary };

// A value on the tile.
struct TileRegister {
  ElementType element = ElementType::kF32;
  TileShape shape = TileShape::kFull;
  TileSource source = TileSource::kTemporary;
  int index = 0;      // of the operand or table
  TileAccess access;  // of those
  int slot = -1;      // scratch slot of the tile; -1 if the elements are used in place
};

enum class TileForm : uint8_t {
  kMap,         // to = op(a, b, c)
  kLoad,        // to = a, from an access that no loop can read in place
  kFoldRow,     // to[row] = reduction of a over columns
  kFoldColumn,  // accumulator[column] = reduction of a over rows
  kFoldAll,     // accumulator = reduction of a over the domain
};

struct TileInstruction {
  TileForm form = TileForm::kMap;
  TileOp op;                // kMap; for column reductions, the reducer
  TileLoop fold = nullptr;  // kFoldRow, kFoldAll
  int to = -1;              // register; for column and full reductions, the output
  std::array<int, 3> from = {-1, -1, -1};
  int num_operands = 0;
  OpCode code = OpCode::kConvert;           // op and element type it computes:
  ElementType element = ElementType::kF32;  // its name in tile_work
};

struct TileOutput {
  int value = -1;  // register; -1 for column and full reductions
  TileAccess access;
  bool in_place = false;  // written directly by the instruction that computes the register
  // Column and full reductions:
  ElementType element = ElementType::kF32;
  Literal identity;
  TileOp combine;
  bool whole = false;
  bool carried = false;  // a sum of f32: accumulated in f64 across blocks of rows
  TileOp narrow = {};    // from `element` to the result's bf16 or f16, if it is one
};

struct TilePlan {
  std::vector<int64_t> row_extents;  // outermost first, at least one
  int64_t num_rows = 1, num_columns = 1;
  int64_t tile_rows = 1, tile_columns = 1;
  std::vector<Literal> tables;  // constants and iotas
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

// Plans the body of a fusion op; nullopt if the machine cannot run it.
std::optional<TilePlan> plan_tiles(const KernelRequest& request);

// Elements and calls of its instructions, by op: `tile.map.add`, `call.loop`. (tile_work.cpp)
std::vector<WorkPart> tile_work(const TilePlan& plan, int num_threads);

int64_t scratch_bytes(const TilePlan& plan);
void run_tiles(const TilePlan& plan, const KernelCall& call);

}  // namespace motley::tensor
