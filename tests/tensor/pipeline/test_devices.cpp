// Pipelines on unlike devices: ranks on the test plugin beside ranks on the cpu engine.
#include <gtest/gtest.h>

#include "core/base/clock.h"
#include "tensor/pipeline/pipeline_cases.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {
namespace {

struct DeviceCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  std::vector<std::vector<int64_t>> samples;
  std::vector<int> on_plugin;
};

class PipelineDevices : public testing::TestWithParam<DeviceCase> {};

TEST_P(PipelineDevices, ComputeWhatCpusDo) {
  const DeviceCase& p = GetParam();
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer, ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(static_cast<int>(p.samples.size())));
  const PipelineLayout layout = layout_of(p.samples);
  const auto run = [&](const char* name, const std::vector<int>& ranks) {
    return run_groups(step, named_schedule(name, step.num_stages(), p.microbatches), layout,
                      c.values, on_plugin(ranks));
  };
  const auto mixed = run("1f1b", p.on_plugin);
  expect_near(step, mixed, run("1f1b", {}), 1e-4);
  EXPECT_EQ(mixed, run("zb-h2", p.on_plugin));  // the same bits
}

INSTANTIATE_TEST_SUITE_P(
    All, PipelineDevices,
    testing::Values(
        DeviceCase{kTinyGpt, 4, "adam:clip=0.5", {{2}, {2}}, {0}},
        DeviceCase{kTinyGpt, 4, "adam", {{2}, {2}, {2}}, {0, 1, 2}},
        DeviceCase{kTinyGpt, 2, "sgd", {{3, 1}, {4}}, {1, 2}},
        DeviceCase{"unet:levels=3,width=2,batch=4,image=8,channels=2", 2, "sgd", {{2}, {2}}, {1}}));

// An accelerator returns before a phase is done: what is told of it is the time on the device, one
// phase after the other.
TEST(PipelineDevices, PhasesOnAnAcceleratorAreTimedThere) {
  const StagedCase c = staged_case("gpt:layers=4,hidden=32,heads=2,seq=32,vocab=64,batch=8", 4,
                                   "adam", ElementType::kF32);
  const StagedStep step = c.staged({});
  const auto programs = pipeline_programs(step, named_schedule("1f1b", 1, 4));
  core::run_local(1, [&](core::Communicator& comm) {
    std::vector<std::pair<double, double>> phases;
    PipelineExecutorSettings settings = on_plugin({0})(0);
    settings.on_action = [&](const PipelineAction& a, double begin, double end) {
      if (a.kind == PipelineAction::Kind::kPhase) phases.emplace_back(begin, end);
    };
    PipelineExecutor rank(step, programs[0], comm, settings);
    for (size_t i = 0; i < c.values.size(); ++i) {
      rank.set_argument(static_cast<int>(i), c.values[i].bytes());
    }
    rank.run();
    rank.loss();
    const double begin = core::now_seconds();
    rank.run();
    rank.loss();  // waits for it
    const double seconds = core::now_seconds() - begin;
    rank.finish_step();
    EXPECT_GT(rank.compute_seconds(), seconds / 2);
    for (size_t i = 1; i < phases.size(); ++i) EXPECT_LE(phases[i - 1].second, phases[i].first);
    EXPECT_GE(std::ssize(phases), 2 * 4 * 2);  // F and W of both steps
  });
}

// The same calls for every kind of device.
TEST(ComputeDevice, IsOneInterface) {
  const TensorType type{ElementType::kF32, {3}};
  ProgramBuilder b("sums");
  const ValueId state = b.argument(type), x = b.argument(type);
  const ValueId sum = b.add_one(OpCode::kAdd, {state, x});
  const Program program = std::move(b).finish({sum});
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(reference_device());
  devices.push_back(cpu_device(1));
  devices.push_back(pjrt_device(*on_plugin({0})(0).accelerator));
  for (const auto& device : devices) {
    const int number = device->compile({{&program, {{0, 0}}}})[0];
    const auto sums = device->allocate(type), add = device->allocate(type);
    add->begin_write();
    const float values[] = {1, 2, 3};
    std::memcpy(add->host().data(), values, sizeof values);
    for (int k = 0; k < 3; ++k) {
      const std::vector<DeviceMemory*> arguments = {sums.get(), add.get()};
      device->run(number, arguments, std::vector<DeviceMemory*>{sums.get()});
    }
    sums->fetch();
    sums->wait_for_host();
    EXPECT_TRUE(sums->is_fetched());
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(reinterpret_cast<const float*>(sums->host().data())[i], 3 * values[i]);
    }
  }
}

}  // namespace
}  // namespace motley::tensor
