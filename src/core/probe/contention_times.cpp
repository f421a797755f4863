#include "core/probe/contention_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/clock.h"
#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "core/probe/sampling.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

constexpr double kHalfSeconds = 0.015;             // of the work: arithmetic and copies each
constexpr int kRounds = 25;                        // a second or two in total
constexpr int64_t kCopied = 64 << 20;              // beyond the caches
constexpr int64_t kReduced = (4 << 20) / 4;        // f32, of one all-reduce
constexpr int64_t kLane = 4096, kLanePasses = 64;  // f32 in the L1 cache, and the number of passes

// A fixed amount of work on all threads.
class Work {
 public:
  explicit Work(int num_threads)
      : num_threads_(num_threads),
        from_(kCopied, std::byte{1}),
        to_(kCopied, std::byte{2}),
        lanes_(num_threads * kLane, 1.0f) {
    num_passes_ = calibrated([&](int n) { compute(n); });
    num_copies_ = calibrated([&](int n) { copy(n); });
  }

  double run() {
    const double begin = now_seconds();
    compute(num_passes_);
    copy(num_copies_);
    return now_seconds() - begin;
  }

 private:
  template <class F>
  int calibrated(F f) {
    f(2);
    const double begin = now_seconds();
    f(2);
    return std::clamp(static_cast<int>(2 * kHalfSeconds / (now_seconds() - begin)), 1, 1 << 20);
  }

  void compute(int n) {
    parallel_for(num_threads_, num_threads_, [&](int64_t first, int64_t last, int) {
      for (int64_t t = first; t < last; ++t) {
        float* lane = lanes_.data() + t * kLane;
        for (int64_t pass = 0; pass < n * kLanePasses; ++pass)
          for (int64_t i = 0; i < kLane; ++i) lane[i] = lane[i] * 0.999f + 0.001f;
      }
    });
  }

  void copy(int n) {
    for (int i = 0; i < n; ++i) {
      parallel_for(num_threads_, kCopied, [&](int64_t first, int64_t last, int) {
        std::memcpy(to_.data() + first, from_.data() + first, static_cast<size_t>(last - first));
      });
    }
  }

  int num_threads_, num_passes_ = 1, num_copies_ = 1;
  std::vector<std::byte> from_, to_;
  std::vector<float> lanes_;
};

class Together {
 public:
  Together(Communicator& comm, int num_threads, bool computes) : comm_(comm) {
    if (computes) work_.emplace(num_threads);
  }

  ContentionShares run() {
    std::vector<double> alone, last;
    for (int round = 0; round < kRounds; ++round) {
      comm_.barrier().wait();
      alone.push_back(work_ ? work_->run() : 0);
      last.push_back(max_over_ranks(comm_, alone.back()));
    }
    const double longest = max_over_ranks(comm_, median(alone));
    SideBySide times{.work_alone = median(alone)};
    // As much communication as work, so that the two overlap nearly all the time.
    sums_.assign(1, std::vector<float>(kReduced));
    communicate();
    const double one = max_over_ranks(comm_, communicate().communication);
    const int count = static_cast<int>(std::clamp(longest / one, 1.0, 64.0));
    sums_.assign(count, std::vector<float>(kReduced));
    std::vector<double> communication_alone, work, communication;
    for (int round = 0; round < kRounds; ++round) {
      communication_alone.push_back(communicate().communication);
      const SideBySide both = communicate(work_ ? &*work_ : nullptr);
      work.push_back(both.work);
      communication.push_back(both.communication);
    }
    times.work = median(work);
    times.communication_alone = median(communication_alone);
    times.communication = median(communication);
    ContentionShares shares = shares_of(times);
    if (longest > 0) shares.slowest = std::min(1.0, longest / median(last));
    return shares;
  }

 private:
  // Starts all reductions at once; `work` overlaps with them.
  SideBySide communicate(Work* work = nullptr) {
    comm_.barrier().wait();
    SideBySide times;
    const double begin = now_seconds();
    std::vector<Request> requests;
    for (auto& sum : sums_)
      requests.push_back(comm_.all_reduce(elements(sum), elements(sum), Reduction::kMax));
    if (work) times.work = work->run();
    double end = begin;
    for (Request& request : requests) {
      request.wait();
      end = std::max(end, request.done_seconds());
    }
    times.communication = end - begin;
    return times;
  }

  Communicator& comm_;
  std::optional<Work> work_;
  std::vector<std::vector<float>> sums_;
};

}  // namespace

ContentionShares shares_of(const SideBySide& t) {
  constexpr double kMinShare = 0.2;  // less is interference from elsewhere
  const double both = std::min(t.work, t.communication);
  ContentionShares shares;
  if (both <= 0) return shares;
  const auto kept_fraction = [&](double alone, double overlapped) {
    return std::clamp((alone - (overlapped - both)) / both, kMinShare, 1.0);
  };
  shares.compute = kept_fraction(t.work_alone, t.work);
  shares.communication = kept_fraction(t.communication_alone, t.communication);
  return shares;
}

std::vector<MeasuredTable> ContentionShares::tables() const {
  const auto row = [](double share) {
    return std::vector<MeasuredRow>{{.size = {}, .rate = std::stod(fmt::format("{:.3g}", share))}};
  };
  return {{"contention.others", row(slowest)},
          {"contention.communication", row(compute)},
          {"contention.compute", row(communication)}};
}

ContentionShares measure_contention(Communicator& comm, int num_threads, bool computes) {
  return Together(comm, num_threads, computes).run();
}

}  // namespace motley::core
