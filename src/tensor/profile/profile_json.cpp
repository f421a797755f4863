// The JSON format: {"format": "motley-profile", "version": 1, "name", "batch", "layers", "edges"}.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/io/json_reader.h"
#include "tensor/profile/draft.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor {
namespace {

using core::JsonValue;
using core::SourcePosition;
using Json = nlohmann::ordered_json;

// Entry `index` of a list, for faults that are found later: its line would be looked for each time.
SourcePosition place_of(const std::string& file, const char* what, size_t index) {
  return {fmt::format("{}: {} {}", file, what, index)};
}

double seconds_of(const JsonValue& json, const char* key, const SourcePosition& where) {
  return seconds_from(json.at(key).number(), key, where);
}

ProfileLayer read_layer(const JsonValue& json, const SourcePosition& where) {
  json.check_keys({"name", "forward_seconds", "backward_seconds", "weight_seconds",
                   "activation_bytes", "parameter_bytes", "saved_bytes"});
  ProfileLayer layer{.name = json.at("name").text(),
                     .forward_seconds = seconds_of(json, "forward_seconds", where),
                     .backward_seconds = seconds_of(json, "backward_seconds", where),
                     .activation_bytes = json.at("activation_bytes").whole_number(),
                     .parameter_bytes = json.at("parameter_bytes").whole_number()};
  if (json.find("weight_seconds")) {
    layer.weight_seconds = seconds_of(json, "weight_seconds", where);
  }
  const auto saved = json.find("saved_bytes");
  layer.saved_bytes = saved ? saved->whole_number() : layer.activation_bytes;
  return layer;
}

void read_edges(const JsonValue& json, ProfileDraft& draft) {
  const auto num_layers = static_cast<int64_t>(draft.profile.layers.size());
  for (const JsonValue& edge : json.items()) {
    const std::vector<JsonValue> ends = edge.items();
    if (ends.size() != 2) throw edge.error("must be two layers, such as [0, 1]");
    int32_t layers[2];
    for (int i = 0; i < 2; ++i) {
      const int64_t layer = ends[i].whole_number();
      if (layer >= num_layers) {
        throw ends[i].error(
            fmt::format("there is no layer {}; the profile has {}", layer, num_layers));
      }
      layers[i] = static_cast<int32_t>(layer);
    }
    draft.edge_places.push_back(place_of(draft.file, "edge", draft.profile.edges.size()));
    draft.profile.edges.push_back({layers[0], layers[1]});
  }
}

}  // namespace

Profile parse_json_profile(std::string_view text, const std::string& file) {
  const core::JsonDocument document{std::string(text), file};
  const JsonValue json = document.root();
  json.check_keys({"format", "version", "name", "batch", "layers", "edges"});
  if (json.at("format").text() != "motley-profile") {
    throw json.at("format").error("must be \"motley-profile\"");
  }
  if (json.at("version").whole_number() != 1) throw json.at("version").error("must be 1");
  ProfileDraft draft{.file = file};
  if (const auto name = json.find("name")) draft.profile.name = name->text();
  draft.profile.batch = json.at("batch").whole_number();
  for (const JsonValue& layer : json.at("layers").items()) {
    const SourcePosition where = place_of(file, "layer", draft.profile.layers.size());
    draft.profile.layers.push_back(read_layer(layer, where));
    draft.layer_places.push_back(where);
  }
  if (const auto edges = json.find("edges")) {
    read_edges(*edges, draft);
  } else {
    draft.profile.edges = chain_edges(draft.profile.layers.size());
    draft.edge_places.assign(draft.profile.edges.size(), {file});
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
  return core::json_text(document, 1) + "\n";
}

}  // namespace motley::tensor
