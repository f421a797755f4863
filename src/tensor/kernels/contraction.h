// A dot_general as loops, and as matrix products inside loops.
//
//   for batch: for m: for n: out[batch, m, n] = sum over k of lhs[batch, m, k] * rhs[batch, k, n]
//
// Each of the four is a list of axes with the strides of the three tensors along it. Axes that can
// be described by one axis are merged; one axis of each of m, n and k then becomes a dimension of a
// matrix product, and the others become loops around it.
#pragma once

#include <optional>
#include <vector>

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

struct ContractionAxis {
  int64_t extent = 1;
  int64_t lhs = 0, rhs = 0, out = 0;  // strides in elements; 0 if the tensor lacks the axis
};
using ContractionAxes = std::vector<ContractionAxis>;

struct Contraction {
  ContractionAxes batch, m, n, k;
};
Contraction contraction_of(const KernelRequest& request);  // merged, without axes of extent 1
Contraction merged(const Contraction& contraction);
int64_t volume(const ContractionAxes& axes);  // product of the extents

// out[i, j] += sum over l of a[i, l] * b[l, j]; row-major with unit stride along j.
struct MatrixProduct {
  ContractionAxis m, n, k;
  ContractionAxes outer;    // loops over different products
  ContractionAxes outer_k;  // loops over products that are summed
  bool swapped = false;     // a is the rhs, b the lhs
  bool adds = false;        // accumulates into out
  bool a_transposed = false, b_transposed = false;
  int64_t lda = 1, ldb = 1, ldc = 1;
  int64_t volume() const { return m.extent * n.extent * k.extent; }
};
// Whether this CPU has products of bf16 (AVX-512 BF16 or AMX) and the library uses them.
bool has_bf16_products();
// bf16 on a CPU with such products; declines others (contraction_bf16.cpp).
std::optional<Kernel> bf16_dot(const KernelRequest& request);

// The largest product that the strides allow; 1 x 1 x 1 at worst.
MatrixProduct largest_product(const Contraction& contraction);

// Two ways to run a contraction, for any strides. Planning is done here; the functions only
// compute.
std::function<void(const void* lhs, const void* rhs, void* out)> product_runner(
    const MatrixProduct& product, ElementType element, int num_threads);
// The work of product_runner, in counts.
std::vector<WorkPart> product_work(const MatrixProduct& product, ElementType element,
                                   int num_threads);
// Null if there are more nested loops than it supports.
std::function<void(const void* lhs, const void* rhs, void* out)> loop_runner(
    const Contraction& contraction, ElementType element, int num_threads);

}  // namespace motley::tensor
