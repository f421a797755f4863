#include "tensor/grad/reverse.h"

#include <fmt/format.h>

#include <algorithm>

#include "tensor/ir/gradient.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {
namespace {

// Values that depend on the arguments asked for through floats, and on which the result depends.
// A region's ops are not looked into: an op with a body depends on what the body uses.
class Reach {
 public:
  Reach(const Program& program, const std::vector<int>& arguments)
      : program_(program), from_(program.values.size()), to_(program.values.size()) {
    for (int a : arguments) from_[program.body.arguments[a].index] = true;
    for (const Op& op : program.body.ops) {
      bool reached = false;
      for (ValueId v : inputs(op)) reached = reached || from_[v.index];
      if (!reached || row(op.code).gradient == flat_gradient) continue;
      for (ValueId v : op.results) from_[v.index] = is_float(program.type(v).element);
    }
    to_[program.body.results[0].index] = true;
    for (auto op = program.body.ops.rbegin(); op != program.body.ops.rend(); ++op) {
      if (std::none_of(op->results.begin(), op->results.end(),
                       [&](ValueId v) { return to_[v.index]; }))
        continue;
      for (ValueId v : inputs(*op)) to_[v.index] = true;
    }
  }
  bool on_the_way(ValueId v) const { return from_[v.index] && to_[v.index]; }
  bool reached(ValueId v) const { return from_[v.index]; }

  // Operands, and what the bodies use from outside.
  std::vector<ValueId> inputs(const Op& op) const {
    std::vector<ValueId> values = op.operands;
    for (const Region& region : op.regions) add_uses(region, values);
    return values;
  }

 private:
  static void add_uses(const Region& region, std::vector<ValueId>& values) {
    values.insert(values.end(), region.results.begin(), region.results.end());
    for (const Op& op : region.ops) {
      values.insert(values.end(), op.operands.begin(), op.operands.end());
      for (const Region& nested : op.regions) add_uses(nested, values);
    }
  }

  const Program& program_;
  std::vector<bool> from_, to_;
};

// "%9 <- %7 <- %arg2": from an op's result back to an argument asked for.
std::string way_back(const Program& program, const Reach& reach, size_t op_index) {
  const std::vector<std::string> names = value_names(program);
  std::string text = names[program.body.ops[op_index].results[0].index];
  ValueId wanted;
  for (size_t i = op_index + 1; i-- > 0;) {
    const Op& op = program.body.ops[i];
    const bool mine = i == op_index ||
                      std::find(op.results.begin(), op.results.end(), wanted) != op.results.end();
    if (!mine) continue;
    for (ValueId v : reach.inputs(op)) {
      if (!reach.on_the_way(v)) continue;
      wanted = v;
      text += " <- " + names[v.index];
      break;
    }
  }
  return text;
}

class Reverse {
 public:
  Reverse(const Program& program, const std::vector<int>& arguments)
      : forward_(program),
        arguments_(arguments),
        reach_(program, arguments),
        builder_(program),
        gradients_(program.values.size()),
        constants_(program.values.size()) {
    for (const Op& op : program.body.ops) {
      if (op.code == OpCode::kConstant)
        constants_[op.results[0].index] = &op.get<ConstantAttrs>().value;
    }
  }

  Gradient run() && {
    const size_t num_forward = forward_.body.ops.size();
    std::vector<OpId> forward_of;
    for (size_t i = 0; i < num_forward; ++i) forward_of.emplace_back(i);
    const ValueId loss = forward_.body.results[0];
    gradients_[loss.index] = full_like({builder_, loss}, 1);
    mark(forward_of, num_forward == 0 ? 0 : num_forward - 1);
    for (size_t i = num_forward; i-- > 0;) {
      step(i);
      mark(forward_of, i);
    }
    std::vector<ValueId> results = forward_.body.results;
    Gradient gradient;
    for (int a : arguments_) {
      const ValueId v = forward_.body.arguments[a];
      if (!gradients_[v.index]) {
        gradient.unreached.push_back(a);
        gradients_[v.index] = zeros_like({builder_, v});
      }
      results.push_back(gradients_[v.index]->id());
    }
    mark(forward_of, num_forward == 0 ? 0 : num_forward - 1);
    gradient.program = std::move(builder_).finish(std::move(results));
    gradient.forward_of = std::move(forward_of);
    return gradient;
  }

 private:
  // The ops added since belong to this forward op.
  void mark(std::vector<OpId>& forward_of, size_t op) {
    forward_of.resize(builder_.num_body_ops(), OpId(op));
  }

  void step(size_t index) {
    const Op& op = forward_.body.ops[index];
    const bool needed = std::any_of(op.results.begin(), op.results.end(), [&](ValueId v) {
      return gradients_[v.index].has_value() && reach_.on_the_way(v);
    });
    if (!needed) return;
    const OpRow& r = row(op.code);
    if (!r.gradient) refuse(index, fmt::format("{} has no gradient", name(op.code)));
    Backward backward{.builder = builder_,
                      .op = op,
                      .result_gradients = {},
                      .wanted = {},
                      .constants = {},
                      .operand_gradients = {},
                      .refusal = {}};
    for (ValueId v : op.results) backward.result_gradients.push_back(gradients_[v.index]);
    for (ValueId v : op.operands) {
      backward.wanted.push_back(reach_.on_the_way(v));
      backward.constants.push_back(constants_[v.index]);
    }
    backward.operand_gradients.resize(op.operands.size());
    r.gradient(backward);
    if (!backward.refusal.empty())
      refuse(index, fmt::format("{}: {}", name(op.code), backward.refusal));
    for (size_t i = 0; i < op.operands.size(); ++i) {
      if (backward.operand_gradients[i]) accumulate(op.operands[i], *backward.operand_gradients[i]);
    }
  }

  void accumulate(ValueId v, Expr g) {
    MOTLEY_CHECK(g.type() == forward_.type(v), "a gradient is {}, its value {}",
                 g.type().to_string(), forward_.type(v).to_string());
    auto& sum = gradients_[v.index];
    sum = sum ? *sum + g : g;
  }

  [[noreturn]] void refuse(size_t index, const std::string& why) const {
    throw core::UserError(forward_.position(forward_.body.ops[index]),
                          fmt::format("{}; the loss depends on a parameter through it: {}", why,
                                      way_back(forward_, reach_, index)));
  }

  const Program& forward_;
  const std::vector<int>& arguments_;
  const Reach reach_;
  ProgramBuilder builder_;
  std::vector<std::optional<Expr>> gradients_;  // of the forward values
  std::vector<const Literal*> constants_;       // those of them that are constants
};

}  // namespace

Gradient differentiate(const Program& program, const std::vector<int>& arguments) {
  const core::SourcePosition file{program.source};
  if (program.body.results.empty())
    throw core::UserError(file, "there is no result to differentiate");
  const TensorType& loss = program.type(program.body.results[0]);
  if (!loss.is_scalar() || !is_float(loss.element)) {
    throw core::UserError(file, fmt::format("a loss is a float scalar, not {}", loss.to_string()));
  }
  for (int a : arguments) {
    MOTLEY_CHECK(a >= 0 && a < static_cast<int>(program.body.arguments.size()), "no argument {}",
                 a);
    const TensorType& type = program.type(program.body.arguments[a]);
    if (!is_float(type.element))
      throw core::UserError(
          file, fmt::format("argument {} is {}: only floats have gradients", a, type.to_string()));
  }
  return Reverse(program, arguments).run();
}

LossAndGradients loss_and_gradients(const Program& program, const std::vector<int>& arguments) {
  Gradient gradient = differentiate(program, arguments);
  std::vector<ValueId>& results = gradient.program.body.results;
  results.erase(results.begin() + 1, results.end() - static_cast<int64_t>(arguments.size()));
  return {simplify(std::move(gradient.program)), std::move(gradient.unreached)};
}

}  // namespace motley::tensor
