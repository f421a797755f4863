// What a reader has found of a Profile, with the places of what it found, and the one function that
// makes a Profile of it. Every reader of this folder ends in finish_profile, so all forms are held
// to the same rules.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "tensor/profile/profile.h"

namespace motley::tensor {

struct ProfileDraft {
  std::string file;
  Profile profile;  // layers and edges in the order of the file
  std::vector<core::SourcePosition> layer_places;
  std::vector<core::SourcePosition> edge_places;
};

// Layers as they stand where every edge leads forward, else in the first order in which they can
// run; edges ascending. A UserError for an empty profile, a name that cannot be printed, sums of
// bytes or seconds that are too large, an edge that is there twice, and a cycle. Cost: O(n log n).
Profile finish_profile(ProfileDraft draft);

// A time: finite, from 0 on, at most 1e9 s. `key` names it in messages.
double seconds_from(double value, std::string_view key, const core::SourcePosition& where);

// Bytes: finite, from 0 on, rounded to whole ones, less than 2^63.
int64_t bytes_from(double value, std::string_view key, const core::SourcePosition& where);

// The file's parsers, one per form.
Profile parse_text_profile(std::string_view text, const std::string& file);
Profile parse_json_profile(std::string_view text, const std::string& file);
Profile parse_graph_profile(std::string_view text, const std::string& file, int64_t batch);

}  // namespace motley::tensor
