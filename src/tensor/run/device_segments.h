// The segments of a RankProgram on an accelerator: values stay in its memory from one segment to
// the next and from one step to the next, and only what communication reads or writes is staged
// through host memory, which is pinned where the plugin offers that.
#pragma once

#include <functional>

#include "tensor/run/device_compile.h"
#include "tensor/run/segment_runner.h"

namespace motley::tensor {

// A segment on the device, by the steady clock: from its begin, or the end of the one before, to
// its end.
using OnDeviceSegment = std::function<void(int segment, double begin, double end)>;

// `updates`: results of the step that become arguments of the next one, which then are given away
// by the segment that reads them last.
std::unique_ptr<SegmentRunner> run_segments_on_device(const RankProgram& program,
                                                      RankBuffers& buffers,
                                                      const std::vector<Update>& updates,
                                                      const DeviceRunSettings& settings,
                                                      OnDeviceSegment on_segment = {});

}  // namespace motley::tensor
