// Every claim of an index structure, tried against the reference interpreter on random ops.
//
//   parallel   what an axis range does not touch may be anything: the results in range stay
//   reduced    results of the parts, combined by the reducer, are the result of the whole
//   lookup     on operands: as reduced by sum; on results: as parallel
//   linear_in  op(x + y) = op(x) + op(y)
//   copies     every result element is one of the operands' elements
//
// Nothing is sliced: elements outside of a range are replaced in place, so no op needs rewriting.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "tensor/ir/op_cases.h"
#include "tensor/ir/op_row.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

std::vector<Literal> evaluate(const OpCase& c, const std::vector<Literal>& arguments) {
  std::vector<const Literal*> operands;
  for (const Literal& a : arguments) operands.push_back(&a);
  return evaluate_op({c.program.values, c.op()}, operands);
}

// Index values of the dimension met by points whose `axis` lies in the range.
std::set<int64_t> met(const IndexStructure& index, const DimIndex& dim, int axis, Range range) {
  std::set<int64_t> sums = {dim.offset};
  for (const AxisTerm& term : dim.terms) {
    const Range run = term.axis == axis ? range : Range{0, index.axes[term.axis].extent};
    std::set<int64_t> next;
    for (int64_t s : sums) {
      for (int64_t v = run.begin; v < run.end; ++v) next.insert(s + v * term.stride);
    }
    sums = next;
  }
  std::set<int64_t> values;
  for (int64_t s : sums) {
    if (s % dim.divisor == 0) values.insert(s / dim.divisor);
  }
  return values;
}

bool mentions(const DimIndex& dim, int axis) {
  for (const AxisTerm& term : dim.terms) {
    if (term.axis == axis) return true;
  }
  return false;
}
bool mentions(const TensorIndex& tensor, int axis) {
  for (const DimIndex& dim : tensor) {
    if (mentions(dim, axis)) return true;
  }
  return false;
}

// For each element of the tensor: does a point with `axis` in the range touch it?
std::vector<bool> touched_elements(const IndexStructure& index, const TensorIndex& tensor,
                                   const Shape& shape, int axis, Range range) {
  std::vector<bool> touches(TensorType{ElementType::kI8, shape}.num_elements(), true);
  const auto strides = row_major_strides(shape);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!mentions(tensor[d], axis)) continue;
    const std::set<int64_t> values = met(index, tensor[d], axis, range);
    for (size_t e = 0; e < touches.size(); ++e) {
      const int64_t at = static_cast<int64_t>(e) / strides[d] % shape[d];
      if (!values.contains(at)) touches[e] = false;
    }
  }
  return touches;
}

// Every dimension that mentions the axis is its axes written out, none of them twice.
bool is_clean(const IndexStructure& index, const TensorIndex& tensor, const Shape& shape,
              int axis) {
  for (size_t d = 0; d < shape.size(); ++d) {
    if (mentions(tensor[d], axis) && !period(index, tensor[d], axis, shape[d])) return false;
  }
  return true;
}

double identity(Reducer reducer) {
  switch (reducer) {
    case Reducer::kProduct:
    case Reducer::kAnd:
      return 1;
    case Reducer::kMin:
      return std::numeric_limits<double>::infinity();
    case Reducer::kMax:
      return -std::numeric_limits<double>::infinity();
    default:
      return 0;
  }
}

double combine(Reducer reducer, double a, double b) {
  switch (reducer) {
    case Reducer::kSum:
      return a + b;
    case Reducer::kProduct:
      return a * b;
    case Reducer::kMin:
      return std::min(a, b);
    case Reducer::kMax:
      return std::max(a, b);
    case Reducer::kAnd:
      return a != 0 && b != 0;
    case Reducer::kOr:
      return a != 0 || b != 0;
    case Reducer::kXor:
      return (a != 0) != (b != 0);
  }
  return 0;
}

void set_identity(Literal& value, int64_t i, Reducer reducer) {
  const double v = identity(reducer);
  if (std::isinf(v) && !is_float(value.element())) {
    value.set_signed(i, v > 0 ? INT32_MAX : INT32_MIN);
  } else {
    value.set_from_double(i, v);
  }
}

// Equal, or as close as sums in another order are; integers wrap.
void expect_near(const Literal& value, int64_t i, double want, const std::string& what) {
  const double got = value.as_double(i);
  if (got == want || (std::isnan(got) && std::isnan(want))) return;
  EXPECT_NEAR(got, want, 1e-4 * std::max(1.0, std::fabs(want))) << what << ", element " << i;
}

class IndexFuzz {
 public:
  IndexFuzz(const OpCase& c, Random& random)
      : case_(c),
        view_{c.program.values, c.op()},
        index_(index_structure(view_)),
        random_(random),
        whole_(evaluate(c, c.arguments)) {}

  void run() {
    check_form();
    for (int axis = 0; axis < static_cast<int>(index_.axes.size()); ++axis) {
      const Axis& a = index_.axes[axis];
      if (a.extent < 2) continue;
      const int64_t middle = draw(random_, 1, a.extent - 1);
      bool on_result = false;
      for (const TensorIndex& r : index_.results) on_result = on_result || mentions(r, axis);
      EXPECT_TRUE(on_result || a.kind != AxisKind::kParallel) << "axis " << axis;
      if (a.kind == AxisKind::kParallel || (a.kind == AxisKind::kLookup && on_result)) {
        check_independence(axis, {0, middle});
        check_independence(axis, {middle, a.extent});
      } else if (a.kind == AxisKind::kReduced) {
        check_reduction(axis, middle, a.reducer);
      } else if (a.kind == AxisKind::kLookup) {
        check_reduction(axis, middle, Reducer::kSum);
      }
    }
    for (const auto& set : index_.linear_in) check_linearity(set);
    if (index_.copies) check_copies();
  }

  std::string describe() const { return index_.to_string(); }

 private:
  void check_form() {
    ASSERT_EQ(index_.operands.size(), case_.arguments.size());
    ASSERT_EQ(index_.results.size(), whole_.size());
    auto check = [&](const TensorIndex& tensor, const Shape& shape) {
      if (tensor.size() != shape.size()) {
        ADD_FAILURE() << tensor.size() << " indices for " << shape.size() << " dimensions";
        return;
      }
      for (size_t d = 0; d < shape.size(); ++d) {
        EXPECT_TRUE(shape[d] == 1 || !tensor[d].terms.empty())
            << "dimension " << d << " mentions no axis";
        for (const AxisTerm& term : tensor[d].terms) {
          const Range all{0, index_.axes[term.axis].extent};
          const auto values = met(index_, tensor[d], term.axis, all);
          const Range range = touched(index_, tensor[d], term.axis, all);
          if (values.empty()) continue;
          EXPECT_LE(range.begin, *values.begin());
          EXPECT_GE(range.end, *values.rbegin() + 1);
        }
      }
    };
    for (size_t i = 0; i < index_.operands.size(); ++i)
      check(index_.operands[i], case_.arguments[i].shape());
    for (size_t i = 0; i < index_.results.size(); ++i) check(index_.results[i], whole_[i].shape());
  }

  void check_independence(int axis, Range range) {
    std::vector<Literal> arguments = case_.arguments;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (!mentions(index_.operands[i], axis)) continue;
      const auto keep =
          touched_elements(index_, index_.operands[i], arguments[i].shape(), axis, range);
      const Literal other = draw_literal(random_, arguments[i].type());
      for (int64_t e = 0; e < arguments[i].num_elements(); ++e) {
        if (!keep[e]) arguments[i].set_from_double(e, other.as_double(e));
      }
    }
    const std::vector<Literal> changed = evaluate(case_, arguments);
    for (size_t r = 0; r < whole_.size(); ++r) {
      const auto mine = touched_elements(index_, index_.results[r], whole_[r].shape(), axis, range);
      for (int64_t e = 0; e < whole_[r].num_elements(); ++e) {
        if (mine[e])
          expect_near(changed[r], e, whole_[r].as_double(e),
                      "axis " + std::to_string(axis) + " is not independent");
      }
    }
  }

  // Where an op is linear in one set of operands, zeros in these alone leave a part out; others may
  // be divided by.
  bool contributes(int operand, Reducer reducer) const {
    if (reducer != Reducer::kSum || index_.linear_in.size() != 1) return true;
    const auto& set = index_.linear_in[0];
    return std::find(set.begin(), set.end(), operand) != set.end();
  }

  // Masks the operands to one part of the axis; the other part takes the identity.
  void check_reduction(int axis, int64_t middle, Reducer reducer) {
    const int64_t extent = index_.axes[axis].extent;
    std::vector<std::vector<Literal>> parts;
    for (const Range range : {Range{0, middle}, Range{middle, extent}}) {
      std::vector<Literal> arguments = case_.arguments;
      bool masked = false;
      for (size_t i = 0; i < arguments.size(); ++i) {
        const Shape& shape = arguments[i].shape();
        // Indices are no numbers to be summed, and where windows overlap an element is in both
        // parts.
        const bool is_number = arguments[i].element() == whole_[0].element();
        if (!contributes(static_cast<int>(i), reducer)) continue;
        if (!is_number || !mentions(index_.operands[i], axis) ||
            !is_clean(index_, index_.operands[i], shape, axis))
          continue;
        const auto keep = touched_elements(index_, index_.operands[i], shape, axis, range);
        for (int64_t e = 0; e < arguments[i].num_elements(); ++e) {
          if (!keep[e]) set_identity(arguments[i], e, reducer);
        }
        masked = true;
      }
      if (!masked) return;
      if (range.begin > 0) {
        for (int i : index_.counted_once) {
          for (int64_t e = 0; e < arguments[i].num_elements(); ++e)
            set_identity(arguments[i], e, reducer);
        }
      }
      parts.push_back(evaluate(case_, arguments));
    }
    for (size_t r = 0; r < whole_.size(); ++r) {
      for (int64_t e = 0; e < whole_[r].num_elements(); ++e) {
        const double sum = combine(reducer, parts[0][r].as_double(e), parts[1][r].as_double(e));
        expect_near(whole_[r], e, sum, "axis " + std::to_string(axis) + " is not reduced so");
      }
    }
  }

  void check_linearity(const std::vector<int>& set) {
    std::vector<Literal> other = case_.arguments, sum = case_.arguments;
    for (int i : set) {
      other[i] = draw_literal(random_, case_.arguments[i].type());
      for (int64_t e = 0; e < sum[i].num_elements(); ++e) {
        sum[i].set_from_double(e, case_.arguments[i].as_double(e) + other[i].as_double(e));
      }
    }
    const std::vector<Literal> a = evaluate(case_, other), b = evaluate(case_, sum);
    for (size_t r = 0; r < whole_.size(); ++r) {
      for (int64_t e = 0; e < whole_[r].num_elements(); ++e) {
        expect_near(b[r], e, whole_[r].as_double(e) + a[r].as_double(e),
                    "not linear in {" + std::to_string(set[0]) + "...}");
      }
    }
  }

  void check_copies() {
    std::set<double> values;
    for (const Literal& a : case_.arguments) {
      for (int64_t e = 0; e < a.num_elements(); ++e) values.insert(a.as_double(e));
    }
    for (const Literal& r : whole_) {
      for (int64_t e = 0; e < r.num_elements(); ++e)
        EXPECT_TRUE(values.contains(r.as_double(e))) << "a new value appears";
    }
  }

  const OpCase& case_;
  const OpView view_;
  const IndexStructure index_;
  Random& random_;
  const std::vector<Literal> whole_;
};

TEST(IndexFuzz, EveryOpHasCases) {
  std::set<OpCode> covered;
  for (const CaseMaker& maker : case_makers()) covered.insert(maker.code);
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    // Control flow runs replicated: its index is opaque, and there is nothing to try.
    const bool opaque = code == OpCode::kCase || code == OpCode::kIf || code == OpCode::kWhile ||
                        code == OpCode::kCustomCall;
    EXPECT_TRUE(opaque || covered.contains(code)) << name(code);
  }
}

TEST(IndexFuzz, ClaimsHoldOnRandomOps) {
  const char* wanted = std::getenv("MOTLEY_FUZZ_SEEDS");
  const uint64_t seeds = wanted ? std::strtoull(wanted, nullptr, 10) : 40;
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < seeds; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      IndexFuzz fuzz(c, random);
      SCOPED_TRACE(maker.name + ", seed " + std::to_string(seed) + ": " + fuzz.describe());
      fuzz.run();
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace motley::tensor
