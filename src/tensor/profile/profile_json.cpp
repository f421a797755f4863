// The JSON format: {"format": "motley-profile", "version": 1, "name", "batch", "layers", "edges"}.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "core/base/text.h"
#include "tensor/profile/draft.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor {
namespace {

using core::in_quotes;
using core::SourcePosition;
using core::UserError;
using Json = nlohmann::ordered_json;

// The fields of one object; `where` names it in messages.
struct Fields {
  const Json& object;
  const SourcePosition& where;

  void check_keys(const std::vector<std::string>& known) const {
    if (!object.is_object()) throw UserError(where, "is not a JSON object");
    for (const auto& [key, value] : object.items()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      throw UserError(where, fmt::format("has no key {}; did you mean `{}`?", in_quotes(key),
                                         core::nearest_name(key, known)));
    }
  }

  const Json& require(const char* key) const {
    if (!object.contains(key)) throw UserError(where, fmt::format("lacks `{}`", key));
    return object[key];
  }

  std::string text(const char* key) const {
    const Json& value = require(key);
    if (!value.is_string()) throw UserError(where, fmt::format("`{}` must be a string", key));
    return value.get<std::string>();
  }

  double seconds(const char* key) const {
    const Json& value = require(key);
    if (!value.is_number()) throw UserError(where, fmt::format("`{}` must be a number", key));
    return seconds_from(value.get<double>(), key, where);
  }

  int64_t whole_number(const char* key) const { return whole_number(require(key), key); }

  int64_t whole_number(const Json& value, const char* key) const {
    const bool fits = value.is_number_unsigned() && value.get<uint64_t>() <= INT64_MAX;
    if (fits) return value.get<int64_t>();
    throw UserError(where, fmt::format("`{}` must be a whole number from 0 to 2^63 - 1", key));
  }
};

ProfileLayer read_layer(const Fields& fields) {
  fields.check_keys({"name", "forward_seconds", "backward_seconds", "weight_seconds",
                     "activation_bytes", "parameter_bytes", "saved_bytes"});
  ProfileLayer layer{.name = fields.text("name"),
                     .forward_seconds = fields.seconds("forward_seconds"),
                     .backward_seconds = fields.seconds("backward_seconds"),
                     .activation_bytes = fields.whole_number("activation_bytes"),
                     .parameter_bytes = fields.whole_number("parameter_bytes")};
  const bool split = fields.object.contains("weight_seconds");
  if (split) layer.weight_seconds = fields.seconds("weight_seconds");
  const bool saves = fields.object.contains("saved_bytes");
  layer.saved_bytes = saves ? fields.whole_number("saved_bytes") : layer.activation_bytes;
  return layer;
}

void read_edges(const Json& edges, ProfileDraft& draft) {
  const auto num_layers = static_cast<int64_t>(draft.profile.layers.size());
  if (!edges.is_array())
    throw UserError({draft.file}, "`edges` must be a list such as [[0, 1], [1, 2]]");
  for (size_t e = 0; e < edges.size(); ++e) {
    const SourcePosition where{fmt::format("{}: edge {}", draft.file, e)};
    const Fields fields{edges[e], where};
    if (!edges[e].is_array() || edges[e].size() != 2) {
      throw UserError(where, "must be two layers, such as [0, 1]");
    }
    int32_t ends[2];
    for (int i = 0; i < 2; ++i) {
      const int64_t layer = fields.whole_number(edges[e][i], "the number of a layer");
      if (layer >= num_layers) {
        throw UserError(where,
                        fmt::format("there is no layer {}; the profile has {}", layer, num_layers));
      }
      ends[i] = static_cast<int32_t>(layer);
    }
    draft.profile.edges.push_back({ends[0], ends[1]});
    draft.edge_places.push_back(where);
  }
}

}  // namespace

Profile parse_json_profile(std::string_view text, const std::string& file) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw UserError(core::position_at(file, text, error.byte),
                    "is not valid JSON here; is the file cut off?");
  } catch (const Json::out_of_range&) {  // 1e999; the position is unknown
    throw UserError({file}, "contains a number that is too large");
  }
  const SourcePosition whole{file};
  const Fields fields{document, whole};
  fields.check_keys({"format", "version", "name", "batch", "layers", "edges"});
  if (fields.text("format") != "motley-profile") {
    throw UserError(whole, "`format` must be \"motley-profile\"");
  }
  if (fields.require("version") != 1) throw UserError(whole, "only `version` 1 is supported");
  ProfileDraft draft{.file = file};
  if (document.contains("name")) draft.profile.name = fields.text("name");
  draft.profile.batch = fields.whole_number("batch");
  const Json& layers = fields.require("layers");
  if (!layers.is_array()) throw UserError(whole, "`layers` must be a list");
  for (size_t i = 0; i < layers.size(); ++i) {
    const SourcePosition where{fmt::format("{}: layer {}", file, i)};
    draft.profile.layers.push_back(read_layer({layers[i], where}));
    draft.layer_places.push_back(where);
  }
  if (document.contains("edges")) {
    read_edges(document["edges"], draft);
  } else {
    draft.profile.edges = chain_edges(layers.size());
    draft.edge_places.assign(draft.profile.edges.size(), whole);
  }
  return finish_profile(std::move(draft));
}

std::string print_profile_json(const Profile& profile) {
  Json layers = Json::array();
  for (const ProfileLayer& layer : profile.layers) {
    Json row = {{"name", layer.name},
                {"forward_seconds", layer.forward_seconds},
                {"backward_seconds", layer.backward_seconds},
                {"activation_bytes", layer.activation_bytes},
                {"parameter_bytes", layer.parameter_bytes},
                {"saved_bytes", layer.saved_bytes}};
    if (layer.weight_seconds != 0) row["weight_seconds"] = layer.weight_seconds;
    layers.push_back(std::move(row));
  }
  Json document = {{"format", "motley-profile"}, {"version", 1}};
  if (!profile.name.empty()) document["name"] = profile.name;
  document["batch"] = profile.batch;
  document["layers"] = std::move(layers);
  if (!is_chain(profile)) {
    Json& edges = document["edges"] = Json::array();
    for (const ProfileEdge& edge : profile.edges)
      edges.push_back(Json::array({edge.from, edge.to}));
  }
  return document.dump(1) + "\n";
}

}  // namespace motley::tensor
