// From the body of a fusion to a TilePlan.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "tensor/ir/expr.h"
#include "tensor/kernels/tile_program.h"

namespace motley::tensor {

namespace {

// For each dimension of a value, the dimension of the domain it runs along; kUnit for extents of 1.
using DimMap = std::vector<int>;
constexpr int kUnit = -1;

// Elements of a tile: a few of its registers fill the first cache.
constexpr int64_t kTileElements = 2048;
// Below this, waking another thread costs more than it saves.
constexpr int64_t kElementsPerThread = 8192;

// What the body does, on the uncut domain: registers and instructions with accesses by domain
// dimension. The cut into rows and columns comes after.
struct Access {
  std::vector<int64_t> strides;  // one per domain dimension
};

// Nothing where the op is not one of one result and up to three operands, or compares in a way of
// its own.
std::optional<TileOpKey> key_of(const OpView& view) {
  if (view.num_operands() < 1 || view.num_operands() > 3 || view.num_results() != 1)
    return std::nullopt;
  TileOpKey key{view.op.code, view.operand(view.num_operands() - 1).element,
                view.result(0).element};
  if (const auto* attrs = std::get_if<CompareAttrs>(&view.op.attrs)) {
    if (attrs->kind == CompareKind::kTotalOrder) return std::nullopt;
    key.direction = attrs->direction;
  }
  return key;
}

class TilePlanner {
 public:
  explicit TilePlanner(const KernelRequest& request)
      : request_(request),
        attrs_(request.view.get<FusionAttrs>()),
        body_(request.view.region(0)),
        num_dims_(static_cast<int>(attrs_.domain.size())) {
    for (const Op& op : body_.ops) {
      for (ValueId v : op.results) producer_[v.index] = &op;
    }
    for (size_t i = 0; i < body_.arguments.size(); ++i)
      argument_[body_.arguments[i].index] = static_cast<int>(i);
  }

  std::optional<TilePlan> run() && {
    for (size_t i = 0; i < body_.results.size(); ++i) {
      if (!plan_output(static_cast<int>(i))) return std::nullopt;
    }
    cut_domain();
    place_outputs();
    load_what_loops_cannot_read();
    assign_slots();
    find_in_place();
    return std::move(plan_);
  }

 private:
  const TensorType& type(ValueId v) const { return request_.view.type(v); }
  int num_row_dims() const { return num_dims_ - static_cast<int>(attrs_.num_columns); }

  DimMap identity() const {
    DimMap map(num_dims_);
    for (int d = 0; d < num_dims_; ++d) map[d] = attrs_.domain[d] == 1 ? kUnit : d;
    return map;
  }
  // Dimensions [begin, end) of the domain as a map, unit dimensions left as such.
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
    const int value = resolve(v, *map);
    if (value < 0) return false;
    // A value that is an operand or table itself, or depends on less than its shape, is copied.
    output_access_.push_back(access_of(layout, *map));
    plan_.outputs.push_back({.value = value, .element = layout.type.element});
    return true;
  }

  // A full value lies on the whole domain; a folded one on its rows.
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
  // Whether an op folds just the dimensions [begin, end) of the domain.
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

  // A fold over rows, or over all of the domain: kept per thread, combined at the end.
  bool plan_accumulated(int i, const Op& op, bool whole) {
    const std::optional<Reducer> reducer = recognized_reducer(op.regions[0]);
    if (!reducer || op.operands.size() != 2 || type(op.operands[0]).shape != attrs_.domain)
      return false;
    const OpCode code = op.regions[0].ops[0].code;
    const ElementType element = type(op.operands[0]).element;
    // Every thread begins with it, so it must change nothing. (Under a sum, 0 is as good as -0.)
    const Literal* initial = constant(op.operands[1]);
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
                                .num_operands = 1};
    if (!instruction.op || !instruction.fold) return false;
    TileOutput output{
        .element = element, .identity = neutral, .combine = instruction.op, .whole = whole};
    if (!is_dense(request_.results[i])) return false;
    output_access_.push_back({std::vector<int64_t>(num_dims_, 0)});
    plan_.outputs.push_back(std::move(output));
    plan_.instructions.push_back(instruction);
    return true;
  }

  const Literal* constant(ValueId v) const {
    const auto found = producer_.find(v.index);
    if (found == producer_.end() || found->second->code != OpCode::kConstant) return nullptr;
    const Literal& value = found->second->get<ConstantAttrs>().value;
    return value.type().is_scalar() ? &value : nullptr;
  }

  // --- Values ----------------------------------------------------------------------------

  // The register that holds a value under a map, or -1 where it cannot be had.
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
      return add_leaf(TileSource::kOperand, found->second, layout.type.element,
                      access_of(layout, map));
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

  Access access_of(const Layout& layout, const DimMap& map) const {
    Access access{std::vector<int64_t>(num_dims_, 0)};
    for (size_t d = 0; d < map.size(); ++d) {
      if (map[d] != kUnit && layout.type.shape[d] != 1) access.strides[map[d]] += layout.strides[d];
    }
    return access;
  }

  int add_leaf(TileSource source, int index, ElementType element, Access access) {
    plan_.registers.push_back({.element = element, .source = source, .index = index});
    register_access_.resize(plan_.registers.size());
    register_access_.back() = std::move(access);
    return static_cast<int>(plan_.registers.size()) - 1;
  }
  int add_register(ElementType element) {
    plan_.registers.push_back({.element = element});
    register_access_.resize(plan_.registers.size());
    return static_cast<int>(plan_.registers.size()) - 1;
  }
  int add_table(Literal value, Access access) {
    const ElementType element = value.element();
    plan_.tables.push_back(std::move(value));
    return add_leaf(TileSource::kTable, static_cast<int>(plan_.tables.size()) - 1, element,
                    std::move(access));
  }

  int resolve_constant(const Op& op) {
    const Literal& value = op.get<ConstantAttrs>().value;
    if (!value.type().is_scalar()) return -1;
    return add_table(value, {std::vector<int64_t>(num_dims_, 0)});
  }

  int resolve_iota(const Op& op, const DimMap& map) {
    const IotaAttrs& attrs = op.get<IotaAttrs>();
    const int64_t extent = attrs.type.shape[attrs.dim];
    Literal counts = Literal::zeros({attrs.type.element, {extent}});
    for (int64_t i = 0; i < extent; ++i) counts.set_from_double(i, static_cast<double>(i));
    Access access{std::vector<int64_t>(num_dims_, 0)};
    if (map[attrs.dim] != kUnit) access.strides[map[attrs.dim]] = 1;
    return add_table(std::move(counts), std::move(access));
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

  // Only extents of 1 come and go.
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

  // Over columns: a value per row.
  int resolve_reduce(const Op& op, const DimMap& map) {
    const std::optional<Reducer> reducer = recognized_reducer(op.regions[0]);
    if (!reducer || op.operands.size() != 2 || !over_columns(op)) return -1;
    if (type(op.operands[0]).shape != attrs_.domain || map != part(0, num_row_dims())) return -1;
    const OpCode code = op.regions[0].ops[0].code;
    const ElementType element = type(op.operands[0]).element;
    const TileLoop fold = find_tile_fold(code, element);
    const TileOp combine = find_tile_op({code, element, element});
    const int from = resolve(op.operands[0], identity());
    const int initial = resolve(op.operands[1], {});
    if (!fold || !combine || from < 0 || initial < 0) return -1;
    const int folded = add_register(element);
    plan_.instructions.push_back({.form = TileForm::kFoldRow,
                                  .fold = fold,
                                  .to = folded,
                                  .from = {from, -1, -1},
                                  .num_operands = 1});
    const int result = add_register(element);
    plan_.instructions.push_back(
        {.op = combine, .to = result, .from = {initial, folded, -1}, .num_operands = 2});
    return result;
  }

  // max(low, min(x, high)) in the order of the reference.
  int resolve_clamp(const Op& op, const DimMap& map) {
    const ElementType element = type(op.results[0]).element;
    const auto of = [&](int i) {
      return resolve(op.operands[i], type(op.operands[i]).is_scalar() ? DimMap{} : map);
    };
    const int low = of(0), x = of(1), high = of(2);
    const TileOp most = find_tile_op({OpCode::kMinimum, element, element});
    const TileOp least = find_tile_op({OpCode::kMaximum, element, element});
    if (low < 0 || x < 0 || high < 0 || !most || !least) return -1;
    const int above = add_register(element);
    plan_.instructions.push_back(
        {.op = least, .to = above, .from = {x, low, -1}, .num_operands = 2});
    const int result = add_register(element);
    plan_.instructions.push_back(
        {.op = most, .to = result, .from = {above, high, -1}, .num_operands = 2});
    return result;
  }

  int resolve_elementwise(const Op& op, const DimMap& map) {
    const std::optional<TileOpKey> key = key_of({request_.view.values, op});
    if (!key) return -1;
    const TileOp tile_op = find_tile_op(*key);
    if (!tile_op) return -1;
    TileInstruction instruction{.op = tile_op,
                                .num_operands = static_cast<int>(op.operands.size())};
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const bool scalar = type(op.operands[i]).is_scalar();
      instruction.from[i] = resolve(op.operands[i], scalar ? DimMap{} : map);
      if (instruction.from[i] < 0) return -1;
    }
    instruction.to = add_register(key->to);
    plan_.instructions.push_back(instruction);
    return instruction.to;
  }

  // --- The cut into rows and columns -----------------------------------------------------

  // Neighbouring dimensions that every access runs through as one become one.
  bool merges(int outer, int inner) const {
    const int64_t extent = attrs_.domain[inner];
    const auto one = [&](const Access& a) {
      return a.strides.empty() || a.strides[outer] == a.strides[inner] * extent;
    };
    return std::all_of(register_access_.begin(), register_access_.end(), one) &&
           std::all_of(output_access_.begin(), output_access_.end(), one);
  }

  void cut_domain() {
    std::vector<int> dims;  // of extent > 1
    for (int d = 0; d < num_dims_; ++d) {
      if (attrs_.domain[d] != 1) dims.push_back(d);
    }
    // Columns: given by the folds, or the innermost dimensions that run on.
    size_t first_column = dims.size();
    if (attrs_.num_columns > 0) {
      while (first_column > 0 && dims[first_column - 1] >= num_row_dims()) --first_column;
    } else {
      if (first_column > 0) --first_column;
      while (first_column > 0 && merges(dims[first_column - 1], dims[first_column])) --first_column;
    }
    columns_.assign(dims.begin() + static_cast<int64_t>(first_column), dims.end());
    dims.resize(first_column);
    for (int d : columns_) plan_.num_columns *= attrs_.domain[d];
    for (size_t i = 0; i < dims.size(); ++i) {
      plan_.num_rows *= attrs_.domain[dims[i]];
      if (i > 0 && merges(dims[i - 1], dims[i])) {
        rows_.back() = dims[i];
        plan_.row_extents.back() *= attrs_.domain[dims[i]];
      } else {
        rows_.push_back(dims[i]);
        plan_.row_extents.push_back(attrs_.domain[dims[i]]);
      }
    }
    if (plan_.row_extents.empty()) plan_.row_extents.push_back(1);
    choose_tile();
    for (size_t r = 0; r < plan_.registers.size(); ++r) {
      if (plan_.registers[r].source != TileSource::kTemporary)
        cut_access(register_access_[r], plan_.registers[r].access);
    }
    for (size_t i = 0; i < plan_.outputs.size(); ++i)
      cut_access(output_access_[i], plan_.outputs[i].access);
    find_spreads();
  }

  void cut_access(const Access& from, TileAccess& to) const {
    for (int d : rows_) to.row_strides.push_back(from.strides[d]);
    to.row_strides.resize(plan_.row_extents.size(), 0);
    if (columns_.empty()) return;
    to.column_stride = from.strides[columns_.back()];
    bool regular = true;
    for (size_t i = 1; i < columns_.size(); ++i) {
      regular = regular && from.strides[columns_[i - 1]] ==
                               from.strides[columns_[i]] * attrs_.domain[columns_[i]];
    }
    if (regular) return;
    to.column_offsets.assign(1, 0);
    for (int d : columns_) {
      std::vector<int64_t> offsets;
      for (int64_t base : to.column_offsets) {
        for (int64_t i = 0; i < attrs_.domain[d]; ++i)
          offsets.push_back(base + i * from.strides[d]);
      }
      to.column_offsets = std::move(offsets);
    }
  }

  // Folds over columns need whole rows in a tile.
  void choose_tile() {
    const bool whole_rows =
        std::any_of(plan_.instructions.begin(), plan_.instructions.end(),
                    [](const TileInstruction& i) { return i.form == TileForm::kFoldRow; });
    const int64_t columns = std::max<int64_t>(plan_.num_columns, 1);
    plan_.tile_columns = whole_rows ? columns : std::min(columns, kTileElements);
    plan_.tile_rows = std::clamp<int64_t>(kTileElements / plan_.tile_columns, 1,
                                          std::max<int64_t>(plan_.num_rows, 1));
    const int64_t work = plan_.num_rows * plan_.num_columns / kElementsPerThread;
    plan_.num_threads = static_cast<int>(std::clamp<int64_t>(work, 1, request_.num_threads));
  }

  // What each register depends on, in the order in which they are made.
  void find_spreads() {
    for (TileRegister& r : plan_.registers) {
      if (r.source == TileSource::kTemporary) continue;
      bool by_row = false;
      for (int64_t stride : r.access.row_strides) by_row = by_row || stride != 0;
      r.spread = spread_of(by_row, r.access.column_stride != 0 || !r.access.column_offsets.empty());
    }
    for (const TileInstruction& instruction : plan_.instructions) {
      bool by_row = false, by_column = false;
      for (int i = 0; i < instruction.num_operands; ++i) {
        const Spread spread = plan_.registers[instruction.from[i]].spread;
        by_row = by_row || spread == Spread::kRow || spread == Spread::kFull;
        by_column = by_column || spread == Spread::kColumn || spread == Spread::kFull;
      }
      if (instruction.form == TileForm::kMap)
        plan_.registers[instruction.to].spread = spread_of(by_row, by_column);
      if (instruction.form == TileForm::kFoldRow)
        plan_.registers[instruction.to].spread = Spread::kRow;
    }
  }

  // --- Memory ----------------------------------------------------------------------------

  // Rows follow each other at one distance.
  static bool linear_rows(const TilePlan& plan, const TileAccess& access) {
    for (size_t d = 0; d + 1 < plan.row_extents.size(); ++d) {
      if (access.row_strides[d] != access.row_strides[d + 1] * plan.row_extents[d + 1])
        return false;
    }
    return true;
  }
  // A loop can read or write it where it lies.
  bool readable(const TileAccess& access, Spread spread) const {
    if (!access.column_offsets.empty() || !linear_rows(plan_, access)) return false;
    switch (spread) {
      case Spread::kOne:
        return true;
      case Spread::kRow:
        return access.row_strides.back() == 1;
      case Spread::kColumn:
      case Spread::kFull:
        return access.column_stride == 1;
    }
    return false;
  }

  // An output is written by the instruction that makes it, where that is a temporary of the
  // output's own spread and nothing else is written there; else a last load copies it.
  void place_outputs() {
    std::vector<bool> direct(plan_.registers.size(), false);
    for (TileOutput& output : plan_.outputs) {
      if (output.value < 0) continue;
      TileRegister& value = plan_.registers[output.value];
      bool by_row = false;
      for (int64_t stride : output.access.row_strides) by_row = by_row || stride != 0;
      const Spread spread = spread_of(
          by_row, output.access.column_stride != 0 || !output.access.column_offsets.empty());
      output.in_place = value.source == TileSource::kTemporary && value.spread == spread &&
                        !direct[output.value] && readable(output.access, spread);
      if (output.in_place) direct[output.value] = true;
    }
  }

  void load_what_loops_cannot_read() {
    std::vector<TileInstruction> loads;
    std::vector<int> loaded(plan_.registers.size(), -1);
    const auto readable_register = [&](int r) {
      if (r < 0 || plan_.registers[r].source == TileSource::kTemporary) return r;
      if (readable(plan_.registers[r].access, plan_.registers[r].spread)) return r;
      if (loaded[r] < 0) {
        TileRegister copy{.element = plan_.registers[r].element,
                          .spread = plan_.registers[r].spread};
        plan_.registers.push_back(copy);
        loaded.push_back(-1);
        loaded[r] = static_cast<int>(plan_.registers.size()) - 1;
        loads.push_back(
            {.form = TileForm::kLoad, .to = loaded[r], .from = {r, -1, -1}, .num_operands = 1});
      }
      return loaded[r];
    };
    std::vector<TileInstruction> instructions;
    for (TileInstruction instruction : plan_.instructions) {
      for (int& from : instruction.from) from = readable_register(from);
      instructions.insert(instructions.end(), loads.begin(), loads.end());
      loads.clear();
      instructions.push_back(instruction);
    }
    for (TileOutput& output : plan_.outputs) output.value = readable_register(output.value);
    instructions.insert(instructions.end(), loads.begin(), loads.end());
    plan_.instructions = std::move(instructions);
  }

  // Slots are handed on after the last instruction that reads them.
  void assign_slots() {
    const int num_instructions = static_cast<int>(plan_.instructions.size());
    std::vector<int> last_use(plan_.registers.size(), -1);
    for (int i = 0; i < num_instructions; ++i) {
      for (int r : plan_.instructions[i].from) {
        if (r >= 0) last_use[r] = i;
      }
    }
    std::vector<bool> written_out(plan_.registers.size(), false);
    for (const TileOutput& output : plan_.outputs) {
      if (output.value < 0) continue;
      if (output.in_place)
        written_out[output.value] = true;
      else
        last_use[output.value] = num_instructions;
    }
    std::vector<int> free_slots;
    int64_t element_bytes = 4;
    for (const TileRegister& r : plan_.registers)
      element_bytes = std::max<int64_t>(element_bytes, byte_size(r.element));
    for (int i = 0; i < num_instructions; ++i) {
      const TileInstruction& instruction = plan_.instructions[i];
      const bool makes_register =
          instruction.form != TileForm::kFoldColumn && instruction.form != TileForm::kFoldAll;
      if (makes_register && !written_out[instruction.to]) {
        if (free_slots.empty()) free_slots.push_back(plan_.num_slots++);
        plan_.registers[instruction.to].slot = free_slots.back();
        free_slots.pop_back();
        if (last_use[instruction.to] < 0)  // made for nothing
          free_slots.push_back(plan_.registers[instruction.to].slot);
      }
      for (int n = 0; n < instruction.num_operands; ++n) {
        const int r = instruction.from[n];
        if (r < 0 || last_use[r] != i || plan_.registers[r].slot < 0) continue;
        free_slots.push_back(plan_.registers[r].slot);
        last_use[r] = -2;  // an operand that stands there twice is freed once
      }
    }
    // Runs begin at whole cache lines, and no two at a multiple of 4 KiB from each other.
    const int64_t bytes = plan_.tile_rows * plan_.tile_columns * element_bytes;
    plan_.slot_bytes = (bytes + 63) / 64 * 64 + 64;
  }

  // An operand may be written over by an output of the same access, where no instruction reads the
  // operand after the output is made.
  void find_in_place() {
    for (size_t o = 0; o < plan_.outputs.size(); ++o) {
      const TileOutput& output = plan_.outputs[o];
      if (output.value < 0 || !output.in_place) continue;
      for (size_t i = 0; i < request_.operands.size(); ++i) {
        if (request_.operands[i].type.shape != request_.results[o].type.shape) continue;
        if (may_share(static_cast<int>(i), output))
          plan_.in_place.push_back({static_cast<int>(i), static_cast<int>(o)});
      }
    }
  }
  bool may_share(int operand, const TileOutput& output) const {
    int made = -1, read = -1;
    for (int i = 0; i < static_cast<int>(plan_.instructions.size()); ++i) {
      const TileInstruction& instruction = plan_.instructions[i];
      const bool makes_register =
          instruction.form != TileForm::kFoldColumn && instruction.form != TileForm::kFoldAll;
      if (makes_register && instruction.to == output.value) made = i;
      for (int n = 0; n < instruction.num_operands; ++n) {
        const TileRegister& r = plan_.registers[instruction.from[n]];
        if (r.source != TileSource::kOperand || r.index != operand) continue;
        if (r.access.row_strides != output.access.row_strides ||
            r.access.column_stride != output.access.column_stride ||
            !r.access.column_offsets.empty() || r.element != output.element)
          return false;
        read = i;
      }
    }
    // Copies to other outputs come after all instructions.
    for (const TileOutput& other : plan_.outputs) {
      if (other.value < 0) continue;
      const TileRegister& r = plan_.registers[other.value];
      if (r.source == TileSource::kOperand && r.index == operand) return false;
    }
    return made >= 0 && read <= made;
  }

  const KernelRequest& request_;
  const FusionAttrs& attrs_;
  const Region& body_;
  const int num_dims_;
  std::unordered_map<int32_t, const Op*> producer_;
  std::unordered_map<int32_t, int> argument_;
  std::map<std::pair<int32_t, DimMap>, int> resolved_;
  std::vector<Access> register_access_, output_access_;
  std::vector<int> rows_, columns_;  // domain dimensions; rows_ holds the innermost of merged ones
  TilePlan plan_;
};

}  // namespace

bool is_tile_map(const OpView& view) {
  for (int i = 0; i < view.num_operands(); ++i) {
    if (!is_tile_type(view.operand(i).element)) return false;
  }
  if (view.op.code == OpCode::kClamp) return !is_bool(view.result(0).element);
  const std::optional<TileOpKey> key = key_of(view);
  return key && is_tile_type(key->to) && find_tile_op(*key);
}

std::optional<TilePlan> plan_tiles(const KernelRequest& request) {
  const Shape& domain = request.view.get<FusionAttrs>().domain;
  if (std::count(domain.begin(), domain.end(), 0) > 0) return std::nullopt;
  return TilePlanner(request).run();
}

}  // namespace motley::tensor
