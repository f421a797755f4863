// Calls of cuDNN's fused attention. There is no GPU here, so the two custom calls are replaced by
// what cuDNN documents them to compute, written as plain StableHLO: everything around them, order
// of dimensions, groups of heads, statistics and types, then has to give the attention's own
// values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/attention.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/precision.h"
#include "tensor/passes/cudnn_attention.h"
#include "tensor/passes/expand_attention.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

struct AttentionCase {
  std::string query, key, value, output;
  int64_t groups = 0;  // extent of 'g' in the query
  bool causal = false;
};

constexpr int64_t kBatch = 2, kHeads = 3, kQueries = 64, kKeys = 64, kFeatures = 8;

Shape shape_of(const std::string& letters, const AttentionCase& c) {
  Shape shape;
  for (char letter : letters) {
    switch (letter) {
      case 'b':
        shape.push_back(kBatch);
        break;
      case 'h':
        shape.push_back(kHeads);
        break;
      case 'g':
        shape.push_back(c.groups);
        break;
      case 's':
        shape.push_back(kQueries);
        break;
      case 't':
        shape.push_back(kKeys);
        break;
      default:
        shape.push_back(kFeatures);
    }
  }
  return shape;
}

// (q, k, v, d_output) -> output, d_q, d_k, d_v, by motley.attention and its gradient.
Program attention_program(const AttentionCase& c, ElementType element = ElementType::kBF16) {
  ProgramBuilder b("attention");
  const AttentionAttrs attrs{.query = c.query,
                             .key = c.key,
                             .value = c.value,
                             .output = c.output,
                             .mask = {},
                             .bias = {},
                             .scale = 0.25,
                             .causal = c.causal};
  std::vector<ValueId> in;
  for (const std::string& letters : {c.query, c.key, c.value, c.output})
    in.push_back(b.argument({element, shape_of(letters, c)}));
  const auto made = b.add(OpCode::kAttention, {in[0], in[1], in[2]}, attrs);
  auto results = b.add(OpCode::kAttentionGradient,
                       {in[0], in[1], in[2], made[0], made[1], made[2], in[3]}, attrs);
  results.insert(results.begin(), made[0]);
  return std::move(b).finish(results);
}

// What the calls compute: q [b, s, n, d], k and v [b, t, m, d]; results [b, n, s, d] and the
// log-sum-exp [b, n, s], or the gradients.
std::string plain_function(const AttentionCase& c, bool forward) {
  const int64_t groups = std::max<int64_t>(1, c.groups), heads = kHeads * groups;
  ProgramBuilder b(forward ? "fmha" : "fmha_backward");
  const TensorType q_type{ElementType::kBF16, {kBatch, kQueries, heads, kFeatures}},
      k_type{ElementType::kBF16, {kBatch, kKeys, kHeads, kFeatures}},
      rows{ElementType::kF32, {kBatch, heads, kQueries}};
  const auto split = [&](const Expr& x) {
    return reshape(convert(x, ElementType::kF32), {kBatch, kQueries, kHeads, groups, kFeatures});
  };
  const Expr q = argument(b, q_type), k = argument(b, k_type), v = argument(b, k_type);
  const Expr q5 = split(q), k4 = convert(k, ElementType::kF32), v4 = convert(v, ElementType::kF32);
  const auto scores_type = TensorType{ElementType::kF32, {kBatch, kHeads, groups, kQueries, kKeys}};
  Expr score = einsum("bshgd,bthd->bhgst", q5, k4) * 0.25;
  const Expr seen =
      compare(iota(b, scores_type, 4), CompareDirection::kLe, iota(b, scores_type, 3));
  if (c.causal) score = select(seen, score, full_like(score, -1e30));
  const auto finish = [&](std::vector<Expr> results) {
    std::vector<ValueId> ids;
    for (const Expr& x : results) ids.push_back(x.id());
    std::string text = print(std::move(b).finish(ids));
    text = text.substr(text.find("  func.func"));
    text = text.substr(0, text.rfind("}\n"));
    return std::regex_replace(text, std::regex("public @main"),
                              forward ? "private @fmha" : "private @fmha_backward");
  };
  const auto out = [&](const Expr& x, int64_t n) {  // [b, h, g, p, f] -> bfloat16 [b, n, p, f]
    return convert(reshape(x, {kBatch, n, x.extent(3), kFeatures}), ElementType::kBF16);
  };
  if (forward) {
    const Expr maximum = max(score, {-1});
    const Expr shifted = exponential(score - broadcast(maximum, score.shape(), {0, 1, 2, 3}));
    const Expr total = sum(shifted, {-1});
    const Expr p = shifted / broadcast(total, score.shape(), {0, 1, 2, 3});
    return finish({out(einsum("bhgst,bthe->bhgse", p, v4), heads),
                   reshape(maximum + log(total), rows.shape)});
  }
  const Expr statistics = argument(b, rows), d_out = argument(b, q_type), o = argument(b, q_type);
  const Expr lse = reshape(statistics, {kBatch, kHeads, groups, kQueries});
  const Expr p = exponential(score - broadcast(lse, score.shape(), {0, 1, 2, 3}));
  const Expr d5 = split(d_out);
  const Expr term = einsum("bshgd,bshgd->bhgs", d5, split(o));
  const Expr d_p = einsum("bshge,bthe->bhgst", d5, v4);
  const Expr d_score = p * (d_p - broadcast(term, score.shape(), {0, 1, 2, 3})) * 0.25;
  const auto of_keys = [&](const Expr& x) {
    return reshape(x, {kBatch, kHeads, 1, kKeys, kFeatures});
  };
  return finish({out(einsum("bhgst,bthd->bhgsd", d_score, k4), heads),
                 out(of_keys(einsum("bhgst,bshgd->bhtd", d_score, q5)), kHeads),
                 out(of_keys(einsum("bhgst,bshge->bhte", p, d5)), kHeads)});
}

std::string text_with_calls(const Program& program) {
  CudnnAttention cudnn(program);
  const Program kept = expand_attention(program, [&](const OpView& op) { return cudnn.takes(op); });
  PrintOptions options;
  cudnn.add_calls(kept, options);
  return print(kept, options);
}

// The custom calls become calls of plain functions; the empty workspace goes.
std::string with_plain_functions(std::string text, const AttentionCase& c) {
  const auto replace = [&](const char* from, const char* to) {
    text = std::regex_replace(text, std::regex(from), to);
  };
  replace(R"( \{api_version = 2[^\n]*\]\} : )", " : ");
  replace(R"(:3 = stablehlo.custom_call @__cudnn\$fmhaSoftmax\()", ":2 = call @fmha(");
  replace(R"(:4 = stablehlo.custom_call @__cudnn\$fmhaSoftmaxBackward\()",
          ":3 = call @fmha_backward(");
  replace(", tensor<0xui8>\\)", ")");
  return text.substr(0, text.rfind('}')) + plain_function(c, true) + plain_function(c, false) +
         "}\n";
}

std::vector<Literal> drawn(const Program& program) {
  std::vector<Literal> values;
  uint64_t state = 1;
  for (ValueId v : program.body.arguments) {
    Literal& value = values.emplace_back(Literal::zeros(program.type(v)));
    for (int64_t i = 0; i < value.num_elements(); ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      value.set_from_double(i, static_cast<double>(state >> 40) / (1 << 23) - 1);
    }
  }
  return values;
}

TEST(CudnnAttention, ComputesTheAttentionAndItsGradient) {
  for (const AttentionCase& c : {AttentionCase{"bshd", "bthd", "bthe", "bshe"},
                                 AttentionCase{"bhsd", "bhtd", "bhte", "bshe", 0, true},
                                 AttentionCase{"bsdh", "bhdt", "bteh", "ebhs", 0, true},
                                 AttentionCase{"bshgd", "bthd", "bthe", "bshge", 2, true}}) {
    SCOPED_TRACE(c.query + " " + c.key);
    const Program program = attention_program(c);
    const std::string text = text_with_calls(program);
    ASSERT_NE(text.find("__cudnn$fmhaSoftmaxBackward"), text.npos) << text;
    const Program called = read_stablehlo(with_plain_functions(text, c), "calls.mlir");
    // Exact attention, in float64.
    const std::vector<Literal> arguments = drawn(program);
    std::vector<Literal> wide;
    for (const Literal& a : arguments) wide.push_back(with_floats_as(a, ElementType::kF64));
    const auto expected =
        interpret(with_floats_as(expand_attention(program), ElementType::kF64), wide);
    const auto got = interpret(called, arguments);
    ASSERT_EQ(got.results.size(), expected.results.size());
    for (size_t i = 0; i < got.results.size(); ++i)
      EXPECT_LT(relative_error(got.results[i], expected.results[i]), 0.01) << i;
  }
}

TEST(CudnnAttention, LayersShareFunctions) {
  const AttentionCase c{"bshd", "bthd", "bthe", "bshe"};
  ProgramBuilder b("two");
  const TensorType type{ElementType::kBF16, shape_of("bshd", c)};
  ValueId x = b.argument(type);
  const AttentionAttrs attrs{
      .query = c.query, .key = c.key, .value = c.value, .output = c.output, .mask = {}, .bias = {}};
  for (int i = 0; i < 2; ++i) x = b.add(OpCode::kAttention, {x, x, x}, attrs)[0];
  const std::string text = text_with_calls(std::move(b).finish({x}));
  EXPECT_NE(text.find("func.func private @attention_0"), text.npos);
  EXPECT_EQ(text.find("@attention_1"), text.npos);
}

TEST(CudnnAttention, LeavesWhatCudnnHasNoKernelFor) {
  const auto takes = [](const Program& program) {
    return text_with_calls(program).find("__cudnn") != std::string::npos;
  };
  const AttentionCase plain{"bshd", "bthd", "bthe", "bshe"};
  EXPECT_TRUE(takes(attention_program(plain)));
  EXPECT_FALSE(takes(attention_program(plain, ElementType::kF32)));  // nothing else is bfloat16
  // Keys of one head for all queries; a batch without heads.
  EXPECT_FALSE(takes(attention_program({"bshd", "btd", "bte", "bshe"})));
  EXPECT_FALSE(takes(attention_program({"bsd", "btd", "bte", "bse"})));
  ProgramBuilder b("masked");
  const TensorType type{ElementType::kBF16, shape_of("bshd", plain)};
  const ValueId x = b.argument(type);
  const ValueId mask = b.argument({ElementType::kI1, {kBatch, kKeys}});
  const AttentionAttrs attrs{
      .query = "bshd", .key = "bthd", .value = "bthe", .output = "bshe", .mask = "bt", .bias = {}};
  EXPECT_FALSE(takes(std::move(b).finish({b.add(OpCode::kAttention, {x, x, x, mask}, attrs)[0]})));
}

}  // namespace
}  // namespace motley::tensor
