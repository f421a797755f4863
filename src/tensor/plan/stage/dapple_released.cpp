#include "tensor/plan/stage/dapple_released.h"

#include <algorithm>

namespace motley::tensor::stage {
namespace {

// Bytes per second.
constexpr double kGrpc = 1e9, kNccl = 3e9, kNvlink = 25e9;

}  // namespace

bool DappleReleased::in_one_host(std::span<const int32_t> group) const {
  return std::ranges::all_of(group,
                             [&](int32_t d) { return host_of(d) == host_of(group.front()); });
}

double DappleReleased::all_reduce_seconds(double bytes, std::span<const int32_t> group) const {
  if (group.size() < 2) return 0;
  const auto n = static_cast<double>(group.size());
  const auto pairs = static_cast<double>(group.size() / 2);
  return 2 * (n - 1) / n * bytes / (in_one_host(group) ? kNvlink * pairs : kNccl);
}

double DappleReleased::split_concat_seconds(double bytes, std::span<const int32_t> from,
                                            std::span<const int32_t> to) const {
  if (!in_one_host(to)) return bytes / kNccl;  // something always crosses hosts then
  const auto outside =
      std::ranges::count_if(from, [&](int32_t d) { return host_of(d) != host_of(to.front()); });
  if (outside == 0) return bytes / kNvlink;
  return bytes / static_cast<double>(from.size()) * static_cast<double>(outside) / kGrpc;
}

// In micro-batch order: b(i, .) needs forwards up to f(i+S-1, .), and those need only backwards of
// earlier micro-batches.
double released_step_seconds(std::span<const double> forward, std::span<const double> backward,
                             std::span<const double> all_reduce, int32_t microbatches) {
  const auto S = static_cast<int32_t>(forward.size());
  std::vector f_end(microbatches, std::vector<double>(S, 0)), b_end = f_end;
  const auto forward_end = [&](int32_t i, int32_t x) {
    return x < 0 || i < 0 || i >= microbatches ? 0 : f_end[i][x];
  };
  std::vector<int32_t> done(S, 0);  // forwards completed per entry
  // Runs the forwards of entry x up to micro-batch `end`.
  const auto run_forwards = [&](int32_t x, int32_t end) {
    for (int32_t& i = done[x]; i < std::min(end, microbatches); ++i) {
      const int32_t freed = i - S + x;
      const double slot = freed < 0 ? 0 : b_end[freed][x];
      f_end[i][x] = std::max({slot, forward_end(i - 1, x), forward_end(i, x - 1)}) + forward[x];
    }
  };
  for (int32_t i = 0; i < microbatches; ++i) {
    for (int32_t x = 0; x < S; ++x) run_forwards(x, i + S - x);
    for (int32_t x = S - 1; x >= 0; --x) {
      const double behind = x + 1 < S ? b_end[i][x + 1] : 0;
      b_end[i][x] = std::max(behind, forward_end(i + S - x - 1, x)) + backward[x];
    }
  }
  double step = 0;
  for (int32_t x = 0; x < S; ++x) step = std::max(step, b_end.back()[x] + all_reduce[x]);
  return step;
}

}  // namespace motley::tensor::stage
