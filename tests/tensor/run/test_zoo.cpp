// Models of examples/jax/zoo in the styles that people write, with the values that JAX computed:
// their gradients are those that their authors meant.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/reverse.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"
#include "tensor/run/gradient_choice.h"

namespace motley::tensor {
namespace {

const std::string kZoo = MOTLEY_TEST_DATA "/zoo/";

std::vector<std::string> zoo_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kZoo))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::vector<Literal> inputs_of(const Model& model) {
  std::vector<TensorType> types;
  for (const ArgumentSpec& spec : model.signature) types.push_back(spec.type);
  return read_arguments(*model.inputs_file, types);
}

// Loss, gradients and new state that differ from JAX's, by name.
std::vector<std::string> different(const std::vector<Literal>& results,
                                   const std::vector<NamedLiteral>& expected) {
  double scale = 0;
  for (const NamedLiteral& e : expected) {
    if (e.name.find(".grad.") != e.name.npos) scale = std::max(scale, root_mean_square(e.value));
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool is_gradient = expected[i].name.find(".grad.") != std::string::npos;
    const double error =
        relative_error(results[i], expected[i].value, is_gradient ? 1e-2 * scale : 0);
    if (!(error < 2e-5)) names.push_back(expected[i].name);
  }
  return names;
}

// Loss, gradients and new state of a loss with its state.
Program with_state(const Program& loss, const Signature& signature) {
  const std::vector<int> params = arguments_with(signature, Role::kParam);
  const size_t num_state = arguments_with(signature, Role::kState).size();
  Program program = strip_gradient_marks(differentiate(loss, params).program);
  auto& results = program.body.results;
  std::vector<ValueId> ordered = {results[0]};
  ordered.insert(ordered.end(), results.end() - std::ssize(params), results.end());
  ordered.insert(ordered.end(), results.begin() + 1, results.begin() + 1 + num_state);
  results = ordered;
  return simplify(std::move(program));
}

class Zoo : public testing::TestWithParam<std::string> {};

// Those whose gradient rule JAX alone knows; of all others ours is used.
const std::set<std::string> kImported = {"clipped-gradient", "custom-rule",  "from-zero",
                                         "ranking",          "running-peak", "scanned-custom-rule"};

TEST_P(Zoo, HasTheGradientThatItsAuthorMeant) {
  const Model model = read_model(kZoo + GetParam());
  const GradientChoice choice = choose_gradient(model);
  if (model.gradient) {
    const GradientComparison compared = compare_gradients(model);
    EXPECT_EQ(compared.agrees, !kImported.contains(GetParam())) << compared.reason;
    EXPECT_EQ(read_comparison(model)->agrees, compared.agrees);
    EXPECT_EQ(choice.is_imported, !compared.agrees);
    EXPECT_EQ(choice.note.empty(), compared.agrees) << choice.note;
  } else {
    EXPECT_TRUE(GetParam() == "optax-step" || GetParam() == "scaled-step") << GetParam();
    EXPECT_NE(choice.note.find("whole training step"), std::string::npos) << choice.note;
  }

  const auto expected = read_results(kZoo + GetParam() + "/expected.safetensors");
  const auto inputs = inputs_of(model);
  const Program program = with_state(choice.loss, model.signature);
  ASSERT_EQ(program.body.results.size(), expected.size());
  EXPECT_EQ(different(interpret(program, inputs).results, expected), std::vector<std::string>{});
  EXPECT_EQ(different(run_on_cpu(program, inputs, 1), expected), std::vector<std::string>{});
  const Program fused = with_state(recognize_attention(choice.loss), model.signature);
  EXPECT_EQ(different(run_on_cpu(fused, inputs, 1), expected), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(All, Zoo, testing::ValuesIn(zoo_models()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// What loss.mlir shows without its marks: the gradients that users of such models had before.
TEST(ZooWithoutMarks, HasOtherGradients) {
  for (const std::string name : {"lora", "vq", "target-network", "straight-through", "policy",
                                 "scanned-stop", "custom-rule", "clipped-gradient"}) {
    const Model model = read_model(kZoo + name);
    const Program program = with_state(strip_gradient_marks(model.loss), model.signature);
    const auto expected = read_results(kZoo + name + "/expected.safetensors");
    EXPECT_NE(different(interpret(program, inputs_of(model)).results, expected),
              std::vector<std::string>{})
        << name;
  }
}

// A model that is too large to be run has our gradient only if it looks like JAX's. That is no
// proof, which the note says. Loops are compared turn by turn.
TEST(LargeModel, HasOurGradientIfItHasTheSameProducts) {
  const auto choice = [](const std::string& name) {
    Model model = read_model(kZoo + name);
    model.loss = strip_gradient_marks(model.loss);  // as an earlier exporter wrote it
    model.folder = "nowhere";                       // so that no answer is kept
    return choose_gradient(model, 0);
  };
  EXPECT_FALSE(choice("equinox").is_imported);
  EXPECT_NE(choice("equinox").note.find("might not be seen"), std::string::npos);
  EXPECT_FALSE(choice("ssm").is_imported);
  EXPECT_NE(choice("ssm").note.find("might not be seen"), std::string::npos);
  EXPECT_TRUE(choice("lora").is_imported);
  EXPECT_NE(choice("lora").note.find("it is zero for `base/w0`, ours is not"), std::string::npos);
  EXPECT_TRUE(choice("straight-through").is_imported);
  EXPECT_NE(choice("straight-through").note.find("the loss contains stablehlo.round"),
            std::string::npos);
}

}  // namespace
}  // namespace motley::tensor
