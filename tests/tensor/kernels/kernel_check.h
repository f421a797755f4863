// Kernels against the reference interpreter, on operands and results that lie in memory anyhow.
#pragma once

#include <string>
#include <vector>

#include "tensor/ir/op_cases.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// A tensor in memory of its own, with room around and between its elements that must stay as it is.
class StridedTensor {
 public:
  explicit StridedTensor(Layout layout);  // elements and gaps hold a pattern
  StridedTensor(Layout layout, const Literal& values);

  const Layout& layout() const { return layout_; }
  std::byte* data() { return bytes_.data() + origin_; }
  const std::byte* data() const { return bytes_.data() + origin_; }
  Literal values() const;
  bool gaps_are_untouched() const;

 private:
  Layout layout_;
  int64_t origin_ = 0;  // bytes before the element with index zero
  std::vector<std::byte> bytes_;
};

// Dimensions in any order with gaps between them, sometimes backwards; `unit` keeps one of them
// with stride 1 in most cases.
Layout draw_layout(Random& random, const TensorType& type);
// As an operand may lie: also broadcast along some dimensions. `values` is changed to be so.
Layout draw_operand_layout(Random& random, Literal& values);

// What the interpreter makes of the case.
std::vector<Literal> reference_results(const OpCase& op_case);
// Runs `kernel` and compares; "" where all is well. The tolerance is relative to the largest
// magnitude of a result; with 0 the bits must be the same.
std::string fault_of(const Kernel& kernel, const KernelRequest& request,
                     const std::vector<Literal>& arguments, const std::vector<Literal>& expected,
                     double tolerance = 1e-5);
// The results of one run.
std::vector<Literal> run_kernel(const Kernel& kernel, const KernelRequest& request,
                                const std::vector<Literal>& arguments);
KernelRequest dense_request(const OpCase& op_case, int num_threads);
std::string difference(const Literal& got, const Literal& expected, double tolerance);

// One op on these arguments, with operand and result layouts dense: must be accepted, equal the
// reference with 1, 2 and 3 threads, and give the same bits when run again.
void expect_fast_and_right(const OpCase& op_case, double tolerance = 1e-5);

}  // namespace motley::tensor
