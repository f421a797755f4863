#include "tensor/reference/first_nan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/ir/graph.h"
#include "tensor/ir/printer.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {

bool has_nan(const Literal& value) {
  if (!is_float(value.element())) return false;
  for (int64_t i = 0; i < value.num_elements(); ++i) {
    if (std::isnan(value.get_float(i))) return true;
  }
  return false;
}

std::string first_nan(const Program& program, const std::vector<Literal>& arguments,
                      const std::function<std::string(const Op&)>& source_of) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (has_nan(arguments[i])) return fmt::format("argument {} holds the first NaN", i);
  }
  constexpr double kMostBytes = 4e9;
  double bytes = 0;
  Program with_all = program;
  std::vector<ValueId>& results = with_all.body.results;
  results.clear();
  for (const Op& op : program.body.ops) {
    for (ValueId v : op.results) {
      results.push_back(v);
      bytes += static_cast<double>(program.type(v).num_bytes());
    }
  }
  if (bytes > kMostBytes) return "the program is too large to find the op that makes the first NaN";
  const std::vector<Literal> values = interpret(with_all, arguments).results;
  std::vector<bool> is_nan(program.values.size());
  for (size_t i = 0; i < results.size(); ++i) is_nan[results[i].index] = has_nan(values[i]);

  // Back from the results: a NaN that is not selected later is none of theirs.
  const Graph graph(program);
  std::vector<bool> is_wanted(program.values.size());
  for (ValueId v : program.body.results) is_wanted[v.index] = is_nan[v.index];
  const Op* first = nullptr;
  for (int i = graph.num_ops() - 1; i >= 0; --i) {
    const auto leads = [&](ValueId v) { return is_wanted[v.index] && is_nan[v.index]; };
    if (std::ranges::none_of(graph.ops[i].results, leads)) continue;
    bool comes_from_input = false;
    for (ValueId v : graph.inputs[i]) {
      is_wanted[v.index] = is_wanted[v.index] || is_nan[v.index];
      comes_from_input = comes_from_input || is_nan[v.index];
    }
    if (!comes_from_input) first = &graph.ops[i];
  }
  if (first == nullptr) return "";
  const std::string at = first->line > 0 ? " at " + program.position(*first).to_string() : "";
  const std::string source = source_of ? source_of(*first) : "";
  return fmt::format("{}{} ({}){} makes the first NaN", name(first->code), at,
                     value_names(program)[first->results[0].index],
                     source.empty() ? "" : fmt::format(", from {},", source));
}

}  // namespace motley::tensor
