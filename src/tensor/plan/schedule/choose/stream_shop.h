// A pipeline as the job shop that choose_schedule solves. The actions of one kind on one stage form
// a stream: one item per micro-batch, all of one duration, in micro-batch order (any schedule can
// be sorted so without increasing its makespan). A device is a machine with two or three streams,
// in the order of a micro-batch's life: forward, backward; or forward, input gradient, weight
// gradient. Dependencies are arcs between streams:
//
//   from   to   shift  lag       item n of `to` starts no earlier than `lag` after the end of
//   F0     F1   0      latency   item n - shift of `from`; the last row is the cap: micro-batch n
//   W0     F0   cap    0         waits until n - cap is freed
//
// So a schedule is an interleaving of the streams of each machine, and its timetable follows by
// longest paths. A serial link is a machine with one stream.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor::schedule {

// Larger than any sum of times of a checked PipelineCosts, with room for one addition.
constexpr Ticks kNever = Ticks{1} << 62;

struct StreamArc {
  int32_t stream = 0;  // the other end
  int32_t shift = 0;
  Ticks lag = 0;
};

struct StreamShop {
  int32_t count = 0;                                  // items of each stream
  int32_t num_stages = 0;                             // the first machines; links come after them
  std::vector<Ticks> duration;                        // per stream
  std::vector<int32_t> machine_of;                    // per stream
  std::vector<std::vector<StreamArc>> before, after;  // per stream
  std::vector<std::vector<int32_t>> streams_of;       // per machine
  std::vector<int32_t> cap;                           // per stage
  std::vector<int32_t> sorted;                        // all items in topological order

  bool splits_backward = false;

  int32_t num_streams() const { return static_cast<int32_t>(duration.size()); }
  int32_t num_machines() const { return static_cast<int32_t>(streams_of.size()); }
  // Arrays with one value per item use index stream * count + n for item n of a stream.
  int64_t num_items() const { return int64_t{num_streams()} * count; }
  int32_t stream_of(int32_t item) const { return item / count; }
  Ticks duration_of(int32_t item) const { return duration[stream_of(item)]; }
};

// `cap` has one entry per stage, each at least 1; or is empty: no limit.
StreamShop make_stream_shop(const PipelineCosts& costs, int32_t num_microbatches,
                            std::span<const int32_t> cap);

// The same shop with time reversed: item n becomes item count - 1 - n, weight gradients come first.
// Its timetables, mirrored, are those of `shop`.
StreamShop mirrored(const StreamShop& shop);

struct Timetable {
  std::vector<Ticks> start;  // per item
  Ticks makespan = 0;
};

// Converts a timetable of mirrored(shop) to one of `shop`, and vice versa.
Timetable mirrored(const StreamShop& shop, const Timetable& timetable);

// The actions of each stage in the order of `timetable`.
Schedule schedule_of(const StreamShop& shop, const Timetable& timetable);

// The earliest-start timetable of a schedule with one stage per device. If the shop splits backward
// passes, an unsplit one counts as an input gradient directly followed by its weight gradient,
// which is never later. Empty if the schedule exceeds the cap. Cost: linear.
std::optional<Timetable> timetable_of(const StreamShop& shop, const Schedule& schedule);

// The same orders with earliest starts.
Timetable moved_forward(const StreamShop& shop, const Timetable& timetable);

}  // namespace motley::tensor::schedule
