// Runs the segments of a RankProgram on an accelerator. Values stay in device memory across
// segments and steps; only what communication reads or writes is staged through host memory, pinned
// if the plugin supports that.
#pragma once

#include <functional>

#include "tensor/run/device_compile.h"
#include "tensor/run/segment_runner.h"

namespace motley::tensor {

// One segment's execution on the device, by the steady clock: from when it was issued, or from the
// end of the previous segment if that is later, to its end.
using OnDeviceSegment = std::function<void(int segment, double begin, double end)>;

// `updates`: results of a step that become arguments of the next; such arguments are donated to the
// segment that reads them last.
std::unique_ptr<SegmentRunner> run_segments_on_device(const RankProgram& program,
                                                      RankBuffers& buffers,
                                                      const std::vector<Update>& updates,
                                                      const DeviceRunSettings& settings,
                                                      OnDeviceSegment on_segment = {});

}  // namespace motley::tensor
