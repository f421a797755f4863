// A pipeline as the job shop that choose_schedule solves. The actions of one kind on one stage are
// a stream: as many items as there are microbatches, all of one duration, in the order of
// microbatches (any schedule can be sorted so without getting longer). A device is a machine with
// two or three streams, in the order of a microbatch's life: forward, backward; or forward, input
// gradient, weight gradient. What the problem asks for are arcs between streams:
//
//   from   to   shift  lag       item n of `to` starts no earlier than `lag` after item n - shift
//   of F0     F1   0      latency   `from` ends; the last row is the cap: microbatch n waits until
//   W0     F0   cap    0         n - cap is gone
//
// So every schedule is a way to interleave the streams of each machine, and a timetable is the
// longest paths that follow. A serial link is a machine with one stream.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor {

// No sum of times of a checked PipelineCosts comes near it, and it can be added to once.
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
  std::vector<int32_t> sorted;  // all items, each after those that it waits for

  bool splits_backward = false;

  int32_t num_streams() const { return static_cast<int32_t>(duration.size()); }
  int32_t num_machines() const { return static_cast<int32_t>(streams_of.size()); }
  // Item n of a stream is index stream * count + n wherever there is one value per item.
  int64_t num_items() const { return int64_t{num_streams()} * count; }
  int32_t stream_of(int32_t item) const { return item / count; }
  Ticks duration_of(int32_t item) const { return duration[stream_of(item)]; }
};

// `cap` has one entry per stage, each at least 1; or none: no limit.
StreamShop make_stream_shop(const PipelineCosts& costs, int32_t num_microbatches,
                            std::span<const int32_t> cap);

// The same shop with time running backwards: item n is item count - 1 - n there, weight gradients
// come first. Its timetables, mirrored, are those of `shop`.
StreamShop mirrored(const StreamShop& shop);

struct Timetable {
  std::vector<Ticks> start;  // per item
  Ticks makespan = 0;
};

// A timetable of mirrored(shop) as one of `shop`, and the other way round.
Timetable mirrored(const StreamShop& shop, const Timetable& timetable);

// What each stage does, in the order of `timetable`.
Schedule schedule_of(const StreamShop& shop, const Timetable& timetable);

// The timetable of a schedule of one stage a device, every item as early as it can be. Where the
// shop splits backward passes, one that the schedule does not split counts as an input gradient and
// the weight gradient right after it, which is never later. Nothing where the schedule is over the
// cap. Cost: linear.
std::optional<Timetable> timetable_of(const StreamShop& shop, const Schedule& schedule);

// The same orders, every item as early as it can be.
Timetable moved_forward(const StreamShop& shop, const Timetable& timetable);

}  // namespace motley::tensor
