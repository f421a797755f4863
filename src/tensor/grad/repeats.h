// Repeats of a Program's forward ops, and the narrow places between ops: what structure.h makes
// runs and cuts of. A run is a span of items, cut into equal periods.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

// One forward op that depends on a parameter, as the search for repeats sees it.
struct Item {
  int op = 0;
  int label = 0;             // equal for equal ops on operands of equal kind and type
  std::vector<int> sources;  // items that make its inputs, in order; negative: not an item
  std::vector<int> params;   // parameters it reads
  bool is_product = false;   // sums over products of two operands
};

// Forward ops that depend on a parameter, in the order of the Program. What depends on no argument
// is told apart by what it computes, so that a mask may be made once for all layers or again in
// each; what depends on the batch alone is a source from outside, numbered below all items.
std::vector<Item> items_of(const Graph& graph, const std::vector<bool>& forward,
                           const std::vector<int>& param_of);

// Values alive before each item, by number and by bytes.
struct Width {
  int64_t num_values = 0, num_bytes = 0;
  friend auto operator<=>(const Width&, const Width&) = default;
};

struct Span {
  int begin = 0, period = 0, num_repeats = 0;
  int end() const { return begin + period * num_repeats; }
  int size() const { return period * num_repeats; }
};

// Runs of equal repeats, each a chain: the one that covers the most items, then those before and
// behind it, in the order of the Program.
std::vector<Span> find_repeats(const std::vector<Item>& items, const std::vector<Width>& widths);

// Behind each critical product, the narrowest place before the next product; but not where a run
// has its cuts already.
void add_narrow_places(const std::vector<Item>& items, const std::vector<Width>& widths,
                       const std::vector<Span>& spans, std::set<int>& places);

}  // namespace motley::tensor
