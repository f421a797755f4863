#include "tensor/ir/ops/loop_axes.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "tensor/ir/graph.h"
#include "tensor/ir/loops.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// The dimensions of all values of a loop's body in classes: those of a class are sharded together
// or not at all.
class BodyDims {
 public:
  explicit BodyDims(const OpView& loop) : loop_(loop), body_(loop.region(1)) {
    for (ValueId v : body_.arguments) add(v);
    for (const Op& op : body_.ops) {
      for (ValueId v : op.results) add(v);
    }
    for (const Op& op : body_.ops) {
      structures_.push_back(index_structure({loop_.values, op}));
      join_op(op, structures_.back());
    }
    for (size_t i = 0; i < body_.arguments.size(); ++i) join_turns(body_, i);
    block_condition();
  }

  // The class of a dimension; -1 if it cannot be sharded.
  int class_of(ValueId v, int64_t dim) const {
    const auto first = first_.find(v);
    if (first == first_.end()) return -1;
    const int root = find(first->second + static_cast<int>(dim));
    return blocked_[root] ? -1 : root;
  }
  int class_of_axis(size_t op, int axis) const {
    const int root = find(axis_first_[op] + axis);
    return blocked_[root] ? -1 : root;
  }
  const IndexStructure& structure(size_t op) const { return structures_[op]; }
  // Whether a value has it twice, as the square matrix of a recurrence: no device has such a part.
  bool is_twice_in_a_value(int of) const {
    const auto is_twice = [&](ValueId v) {
      int count = 0;
      for (int64_t d = 0; d < loop_.type(v).num_dims(); ++d) count += class_of(v, d) == of;
      return count > 1;
    };
    return std::ranges::any_of(first_, [&](const auto& entry) { return is_twice(entry.first); });
  }

 private:
  int node() {
    parent_.push_back(static_cast<int>(parent_.size()));
    blocked_.push_back(false);
    return parent_.back();
  }
  void add(ValueId v) {
    first_[v] = static_cast<int>(parent_.size());
    for (int64_t d = 0; d < loop_.type(v).num_dims(); ++d) node();
  }
  int find(int n) const {
    while (parent_[n] != n) n = parent_[n];
    return n;
  }
  void join(int a, int b) {
    a = find(a), b = find(b);
    if (a == b) return;
    parent_[b] = a;
    blocked_[a] = blocked_[a] || blocked_[b];
  }
  void block(int n) { blocked_[find(n)] = true; }

  void join_op(const Op& op, const IndexStructure& index) {
    axis_first_.push_back(static_cast<int>(parent_.size()));
    for (const Axis& axis : index.axes) {
      const int n = node();
      const bool sums = axis.kind == AxisKind::kReduced && axis.reducer == Reducer::kSum;
      if ((axis.kind != AxisKind::kParallel && !sums) || axis.position_matters) block(n);
    }
    for (const Region& region : op.regions) {  // of a branch
      for (ValueId v : captured_values(region)) block_value(v);
    }
    for (size_t i = 0; i < op.operands.size(); ++i)
      join_tensor(op.operands[i], index.operands[i], index);
    for (size_t i = 0; i < op.results.size(); ++i)
      join_tensor(op.results[i], index.results[i], index);
  }

  void join_tensor(ValueId v, const TensorIndex& tensor, const IndexStructure& index) {
    const auto first = first_.find(v);
    const Shape& shape = loop_.type(v).shape;
    std::set<int> seen;
    for (size_t d = 0; d < tensor.size(); ++d) {
      const DimIndex& dim = tensor[d];
      const bool plain = dim.terms.size() == 1 && dim.terms[0].stride == 1 && dim.offset == 0 &&
                         dim.divisor == 1 && index.axes[dim.terms[0].axis].extent == shape[d] &&
                         first != first_.end();
      for (const AxisTerm& term : dim.terms) {
        const int axis = axis_first_.back() + term.axis;
        if (!plain || !seen.insert(term.axis).second) block(axis);
        if (plain) join(axis, first->second + static_cast<int>(d));
      }
      if (!plain && first != first_.end()) block(first->second + static_cast<int>(d));
    }
  }

  // A carried value has the same state at the end of an iteration as at its start.
  void join_turns(const Region& body, size_t i) {
    const auto result = first_.find(body.results[i]);
    for (int64_t d = 0; d < loop_.type(body.arguments[i]).num_dims(); ++d) {
      const int n = first_.at(body.arguments[i]) + static_cast<int>(d);
      if (result == first_.end()) {
        block(n);
      } else {
        join(n, result->second + static_cast<int>(d));
      }
    }
  }

  // What the condition reads is whole.
  void block_condition() {
    const Region& condition = loop_.region(0);
    for (size_t i = 0; i < condition.arguments.size(); ++i) {
      if (uses_argument(condition, i)) block_value(body_.arguments[i]);
    }
  }
  void block_value(ValueId v) {
    for (int64_t d = 0; d < loop_.type(v).num_dims(); ++d)
      block(first_.at(v) + static_cast<int>(d));
  }

  const OpView& loop_;
  const Region& body_;
  std::unordered_map<ValueId, int> first_;  // node of the first dimension
  std::vector<int> axis_first_;             // by op: node of the first axis
  std::vector<IndexStructure> structures_;  // by op
  std::vector<int> parent_;
  std::vector<bool> blocked_;  // by root
};

enum class State : uint8_t { kWhole, kSharded, kPartial };

// The states of a body's values if one class of dimensions is sharded.
class ClassStates {
 public:
  ClassStates(const OpView& loop, const BodyDims& dims, int of)
      : loop_(loop), dims_(dims), of_(of) {
    const Region& body = loop.region(1);
    std::vector<State> carried;
    // What changes from one iteration to the next may be a sum of partial values, until it turns
    // out whole.
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      const ValueId v = body.arguments[i];
      const bool may_be_sum = body.results[i] != v && is_float(loop.type(v).element);
      carried.push_back(has_class(v) ? State::kSharded
                        : may_be_sum ? State::kPartial
                                     : State::kWhole);
    }
    for (bool is_stable = false; !is_stable;) {
      valid_ = is_stable = true;
      run(carried);
      for (size_t i = 0; i < carried.size(); ++i) {
        const State now = state(body.results[i]);
        if (now == carried[i]) continue;
        if (carried[i] == State::kPartial && now == State::kWhole) {
          carried[i] = now;
          is_stable = false;
        } else {
          valid_ = false;
        }
      }
    }
    carried_ = std::move(carried);
  }

  bool valid() const { return valid_; }
  State carried(size_t i) const { return carried_[i]; }

 private:
  bool has_class(ValueId v) const {
    for (int64_t d = 0; d < loop_.type(v).num_dims(); ++d) {
      if (dims_.class_of(v, d) == of_) return true;
    }
    return false;
  }
  State state(ValueId v) const {
    const auto found = states_.find(v);
    return found == states_.end() ? State::kWhole : found->second;
  }

  void run(const std::vector<State>& carried) {
    const Region& body = loop_.region(1);
    states_.clear();
    zeros_.clear();
    for (size_t i = 0; i < carried.size(); ++i) states_[body.arguments[i]] = carried[i];
    for (size_t i = 0; i < body.ops.size(); ++i) run(i, body.ops[i]);
  }

  void run(size_t at, const Op& op) {
    const IndexStructure& index = dims_.structure(at);
    if (op.code == OpCode::kConstant && is_zero(op.get<ConstantAttrs>().value))
      zeros_.insert(op.results[0]);
    if (op.operands.size() == 1 && index.copies && zeros_.contains(op.operands[0]))
      zeros_.insert(op.results[0]);
    bool is_split = false, sums = false, any_partial = false;
    for (int a = 0; a < std::ssize(index.axes); ++a) {
      if (dims_.class_of_axis(at, a) != of_) continue;
      is_split = true;
      sums = sums || index.axes[a].kind == AxisKind::kReduced;
    }
    for (ValueId v : op.operands) any_partial = any_partial || state(v) == State::kPartial;
    if (is_split) {
      valid_ = valid_ && !any_partial;
      for (int i : index.counted_once)
        valid_ = valid_ && (!sums || zeros_.contains(op.operands[i]));
    }
    State others = State::kWhole;  // of results without the class
    if (is_split && sums) others = State::kPartial;
    if (!is_split && any_partial) {
      valid_ = valid_ && passes_partial(op, index);
      others = State::kPartial;
    }
    for (size_t r = 0; r < op.results.size(); ++r) {
      const bool is_whole =
          std::ranges::find(index.made_whole, static_cast<int>(r)) != index.made_whole.end();
      const bool mentions = has_class(op.results[r]);
      if (is_split && !mentions && !sums && !is_whole) valid_ = false;
      if (others == State::kPartial && !mentions && !is_whole &&
          !is_float(loop_.type(op.results[r]).element))
        valid_ = false;
      states_[op.results[r]] = mentions ? State::kSharded : is_whole ? State::kWhole : others;
    }
  }

  static bool is_zero(const Literal& value) {
    return value.num_elements() == 1 && value.as_double(0) == 0;
  }

  // Whether the op is jointly linear in its partial operands, and in zeros.
  bool passes_partial(const Op& op, const IndexStructure& index) const {
    return std::ranges::any_of(index.linear_in, [&](const std::vector<int>& set) {
      for (int k = 0; k < std::ssize(op.operands); ++k) {
        const bool in_set = std::ranges::find(set, k) != set.end();
        const bool is_partial = state(op.operands[k]) == State::kPartial;
        if (in_set ? !is_partial && !zeros_.contains(op.operands[k]) : is_partial) return false;
      }
      return true;
    });
  }

  const OpView& loop_;
  const BodyDims& dims_;
  const int of_;
  bool valid_ = true;
  std::vector<State> carried_;
  std::unordered_map<ValueId, State> states_;
  std::set<ValueId> zeros_;
};

// The classes that can be sharded, in order of the number of carried values that have them, with
// what is partial and whole the same for all that are accepted.
struct LoopClasses {
  std::vector<int> classes;
  std::vector<bool> reduces;  // parallel to it: whether there are partial sums
  std::set<int> partial, whole;
};

LoopClasses classes_of(const OpView& loop, const BodyDims& dims) {
  const Region& body = loop.region(1);
  std::map<int, int> counts;
  for (ValueId v : body.arguments) {
    for (int64_t d = 0; d < loop.type(v).num_dims(); ++d) {
      const int c = dims.class_of(v, d);
      if (c >= 0 && loop.type(v).shape[d] > 1) ++counts[c];
    }
  }
  std::vector<std::pair<int, int>> order;
  for (const auto& [c, count] : counts) order.emplace_back(-count, c);
  std::ranges::sort(order);
  LoopClasses found;
  for (const auto& [count, c] : order) {
    if (dims.is_twice_in_a_value(c)) continue;
    const ClassStates states(loop, dims, c);
    if (!states.valid()) continue;
    std::set<int> partial, whole;
    for (int i = 0; i < std::ssize(body.arguments); ++i) {
      if (states.carried(i) == State::kPartial) partial.insert(i);
      if (states.carried(i) == State::kWhole) whole.insert(i);
    }
    const auto overlap = [](const std::set<int>& a, const std::set<int>& b) {
      return std::ranges::any_of(a, [&](int i) { return b.contains(i); });
    };
    if (overlap(partial, found.whole) || overlap(whole, found.partial)) continue;
    if (!found.classes.empty() && partial != found.partial) continue;
    found.classes.push_back(c);
    found.reduces.push_back(!partial.empty());
    found.partial.insert(partial.begin(), partial.end());
    found.whole.insert(whole.begin(), whole.end());
  }
  return found;
}

bool is_closed(const OpView& loop) {
  return captured_values(loop.region(0)).empty() && captured_values(loop.region(1)).empty();
}

Held whole_dim(int64_t extent) { return {.begin = 0, .length = extent, .period = extent}; }

// The body of a loop with each op as one device runs it.
class LocalBody {
 public:
  LocalBody(OpShard& loop, const BodyDims& dims, std::vector<std::pair<int, Held>> held)
      : loop_(loop), dims_(dims), held_(std::move(held)) {}

  Region build() {
    const Region& body = loop_.whole.region(1);
    std::vector<TensorType> types;
    for (ValueId v : loop_.operands) types.push_back(loop_.builder.type(v));
    const std::vector<ValueId> arguments = loop_.builder.begin_region(types);
    for (size_t i = 0; i < arguments.size(); ++i) now_[body.arguments[i]] = arguments[i];
    for (size_t i = 0; i < body.ops.size(); ++i) add(i, body.ops[i]);
    return loop_.builder.end_region(all(body.results));
  }

 private:
  std::vector<ValueId> all(const std::vector<ValueId>& old) const {
    std::vector<ValueId> values;
    for (ValueId v : old) values.push_back(now_.at(v));
    return values;
  }
  const Held* held(int of) const {
    const auto at = std::ranges::find(held_, of, [](const auto& h) { return h.first; });
    return of < 0 || at == held_.end() ? nullptr : &at->second;
  }
  std::vector<Held> held_dims(ValueId v) const {
    std::vector<Held> dims;
    const Shape& shape = loop_.whole.type(v).shape;
    for (int64_t d = 0; d < std::ssize(shape); ++d) {
      const Held* part = held(dims_.class_of(v, d));
      dims.push_back(part ? *part : whole_dim(shape[d]));
    }
    return dims;
  }

  void add(size_t at, const Op& op) {
    const OpView view{loop_.whole.values, op};
    OpShard shard{loop_.builder, view, dims_.structure(at), none_, all(op.operands)};
    for (ValueId v : op.operands) shard.held_operands.push_back(held_dims(v));
    for (ValueId v : op.results) {
      shard.held_results.push_back(held_dims(v));
      Shape shape;
      for (const Held& dim : shard.held_results.back()) shape.push_back(dim.extent());
      shard.results.push_back(view.type(v).with_shape(std::move(shape)));
    }
    for (const auto& [of, part] : held_) {
      for (int a = 0; a < std::ssize(dims_.structure(at).axes); ++a) {
        if (dims_.class_of_axis(at, a) == of) shard.splits.push_back({a, part});
      }
    }
    const std::vector<ValueId> results = localize(shard);
    for (size_t i = 0; i < results.size(); ++i) now_[op.results[i]] = results[i];
  }

  OpShard& loop_;
  const BodyDims& dims_;
  const std::vector<std::pair<int, Held>> held_;  // by class
  const std::unordered_map<ValueId, ValueId> none_;
  std::unordered_map<ValueId, ValueId> now_;
};

// The condition on values of other shapes: it reads only whole ones.
Region local_condition(OpShard& loop) {
  const Region& condition = loop.whole.region(0);
  std::vector<TensorType> types;
  for (ValueId v : loop.operands) types.push_back(loop.builder.type(v));
  const std::vector<ValueId> arguments = loop.builder.begin_region(types);
  std::unordered_map<ValueId, ValueId> now;
  for (size_t i = 0; i < arguments.size(); ++i) now[condition.arguments[i]] = arguments[i];
  const auto all = [&](const std::vector<ValueId>& old) {
    std::vector<ValueId> values;
    for (ValueId v : old) values.push_back(now.at(v));
    return values;
  };
  const std::unordered_map<ValueId, ValueId> none;
  for (const Op& op : condition.ops) {
    const OpView view{loop.whole.values, op};
    const IndexStructure index = index_structure(view);
    OpShard shard{loop.builder, view, index, none, all(op.operands)};
    const auto results = shard.add(op.attrs);
    for (size_t i = 0; i < results.size(); ++i) now[op.results[i]] = results[i];
  }
  return loop.builder.end_region(all(condition.results));
}

}  // namespace

IndexStructure index_while(const OpView& view) {
  if (!is_closed(view)) return opaque_index(view);
  const BodyDims dims(view);
  const LoopClasses found = classes_of(view, dims);
  const Region& body = view.region(1);
  IndexStructure index;
  std::map<int, int> axis_of;  // class -> axis
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    TensorIndex tensor;
    const Shape& shape = view.operand(static_cast<int>(i)).shape;
    for (int64_t d = 0; d < std::ssize(shape); ++d) {
      const int c = dims.class_of(body.arguments[i], d);
      const auto at = std::ranges::find(found.classes, c);
      if (at == found.classes.end()) {
        tensor.push_back({.terms = {{.axis = static_cast<int>(index.axes.size())}}});
        index.axes.push_back({.extent = shape[d], .kind = AxisKind::kOpaque});
        continue;
      }
      const auto [axis, is_new] = axis_of.try_emplace(c, static_cast<int>(index.axes.size()));
      const bool sums = found.reduces[at - found.classes.begin()];
      if (is_new) {
        index.axes.push_back(
            {.extent = shape[d], .kind = sums ? AxisKind::kReduced : AxisKind::kParallel});
      }
      tensor.push_back({.terms = {{.axis = axis->second}}});
    }
    index.operands.push_back(std::move(tensor));
  }
  index.results = index.operands;
  index.counted_once.assign(found.partial.begin(), found.partial.end());
  index.made_whole.assign(found.whole.begin(), found.whole.end());
  return index;
}

std::vector<ValueId> localize_while(OpShard& shard) {
  if (shard.splits.empty()) return shard.add(shard.whole.op.attrs);
  const BodyDims dims(shard.whole);
  const Region& body = shard.whole.region(1);
  std::vector<std::pair<int, Held>> held;
  for (const OpShard::SplitAxis& split : shard.splits) {
    for (size_t i = 0; i < body.arguments.size(); ++i) {
      for (size_t d = 0; d < shard.index.operands[i].size(); ++d) {
        if (shard.index.operands[i][d].terms[0].axis != split.axis) continue;
        const int of = dims.class_of(body.arguments[i], static_cast<int64_t>(d));
        if (held.empty() || held.back().first != of) held.emplace_back(of, split.held);
      }
    }
  }
  std::vector<Region> regions;
  regions.push_back(local_condition(shard));
  regions.push_back(LocalBody(shard, dims, std::move(held)).build());
  return shard.builder.add(OpCode::kWhile, shard.operands, shard.whole.op.attrs, std::move(regions),
                           {shard.whole.op.line, shard.whole.op.column});
}

}  // namespace motley::tensor
