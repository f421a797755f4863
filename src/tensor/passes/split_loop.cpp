#include "tensor/passes/split_loop.h"

#include <algorithm>
#include <optional>
#include <set>

#include "tensor/ir/expr.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/loops.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

class LoopSplit {
 public:
  LoopSplit(const Program& program, int op, int64_t turn)
      : program_(program),
        loop_(program.body.ops[op]),
        at_(op),
        turn_(turn),
        rewrite_(program),
        graph_(program) {
    MOTLEY_CHECK(loop_.code == OpCode::kWhile && num_turns(loop_), "op {} is no counted loop", op);
    turns_ = *num_turns(loop_);
    MOTLEY_CHECK(0 < turn && turn < turns_, "turn {} of {}", turn, turns_);
    counter_ = counter();
    find_row_stacks();
  }

  Program run() && {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      i == at_ ? split() : rewrite_.keep(graph_.ops[i]);
    }
    return std::move(rewrite_).finish();
  }

 private:
  ProgramBuilder& builder() { return rewrite_.builder(); }

  std::optional<int64_t> known(ValueId v) const {
    const int producer = graph_.producer[v.index];
    if (producer == kNone || graph_.ops[producer].code != OpCode::kConstant) return std::nullopt;
    return one_integer(graph_.ops[producer].get<ConstantAttrs>().value);
  }

  LoopCounter counter() const {
    const auto found = counter_of(loop_, [&](ValueId v) { return known(v); });
    MOTLEY_CHECK(found, "the start of a counted loop is a constant");
    return *found;
  }

  // Whether a value of the body is the number of the iteration: the counter, less where it starts.
  bool is_turn_number(ValueId v) const {
    const Region& body = loop_.regions[1];
    const ValueId count = body.arguments[counter_.position];
    if (counter_.step != 1) return false;
    if (v == count) return counter_.start == 0;
    const Op* difference = producer_in(body, v);
    if (!difference || difference->code != OpCode::kSubtract || difference->operands[0] != count)
      return false;
    const Op* start = producer_in(body, difference->operands[1]);
    return start && start->code == OpCode::kConstant &&
           one_integer(start->get<ConstantAttrs>().value) == counter_.start;
  }
  static const Op* producer_in(const Region& region, ValueId v) {
    const auto at =
        std::ranges::find_if(region.ops, [&](const Op& op) { return op.results[0] == v; });
    return at == region.ops.end() ? nullptr : &*at;
  }

  // Invariant stacks that are only read as rows, each iteration its own.
  void find_row_stacks() {
    const Region& body = loop_.regions[1];
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      const ValueId v = body.arguments[i];
      const Shape& shape = program_.type(v).shape;
      if (body.results[i] != v || shape.empty() || shape[0] != turns_) continue;
      if (uses_argument(loop_.regions[0], i)) continue;
      bool only_rows = true;
      for (const Op& op : body.ops) {
        const std::vector<ValueId> inputs = inputs_of(op);
        if (std::ranges::find(inputs, v) == inputs.end()) continue;
        only_rows = only_rows && op.code == OpCode::kDynamicSlice && op.operands[0] == v &&
                    is_turn_number(op.operands[1]) && op.get<DynamicSliceAttrs>().sizes[0] == 1;
      }
      const bool is_result = std::ranges::count(body.results, v) > 1;
      if (only_rows && !is_result && !is_read(loop_.results[i])) rows_.insert(i);
    }
  }
  // Whether anything reads this result of the loop.
  bool is_read(ValueId result) const {
    const auto& results = program_.body.results;
    return !graph_.users[result.index].empty() ||
           std::find(results.begin(), results.end(), result) != results.end();
  }

  void split() {
    std::vector<ValueId> first = rewrite_(loop_.operands);
    const std::vector<ValueId> stacks = first;
    for (size_t i : rows_) first[i] = slice_dim({builder(), stacks[i]}, 0, 0, turn_).id();
    const std::vector<ValueId> middle = add_loop(first, turn_, 0);
    std::vector<ValueId> second = middle;
    second[counter_.position] =
        integer(builder().type(middle[counter_.position]), counter_.start + turn_ * counter_.step);
    for (size_t i : rows_) second[i] = slice_dim({builder(), stacks[i]}, 0, turn_, turns_).id();
    const std::vector<ValueId> last = add_loop(second, turns_, turn_);
    for (size_t i = 0; i < last.size(); ++i) rewrite_.replace(loop_.results[i], last[i]);
  }

  ValueId integer(const TensorType& type, int64_t value) {
    return full(builder(), type, static_cast<double>(value)).id();
  }

  // The iterations until `end` of the whole loop; rows are counted from `first_row`.
  std::vector<ValueId> add_loop(const std::vector<ValueId>& operands, int64_t end,
                                int64_t first_row) {
    std::vector<TensorType> types;
    for (ValueId v : operands) types.push_back(builder().type(v));
    std::vector<Region> regions;
    const std::vector<ValueId> state = builder().begin_region(types);
    const Expr count(builder(), state[counter_.position]);
    const ValueId bound = integer(count.type(), counter_.start + end * counter_.step);
    const Expr more =
        compare(count, counter_.step > 0 ? CompareDirection::kLt : CompareDirection::kGt,
                {builder(), bound});
    regions.push_back(builder().end_region({more.id()}));
    regions.push_back(body(types, first_row));
    return builder().add(OpCode::kWhile, operands, NoAttrs{}, std::move(regions),
                         {loop_.line, loop_.column});
  }

  Region body(const std::vector<TensorType>& types, int64_t first_row) {
    const Region& whole = loop_.regions[1];
    const std::vector<ValueId> arguments = builder().begin_region(types);
    for (size_t i = 0; i < arguments.size(); ++i)
      rewrite_.replace(whole.arguments[i], arguments[i]);
    const Expr count(builder(), arguments[counter_.position]);
    for (const Op& op : whole.ops) {
      const bool reads_row = op.code == OpCode::kDynamicSlice && is_row_stack(op.operands[0]);
      if (!reads_row || counter_.start + first_row == 0) {
        rewrite_.keep(op);
        continue;
      }
      std::vector<ValueId> operands = rewrite_(op.operands);
      operands[1] = (count - static_cast<double>(counter_.start + first_row)).id();
      rewrite_.replace(op.results[0],
                       builder().add_one(op.code, operands, op.attrs, {}, {op.line, op.column}));
    }
    return builder().end_region(rewrite_(whole.results));
  }
  bool is_row_stack(ValueId v) const {
    return std::ranges::any_of(rows_, [&](size_t i) { return loop_.regions[1].arguments[i] == v; });
  }

  const Program& program_;
  const Op& loop_;
  const int at_;
  const int64_t turn_;
  int64_t turns_ = 0;
  Rewrite rewrite_;
  const Graph graph_;
  LoopCounter counter_;
  std::set<size_t> rows_;  // positions of carried stacks that are cut
};

}  // namespace

Program split_loop(const Program& program, int op, int64_t turn) {
  return LoopSplit(program, op, turn).run();
}

}  // namespace motley::tensor
