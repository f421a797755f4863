// What step_structure finds in models of known shape.
#include <gtest/gtest.h>

#include "tensor/grad/reverse.h"
#include "tensor/grad/step_structure.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

struct Marked {
  BuiltModel model;
  StepStructure structure;  // of the loss and its gradients

  explicit Marked(const std::string& text) : model(build_model(text)) {
    std::vector<int> params;
    for (size_t i = 0; i < model.signature.size(); ++i) {
      if (model.signature[i].role == Role::kParam) params.push_back(static_cast<int>(i));
    }
    structure = step_structure(loss_and_gradients(model.loss, params).program, {.params = params});
  }

  size_t num_uses(const std::string& name) const {
    for (const ParameterUse& p : structure.params) {
      if (model.signature[p.argument].name == name) return p.uses.size();
    }
    return 0;
  }
  size_t most_passing() const {
    size_t most = 0;
    for (const Cut& cut : structure.cuts) most = std::max(most, cut.passing.size());
    return most;
  }
};

TEST(StepStructureOfModels, GptHasEqualBlocksAndATiedTable) {
  const Marked gpt("gpt:layers=5,hidden=16,heads=2,seq=8,vocab=32,batch=2");
  ASSERT_EQ(gpt.structure.runs.size(), 1u);
  EXPECT_EQ(gpt.structure.runs[0].repeats.size(), 5u);
  EXPECT_EQ(gpt.structure.runs[0].repeats[2].params.size(), 12u);
  EXPECT_EQ(gpt.num_uses("wte"), 2u);  // looked up, and once more as the last layer
  EXPECT_EQ(gpt.num_uses("wpe"), 1u);
  for (const Cut& cut : gpt.structure.cuts) EXPECT_LE(cut.carried.size(), 1u);
}

TEST(StepStructureOfModels, T5PassesTheEncoderToEveryDecoderBlock) {
  const Marked t5("t5:layers=3,hidden=16,heads=2,batch=2");
  ASSERT_EQ(t5.structure.runs.size(), 2u);  // encoder and decoder
  EXPECT_EQ(t5.structure.runs[0].repeats.size(), 3u);
  EXPECT_EQ(t5.structure.runs[1].repeats.size(), 3u);
  EXPECT_GE(t5.most_passing(), 1u);
}

TEST(StepStructureOfModels, UnetHasSkips) {
  const Marked unet("unet:levels=3,width=4,image=16,batch=1");
  EXPECT_EQ(unet.structure.runs.size(), 0u);
  EXPECT_EQ(unet.most_passing(), 2u);  // one for each level above the lowest
}

}  // namespace
}  // namespace motley::tensor
