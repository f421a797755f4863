// dot_general: each batch is packed into two plain matrices and multiplied. The other contractions
// are in eval_convolution.cpp and eval_factorization.cpp.
#include "tensor/reference/eval_contraction.h"

#include <algorithm>

#include "tensor/reference/index_iterator.h"
#include "tensor/reference/reduce_cells.h"

namespace motley::tensor::reference {

bool sums_in_float(ElementType result, int64_t terms) {
  return is_float(result) && result != ElementType::kF64 && terms <= kShortReduction;
}

void pack_cells(const Literal& literal, int64_t base, const std::vector<int64_t>& offsets,
                ElementType result, Cell* cells) {
  const ElementType element = literal.element();
  const auto count = static_cast<int64_t>(offsets.size());
  // Runs of equal strides are loaded at once.
  for (int64_t begin = 0; begin < count;) {
    const int64_t stride = begin + 1 < count ? offsets[begin + 1] - offsets[begin] : 1;
    int64_t end = begin + 1;
    while (end < count && offsets[end] - offsets[end - 1] == stride) ++end;
    load_cells(element, literal.data(),
               {.start = base + offsets[begin], .count = end - begin, .stride = stride},
               cells + begin);
    begin = end;
  }
  if (compute_type(element) != compute_type(result)) {
    const ElementType widest = is_float(result)    ? ElementType::kF64
                               : is_signed(result) ? ElementType::kI64
                                                   : ElementType::kU64;
    convert_cells(element, widest, cells, cells, count);
  }
}

namespace {

constexpr int64_t kPanel = 4;  // columns computed together

// kRows rows of a, each k long, times a panel of k by kPanel: sums stay in registers, and each runs
// over k in order. If Sum is float, a step is a fused multiply-add: products of floats are exact in
// double.
template <int64_t kRows, class Sum, class T, T Cell::*member>
void multiply_panel(const Cell* a, const std::vector<Cell>& panel, int64_t k, Cell* c, int64_t n,
                    int64_t columns) {
  Sum sums[kRows][kPanel] = {};
  const Cell* right = panel.data();
  for (int64_t p = 0; p < k; ++p, right += kPanel) {
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < kPanel; ++j) {
        sums[i][j] = static_cast<Sum>(sums[i][j] + a[i * k + p].*member * right[j].*member);
      }
    }
  }
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < columns; ++j) c[i * n + j].*member = sums[i][j];
  }
}

// c[m][n] = a[m][k] b[k][n], rounded to Sum after each step.
template <class Sum, class T, T Cell::*member>
void multiply_matrices(const Cell* a, const Cell* b, Cell* c, int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kRows = 4;
  std::vector<Cell> panel(k * kPanel);
  for (int64_t j = 0; j < n; j += kPanel) {
    const int64_t columns = std::min(kPanel, n - j);
    for (int64_t p = 0; p < k; ++p) std::copy_n(b + p * n + j, columns, &panel[p * kPanel]);
    int64_t i = 0;
    for (; i + kRows <= m; i += kRows) {
      multiply_panel<kRows, Sum, T, member>(a + i * k, panel, k, c + i * n + j, n, columns);
    }
    for (; i < m; ++i) {
      multiply_panel<1, Sum, T, member>(a + i * k, panel, k, c + i * n + j, n, columns);
    }
  }
}

std::vector<int64_t> offsets_of(const Literal& literal, const Dims& dims) {
  return all_offsets(pick(literal.shape(), dims), pick(row_major_strides(literal.shape()), dims));
}

// matrix[i][j] is the element at base + outer[i] + inner[j].
void pack_matrix(const Literal& literal, int64_t base, const std::vector<int64_t>& outer,
                 const std::vector<int64_t>& inner, ElementType result, std::vector<Cell>& matrix) {
  matrix.resize(outer.size() * inner.size());
  for (size_t i = 0; i < outer.size(); ++i) {
    pack_cells(literal, base + outer[i], inner, result, matrix.data() + i * inner.size());
  }
}

Dims free_dims(const Literal& operand, const Dims& batch, const Dims& contracting) {
  Dims bound = batch;
  bound.insert(bound.end(), contracting.begin(), contracting.end());
  return other_dims(operand.type().num_dims(), bound);
}

// The result's dimensions are batch, free of lhs, free of rhs: one m by n matrix per batch.
std::vector<Literal> evaluate_dot_general(Evaluation& e) {
  const auto& attrs = e.view.get<DotAttrs>();
  const Literal &lhs = e.operand(0), &rhs = e.operand(1);
  const ElementType element = e.view.result(0).element;
  Literal result = Literal::zeros(e.view.result(0));
  if (result.num_elements() == 0) return one_result(std::move(result));

  const std::vector<int64_t> lhs_batch = offsets_of(lhs, attrs.lhs_batch);
  const std::vector<int64_t> rhs_batch = offsets_of(rhs, attrs.rhs_batch);
  const std::vector<int64_t> rows =
      offsets_of(lhs, free_dims(lhs, attrs.lhs_batch, attrs.lhs_contracting));
  const std::vector<int64_t> columns =
      offsets_of(rhs, free_dims(rhs, attrs.rhs_batch, attrs.rhs_contracting));
  const std::vector<int64_t> lhs_inner = offsets_of(lhs, attrs.lhs_contracting);
  const std::vector<int64_t> rhs_inner = offsets_of(rhs, attrs.rhs_contracting);
  const auto m = static_cast<int64_t>(rows.size());
  const auto n = static_cast<int64_t>(columns.size());
  const auto k = static_cast<int64_t>(lhs_inner.size());

  e.check_scratch(m * k + k * n + m * n);
  std::vector<Cell> a, b, c(m * n);
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    pack_matrix(lhs, lhs_batch[i], rows, lhs_inner, element, a);
    pack_matrix(rhs, rhs_batch[i], rhs_inner, columns, element, b);
    if (sums_in_float(element, k)) {
      multiply_matrices<float, double, &Cell::f>(a.data(), b.data(), c.data(), m, n, k);
    } else if (is_float(element)) {
      multiply_matrices<double, double, &Cell::f>(a.data(), b.data(), c.data(), m, n, k);
    } else {  // i1: a count of true pairs, stored as a nonzero test
      multiply_matrices<uint64_t, uint64_t, &Cell::u>(a.data(), b.data(), c.data(), m, n, k);
    }
    store_cells(element, result.data(), {.start = static_cast<int64_t>(i) * m * n, .count = m * n},
                c.data());
  }
  return one_result(std::move(result));
}

constexpr EvaluatorRow kContractionRows[] = {
    {OpCode::kCholesky, evaluate_cholesky},
    {OpCode::kConvolution, evaluate_convolution},
    {OpCode::kDotGeneral, evaluate_dot_general},
    {OpCode::kTriangularSolve, evaluate_triangular_solve},
};

}  // namespace

std::span<const EvaluatorRow> contraction_evaluators() { return kContractionRows; }

}  // namespace motley::tensor::reference
