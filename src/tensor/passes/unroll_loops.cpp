#include "tensor/passes/unroll_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

#include "tensor/ir/expr.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/loops.h"
#include "tensor/passes/known_integers.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

// A tensor of which some rows along dimension 0 have been replaced, not yet built.
struct Rows {
  TensorType type;
  ValueId base;                      // the other rows
  std::map<int64_t, ValueId> given;  // [1, ...] each
};

// A value of the new Program: one that exists, an integer, or rows. The last two are built when an
// op needs them.
struct Value {
  std::optional<ValueId> id;
  std::optional<int64_t> integer;
  std::shared_ptr<const Rows> rows;
};

using Names = std::unordered_map<ValueId, Value>;  // of the old Program

class Unrolling {
 public:
  Unrolling(const Program& program, const UnrollLimits& limits)
      : program_(program), limits_(limits), builder_(program.name, program.source) {}

  Unrolled run() && {
    for (ValueId v : program_.body.arguments) {
      const ValueId made = builder_.argument(program_.type(v));
      argument_of_[made] = static_cast<int>(argument_of_.size());
      names_[v] = {.id = made};
    }
    for (const Op& op : program_.body.ops) add(op);
    Unrolled result;
    const std::vector<ValueId> results = built(program_.body.results);
    result.program = std::move(builder_).finish(results);
    result.stacked.assign(stacked_.begin(), stacked_.end());
    result.kept = std::move(kept_);
    return result;
  }

 private:
  // --- Values --------------------------------------------------------------------------------

  ValueId built(ValueId old) {
    Value& value = names_.at(old);
    if (!value.id) {
      value.id = value.rows ? joined(*value.rows)
                            : integer_constant(builder_, program_.type(old), *value.integer);
    }
    return *value.id;
  }
  std::vector<ValueId> built(const std::vector<ValueId>& old) {
    std::vector<ValueId> values;
    for (ValueId v : old) values.push_back(built(v));
    return values;
  }

  // Concatenates the rows; between them, slices of what was there before.
  ValueId joined(const Rows& rows) {
    const int64_t extent = rows.type.shape[0];
    std::vector<Expr> parts;
    int64_t next = 0;
    for (const auto& [row, value] : rows.given) {
      if (row > next) parts.push_back(slice_dim({builder_, rows.base}, 0, next, row));
      parts.emplace_back(builder_, value);
      next = row + 1;
    }
    if (next < extent) parts.push_back(slice_dim({builder_, rows.base}, 0, next, extent));
    return parts.size() == 1 ? parts[0].id() : concatenate(parts, 0).id();
  }

  std::optional<int64_t> known(ValueId old) const {
    const auto found = names_.find(old);
    return found == names_.end() ? std::nullopt : found->second.integer;
  }

  // --- Ops -----------------------------------------------------------------------------------

  void add(const Op& op) {
    if (op.code == OpCode::kWhile) {
      if (const auto turns = turns_to_unroll(op)) return unroll(op, *turns);
    }
    if (add_integer(op) || add_slice(op) || add_update(op)) return;
    keep(op);
  }

  void keep(const Op& op) {
    const std::vector<ValueId> operands = built(op.operands);
    std::vector<Region> regions;
    for (const Region& region : op.regions) {
      built(captured_values(region));
      regions.push_back(copy(region));
    }
    Attrs attrs = op.code == OpCode::kWhile ? Attrs(WhileAttrs{num_turns_of(op)}) : op.attrs;
    const std::vector<ValueId> results =
        builder_.add(op.code, operands, std::move(attrs), std::move(regions), {op.line, op.column});
    for (size_t i = 0; i < results.size(); ++i) names_[op.results[i]] = {.id = results[i]};
  }

  Region copy(const Region& region) {
    std::vector<TensorType> types;
    for (ValueId v : region.arguments) types.push_back(program_.type(v));
    const std::vector<ValueId> arguments = builder_.begin_region(types);
    for (size_t i = 0; i < arguments.size(); ++i)
      names_[region.arguments[i]] = {.id = arguments[i]};
    ++depth_;
    for (const Op& op : region.ops) keep(op);
    --depth_;
    return builder_.end_region(built(region.results));
  }

  // Arithmetic on integers that are known.
  bool add_integer(const Op& op) {
    if (op.results.size() != 1 || !op.regions.empty()) return false;
    const TensorType& type = program_.type(op.results[0]);
    if (!type.is_scalar() || is_float(type.element)) return false;
    std::vector<int64_t> operands;
    for (ValueId v : op.operands) {
      const auto value = known(v);
      if (!value) return false;
      operands.push_back(*value);
    }
    const auto value = known_result(program_, op, operands);
    if (!value) return false;
    names_[op.results[0]] = {.integer = *value};
    return true;
  }

  // The first row and whether all of the other dimensions is taken; nullopt unless all is known.
  std::optional<int64_t> single_row(const TensorType& whole, const Shape& part,
                                    const std::vector<int64_t>& starts) const {
    if (whole.num_dims() == 0 || part[0] != 1) return std::nullopt;
    for (size_t d = 1; d < part.size(); ++d) {
      if (part[d] != whole.shape[d]) return std::nullopt;
    }
    return std::clamp<int64_t>(starts[0], 0, whole.shape[0] - 1);
  }
  std::optional<std::vector<int64_t>> known_starts(const Op& op, size_t first) const {
    std::vector<int64_t> starts;
    for (size_t i = first; i < op.operands.size(); ++i) {
      const auto start = known(op.operands[i]);
      if (!start) return std::nullopt;
      starts.push_back(*start);
    }
    return starts;
  }

  // dynamic_slice at a known place, and a slice of rows.
  bool add_slice(const Op& op) {
    const bool is_dynamic = op.code == OpCode::kDynamicSlice;
    if (!is_dynamic && op.code != OpCode::kSlice) return false;
    const TensorType& whole = program_.type(op.operands[0]);
    const Shape& part = program_.type(op.results[0]).shape;
    std::vector<int64_t> starts;
    if (is_dynamic) {
      const auto at = known_starts(op, 1);
      if (!at) return false;
      starts = *at;
    } else {
      const auto& attrs = op.get<SliceAttrs>();
      for (int64_t s : attrs.stride) {
        if (s != 1) return false;
      }
      starts = attrs.start;
    }
    const auto row = single_row(whole, part, starts);
    if (row) {
      names_[op.results[0]] = {.id = row_of(op.operands[0], *row)};
      return true;
    }
    if (!is_dynamic) return false;
    Dims start, limit;
    for (size_t d = 0; d < part.size(); ++d) {
      start.push_back(std::clamp<int64_t>(starts[d], 0, whole.shape[d] - part[d]));
      limit.push_back(start[d] + part[d]);
    }
    names_[op.results[0]] = {.id = slice({builder_, built(op.operands[0])}, start, limit).id()};
    return true;
  }

  ValueId row_of(ValueId old, int64_t row) {
    const Value& value = names_.at(old);
    if (value.rows) {
      const auto found = value.rows->given.find(row);
      return found != value.rows->given.end() ? found->second : row_of_built(value.rows->base, row);
    }
    return row_of_built(built(old), row);
  }

  // A conversion of a whole stack, as of mixed precision, becomes one of the row.
  ValueId row_of_built(ValueId v, int64_t row) {
    const auto made = converted_.find(v);
    if (made != converted_.end()) {
      const Expr from(builder_, row_of_built(made->second, row));
      return convert(from, builder_.type(v).element).id();
    }
    const auto argument = argument_of_.find(v);
    if (argument != argument_of_.end() && turn_ > 0) stacked_.insert(argument->second);
    return slice_dim({builder_, v}, 0, row, row + 1).id();
  }

  // dynamic_update_slice of one row at a known place.
  bool add_update(const Op& op) {
    if (op.code == OpCode::kConvert && depth_ == 0) {
      keep(op);
      converted_[*names_.at(op.results[0]).id] = *names_.at(op.operands[0]).id;
      return true;
    }
    if (op.code != OpCode::kDynamicUpdateSlice) return false;
    const TensorType& whole = program_.type(op.operands[0]);
    const auto starts = known_starts(op, 2);
    if (!starts) return false;
    const auto row = single_row(whole, program_.type(op.operands[1]).shape, *starts);
    if (!row) return false;
    const Value& before = names_.at(op.operands[0]);
    auto rows = before.rows ? std::make_shared<Rows>(*before.rows)
                            : std::make_shared<Rows>(Rows{whole, built(op.operands[0]), {}});
    rows->given[*row] = built(op.operands[1]);
    names_[op.results[0]] = {.rows = std::move(rows)};
    return true;
  }

  // --- Loops ---------------------------------------------------------------------------------

  std::optional<int64_t> num_turns_of(const Op& op) const {
    const auto turns = trip_count(op, [&](ValueId v) { return known(v); });
    return turns ? turns : num_turns(op);
  }

  // Ops of the region, with all iterations of loops inside.
  int64_t num_ops_of(const Region& region) const {
    int64_t count = 0;
    for (const Op& op : region.ops) {
      int64_t inside = 1;
      for (const Region& nested : op.regions) inside += num_ops_of(nested);
      count += inside * (op.code == OpCode::kWhile ? num_turns(op).value_or(1) : 1);
    }
    return count;
  }

  // Whether an iteration reads its own row of something of the length of the loop that is a
  // parameter or an input of the Program.
  bool reads_rows(const Op& loop, int64_t turns) const {
    const Region& body = loop.regions[1];
    for (const Op& op : body.ops) {
      if (op.code != OpCode::kDynamicSlice) continue;
      const Shape& shape = program_.type(op.operands[0]).shape;
      if (!shape.empty() && shape[0] == turns && comes_from_argument(loop, op.operands[0]))
        return true;
    }
    return false;
  }
  bool comes_from_argument(const Op& loop, ValueId v) const {
    const Region& body = loop.regions[1];
    const auto at = std::find(body.arguments.begin(), body.arguments.end(), v);
    if (at != body.arguments.end()) v = loop.operands[at - body.arguments.begin()];
    const auto found = names_.find(v);
    if (found == names_.end() || !found->second.id) return false;
    auto made = converted_.find(*found->second.id);
    return argument_of_.contains(made == converted_.end() ? *found->second.id : made->second);
  }

  std::optional<int64_t> turns_to_unroll(const Op& op) {
    const auto turns = num_turns_of(op);
    const std::string where = op.line > 0 ? fmt::format(", line {}", op.line) : "";
    if (!turns) {
      kept_.push_back(fmt::format("while of unknown trip count{}: priced as one iteration", where));
      return std::nullopt;
    }
    const int64_t max_turns =
        reads_rows(op, *turns) ? limits_.max_ops : limits_.max_turns_without_stack;
    if (*turns > max_turns || *turns * num_ops_of(op.regions[1]) > limits_.max_ops) {
      kept_.push_back(fmt::format("while of {} iterations{}: stays a loop", *turns, where));
      return std::nullopt;
    }
    return turns;
  }

  void unroll(const Op& op, int64_t turns) {
    const Region& body = op.regions[1];
    std::vector<Value> carried;
    for (ValueId v : op.operands) carried.push_back(names_.at(v));
    ++turn_;
    for (int64_t turn = 0; turn < turns; ++turn) {
      for (size_t i = 0; i < carried.size(); ++i) names_[body.arguments[i]] = carried[i];
      for (const Op& inner : body.ops) add(inner);
      for (size_t i = 0; i < carried.size(); ++i) carried[i] = names_.at(body.results[i]);
    }
    --turn_;
    for (size_t i = 0; i < carried.size(); ++i) names_[op.results[i]] = carried[i];
  }

  const Program& program_;
  const UnrollLimits& limits_;
  ProgramBuilder builder_;
  Names names_;
  std::unordered_map<ValueId, int> argument_of_;    // of values of the new Program
  std::unordered_map<ValueId, ValueId> converted_;  // conversions of the body: result, operand
  std::set<int> stacked_;
  std::vector<std::string> kept_;
  int depth_ = 0;  // of regions that are copied
  int turn_ = 0;   // of loops that are being unrolled
};

// Rows [1, ...] that ops take of an argument; nullopt if it is used in any other way.
class RowUses {
 public:
  RowUses(const Program& program, const std::vector<int>& stacked)
      : program_(program), graph_(program) {
    for (int a : stacked) {
      if (is_read_by_rows(program.body.arguments[a])) split_.insert(a);
    }
  }
  bool contains(int argument) const { return split_.contains(argument); }

  // The row of an argument that is split, if the op takes one.
  std::optional<std::pair<ValueId, int64_t>> row(const Op& op) const {
    if (op.code != OpCode::kSlice) return std::nullopt;
    const auto& arguments = program_.body.arguments;
    const auto at = std::find(arguments.begin(), arguments.end(), op.operands[0]);
    if (at == arguments.end() || !split_.contains(static_cast<int>(at - arguments.begin())))
      return std::nullopt;
    return std::pair(op.operands[0], op.get<SliceAttrs>().start[0]);
  }

 private:
  bool is_read_by_rows(ValueId v) const {
    const auto& results = program_.body.results;
    if (std::find(results.begin(), results.end(), v) != results.end()) return false;
    return std::ranges::all_of(graph_.users[v.index], [&](int i) {
      const Op& op = graph_.ops[i];
      if (op.code == OpCode::kWithGradient) return true;
      if (op.code != OpCode::kSlice) return false;
      const Shape &whole = program_.type(v).shape, &part = program_.type(op.results[0]).shape;
      return part[0] == 1 && std::equal(part.begin() + 1, part.end(), whole.begin() + 1);
    });
  }

  const Program& program_;
  const Graph graph_;
  std::set<int> split_;
};

// motley.with_gradient(loss, params.., gradients..) by the rows of params that are split.
template <class RowsOf>
ValueId with_row_gradients(const Op& op, Rewrite& rewrite, const RowsOf& rows_of) {
  ProgramBuilder& builder = rewrite.builder();
  const size_t num_params = (op.operands.size() - 1) / 2;
  std::vector<ValueId> params, gradients;
  for (size_t p = 0; p < num_params; ++p) {
    const ValueId param = op.operands[1 + p], gradient = rewrite(op.operands[1 + num_params + p]);
    const std::vector<ValueId> rows = rows_of(param);
    if (rows.empty()) {
      params.push_back(rewrite(param));
      gradients.push_back(gradient);
    }
    for (int64_t row = 0; row < std::ssize(rows); ++row) {
      params.push_back(rows[row]);
      const Expr part = slice_dim({builder, gradient}, 0, row, row + 1);
      gradients.push_back(reshape(part, builder.type(rows[row]).shape).id());
    }
  }
  std::vector<ValueId> operands = {rewrite(op.operands[0])};
  operands.insert(operands.end(), params.begin(), params.end());
  operands.insert(operands.end(), gradients.begin(), gradients.end());
  return builder.add_one(op.code, operands, op.attrs, {}, {op.line, op.column});
}

}  // namespace

Unrolled unroll_loops(const Program& program, const UnrollLimits& limits) {
  return Unrolling(program, limits).run();
}

Unstacked unstack_arguments(const Program& program, const std::vector<int>& stacked) {
  const RowUses uses(program, stacked);
  Unstacked result;
  Rewrite rewrite(program, {});
  ProgramBuilder& builder = rewrite.builder();
  std::map<std::pair<ValueId, int64_t>, ValueId> rows;
  for (int a = 0; a < std::ssize(program.body.arguments); ++a) {
    const ValueId v = program.body.arguments[a];
    TensorType type = program.type(v);
    if (!uses.contains(a)) {
      rewrite.replace(v, builder.argument(type));
      result.parts.push_back({a});
      continue;
    }
    const int64_t num_rows = type.shape[0];
    type.shape.erase(type.shape.begin());
    for (int64_t row = 0; row < num_rows; ++row) {
      rows[{v, row}] = builder.argument(type);
      result.parts.push_back({a, row, num_rows});
    }
  }
  const auto rows_of = [&](ValueId v) {
    std::vector<ValueId> found;
    for (auto at = rows.lower_bound({v, 0}); at != rows.end() && at->first.first == v; ++at)
      found.push_back(at->second);
    return found;
  };
  for (const Op& op : program.body.ops) {
    if (const auto row = uses.row(op)) {
      const Expr whole(builder, rows.at(*row));
      rewrite.replace(op.results[0], reshape(whole, program.type(op.results[0]).shape).id());
    } else if (op.code == OpCode::kWithGradient) {
      rewrite.replace(op.results[0], with_row_gradients(op, rewrite, rows_of));
    } else {
      rewrite.keep(op);
    }
  }
  result.program = std::move(rewrite).finish();
  return result;
}

Program restack_arguments(const Program& program, const std::vector<ArgumentPart>& parts,
                          const std::vector<int>& positions) {
  Rewrite rewrite(program, {});
  ProgramBuilder& builder = rewrite.builder();
  for (size_t i = 0; i < parts.size(); i += parts[i].row < 0 ? 1 : parts[i].num_rows) {
    const std::vector<ValueId>& rows = program.body.arguments;
    TensorType type = program.type(rows[i]);
    if (parts[i].row < 0) {
      rewrite.replace(rows[i], builder.argument(type));
      continue;
    }
    const Shape row_shape = type.shape;
    type.shape.insert(type.shape.begin(), parts[i].num_rows);
    const Expr whole(builder, builder.argument(type));
    for (int64_t row = 0; row < parts[i].num_rows; ++row) {
      rewrite.replace(rows[i + row], reshape(slice_dim(whole, 0, row, row + 1), row_shape).id());
    }
  }
  for (const Op& op : program.body.ops) rewrite.keep(op);
  const std::vector<ValueId>& old = program.body.results;
  std::vector<ValueId> results;
  const size_t num_first = old.size() - positions.size();
  for (size_t i = 0; i < num_first; ++i) results.push_back(rewrite(old[i]));
  for (size_t p = 0; p < positions.size();) {
    const ArgumentPart& part = parts[positions[p]];
    if (part.row < 0) {
      results.push_back(rewrite(old[num_first + p++]));
      continue;
    }
    std::vector<Expr> rows;
    for (int64_t row = 0; row < part.num_rows; ++row, ++p) {
      const Expr value(builder, rewrite(old[num_first + p]));
      Shape shape = value.shape();
      shape.insert(shape.begin(), 1);
      rows.push_back(reshape(value, shape));
    }
    results.push_back(concatenate(rows, 0).id());
  }
  return std::move(builder).finish(std::move(results));
}

}  // namespace motley::tensor
