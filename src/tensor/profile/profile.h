// A Profile: a model as pipeline planners see it: layers with their times and bytes, and the edges
// between them.
//
//   layer 0 embed   forward 0.1 ms  backward 0.2 ms   activation 4 MB   parameters 131 MB
//   layer 1 block   forward 3.4 ms  backward 4.9 ms   activation 2 MB   parameters  52 MB
//   layer 2 loss    ...                                edges 0 -> 1, 1 -> 2
//
// Measured on one device with `batch` samples. Layers are in topological order: every edge leads
// from a lower index to a higher one, so any contiguous split of the list is a valid split into
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
  double weight_seconds = 0;     // part of it: the weight gradient; 0: not split
  int64_t activation_bytes = 0;  // all outputs
  int64_t parameter_bytes = 0;
  int64_t saved_bytes = 0;  // stored from forward to backward; files default it to activation_bytes

  bool operator==(const ProfileLayer&) const = default;
};

// The whole output of `from` is an input of `to`.
struct ProfileEdge {
  int32_t from = 0, to = 0;

  auto operator<=>(const ProfileEdge&) const = default;
};

struct Profile {
  std::string name;   // may be empty
  int64_t batch = 1;  // samples it was measured with
  std::vector<ProfileLayer> layers;
  std::vector<ProfileEdge> edges;  // ascending, unique

  bool operator==(const Profile&) const = default;
};

// Whether every edge leads to a later layer, and edges are ascending and unique.
bool is_topological(const Profile& profile);

// Whether the edges are exactly 0 -> 1 -> 2 -> ...: the default if a file has no edge lines.
bool is_chain(const Profile& profile);
std::vector<ProfileEdge> chain_edges(size_t num_layers);

// Totals over all layers.
struct ProfileTotals {
  double forward_seconds = 0, backward_seconds = 0;
  int64_t activation_bytes = 0, parameter_bytes = 0, saved_bytes = 0;
};
ProfileTotals totals(const Profile& profile);

}  // namespace motley::tensor
