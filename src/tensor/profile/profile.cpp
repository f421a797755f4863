#include "tensor/profile/profile.h"

#include <algorithm>

namespace motley::tensor {

bool is_topological(const Profile& profile) {
  const auto num_layers = static_cast<int64_t>(profile.layers.size());
  const auto leads_on = [&](const ProfileEdge& edge) {
    return edge.from >= 0 && edge.from < edge.to && edge.to < num_layers;
  };
  return std::ranges::all_of(profile.edges, leads_on) &&
         std::ranges::adjacent_find(profile.edges, std::greater_equal()) == profile.edges.end();
}

bool is_chain(const Profile& profile) {
  return profile.edges == chain_edges(profile.layers.size());
}

std::vector<ProfileEdge> chain_edges(size_t num_layers) {
  std::vector<ProfileEdge> edges;
  for (size_t i = 0; i + 1 < num_layers; ++i) {
    edges.push_back({static_cast<int32_t>(i), static_cast<int32_t>(i + 1)});
  }
  return edges;
}

ProfileTotals totals(const Profile& profile) {
  ProfileTotals sum;
  for (const ProfileLayer& layer : profile.layers) {
    sum.forward_seconds += layer.forward_seconds;
    sum.backward_seconds += layer.backward_seconds;
    sum.activation_bytes += layer.activation_bytes;
    sum.parameter_bytes += layer.parameter_bytes;
    sum.saved_bytes += layer.saved_bytes;
  }
  return sum;
}

}  // namespace motley::tensor
