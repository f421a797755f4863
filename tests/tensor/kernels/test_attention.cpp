#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tensor/ir/attention.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/op_cases.h"
#include "tensor/kernels/kernel.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Shapes {
  int64_t queries, keys, depth, width;
  std::string batch = "bh";
};

// One attention or its gradient with values for its operands.
struct Case {
  Program program;
  std::vector<Literal> operands;
  const Op& op() const { return program.body.ops.back(); }
  OpView view() const { return {program.values, op()}; }
  std::vector<Literal> reference() const {
    std::vector<const Literal*> pointers;
    for (const Literal& l : operands) pointers.push_back(&l);
    return evaluate_op(view(), pointers);
  }
};

Case make_case(OpCode code, const AttentionAttrs& attrs, std::vector<Literal> operands) {
  ProgramBuilder b("attention");
  std::vector<ValueId> arguments;
  for (const Literal& l : operands) arguments.push_back(b.argument(l.type()));
  const std::vector<ValueId> results = b.add(code, arguments, attrs);
  return {std::move(b).finish(results), std::move(operands)};
}

int64_t extent(const Shapes& shapes, char c) {
  return c == 's'   ? shapes.queries
         : c == 't' ? shapes.keys
         : c == 'd' ? shapes.depth
         : c == 'e' ? shapes.width
                    : c - 'a' + 1;  // b: 2, ...
}

Literal draw_operand(Random& random, const Shapes& shapes, const std::string& letters,
                     ElementType element = ElementType::kF32) {
  TensorType type{element, {}};
  for (char c : letters) type.shape.push_back(std::min<int64_t>(extent(shapes, c), 300000));
  return draw_literal(random, type);
}

Case forward_case(Random& random, const Shapes& shapes, const AttentionAttrs& attrs) {
  std::vector<Literal> operands = {draw_operand(random, shapes, attrs.query),
                                   draw_operand(random, shapes, attrs.key),
                                   draw_operand(random, shapes, attrs.value)};
  if (attrs.mask) operands.push_back(draw_operand(random, shapes, *attrs.mask, ElementType::kI1));
  if (attrs.bias) operands.push_back(draw_operand(random, shapes, *attrs.bias));
  return make_case(OpCode::kAttention, attrs, std::move(operands));
}

Case backward_case(Random& random, const Case& forward) {
  AttentionAttrs attrs = forward.op().get<AttentionAttrs>();
  attrs.bias_gradient = attrs.bias && attrs.bias->find('s') != std::string::npos &&
                        attrs.bias->find('t') != std::string::npos;
  std::vector<Literal> operands = forward.operands;
  for (Literal& result : forward.reference()) operands.push_back(std::move(result));
  const TensorType output = forward.program.type(forward.program.body.results[0]);
  operands.push_back(draw_literal(random, output));
  return make_case(OpCode::kAttentionGradient, attrs, std::move(operands));
}

// --- Layouts ---------------------------------------------------------------------------------

// Dimensions in random order of memory with gaps between rows, `last` innermost and dense.
Layout draw_layout(Random& random, const TensorType& type, const std::string& letters, char last) {
  std::vector<int> order;
  for (int d = 0; d < type.num_dims(); ++d) order.push_back(d);
  std::shuffle(order.begin(), order.end(), random);
  const auto at =
      std::find_if(order.begin(), order.end(), [&](int d) { return letters[d] == last; });
  if (at != order.end()) std::rotate(at, at + 1, order.end());
  Layout layout{type, std::vector<int64_t>(type.shape.size())};
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    layout.strides[order[i]] = stride;
    stride = stride * type.shape[order[i]] + draw(random, 0, 3);
  }
  return layout;
}

int64_t offset_of(const Layout& layout, int64_t element) {
  int64_t offset = 0;
  for (int d = layout.num_dims() - 1; d >= 0; --d) {
    offset += element % layout.extent(d) * layout.strides[d];
    element /= layout.extent(d);
  }
  return offset;
}

// Bytes of a tensor under a layout; what is between the elements is NaN.
std::vector<std::byte> spread(const Literal& literal, const Layout& layout) {
  const int64_t size = byte_size(literal.element());
  const int64_t n = literal.num_elements();
  int64_t most = 0;
  for (int64_t i = 0; i < n; ++i) most = std::max(most, offset_of(layout, i));
  std::vector<std::byte> bytes(static_cast<size_t>((most + 1) * size), std::byte{0xff});
  for (int64_t i = 0; i < n; ++i)
    std::memcpy(bytes.data() + offset_of(layout, i) * size, literal.data() + i * size, size);
  return bytes;
}

Literal gather(const std::vector<std::byte>& bytes, const Layout& layout) {
  Literal literal = Literal::zeros(layout.type);
  const int64_t size = byte_size(literal.element());
  for (int64_t i = 0; i < literal.num_elements(); ++i)
    std::memcpy(literal.data() + i * size, bytes.data() + offset_of(layout, i) * size, size);
  return literal;
}

// The innermost letter that the kernel wants of each tensor.
char innermost(const std::string& letters) {
  for (char c : {'d', 'e', 't'}) {
    const bool is_key = c == 't' && letters.find_first_of("de") != std::string::npos;
    if (!is_key && letters.find(c) != std::string::npos) return c;
  }
  return ' ';
}

std::vector<Literal> run_kernel(const Case& c, Random& random, int num_threads) {
  const AttentionLetters letters = attention_letters(c.op());
  KernelRequest request{.view = c.view(), .num_threads = num_threads};
  std::vector<std::vector<std::byte>> memory;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    const std::string& of = letters.operands[i];
    request.operands.push_back(draw_layout(random, c.operands[i].type(), of, innermost(of)));
    memory.push_back(spread(c.operands[i], request.operands.back()));
  }
  for (int i = 0; i < c.view().num_results(); ++i) {
    const std::string& of = letters.results[i];
    request.results.push_back(draw_layout(random, c.view().result(i), of, innermost(of)));
    memory.push_back(spread(Literal::zeros(c.view().result(i)), request.results.back()));
    std::fill(memory.back().begin(), memory.back().end(), std::byte{0xff});
  }
  const std::optional<Kernel> kernel = fast_kernel(request);
  EXPECT_TRUE(kernel) << "declined";
  if (!kernel) return {};
  std::vector<const std::byte*> operands;
  std::vector<std::byte*> results;
  for (size_t i = 0; i < memory.size(); ++i) {
    if (i < c.operands.size()) operands.push_back(memory[i].data());
    if (i >= c.operands.size()) results.push_back(memory[i].data());
  }
  std::vector<std::byte> scratch(static_cast<size_t>(kernel->scratch_bytes + 64), std::byte{0xff});
  const auto address = reinterpret_cast<uintptr_t>(scratch.data());
  kernel->run({operands, results, scratch.data() + (64 - address % 64) % 64});
  std::vector<Literal> values;
  for (size_t i = 0; i < results.size(); ++i)
    values.push_back(gather(memory[c.operands.size() + i], request.results[i]));
  return values;
}

void expect_same(const Case& c, uint64_t seed) {
  const std::vector<Literal> want = c.reference();
  std::vector<Literal> first;
  for (int threads : {1, 3}) {
    Random random(seed);
    const std::vector<Literal> got = run_kernel(c, random, threads);
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_LT(relative_error(got[i], want[i]), 3e-6) << name(c.op().code) << " result " << i;
    if (threads == 1) first = got;
    EXPECT_TRUE(got == first) << "the bits depend on the number of threads";
  }
}

void expect_forward_and_backward(Random& random, const Shapes& shapes,
                                 const AttentionAttrs& attrs) {
  const Case forward = forward_case(random, shapes, attrs);
  expect_same(forward, random());
  expect_same(backward_case(random, forward), random());
}

// --- Tests -----------------------------------------------------------------------------------

std::string draw_letters(Random& random, std::string letters) {
  std::shuffle(letters.begin(), letters.end(), random);
  return letters;
}

TEST(AttentionKernel, AgreesWithTheReferenceOnRandomCases) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Shapes shapes{draw(random, 1, 40), draw(random, 1, 40), draw(random, 1, 20),
                        draw(random, 1, 20), std::string("bch").substr(0, draw(random, 0, 2))};
    auto some = [&](std::string own) {
      for (char c : shapes.batch) {
        if (draw(random, 0, 2)) own += c;
      }
      return draw_letters(random, own);
    };
    AttentionAttrs attrs{.query = draw_letters(random, "sd" + shapes.batch),
                         .key = some("td"),
                         .value = some("te"),
                         .output = draw_letters(random, "se" + shapes.batch),
                         .scale = 0.4,
                         .causal = draw(random, 0, 1) == 1,
                         .query_offset = draw(random, 0, 2)};
    if (draw(random, 0, 1)) attrs.mask = some(draw(random, 0, 1) ? "st" : "t");
    if (draw(random, 0, 1)) attrs.bias = some(draw(random, 0, 2) ? "st" : "s");
    const double fills[] = {-2, -30, -1e9};  // rows in which all is masked are likely
    attrs.fill = fills[draw(random, 0, 2)];
    expect_forward_and_backward(random, shapes, attrs);
    if (HasFailure()) return;
  }
}

const AttentionAttrs kPlain{
    .query = "bshd", .key = "bthd", .value = "bthe", .output = "bshe", .scale = 0.125};

TEST(AttentionKernel, TakesSeveralBlocksOfQueriesAndKeys) {
  Random random(1);
  AttentionAttrs attrs{.query = "sd", .key = "td", .value = "te", .output = "se", .scale = 0.5};
  expect_forward_and_backward(random, {150, 2100, 5, 3}, attrs);
  attrs.bias = "st";
  expect_forward_and_backward(random, {130, 1100, 5, 3}, attrs);
}

// Rows whose first block of keys is all masked, rows that see nothing, and fills next to which the
// keys that causality leaves out still count.
TEST(AttentionKernel, IsCausalAcrossBlocks) {
  for (double fill : {-kInf, -1e9, -2.0}) {
    Random random(2);
    AttentionAttrs attrs{.query = "sd",
                         .key = "td",
                         .value = "te",
                         .output = "se",
                         .scale = 0.5,
                         .fill = fill,
                         .causal = true};
    expect_forward_and_backward(random, {300, 300, 5, 3}, attrs);
    attrs.query_offset = 1100;
    attrs.mask = "t";
    Case forward = forward_case(random, {200, 1200, 5, 3}, attrs);
    for (int64_t t = 0; t < 1200; ++t) forward.operands[3].set_unsigned(t, t > 1030);
    expect_same(forward, 7);
    expect_same(backward_case(random, forward), 8);
  }
}

TEST(AttentionKernel, MakesRowsThatSeeNothingNan) {
  Random random(3);
  AttentionAttrs attrs = kPlain;
  attrs.causal = true;
  attrs.query_offset = -2;  // with a fill of -infinity
  const Case c = forward_case(random, {5, 7, 4, 3}, attrs);
  const std::vector<Literal> want = c.reference();
  const std::vector<Literal> got = run_kernel(c, random, 2);
  EXPECT_TRUE(std::isnan(want[0].get_float(0)));
  for (int64_t i = 0; i < want[0].num_elements(); ++i)
    EXPECT_EQ(std::isnan(got[0].get_float(i)), std::isnan(want[0].get_float(i))) << i;
  const Case back = backward_case(random, c);
  const std::vector<Literal> want_back = back.reference(), got_back = run_kernel(back, random, 2);
  for (size_t r = 0; r < 3; ++r) {
    for (int64_t i = 0; i < want_back[r].num_elements(); ++i)
      EXPECT_EQ(std::isnan(got_back[r].get_float(i)), std::isnan(want_back[r].get_float(i)));
  }
}

TEST(AttentionKernel, DeclinesWhatBlasCannotTake) {
  Random random(4);
  const Case c = forward_case(random, {5, 7, 4, 3}, kPlain);
  KernelRequest request{.view = c.view()};
  for (const Literal& l : c.operands) request.operands.push_back(dense_layout(l.type()));
  for (int i = 0; i < 3; ++i) request.results.push_back(dense_layout(c.view().result(i)));
  EXPECT_TRUE(fast_kernel(request));
  request.operands[0].strides = {5 * 8 * 4, 1, 5 * 4, 5};  // features far apart
  EXPECT_FALSE(fast_kernel(request));
}

}  // namespace
}  // namespace motley::tensor
