// From the body of a fusion to registers and instructions.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "tensor/ir/expr.h"
#include "tensor/ir/precision.h"
#include "tensor/kernels/tile_draft.h"

namespace motley::tensor {

namespace {

// For each dimension of a value, the dimension of the domain it runs along; kUnit for extents of 1.
using DimMap = std::vector<int>;
constexpr int kUnit = -1;

using Strides = std::vector<int64_t>;  // one per dimension of the domain

// nullopt if the op does not have one result and up to three operands, or is an unsupported
// comparison.
std::optional<TileOpKey> key_of(const OpView& view) {
  if (view.num_operands() < 1 || view.num_operands() > 3 || view.num_results() != 1)
    return std::nullopt;
  TileOpKey key{view.op.code, tile_compute_type(view.operand(view.num_operands() - 1).element),
                tile_compute_type(view.result(0).element)};
  if (const auto* attrs = std::get_if<CompareAttrs>(&view.op.attrs)) {
    if (attrs->kind == CompareKind::kTotalOrder) return std::nullopt;
    key.direction = attrs->direction;
  }
  return key;
}

// Whether a bf16 or f16 result is a value of that type without rounding.
bool is_exact_in_half(OpCode code) {
  switch (code) {
    case OpCode::kMaximum:
    case OpCode::kMinimum:
    case OpCode::kNegate:
    case OpCode::kAbs:
    case OpCode::kSign:
    case OpCode::kSelect:
    case OpCode::kFloor:
    case OpCode::kCeil:
    case OpCode::kRoundNearestEven:
    case OpCode::kRoundNearestAfz:
      return true;
    default:
      return false;
  }
}

// A conversion to bf16 or f16 goes through f32, which must not round first.
bool rounds_twice(const OpView& view) {
  if (view.op.code != OpCode::kConvert || !is_half(view.result(0).element)) return false;
  const ElementType from = view.operand(0).element;
  return from == ElementType::kF64 || from == ElementType::kI64;
}

// Between f32, bf16 and f16: of registers that hold f32 in any case.
bool is_half_cast(const OpView& view) {
  if (view.op.code != OpCode::kConvert) return false;
  const ElementType from = view.operand(0).element, to = view.result(0).element;
  return (is_half(from) || is_half(to)) && tile_compute_type(from) == tile_compute_type(to);
}

class BodyReader {
 public:
  explicit BodyReader(const KernelRequest& request)
      : request_(request),
        attrs_(request.view.get<FusionAttrs>()),
        body_(request.view.region(0)),
        num_dims_(static_cast<int>(attrs_.domain.size())) {
    for (const Op& op : body_.ops) {
      for (ValueId v : op.results) producer_[v.index] = &op;
    }
    for (size_t i = 0; i < body_.arguments.size(); ++i)
      argument_[body_.arguments[i].index] = static_cast<int>(i);
    draft_.domain = attrs_.domain;
    draft_.num_column_dims = static_cast<int>(attrs_.num_columns);
    draft_.num_threads = request.num_threads;
  }

  std::optional<TileDraft> run() && {
    for (size_t i = 0; i < body_.results.size(); ++i) {
      if (!plan_output(static_cast<int>(i))) return std::nullopt;
    }
    return std::move(draft_);
  }

 private:
  const TensorType& type(ValueId v) const { return request_.view.type(v); }
  int num_row_dims() const { return num_dims_ - static_cast<int>(attrs_.num_columns); }

  DimMap identity() const {
    DimMap map(num_dims_);
    for (int d = 0; d < num_dims_; ++d) map[d] = attrs_.domain[d] == 1 ? kUnit : d;
    return map;
  }
  // Dimensions [begin, end) of the domain as a map, with unit dimensions marked.
  DimMap part(int begin, int end) const {
    const DimMap all = identity();
    return {all.begin() + begin, all.begin() + end};
  }

  // --- Outputs ---------------------------------------------------------------------------

  bool plan_output(int i) {
    const ValueId v = body_.results[i];
    const Layout& layout = request_.results[i];
    const Op* op = producer_.count(v.index) ? producer_.at(v.index) : nullptr;
    if (op && op->code == OpCode::kReduce) {
      const bool whole = attrs_.domain.size() == reduced_dims(*op).size();
      if (whole || over_rows(*op)) return plan_accumulated(i, *op, whole);
    }
    const std::optional<DimMap> map = output_map(v);
    if (!map) return false;
    const int value = narrowed(resolve(v, *map), layout.type.element);
    if (value < 0) return false;
    // A value that is itself an operand or table, or depends on fewer dimensions than its shape, is
    // copied.
    draft_.output_strides.push_back(strides_of(layout, *map));
    draft_.plan.outputs.push_back({.value = value, .element = layout.type.element});
    return true;
  }

  // A full value spans the whole domain; a reduced one its rows.
  std::optional<DimMap> output_map(ValueId v) const {
    const Shape& shape = type(v).shape;
    if (shape == attrs_.domain) return identity();
    const Shape rows(attrs_.domain.begin(), attrs_.domain.begin() + num_row_dims());
    if (attrs_.num_columns > 0 && shape == rows) return part(0, num_row_dims());
    Shape kept = rows;
    kept.resize(num_dims_, 1);
    if (attrs_.num_columns > 0 && shape == kept) {
      DimMap map = part(0, num_row_dims());
      map.resize(num_dims_, kUnit);
      return map;
    }
    return std::nullopt;
  }

  static const Dims& reduced_dims(const Op& op) { return op.get<ReduceAttrs>().dims; }
  // Whether an op reduces exactly the dimensions [begin, end) of the domain.
  bool folds(const Op& op, int begin, int end) const {
    Dims dims = reduced_dims(op);
    std::sort(dims.begin(), dims.end());
    if (attrs_.num_columns == 0 || static_cast<int>(dims.size()) != end - begin) return false;
    for (int i = begin; i < end; ++i) {
      if (dims[i - begin] != i) return false;
    }
    return true;
  }
  bool over_columns(const Op& op) const { return folds(op, num_row_dims(), num_dims_); }
  bool over_rows(const Op& op) const { return folds(op, 0, num_row_dims()); }

  // A reduction over rows, or over the whole domain: accumulated per thread, combined at the end.
  bool plan_accumulated(int i, const Op& op, bool whole) {
    const std::optional<Reducer> reducer = recognized_reducer(op.regions[0]);
    if (!reducer || op.operands.size() != 2 || type(op.operands[0]).shape != attrs_.domain)
      return false;
    const OpCode code = op.regions[0].ops[0].code;
    const ElementType stored = type(op.operands[0]).element, element = tile_compute_type(stored);
    // Every thread starts with it, so it must be the identity. (For a sum, 0 is as good as -0.)
    const Literal* given = constant(op.operands[1]);
    const std::optional<Literal> initial = given ? std::optional(computed(*given)) : std::nullopt;
    const Literal neutral = identity_of(*reducer, element);
    if (!initial || (*initial != neutral && !(code == OpCode::kAdd && initial->as_double(0) == 0)))
      return false;
    const int value = resolve(op.operands[0], identity());
    if (value < 0) return false;
    TileInstruction instruction{.form = whole ? TileForm::kFoldAll : TileForm::kFoldColumn,
                                .op = find_tile_op({code, element, element}),
                                .fold = find_tile_fold(code, element),
                                .to = i,
                                .from = {value, -1, -1},
                                .num_operands = 1,
                                .code = code,
                                .element = element};
    if (!instruction.op || !instruction.fold) return false;
    TileOutput output{.element = element,
                      .identity = neutral,
                      .combine = instruction.op,
                      .whole = whole,
                      .carried = code == OpCode::kAdd && element == ElementType::kF32};
    if (is_half(stored)) output.narrow = find_tile_op({OpCode::kConvert, element, stored});
    if (!is_dense(request_.results[i])) return false;
    draft_.output_strides.push_back(Strides(num_dims_, 0));
    draft_.plan.outputs.push_back(std::move(output));
    draft_.plan.instructions.push_back(instruction);
    return true;
  }

  const Literal* constant(ValueId v) const {
    const auto found = producer_.find(v.index);
    if (found == producer_.end() || found->second->code != OpCode::kConstant) return nullptr;
    const Literal& value = found->second->get<ConstantAttrs>().value;
    return value.type().is_scalar() ? &value : nullptr;
  }

  // --- Values ----------------------------------------------------------------------------

  // The register that holds a value under a map, or -1 if there is none.
  int resolve(ValueId v, const DimMap& map) {
    const auto key = std::make_pair(v.index, map);
    if (const auto found = resolved_.find(key); found != resolved_.end()) return found->second;
    const int value = resolve_new(v, map);
    resolved_.emplace(key, value);
    return value;
  }

  int resolve_new(ValueId v, const DimMap& map) {
    if (!is_tile_type(type(v).element)) return -1;
    if (const auto found = argument_.find(v.index); found != argument_.end()) {
      const Layout& layout = request_.operands[found->second];
      return widened(add_leaf(TileSource::kOperand, found->second, layout.type.element,
                              strides_of(layout, map)));
    }
    const auto found = producer_.find(v.index);
    if (found == producer_.end()) return -1;
    const Op& op = *found->second;
    switch (op.code) {
      case OpCode::kConstant:
        return resolve_constant(op);
      case OpCode::kIota:
        return resolve_iota(op, map);
      case OpCode::kBroadcastInDim:
        return resolve_broadcast(op, map);
      case OpCode::kReshape:
        return resolve_reshape(op, map);
      case OpCode::kTranspose:
        return resolve_transpose(op, map);
      case OpCode::kReduce:
        return resolve_reduce(op, map);
      case OpCode::kClamp:
        return resolve_clamp(op, map);
      default:
        return resolve_elementwise(op, map);
    }
  }

  Strides strides_of(const Layout& layout, const DimMap& map) const {
    Strides strides(num_dims_, 0);
    for (size_t d = 0; d < map.size(); ++d) {
      if (map[d] != kUnit && layout.type.shape[d] != 1) strides[map[d]] += layout.strides[d];
    }
    return strides;
  }

  int add_leaf(TileSource source, int index, ElementType element, Strides strides) {
    draft_.plan.registers.push_back({.element = element, .source = source, .index = index});
    draft_.register_strides.resize(draft_.plan.registers.size());
    draft_.register_strides.back() = std::move(strides);
    return static_cast<int>(draft_.plan.registers.size()) - 1;
  }
  int add_register(ElementType element) {
    draft_.plan.registers.push_back({.element = element});
    draft_.register_strides.resize(draft_.plan.registers.size());
    return static_cast<int>(draft_.plan.registers.size()) - 1;
  }
  int add_table(Literal value, Strides strides) {
    const ElementType element = value.element();
    draft_.plan.tables.push_back(std::move(value));
    return add_leaf(TileSource::kTable, static_cast<int>(draft_.plan.tables.size()) - 1, element,
                    std::move(strides));
  }

  int resolve_constant(const Op& op) {
    const Literal& value = op.get<ConstantAttrs>().value;
    if (!value.type().is_scalar()) return -1;
    return add_table(computed(value), Strides(num_dims_, 0));
  }

  int resolve_iota(const Op& op, const DimMap& map) {
    const IotaAttrs& attrs = op.get<IotaAttrs>();
    const int64_t extent = attrs.type.shape[attrs.dim];
    Literal counts = Literal::zeros({attrs.type.element, {extent}});
    for (int64_t i = 0; i < extent; ++i) counts.set_from_double(i, static_cast<double>(i));
    Strides strides(num_dims_, 0);
    if (map[attrs.dim] != kUnit) strides[map[attrs.dim]] = 1;
    return add_table(computed(counts), std::move(strides));
  }

  int resolve_broadcast(const Op& op, const DimMap& map) {
    const BroadcastAttrs& attrs = op.get<BroadcastAttrs>();
    const Shape& shape = type(op.operands[0]).shape;
    DimMap inner(shape.size(), kUnit);
    for (size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] != 1) inner[d] = map[attrs.dims[d]];
    }
    return resolve(op.operands[0], inner);
  }

  // Only extents of 1 are added or removed.
  int resolve_reshape(const Op& op, const DimMap& map) {
    const Shape &from = type(op.operands[0]).shape, &to = op.get<ReshapeAttrs>().shape;
    DimMap inner(from.size(), kUnit);
    size_t at = 0;
    for (size_t d = 0; d < from.size(); ++d) {
      if (from[d] == 1) continue;
      while (at < to.size() && to[at] == 1) ++at;
      if (at == to.size() || to[at] != from[d]) return -1;
      inner[d] = map[at++];
    }
    return resolve(op.operands[0], inner);
  }

  int resolve_transpose(const Op& op, const DimMap& map) {
    const Dims& permutation = op.get<TransposeAttrs>().permutation;
    DimMap inner(map.size());
    for (size_t d = 0; d < map.size(); ++d) inner[permutation[d]] = map[d];
    return resolve(op.operands[0], inner);
  }

  // Over columns: one value per row.
  int resolve_reduce(const Op& op, const DimMap& map) {
    const std::optional<Reducer> reducer = recognized_reducer(op.regions[0]);
    if (!reducer || op.operands.size() != 2 || !over_columns(op)) return -1;
    if (type(op.operands[0]).shape != attrs_.domain || map != part(0, num_row_dims())) return -1;
    const OpCode code = op.regions[0].ops[0].code;
    const ElementType stored = type(op.operands[0]).element, element = tile_compute_type(stored);
    const TileLoop fold = find_tile_fold(code, element);
    const TileOp combine = find_tile_op({code, element, element});
    const int from = resolve(op.operands[0], identity());
    const int initial = resolve(op.operands[1], {});
    if (!fold || !combine || from < 0 || initial < 0) return -1;
    const int folded = add_register(element);
    draft_.plan.instructions.push_back({.form = TileForm::kFoldRow,
                                        .fold = fold,
                                        .to = folded,
                                        .from = {from, -1, -1},
                                        .num_operands = 1,
                                        .code = code,
                                        .element = element});
    const int result = add_register(element);
    draft_.plan.instructions.push_back({.op = combine,
                                        .to = result,
                                        .from = {initial, folded, -1},
                                        .num_operands = 2,
                                        .code = code,
                                        .element = element});
    return rounded(result, stored);
  }

  // max(low, min(x, high)) in the order of the reference.
  int resolve_clamp(const Op& op, const DimMap& map) {
    const ElementType element = tile_compute_type(type(op.results[0]).element);
    const auto of = [&](int i) {
      return resolve(op.operands[i], type(op.operands[i]).is_scalar() ? DimMap{} : map);
    };
    const int low = of(0), x = of(1), high = of(2);
    const TileOp most = find_tile_op({OpCode::kMinimum, element, element});
    const TileOp least = find_tile_op({OpCode::kMaximum, element, element});
    if (low < 0 || x < 0 || high < 0 || !most || !least) return -1;
    const int above = add_register(element);
    draft_.plan.instructions.push_back({.op = least,
                                        .to = above,
                                        .from = {x, low, -1},
                                        .num_operands = 2,
                                        .code = OpCode::kMaximum,
                                        .element = element});
    const int result = add_register(element);
    draft_.plan.instructions.push_back({.op = most,
                                        .to = result,
                                        .from = {above, high, -1},
                                        .num_operands = 2,
                                        .code = OpCode::kMinimum,
                                        .element = element});
    return result;
  }

  int resolve_elementwise(const Op& op, const DimMap& map) {
    const OpView view{request_.view.values, op};
    const std::optional<TileOpKey> key = key_of(view);
    if (!key || rounds_twice(view)) return -1;
    const ElementType stored = type(op.results[0]).element;
    if (is_half_cast(view)) return rounded(resolve(op.operands[0], map), stored);
    const TileOp tile_op = find_tile_op(*key);
    if (!tile_op) return -1;
    TileInstruction instruction{.op = tile_op,
                                .num_operands = static_cast<int>(op.operands.size()),
                                .code = op.code,
                                .element = key->from};
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const bool scalar = type(op.operands[i]).is_scalar();
      instruction.from[i] = resolve(op.operands[i], scalar ? DimMap{} : map);
      if (instruction.from[i] < 0) return -1;
    }
    instruction.to = add_register(key->to);
    draft_.plan.instructions.push_back(instruction);
    return is_exact_in_half(op.code) ? instruction.to : rounded(instruction.to, stored);
  }

  // --- bf16 and f16: held as f32 -----------------------------------------------------------

  static Literal computed(const Literal& value) {
    return is_half(value.element()) ? with_floats_as(value, ElementType::kF32) : value;
  }
  int add_unary(const TileOpKey& key, int from, ElementType to) {
    const TileOp op = find_tile_op(key);
    if (from < 0 || !op) return -1;
    const int result = add_register(to);
    draft_.plan.instructions.push_back({.op = op,
                                        .to = result,
                                        .from = {from, -1, -1},
                                        .num_operands = 1,
                                        .code = OpCode::kConvert,
                                        .element = ElementType::kF32});
    return result;
  }
  // An operand in memory as f32.
  int widened(int leaf) {
    const ElementType element = draft_.plan.registers[leaf].element;
    if (!is_half(element)) return leaf;
    return add_unary({OpCode::kConvert, element, ElementType::kF32}, leaf, ElementType::kF32);
  }
  // A result of f32 arithmetic as a value of its type.
  int rounded(int value, ElementType stored) {
    if (!is_half(stored)) return value;
    return add_unary({OpCode::kReducePrecision, ElementType::kF32, stored}, value,
                     ElementType::kF32);
  }
  // A value for memory.
  int narrowed(int value, ElementType stored) {
    if (!is_half(stored)) return value;
    return add_unary({OpCode::kConvert, ElementType::kF32, stored}, value, stored);
  }

  const KernelRequest& request_;
  const FusionAttrs& attrs_;
  const Region& body_;
  const int num_dims_;
  std::unordered_map<int32_t, const Op*> producer_;
  std::unordered_map<int32_t, int> argument_;
  std::map<std::pair<int32_t, DimMap>, int> resolved_;
  TileDraft draft_;
};

}  // namespace

bool is_tile_map(const OpView& view) {
  if (view.num_results() == 1 && (is_half_cast(view) || rounds_twice(view)))
    return is_half_cast(view);
  for (int i = 0; i < view.num_operands(); ++i) {
    if (!is_tile_type(view.operand(i).element)) return false;
  }
  if (view.op.code == OpCode::kClamp) return !is_bool(view.result(0).element);
  const std::optional<TileOpKey> key = key_of(view);
  return key && is_tile_type(key->to) && find_tile_op(*key);
}

std::optional<TileDraft> draft_tiles(const KernelRequest& request) {
  const Shape& domain = request.view.get<FusionAttrs>().domain;
  if (std::count(domain.begin(), domain.end(), 0) > 0) return std::nullopt;
  return BodyReader(request).run();
}

}  // namespace motley::tensor
