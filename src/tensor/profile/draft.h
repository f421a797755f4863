// A Profile under construction, with source positions, and the one function that validates it.
// Every reader of this folder ends in finish_profile, so all formats follow the same rules.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "tensor/profile/profile.h"

namespace motley::tensor {

struct ProfileDraft {
  std::string file;
  Profile profile;  // layers and edges in file order
  std::vector<core::SourcePosition> layer_places;
  std::vector<core::SourcePosition> edge_places;
};

// Keeps the order of the layers if every edge leads forward, else the first topological order;
// edges ascending. Throws a UserError for an empty profile, an unprintable name, overflowing sums
// of bytes or seconds, a duplicate edge, or a cycle. Cost: O(n log n).
Profile finish_profile(ProfileDraft draft);

// A time: finite, non-negative, at most 1e9 s. `key` names it in messages.
double seconds_from(double value, std::string_view key, const core::SourcePosition& where);

// Bytes: finite, non-negative, rounded to an integer, less than 2^63.
int64_t bytes_from(double value, std::string_view key, const core::SourcePosition& where);

// One parser per format.
Profile parse_text_profile(std::string_view text, const std::string& file);
Profile parse_json_profile(std::string_view text, const std::string& file);
Profile parse_graph_profile(std::string_view text, const std::string& file, int64_t batch);

}  // namespace motley::tensor
