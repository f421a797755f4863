#include "tensor/run/gradient_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tensor/data/batches.h"
#include "tensor/grad/reverse.h"
#include "tensor/grad/shifts.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/precision.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/unroll_loops.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

std::vector<int> trained_arguments(const Signature& signature) {
  std::vector<int> params = arguments_with(signature, Role::kParam);
  std::erase_if(params, [&](int i) { return !is_float(signature[i].type.element); });
  return params;
}

double num_flops(const Program& program) {
  double flops = 0;
  for (const Op& op : program.body.ops) flops += work({program.values, op}).flops;
  return flops;
}

// Values of all arguments: those of the folder, or drawn ones. With `noise`, floats are changed by
// about that fraction, parameters also where they are zero: half of what LoRA trains starts there.
std::vector<Literal> random_arguments(const Model& model, int64_t draw, double noise) {
  std::optional<ArgumentFile> file;
  if (model.inputs_file) file.emplace(*model.inputs_file);
  const std::vector<BatchArgument> batch = batch_arguments(model.loss, model.signature);
  std::vector<Literal> values;
  for (size_t i = 0; i < model.signature.size(); ++i) {
    const ArgumentSpec& spec = model.signature[i];
    const auto position = static_cast<int64_t>(i);
    if (spec.role == Role::kBatch) {
      values.push_back(Literal::zeros(spec.type));
    } else if (file && file->has(position)) {
      values.push_back(Literal::from_bytes(spec.type, file->bytes(position, spec.type)));
    } else {
      values.push_back(draw_argument(spec, position, draw));
    }
  }
  std::vector<std::span<std::byte>> out;
  for (const BatchArgument& a : batch) {
    Literal& value = values[a.position];
    out.emplace_back(value.data(), static_cast<size_t>(value.num_bytes()));
  }
  const bool has_batches = model.inputs_file && holds_batches(*model.inputs_file, batch);
  const BatchSource source = has_batches ? tensor_batches(*model.inputs_file, batch)
                                         : built_in_batches(batch, static_cast<uint64_t>(draw));
  if (!batch.empty()) source.fill(draw, out);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!is_float(values[i].element()) || noise == 0) continue;
    const core::RandomStream stream{static_cast<uint64_t>(draw), static_cast<uint32_t>(i)};
    const Role role = model.signature[i].role;
    const bool is_param = role == Role::kParam || role == Role::kFrozen;
    const double offset = is_param ? noise * std::max(root_mean_square(values[i]), 0.02) : 0;
    for (int64_t e = 0; e < values[i].num_elements(); ++e) {
      const double x = values[i].get_float(e), n = core::normal_at(stream, e);
      values[i].set_float(e, x * (1 + (is_param ? 0 : 0.1 * noise * n)) + offset * n);
    }
  }
  return values;
}

class Comparing {
 public:
  Comparing(Program own, Program theirs, bool interpreted, int num_threads)
      : own_(converted(std::move(own), interpreted)),
        theirs_(converted(std::move(theirs), interpreted)),
        interpreted_(interpreted),
        num_threads_(num_threads) {}

  double tolerance() const { return interpreted_ ? 1e-6 : 1e-3; }

  // The largest relative error of a result, and which one. Nothing if their results are not finite.
  struct Difference {
    double error = 0;
    size_t result = 0;
  };
  std::optional<Difference> on(const std::vector<Literal>& arguments) const {
    const std::vector<Literal> theirs = run(theirs_, arguments), own = run(own_, arguments);
    double scale = 0;
    for (size_t i = 0; i < own.size(); ++i) {
      for (int64_t e = 0; e < theirs[i].num_elements(); ++e) {
        if (!std::isfinite(theirs[i].as_double(e))) return std::nullopt;
      }
      if (i > 0) scale = std::max(scale, root_mean_square(theirs[i]));
    }
    Difference worst;
    for (size_t i = 0; i < own.size(); ++i) {
      const double error =
          relative_error(own[i], theirs[i], i == 0 ? 0 : scale * std::sqrt(tolerance()));
      if (!(error <= worst.error)) worst = {error, i};
    }
    return worst;
  }

 private:
  static ElementType element(bool interpreted) {
    return interpreted ? ElementType::kF64 : ElementType::kF32;
  }
  static Program converted(Program program, bool interpreted) {
    return with_floats_as(program, element(interpreted));
  }
  std::vector<Literal> run(const Program& program, std::vector<Literal> arguments) const {
    for (Literal& v : arguments) v = with_floats_as(v, element(interpreted_));
    return interpreted_ ? interpret(program, arguments).results
                        : run_on_cpu(program, arguments, num_threads_);
  }

  Program own_, theirs_;
  bool interpreted_;
  int num_threads_;
};

// The flops of each matrix product and convolution of a Program, nested ones included. Their
// operands may stand in another order, or be transposed.
void add_products(const Program& program, const Region& region, std::multiset<double>& flops) {
  for (const Op& op : region.ops) {
    for (const Region& nested : op.regions) add_products(program, nested, flops);
    if (is_product(op.code)) flops.insert(work({program.values, op}).flops);
  }
}

std::multiset<double> products_of(const Program& program) {
  std::multiset<double> flops;
  add_products(program, program.body, flops);
  return flops;
}

std::set<double> kinds_of(const std::multiset<double>& flops) {
  return {flops.begin(), flops.end()};
}

// Whether it is a constant of zeros, or a broadcast of one.
bool is_zero(const Graph& graph, ValueId v) {
  int op = graph.producer[v.index];
  while (op != kNone && graph.ops[op].code == OpCode::kBroadcastInDim)
    op = graph.producer[graph.ops[op].operands[0].index];
  if (op == kNone || graph.ops[op].code != OpCode::kConstant) return false;
  return root_mean_square(graph.ops[op].get<ConstantAttrs>().value) == 0;
}

// What speaks against our gradient of a model that is too large to be run: something that a stop or
// a rule would explain. Not all of them leave such a trace, hence the note.
std::string difference_in_structure(const Model& model, const std::vector<int>& params) {
  for (OpCode code :
       {OpCode::kRoundNearestEven, OpCode::kRoundNearestAfz, OpCode::kFloor, OpCode::kCeil}) {
    if (has_op(model.loss, code)) return fmt::format("the loss contains {}", name(code));
  }
  const Program theirs = simplify(unroll_loops(*model.gradient).program);
  try {
    const LossAndGradients own = loss_and_gradients(unroll_loops(model.loss).program, params);
    const Graph own_graph(own.program), their_graph(theirs);
    for (size_t i = 0; i < params.size(); ++i) {
      if (is_zero(their_graph, theirs.body.results[1 + i]) &&
          !is_zero(own_graph, own.program.body.results[1 + i]))
        return fmt::format("it is zero for `{}`, ours is not", model.signature[params[i]].name);
    }
    if (products_of(own.program) == products_of(theirs)) return "";
    // With jax.checkpoint, JAX's gradient also has the products that it recomputes.
    if (has_op(model.loss, OpCode::kOptimizationBarrier) &&
        kinds_of(products_of(own.program)) == kinds_of(products_of(theirs)))
      return "";
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "ours has other matrix products";
}

bool is_small(const Program& gradient, double max_flops = kInterpretedFlops) {
  return num_flops(gradient) <= max_flops;
}

}  // namespace

GradientComparison compare_gradients(const Model& model, int num_threads) {
  MOTLEY_CHECK(model.gradient, "{} has no grad.mlir", model.folder);
  const std::vector<int> params = trained_arguments(model.signature);
  Program own;
  try {
    own = loss_and_gradients(model.loss, params).program;
  } catch (const core::UserError& error) {
    std::string reason = error.what();  // "FOLDER/loss.mlir:5:10: ..."
    const std::string folder = std::filesystem::path(model.folder) / "";
    if (reason.starts_with(folder)) reason.erase(0, folder.size());
    return {.reason = std::move(reason)};
  }
  Program theirs = *model.gradient;
  theirs.body.results.resize(1 + params.size());
  const Comparing comparing(std::move(own), theirs, is_small(theirs), num_threads);
  GradientComparison comparison;
  int num_compared = 0;
  const auto take = [&](const std::optional<Comparing::Difference>& difference, const char* where) {
    if (!difference) return;
    ++num_compared;
    const auto [error, result] = *difference;
    comparison.max_relative_error = std::max(comparison.max_relative_error, error);
    if (error <= comparing.tolerance() || !comparison.reason.empty()) return;
    comparison.reason = result == 0
                            ? fmt::format("the losses differ by {:.2g}{}", error, where)
                            : fmt::format("the gradients of `{}` differ by {:.2g}{}",
                                          model.signature[params[result - 1]].name, error, where);
  };
  for (int draw = 0; draw < 2; ++draw) {
    const auto difference = comparing.on(random_arguments(model, draw, 0.3));
    take(difference ? difference : comparing.on(random_arguments(model, draw, 0)), "");
  }
  // Parameters that begin at zero, and equal ones, stand where a maximum or an absolute value has
  // several slopes to choose from: random inputs never do.
  if (model.inputs_file) {
    take(comparing.on(random_arguments(model, 0, 0)), " on the folder's own inputs");
  }
  if (num_compared == 0) comparison.reason = "JAX's gradient is not finite on random inputs";
  comparison.agrees = comparison.reason.empty();
  return comparison;
}

GradientChoice choose_gradient(const Model& model, double max_flops) {
  const std::vector<int> params = trained_arguments(model.signature);
  GradientChoice own{.loss = without_redundant_stops(model.loss, params)};
  if (params.empty()) {
    if (!arguments_with(model.signature, Role::kState).empty()) {
      own.note = fmt::format(
          "{} has no parameters, only state: it is a whole training step, and is run as it is",
          model.folder);
    }
    return own;
  }
  if (!model.gradient) {
    own.note = fmt::format(
        "{} has no grad.mlir, JAX's own gradient: a stop_gradient or custom gradient rule that "
        "loss.mlir does not mark cannot be seen",
        model.folder);
    return own;
  }
  std::optional<GradientComparison> comparison = read_comparison(model);
  if (!comparison && is_small(*model.gradient, max_flops)) comparison = compare_gradients(model);
  if (comparison && comparison->agrees) return own;
  const std::string not_compared = fmt::format(
      "not compared with ours on random inputs, as the model is large; `motley "
      "check-gradient {}` does",
      model.folder);
  std::string why = comparison ? comparison->reason : difference_in_structure(model, params);
  if (!comparison && why.empty()) {
    own.note = fmt::format(
        "JAX's gradient (grad.mlir) was {}; ours is used, and a stop_gradient that loss.mlir does "
        "not mark might not be seen",
        not_compared);
    return own;
  }
  if (!comparison) why += "; " + not_compared;
  return {.loss = loss_with_gradient(*model.gradient, params),
          .is_imported = true,
          .note = fmt::format("the gradient is JAX's, from grad.mlir ({})", why)};
}

std::vector<LossArgument> loss_arguments(const Signature& signature) {
  std::vector<LossArgument> arguments;
  for (const ArgumentSpec& spec : signature) {
    arguments.push_back({spec.role == Role::kParam, spec.name,
                         spec.role == Role::kFrozen  ? NotTrained::kFrozen
                         : spec.role == Role::kState ? NotTrained::kState
                                                     : NotTrained::kBatch});
  }
  return arguments;
}

}  // namespace motley::tensor
