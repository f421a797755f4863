// Repeated runs of a Program on the test plugin.
#include <gtest/gtest.h>

#include <array>

#include "core/device/pjrt/find_plugin.h"
#include "tensor/ir/builder.h"
#include "tensor/run/device_executable.h"

namespace motley::tensor {
namespace {

using Three = std::array<float, 3>;

DeviceRunSettings settings() {
  static const auto device = core::pjrt::Device::open(
      {"pjrt", 0}, core::pjrt::open_plugin("pjrt", MOTLEY_TEST_PLUGIN_FILE));
  return {.device = device, .cache_folder = ""};
}

// (state, x) -> (state + x, state + x), the second updating `state`.
Program sums() {
  const TensorType type{ElementType::kF32, {3}};
  ProgramBuilder b("sums");
  const ValueId state = b.argument(type), x = b.argument(type);
  const ValueId sum = b.add_one(OpCode::kAdd, {state, x});
  return std::move(b).finish({sum, b.add_one(OpCode::kAdd, {state, x})});
}

Three three(const Literal& value) {
  Three all;
  for (int i = 0; i < 3; ++i) all[i] = static_cast<float>(value.as_double(i));
  return all;
}

TEST(DeviceExecutable, ReadsABatchThatCameWhileTheStepBeforeWentOn) {
  DeviceExecutable step(sums(), settings(), {.updates = {{1, 0}}, .refilled = {1}, .zeros = {0}});
  Three batch = {1, 2, 3};
  step.set_argument(1, std::as_bytes(std::span(batch)));
  step.run();
  Three next = {10, 20, 30};
  step.set_argument(1, std::as_bytes(std::span(next)));
  EXPECT_EQ(three(step.result(0)), (Three{1, 2, 3}));
  step.run();
  EXPECT_EQ(three(step.result(0)), (Three{11, 22, 33}));
  step.run();  // with the same batch
  EXPECT_EQ(three(step.argument(0)), (Three{21, 42, 63}));
}

TEST(DeviceExecutable, ZerosGiveWayToWhatIsSet) {
  DeviceExecutable step(sums(), settings(), {.updates = {{1, 0}}, .zeros = {0, 1}});
  Three state = {5, 6, 7};
  step.set_argument(0, std::as_bytes(std::span(state)));
  step.run();
  EXPECT_EQ(three(step.result(0)), state);
}

TEST(DeviceExecutable, WarmsUp) { warm_up(settings()); }

}  // namespace
}  // namespace motley::tensor
