// Pipelines on unlike devices: ranks on the test plugin beside ranks on the cpu engine.
#include <gtest/gtest.h>

#include "core/device/pjrt/find_plugin.h"
#include "tensor/pipeline/pipeline_cases.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {
namespace {

DeviceRunSettings plugin() {
  static const auto device = core::pjrt::Device::open(
      {"pjrt", 0}, core::pjrt::open_plugin("pjrt", MOTLEY_TEST_PLUGIN_FILE));
  return {.device = device, .cache_folder = ""};
}

// Two steps, with those ranks on the plugin that are named.
std::vector<Literal> run_mixed(const StagedStep& step, const char* schedule,
                               const PipelineLayout& layout, const std::vector<Literal>& arguments,
                               const std::vector<int>& on_plugin) {
  const auto programs =
      pipeline_programs(step, named_schedule(schedule, step.num_stages(), step.num_microbatches));
  std::vector<int> group_of;
  for (size_t s = 0; s < layout.ranks.size(); ++s) {
    for (size_t i = 0; i < layout.ranks[s].size(); ++i) group_of.push_back(static_cast<int>(s));
  }
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  core::run_local(static_cast<int>(group_of.size()), [&](core::Communicator& comm) {
    PipelineExecutorSettings settings;
    if (std::ranges::find(on_plugin, comm.rank()) != on_plugin.end()) {
      settings.accelerator = plugin();
    }
    PipelineExecutor rank(step, programs[group_of[comm.rank()]], layout, comm, settings);
    for (size_t i = 0; i < arguments.size(); ++i) {
      rank.set_argument(static_cast<int>(i), arguments[i].bytes());
    }
    for (int k = 0; k < 2; ++k) rank.run();
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, rank.loss());
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (!rank.owns(i)) continue;
      if (results[1 + i].num_bytes() == 0) {
        results[1 + i] = Literal::zeros(step.arguments[i].type);
      }
      rank.copy_argument(i,
                         {results[1 + i].data(), static_cast<size_t>(results[1 + i].num_bytes())});
    }
  });
  return results;
}

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
  const auto mixed = run_mixed(step, "1f1b", layout, c.values, p.on_plugin);
  expect_near(step, mixed, run_mixed(step, "1f1b", layout, c.values, {}), 1e-4);
  EXPECT_EQ(mixed, run_mixed(step, "zb-h2", layout, c.values, p.on_plugin));  // the same bits
}

INSTANTIATE_TEST_SUITE_P(
    All, PipelineDevices,
    testing::Values(
        DeviceCase{kTinyGpt, 4, "adam:clip=0.5", {{2}, {2}}, {0}},
        DeviceCase{kTinyGpt, 4, "adam", {{2}, {2}, {2}}, {0, 1, 2}},
        DeviceCase{kTinyGpt, 2, "sgd", {{3, 1}, {4}}, {1, 2}},
        DeviceCase{"unet:levels=3,width=2,batch=4,image=8,channels=2", 2, "sgd", {{2}, {2}}, {1}}));

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
  devices.push_back(pjrt_device(plugin()));
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
