// The text format: header lines, a line per layer, a line per edge, `end`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "tensor/profile/draft.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor {
namespace {

using core::in_quotes;
using core::SourcePosition;
using core::UserError;

// The words of a line in order; "in quotes" is one word.
class Words {
 public:
  Words(std::string_view line, const SourcePosition& where) : rest_(line), where_(where) { skip(); }

  bool done() const { return rest_.empty(); }

  std::string take(const char* what) {
    if (done()) fail(fmt::format("the line lacks {}; is it cut off?", what));
    std::string word;
    if (rest_.front() == '"') {
      take_quoted(word);
    } else {
      word = rest_.substr(0, rest_.find_first_of(" \t\r"));
      rest_.remove_prefix(word.size());
    }
    skip();
    return word;
  }

  int64_t take_number(const char* what) { return whole_number(take(what), what); }

  void expect_done() const {
    if (!done()) fail(fmt::format("unexpected {} at the end of the line", in_quotes(rest_)));
  }

  int64_t whole_number(const std::string& text, std::string_view what) const {
    int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || rest != end || number < 0) {
      fail(fmt::format("{} must be a whole number from 0 to 2^63 - 1, not {}", what,
                       in_quotes(text)));
    }
    return number;
  }

  [[noreturn]] void fail(const std::string& what) const { throw UserError(where_, what); }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

  void take_quoted(std::string& word) {
    size_t i = 1;
    for (; i < rest_.size() && rest_[i] != '"'; ++i) {
      if (rest_[i] == '\\') ++i;
      if (i < rest_.size()) word += rest_[i];
    }
    if (i >= rest_.size()) fail("a quoted name is not closed; is the line cut off?");
    rest_.remove_prefix(i + 1);
  }

  std::string_view rest_;
  const SourcePosition& where_;
};

class TextReader {
 public:
  explicit TextReader(const std::string& file) { draft_.file = file; }

  Profile read(std::string_view text) {
    for (int number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      where_ = {draft_.file, number, 1};
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!ended_) throw UserError({draft_.file}, "the last line is not `end`; is the file cut off?");
    Profile& profile = draft_.profile;
    if (!has_edges_) {
      profile.edges = chain_edges(profile.layers.size());
      draft_.edge_places.assign(profile.edges.size(), {draft_.file});
    }
    const auto num_layers = static_cast<int64_t>(profile.layers.size());
    for (size_t e = 0; e < profile.edges.size(); ++e) {
      const int32_t last = std::max(profile.edges[e].from, profile.edges[e].to);
      if (last < num_layers) continue;
      throw UserError(draft_.edge_places[e],
                      fmt::format("there is no layer {}; the profile has {}", last, num_layers));
    }
    return finish_profile(std::move(draft_));
  }

 private:
  void read_line(std::string_view line) {
    Words words(line, where_);
    if (words.done() || line.starts_with('#')) return;
    if (ended_) words.fail("text after the line `end`");
    const std::string kind = words.take("a word");
    if (kind == "motley-profile") {
      if (words.take("its version") != "1") words.fail("only version 1 of the format is supported");
    } else if (kind == "name") {
      draft_.profile.name = words.take("a name");
    } else if (kind == "batch") {
      draft_.profile.batch = words.take_number("the batch");
    } else if (kind == "layer") {
      read_layer(words);
    } else if (kind == "edge") {
      read_edge(words);
    } else if (kind == "edges") {
      if (words.take("`none`") != "none") words.fail("`edges` is followed by `none`");
      has_edges_ = true;
    } else if (kind == "end") {
      ended_ = true;
    } else {
      words.fail(
          fmt::format("unknown line kind {}{}", in_quotes(kind),
                      core::did_you_mean_one_of(kind, {"name", "batch", "layer", "edge", "end"})));
    }
    words.expect_done();
  }

  void read_layer(Words& words) {
    auto& layers = draft_.profile.layers;
    const int64_t number = words.take_number("the layer's number");
    if (number != static_cast<int64_t>(layers.size())) {
      words.fail(fmt::format("layer {} found where layer {} is expected", number, layers.size()));
    }
    ProfileLayer layer{.name = words.take("the layer's name")};
    std::vector<std::string> missing = {"forward", "backward", "activation", "parameters"};
    std::vector<std::string> seen;
    std::optional<int64_t> saved;
    while (!words.done()) {
      const std::string word = words.take("a field");
      const size_t equals = std::min(word.find('='), word.size());
      const std::string key = word.substr(0, equals);
      const std::string value = word.substr(std::min(equals + 1, word.size()));
      if (std::ranges::find(seen, key) != seen.end()) {
        words.fail(fmt::format("`{}` appears twice; remove one", key));
      }
      read_field(words, layer, saved, key, value);
      seen.push_back(key);
      std::erase(missing, key);
    }
    if (!missing.empty()) {
      words.fail(fmt::format("the layer lacks `{}=`; is the line cut off?", missing.front()));
    }
    layer.saved_bytes = saved.value_or(layer.activation_bytes);
    layers.push_back(std::move(layer));
    draft_.layer_places.push_back(where_);
  }

  void read_field(const Words& words, ProfileLayer& layer, std::optional<int64_t>& saved,
                  const std::string& key, const std::string& value) const {
    const auto seconds = [&] {
      if (value.empty() || core::decimal_length(value) != value.size()) {
        words.fail(fmt::format("`{}` must be a number of seconds, not {}", key, in_quotes(value)));
      }
      return seconds_from(core::decimal_value(value), key, where_);
    };
    const auto bytes = [&] { return words.whole_number(value, "`" + key + "`"); };
    if (key == "forward") {
      layer.forward_seconds = seconds();
    } else if (key == "backward") {
      layer.backward_seconds = seconds();
    } else if (key == "weight") {
      layer.weight_seconds = seconds();
    } else if (key == "activation") {
      layer.activation_bytes = bytes();
    } else if (key == "parameters") {
      layer.parameter_bytes = bytes();
    } else if (key == "saved") {
      saved = bytes();
    } else {
      words.fail(fmt::format(
          "a layer has no field {}{}", in_quotes(key),
          core::did_you_mean_one_of(
              key, {"forward", "backward", "weight", "activation", "parameters", "saved"})));
    }
  }

  void read_edge(Words& words) {
    const auto end_of_edge = [&](const char* what) {
      const int64_t layer = words.take_number(what);
      if (layer > INT32_MAX) words.fail(fmt::format("there is no layer {}", layer));
      return static_cast<int32_t>(layer);
    };
    const int32_t from = end_of_edge("the layer that it comes from");
    draft_.profile.edges.push_back({from, end_of_edge("the layer that it goes to")});
    draft_.edge_places.push_back(where_);
    has_edges_ = true;
  }

  ProfileDraft draft_;
  SourcePosition where_;
  bool has_edges_ = false;  // without edge lines the layers are a chain
  bool ended_ = false;
};

std::string name_text(const std::string& name) {
  if (!name.empty() && name.find_first_of(" \t\"\\") == name.npos) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

}  // namespace

Profile parse_text_profile(std::string_view text, const std::string& file) {
  return TextReader(file).read(text);
}

std::string print_profile(const Profile& profile) {
  std::string text = "motley-profile 1\n";
  if (!profile.name.empty()) text += fmt::format("name {}\n", name_text(profile.name));
  text += fmt::format("batch {}\n", profile.batch);
  for (size_t i = 0; i < profile.layers.size(); ++i) {
    const ProfileLayer& layer = profile.layers[i];
    text += fmt::format("layer {} {} forward={} backward={}", i, name_text(layer.name),
                        layer.forward_seconds, layer.backward_seconds);
    if (layer.weight_seconds != 0) text += fmt::format(" weight={}", layer.weight_seconds);
    text +=
        fmt::format(" activation={} parameters={}", layer.activation_bytes, layer.parameter_bytes);
    if (layer.saved_bytes != layer.activation_bytes) {
      text += fmt::format(" saved={}", layer.saved_bytes);
    }
    text += "\n";
  }
  if (!is_chain(profile)) {
    if (profile.edges.empty()) text += "edges none\n";
    for (const ProfileEdge& edge : profile.edges) {
      text += fmt::format("edge {} {}\n", edge.from, edge.to);
    }
  }
  return text + "end\n";
}

}  // namespace motley::tensor
