#include "kernel_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "tensor/reference/index_iterator.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

using reference::IndexIterator;
using reference::linear_offset;

constexpr std::byte kPattern{0xA5};
constexpr int64_t kMargin = 64;  // bytes before and behind

std::string index_text(const std::vector<int64_t>& index) {
  return fmt::format("({})", fmt::join(index, ", "));
}

}  // namespace

// --- StridedTensor ---------------------------------------------------------------------------

StridedTensor::StridedTensor(Layout layout) : layout_(std::move(layout)) {
  int64_t low = 0, high = 0;  // offsets of the outermost elements
  if (layout_.type.num_elements() > 0) {
    for (int d = 0; d < layout_.num_dims(); ++d) {
      const int64_t reach = layout_.strides[d] * (layout_.extent(d) - 1);
      (reach < 0 ? low : high) += reach;
    }
  }
  const int64_t size = byte_size(layout_.type.element);
  origin_ = kMargin - low * size;
  bytes_.assign(2 * kMargin + (high - low + 1) * size, kPattern);
}

StridedTensor::StridedTensor(Layout layout, const Literal& values)
    : StridedTensor(std::move(layout)) {
  const int64_t size = byte_size(layout_.type.element);
  int64_t i = 0;
  for (IndexIterator it(layout_.type.shape); !it.done(); it.next(), ++i) {
    std::memcpy(data() + linear_offset(it.index(), layout_.strides) * size,
                values.data() + i * size, size);
  }
}

Literal StridedTensor::values() const {
  Literal literal = Literal::zeros(layout_.type);
  const int64_t size = byte_size(layout_.type.element);
  int64_t i = 0;
  for (IndexIterator it(layout_.type.shape); !it.done(); it.next(), ++i) {
    std::memcpy(literal.data() + i * size,
                data() + linear_offset(it.index(), layout_.strides) * size, size);
  }
  return literal;
}

bool StridedTensor::gaps_are_untouched() const {
  std::vector<std::byte> rest = bytes_;
  const int64_t size = byte_size(layout_.type.element);
  for (IndexIterator it(layout_.type.shape); !it.done(); it.next()) {
    std::fill_n(rest.begin() + origin_ + linear_offset(it.index(), layout_.strides) * size, size,
                kPattern);
  }
  return std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == kPattern; });
}

// --- Layouts ---------------------------------------------------------------------------------

Layout draw_layout(Random& random, const TensorType& type) {
  Layout layout = dense_layout(type);
  std::vector<int> order(type.shape.size());
  std::iota(order.begin(), order.end(), 0);
  if (draw(random, 0, 1)) std::shuffle(order.begin(), order.end(), random);
  int64_t stride = draw(random, 0, 7) ? 1 : 2;
  for (size_t i = order.size(); i-- > 0;) {
    layout.strides[order[i]] = draw(random, 0, 15) ? stride : -stride;
    stride *= std::max<int64_t>(1, type.shape[order[i]]) + (draw(random, 0, 3) ? 0 : 1);
  }
  return layout;
}

Layout draw_operand_layout(Random& random, Literal& values) {
  if (draw(random, 0, 3)) return draw_layout(random, values.type());
  Layout layout = dense_layout(values.type());
  Shape smaller = values.shape();
  std::vector<bool> is_broadcast(smaller.size());
  for (size_t d = 0; d < smaller.size(); ++d) {
    is_broadcast[d] = draw(random, 0, 2) == 0;
    if (is_broadcast[d]) smaller[d] = std::min<int64_t>(smaller[d], 1);
  }
  layout.strides = draw_layout(random, values.type().with_shape(smaller)).strides;
  for (size_t d = 0; d < smaller.size(); ++d) {
    if (is_broadcast[d]) layout.strides[d] = 0;
  }
  values = StridedTensor(layout, values).values();
  return layout;
}

// --- Comparing -------------------------------------------------------------------------------

std::string difference(const Literal& got, const Literal& expected, double tolerance) {
  if (got == expected) return "";
  double scale = 0.1;  // operands are of the order of 1, and sums of them cancel
  for (int64_t i = 0; i < expected.num_elements(); ++i) {
    const double magnitude = std::abs(expected.as_double(i));
    if (std::isfinite(magnitude)) scale = std::max(scale, magnitude);
  }
  int64_t i = 0;
  for (IndexIterator it(expected.shape()); !it.done(); it.next(), ++i) {
    const double a = got.as_double(i), b = expected.as_double(i);
    if (std::isnan(a) && std::isnan(b)) continue;
    if (a == b || std::abs(a - b) <= tolerance * scale) continue;
    return fmt::format("element {} is {}, not {} (scale {})", index_text(it.index()), a, b, scale);
  }
  return tolerance == 0 ? "the same values in other bits" : "";
}

KernelRequest dense_request(const OpCase& op_case, int num_threads) {
  const OpView view{op_case.program.values, op_case.op()};
  KernelRequest request{.view = view, .num_threads = num_threads};
  for (int i = 0; i < view.num_operands(); ++i)
    request.operands.push_back(dense_layout(view.operand(i)));
  for (int i = 0; i < view.num_results(); ++i)
    request.results.push_back(dense_layout(view.result(i)));
  return request;
}

namespace {

struct StridedRun {
  std::vector<StridedTensor> results;
  bool scratch_kept_in = true;
};

StridedRun run_strided(const Kernel& kernel, const KernelRequest& request,
                       const std::vector<Literal>& arguments) {
  std::vector<StridedTensor> operands;
  StridedRun run;
  for (size_t i = 0; i < arguments.size(); ++i)
    operands.emplace_back(request.operands[i], arguments[i]);
  for (const Layout& layout : request.results) run.results.emplace_back(layout);
  std::vector<const std::byte*> from;
  std::vector<std::byte*> to;
  for (StridedTensor& operand : operands) from.push_back(operand.data());
  for (StridedTensor& result : run.results) to.push_back(result.data());
  std::vector<std::byte> memory(kernel.scratch_bytes + 3 * kMargin, kPattern);
  auto* scratch = reinterpret_cast<std::byte*>(
      (reinterpret_cast<uintptr_t>(memory.data()) + 2 * kMargin - 1) / kMargin * kMargin);
  kernel.run({.operands = from, .results = to, .scratch = scratch});
  for (std::byte* b = scratch + kernel.scratch_bytes; b < scratch + kernel.scratch_bytes + 32; ++b)
    run.scratch_kept_in = run.scratch_kept_in && *b == kPattern;
  return run;
}

}  // namespace

std::vector<Literal> run_kernel(const Kernel& kernel, const KernelRequest& request,
                                const std::vector<Literal>& arguments) {
  std::vector<Literal> values;
  for (const StridedTensor& result : run_strided(kernel, request, arguments).results)
    values.push_back(result.values());
  return values;
}

std::vector<Literal> reference_results(const OpCase& op_case) {
  std::vector<const Literal*> pointers;
  for (const Literal& argument : op_case.arguments) pointers.push_back(&argument);
  return evaluate_op({op_case.program.values, op_case.op()}, pointers);
}

std::string fault_of(const Kernel& kernel, const KernelRequest& request,
                     const std::vector<Literal>& arguments, const std::vector<Literal>& expected,
                     double tolerance) {
  const StridedRun run = run_strided(kernel, request, arguments);
  if (!run.scratch_kept_in) return kernel.name + " writes behind its scratch memory";
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!run.results[i].gaps_are_untouched())
      return fmt::format("{} writes beside result {}", kernel.name, i);
    const std::string fault = difference(run.results[i].values(), expected[i], tolerance);
    if (!fault.empty()) return fmt::format("{}: result {}: {}", kernel.name, i, fault);
  }
  return "";
}

void expect_fast_and_right(const OpCase& op_case, double tolerance) {
  const std::vector<Literal> expected = reference_results(op_case);
  for (int num_threads : {1, 2, 3}) {
    const KernelRequest request = dense_request(op_case, num_threads);
    const std::optional<Kernel> kernel = fast_kernel(request);
    ASSERT_TRUE(kernel) << name(op_case.op().code) << " was declined";
    EXPECT_EQ(fault_of(*kernel, request, op_case.arguments, expected, tolerance), "")
        << num_threads << " threads";
    const auto once = run_kernel(*kernel, request, op_case.arguments);
    for (int again = 0; again < 3; ++again)
      EXPECT_TRUE(run_kernel(*kernel, request, op_case.arguments) == once)
          << kernel->name << " gives other bits when run again";
  }
}

}  // namespace motley::tensor
