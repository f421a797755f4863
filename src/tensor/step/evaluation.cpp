#include "tensor/step/evaluation.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/inlining.h"
#include "tensor/ir/expr.h"
#include "tensor/passes/batched_gathers.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/close_loops.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"
#include "tensor/step/layered_loss.h"

namespace motley::tensor {
namespace {

// The loss as the step has its own: loops over layers written out, attention recognized.
Program prepared(const ModelStep& step) {
  Program loss = *step.microbatch.evaluation;
  loss.body.results.resize(1);
  loss = batched_gathers(unrolled(strip_gradient_marks(remove_dead(std::move(loss)))));
  return step.options.fuse_attention ? recognize_attention(loss) : loss;
}

class Evaluating {
 public:
  Evaluating(const ModelStep& step, const Program& loss)
      : step_(step.step), graph_(loss), builder_(loss.name, loss.source) {
    for (const StepArgument& a : step_.arguments) values_.push_back(argument(builder_, a.type));
  }

  Program run(int64_t num_microbatches) && {
    std::optional<Expr> sum;
    for (int64_t part = 0; part < num_microbatches; ++part) {
      const Expr one = microbatch(part);
      sum = sum ? *sum + one : one;
    }
    if (num_microbatches > 1) sum = *sum / static_cast<double>(num_microbatches);
    return std::move(builder_).finish({sum->id()});
  }

 private:
  Expr microbatch(int64_t part) {
    const Program& loss = graph_.program;
    Inlining copy(builder_, graph_);
    for (size_t i = 0; i < loss.body.arguments.size(); ++i) {
      Expr value = argument_of_loss(static_cast<int>(i));
      const TensorType& wanted = loss.type(loss.body.arguments[i]);
      if (value.type() != wanted) {  // the batches of all micro-batches
        value = slice_dim(value, 0, part * wanted.shape[0], (part + 1) * wanted.shape[0]);
      }
      copy.bind(loss.body.arguments[i], value.id());
    }
    return {builder_, copy.add(loss.body.results)[0]};
  }

  // An argument of the model's loss; layers that the step has apart are stacked again, and taken
  // apart where they are read.
  Expr argument_of_loss(int position) {
    std::vector<Expr> rows;
    for (size_t i = 0; i < values_.size(); ++i) {
      const StepArgument& a = step_.arguments[i];
      if (a.loss_argument != position) continue;
      if (!a.stack) return values_[i];
      Shape row = a.type.shape;
      row.insert(row.begin(), 1);
      rows.push_back(reshape(values_[i], row));
    }
    MOTLEY_CHECK(!rows.empty(), "argument {} of the loss is none of the step", position);
    return rows.size() == 1 ? rows[0] : concatenate(rows, 0);
  }

  const TrainStep& step_;
  const Graph graph_;
  ProgramBuilder builder_;
  std::vector<Expr> values_;  // beside the step's arguments
};

// Whether a key for random numbers is among the arguments that the loss depends on.
bool draws_random_numbers(const LoadedModel& model) {
  const Graph graph(model.program);
  const std::vector<bool> is_needed = graph.ancestors({model.program.body.results[0]});
  for (int i = 0; i < std::ssize(model.signature); ++i) {
    const ArgumentSpec& spec = model.signature[i];
    const bool may_be_key = spec.type.element == ElementType::kU32 &&
                            (spec.role == Role::kBatch || spec.role == Role::kState);
    const auto& users = graph.users[model.program.body.arguments[i].index];
    if (may_be_key && std::ranges::any_of(users, [&](int op) { return is_needed[op]; }))
      return true;
  }
  return false;
}

}  // namespace

Program evaluation_program(const ModelStep& step) {
  const Program loss = prepared(step);
  Program program = Evaluating(step, loss).run(step.microbatches().count);
  if (step.options.bf16_products) program = with_bf16_products(std::move(program), false);
  return close_loops(simplify(std::move(program)));
}

std::string evaluation_note(const ModelStep& step) {
  if (step.evaluation || step.model.signature.empty() || !draws_random_numbers(step.model))
    return "";
  return "the loss draws random numbers, and so do evaluations of it: an eval.mlir, exported with "
         "eval_loss=..., evaluates without dropout";
}

}  // namespace motley::tensor
