#include <gtest/gtest.h>

#include <set>

#include "tensor/element_types.h"
#include "tensor/grad/reverse.h"
#include "tensor/grad/step_structure.h"
#include "tensor/grad/train_step.h"
#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/expr.h"
#include "tensor/large_models.h"

namespace motley::tensor {
namespace {

std::vector<int> all_but_first(int n) {
  std::vector<int> list;
  for (int i = 1; i < n; ++i) list.push_back(i);
  return list;
}

// "3x2 2x5": repeats x ops of each run.
std::string runs_text(const StepStructure& structure) {
  std::string text;
  for (const Run& run : structure.runs) {
    text += fmt::format("{}{}x{}", text.empty() ? "" : " ", run.repeats.size(),
                        run.repeats[0].ops.size());
  }
  return text;
}

// "1+0 1+2": carried + passing values of each cut.
std::string cuts_text(const StepStructure& structure) {
  std::string text;
  for (const Cut& cut : structure.cuts) {
    text += fmt::format("{}{}+{}", text.empty() ? "" : " ", cut.carried.size(), cut.passing.size());
  }
  return text;
}

int num_ops(const StepStructure& structure, Phase phase) {
  return static_cast<int>(std::count_if(structure.ops.begin(), structure.ops.end(),
                                        [&](const OpPlacement& m) { return m.phase == phase; }));
}

// Our own reverse mode knows which forward op each backward op was made for: products agree to the
// op, all else to the repeat. Constants may stand anywhere.
void check_against_reverse_mode(const Program& loss, const StepDescription& description) {
  const Gradient gradient = differentiate(loss, description.params);
  const StepStructure structure = step_structure(gradient.program, description);
  int num_products = 0;
  std::set<ValueId> fixed;
  for (size_t i = 0; i < structure.ops.size(); ++i) {
    const Op& op = gradient.program.body.ops[i];
    if (std::all_of(op.operands.begin(), op.operands.end(),
                    [&](ValueId v) { return fixed.contains(v); })) {
      fixed.insert(op.results.begin(), op.results.end());
      continue;
    }
    if (structure.ops[i].phase != Phase::kBackward) continue;
    const OpPlacement& truth = structure.ops[gradient.forward_of[i].index];
    EXPECT_EQ(structure.ops[i].run, truth.run) << i;
    EXPECT_EQ(structure.ops[i].repeat, truth.repeat) << i;
    if (op.code != OpCode::kDotGeneral && op.code != OpCode::kConvolution) continue;
    ++num_products;
    EXPECT_EQ(structure.ops[i].forward_of, gradient.forward_of[i]) << i;
  }
  EXPECT_GT(num_products, 0);
}

// ---- small Programs --------------------------------------------------------------------------

// The example of structure.h: h = tanh(h w) three times.
Program chain() {
  ProgramBuilder b("chain");
  Expr h = argument(b, {kF32, {5, 4}});
  for (int i = 0; i < 3; ++i) h = tanh(einsum("bi,io->bo", h, argument(b, {kF32, {4, 4}})));
  return std::move(b).finish({sum_all(h).id()});
}

TEST(StepStructure, TellForwardFromBackward) {
  const Program loss = chain();
  const Gradient gradient = differentiate(loss, {1, 2, 3});
  const StepStructure structure = step_structure(gradient.program, {.params = {1, 2, 3}});
  const size_t num_forward = loss.body.ops.size();
  for (size_t i = 0; i < structure.ops.size(); ++i) {
    EXPECT_EQ(structure.ops[i].phase, i < num_forward ? Phase::kForward : Phase::kBackward) << i;
    EXPECT_EQ(structure.ops[i].run == 0, structure.ops[i].repeat >= 0);
  }
  ASSERT_EQ(runs_text(structure), "3x2");
  ASSERT_EQ(cuts_text(structure), "1+0 1+0 1+0");
  for (int p = 0; p < 3; ++p) {
    ASSERT_EQ(structure.params[p].uses.size(), 1u);
    EXPECT_EQ(structure.params[p].gradient, gradient.program.body.results[1 + p]);
    EXPECT_EQ(structure.runs[0].repeats[p].params, std::vector<int>{p});
    EXPECT_EQ(structure.runs[0].repeats[p].ops[0], structure.params[p].uses[0]);
    EXPECT_EQ(structure.cuts[p].carried[0],
              gradient.program.body.ops[structure.runs[0].repeats[p].ops[1].index].results[0]);
  }
}

TEST(StepStructure, ALossAloneIsForward) {
  const StepStructure structure = step_structure(chain(), {.params = {1, 2, 3}});
  EXPECT_EQ(num_ops(structure, Phase::kForward), int(structure.ops.size()));
  EXPECT_FALSE(structure.params[0].gradient.valid());
  EXPECT_EQ(runs_text(structure), "3x2");
}

TEST(StepStructure, FindWhatIsUnused) {
  ProgramBuilder b("unused");
  const Expr x = argument(b, {kF32, {4}}), w = argument(b, {kF32, {4}});
  const Expr nobody = exponential(w);
  const Program p = std::move(b).finish({sum_all(x * w).id(), x.id()});
  const StepStructure structure = step_structure(p, {.params = {1}});
  EXPECT_EQ(num_ops(structure, Phase::kUnused), 1);
  EXPECT_EQ(structure.params[0].gradient, x.id());
  (void)nobody;
}

TEST(StepStructure, ATiedParameterIsOneWithTwoUses) {
  ProgramBuilder b("tied");
  const Expr ids = argument(b, {ElementType::kI32, {5}}), table = argument(b, {kF32, {7, 4}});
  const Expr w = argument(b, {kF32, {4, 4}});
  const Expr h = tanh(einsum("bi,io->bo", take_rows(table, ids), w));
  const Expr logits = einsum("bi,vi->bv", h, table);
  const Program loss = std::move(b).finish({sum_all(logits * logits).id()});
  const StepStructure structure = step_structure(loss, {.params = {1, 2}});
  ASSERT_EQ(structure.params[0].uses.size(), 2u);
  EXPECT_EQ(structure.params[1].uses.size(), 1u);
  check_against_reverse_mode(loss, {.params = {1, 2}});
}

TEST(StepStructure, AParameterSharedByAllLayersMakesNoRun) {
  ProgramBuilder b("shared");
  Expr h = argument(b, {kF32, {5, 4}});
  const Expr w = argument(b, {kF32, {4, 4}});
  for (int i = 0; i < 3; ++i) h = tanh(einsum("bi,io->bo", h, w));
  const Program loss = std::move(b).finish({sum_all(h).id()});
  const StepStructure structure = step_structure(loss, {.params = {1}});
  EXPECT_EQ(structure.params[0].uses.size(), 3u);
  EXPECT_TRUE(structure.runs.empty());
  check_against_reverse_mode(loss, {.params = {1}});
}

TEST(StepStructure, ParallelProductsMakeNoRun) {
  ProgramBuilder b("parallel");
  const Expr x = argument(b, {kF32, {5, 4}});
  Expr total = full(b, {kF32, {}}, 0);
  std::vector<Expr> products;
  for (int i = 0; i < 3; ++i) {
    products.push_back(einsum("bi,io->bo", x, argument(b, {kF32, {4, 4}})));
  }
  for (Expr y : products) total = total + sum_all(y * y);
  const StepStructure structure =
      step_structure(std::move(b).finish({total.id()}), {.params = {1, 2, 3}});
  EXPECT_TRUE(structure.runs.empty());
}

// Two layers down, one below, two up; what goes in on the way down is added on the way up.
TEST(StepStructure, SkipsOfAUNetPassSeveralCuts) {
  ProgramBuilder b("unet");
  Expr h = argument(b, {kF32, {4, 8}});
  int num_arguments = 1;
  const auto layers = [&](int n, int64_t width) {
    for (int i = 0; i < n; ++i, ++num_arguments) {
      h = tanh(einsum("bi,io->bo", h, argument(b, {kF32, {width, width}})));
    }
  };
  const auto resize = [&](int64_t from, int64_t to) {
    ++num_arguments;
    h = einsum("bi,io->bo", h, argument(b, {kF32, {from, to}}));
  };
  layers(3, 8);
  const Expr wide = h;
  resize(8, 4);
  layers(3, 4);
  const Expr narrow = h;
  resize(4, 2);
  layers(3, 2);
  resize(2, 4);
  h = h + narrow;
  layers(3, 4);
  resize(4, 8);
  h = h + wide;
  layers(3, 8);
  const Program loss = std::move(b).finish({sum_all(h).id()});
  const StepStructure structure = step_structure(loss, {.params = all_but_first(num_arguments)});
  EXPECT_EQ(runs_text(structure), "3x2 3x2 3x2 3x2 3x2");
  EXPECT_EQ(cuts_text(structure),
            "1+0 1+0 0+1 "
            "1+1 1+1 1+1 0+2 "
            "1+2 1+2 1+2 1+2 "
            "1+1 1+1 1+1 1+1 "
            "1+0 1+0 1+0 1+0");
  EXPECT_EQ(structure.cuts[4].passing, std::vector<ValueId>{wide.id()});
  EXPECT_EQ(structure.cuts[8].passing, (std::vector<ValueId>{wide.id(), narrow.id()}));
  check_against_reverse_mode(loss, {.params = all_but_first(num_arguments)});
}

// One layer a level: nothing repeats, but all wait for each layer.
TEST(StepStructure, CutsNeedNoRepeats) {
  ProgramBuilder b("steps");
  Expr h = argument(b, {kF32, {4, 8}});
  std::vector<Expr> skips;
  const auto layer = [&](int64_t to) {
    h = tanh(einsum("bi,io->bo", h, argument(b, {kF32, {h.extent(1), to}})));
  };
  for (int64_t width : {7, 6, 5}) {
    layer(width);
    skips.push_back(h);
  }
  for (int64_t width : {4, 5, 6, 7}) {
    layer(width);
    if (width > 4) h = h + skips[7 - width];
  }
  const StepStructure structure =
      step_structure(std::move(b).finish({sum_all(h).id()}), {.params = all_but_first(8)});
  EXPECT_TRUE(structure.runs.empty());
  EXPECT_EQ(cuts_text(structure), "0+1 0+2 0+3 1+3 1+2 1+1");
}

// Residual layers of unlike widths with a light projection beside each, and a time embedding that
// is projected in each: neither is waited for by all others.
TEST(StepStructure, LightProductsBesideTheOthersDoNotPreventCuts) {
  ProgramBuilder b("conditioned");
  Expr h = argument(b, {kF32, {4, 64}});
  const Expr time = argument(b, {kF32, {4, 2}});
  int num_arguments = 2;
  const auto product = [&](const Expr& x, int64_t to) {
    ++num_arguments;
    return einsum("bi,io->bo", x, argument(b, {kF32, {x.extent(1), to}}));
  };
  const Expr embedding = tanh(product(time, 2));
  for (int64_t width : {64, 60, 56}) {
    const Expr low = product(h, 1);
    const Expr inner = tanh(product(h, 64) + product(embedding, 64));
    h = product(inner, width) + product(low, width);
  }
  std::vector<int> params = all_but_first(num_arguments);
  params.erase(params.begin());  // the time
  const StepStructure structure =
      step_structure(std::move(b).finish({sum_all(h).id()}), {.params = params});
  EXPECT_TRUE(structure.runs.empty());
  EXPECT_GE(structure.cuts.size(), 4u);
}

// Decoder layers each read the encoder's result.
TEST(StepStructure, CrossAttentionReadsAPassingValue) {
  ProgramBuilder b("cross");
  const Expr x = argument(b, {kF32, {5, 4}}), y = argument(b, {kF32, {5, 4}});
  const TensorType weight{kF32, {4, 4}};
  Expr e = x;
  for (int i = 0; i < 4; ++i) e = tanh(einsum("bi,io->bo", e, argument(b, weight)));
  Expr h = einsum("bi,io->bo", y, argument(b, weight));
  for (int i = 0; i < 3; ++i) {
    const Expr q = einsum("bi,io->bo", h, argument(b, weight));
    const Expr k = einsum("bi,io->bo", e, argument(b, weight));
    h = h + logistic(q * k);
  }
  const Program loss = std::move(b).finish({sum_all(h).id()});
  StepDescription description;
  for (int i = 2; i < 13; ++i) description.params.push_back(i);
  const StepStructure structure = step_structure(loss, description);
  EXPECT_EQ(runs_text(structure), "4x2 3x5");
  EXPECT_EQ(cuts_text(structure), "1+0 1+0 1+0 0+1 1+1 1+1 1+1 1+0");
  EXPECT_EQ(structure.cuts[5].passing, std::vector<ValueId>{e.id()});
  check_against_reverse_mode(loss, description);
}

// A first layer unlike the others, and a mask made anew in each.
TEST(StepStructure, FoldWhatIsComputedFromConstantsAlone) {
  ProgramBuilder b("masked");
  const Expr x = argument(b, {kF32, {4, 6}});
  Expr h = einsum("bi,io->bo", x, argument(b, {kF32, {6, 4}}));
  for (int i = 0; i < 4; ++i) {
    const Expr mask = compare(iota(b, {kF32, {4, 4}}, 0), CompareDirection::kGe, 1);
    const Expr y = einsum("bi,io->bo", h, argument(b, {kF32, {4, 4}}));
    h = h + select(mask, y, zeros_like(y));
  }
  const StepStructure structure =
      step_structure(std::move(b).finish({sum_all(h).id()}), {.params = all_but_first(6)});
  EXPECT_EQ(runs_text(structure), "4x3");
  EXPECT_EQ(cuts_text(structure), "1+0 1+0 1+0 1+0 1+0");
}

// ---- training steps --------------------------------------------------------------------------

std::vector<LossArgument> described(const Signature& signature) {
  std::vector<LossArgument> list;
  for (const ArgumentSpec& a : signature) list.push_back({a.role == Role::kParam, a.name});
  return list;
}

StepDescription params_of(const Signature& signature) {
  StepDescription description;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role == Role::kParam) description.params.push_back(static_cast<int>(i));
  }
  return description;
}

class StepsOf : public testing::TestWithParam<const char*> {};

TEST_P(StepsOf, FindTheGradientsThatTheStepWasMadeWith) {
  for (const char* name : {"mlp", "gpt-tiny", "resnet-tiny"}) {
    const Model model = read_model(std::string(MOTLEY_TEST_DATA "/models/") + name);
    const TrainStep step = train_step(model.loss, described(model.signature),
                                      {.optimizer = Optimizer::parse(GetParam())});
    StepDescription description{.results = ResultsAre::kUpdatedParams};
    for (int i = 0; i < step.num_params; ++i) description.params.push_back(i);
    const StepStructure structure = step_structure(step.program, description);
    for (int i = 0; i < step.num_params; ++i) {
      EXPECT_EQ(structure.params[i].gradient, step.gradients[i]) << name << " " << i;
    }
    EXPECT_EQ(runs_text(structure),
              runs_text(step_structure(model.loss, params_of(model.signature))));
    // The update begins behind the gradients: no op of it stands before them.
    const size_t num_gradient_ops =
        differentiate(model.loss, params_of(model.signature).params).program.body.ops.size();
    for (size_t i = 0; i < structure.ops.size(); ++i) {
      EXPECT_EQ(structure.ops[i].phase == Phase::kUpdate,
                i >= num_gradient_ops && structure.ops[i].phase != Phase::kUnused);
    }
    // What leads to one parameter's new value alone says so and stands with the parameter's ops.
    std::vector<int> num_updates(step.num_params);
    for (const OpPlacement& mark : structure.ops) {
      if (mark.phase != Phase::kUpdate || mark.parameter < 0) continue;
      ++num_updates[mark.parameter];
      const OpPlacement& use = structure.ops[structure.params[mark.parameter].uses[0].index];
      if (structure.params[mark.parameter].uses.size() > 1) continue;
      EXPECT_EQ(mark.run, use.run);
      EXPECT_EQ(mark.repeat, use.repeat);
    }
    for (int n : num_updates) EXPECT_GE(n, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(All, StepsOf,
                         testing::Values("sgd", "sgd:weight_decay=0.1", "momentum", "adam",
                                         "adamw:clip=1.0", "sgd:clip=1.0"));

TEST(StepStructure, MicrobatchesAreCopiesWithTheSameParameters) {
  const Program loss = chain();
  const TrainStep step = train_step(loss, {{false, "x"}, {true, "w0"}, {true, "w1"}, {true, "w2"}},
                                    {.optimizer = Optimizer::parse("sgd"), .num_microbatches = 2});
  const StepStructure structure =
      step_structure(step.program, {.params = {0, 1, 2}, .results = ResultsAre::kUpdatedParams});
  EXPECT_EQ(runs_text(structure), "3x2 3x2");
  EXPECT_EQ(structure.params[0].uses.size(), 2u);
}

// ---- models ----------------------------------------------------------------------------------

// Values made by backward ops of one repeat and read by backward ops of the one before it.
std::set<ValueId> crossing_gradients(const Program& program, const StepStructure& structure,
                                     int run, int repeat) {
  const auto is_in = [&](size_t op, int r) {
    const OpPlacement& mark = structure.ops[op];
    return mark.phase == Phase::kBackward && mark.run == run && mark.repeat == r;
  };
  std::set<ValueId> made, crossing;
  for (size_t i = 0; i < structure.ops.size(); ++i) {
    const Op& op = program.body.ops[i];
    if (is_in(i, repeat)) made.insert(op.results.begin(), op.results.end());
    if (!is_in(i, repeat - 1)) continue;
    for (ValueId v : op.operands) {
      if (made.contains(v)) crossing.insert(v);
    }
  }
  return crossing;
}

// One run per entry of `num_repeats`; one value crosses each cut, and its gradient back.
void check_layers(const std::string& folder, const std::vector<int>& num_repeats) {
  const StepDescription description = params_of(read_signature(folder + "signature.json"));
  for (const char* file : {"loss.mlir", "grad.mlir"}) {
    const Program program = read_stablehlo_file(folder + file);
    const StepStructure structure = step_structure(program, description);
    for (const Cut& cut : structure.cuts) {
      EXPECT_EQ(cut.carried.size(), 1u);
      EXPECT_EQ(cut.passing.size(), 0u);
    }
    ASSERT_EQ(structure.runs.size(), num_repeats.size()) << file;
    for (size_t run = 0; run < structure.runs.size(); ++run) {
      const std::vector<Repeat>& repeats = structure.runs[run].repeats;
      ASSERT_EQ(int(repeats.size()), num_repeats[run]) << file;
      std::vector<int> num_backward(repeats.size());
      for (const OpPlacement& mark : structure.ops) {
        if (mark.phase == Phase::kBackward && mark.run == int(run)) ++num_backward[mark.repeat];
      }
      for (size_t r = 0; r < repeats.size(); ++r) {
        EXPECT_EQ(repeats[r].ops.size(), repeats[0].ops.size());
        EXPECT_EQ(repeats[r].params.size(), repeats[0].params.size());
        EXPECT_EQ(num_backward[r], num_backward[0]) << r;
        if (r == 0 || num_backward[0] == 0) continue;
        EXPECT_EQ(crossing_gradients(program, structure, run, r).size(), 1u) << r;
      }
    }
  }
}

TEST(StepStructure, FindTheLayersOfSmallModels) {
  check_layers(MOTLEY_TEST_DATA "/models/gpt-tiny/", {2});
  check_layers(MOTLEY_TEST_DATA "/models/bert-tiny/", {2});
  check_layers(MOTLEY_TEST_DATA "/models/vit-tiny/", {2});
}

struct LargeModel {
  const char* name;
  std::vector<int> num_repeats;
};

class LargeModels : public testing::TestWithParam<LargeModel> {};

TEST_P(LargeModels, HaveEqualLayers) {
  MOTLEY_NEEDS_LARGE_MODELS();
  check_layers(large_model(GetParam().name), GetParam().num_repeats);
}

INSTANTIATE_TEST_SUITE_P(
    All, LargeModels,
    testing::Values(LargeModel{"gpt2-xl", {48}}, LargeModel{"gpt2-small", {12}},
                    LargeModel{"bert-base", {12}}, LargeModel{"bert-large", {24}},
                    LargeModel{"bert-moe", {6}},  // a dense layer and an expert layer
                    LargeModel{"vit-base", {12}}, LargeModel{"resnet50", {2, 3, 5, 2}},
                    LargeModel{"vgg19", {3, 3, 4}}),
    [](const auto& info) {
      std::string name = info.param.name;
      std::erase(name, '-');
      return name;
    });

TEST(StepStructure, RefuseResultsThatAreNoGradients_error) {
  ProgramBuilder b("f");
  const Expr w = argument(b, {kF32, {4}});
  const Program p = std::move(b).finish({sum_all(w).id(), sum_all(w * w).id()});
  try {
    step_structure(p, {.params = {0}});
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(),
                 "a step must return the loss, then one tensor per parameter: result 1 is "
                 "tensor<f32>, not tensor<4xf32>");
  }
}

TEST(StepStructure, AgreeWithReverseModeOnModels) {
  for (const char* name :
       {"mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny", "resnet-tiny", "vgg-tiny", "vit-tiny"}) {
    SCOPED_TRACE(name);
    const Model model = read_model(std::string(MOTLEY_TEST_DATA "/models/") + name);
    check_against_reverse_mode(model.loss, params_of(model.signature));
  }
}

}  // namespace
}  // namespace motley::tensor
