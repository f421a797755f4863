// A Profile: a model as pipeline planners see it. Layers with their times and bytes, and which
// layer's output goes to which.
//
//   layer 0 embed   forward 0.1 ms  backward 0.2 ms   activation 4 MB   parameters 131 MB
//   layer 1 block   forward 3.4 ms  backward 4.9 ms   activation 2 MB   parameters  52 MB
//   layer 2 loss    ...                                edges 0 -> 1, 1 -> 2
//
// It is measured on one device with `batch` samples. Layers stand in an order in which they can
// run: every edge leads from a lower index to a higher one, so any cut of the list is a cut into
// stages.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor {

struct ProfileLayer {
  std::string name;
  double forward_seconds = 0;
  double backward_seconds = 0;   // the whole backward pass
  double weight_seconds = 0;     // the part of it that is the parameters' gradient; 0: not split
  int64_t activation_bytes = 0;  // all outputs together
  int64_t parameter_bytes = 0;
  int64_t saved_bytes =
      0;  // kept from forward until backward; files default it to activation_bytes

  bool operator==(const ProfileLayer&) const = default;
};

// The whole output of `from` goes to `to`.
struct ProfileEdge {
  int32_t from = 0, to = 0;

  auto operator<=>(const ProfileEdge&) const = default;
};

struct Profile {
  std::string name;   // empty: it has none
  int64_t batch = 1;  // samples that it was measured with
  std::vector<ProfileLayer> layers;
  std::vector<ProfileEdge> edges;  // ascending, each once

  bool operator==(const Profile&) const = default;
};

// Whether every edge leads from a layer to a later one, and edges are ascending, each once.
bool is_topological(const Profile& profile);

// Whether the edges are exactly 0 -> 1 -> 2 -> ... : what a Profile without edge lines means.
bool is_chain(const Profile& profile);
std::vector<ProfileEdge> chain_edges(size_t num_layers);

// Sums over all layers.
struct ProfileTotals {
  double forward_seconds = 0, backward_seconds = 0;
  int64_t activation_bytes = 0, parameter_bytes = 0, saved_bytes = 0;
};
ProfileTotals totals(const Profile& profile);

}  // namespace motley::tensor
