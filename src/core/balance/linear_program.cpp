// The only source that includes CLP.
#include "core/balance/linear_program.h"

#include <limits>
#include <memory>

#ifdef MOTLEY_HAS_CLP
#include <Clp_C_Interface.h>
#endif

namespace motley::core {

const double LinearProgram::kUnbounded = std::numeric_limits<double>::max();  // CLP's infinity

int LinearProgram::add_variable(double lower_bound, double upper_bound, double coefficient) {
  lower.push_back(lower_bound);
  upper.push_back(upper_bound);
  objective.push_back(coefficient);
  return static_cast<int>(lower.size()) - 1;
}

void LinearProgram::add_row(std::vector<std::pair<int, double>> terms, double row_upper,
                            double row_lower) {
  rows.push_back({std::move(terms), row_lower, row_upper});
}

#ifndef MOTLEY_HAS_CLP

bool has_linear_programs() { return false; }

std::optional<std::vector<double>> maximize(const LinearProgram&) { return std::nullopt; }

#else

bool has_linear_programs() { return true; }

std::optional<std::vector<double>> maximize(const LinearProgram& program) {
  const size_t num_variables = program.lower.size();
  // CLP minimizes and stores its matrix by columns.
  std::vector<CoinBigIndex> start(num_variables + 1);
  std::vector<double> cost, row_lower, row_upper;
  for (double coefficient : program.objective) cost.push_back(-coefficient);
  for (const auto& row : program.rows) {
    for (const auto& term : row.terms) ++start[static_cast<size_t>(term.first) + 1];
    row_lower.push_back(row.lower);
    row_upper.push_back(row.upper);
  }
  for (size_t c = 0; c < num_variables; ++c) start[c + 1] += start[c];
  std::vector<int> rows(static_cast<size_t>(start.back()));
  std::vector<double> factors(rows.size());
  std::vector<CoinBigIndex> next(start.begin(), start.end() - 1);
  for (size_t r = 0; r < program.rows.size(); ++r) {
    for (const auto& [variable, factor] : program.rows[r].terms) {
      const auto at = static_cast<size_t>(next[static_cast<size_t>(variable)]++);
      rows[at] = static_cast<int>(r);
      factors[at] = factor;
    }
  }
  const std::unique_ptr<Clp_Simplex, void (*)(Clp_Simplex*)> model(Clp_newModel(), Clp_deleteModel);
  Clp_setLogLevel(model.get(), 0);
  Clp_setPrimalTolerance(model.get(), 1e-10);
  Clp_setDualTolerance(model.get(), 1e-10);
  Clp_loadProblem(model.get(), static_cast<int>(num_variables),
                  static_cast<int>(program.rows.size()), start.data(), rows.data(), factors.data(),
                  program.lower.data(), program.upper.data(), cost.data(), row_lower.data(),
                  row_upper.data());
  Clp_initialSolve(model.get());
  if (Clp_status(model.get()) != 0) return std::nullopt;
  const double* solution = Clp_primalColumnSolution(model.get());
  return std::vector<double>(solution, solution + num_variables);
}

#endif

}  // namespace motley::core
