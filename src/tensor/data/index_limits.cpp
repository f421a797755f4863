#include "tensor/data/index_limits.h"

#include <algorithm>
#include <set>

#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

// Ops that forward the values of their operands, at most rearranged. Only operands from `first` on
// count: a select's predicate and a clamp's bounds do not.
struct Passing {
  OpCode code;
  size_t first, count;
};
constexpr size_t kAll = SIZE_MAX;
constexpr Passing kPassing[] = {
    {OpCode::kReshape, 0, 1},
    {OpCode::kBroadcastInDim, 0, 1},
    {OpCode::kTranspose, 0, 1},
    {OpCode::kConvert, 0, 1},
    {OpCode::kSlice, 0, 1},
    {OpCode::kReverse, 0, 1},
    {OpCode::kPad, 0, 1},
    {OpCode::kConcatenate, 0, kAll},
    {OpCode::kSelect, 1, 2},
    {OpCode::kClamp, 1, 1},
    {OpCode::kOptimizationBarrier, 0, 1},
};

class LimitFinder {
 public:
  explicit LimitFinder(const Program& program)
      : program_(program),
        sources_(program.values.size()),
        counts_to_(program.values.size(), 0),
        limits_(program.body.arguments.size(), 0) {
    for (size_t i = 0; i < program.body.arguments.size(); ++i) {
      sources_[program.body.arguments[i].index] = {static_cast<int>(i)};
    }
    for (const Op& op : program.body.ops) visit(op);
  }
  std::vector<int64_t> limits() && { return std::move(limits_); }

 private:
  void visit(const Op& op) {
    switch (op.code) {
      case OpCode::kIota: {
        const auto& attrs = op.get<IotaAttrs>();
        counts_to_[op.results[0].index] = attrs.type.shape[attrs.dim];
        return;
      }
      case OpCode::kCompare:
        if (op.get<CompareAttrs>().direction == CompareDirection::kEq) {
          bound(op.operands[0], counts_to_[op.operands[1].index]);
          bound(op.operands[1], counts_to_[op.operands[0].index]);
        }
        return;
      case OpCode::kGather: {
        const auto& attrs = op.get<GatherAttrs>();
        const Shape& table = program_.type(op.operands[0]).shape;
        for (int64_t d : attrs.start_index_map) {
          bound(op.operands[1], table[d] - attrs.slice_sizes[d] + 1);
        }
        return;
      }
      case OpCode::kScatter:
        for (int64_t d : op.get<ScatterAttrs>().scatter_dims_to_operand_dims) {
          bound(op.operands[op.operands.size() / 2], program_.type(op.operands[0]).shape[d]);
        }
        return;
      default:
        pass(op);
    }
  }

  void pass(const Op& op) {
    const auto row = std::ranges::find(kPassing, op.code, &Passing::code);
    if (row == std::end(kPassing)) return;
    const size_t end =
        std::min(op.operands.size(), row->count == kAll ? kAll : row->first + row->count);
    for (size_t i = row->first; i < end; ++i) {
      const std::set<int>& from = sources_[op.operands[i].index];
      sources_[op.results[0].index].insert(from.begin(), from.end());
      counts_to_[op.results[0].index] =
          std::max(counts_to_[op.results[0].index], counts_to_[op.operands[i].index]);
    }
  }

  void bound(ValueId value, int64_t limit) {
    if (limit <= 0) return;
    for (int argument : sources_[value.index]) {
      limits_[argument] = limits_[argument] == 0 ? limit : std::min(limits_[argument], limit);
    }
  }

  const Program& program_;
  std::vector<std::set<int>> sources_;  // the arguments whose values a value contains
  std::vector<int64_t> counts_to_;      // extent of an iota; 0 for other values
  std::vector<int64_t> limits_;
};

}  // namespace

std::vector<int64_t> index_limits(const Program& program) { return LimitFinder(program).limits(); }

}  // namespace motley::tensor
