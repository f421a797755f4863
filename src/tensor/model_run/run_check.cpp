#include "tensor/model_run/run_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "tensor/ir/compare.h"

namespace motley::tensor {

std::vector<std::string> result_names(const LoadedModel& loaded) {
  const size_t num_results = loaded.program.body.results.size();
  std::vector<std::string> names;
  if (!loaded.signature.empty()) names.push_back("loss");
  std::vector<std::string> gradients, state;
  for (size_t i = 0; i < loaded.signature.size(); ++i) {
    const ArgumentSpec& spec = loaded.signature[i];
    if (spec.role == Role::kParam && is_float(spec.type.element)) {  // others have no gradient
      gradients.push_back(fmt::format("{:03}.grad.{}", i, spec.name));
    }
    if (spec.role == Role::kState) state.push_back(fmt::format("{:03}.state.{}", i, spec.name));
  }
  if (!gradients.empty() && num_results == gradients.size() + 1) {
    names.insert(names.end(), gradients.begin(), gradients.end());
  } else if (num_results == state.size() + 1) {
    names.insert(names.end(), state.begin(), state.end());
  }
  while (names.size() < num_results) names.push_back(fmt::format("{:03}.result", names.size()));
  names.resize(num_results);
  return names;
}

ExpectedResults read_expected_results(const Program& program, const std::vector<std::string>& names,
                                      const std::string& file) {
  if (file.empty()) return {};
  std::vector<NamedLiteral> in_file = read_results(file), expected;
  const std::vector<ValueId>& results = program.body.results;
  if (in_file.size() < results.size()) {
    throw core::UserError({file}, fmt::format("holds {} tensors, but the program has {} results",
                                              in_file.size(), results.size()));
  }
  const bool is_named = std::ranges::all_of(names, [&](const std::string& name) {
    return std::ranges::count(in_file, name, &NamedLiteral::name) > 0;
  });
  for (size_t i = 0; i < results.size(); ++i) {
    const auto at =
        is_named ? std::ranges::find(in_file, names[i], &NamedLiteral::name) : in_file.begin();
    expected.push_back(std::move(*at));
    in_file.erase(at);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorType &want = expected[i].value.type(), &have = program.type(results[i]);
    const bool fits =
        have.shape == want.shape || (have.num_elements() == 1 && want.num_elements() == 1);
    if (!fits) {
      throw core::UserError({file},
                            fmt::format("tensor `{}` is {}, but result {} is {}", expected[i].name,
                                        want.to_string(), i, have.to_string()));
    }
  }
  ExpectedResults all{.of_results = std::move(expected), .others = {}};
  for (const NamedLiteral& other : in_file) all.others.push_back(other.name);
  return all;
}

std::vector<ResultComparison> compare_results(const std::vector<Literal>& results,
                                              const std::vector<NamedLiteral>& expected,
                                              double tolerance) {
  // Gradients that are zero in exact arithmetic are judged by the scale of the others.
  const auto is_gradient = [](const std::string& name) {
    return name.find(".grad.") != std::string::npos;
  };
  double scale = 0;
  for (const NamedLiteral& e : expected) {
    if (is_gradient(e.name)) scale = std::max(scale, root_mean_square(e.value));
  }
  scale *= std::sqrt(tolerance);
  std::vector<ResultComparison> comparisons;
  for (size_t i = 0; i < results.size() && i < expected.size(); ++i) {
    const auto& [name, want] = expected[i];
    const double error = relative_error(results[i], want, is_gradient(name) ? scale : 0);
    comparisons.push_back({name, results[i].type().to_string(), error, error <= tolerance});
  }
  return comparisons;
}

}  // namespace motley::tensor
