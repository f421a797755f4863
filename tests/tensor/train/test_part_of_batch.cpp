// Micro-batches of model folders: the batch of a loss as JAX prints it, cut.
#include <gtest/gtest.h>

#include "tensor/ir/precision.h"
#include "tensor/model_test_name.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/verify.h"
#include "tensor/step/model_step.h"

namespace motley::tensor {
namespace {

LoadedModel zoo(const std::string& name) { return load_model(MOTLEY_TEST_DATA "/zoo/" + name); }

// On the folder's own inputs.
std::vector<Literal> arguments_of(const ModelStep& step) {
  std::vector<TensorType> types;
  for (const ArgumentSpec& spec : step.model.signature) types.push_back(spec.type);
  const std::vector<Literal> inputs = read_arguments(*step.model.inputs_file, types);
  std::vector<Literal> arguments;
  for (const StepArgument& a : step.step.arguments) {
    arguments.push_back(a.loss_argument >= 0 ? row_of(a, inputs[a.loss_argument])
                                             : Literal::zeros(a.type));
    if (a.role == StepRole::kSetting) arguments.back().set_from_double(0, 0.01);
  }
  return arguments;
}

class CutBatch : public testing::TestWithParam<std::string> {};

// Loss, updated parameters and new state of the step in one part and in several.
TEST_P(CutBatch, IsTheSameStep) {
  const LoadedModel model = zoo(GetParam());
  ASSERT_TRUE(model.adjustable_batch);
  const auto whole = build_step(model, {.optimizer = "sgd"});
  for (int64_t count : {int64_t{2}, *model.adjustable_batch}) {
    const MicrobatchOptions asked{.microbatches = count};
    const Microbatches microbatches = microbatches_of(asked, model);
    ASSERT_EQ(microbatches.note, "");
    const auto cut = build_step(model, {.optimizer = "sgd", .microbatches = microbatches});
    EXPECT_EQ(cut->samples_per_step(), whole->samples_per_step());
    EXPECT_LT(
        cut->microbatch.program.type(cut->microbatch.program.body.arguments.back()).num_elements(),
        model.program.type(model.program.body.arguments.back()).num_elements());
    const VerifyResult result = verify_results(
        whole->step, arguments_of(*whole), {.tolerance = 1e-7}, [&](const auto& arguments) {
          return interpret(with_floats_as(cut->step.program, ElementType::kF64), arguments).results;
        });
    EXPECT_TRUE(result.ok) << count << ": " << result.worst << " " << result.max_relative_error;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CutBatch,
                         testing::Values("attention", "checkpointed-layers", "clipped-gradient",
                                         "custom-rule", "equinox", "from-zero", "gradient-penalty",
                                         "lora", "lora-frozen", "masked-mean", "meta-learning",
                                         "moving-average", "physics-informed", "policy", "ranking",
                                         "recurrent", "scanned-custom-rule", "scanned-stop",
                                         "straight-through", "target-network", "vq"),
                         test_name);

std::string note_of(const std::string& name, int64_t count) {
  const MicrobatchOptions asked{.microbatches = count};
  return microbatches_of(asked, zoo(name)).note;
}

TEST(CutBatch, IsRefusedWhereSamplesAreNotAlike) {
  EXPECT_NE(note_of("dropout", 2)
                .find("cannot be cut into 2 micro-batches: its first dimension is "
                      "no batch in `key`; --microbatches 2 is taken as"),
            std::string::npos)
      << note_of("dropout", 2);
  EXPECT_NE(note_of("masked-mean", 3).find("it has 8 samples"), std::string::npos);
  // Every sample its own random numbers, from a key in the state.
  EXPECT_NE(note_of("dropout-state", 2).find("positions of samples"), std::string::npos)
      << note_of("dropout-state", 2);
}

}  // namespace
}  // namespace motley::tensor
