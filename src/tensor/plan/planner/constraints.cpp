#include "tensor/plan/planner/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tensor/step/model_step.h"

namespace motley::tensor::planner {
namespace {

using search::ShardingConstraint;

// A state of a stack of layers as one of a single layer, which has one dimension less.
std::string state_of_layer(const std::string& state, const std::string& stack) {
  std::string shifted;
  for (size_t at = 0; at < state.size(); ++at) {
    shifted += state[at];
    const bool is_dim = at >= 1 && state[at] == '(' && state[at - 1] == 'S';
    size_t end = at + 1;
    while (is_dim && end < state.size() && std::isdigit(static_cast<unsigned char>(state[end])))
      ++end;
    int dim = 0;
    // What is no dimension is said where the state is read.
    if (!is_dim || std::from_chars(&state[at + 1], &state[end], dim).ec != std::errc()) continue;
    if (dim == 0) {
      throw core::UserError(fmt::format(
          "dimension 0 of {} is the layers, which are planned one by one; name another dimension, "
          "or a layer, as {}",
          core::in_quotes(stack), core::in_quotes(stack + "[0]")));
    }
    shifted += std::to_string(dim - 1);
    at = end - 1;
  }
  return shifted;
}

// "VALUE: STATE"; VALUE may be the name of a stack, for all its layers.
std::vector<ShardingConstraint> parse_constraint(const TrainStep& step, const std::string& text,
                                                 bool must) {
  const size_t colon = text.find(": ") != text.npos ? text.find(": ") : text.find(':');
  if (colon == text.npos) {
    throw core::UserError(fmt::format("{} is not of the form 'VALUE: STATE', as in 'w: S(0)'",
                                      core::in_quotes(text)));
  }
  const size_t from = text.find_first_not_of(' ', colon + 1);
  const std::string name = text.substr(0, colon),
                    state = from == text.npos ? "" : text.substr(from);
  std::vector<ShardingConstraint> constraints;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& argument = step.arguments[i];
    if (!argument.stack || argument.stack->whole != name) continue;
    constraints.push_back({step.program.body.arguments[i], state_of_layer(state, name), must});
  }
  if (constraints.empty()) constraints.push_back({value_named(step, name), state, must});
  return constraints;
}

bool contradict(const ShardingConstraint& a, const ShardingConstraint& b) {
  if (a.value != b.value) return false;
  return a.must && b.must ? a.state != b.state : a.must != b.must && a.state == b.state;
}

}  // namespace

ValueId value_named(const TrainStep& step, const std::string& name) {
  const auto names = value_names(step);
  const std::string plain = name.starts_with('%') ? name.substr(1) : name;
  for (const std::string& wanted : {name, plain, "%" + plain}) {
    const auto at = std::ranges::find(names, wanted);
    if (at != names.end()) return ValueId(static_cast<size_t>(at - names.begin()));
  }
  const std::string otherwise = fmt::format(
      "; values are the model's arguments, such as `{}`, and %names of the step that "
      "`motley print --step` prints",
      step.arguments.front().name);
  throw core::UserError(fmt::format("there is no value {}{}", core::in_quotes(name),
                                    core::did_you_mean(name, names, otherwise)));
}

Constraints parse_constraints(const TrainStep& step, const std::vector<std::string>& pins,
                              const std::vector<std::string>& forbidden) {
  Constraints constraints;
  for (const bool must : {true, false}) {
    for (const std::string& text : must ? pins : forbidden) {
      const std::string option = fmt::format("{} '{}'", must ? "--pin" : "--forbid", text);
      for (const ShardingConstraint& added : parse_constraint(step, text, must)) {
        for (size_t i = 0; i < constraints.all.size(); ++i) {
          if (contradict(constraints.all[i], added)) {
            throw core::UserError(
                fmt::format("{} and {} contradict each other", constraints.texts[i], option));
          }
        }
        constraints.all.push_back(added);
        constraints.texts.push_back(option);
      }
    }
  }
  return constraints;
}

}  // namespace motley::tensor::planner
