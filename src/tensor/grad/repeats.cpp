#include "tensor/grad/repeats.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

bool is_product(const Program& program, const Op& op) {
  if (op.operands.size() < 2) return false;
  const IndexStructure index = index_structure({program.values, op});
  const auto reads_along = [&](const TensorIndex& operand, int axis) {
    return std::any_of(operand.begin(), operand.end(), [&](const DimIndex& dim) {
      return std::any_of(dim.terms.begin(), dim.terms.end(),
                         [&](const AxisTerm& term) { return term.axis == axis; });
    });
  };
  for (int axis = 0; axis < static_cast<int>(index.axes.size()); ++axis) {
    if (index.axes[axis].kind == AxisKind::kReduced && reads_along(index.operands[0], axis) &&
        reads_along(index.operands[1], axis)) {
      return true;
    }
  }
  return false;
}

// Labels of ops: equal for equal op, attributes, types, regions and operand keys.
class Labels {
 public:
  explicit Labels(const Program& program) : program_(program) {}

  int of(const Op& op, const std::string& operands) {
    std::string key = fmt::format("{}({})", name(op.code), operands);
    for (ValueId v : op.results) key += program_.type(v).to_string();
    for (const Region& region : op.regions) add(region, key);
    auto& bucket = buckets_[key];
    for (const auto& [other, label] : bucket) {
      if (other->attrs == op.attrs) return label;
    }
    bucket.emplace_back(&op, next_);
    return next_++;
  }

 private:
  // Values of a region are numbered in order of appearance; captured ones are in `operands`.
  void add(const Region& region, std::string& key) {
    std::unordered_map<ValueId, size_t> number;
    const auto text = [&](const std::vector<ValueId>& values) {
      std::string list;
      for (ValueId v : values)
        list += fmt::format("{} ", number.try_emplace(v, number.size()).first->second);
      return list;
    };
    key += "{" + text(region.arguments);
    for (const Op& op : region.ops) {
      const std::string operands = text(op.operands);
      key += fmt::format("{}={};", text(op.results), of(op, operands));
    }
    key += text(region.results) + "}";
  }

  const Program& program_;
  std::unordered_map<std::string, std::vector<std::pair<const Op*, int>>> buckets_;
  int next_ = 0;
};

class RepeatSearch {
 public:
  RepeatSearch(const std::vector<Item>& items, const std::vector<Width>& widths)
      : items_(items), widths_(widths) {
    for (const Item& item : items) labels_.push_back(item.label);
  }

  // The run that covers the most items, then, recursively, those before and after it.
  void find(int begin, int end, std::vector<Span>& spans) {
    best_ = {};
    for (int period = 1; 2 * period <= end - begin; ++period) scan(begin, end, period);
    const Span found = best_;
    if (found.num_repeats == 0) return;
    find(begin, found.begin, spans);
    spans.push_back(found);
    find(found.end(), end, spans);
  }

 private:
  // Runs of labels that equal those a period later: most are too short, and cheap to find. In the
  // others, windows [start, i) in which every item equals the one a period later. An item whose
  // sources do not correspond to that one's may only read from outside the run; if it does not, the
  // run must start later.
  void scan(int begin, int end, int period) {
    for (int i = begin; i + period < end; ++i) {
      const int first = i;
      while (i + period < end && labels_[i] == labels_[i + period]) ++i;
      const Span most{first, period, (i - first) / period + 1};
      if (most.num_repeats < 2 || !better(most)) continue;
      int start = first;
      for (int k = first; k < i; ++k) {
        const int needed = earliest_start(k, period);
        if (needed <= start) continue;
        consider(start, k, period);
        start = needed;
      }
      consider(start, i, period);
    }
  }

  // The smallest start of a run in which item i equals item i + period, which has the same label;
  // i + 1 if there is none.
  int earliest_start(int i, int period) const {
    const Item &a = items_[i], &b = items_[i + period];
    int start = 0;
    for (size_t k = 0; k < a.sources.size(); ++k) {
      const int x = a.sources[k], y = b.sources[k];
      if (x + period == y) continue;
      const int both_outside = std::max(x, y) + 1;
      // In the first repeat: a source before the run corresponds to one in the first repeat next
      // time.
      const int enters = std::max({i - period, x, y - period}) + 1;
      start = std::max(start, std::min(both_outside, enters));
    }
    return std::min(start, i + 1);
  }

  void consider(int start, int end, int period) {
    const int span = end - start + period;
    const Span least{start, period, span / period};
    if (least.num_repeats < 2 || !better(least)) return;
    Span found = least;
    for (int begin = start + 1; begin + least.size() <= start + span; ++begin) {
      const Span moved{begin, period, least.num_repeats};
      if (width(moved) <= width(found)) found = moved;
    }
    if (!has_matching_inputs(found)) {
      found.begin += period;
      --found.num_repeats;
    }
    if (found.num_repeats >= 2 && better(found) && is_chain(found)) best_ = found;
  }

  bool better(const Span& span) const {
    return span.size() > best_.size() ||
           (span.size() == best_.size() && span.period < best_.period);
  }

  // Of the widest cut between two repeats.
  Width width(const Span& span) const {
    Width widest;
    for (int r = 1; r < span.num_repeats; ++r) {
      widest = std::max(widest, widths_[span.begin + r * span.period]);
    }
    return widest;
  }

  // Each value that enters the first repeat from outside has one counterpart entering the second.
  bool has_matching_inputs(const Span& span) const {
    std::map<int, int> there, back;
    for (int i = span.begin; i < span.begin + span.period; ++i) {
      for (size_t k = 0; k < items_[i].sources.size(); ++k) {
        const int x = items_[i].sources[k], y = items_[i + span.period].sources[k];
        if (x >= span.begin) continue;
        if (there.try_emplace(x, y).first->second != y) return false;
        if (back.try_emplace(y, x).first->second != x) return false;
      }
    }
    return true;
  }

  // Each repeat reads the one before it, has a parameter that that one does not read, and products.
  bool is_chain(const Span& span) const {
    std::set<int> before;
    for (int r = 0; r < span.num_repeats; ++r) {
      const int begin = span.begin + r * span.period;
      std::set<int> params;
      bool has_product = false, follows = r == 0;
      for (int i = begin; i < begin + span.period; ++i) {
        params.insert(items_[i].params.begin(), items_[i].params.end());
        has_product = has_product || items_[i].is_product;
        for (int source : items_[i].sources) {
          follows = follows || (source >= begin - span.period && source < begin);
        }
      }
      const bool has_own =
          !std::includes(before.begin(), before.end(), params.begin(), params.end());
      if (!has_product || !follows || !has_own) return false;
      before = std::move(params);
    }
    return true;
  }

  const std::vector<Item>& items_;
  const std::vector<Width>& widths_;
  std::vector<int> labels_;  // of the items
  Span best_;
};

// Critical products: those ordered by dependence with respect to every other product; as positions
// in `products`, which are items. Costs a bit for each pair of item and product.
std::vector<size_t> critical(const std::vector<Item>& items, const std::vector<int>& products) {
  const size_t num_words = (products.size() + 63) / 64;
  std::vector<std::vector<uint64_t>> before(items.size(), std::vector<uint64_t>(num_words));
  std::vector<size_t> num_before(products.size()), num_after(products.size());
  for (size_t i = 0, next = 0; i < items.size(); ++i) {
    for (int source : items[i].sources) {
      if (source < 0) continue;
      for (size_t w = 0; w < num_words; ++w) before[i][w] |= before[source][w];
    }
    if (next == products.size() || products[next] != static_cast<int>(i)) continue;
    for (size_t p = 0; p < next; ++p) {
      const bool depends = before[i][p / 64] >> (p % 64) & 1;
      num_before[next] += depends;
      num_after[p] += depends;
    }
    before[i][next / 64] |= uint64_t{1} << (next % 64);
    ++next;
  }
  std::vector<size_t> found;
  for (size_t p = 0; p < products.size(); ++p) {
    if (num_before[p] + num_after[p] + 1 == products.size()) found.push_back(p);
  }
  return found;
}

void add_after_critical(const std::vector<Item>& items, const std::vector<int>& products,
                        const std::vector<Width>& widths, const std::vector<Span>& spans,
                        std::set<int>& places) {
  std::set<int> more;
  for (size_t p : critical(items, products)) {
    if (p + 1 == products.size()) continue;
    const int first = products[p] + 1, last = products[p + 1];
    const auto cut = places.lower_bound(first);
    const bool in_run = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.begin < last && first < span.end();
    });
    if (in_run || (cut != places.end() && *cut <= last)) continue;
    int narrowest = first;
    for (int i = first; i <= last; ++i) {
      if (widths[i] <= widths[narrowest]) narrowest = i;
    }
    more.insert(narrowest);
  }
  places.merge(more);
}

// The lightest products left out, as many as make up a tenth of all work.
std::vector<int> without_light(const std::vector<Item>& items, const std::vector<int>& products) {
  constexpr double kLightShare = 0.1;
  std::vector<int> by_work = products;
  std::ranges::stable_sort(by_work, {}, [&](int i) { return items[i].flops; });
  double light = 0;
  for (int i : by_work) light += kLightShare * items[i].flops;
  auto heavy = by_work.begin();
  while (heavy != by_work.end() && items[*heavy].flops <= light) light -= items[*heavy++].flops;
  by_work.erase(by_work.begin(), heavy);
  std::ranges::sort(by_work);
  return by_work;
}

}  // namespace

std::vector<bool> parameter_casts(const Graph& graph, const std::vector<bool>& forward,
                                  const std::vector<int>& param_of) {
  std::vector<bool> is_cast(graph.num_ops());
  std::vector<bool> is_param(graph.program.values.size());
  for (size_t v = 0; v < is_param.size(); ++v) is_param[v] = param_of[v] != kNone;
  for (int i = 0; i < graph.num_ops(); ++i) {
    const Op& op = graph.ops[i];
    is_cast[i] = forward[i] && graph.inputs[i].size() == 1 && is_param[graph.inputs[i][0].index] &&
                 is_view_or_cast(row(op.code).layer);
    for (ValueId v : op.results) is_param[v.index] = is_cast[i];
  }
  return is_cast;
}

std::vector<Item> items_of(const Graph& graph, const std::vector<bool>& forward,
                           const std::vector<int>& param_values) {
  const Program& program = graph.program;
  const std::vector<bool> is_cast = parameter_casts(graph, forward, param_values);
  std::vector<int> param_of = param_values;
  std::vector<Item> items;
  std::vector<std::string> key(program.values.size());  // as an operand
  std::vector<int> source(program.values.size(), kNone);
  const auto outside = [](ValueId v) { return INT32_MIN / 2 - static_cast<int>(v.index); };
  Labels labels(program);
  for (ValueId v : program.body.arguments) {
    const bool is_param = param_of[v.index] != kNone;
    key[v.index] = (is_param ? "parameter " : "value 0 ") + program.type(v).to_string();
    if (!is_param) source[v.index] = outside(v);
  }
  for (int i = 0; i < graph.num_ops(); ++i) {
    if (!forward[i]) continue;
    const Op& op = graph.ops[i];
    Item item{.op = i};
    std::string operands;
    for (ValueId v : graph.inputs[i]) {
      operands += key[v.index] + ",";
      if (param_of[v.index] != kNone) item.params.push_back(param_of[v.index]);
      if (source[v.index] != kNone) item.sources.push_back(source[v.index]);
    }
    item.label = labels.of(op, operands);
    if (is_cast[i]) {
      for (ValueId v : op.results) {
        key[v.index] = fmt::format("parameter {}", item.label);
        param_of[v.index] = item.params[0];
      }
      continue;
    }
    const bool is_fixed = item.params.empty() && item.sources.empty();
    const bool counts =
        !item.params.empty() ||
        std::any_of(item.sources.begin(), item.sources.end(), [](int s) { return s >= 0; });
    for (size_t r = 0; r < op.results.size(); ++r) {
      const ValueId v = op.results[r];
      key[v.index] = is_fixed ? fmt::format("fixed {} {}", r, item.label)
                              : fmt::format("value {} {}", r, program.type(v).to_string());
      if (!is_fixed) source[v.index] = counts ? static_cast<int>(items.size()) : outside(v);
    }
    if (!counts) continue;
    item.is_product = is_product(program, op);
    if (item.is_product) item.flops = work({program.values, op}).flops;
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Span> find_repeats(const std::vector<Item>& items, const std::vector<Width>& widths) {
  std::vector<Span> spans;
  RepeatSearch(items, widths).find(0, static_cast<int>(items.size()), spans);
  return spans;
}

void add_narrow_places(const std::vector<Item>& items, const std::vector<Width>& widths,
                       const std::vector<Span>& spans, std::set<int>& places) {
  std::vector<int> products;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_product) products.push_back(static_cast<int>(i));
  }
  add_after_critical(items, products, widths, spans, places);
  const std::vector<int> heavy = without_light(items, products);
  if (heavy.size() < products.size()) add_after_critical(items, heavy, widths, spans, places);
}

}  // namespace motley::tensor
