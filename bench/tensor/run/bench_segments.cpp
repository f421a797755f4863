// Our overhead per segment on top of the plugin's: a chain of small segments of a RankProgram,
// compared with as many bare runs of the same program.
//
//   bench_tensor_run                   on the test plugin, whose runs do nothing
//   bench_tensor_run cuda [PLUGIN]     on a device
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/clock.h"
#include "core/device/pjrt/find_plugin.h"
#include "core/trace/trace.h"
#include "tensor/ir/builder.h"
#include "tensor/run/segment_runner.h"

namespace motley::tensor {
namespace {

constexpr int kSegments = 200, kRounds = 50;

Program doubled(const TensorType& type) {
  ProgramBuilder b("doubled");
  const ValueId x = b.argument(type);
  return std::move(b).finish({b.add_one(OpCode::kAdd, {x, x})});
}

// Segment i computes buffer i + 1 from buffer i.
RankProgram chain(const TensorType& type) {
  RankProgram program{.group = {}, .rank = 0, .arguments = {0}, .results = {kSegments}};
  program.buffers.assign(kSegments + 1, type);
  for (int i = 0; i < kSegments; ++i) {
    program.segments.push_back({doubled(type), {i}, {i + 1}});
    program.steps.push_back({RankStep::Kind::kCompute, i});
  }
  return program;
}

template <class Round>
double median_microseconds(const Round& round) {
  round();  // warm-up
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) {
    const double begin = core::now_seconds();
    round();
    times.push_back((core::now_seconds() - begin) / kSegments * 1e6);
  }
  std::ranges::nth_element(times, times.begin() + kRounds / 2);
  return times[kRounds / 2];
}

void measure(const DeviceRunSettings& settings) {
  const TensorType type{ElementType::kF32, {16}};
  const RankProgram program = chain(type);
  RankBuffers buffers(program, {.is_shared = false});
  SegmentRunner runner(program, buffers, {}, pjrt_device(settings));
  const double segment = median_microseconds([&] {
    const int first = 0, last = kSegments;
    runner.mark_host_dirty({&first, 1});
    for (int i = 0; i < kSegments; ++i) runner.run(i);
    runner.sync_to_host({&last, 1});
  });

  const DeviceCompilation alone =
      compile_for_device(settings, {{&program.segments[0].program, {}}});
  std::vector<core::pjrt::Buffer> values(kSegments + 1);
  values[0] = settings.device->upload(buffers.bytes(0), buffer_type(type.element), type.shape);
  const double plugin = median_microseconds([&] {
    core::pjrt::Event done;
    for (int i = 0; i < kSegments; ++i) {
      const core::pjrt::Buffer* argument = &values[i];
      values[i + 1] = core::pjrt::Buffer();
      auto run = alone.programs[0].run({&argument, 1});
      values[i + 1] = std::move(run.outputs[0]);
      done = std::move(run.done);
    }
    done.wait("a chain", settings.stall_limit_seconds);
  });
  fmt::print("{} ({}): {:.2f} us per segment, {:.2f} us of it in the plugin: overhead {:.2f} us\n",
             settings.device->name().to_string(), settings.device->kind(), segment, plugin,
             segment - plugin);
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) {
  using namespace motley;
  const std::string device = argc > 1 ? argv[1] : "pjrt";
  const std::string plugin = argc > 2 ? argv[2] : argc > 1 ? "" : MOTLEY_TEST_PLUGIN_FILE;
  if (argc == 1) ::setenv("MOTLEY_TEST_PLUGIN", "null=1", 1);
  const auto name = core::pjrt::DeviceName::parse(device);
  tensor::measure(
      {.device = core::pjrt::Device::open(name, core::pjrt::open_plugin(name.platform, plugin)),
       .cache_folder = ""});
}
