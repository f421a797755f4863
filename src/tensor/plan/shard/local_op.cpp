#include "tensor/plan/shard/local_op.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/error.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/random_bits.h"
#include "tensor/plan/shard/shard_literals.h"

namespace motley::tensor {
namespace {

// Regions from one Program into another.
struct RegionCopy {
  ProgramBuilder& b;
  const std::vector<TensorType>& types;      // of the values of the old Program
  std::unordered_map<ValueId, ValueId> now;  // at first what they use from outside

  std::vector<ValueId> all(const std::vector<ValueId>& old) const {
    std::vector<ValueId> values;
    for (ValueId v : old) {
      const auto found = now.find(v);
      MOTLEY_CHECK(found != now.end(), "a region uses a value from outside");
      values.push_back(found->second);
    }
    return values;
  }
  Region operator()(const Region& region) {
    std::vector<TensorType> arguments;
    for (ValueId v : region.arguments) arguments.push_back(types[v.index]);
    const std::vector<ValueId> made = b.begin_region(arguments);
    for (size_t i = 0; i < made.size(); ++i) now[region.arguments[i]] = made[i];
    for (const Op& op : region.ops) {
      std::vector<Region> nested;
      for (const Region& inner : op.regions) nested.push_back((*this)(inner));
      const auto results =
          b.add(op.code, all(op.operands), op.attrs, std::move(nested), {op.line, op.column});
      for (size_t i = 0; i < results.size(); ++i) now[op.results[i]] = results[i];
    }
    return b.end_region(all(region.results));
  }
};

// What one op becomes on one rank.
class LocalOp {
 public:
  LocalOp(ProgramBuilder& b, const OpView& view, const OpRules& rules, const OpRule& rule,
          const OpShardings& states, const LocalPlace& place, const std::vector<ValueId>& operands,
          const std::unordered_map<ValueId, ValueId>& captured)
      : b_(b),
        view_(view),
        rules_(rules),
        rule_(rule),
        place_(place),
        operands_(operands),
        captured_(captured),
        states_(states) {
    for (int i = 0; i < view.num_results(); ++i) {
      types_.push_back(view.result(i).with_shape(
          local_shape(states_.results[i], view.result(i).shape, place.group, place.rank)));
    }
  }

  std::vector<ValueId> add() {
    if (is_empty()) return zeros();
    mask_counted_once();
    switch (view_.op.code) {
      case OpCode::kConstant:
        return {add_constant()};
      case OpCode::kIota:
        return {add_iota()};
      case OpCode::kGather:
        return {add_gather()};
      case OpCode::kRngBitGenerator:
        return add_random_bits();
      case OpCode::kScatter:
        shift_scatter_indices();
        break;
      default:
        break;
    }
    return b_.add(view_.op.code, operands_, local_attrs(), copied_regions(),
                  {view_.op.line, view_.op.column});
  }

 private:
  // All results are empty, or nothing is added up: a product over a share of none.
  bool is_empty() const {
    const auto empty = [](const TensorType& t) { return t.num_elements() == 0; };
    if (std::all_of(types_.begin(), types_.end(), empty) && !types_.empty()) return true;
    if (view_.op.code == OpCode::kGather) return empty(b_.type(operands_[0]));
    const bool sums = view_.op.code == OpCode::kDotGeneral || view_.op.code == OpCode::kConvolution;
    return sums && std::any_of(operands_.begin(), operands_.end(),
                               [&](ValueId v) { return empty(b_.type(v)); });
  }

  std::vector<ValueId> zeros() {
    std::vector<ValueId> results;
    for (const TensorType& type : types_) results.push_back(full(b_, type, 0).id());
    return results;
  }

  const IndexStructure& index() const { return rules_.index(); }
  int coordinate(int a) const { return place_.group.coordinate(place_.rank, a); }
  bool splits(int a) const { return rule_[a].kind == AxisRule::Kind::kSplit; }
  const Axis& split_axis(int a) const { return index().axes[rule_[a].axis]; }
  std::vector<Held> held_of(const Sharding& sharding, const TensorType& type) const {
    return held(sharding, type.shape, place_.group, place_.rank);
  }

  // Sums count initial values and operands of scatter on one rank; others are idempotent.
  void mask_counted_once() {
    for (int a = 0; a < place_.group.num_axes(); ++a) {
      if (!splits(a) || split_axis(a).kind != AxisKind::kReduced) continue;
      if (split_axis(a).reducer != Reducer::kSum || coordinate(a) == 0) continue;
      for (int i : index().counted_once) {
        operands_[i] = full(b_, b_.type(operands_[i]), 0).id();
      }
    }
  }

  ValueId add_constant() {
    ConstantAttrs attrs = view_.get<ConstantAttrs>();
    if (!attrs.is_splat() && !attrs.type.is_scalar()) {
      attrs.value = local_literal(attrs.value, states_.results[0], place_);
    }
    attrs.type = types_[0];
    return b_.add_one(OpCode::kConstant, {}, std::move(attrs));
  }

  ValueId add_iota() {
    const auto& attrs = view_.get<IotaAttrs>();
    const Held at = held_of(states_.results[0], view_.result(0))[attrs.dim];
    if (at.num_periods == 1) {
      const Expr local = iota(b_, types_[0], attrs.dim);
      return at.begin == 0 ? local.id() : (local + static_cast<double>(at.begin)).id();
    }
    Literal along = Literal::zeros({attrs.type.element, {at.extent()}});
    for (int64_t i = 0; i < at.extent(); ++i) {
      along.set_from_double(i, static_cast<double>(at.global(i)));
    }
    return broadcast(constant(b_, std::move(along)), types_[0].shape, {attrs.dim}).id();
  }

  // A generator's state moved on by so many blocks. `words` may be one more than it has: what a
  // counter of Philox carries into its high half is not kept in two words.
  ValueId advanced(Expr state, int64_t by, int64_t words) {
    const Expr key = slice_dim(state, 0, 0, 1), low = slice_dim(state, 0, 1, 2);
    const Expr next = low + full_like(low, static_cast<double>(by));
    if (words == 2) return concatenate({key, next}, 0).id();
    const Expr high = state.extent(0) == 3 ? slice_dim(state, 0, 2, 3) : key;
    const Expr carry = convert(compare(next, CompareDirection::kLt, low), low.element());
    return concatenate({key, next, high + carry}, 0).id();
  }

  // Blocks that lie before the rank's own, where it can draw these by themselves: only rows are
  // cut, between blocks, and blocks lie in them as they do in the whole.
  std::optional<int64_t> blocks_before(const std::vector<Held>& dims) const {
    const RngAlgorithm algorithm = view_.get<RngAttrs>().algorithm;
    const TensorType &whole = view_.result(1), &local = types_[1];
    for (size_t d = 1; d < dims.size(); ++d) {
      if (dims[d].length != dims[d].period) return std::nullopt;
    }
    TensorType before = whole;  // the rows in front of the rank's
    before.shape[0] = dims[0].begin;
    if (algorithm != RngAlgorithm::kThreeFry) {
      if (before.num_elements() % elements_of_block(algorithm, whole.element)) return std::nullopt;
    } else if (byte_size(whole.element) < 8) {
      const size_t dim = alternating_dim(whole.shape);
      if (alternating_dim(local.shape) != dim || (dim == 0 && dims[0].begin % 2)) {
        return std::nullopt;
      }
      Shape blocks = block_shape(algorithm, whole);
      blocks[0] = dim == 0 ? dims[0].begin / 2 : dims[0].begin;
      return TensorType{whole.element, blocks}.num_elements();
    }
    return before.num_elements() / elements_of_block(algorithm, whole.element);
  }

  std::vector<ValueId> add_random_bits() {
    const auto& attrs = view_.get<RngAttrs>();
    const std::vector<Held> dims = held_of(states_.results[1], view_.result(1));
    const auto draw = [&](ValueId state, const TensorType& type) {
      return b_.add(OpCode::kRngBitGenerator, {state}, RngAttrs{attrs.algorithm, type}, {},
                    {view_.op.line, view_.op.column});
    };
    const auto is_whole = [](const Held& held) { return held.length == held.period; };
    if (std::ranges::all_of(dims, is_whole)) return draw(operands_[0], view_.result(1));
    const Expr state(b_, operands_[0]);
    const bool is_empty = types_[1].num_elements() == 0;
    const std::optional<int64_t> before = is_empty ? 0 : blocks_before(dims);
    if (!before) {  // all are drawn, and the rank's own kept
      const std::vector<ValueId> all = draw(operands_[0], view_.result(1));
      Expr mine(b_, all[1]);
      for (size_t d = 0; d < dims.size(); ++d) {
        if (is_whole(dims[d])) continue;
        mine =
            slice_dim(mine, static_cast<int64_t>(d), dims[d].begin, dims[d].begin + dims[d].length);
      }
      return {all[0], mine.id()};
    }
    const bool is_philox = attrs.algorithm != RngAlgorithm::kThreeFry;
    const ValueId bits = is_empty ? full(b_, types_[1], 0).id()
                                  : draw(advanced(state, *before, is_philox ? 3 : 2), types_[1])[1];
    const int64_t all = num_blocks(attrs.algorithm, view_.result(1));
    return {advanced(state, all, state.extent(0)), bits};
  }

  struct Lookup {
    int64_t component = 0;  // of the index vectors
    int64_t extent = 0;     // of the dimension
    Held held;
  };

  // The lookup axes that are cut, found through the dimensions of operand 0 that they stand for.
  std::vector<Lookup> cut_lookups(const Dims& index_map) const {
    std::vector<Lookup> lookups;
    for (int a = 0; a < place_.group.num_axes(); ++a) {
      if (!splits(a) || split_axis(a).kind != AxisKind::kLookup) continue;
      const DimSharding& cut = states_.operands[0][a].cut;
      const int64_t extent = view_.operand(0).shape[cut.dim];
      const auto at = std::find(index_map.begin(), index_map.end(), cut.dim);
      lookups.push_back({.component = at - index_map.begin(),
                         .extent = extent,
                         .held = held(cut, extent, coordinate(a))});
    }
    return lookups;
  }

  // A vector along the components of the index vectors, as large as the indices.
  Expr along_components(Expr indices, int64_t vector_dim, std::vector<double> values) {
    Literal literal = Literal::zeros({indices.element(), {static_cast<int64_t>(values.size())}});
    for (size_t i = 0; i < values.size(); ++i) {
      literal.set_from_double(static_cast<int64_t>(i), values[i]);
    }
    Expr vector = constant(b_, std::move(literal));
    if (vector_dim == indices.num_dims()) {
      return broadcast(reshape(vector, {}), indices.shape(), {});
    }
    return broadcast(vector, indices.shape(), {vector_dim});
  }

  Expr component(Expr indices, int64_t vector_dim, int64_t c) {
    if (vector_dim == indices.num_dims()) return indices;
    Expr one = slice_dim(indices, vector_dim, c, c + 1);
    Shape shape = indices.shape();
    shape.erase(shape.begin() + vector_dim);
    return reshape(one, shape);
  }

  // Index vectors that point to the rank's own rows; they may point outside.
  Expr shifted(Expr indices, int64_t vector_dim, const Lookup& lookup) {
    const int64_t n = vector_dim == indices.num_dims() ? 1 : indices.extent(vector_dim);
    std::vector<double> by(n);
    by[lookup.component] = static_cast<double>(lookup.held.begin);
    return indices - along_components(indices, vector_dim, std::move(by));
  }

  ValueId add_gather() {
    const auto& attrs = view_.get<GatherAttrs>();
    const std::vector<Lookup> lookups = cut_lookups(attrs.start_index_map);
    Expr indices(b_, operands_[1]);
    std::optional<Expr> here;
    const int64_t vector_dim = attrs.index_vector_dim;
    const Expr asked = indices;
    for (const Lookup& lookup : lookups) {
      // An index outside of the whole table is moved to its first or last row.
      const Expr raw = component(asked, vector_dim, lookup.component);
      const auto limit = static_cast<double>(lookup.extent - 1);
      const Expr row = minimum(maximum(raw, 0.0), limit);
      const auto begin = static_cast<double>(lookup.held.begin);
      const auto end = static_cast<double>(lookup.held.begin + lookup.held.length);
      const Expr in_range = emit(OpCode::kAnd, {compare(row, CompareDirection::kGe, begin),
                                                compare(row, CompareDirection::kLt, end)});
      here = here ? emit(OpCode::kAnd, {*here, in_range}) : in_range;
      indices = shifted(clamped(indices, vector_dim, lookup), vector_dim, lookup);
    }
    GatherAttrs local = attrs;
    for (int64_t d = 0; d < view_.operand(0).num_dims(); ++d) {
      const bool whole = attrs.slice_sizes[d] == view_.operand(0).shape[d];
      const bool looked_up =
          std::find(attrs.collapsed_slice_dims.begin(), attrs.collapsed_slice_dims.end(), d) !=
          attrs.collapsed_slice_dims.end();
      const bool batch =
          std::find(attrs.operand_batching_dims.begin(), attrs.operand_batching_dims.end(), d) !=
          attrs.operand_batching_dims.end();
      if (whole && !looked_up && !batch) local.slice_sizes[d] = b_.type(operands_[0]).shape[d];
    }
    const Expr taken = emit(OpCode::kGather, {Expr(b_, operands_[0]), indices}, std::move(local));
    if (!here) return taken.id();
    Dims batch_dims;
    for (int64_t d = 0; d < taken.num_dims(); ++d) {
      const auto& offsets = attrs.offset_dims;
      if (std::find(offsets.begin(), offsets.end(), d) == offsets.end()) batch_dims.push_back(d);
    }
    const Expr mask = broadcast(*here, taken.shape(), batch_dims);
    return select(mask, taken, zeros_like(taken)).id();
  }

  // One component moved into the whole table, as a gather does by itself.
  Expr clamped(Expr indices, int64_t vector_dim, const Lookup& lookup) {
    if (vector_dim == indices.num_dims()) {
      return minimum(maximum(indices, 0.0), static_cast<double>(lookup.extent - 1));
    }
    const int64_t n = indices.extent(vector_dim);
    std::vector<Expr> parts;
    for (int64_t c = 0; c < n; ++c) {
      Expr part = slice_dim(indices, vector_dim, c, c + 1);
      if (c == lookup.component) {
        part = minimum(maximum(part, 0.0), static_cast<double>(lookup.extent - 1));
      }
      parts.push_back(part);
    }
    return n == 1 ? parts[0] : concatenate(parts, vector_dim);
  }

  // Updates that fall outside of the rank's rows are dropped, as scatter drops what is outside.
  void shift_scatter_indices() {
    const auto& attrs = view_.get<ScatterAttrs>();
    const int at = view_.num_operands() / 2;
    for (const Lookup& lookup : cut_lookups(attrs.scatter_dims_to_operand_dims)) {
      operands_[at] = shifted(Expr(b_, operands_[at]), attrs.index_vector_dim, lookup).id();
    }
  }

  Attrs local_attrs() const {
    Attrs attrs = view_.op.attrs;
    if (auto* a = std::get_if<BroadcastAttrs>(&attrs)) a->shape = types_[0].shape;
    if (auto* a = std::get_if<ReshapeAttrs>(&attrs)) a->shape = types_[0].shape;
    if (auto* a = std::get_if<SliceAttrs>(&attrs)) localize(*a);
    if (auto* a = std::get_if<PadAttrs>(&attrs)) localize(*a);
    if (auto* a = std::get_if<DynamicSliceAttrs>(&attrs)) a->sizes = types_[0].shape;
    if (auto* a = std::get_if<ConvolutionAttrs>(&attrs)) localize(*a);
    if (auto* a = std::get_if<AttentionAttrs>(&attrs)) localize(*a);
    return attrs;
  }

  // A slice or padding of whole periods: as many of the shard's.
  void localize(SliceAttrs& attrs) const {
    const auto dims = held_of(states_.operands[0], view_.operand(0));
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d].length == dims[d].period) continue;
      attrs.start[d] = attrs.start[d] / dims[d].period * dims[d].length;
      attrs.limit[d] = attrs.limit[d] / dims[d].period * dims[d].length;
    }
  }

  void localize(PadAttrs& attrs) const {
    const auto dims = held_of(states_.operands[0], view_.operand(0));
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d].length == dims[d].period) continue;
      attrs.low[d] = attrs.low[d] / dims[d].period * dims[d].length;
      attrs.high[d] = attrs.high[d] / dims[d].period * dims[d].length;
    }
  }

  // Groups are the last axis before the spatial ones, where there are any.
  void localize(ConvolutionAttrs& attrs) const {
    constexpr int kGroupAxis = 3;
    int64_t& groups =
        attrs.feature_group_count > 1 ? attrs.feature_group_count : attrs.batch_group_count;
    for (int a = 0; a < place_.group.num_axes(); ++a) {
      if (!splits(a) || rule_[a].axis != kGroupAxis || groups == 1) continue;
      groups = held({.period = rule_[a].period, .shares = rule_[a].shares}, split_axis(a).extent,
                    coordinate(a))
                   .extent();
    }
  }

  void localize(AttentionAttrs& attrs) const {
    if (!attrs.causal) return;
    const size_t s = attrs.query.find('s');
    attrs.query_offset += held_of(states_.operands[0], view_.operand(0))[s].begin;
  }

  std::vector<Region> copied_regions() {
    std::vector<Region> regions;
    RegionCopy copy{b_, view_.values, captured_};
    for (const Region& region : view_.op.regions) regions.push_back(copy(region));
    return regions;
  }

  ProgramBuilder& b_;
  OpView view_;
  const OpRules& rules_;
  const OpRule& rule_;
  LocalPlace place_;
  std::vector<ValueId> operands_;
  const std::unordered_map<ValueId, ValueId>& captured_;
  const OpShardings& states_;
  std::vector<TensorType> types_;
};

}  // namespace

std::optional<OpShardings> shardings(const OpRules& rules, const OpRule& rule,
                                     const DeviceGrid& group, const OpView& view) {
  OpShardings all;
  all.operands.resize(view.num_operands());
  all.results.resize(view.num_results());
  for (int a = 0; a < group.num_axes(); ++a) {
    const auto states = rules.states(rule[a]);
    if (!states) return std::nullopt;
    for (int b = 0; b < a; ++b) {
      const bool both_split =
          rule[a].kind == AxisRule::Kind::kSplit && rule[b].kind == AxisRule::Kind::kSplit;
      if (both_split && rule[a].axis == rule[b].axis) return std::nullopt;
    }
    for (size_t i = 0; i < all.operands.size(); ++i) all.operands[i][a] = states->operands[i];
    for (size_t i = 0; i < all.results.size(); ++i) all.results[i][a] = states->results[i];
  }
  for (int i = 0; i < view.num_operands(); ++i) {
    if (!fault(all.operands[i], view.operand(i), group).empty()) return std::nullopt;
  }
  for (int i = 0; i < view.num_results(); ++i) {
    if (!fault(all.results[i], view.result(i), group).empty()) return std::nullopt;
  }
  return all;
}

std::vector<ValueId> add_local_op(ProgramBuilder& b, const OpView& view, const OpRules& rules,
                                  const OpRule& rule, const OpShardings& states,
                                  const LocalPlace& place, const std::vector<ValueId>& operands,
                                  const std::unordered_map<ValueId, ValueId>& captured) {
  return LocalOp(b, view, rules, rule, states, place, operands, captured).add();
}

Literal local_literal(const Literal& whole, const Sharding& sharding, const LocalPlace& place) {
  const Shape shape = local_shape(sharding, whole.shape(), place.group, place.rank);
  Literal local = Literal::zeros(whole.type().with_shape(shape));
  if (local.num_elements() == 0) return local;
  copy_shard(CopyDirection::kOut, const_cast<std::byte*>(whole.data()), whole.shape(),
             held(sharding, whole.shape(), place.group, place.rank), local.data(),
             byte_size(whole.element()));
  return local;
}

}  // namespace motley::tensor
