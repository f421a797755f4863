// PipeDream's graph.txt: milliseconds and bytes, a line per node, then a line per edge.
//
//   ID -- DESCRIPTION -- forward_compute_time=3.4, backward_compute_time=6.8, SIZES
//   <tab>ID -- ID
//
// where SIZES is `activation_size=[384000000.0; 64.0], parameter_size=6835.000`. Nodes come in any
// order, edges with any indentation: a line with `forward_compute_time=` is a node.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <unordered_map>

#include "core/base/integer.h"
#include "core/base/text.h"
#include "tensor/profile/draft.h"

namespace motley::tensor {
namespace {

using core::SourcePosition;
using core::UserError;

constexpr std::string_view kDashes = " -- ";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// Reads "forward_compute_time=3.4, ..." field by field.
class NodeFields {
 public:
  NodeFields(std::string_view text, const SourcePosition& where) : rest_(text), where_(where) {}

  // The value of the next field, which must be `key`, up to the comma.
  std::string_view take(std::string_view key) {
    if (!rest_.starts_with(key) || !rest_.substr(key.size()).starts_with('=')) {
      throw UserError(where_, fmt::format("the node lacks `{}=`; is the line cut off?", key));
    }
    rest_.remove_prefix(key.size() + 1);
    const size_t comma = std::min(rest_.find(','), rest_.size());
    const std::string_view value = trimmed(rest_.substr(0, comma));
    rest_ = trimmed(rest_.substr(std::min(comma + 1, rest_.size())));
    return value;
  }

  // 10^power times the number of this field.
  double take_number(std::string_view key, int power) { return number(take(key), key, power); }

  // A single size, or the sum of a bracketed list: [a; b; c].
  int64_t take_bytes(std::string_view key) {
    std::string_view text = take(key);
    if (!text.starts_with('[')) return core_bytes(text, key);
    if (!text.ends_with(']')) {
      throw UserError(where_, fmt::format("the list of `{}` is not closed; add `]`", key));
    }
    text = text.substr(1, text.size() - 2);
    int64_t sum = 0;
    for (bool more = true; more;) {
      const size_t semicolon = text.find(';');
      more = semicolon != text.npos;
      const auto next = core::checked_add(sum, core_bytes(trimmed(text.substr(0, semicolon)), key));
      if (!next) throw UserError(where_, fmt::format("`{}` sums up to 2^63 or more", key));
      sum = *next;
      if (more) text.remove_prefix(semicolon + 1);
    }
    return sum;
  }

  // Skips fields that other profilers append; they must still be well-formed.
  void skip_others() {
    while (!rest_.empty()) {
      const std::string_view key = rest_.substr(0, rest_.find_first_of("=,"));
      take(key);
    }
  }

 private:
  double number(std::string_view text, std::string_view key, int power) const {
    if (text.empty() || core::decimal_length(text) != text.size()) {
      throw UserError(where_,
                      fmt::format("`{}` must be a number, not {}", key, core::in_quotes(text)));
    }
    return core::decimal_value(text, power);
  }
  int64_t core_bytes(std::string_view text, std::string_view key) const {
    return bytes_from(number(text, key, 0), key, where_);
  }

  std::string_view rest_;
  const SourcePosition& where_;
};

struct GraphNode {
  std::string id, description;
  ProfileLayer layer;
  SourcePosition where;
};

struct GraphEdge {
  std::string from, to;
  SourcePosition where;
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

GraphNode read_node(std::string_view line, const SourcePosition& where) {
  const size_t first = line.find(kDashes), last = line.find(" -- forward_compute_time=");
  if (last == line.npos || first + kDashes.size() > last) {
    throw UserError(where, "a node is `ID -- DESCRIPTION -- forward_compute_time=...`");
  }
  const size_t description = first + kDashes.size();
  GraphNode node{std::string(trimmed(line.substr(0, first))),
                 std::string(trimmed(line.substr(description, last - description))),
                 {},
                 where};
  line.remove_prefix(last + kDashes.size());
  const size_t behind = std::min(line.find(kDashes), line.size());
  NodeFields fields(trimmed(line.substr(0, behind)), where);
  const auto milliseconds = [&](std::string_view key) {
    return seconds_from(fields.take_number(key, -3), key, where);
  };
  node.layer.forward_seconds = milliseconds("forward_compute_time");
  node.layer.backward_seconds = milliseconds("backward_compute_time");
  node.layer.activation_bytes = fields.take_bytes("activation_size");
  node.layer.saved_bytes = node.layer.activation_bytes;
  node.layer.parameter_bytes = fields.take_bytes("parameter_size");
  fields.skip_others();
  if (behind < line.size()) {  // PipeDream's optimizer adds ` -- stage_id=1`
    NodeFields(trimmed(line.substr(behind + kDashes.size())), where).skip_others();
  }
  return node;
}

GraphEdge read_edge(std::string_view line, const SourcePosition& where) {
  const size_t dashes = line.find(kDashes);
  if (dashes == line.npos || line.find(kDashes, dashes + 1) != line.npos) {
    throw UserError(where, fmt::format("{} is neither a node nor an edge `ID -- ID`; is the line "
                                       "cut off?",
                                       core::in_quotes(line)));
  }
  return {std::string(trimmed(line.substr(0, dashes))),
          std::string(trimmed(line.substr(dashes + kDashes.size()))), where};
}

Graph read_lines(std::string_view text, const std::string& file) {
  Graph graph;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const SourcePosition where{file, number, 1};
    if (line.empty()) continue;
    if (line.find("forward_compute_time=") != line.npos) {
      graph.nodes.push_back(read_node(line, where));
    } else {
      graph.edges.push_back(read_edge(line, where));
    }
  }
  return graph;
}

// node12 -> 12; -1 if the id does not end in a number.
int64_t number_of(const std::string& id) {
  const size_t digits = id.find_last_not_of("0123456789") + 1;  // npos + 1 is 0
  int64_t number = -1;
  std::from_chars(id.data() + digits, id.data() + id.size(), number);
  return number;
}

using NodeIndex = std::unordered_map<std::string, int32_t>;

// Throws for duplicate ids.
NodeIndex index_of(const std::vector<GraphNode>& nodes) {
  NodeIndex index;
  for (const GraphNode& node : nodes) {
    if (!index.emplace(node.id, static_cast<int32_t>(index.size())).second) {
      throw UserError(node.where,
                      fmt::format("the node {} appears twice", core::in_quotes(node.id)));
    }
  }
  return index;
}

std::vector<ProfileEdge> edges_of(const Graph& graph, const NodeIndex& index) {
  std::vector<ProfileEdge> edges;
  for (const GraphEdge& edge : graph.edges) {
    for (const std::string& id : {edge.from, edge.to}) {
      if (!index.contains(id)) {
        throw UserError(edge.where,
                        fmt::format("the edge names an unknown node {}", core::in_quotes(id)));
      }
    }
    edges.push_back({index.at(edge.from), index.at(edge.to)});
  }
  return edges;
}

std::string name_of(const std::string& file) {
  const std::filesystem::path path = file;
  const std::string stem = path.stem().string(), folder = path.parent_path().filename().string();
  const std::string name = stem == "graph" && !folder.empty() ? folder : stem;
  return core::is_printable(name) ? name : "";
}

}  // namespace

Profile parse_graph_profile(std::string_view text, const std::string& file, int64_t batch) {
  Graph graph = read_lines(text, file);
  std::vector<ProfileEdge> edges = edges_of(graph, index_of(graph.nodes));
  // PipeDream writes nodes in hash-table order; their numbers give the execution order.
  if (std::ranges::any_of(edges, [](const ProfileEdge& e) { return e.from > e.to; })) {
    std::ranges::stable_sort(graph.nodes, {}, [](const GraphNode& n) { return number_of(n.id); });
    edges = edges_of(graph, index_of(graph.nodes));
  }
  std::unordered_map<std::string, int> num_named;
  for (const GraphNode& node : graph.nodes) ++num_named[node.description];
  ProfileDraft draft{.file = file, .profile = {.name = name_of(file), .batch = batch}};
  for (GraphNode& node : graph.nodes) {
    // Most of PipeDream's descriptions occur many times: ReLU(inplace).
    node.layer.name = node.description.empty()           ? node.id
                      : num_named[node.description] == 1 ? node.description
                                                         : node.id + " " + node.description;
    draft.profile.layers.push_back(std::move(node.layer));
    draft.layer_places.push_back(std::move(node.where));
  }
  draft.profile.edges = std::move(edges);
  for (GraphEdge& edge : graph.edges) draft.edge_places.push_back(std::move(edge.where));
  return finish_profile(std::move(draft));
}

}  // namespace motley::tensor
