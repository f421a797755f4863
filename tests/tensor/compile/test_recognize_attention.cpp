#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tensor/compile/compiled_program.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/element_types.h"
#include "tensor/grad/reverse.h"
#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/attention.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/precision.h"
#include "tensor/ir/printer.h"
#include "tensor/large_models.h"
#include "tensor/models/models.h"
#include "tensor/passes/expand_attention.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

std::vector<const Op*> attentions(const Program& program) {
  std::vector<const Op*> found;
  for (const Op& op : program.body.ops) {
    if (op.code == OpCode::kAttention) found.push_back(&op);
  }
  return found;
}

// Floats in (-1, 1), integers in [0, 7], truth values.
std::vector<Literal> draw_arguments(const Program& program) {
  std::mt19937_64 random(5);
  std::vector<Literal> arguments;
  for (ValueId v : program.body.arguments) {
    Literal& literal = arguments.emplace_back(Literal::zeros(program.type(v)));
    const ElementType element = literal.element();
    for (int64_t i = 0; i < literal.num_elements(); ++i) {
      const double x = std::uniform_real_distribution<double>(-1, 1)(random);
      literal.set_from_double(i, is_float(element)  ? x
                                 : is_bool(element) ? (x < 0 ? 0 : 1)
                                                    : std::floor(std::fabs(x) * 7));
    }
  }
  return arguments;
}

// Loss and gradients of all float arguments, before and after, and with attention written out
// again, in f64.
void expect_same_computation(const Program& before, const Program& after) {
  std::vector<int> wanted;
  for (size_t i = 0; i < before.body.arguments.size(); ++i) {
    if (is_float(before.type(before.body.arguments[i]).element))
      wanted.push_back(static_cast<int>(i));
  }
  const Program wide = with_floats_as(before, kF64), fused = with_floats_as(after, kF64);
  const std::vector<Literal> arguments = draw_arguments(wide);
  const auto want = interpret(differentiate(wide, wanted).program, arguments).results;
  const Program gradient = differentiate(fused, wanted).program;
  const Program expanded = expand_attention(gradient);
  verify(expanded);
  EXPECT_TRUE(std::ranges::none_of(expanded.body.ops, [](const Op& op) {
    return op.code == OpCode::kAttention || op.code == OpCode::kAttentionGradient;
  }));
  for (const Program& each : {gradient, expanded}) {
    const auto got = interpret(each, arguments).results;
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_LT(relative_error(got[i], want[i]), 1e-10) << "result " << i;
  }
}

void expect_round_trip(const Program& program) {
  EXPECT_TRUE(read_stablehlo(print(program), "printed") == program) << print(program);
}

// Whatever the order of dimensions in which attention was written, there are kernels for it and for
// its gradient.
void expect_kernels(const Program& program) {
  const CompiledProgram compiled = compile(program, {});
  for (const KernelStep& step : compiled.steps) {
    if (step.op < 0 || !is_attention(compiled.program.body.ops[step.op].code)) continue;
    EXPECT_NE(step.kernel.name, "reference") << print(program);
  }
}

// --- Models ----------------------------------------------------------------------------------

struct ModelCase {
  std::string text;  // of a built-in model, or a folder of tests/data/models
  size_t attentions = 0;
};

Program loss_of(const std::string& text) {
  const std::string folder = MOTLEY_TEST_DATA "/models/" + text;
  return is_built_in(text) ? build_model(text).loss : read_model(folder).loss;
}

class RecognizeInModels : public testing::TestWithParam<ModelCase> {};

TEST_P(RecognizeInModels, EveryAttentionAndNothingElse) {
  const Program loss = loss_of(GetParam().text);
  const Program fused = recognize_attention(loss);
  EXPECT_EQ(first_fault(fused), "");
  EXPECT_EQ(attentions(fused).size(), GetParam().attentions);
  if (GetParam().attentions == 0) {
    EXPECT_TRUE(fused == loss);
    return;
  }
  for (const Op* op : attentions(fused)) EXPECT_FALSE(op->get<AttentionAttrs>().mask);
  expect_same_computation(loss, fused);
  expect_round_trip(fused);
}

INSTANTIATE_TEST_SUITE_P(
    All, RecognizeInModels,
    testing::Values(
        ModelCase{"gpt-tiny", 2}, ModelCase{"bert-tiny", 2}, ModelCase{"bert-moe-tiny", 2},
        ModelCase{"vit-tiny", 2}, ModelCase{"mlp", 0}, ModelCase{"resnet-tiny", 0},
        ModelCase{"vgg-tiny", 0},
        ModelCase{"gpt:layers=3,hidden=16,heads=2,seq=6,vocab=16,batch=2", 3},
        ModelCase{"bert:layers=2,hidden=16,heads=2,seq=6,vocab=16,batch=2", 2},
        ModelCase{"bert-moe:layers=2,hidden=16,heads=2,seq=4,vocab=16,batch=2,experts=4,top=1", 2},
        ModelCase{"vit:layers=2,hidden=16,heads=2,patch=4,image=8,classes=10,batch=2", 2},
        ModelCase{"llama:layers=2,hidden=16,heads=4,kv_heads=2,seq=6,vocab=16,batch=2", 2},
        ModelCase{"t5:layers=2,hidden=16,heads=2,seq=6,targets=5,vocab=16,batch=2", 6},
        ModelCase{"dlrm:rows=20x30,batch=2", 0}, ModelCase{"unet:levels=2,width=4,image=8", 0}),
    [](const auto& info) {
      std::string name = info.param.text + "_" + std::to_string(info.index);
      std::replace_if(
          name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
      return name;
    });

// Counts alone: the models are too large to run.
TEST(RecognizeAttention, FindsEveryLayerOfTheLargeModels) {
  MOTLEY_NEEDS_LARGE_MODELS();
  for (const auto& [name, count] : std::vector<std::pair<std::string, size_t>>{{"gpt2-small", 12},
                                                                               {"gpt2-xl", 48},
                                                                               {"bert-base", 12},
                                                                               {"bert-large", 24},
                                                                               {"bert-moe", 12},
                                                                               {"vit-base", 12},
                                                                               {"resnet50", 0},
                                                                               {"vgg19", 0}}) {
    const Program fused = recognize_attention(read_stablehlo_file(large_model(name) + "loss.mlir"));
    EXPECT_EQ(attentions(fused).size(), count) << name;
    for (const Op* op : attentions(fused)) {
      EXPECT_FALSE(op->get<AttentionAttrs>().mask) << name;
      EXPECT_EQ(op->get<AttentionAttrs>().causal, name.starts_with("gpt")) << name;
    }
  }
}

TEST(RecognizeAttention, SeesThatGptIsCausalAndLlamaGrouped) {
  const Program gpt = recognize_attention(loss_of("gpt-tiny"));
  const auto& a = attentions(gpt)[0]->get<AttentionAttrs>();
  EXPECT_TRUE(a.causal);
  EXPECT_EQ(a.query_offset, 0);
  EXPECT_EQ(a.fill, -1e9);
  EXPECT_EQ(a.query, "bshd");  // without the transposes that JAX prints
  EXPECT_EQ(a.output, "bshe");
  const Program llama =
      recognize_attention(loss_of("llama:layers=1,hidden=16,heads=4,kv_heads=2,seq=6,vocab=16"));
  EXPECT_TRUE(attentions(llama)[0]->get<AttentionAttrs>().causal);
  EXPECT_EQ(attentions(llama)[0]->get<AttentionAttrs>().query.size(), 5u);
  EXPECT_EQ(attentions(llama)[0]->get<AttentionAttrs>().key.size(), 4u);
}

// --- Forms -----------------------------------------------------------------------------------

// Two heads of batch 2, 3 queries, 4 keys, 5 features, 3 of the values.
struct Written {
  ProgramBuilder b{"form"};
  Expr q = argument(b, {kF32, {2, 2, 3, 5}}), k = argument(b, {kF32, {2, 2, 4, 5}}),
       v = argument(b, {kF32, {2, 2, 4, 3}}), bias = argument(b, {kF32, {2, 3, 4}}),
       mask = argument(b, {ElementType::kI1, {2, 1, 1, 4}});

  Expr scores() { return einsum("bhsd,bhtd->bhst", q, k); }
  static Expr softmax(Expr x) {
    const Expr e = exponential(x - max_keep(x, {-1}));
    return e / sum_keep(e, {-1});
  }
  Expr seen(Expr x, Expr where, double fill) {
    return select(broadcast_to(where, x.shape()), x, full_like(x, fill));
  }
  Expr positions(int64_t dim) { return iota(b, {ElementType::kI32, {3, 4}}, dim); }
  Expr output(Expr weights) { return einsum("bhst,bhte->bhse", weights, v); }
  Program finish(Expr output) {
    const Expr weights = constant(b, [&] {
      Literal w = Literal::zeros(output.type());
      for (int64_t i = 0; i < w.num_elements(); ++i) w.set_float(i, std::sin(i + 1.0));
      return w;
    }());
    return std::move(b).finish({sum_all(output * weights).id()});
  }
};

struct Form {
  std::string name;
  Expr (*output)(Written& w);
  bool recognized = true;
};

class RecognizeForms : public testing::TestWithParam<Form> {};

TEST_P(RecognizeForms, ExactlyOrNotAtAll) {
  Written w;
  const Program program = w.finish(GetParam().output(w));
  const Program fused = recognize_attention(program);
  EXPECT_EQ(first_fault(fused), "");
  EXPECT_EQ(attentions(fused).size(), GetParam().recognized ? 1u : 0u) << print(fused);
  expect_same_computation(program, fused);
  expect_round_trip(fused);
  const Program gradient = differentiate(fused, {0, 1, 2, 3}).program;
  expect_round_trip(gradient);
  expect_kernels(fused);
  expect_kernels(gradient);
}

constexpr double kInf = std::numeric_limits<double>::infinity();
using W = Written;
using enum CompareDirection;

INSTANTIATE_TEST_SUITE_P(
    Matched, RecognizeForms,
    testing::Values(
        Form{"plain", [](W& w) { return w.output(W::softmax(w.scores())); }},
        Form{"multiplied", [](W& w) { return w.output(W::softmax(0.3 * w.scores())); }},
        Form{"divided", [](W& w) { return w.output(W::softmax(w.scores() / 3)); }},
        Form{"factor_on_q",
             [](W& w) {
               w.q = transpose(w.q * 0.3, {0, 2, 1, 3});
               return w.output(W::softmax(einsum("bshd,bhtd->bhst", w.q, w.k)));
             }},
        Form{"keys_first",
             [](W& w) {
               const Expr s = einsum("bhtd,bhsd->bhts", w.k, w.q);
               return w.output(W::softmax(transpose(s, {0, 1, 3, 2})));
             }},
        Form{"values_first",
             [](W& w) { return einsum("bhte,bhst->bhes", w.v, W::softmax(w.scores())); }},
        Form{"queries_last",
             [](W& w) {
               const Expr s = einsum("bhtd,bhsd->bhts", w.k, w.q);
               const Expr e = exponential(s - max_keep(s, {2}));
               return einsum("bhts,bhte->bhse", e / sum_keep(e, {2}), w.v);
             }},
        Form{"transposed_after",
             [](W& w) {
               return transpose(w.output(W::softmax(w.scores())), {2, 0, 3, 1});
             }},
        Form{"bounded_maximum",
             [](W& w) {
               const Expr s = w.scores(), m = maximum(max(s, {-1}), -kInf);
               const Expr e = exponential(s - broadcast(m, s.shape(), {0, 1, 2}));
               return w.output(e / sum_keep(e, {-1}));
             }},
        Form{"padding_mask",
             [](W& w) { return w.output(W::softmax(w.seen(w.scores(), w.mask, -1e9))); }},
        Form{"mask_then_factor",
             [](W& w) { return w.output(W::softmax(0.5 * w.seen(w.scores(), w.mask, -40))); }},
        Form{"mask_the_other_way",
             [](W& w) {
               const Expr s = w.scores(), fill = full_like(s, -3);
               return w.output(W::softmax(select(broadcast_to(w.mask, s.shape()), fill, s)));
             }},
        Form{"bias", [](W& w) { return w.output(W::softmax(w.scores() * 0.5 + w.bias)); }},
        Form{"bias_first", [](W& w) { return w.output(W::softmax(w.bias + w.scores())); }},
        Form{"bias_and_mask",
             [](W& w) { return w.output(W::softmax(w.seen(w.scores() + w.bias, w.mask, -1e9))); }},
        Form{"additive_mask",
             [](W& w) {
               const Expr m = (convert(w.mask, kF32) - 1.0) * 1e4;
               return w.output(W::softmax(w.scores() + m));
             }},
        Form{"causal",
             [](W& w) {
               const Expr c = compare(w.positions(0), kGe, w.positions(1));
               return w.output(W::softmax(w.seen(w.scores(), c, -kInf)));
             }},
        Form{"causal_with_offset",
             [](W& w) {
               const Expr c = compare(w.positions(1) - 2, kLt, w.positions(0));
               return w.output(W::softmax(w.seen(w.scores(), c, -kInf)));
             }},
        Form{"causal_and_padding",
             [](W& w) {
               const Expr c = compare(w.positions(0), kGe, w.positions(1));
               const Shape all{2, 2, 3, 4};
               const Expr both =
                   emit(OpCode::kAnd, {broadcast_to(c, all), broadcast_to(w.mask, all)});
               return w.output(W::softmax(w.seen(w.scores(), both, -2)));
             }},
        Form{"anticausal",
             [](W& w) {
               const Expr c = compare(w.positions(0), kLe, w.positions(1));
               return w.output(W::softmax(w.seen(w.scores(), c, -1e9)));
             }},
        Form{"fully_masked_rows",
             [](W& w) {
               const Expr none = compare(w.positions(0), kGt, w.positions(1));
               return w.output(W::softmax(w.seen(w.scores(), none, -1e9)));
             }},
        Form{"one_row_of_infinities",
             [](W& w) {
               const Expr none = compare(w.positions(0), kGt, w.positions(1));
               return w.output(W::softmax(w.seen(w.scores(), none, -kInf)));
             }}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    NotMatched, RecognizeForms,
    testing::Values(
        Form{"scores_used_again",
             [](W& w) {
               const Expr s = w.scores();
               return w.output(W::softmax(s * 2)) + sum_all(s);
             },
             false},
        Form{"weights_used_again",
             [](W& w) {
               const Expr p = W::softmax(w.scores());
               return w.output(p) + sum_all(p * p);
             },
             false},
        Form{"maximum_used_again",
             [](W& w) {
               const Expr s = w.scores(), m = max_keep(s, {-1}), e = exponential(s - m);
               return w.output(e / sum_keep(e, {-1})) + m;
             },
             false},
        Form{"sum_used_again",
             [](W& w) {
               const Expr s = w.scores(), e = exponential(s - max_keep(s, {-1})),
                          t = sum_keep(e, {-1});
               return w.output(e / t) + t;
             },
             false},
        Form{"softmax_over_queries",
             [](W& w) {
               const Expr s = w.scores(), e = exponential(s - max_keep(s, {2}));
               return w.output(e / sum_keep(e, {2}));
             },
             false},
        Form{"two_masks",
             [](W& w) {
               const Expr other = compare(w.bias, kGt, 0.0);
               return w.output(W::softmax(w.seen(w.seen(w.scores(), w.mask, -1e9), other, -1e9)));
             },
             false},
        Form{"two_fills",
             [](W& w) {
               const Expr c = compare(w.positions(0), kGe, w.positions(1));
               return w.output(W::softmax(w.seen(w.seen(w.scores(), w.mask, -5), c, -7)));
             },
             false},
        Form{"bias_after_the_mask",
             [](W& w) { return w.output(W::softmax(w.seen(w.scores(), w.mask, -5) + w.bias)); },
             false},
        Form{"factor_after_the_bias",
             [](W& w) { return w.output(W::softmax((w.scores() + w.bias) * 0.5)); }, false},
        Form{"no_product",
             [](W& w) {
               return w.output(W::softmax(broadcast_to(w.bias, {2, 2, 3, 4})));
             },
             false}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace motley::tensor
