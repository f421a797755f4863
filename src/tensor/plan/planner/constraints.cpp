#include "tensor/plan/planner/constraints.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tensor/step/model_step.h"

namespace motley::tensor::planner {
namespace {

using search::ShardingConstraint;

// "VALUE: STATE"
ShardingConstraint parse_constraint(const TrainStep& step, const std::string& text, bool must) {
  const size_t colon = text.find(": ") != text.npos ? text.find(": ") : text.find(':');
  if (colon == text.npos) {
    throw core::UserError(fmt::format("{} is not of the form 'VALUE: STATE', as in 'w: S(0)'",
                                      core::in_quotes(text)));
  }
  const size_t state = text.find_first_not_of(' ', colon + 1);
  return {value_named(step, text.substr(0, colon)), state == text.npos ? "" : text.substr(state),
          must};
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
  throw core::UserError(fmt::format("there is no value {}; did you mean {}?", core::in_quotes(name),
                                    core::in_quotes(core::nearest_name(name, names))));
}

Constraints parse_constraints(const TrainStep& step, const std::vector<std::string>& pins,
                              const std::vector<std::string>& forbidden) {
  Constraints constraints;
  for (const bool must : {true, false}) {
    for (const std::string& text : must ? pins : forbidden) {
      const ShardingConstraint added = parse_constraint(step, text, must);
      const std::string option = fmt::format("{} '{}'", must ? "--pin" : "--forbid", text);
      for (size_t i = 0; i < constraints.all.size(); ++i) {
        if (contradict(constraints.all[i], added)) {
          throw core::UserError(
              fmt::format("{} and {} contradict one another", constraints.texts[i], option));
        }
      }
      constraints.all.push_back(added);
      constraints.texts.push_back(option);
    }
  }
  return constraints;
}

}  // namespace motley::tensor::planner
