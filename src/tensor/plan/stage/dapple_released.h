// The cost model of the code released by DAPPLE's authors: its bandwidths, and the recurrences by
// which it times a pipeline. Their published comparisons use these numbers; plan_dapple
// (planners.h) follows the paper instead, on the bandwidths of a cluster.
//
//   on two hosts of 8:  all-reduce of 1 GB   over {0..7} 0.0175 s      over {4..11} 0.583 s
//                       split of 1 GB        {0..3} -> {4..7} 0.04 s   {0,1,8,9} -> {10..13} 0.5 s
//
//   gRPC between hosts 1 GB/s    NCCL between hosts 3 GB/s    NVLink 25 GB/s, for each pair of a
//   ring
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace motley::tensor::stage {

// Devices 0, 1, 2, ... in hosts of `devices_per_host`.
class DappleReleased {
 public:
  explicit DappleReleased(int32_t devices_per_host) : devices_per_host_(devices_per_host) {}

  double all_reduce_seconds(double bytes, std::span<const int32_t> group) const;
  // From the devices of one stage to those of the next: each receives only what it needs.
  double split_concat_seconds(double bytes, std::span<const int32_t> from,
                              std::span<const int32_t> to) const;

 private:
  int32_t host_of(int32_t device) const { return device / devices_per_host_; }
  bool in_one_host(std::span<const int32_t> group) const;

  int32_t devices_per_host_;
};

// Stages and the transfers between them are entries of one pipeline; entry x has at most S - x
// micro-batches in flight. A backward waits for the backward of the next entry and for the last
// forward allowed before it, but not for the previous backward: as released.
//
//   f(i, x) begins at  max( end of b(i-S+x, x), end of f(i-1, x), end of f(i, x-1) )
//   b(i, x) begins at  max( end of b(i, x+1), end of f(i+S-x-1, x) )
//
// The step ends when every entry has finished its last backward and its all-reduce.
double released_step_seconds(std::span<const double> forward, std::span<const double> backward,
                             std::span<const double> all_reduce, int32_t microbatches);

}  // namespace motley::tensor::stage
