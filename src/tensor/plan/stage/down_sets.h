// Where a profile can be cut: between a down-set (layers with all their predecessors) and the rest.
// A chain of n layers has n + 1; a stage is the difference of two nested down-sets.
//
//       +-> b -+           {} {a} {a,b} {a,c} {a,b,c} {a,b,c,d}
//   a --+      +-> d
//       +-> c -+
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/profile/profile.h"

namespace motley::tensor::stage {

class DownSets {
 public:
  // All down-sets, or, if there are more than `limit`, some that follow the profile's order.
  DownSets(const Profile& profile, size_t limit);

  bool all() const { return all_; }
  // Index 0 is the empty set; a superset comes after its subsets.
  int32_t size() const { return static_cast<int32_t>(sets_.size()); }
  bool contains(int32_t larger, int32_t smaller) const;

  // Sums over the layers of `larger` that are not in `smaller`.
  double forward_seconds(int32_t smaller, int32_t larger) const {
    return sets_[larger].forward_seconds - sets_[smaller].forward_seconds;
  }
  double backward_seconds(int32_t smaller, int32_t larger) const {
    return sets_[larger].backward_seconds - sets_[smaller].backward_seconds;
  }
  double weight_seconds(int32_t smaller, int32_t larger) const {
    return sets_[larger].weight_seconds - sets_[smaller].weight_seconds;
  }
  int64_t parameter_bytes(int32_t smaller, int32_t larger) const {
    return sets_[larger].parameter_bytes - sets_[smaller].parameter_bytes;
  }
  int64_t saved_bytes(int32_t smaller, int32_t larger) const {
    return sets_[larger].saved_bytes - sets_[smaller].saved_bytes;
  }
  std::vector<int32_t> layers(int32_t smaller, int32_t larger) const;
  // Bytes of the outputs of layers between `first` and `second` used by layers between `second` and
  // `third`.
  int64_t bytes_between(int32_t first, int32_t second, int32_t third) const;

 private:
  using Bits = std::vector<uint64_t>;
  struct Set {
    Bits bits;
    int32_t num_layers = 0;
    double forward_seconds = 0, backward_seconds = 0, weight_seconds = 0;
    int64_t parameter_bytes = 0, saved_bytes = 0;
  };

  Set with(const Set& set, int32_t layer) const;
  bool enumerate(size_t limit);
  void follow_order();
  bool has(int32_t set, int32_t layer) const {
    return sets_[set].bits[layer / 64] >> (layer % 64) & 1;
  }

  const Profile& profile_;
  bool all_ = true;
  std::vector<std::vector<int32_t>> needs_, users_;  // per layer
  std::vector<Set> sets_;
};

}  // namespace motley::tensor::stage
