// Repeats among a Program's forward ops, and narrow cuts between ops: the basis of the runs and
// cuts of step_structure.h. A run is a span of items, divided into equal periods.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

// One forward op that depends on a parameter, as seen by the search for repeats.
struct Item {
  int op = 0;
  int label = 0;             // equal for equal ops on operands of equal kind and type
  std::vector<int> sources;  // items that produce its inputs, in order; negative: not an item
  std::vector<int> params;   // parameters it reads
  bool is_product = false;   // sums over products of two operands
  double flops = 0;          // of a product
};

// Forward ops that depend on a parameter, in program order. Values that depend on no argument are
// distinguished by what they compute, so that a mask may be built once for all layers or again in
// each; values that depend only on the batch are external sources, numbered below all items. A
// parameter that is only converted, reshaped or cut counts as that parameter, wherever this is
// done: mixed precision may convert all of them first.
std::vector<Item> items_of(const Graph& graph, const std::vector<bool>& forward,
                           const std::vector<int>& param_of);

// The forward ops that only convert, reshape or cut a parameter.
std::vector<bool> parameter_casts(const Graph& graph, const std::vector<bool>& forward,
                                  const std::vector<int>& param_of);

// Live values before each item, by number and by bytes.
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
// after it, in program order.
std::vector<Span> find_repeats(const std::vector<Item>& items, const std::vector<Width>& widths);

// After each critical product, the narrowest cut before the next product; except inside runs, which
// have their own cuts. Light products beside the others, such as the projection of a time embedding
// or of a residual, do not count: no more than a tenth of all work.
void add_narrow_places(const std::vector<Item>& items, const std::vector<Width>& widths,
                       const std::vector<Span>& spans, std::set<int>& places);

}  // namespace motley::tensor
