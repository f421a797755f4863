#include <gtest/gtest.h>

#include "tensor/compile/recognize_attention.h"
#include "tensor/cost/memory_cost.h"
#include "tensor/grad/reverse.h"
#include "tensor/models/models.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

struct Compiled {
  CompiledProgram program;
  std::vector<ArgumentKind> kinds;
};

Compiled gradients_of(const std::string& model) {
  const BuiltModel built = build_model(model);
  std::vector<int> params;
  Compiled compiled;
  for (size_t i = 0; i < built.signature.size(); ++i) {
    const bool is_param = built.signature[i].role == Role::kParam;
    if (is_param) params.push_back(static_cast<int>(i));
    compiled.kinds.push_back(is_param ? ArgumentKind::kParameter : ArgumentKind::kBatch);
  }
  compiled.program = compile(loss_and_gradients(recognize_attention(built.loss), params).program,
                             {.num_threads = 2});
  return compiled;
}

constexpr const char* kModels[] = {"mlp:inputs=32,hidden=64x32,batch=8",
                                   "gpt:layers=2,hidden=64,seq=32,vocab=128,batch=2",
                                   "resnet:blocks=1x1x1x1,width=8,image=32,classes=4,batch=2",
                                   "bert-moe:layers=2,hidden=64,seq=32,vocab=64,batch=2,experts=4"};

TEST(MemoryCost, IsToTheByteWhatRunningTakes) {
  for (const char* model : kModels) {
    SCOPED_TRACE(model);
    const Compiled compiled = gradients_of(model);
    const MemoryCost cost = memory_of(compiled.program, compiled.kinds);
    EXPECT_EQ(cost.arena_bytes, compiled.program.arena_bytes);
    EXPECT_EQ(cost.total_bytes(), Executable(compiled.program).memory_bytes());
  }
}

TEST(MemoryCost, KindsOfTheArenaSumToIt) {
  for (const char* model : kModels) {
    SCOPED_TRACE(model);
    const Compiled compiled = gradients_of(model);
    const MemoryCost cost = memory_of(compiled.program, compiled.kinds);
    EXPECT_EQ(cost.result_bytes + cost.activation_bytes + cost.working_bytes + cost.scratch_bytes +
                  cost.unused_bytes,
              cost.arena_bytes);
    EXPECT_GE(cost.unused_bytes, 0);
    EXPECT_GT(cost.working_bytes, 0);
  }
}

TEST(MemoryCost, CountsParametersOnce) {
  const Compiled compiled = gradients_of(kModels[0]);
  const MemoryCost cost = memory_of(compiled.program, compiled.kinds);
  EXPECT_EQ(cost.parameter_bytes, 4 * build_model(kModels[0]).num_parameters());
  EXPECT_EQ(cost.state_bytes, 0);
}

TEST(MemoryCost, SeesNoMoreAliveThanTheCompilerPlanned) {
  for (const char* model : kModels) {
    SCOPED_TRACE(model);
    const Compiled compiled = gradients_of(model);
    const MemoryCost cost = memory_of(compiled.program, compiled.kinds);
    const int64_t live = cost.arena_bytes - cost.unused_bytes;
    EXPECT_LE(live, compiled.program.live_bytes_peak);
    EXPECT_GE(live, compiled.program.live_bytes_peak * 9 / 10);
  }
}

}  // namespace
}  // namespace motley::tensor
