#include "apps/motley/rank_trace.h"

#include <fmt/format.h>

#include <cstring>

#include "core/trace/trace.h"

namespace motley::apps {
namespace {

constexpr int kLongestName = 64;

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
  origin_seconds_ = core::Trace::steady_seconds();
}

void RankTrace::add(Track track, int index, double begin_seconds, double end_seconds) {
  const std::lock_guard lock(mutex_);
  spans_.push_back({begin_seconds - origin_seconds_, end_seconds - origin_seconds_,
                    static_cast<int32_t>(track), index});
}

void RankTrace::write(const std::string& file) {
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
    constexpr const char* kTracks[] = {"segments", "communication", "device"};
    constexpr const char* kNames[] = {"segment", "communication", "segment"};
    for (int64_t i = kLongestName; i < counts[rank]; i += sizeof(Span)) {
      Span span;
      std::memcpy(&span, at + i, sizeof(Span));
      trace.span(trace.track(name, kTracks[span.track]),
                 {.name = fmt::format("{} {}", kNames[span.track], span.index),
                  .category = span.track == 1 ? "communication" : "compute",
                  .begin_seconds = span.begin,
                  .end_seconds = span.end});
    }
    at += counts[rank];
  }
  trace.close();
}

}  // namespace motley::apps
