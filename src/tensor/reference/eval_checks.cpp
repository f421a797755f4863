// custom_call of the check family: assertions inside a Program. Operands are the computed and the
// expected value, of one type, compared element by element:
//
//   check.expect_eq          the values are equal; -0 equals +0
//   check.expect_close       at most 3 numbers of the element type lie between them (3 ulp)
//   check.expect_almost_eq   |got - expected| <= 1e-4 max(1, |expected|)
//
// In all three, two NaNs are equal, a NaN and a number are not, an infinity equals only itself,
// and integers and booleans must be equal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/reference/cells.h"
#include "tensor/reference/eval_control.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/runner.h"

namespace motley::tensor::reference {
namespace {

constexpr int64_t kCloseUlps = 3;
constexpr double kAlmostTolerance = 1e-4;

enum class Closeness : uint8_t { kEqual, kClose, kAlmost };

// Ordinal of a finite number among those of its type, both zeros at 0.
int64_t position(ElementType type, double value) {
  const auto magnitude = static_cast<int64_t>(float_bits(type, std::fabs(value)));
  return value < 0 ? -magnitude : magnitude;
}

// Ordinals of f64 span more than int64_t, so the difference is taken modulo 2^64.
uint64_t ulps_between(ElementType type, double a, double b) {
  const int64_t p = position(type, a), q = position(type, b);
  return p > q ? static_cast<uint64_t>(p) - static_cast<uint64_t>(q)
               : static_cast<uint64_t>(q) - static_cast<uint64_t>(p);
}

bool matches(Closeness closeness, ElementType type, Cell got, Cell expected) {
  if (!is_float(type)) return got.u == expected.u;
  if (std::isnan(got.f) || std::isnan(expected.f))
    return std::isnan(got.f) && std::isnan(expected.f);
  if (got.f == expected.f) return true;
  if (std::isinf(got.f) || std::isinf(expected.f)) return false;
  switch (closeness) {
    case Closeness::kEqual:
      return false;
    case Closeness::kClose:
      return ulps_between(type, got.f, expected.f) <= kCloseUlps;
    case Closeness::kAlmost:
      return std::fabs(got.f - expected.f) <=
             kAlmostTolerance * std::max(1.0, std::fabs(expected.f));
  }
  return false;
}

std::string text_of(ElementType type, Cell cell) {
  if (is_bool(type)) return cell.u != 0 ? "true" : "false";
  if (is_signed(type)) return fmt::format("{}", cell.s);
  if (!is_float(type)) return fmt::format("{}", cell.u);
  if (type == ElementType::kF64) return fmt::format("{}", cell.f);
  return fmt::format("{}", static_cast<float>(cell.f));
}

// "at [1, 2]: got 0.5, expected 0.25 (8388608 ulp apart); 3 of 12 elements differ"
std::string mismatch_text(const Literal& got, const Literal& expected, Closeness closeness) {
  const ElementType type = got.element();
  std::string first;
  int64_t count = 0, i = 0;
  for (IndexIterator it(got.shape()); !it.done(); it.next(), ++i) {
    const Cell a = load_cell(type, got.data(), i), b = load_cell(type, expected.data(), i);
    if (matches(closeness, type, a, b) || count++ > 0) continue;
    first = fmt::format("at [{}]: got {}, expected {}", fmt::join(it.index(), ", "),
                        text_of(type, a), text_of(type, b));
    if (is_float(type) && std::isfinite(a.f) && std::isfinite(b.f)) {
      first += fmt::format(" ({} ulp apart)", ulps_between(type, a.f, b.f));
    }
  }
  if (count > 1) first += fmt::format("; {} of {} elements differ", count, got.num_elements());
  return first;
}

}  // namespace

std::vector<Literal> evaluate_custom_call(Evaluation& e) {
  const std::string& target = e.view.get<CustomCallAttrs>().target;
  Closeness closeness = Closeness::kEqual;
  if (target == "check.expect_close") {
    closeness = Closeness::kClose;
  } else if (target == "check.expect_almost_eq") {
    closeness = Closeness::kAlmost;
  } else if (target != "check.expect_eq") {
    e.fail(fmt::format("unsupported custom_call @{}", target));
  }
  if (e.view.num_operands() != 2 || e.operand(0).type() != e.operand(1).type()) {
    e.fail(fmt::format("@{} takes two operands of one type", target));
  }
  CheckResult check;
  check.kind = target;
  check.detail = mismatch_text(e.operand(0), e.operand(1), closeness);
  check.passed = check.detail.empty();
  check.line = e.view.op.line;
  check.column = e.view.op.column;
  e.runner.record(std::move(check));
  return {};
}

}  // namespace motley::tensor::reference
