#include "tensor/grad/reverse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "tensor/grad/shifts.h"
#include "tensor/ir/gradient.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/loops.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {
namespace {

using ValueMap = std::unordered_map<ValueId, ValueId>;  // of the old Program -> of the new one
using Gradients = std::unordered_map<ValueId, Expr>;    // of values of the new Program

// A loop as it was built, from which its gradient can iterate backwards.
//
//   carried values ---> [ while: iteration k reads them, saves what its gradient reads ] --->
//                                              stacks [iterations, ...]
struct Loop {
  int64_t num_iterations = 0;
  Region body;                                 // of the old Program
  ValueMap outside;                            // values captured by the body
  std::vector<ValueId> operands;               // carried values at the start
  std::vector<std::optional<ValueId>> stacks;  // each carried value at the start of every iteration
};

// A case or if in the old Program, with the new ids of the values its branches capture.
struct Branches {
  std::vector<Region> regions;  // of the old Program
  ValueMap outside;
};

class Reverse {
 public:
  Reverse(const Program& program, const std::vector<int>& arguments)
      : program_(program), arguments_(arguments), builder_(program.name, program.source) {}

  Gradient run() && {
    Gradient result;
    const size_t num_ops = program_.body.ops.size();
    for (ValueId v : program_.body.arguments) names_[v] = builder_.argument(program_.type(v));
    for (int a : arguments_) active_.insert(names_.at(program_.body.arguments[a]));
    touched_ = active_;
    std::vector<Op> ops;
    for (top_ = 0; top_ < num_ops; ++top_) {
      ops.push_back(build(program_.body.ops[top_], names_));
      mark(result);
    }
    result.num_forward_ops = static_cast<int>(builder_.num_body_ops());
    const Expr loss(builder_, names_.at(program_.body.results[0]));
    Gradients gradients;
    gradients.emplace(loss.id(), full_like(loss, 1));
    for (top_ = num_ops; top_-- > 0;) {
      step(ops[top_], gradients);
      mark(result);
    }
    top_ = num_ops == 0 ? 0 : num_ops - 1;
    std::vector<ValueId> results;
    for (ValueId v : program_.body.results) results.push_back(names_.at(v));
    for (int a : arguments_) {
      const Expr argument(builder_, names_.at(program_.body.arguments[a]));
      if (!gradients.contains(argument.id())) result.unreached.push_back(a);
      results.push_back(gradient_or_zero(gradients, argument).id());
    }
    mark(result);
    result.program = std::move(builder_).finish(std::move(results));
    return result;
  }

 private:
  // The ops added since the last mark belong to the current forward op.
  void mark(Gradient& result) { result.forward_of.resize(builder_.num_body_ops(), OpId(top_)); }

  // --- Forward: the ops unchanged, loops with their stacks -----------------------------------

  static ValueId renamed(const ValueMap& names, ValueId v) { return names.at(v); }
  static std::vector<ValueId> renamed(const ValueMap& names, const std::vector<ValueId>& values) {
    std::vector<ValueId> result;
    for (ValueId v : values) result.push_back(names.at(v));
    return result;
  }

  std::vector<Op> build(const std::vector<Op>& ops, ValueMap& names) {
    std::vector<Op> built;
    for (const Op& op : ops) built.push_back(build(op, names));
    return built;
  }

  // Adds the op with mapped values, and returns the new op.
  Op build(const Op& op, ValueMap& names) {
    std::optional<Op> loop = op.code == OpCode::kWhile ? build_loop(op, names) : std::nullopt;
    Op built = loop ? std::move(*loop) : build_plain(op, names);
    if (op.code == OpCode::kConstant) constants_[built.results[0]] = &op.get<ConstantAttrs>().value;
    bool reached = false;
    for (ValueId v : inputs_of(built)) reached = reached || active_.contains(v);
    // A custom rule may have a gradient where what it computes has none, as in rounding.
    bool is_touched = false;
    for (ValueId v : inputs_of(built)) is_touched = is_touched || touched_.contains(v);
    if (is_touched) touched_.insert(built.results.begin(), built.results.end());
    reached = reached || (is_touched && op.code == OpCode::kCustomRule);
    if (reached && row(op.code).gradient != flat_gradient) {
      for (size_t i = 0; i < built.results.size(); ++i) {
        const ValueId v = built.results[i];
        // A loop that keeps values for its reverse has more results than before.
        const bool is_held = i < op.results.size() && held_.contains(op.results[i]);
        if (is_float(builder_.type(v).element) && !is_held) active_.insert(v);
      }
    }
    return built;
  }

  Op build_plain(const Op& op, ValueMap& names) {
    Op built = op;
    built.operands = renamed(names, op.operands);
    built.regions.clear();
    for (const Region& region : op.regions) {
      built.regions.push_back(build_region(region, {}, names, [&](const std::vector<ValueId>&) {
        return renamed(names, region.results);
      }));
    }
    built.results =
        builder_.add(op.code, built.operands, op.attrs, built.regions, {op.line, op.column});
    for (size_t i = 0; i < op.results.size(); ++i) names[op.results[i]] = built.results[i];
    if ((op.code == OpCode::kCase || op.code == OpCode::kIf) && !op.results.empty()) {
      auto record = std::make_shared<Branches>();
      record->regions = op.regions;
      for (const Region& region : op.regions) {
        for (ValueId v : captured_values(region)) record->outside[v] = names.at(v);
      }
      branches_.emplace(built.results[0], std::move(record));
    }
    return built;
  }

  // A copy of the region with extra arguments; `finish(all arguments)` gives its results.
  template <class Finish>
  Region build_region(const Region& region, const std::vector<TensorType>& more, ValueMap& names,
                      Finish finish) {
    std::vector<TensorType> types;
    for (ValueId v : region.arguments) types.push_back(program_.type(v));
    types.insert(types.end(), more.begin(), more.end());
    const std::vector<ValueId> arguments = builder_.begin_region(types);
    for (size_t i = 0; i < region.arguments.size(); ++i) names[region.arguments[i]] = arguments[i];
    for (const Op& op : region.ops) build_plain(op, names);
    return builder_.end_region(finish(arguments));
  }

  // A counted loop through which a gradient flows saves the carried values of each iteration.
  std::optional<Op> build_loop(const Op& op, ValueMap& names) {
    bool reached = false;
    for (ValueId v : inputs_of(op)) reached = reached || active_.contains(names.at(v));
    const auto num_iterations =
        trip_count(op, [&](ValueId v) { return known_integer(names.at(v)); });
    if (!reached || !num_iterations) return std::nullopt;

    const Region& body = op.regions[1];
    const size_t n = op.operands.size();
    auto record = std::make_shared<Loop>();
    Loop& loop = *record;
    loop.num_iterations = *num_iterations;
    loop.body = body;
    loop.operands = renamed(names, op.operands);
    loop.stacks.resize(n);
    for (ValueId v : captured_values(body)) loop.outside[v] = names.at(v);

    const TensorType index{ElementType::kI32, {}};
    std::vector<size_t> stacked;
    std::vector<TensorType> more = {index};
    std::vector<ValueId> operands = loop.operands;
    operands.push_back(full(builder_, index, 0).id());
    for (size_t j = 0; j < n; ++j) {
      if (body.results[j] == body.arguments[j] || !uses_argument(body, j)) continue;
      if (is_only_written(body, j)) continue;
      stacked.push_back(j);
      TensorType type = program_.type(body.arguments[j]);
      type.shape.insert(type.shape.begin(), *num_iterations);
      more.push_back(type);
      operands.push_back(full(builder_, type, 0).id());
    }
    std::vector<Region> regions;
    regions.push_back(build_region(op.regions[0], more, names, [&](const std::vector<ValueId>&) {
      return renamed(names, op.regions[0].results);
    }));
    regions.push_back(build_region(body, more, names, [&](const std::vector<ValueId>& arguments) {
      std::vector<ValueId> results = renamed(names, body.results);
      const Expr iteration(builder_, arguments[n]);
      results.push_back((iteration + 1.0).id());
      for (size_t s = 0; s < stacked.size(); ++s) {
        results.push_back(with_iteration({builder_, arguments[n + 1 + s]}, iteration,
                                         {builder_, arguments[stacked[s]]})
                              .id());
      }
      return results;
    }));
    Op built = op;
    built.operands = operands;
    built.regions = regions;
    built.results =
        builder_.add(OpCode::kWhile, operands, NoAttrs{}, std::move(regions), {op.line, op.column});
    for (size_t j = 0; j < n; ++j) names[op.results[j]] = built.results[j];
    for (size_t s = 0; s < stacked.size(); ++s) loop.stacks[stacked[s]] = built.results[n + 1 + s];
    loops_.emplace(built.results[0], std::move(record));
    return built;
  }

  // Whether a carried stack is only written to, as the outputs of a scan are: an iteration's
  // gradient does not depend on what was in it. A cache that the same iteration reads once it is
  // written is none.
  static bool is_only_written(const Region& body, size_t j) {
    const ValueId before = body.arguments[j], after = body.results[j];
    int num_reads = 0;
    bool is_written = false;
    for (const Op& op : body.ops) {
      for (ValueId v : inputs_of(op)) num_reads += v == before || v == after;
      is_written = is_written || (op.code == OpCode::kDynamicUpdateSlice &&
                                  op.operands[0] == before && op.results[0] == after);
    }
    const auto num_results =
        std::ranges::count(body.results, before) + std::ranges::count(body.results, after);
    return is_written && num_reads == 1 && num_results == 1;
  }

  std::optional<int64_t> known_integer(ValueId v) const {
    const auto found = constants_.find(v);
    if (found == constants_.end() || is_float(found->second->element()) ||
        found->second->num_elements() != 1)
      return std::nullopt;
    return found->second->as_int(0);
  }

  std::vector<Expr> place_of(Expr stack, Expr iteration) {
    std::vector<Expr> starts = {iteration};
    while (static_cast<int64_t>(starts.size()) < stack.num_dims())
      starts.push_back(full(builder_, iteration.type(), 0));
    return starts;
  }
  Expr with_iteration(Expr stack, Expr iteration, Expr value) {
    Shape one = value.shape();
    one.insert(one.begin(), 1);
    std::vector<Expr> operands = {stack, reshape(value, one)};
    for (const Expr& start : place_of(stack, iteration)) operands.push_back(start);
    return emit(OpCode::kDynamicUpdateSlice, operands);
  }
  Expr of_iteration(Expr stack, Expr iteration) {
    Shape shape = stack.shape(), one = shape;
    one[0] = 1;
    shape.erase(shape.begin());
    std::vector<Expr> operands = {stack};
    for (const Expr& start : place_of(stack, iteration)) operands.push_back(start);
    return reshape(emit(OpCode::kDynamicSlice, operands, DynamicSliceAttrs{one}), shape);
  }

  // --- Backward ------------------------------------------------------------------------------

  void step(const Op& op, Gradients& gradients) {
    const bool needed = std::any_of(op.results.begin(), op.results.end(), [&](ValueId v) {
      return gradients.contains(v) && active_.contains(v);
    });
    if (!needed) return;
    if (op.code == OpCode::kWhile) return step_loop(op, gradients);
    if (op.code == OpCode::kCase || op.code == OpCode::kIf) return step_branches(op, gradients);
    if (op.code == OpCode::kDynamicSlice && gradients.contains(op.operands[0])) {
      return step_slice(op, gradients);
    }
    const OpRow& r = row(op.code);
    if (!r.gradient) fail(fmt::format("{} has no gradient", name(op.code)));
    Backward backward{.builder = builder_,
                      .op = op,
                      .result_gradients = {},
                      .wanted = {},
                      .constants = {},
                      .operand_gradients = {},
                      .inapplicable_reason = {}};
    for (ValueId v : op.results) {
      const auto found = gradients.find(v);
      backward.result_gradients.push_back(found == gradients.end() ? std::nullopt
                                                                   : std::optional(found->second));
    }
    for (ValueId v : op.operands) {
      backward.wanted.push_back(active_.contains(v));
      const auto constant = constants_.find(v);
      backward.constants.push_back(constant == constants_.end() ? nullptr : constant->second);
    }
    backward.operand_gradients.resize(op.operands.size());
    r.gradient(backward);
    if (!backward.inapplicable_reason.empty())
      fail(fmt::format("{}: {}", name(op.code), backward.inapplicable_reason));
    for (size_t i = 0; i < op.operands.size(); ++i) {
      if (backward.operand_gradients[i])
        add(gradients, op.operands[i], *backward.operand_gradients[i]);
    }
  }

  // A slice of what has a gradient already: the gradient is added to that part alone, not to all of
  // it with zeros elsewhere. In a loop over a stack this is the difference between linear and
  // quadratic time.
  void step_slice(const Op& op, Gradients& gradients) {
    const auto gradient = gradients.find(op.results[0]);
    if (!active_.contains(op.operands[0]) || gradient == gradients.end()) return;
    const Expr all = gradients.at(op.operands[0]);
    std::vector<Expr> starts;
    for (size_t i = 1; i < op.operands.size(); ++i) starts.emplace_back(builder_, op.operands[i]);
    std::vector<Expr> read = {all};
    read.insert(read.end(), starts.begin(), starts.end());
    const Expr part = emit(OpCode::kDynamicSlice, read, op.attrs);
    std::vector<Expr> written = {all, part + gradient->second};
    written.insert(written.end(), starts.begin(), starts.end());
    gradients.insert_or_assign(op.operands[0], emit(OpCode::kDynamicUpdateSlice, written));
  }

  void add(Gradients& gradients, ValueId v, Expr g) {
    MOTLEY_CHECK(g.type() == builder_.type(v), "a gradient is {}, its value {}",
                 g.type().to_string(), builder_.type(v).to_string());
    const auto [at, is_new] = gradients.emplace(v, g);
    if (!is_new) at->second = at->second + g;
  }

  static Expr gradient_or_zero(const Gradients& gradients, Expr value) {
    const auto found = gradients.find(value.id());
    return found == gradients.end() ? zeros_like(value) : found->second;
  }

  // Captured values of these regions that need a gradient.
  std::vector<ValueId> active_captures(const std::vector<ValueId>& captured) const {
    std::vector<ValueId> active;
    for (ValueId v : captured) {
      if (active_.contains(v) && std::find(active.begin(), active.end(), v) == active.end())
        active.push_back(v);
    }
    return active;
  }

  // A loop over the iterations in reverse. It carries the gradients of the carried floats and
  // accumulates those of captured values; the forward ops of each iteration are recomputed from its
  // saved carried values.
  void step_loop(const Op& op, Gradients& gradients) {
    const auto found = loops_.find(op.results[0]);
    if (found == loops_.end())
      fail("stablehlo.while has a gradient only if its trip count is known");
    const std::shared_ptr<const Loop> record = found->second;  // nested loops add to the table
    const Loop& loop = *record;
    const Region& body = loop.body;
    // What no iteration changes has a gradient only if it had one outside: not the inputs of a
    // scan.
    const auto is_invariant = [&](size_t j) { return body.results[j] == body.arguments[j]; };
    const auto is_constant = [&](size_t j) {
      return is_invariant(j) && !active_.contains(loop.operands[j]);
    };
    std::vector<size_t> floats;
    for (size_t j = 0; j < loop.operands.size(); ++j) {
      if (is_float(program_.type(body.arguments[j]).element) && !is_constant(j))
        floats.push_back(j);
    }
    std::vector<ValueId> outside;
    for (ValueId v : captured_values(body)) outside.push_back(loop.outside.at(v));
    outside = active_captures(outside);

    const TensorType index{ElementType::kI32, {}};
    std::vector<ValueId> starts = {
        full(builder_, index, static_cast<double>(loop.num_iterations - 1)).id()};
    for (size_t j : floats)
      starts.push_back(gradient_or_zero(gradients, {builder_, op.results[j]}).id());
    for (ValueId v : outside) starts.push_back(zeros_like({builder_, v}).id());
    std::vector<TensorType> types;
    for (ValueId v : starts) types.push_back(builder_.type(v));

    std::vector<Region> regions;
    std::vector<ValueId> arguments = builder_.begin_region(types);
    const Expr more = compare({builder_, arguments[0]}, CompareDirection::kGe, 0.0);
    regions.push_back(builder_.end_region({more.id()}));

    arguments = builder_.begin_region(types);
    const Expr iteration(builder_, arguments[0]);
    ValueMap names = loop.outside;
    for (size_t j = 0; j < loop.operands.size(); ++j) {
      if (is_constant(j)) {
        names[body.arguments[j]] = loop.operands[j];
        continue;
      }
      if (is_only_written(body, j)) {  // what was in it does not matter
        names[body.arguments[j]] = full(builder_, program_.type(body.arguments[j]), 0).id();
        touched_.insert(names[body.arguments[j]]);
        active_.insert(names[body.arguments[j]]);
        continue;
      }
      if (!loop.stacks[j] && !is_invariant(j)) continue;  // not read
      // A loop-invariant value gets an id of its own here, so that its gradient does too.
      const Expr began = loop.stacks[j] ? of_iteration({builder_, *loop.stacks[j]}, iteration)
                                        : renamed_copy({builder_, loop.operands[j]});
      names[body.arguments[j]] = began.id();
      touched_.insert(began.id());
      if (is_float(began.element())) active_.insert(began.id());
    }
    const std::vector<Op> ops = build(body.ops, names);
    Gradients inner;
    for (size_t k = 0; k < floats.size(); ++k) {
      const auto result = names.find(body.results[floats[k]]);
      if (result != names.end()) add(inner, result->second, {builder_, arguments[1 + k]});
    }
    for (size_t i = ops.size(); i-- > 0;) step(ops[i], inner);
    std::vector<ValueId> results = {(iteration - 1.0).id()};
    for (size_t j : floats) {
      const auto began = names.find(body.arguments[j]);
      const TensorType& type = program_.type(body.arguments[j]);
      results.push_back(began == names.end()
                            ? full(builder_, type, 0).id()
                            : gradient_or_zero(inner, {builder_, began->second}).id());
    }
    for (size_t c = 0; c < outside.size(); ++c) {
      const Expr sum(builder_, arguments[1 + floats.size() + c]);
      results.push_back(inner.contains(outside[c]) ? (sum + inner.at(outside[c])).id() : sum.id());
    }
    regions.push_back(builder_.end_region(results));

    const std::vector<ValueId> totals =
        builder_.add(OpCode::kWhile, starts, NoAttrs{}, std::move(regions), {op.line, op.column});
    for (size_t k = 0; k < floats.size(); ++k) {
      if (active_.contains(loop.operands[floats[k]]))
        add(gradients, loop.operands[floats[k]], {builder_, totals[1 + k]});
    }
    for (size_t c = 0; c < outside.size(); ++c)
      add(gradients, outside[c], {builder_, totals[1 + floats.size() + c]});
  }

  // The same value under another id; simplification removes it.
  Expr renamed_copy(Expr x) { return emit(OpCode::kReshape, {x}, ReshapeAttrs{x.shape()}); }

  // The same branch again, returning the gradients of all values that any branch captures.
  void step_branches(const Op& op, Gradients& gradients) {
    const std::shared_ptr<const Branches> record = branches_.at(op.results[0]);
    std::vector<ValueId> all;
    for (const Region& region : record->regions) {
      for (ValueId v : captured_values(region)) all.push_back(record->outside.at(v));
    }
    const std::vector<ValueId> outside = active_captures(all);
    std::vector<Region> regions;
    for (const Region& region : record->regions) {
      builder_.begin_region({});
      ValueMap names = record->outside;
      const std::vector<Op> ops = build(region.ops, names);
      Gradients inner;
      for (size_t i = 0; i < op.results.size(); ++i) {
        const auto g = gradients.find(op.results[i]);
        if (g != gradients.end()) add(inner, names.at(region.results[i]), g->second);
      }
      for (size_t i = ops.size(); i-- > 0;) step(ops[i], inner);
      std::vector<ValueId> results;
      for (ValueId v : outside) results.push_back(gradient_or_zero(inner, {builder_, v}).id());
      regions.push_back(builder_.end_region(results));
    }
    const std::vector<ValueId> results =
        builder_.add(op.code, op.operands, op.attrs, std::move(regions), {op.line, op.column});
    for (size_t c = 0; c < outside.size(); ++c) add(gradients, outside[c], {builder_, results[c]});
  }

  // --- Errors --------------------------------------------------------------------------------

  // "%9 <- %7 <- %arg2": from the current forward op back to a differentiated argument.
  std::string dependence_path() const {
    const std::vector<std::string> printed = value_names(program_);
    const Op& here = program_.body.ops[top_];
    std::vector<std::string> path;
    if (!here.results.empty()) path.push_back(printed[here.results[0].index]);
    ValueId wanted;
    for (size_t i = top_ + 1; i-- > 0;) {
      const Op& op = program_.body.ops[i];
      const bool mine =
          i == top_ || std::find(op.results.begin(), op.results.end(), wanted) != op.results.end();
      if (!mine) continue;
      for (ValueId v : inputs_of(op)) {
        if (!active_.contains(names_.at(v))) continue;
        wanted = v;
        path.push_back(printed[v.index]);
        break;
      }
    }
    constexpr std::ptrdiff_t kFirst = 3;  // and the parameter
    if (std::ssize(path) > kFirst + 2) {
      path[kFirst] = "...";
      path.erase(path.begin() + kFirst + 1, path.end() - 1);
    }
    return fmt::format("{}", fmt::join(path, " <- "));
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw core::UserError(
        program_.position(program_.body.ops[top_]),
        fmt::format("{}; the loss depends on a parameter through it: {}", why, dependence_path()));
  }

  const Program& program_;
  const std::vector<int>& arguments_;
  ProgramBuilder builder_;
  ValueMap names_;                      // maps the body's values
  std::unordered_set<ValueId> active_;  // floats that depend on the differentiated arguments
  // All values that do, also through ops whose derivative is zero.
  std::unordered_set<ValueId> touched_;
  const std::unordered_set<ValueId> held_ = cancelled_shifts(program_);  // of the old Program
  std::unordered_map<ValueId, const Literal*> constants_;
  std::unordered_map<ValueId, std::shared_ptr<const Loop>> loops_;         // by first result
  std::unordered_map<ValueId, std::shared_ptr<const Branches>> branches_;  // by first result
  size_t top_ = 0;                                                         // the current forward op
};

}  // namespace

Gradient differentiate(const Program& program, const std::vector<int>& arguments) {
  const core::SourcePosition file{program.source};
  if (program.body.results.empty())
    throw core::UserError(file, "the program has no result to differentiate");
  const TensorType& loss = program.type(program.body.results[0]);
  if (!loss.is_scalar() || !is_float(loss.element)) {
    throw core::UserError(file,
                          fmt::format("the loss must be a float scalar, not {}", loss.to_string()));
  }
  for (int a : arguments) {
    MOTLEY_CHECK(a >= 0 && a < static_cast<int>(program.body.arguments.size()), "no argument {}",
                 a);
    const TensorType& type = program.type(program.body.arguments[a]);
    if (!is_float(type.element)) {
      throw core::UserError(
          file, fmt::format("argument {} is {}: only floats have gradients", a, type.to_string()));
    }
  }
  return Reverse(program, arguments).run();
}

LossAndGradients loss_and_gradients(const Program& program, const std::vector<int>& arguments) {
  Gradient gradient = differentiate(program, arguments);
  std::vector<ValueId>& results = gradient.program.body.results;
  results.erase(results.begin() + 1, results.end() - static_cast<int64_t>(arguments.size()));
  return {simplify(strip_gradient_marks(gradient.program)), std::move(gradient.unreached)};
}

}  // namespace motley::tensor
