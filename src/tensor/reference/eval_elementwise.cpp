#include "tensor/reference/eval_elementwise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "tensor/reference/special_functions.h"

namespace motley::tensor::reference {
namespace {

// ---- Building blocks of the rows below --------------------------------------------------------

using FloatUnary = double (*)(double);
using SignedUnary = int64_t (*)(int64_t);
using UnsignedUnary = uint64_t (*)(uint64_t);
using FloatBinary = BinaryFunctions::Float;
using SignedBinary = BinaryFunctions::Signed;
using UnsignedBinary = BinaryFunctions::Unsigned;

// nullptr: not defined for that class of element types.
struct UnaryRow {
  OpCode code;
  FloatUnary f;
  SignedUnary s = nullptr;
  UnsignedUnary u = nullptr;
};
struct BinaryRow {
  OpCode code;
  FloatBinary f;
  SignedBinary s = nullptr;
  UnsignedBinary u = nullptr;
};

// Signed arithmetic wraps; C++'s signed overflow is undefined, so it is done in unsigned.
uint64_t bits(int64_t value) { return static_cast<uint64_t>(value); }
int64_t wrapped(uint64_t value) { return static_cast<int64_t>(value); }

template <class T>
T integer_power(T base, T exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == static_cast<T>(-1)) return exponent % 2 == 0 ? 1 : static_cast<T>(-1);
    return 0;
  }
  uint64_t power = 1, factor = static_cast<uint64_t>(base);
  for (auto e = static_cast<uint64_t>(exponent); e != 0; e >>= 1) {
    if (e & 1) power *= factor;
    factor *= factor;
  }
  return static_cast<T>(power);
}

// Division by zero gives -1 (all ones), the lowest value divided by -1 gives itself; a remainder by
// zero gives the dividend.
int64_t signed_divide(int64_t a, int64_t b) {
  if (b == 0) return -1;
  return b == -1 ? wrapped(0 - bits(a)) : a / b;
}
int64_t signed_remainder(int64_t a, int64_t b) {
  if (b == 0) return a;
  return b == -1 ? 0 : a % b;
}

double float_sign(double a) {
  if (std::isnan(a) || a == 0) return a;
  return a > 0 ? 1 : -1;
}

// ---- One line per op --------------------------------------------------------------------------

// Lambdas spell their types out: an op is one self-contained line.
constexpr UnaryRow kUnary[] = {
    {OpCode::kAbs, [](double a) { return std::fabs(a); },
     [](int64_t a) { return a < 0 ? wrapped(0 - bits(a)) : a; }, [](uint64_t a) { return a; }},
    {OpCode::kCbrt, [](double a) { return std::cbrt(a); }},
    {OpCode::kCeil, [](double a) { return std::ceil(a); }},
    {OpCode::kCosine, [](double a) { return std::cos(a); }},
    {OpCode::kExponential, [](double a) { return std::exp(a); }},
    {OpCode::kExponentialMinusOne, [](double a) { return std::expm1(a); }},
    {OpCode::kFloor, [](double a) { return std::floor(a); }},
    {OpCode::kLog, [](double a) { return std::log(a); }},
    {OpCode::kLogPlusOne, [](double a) { return std::log1p(a); }},
    {OpCode::kLogistic, [](double a) { return 1 / (1 + std::exp(-a)); }},
    {OpCode::kNegate, [](double a) { return -a; }, [](int64_t a) { return wrapped(0 - bits(a)); },
     [](uint64_t a) { return 0 - a; }},
    {OpCode::kRoundNearestAfz, [](double a) { return std::round(a); }},
    {OpCode::kRoundNearestEven, [](double a) { return std::nearbyint(a); }},
    {OpCode::kRsqrt, [](double a) { return 1 / std::sqrt(a); }},
    {OpCode::kSign, float_sign, [](int64_t a) { return int64_t{a > 0} - int64_t{a < 0}; },
     [](uint64_t a) { return uint64_t{a > 0}; }},
    {OpCode::kSine, [](double a) { return std::sin(a); }},
    {OpCode::kSqrt, [](double a) { return std::sqrt(a); }},
    {OpCode::kTan, [](double a) { return std::tan(a); }},
    {OpCode::kTanh, [](double a) { return std::tanh(a); }},
    {OpCode::kAcos, [](double a) { return std::acos(a); }},
    {OpCode::kAcosh, [](double a) { return std::acosh(a); }},
    {OpCode::kAsin, [](double a) { return std::asin(a); }},
    {OpCode::kAsinh, [](double a) { return std::asinh(a); }},
    {OpCode::kAtan, [](double a) { return std::atan(a); }},
    {OpCode::kAtanh, [](double a) { return std::atanh(a); }},
    {OpCode::kBesselI1e, bessel_i1e},
    {OpCode::kCosh, [](double a) { return std::cosh(a); }},
    {OpCode::kDigamma, digamma},
    {OpCode::kErf, [](double a) { return std::erf(a); }},
    {OpCode::kErfInv, erf_inverse},
    {OpCode::kErfc, [](double a) { return std::erfc(a); }},
    {OpCode::kLgamma, log_gamma},
    {OpCode::kSinh, [](double a) { return std::sinh(a); }},
    {OpCode::kSquare, [](double a) { return a * a; },
     [](int64_t a) { return wrapped(bits(a) * bits(a)); }, [](uint64_t a) { return a * a; }},
};

constexpr BinaryRow kBinary[] = {
    {OpCode::kAdd, [](double a, double b) { return a + b; },
     [](int64_t a, int64_t b) { return wrapped(bits(a) + bits(b)); },
     [](uint64_t a, uint64_t b) { return a + b; }},
    {OpCode::kAnd, nullptr, [](int64_t a, int64_t b) { return a & b; },
     [](uint64_t a, uint64_t b) { return a & b; }},
    {OpCode::kAtan2, [](double a, double b) { return std::atan2(a, b); }},
    {OpCode::kDivide, [](double a, double b) { return a / b; }, signed_divide,
     [](uint64_t a, uint64_t b) { return b == 0 ? ~uint64_t{0} : a / b; }},
    {OpCode::kMaximum, float_maximum, [](int64_t a, int64_t b) { return std::max(a, b); },
     [](uint64_t a, uint64_t b) { return std::max(a, b); }},
    {OpCode::kMinimum, float_minimum, [](int64_t a, int64_t b) { return std::min(a, b); },
     [](uint64_t a, uint64_t b) { return std::min(a, b); }},
    {OpCode::kMultiply, [](double a, double b) { return a * b; },
     [](int64_t a, int64_t b) { return wrapped(bits(a) * bits(b)); },
     [](uint64_t a, uint64_t b) { return a * b; }},
    {OpCode::kOr, nullptr, [](int64_t a, int64_t b) { return a | b; },
     [](uint64_t a, uint64_t b) { return a | b; }},
    {OpCode::kPower, [](double a, double b) { return std::pow(a, b); }, integer_power<int64_t>,
     integer_power<uint64_t>},
    {OpCode::kRemainder, [](double a, double b) { return std::fmod(a, b); }, signed_remainder,
     [](uint64_t a, uint64_t b) { return b == 0 ? a : a % b; }},
    {OpCode::kSubtract, [](double a, double b) { return a - b; },
     [](int64_t a, int64_t b) { return wrapped(bits(a) - bits(b)); },
     [](uint64_t a, uint64_t b) { return a - b; }},
    {OpCode::kXor, nullptr, [](int64_t a, int64_t b) { return a ^ b; },
     [](uint64_t a, uint64_t b) { return a ^ b; }},
    {OpCode::kPolygamma, polygamma},
    {OpCode::kZeta, hurwitz_zeta},
};

// ---- The loops --------------------------------------------------------------------------------

void apply_float_unary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<FloatUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].f = function(in[0][i].f);
}
void apply_signed_unary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<SignedUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].s = function(in[0][i].s);
}
void apply_unsigned_unary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<UnsignedUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].u = function(in[0][i].u);
}
void apply_float_binary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<FloatBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].f = function(in[0][i].f, in[1][i].f);
}
void apply_signed_binary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<SignedBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].s = function(in[0][i].s, in[1][i].s);
}
void apply_unsigned_binary(const ScalarStep& step, const Cell* const* in, Cell* out,
                           int64_t count) {
  const auto function = reinterpret_cast<UnsignedBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].u = function(in[0][i].u, in[1][i].u);
}

template <class Row, size_t N>
const Row* find_row(const Row (&rows)[N], OpCode code) {
  for (const Row& row : rows) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

template <class Function>
void set_function(ScalarStep& step, ScalarStep::Apply apply, Function function) {
  MOTLEY_CHECK(function != nullptr, "{} on {}", name(step.op->code), name(step.from));
  step.apply = apply;
  step.function = reinterpret_cast<ScalarStep::Function>(function);
}

}  // namespace

double float_maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) ? b : a;  // +0 is greater than -0
  return a > b ? a : b;
}
double float_minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
bool is_elementwise(OpCode code) {
  return find_row(kUnary, code) || find_row(kBinary, code) || typed_apply(code) != nullptr;
}

std::optional<ScalarStep> scalar_step(const OpView& view) {
  const OpCode code = view.op.code;
  if (!is_elementwise(code)) return std::nullopt;
  ScalarStep step{.from = view.operand(view.num_operands() - 1).element,
                  .to = view.result(0).element,
                  .op = &view.op};
  if (code == OpCode::kBitcastConvert) {
    const auto& attrs = view.get<ConvertAttrs>();
    if (bit_width(attrs.bits_of(step.from)) != bit_width(attrs.bits_of(step.to)))
      return std::nullopt;
  }
  if (const ScalarStep::Apply apply = typed_apply(code)) {
    step.apply = apply;
  } else if (const UnaryRow* unary = find_row(kUnary, code)) {
    switch (compute_type(step.from)) {
      case ComputeType::kFloat:
        set_function(step, apply_float_unary, unary->f);
        break;
      case ComputeType::kSigned:
        set_function(step, apply_signed_unary, unary->s);
        break;
      case ComputeType::kUnsigned:
        set_function(step, apply_unsigned_unary, unary->u);
        break;
    }
  } else {
    const BinaryRow* binary = find_row(kBinary, code);
    switch (compute_type(step.from)) {
      case ComputeType::kFloat:
        set_function(step, apply_float_binary, binary->f);
        break;
      case ComputeType::kSigned:
        set_function(step, apply_signed_binary, binary->s);
        break;
      case ComputeType::kUnsigned:
        set_function(step, apply_unsigned_binary, binary->u);
        break;
    }
  }
  return step;
}

BinaryFunctions binary_functions(OpCode code) {
  const BinaryRow* row = find_row(kBinary, code);
  MOTLEY_CHECK(row != nullptr, "{} is not a binary elementwise op", name(code));
  return {row->f, row->s, row->u};
}

std::vector<Literal> evaluate_elementwise(Evaluation& e) {
  const std::optional<ScalarStep> step = scalar_step(e.view);
  MOTLEY_CHECK(step.has_value(), "{} is not elementwise here", name(e.view.op.code));
  constexpr int64_t kBlock = 512;  // cells of all operands fit in L1
  const int num_operands = e.view.num_operands();
  Literal result = Literal::zeros(e.view.result(0));

  std::vector<Cell> blocks((num_operands + 1) * kBlock);
  std::vector<const Cell*> in(num_operands);
  Cell* out = blocks.data() + num_operands * kBlock;
  for (int i = 0; i < num_operands; ++i) in[i] = blocks.data() + i * kBlock;
  for (int64_t start = 0; start < result.num_elements(); start += kBlock) {
    const int64_t count = std::min(kBlock, result.num_elements() - start);
    for (int i = 0; i < num_operands; ++i) {
      const Literal& operand = e.operand(i);
      // The scalar bounds of a clamp and the scalar predicate of a select apply to every element.
      const bool repeated = operand.type().is_scalar();
      load_cells(operand.element(), operand.data(),
                 {.start = repeated ? 0 : start, .count = count, .stride = repeated ? 0 : 1},
                 blocks.data() + i * kBlock);
    }
    step->apply(*step, in.data(), out, count);
    store_cells(result.element(), result.data(), {.start = start, .count = count}, out);
  }
  return one_result(std::move(result));
}

}  // namespace motley::tensor::reference
