// Linear programs, solved by COIN-OR CLP.
//
//   LinearProgram program;
//   const int x = program.add_variable(0, 1), y = program.add_variable(0, 1);
//   program.objective = {1, 2};
//   program.add_row({{x, 1}, {y, 1}}, 1.5);       // x + y <= 1.5
//   maximize(program)                             // {0.5, 1}
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace motley::core {

// Maximize objective * x subject to lower <= x <= upper and, for each row, lower <= terms * x <=
// upper.
struct LinearProgram {
  struct Row {
    std::vector<std::pair<int, double>> terms;  // variable, coefficient
    double lower = 0, upper = 0;
  };
  std::vector<double> lower, upper, objective;  // one per variable
  std::vector<Row> rows;

  static const double kUnbounded;
  int add_variable(double lower_bound, double upper_bound, double coefficient = 0);
  void add_row(std::vector<std::pair<int, double>> terms, double row_upper,
               double row_lower = -kUnbounded);
};

// The optimal values of the variables. Empty without CLP (has_linear_programs), or if it finds no
// optimum.
std::optional<std::vector<double>> maximize(const LinearProgram& program);
bool has_linear_programs();

}  // namespace motley::core
