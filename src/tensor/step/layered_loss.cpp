#include "tensor/step/layered_loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tensor/grad/reverse.h"
#include "tensor/grad/shifts.h"
#include "tensor/passes/batched_gathers.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {
namespace {

bool has_loop(const Program& program) {
  return std::ranges::any_of(program.body.ops,
                             [](const Op& op) { return op.code == OpCode::kWhile; });
}

}  // namespace

Program unrolled(const Program& program) {
  return has_loop(program) ? remove_dead(unroll_loops(program).program) : program;
}

LayeredLoss layered_loss(const Program& whole, const std::vector<LossArgument>& arguments) {
  LayeredLoss loss{.program = whole};
  std::vector<int> stacked, params;
  for (int a = 0; a < std::ssize(arguments); ++a) {
    if (arguments[a].is_param) params.push_back(a);
  }
  if (has_loop(whole)) {
    Unrolled unrolled = unroll_loops(whole);
    // Attention is recognized as it was written, without the stops that have no effect.
    loss.program = without_redundant_stops(remove_dead(unrolled.program), params);
    loss.loops = std::move(unrolled.kept);
    std::ranges::copy_if(unrolled.stacked, std::back_inserter(stacked), [&](int a) {
      return arguments[a].is_param || arguments[a].otherwise == NotTrained::kFrozen;
    });
  }
  loss.program = batched_gathers(loss.program);
  Unstacked unstacked = unstack_arguments(loss.program, stacked);
  loss.program = std::move(unstacked.program);
  loss.parts = std::move(unstacked.parts);
  // With JAX's gradient there is nothing to recognize any more. What is stacked there only to be
  // taken apart again would look like sums over the samples that somebody reads.
  if (has_op(loss.program, OpCode::kWithGradient)) loss.program = simplify(std::move(loss.program));
  for (const ArgumentPart& part : loss.parts) {
    loss.arguments.push_back(arguments[part.argument]);
    if (part.row >= 0) loss.arguments.back().name += fmt::format("[{}]", part.row);
  }
  return loss;
}

LayeredGradient layered_gradient(const Program& loss, const std::vector<int>& arguments,
                                 Program (*recognize)(const Program&)) {
  std::vector<LossArgument> roles(loss.body.arguments.size());
  for (int a : arguments) roles[a].is_param = true;
  LayeredLoss layered = layered_loss(loss, roles);
  if (recognize) layered.program = recognize(layered.program);
  std::vector<int> positions;  // of the rows, in the order of `arguments`
  for (int a : arguments) {
    for (int i = 0; i < std::ssize(layered.parts); ++i) {
      if (layered.parts[i].argument == a) positions.push_back(i);
    }
  }
  LossAndGradients rows = loss_and_gradients(layered.program, positions);
  LayeredGradient result;
  for (int a : arguments) {
    const auto is_row = [&](int i) { return layered.parts[i].argument == a; };
    const auto num_rows = std::ranges::count_if(positions, is_row);
    if (std::ranges::count_if(rows.unreached, is_row) == num_rows) result.unreached.push_back(a);
  }
  result.program = simplify(restack_arguments(rows.program, layered.parts, positions));
  return result;
}

void name_rows(std::vector<StepArgument>& arguments, const std::vector<ArgumentPart>& parts,
               const Signature& signature) {
  std::map<std::string, const ArgumentPart*> row_named;  // by the name of a parameter
  for (StepArgument& argument : arguments) {
    if (argument.loss_argument < 0) continue;
    const ArgumentPart& part = parts[argument.loss_argument];
    argument.loss_argument = part.argument;
    if (part.row < 0) continue;
    argument.stack = StackRow{signature[part.argument].name, part.row, part.num_rows};
    row_named[argument.name] = &part;
  }
  for (StepArgument& argument : arguments) {  // "blocks/w[3].m" of the optimizer
    const size_t dot = argument.name.rfind('.');
    if (argument.loss_argument >= 0 || dot == std::string::npos) continue;
    const auto found = row_named.find(argument.name.substr(0, dot));
    if (found == row_named.end()) continue;
    const ArgumentPart& part = *found->second;
    argument.stack = StackRow{signature[part.argument].name + argument.name.substr(dot), part.row,
                              part.num_rows};
  }
}

}  // namespace motley::tensor
