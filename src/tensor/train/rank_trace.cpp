#include "tensor/train/rank_trace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "core/base/clock.h"
#include "core/trace/trace.h"

namespace motley::tensor {
namespace {

constexpr int kLongestName = 64;

// By RankTrace::What.
struct Kind {
  const char *track, *name, *category;
  bool is_communication = false;
};
constexpr Kind kKinds[] = {{"steps", "segment", "compute"},
                           {"steps", "start", "waiting"},
                           {"steps", "wait", "waiting"},
                           {"device", "segment", "compute"},
                           {"communication", "communication", "communication", true},
                           {"compute", "", "compute"},
                           {"compute", "wait for", "waiting"},
                           {"communication", "", "communication", true},
                           {"steps", "memory", ""},
                           {"steps", "loss", ""}};

// What this process has in memory, its program and libraries included.
int64_t resident_bytes() {
  std::ifstream stream("/proc/self/statm");
  int64_t all = 0, resident = 0;
  return stream >> all >> resident ? resident * int64_t{sysconf(_SC_PAGE_SIZE)} : 0;
}

// A few bytes of every rank, at rank 0.
std::vector<uint8_t> gathered(core::Communicator& comm, std::vector<uint8_t> mine,
                              std::vector<int64_t>& counts) {
  counts.assign(comm.num_ranks(), 0);
  counts[comm.rank()] = static_cast<int64_t>(mine.size());
  comm.all_reduce(core::elements(std::as_const(counts)), core::elements(counts),
                  core::Reduction::kSum)
      .wait();
  int64_t total = 0;
  for (int64_t count : counts) total += count;
  std::vector<uint8_t> all(comm.rank() == 0 ? total : 0);
  comm.gather(core::elements(std::as_const(mine)), core::elements(all), counts, 0).wait();
  return all;
}

}  // namespace

RankTrace::RankTrace(core::Communicator& comm, std::string device)
    : comm_(comm), device_(std::move(device)) {
  comm.barrier().wait();
  origin_seconds_ = core::now_seconds();
}

void RankTrace::add(What what, int index, double begin_seconds, double end_seconds) {
  const std::lock_guard lock(mutex_);
  spans_.push_back({begin_seconds - origin_seconds_, end_seconds - origin_seconds_,
                    static_cast<int32_t>(what), index});
}

void RankTrace::count(What what, double seconds, double value) {
  const std::lock_guard lock(mutex_);
  spans_.push_back({seconds - origin_seconds_, value, static_cast<int32_t>(what), 0});
}

void RankTrace::count_memory(double seconds) {
  count(What::kMemory, seconds, static_cast<double>(resident_bytes()));
}

void RankTrace::write(const std::string& file,
                      const std::function<std::string(What, int)>& name_of) {
  std::vector<uint8_t> mine(kLongestName + spans_.size() * sizeof(Span));
  std::memcpy(mine.data(), device_.data(), std::min<size_t>(device_.size(), kLongestName - 1));
  if (!spans_.empty())
    std::memcpy(mine.data() + kLongestName, spans_.data(), spans_.size() * sizeof(Span));
  std::vector<int64_t> counts;
  const std::vector<uint8_t> all = gathered(comm_, std::move(mine), counts);
  if (comm_.rank() != 0) return;

  core::Trace trace(file, 0);
  const uint8_t* at = all.data();
  for (int rank = 0; rank < comm_.num_ranks(); ++rank) {
    const std::string name = fmt::format("rank {} ({})", rank, reinterpret_cast<const char*>(at));
    std::vector<Span> spans((counts[rank] - kLongestName) / sizeof(Span));
    if (!spans.empty()) std::memcpy(spans.data(), at + kLongestName, spans.size() * sizeof(Span));
    std::ranges::sort(spans, {}, &Span::begin);
    std::vector<double> line_ends;  // of communication
    for (const Span& span : spans) {
      const Kind& kind = kKinds[span.what];
      const auto what = static_cast<What>(span.what);
      if (what >= What::kMemory) {
        trace.counter(trace.track(name, kind.track), kind.name, span.begin, span.end);
        continue;
      }
      std::string track = kind.track;
      if (kind.is_communication) {
        size_t line = 0;
        while (line < line_ends.size() && line_ends[line] > span.begin) ++line;
        line_ends.resize(std::max(line_ends.size(), line + 1));
        line_ends[line] = span.end;
        if (line > 0) track += fmt::format(" {}", line + 1);
      }
      std::string label = fmt::format("{} {}", kind.name, span.index);
      if (what >= What::kPhase) {
        label = name_of(what, span.index);
        if (*kind.name != 0) label = fmt::format("{} {}", kind.name, label);
      }
      trace.span(trace.track(name, track), {.name = label,
                                            .category = kind.category,
                                            .begin_seconds = span.begin,
                                            .end_seconds = span.end});
    }
    at += counts[rank];
  }
  for (const std::string& line : decisions_) {
    trace.span(trace.track("rank 0", "decisions"),
               {.name = "decision", .category = "adapt", .args = {{"record", line}}});
  }
  trace.close();
}

}  // namespace motley::tensor
