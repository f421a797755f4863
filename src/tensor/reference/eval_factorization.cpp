// Triangular systems and Cholesky factors, matrix by matrix in double.
#include <cmath>
#include <limits>

#include "tensor/reference/eval_contraction.h"

namespace motley::tensor::reference {
namespace {

// A square matrix of cells, possibly read transposed.
struct Square {
  const Cell* cells;
  int64_t n;
  bool transposed;
  double at(int64_t i, int64_t j) const {
    return transposed ? cells[j * n + i].f : cells[i * n + j].f;
  }
};

// Solves a x = b in place for one vector of n entries `stride` apart. Only the given triangle is
// read; with a unit diagonal the diagonal is not read either.
void solve_vector(const Square& a, bool lower, bool unit_diagonal, Cell* b, int64_t stride) {
  for (int64_t step = 0; step < a.n; ++step) {
    const int64_t i = lower ? step : a.n - 1 - step;
    double value = b[i * stride].f;
    for (int64_t done = 0; done < step; ++done) {
      const int64_t j = lower ? done : a.n - 1 - done;
      value -= a.at(i, j) * b[j * stride].f;
    }
    b[i * stride].f = unit_diagonal ? value : value / a.at(i, i);
  }
}

// The lower factor of a symmetric matrix given by its lower triangle; zeros above. False if the
// matrix is not positive definite.
bool cholesky_lower(const Square& a, std::vector<double>& factor) {
  const int64_t n = a.n;
  factor.assign(n * n, 0);
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = j; i < n; ++i) {
      double value = a.at(i, j);
      for (int64_t k = 0; k < j; ++k) value -= factor[i * n + k] * factor[j * n + k];
      if (i == j && !(value > 0)) return false;
      factor[i * n + j] = i == j ? std::sqrt(value) : value / factor[j * n + j];
    }
  }
  return true;
}

}  // namespace

std::vector<Literal> evaluate_triangular_solve(Evaluation& e) {
  const auto& attrs = e.view.get<TriangularSolveAttrs>();
  e.check_scratch(e.operand(0).num_elements() + e.operand(1).num_elements());
  const std::vector<Cell> a = cells_of(e.operand(0));
  std::vector<Cell> b = cells_of(e.operand(1));
  const Shape& shape = e.view.operand(1).shape;
  const int64_t n = e.view.operand(0).shape.back();
  const int64_t rows = shape[shape.size() - 2], columns = shape.back();
  if (b.empty()) return one_result(literal_of(e.view.result(0), b));
  // x a = b is a^T x^T = b^T, row by row; a transposed lower triangle is an upper one.
  const bool transposed = attrs.transpose_a == attrs.left_side;
  const bool lower = attrs.lower != transposed;
  const int64_t num_matrices = static_cast<int64_t>(b.size()) / (rows * columns);
  for (int64_t m = 0; m < num_matrices; ++m) {
    const Square matrix{a.data() + m * n * n, n, transposed};
    Cell* first = b.data() + m * rows * columns;
    const int64_t num_vectors = attrs.left_side ? columns : rows;
    for (int64_t v = 0; v < num_vectors; ++v) {
      solve_vector(matrix, lower, attrs.unit_diagonal, first + v * (attrs.left_side ? 1 : columns),
                   attrs.left_side ? columns : 1);
    }
  }
  return one_result(literal_of(e.view.result(0), b));
}

// Only the requested triangle is read and written; the other one is zero. A matrix that is not
// positive definite gives NaN throughout.
std::vector<Literal> evaluate_cholesky(Evaluation& e) {
  const bool lower = e.view.get<CholeskyAttrs>().lower;
  e.check_scratch(e.operand(0).num_elements());
  std::vector<Cell> cells = cells_of(e.operand(0));
  const int64_t n = e.view.operand(0).shape.back();
  const int64_t num_matrices = n == 0 ? 0 : static_cast<int64_t>(cells.size()) / (n * n);
  std::vector<double> factor;
  for (int64_t m = 0; m < num_matrices; ++m) {
    Cell* matrix = cells.data() + m * n * n;
    if (!cholesky_lower({matrix, n, !lower}, factor)) {
      factor.assign(n * n, std::numeric_limits<double>::quiet_NaN());
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        matrix[i * n + j].f = lower ? factor[i * n + j] : factor[j * n + i];
      }
    }
  }
  return one_result(literal_of(e.view.result(0), cells));
}

}  // namespace motley::tensor::reference
