// Linear programs, solved by COIN-OR CLP.
//
//   LinearProgram program;
//   const int x = program.add_variable(0, 1), y = program.add_variable(0, 1);
//   program.objective = {1, 2};
//   program.add_row({{x, 1}, {y, 1}}, 1.5);       // x + y <= 1.5
//   maximised(program)                            // {0.5, 1}
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace motley::core {

// maximise objective * x, such that lower <= x <= upper and least <= terms * x <= most of each row.
struct LinearProgram {
  struct Row {
    std::vector<std::pair<int, double>> terms;  // variable, factor
    double least = 0, most = 0;
  };
  std::vector<double> lower, upper, objective;  // of each variable
  std::vector<Row> rows;

  static const double kUnbounded;
  int add_variable(double least, double most, double worth = 0);
  void add_row(std::vector<std::pair<int, double>> terms, double most, double least = -kUnbounded);
};

// The variables' values. None without CLP (has_linear_programs), or where it finds no optimum.
std::optional<std::vector<double>> maximised(const LinearProgram& program);
bool has_linear_programs();

}  // namespace motley::core
