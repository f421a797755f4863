#include "tensor/profile/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "core/base/integer.h"
#include "core/base/text.h"

namespace motley::tensor {
namespace {

using core::UserError;

std::string label(const Profile& profile, size_t layer) {
  return core::in_quotes(profile.layers[layer].name);
}

void check_layers(const ProfileDraft& draft) {
  const Profile& profile = draft.profile;
  if (profile.layers.empty())
    throw UserError({draft.file}, "has no layers; a profile needs at least one");
  if (profile.batch < 1)
    throw UserError({draft.file}, "the batch must be a whole number of at least 1");
  if (!core::is_printable(profile.name)) {
    throw UserError({draft.file}, "the profile's name is not printable UTF-8 on one line");
  }
  std::optional<int64_t> activations = 0, parameters = 0, saved = 0;
  for (size_t i = 0; i < profile.layers.size(); ++i) {
    const ProfileLayer& layer = profile.layers[i];
    const auto fail = [&](const std::string& what) {
      throw UserError(draft.layer_places[i], what);
    };
    if (layer.name.empty() || !core::is_printable(layer.name)) {
      fail("a layer's name must be non-empty, printable UTF-8 on one line");
    }
    if (layer.weight_seconds > layer.backward_seconds) {
      fail(fmt::format("layer {}: its weight gradient takes longer than its backward pass",
                       label(profile, i)));
    }
    activations = core::checked_add(*activations, layer.activation_bytes);
    parameters = core::checked_add(*parameters, layer.parameter_bytes);
    saved = core::checked_add(*saved, layer.saved_bytes);
    if (!activations || !parameters || !saved) {
      fail("the total bytes up to this layer exceed 63 bits");
    }
  }
}

// A cycle among the layers that could not be ordered.
[[noreturn]] void fail_cycle(const ProfileDraft& draft, const std::vector<int32_t>& num_waiting) {
  // Every layer left has a predecessor that is left: following predecessors from any of them
  // revisits a layer, and the edge that closes the walk is on a cycle.
  const auto& edges = draft.profile.edges;
  std::vector<int32_t> before(num_waiting.size(), -1);  // an edge from another remaining layer
  for (size_t e = 0; e < edges.size(); ++e) {
    if (num_waiting[edges[e].from] > 0) before[edges[e].to] = static_cast<int32_t>(e);
  }
  size_t at =
      std::ranges::find_if(num_waiting, [](int32_t n) { return n > 0; }) - num_waiting.begin();
  std::vector<bool> seen(num_waiting.size());
  while (!seen[at]) {
    seen[at] = true;
    at = edges[before[at]].from;
  }
  const int32_t closing = before[at];
  const size_t other = edges[closing].from;
  throw UserError(draft.edge_places[closing],
                  other == at
                      ? fmt::format("layer {} has an edge to itself", label(draft.profile, at))
                      : fmt::format("the edges form a cycle: {} leads to {}, which "
                                    "leads back to it",
                                    label(draft.profile, other), label(draft.profile, at)));
}

// position[i]: where layer i of the draft goes. Among ready layers, the first in the file.
std::vector<int32_t> ordered_positions(const ProfileDraft& draft) {
  const Profile& profile = draft.profile;
  std::vector<std::vector<int32_t>> next(profile.layers.size());
  std::vector<int32_t> num_waiting(profile.layers.size());  // number of unordered predecessors
  for (const ProfileEdge& edge : profile.edges) {
    next[edge.from].push_back(edge.to);
    ++num_waiting[edge.to];
  }
  std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> ready;
  for (size_t i = 0; i < num_waiting.size(); ++i) {
    if (num_waiting[i] == 0) ready.push(static_cast<int32_t>(i));
  }
  std::vector<int32_t> position(profile.layers.size());
  int32_t num_ordered = 0;
  for (; !ready.empty(); ++num_ordered) {
    const int32_t layer = ready.top();
    ready.pop();
    position[layer] = num_ordered;
    for (const int32_t to : next[layer]) {
      if (--num_waiting[to] == 0) ready.push(to);
    }
  }
  if (num_ordered < static_cast<int32_t>(position.size())) fail_cycle(draft, num_waiting);
  return position;
}

void check_edges_once(const ProfileDraft& draft) {
  const auto& edges = draft.profile.edges;
  std::vector<size_t> sorted(edges.size());
  for (size_t e = 0; e < edges.size(); ++e) sorted[e] = e;
  std::ranges::stable_sort(sorted, {}, [&](size_t e) { return edges[e]; });
  for (size_t k = 0; k + 1 < sorted.size(); ++k) {
    if (edges[sorted[k]] != edges[sorted[k + 1]]) continue;
    const ProfileEdge& edge = edges[sorted[k]];
    throw UserError(draft.edge_places[sorted[k + 1]],
                    fmt::format("the edge from {} to {} appears twice; remove one",
                                label(draft.profile, edge.from), label(draft.profile, edge.to)));
  }
}

}  // namespace

Profile finish_profile(ProfileDraft draft) {
  check_layers(draft);
  check_edges_once(draft);
  const std::vector<int32_t> position = ordered_positions(draft);
  Profile profile = std::move(draft.profile);
  std::vector<ProfileLayer> layers(profile.layers.size());
  for (size_t i = 0; i < layers.size(); ++i) layers[position[i]] = std::move(profile.layers[i]);
  profile.layers = std::move(layers);
  for (ProfileEdge& edge : profile.edges) edge = {position[edge.from], position[edge.to]};
  std::ranges::sort(profile.edges);
  MOTLEY_CHECK(is_topological(profile), "the layers of {} are out of order", draft.file);
  return profile;
}

double seconds_from(double value, std::string_view key, const core::SourcePosition& where) {
  constexpr double kMost = 1e9;
  if (std::isnan(value) || value < 0 || value > kMost) {
    throw UserError(where,
                    fmt::format("`{}` must be a time from 0 to 1e9 s, not {} s", key, value));
  }
  return std::abs(value);  // no -0
}

int64_t bytes_from(double value, std::string_view key, const core::SourcePosition& where) {
  constexpr double kTooMuch = 9223372036854775808.0;  // 2^63
  if (std::isnan(value) || value < 0 || std::round(value) >= kTooMuch) {
    throw UserError(
        where, fmt::format("`{}` must be a byte count from 0 to 2^63 - 1, not {}", key, value));
  }
  return static_cast<int64_t>(std::round(value));
}

}  // namespace motley::tensor
