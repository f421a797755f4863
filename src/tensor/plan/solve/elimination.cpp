#include "tensor/plan/solve/elimination.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/limits.h"
#include "tensor/plan/solve/elimination_vectors.h"

namespace motley::tensor::solve {

namespace {

using core::kInfinity;

void add(const double* from, int32_t size, double* to) {
  for (int32_t s = 0; s < size; ++s) to[s] += from[s];
}

uint64_t hash_of(const double* data, int64_t size) {
  uint64_t hash = static_cast<uint64_t>(size);
  for (int64_t i = 0; i < size; ++i)
    hash = core::hash_combine(hash, std::bit_cast<uint64_t>(data[i]));
  return hash;
}

}  // namespace

// Greedy elimination order and buckets: always the node with the smallest table, ties to the first.
class Elimination::Builder {
 public:
  Builder(Elimination& into, int64_t max_table_entries)
      : into_(into), max_weight_(std::log2(static_cast<double>(max_table_entries))) {}

  void build() {
    start();
    while (!queue_.empty()) {
      const int32_t node = queue_.begin()->second;
      queue_.erase(queue_.begin());
      eliminate(node);
    }
    finish();
  }

 private:
  // A term not yet assigned to a bucket.
  struct Term {
    int32_t edge = -1, bucket = -1;
    std::vector<int32_t> scope;
  };

  double weight(int32_t node) const {
    double sum = weights_[node];
    for (const int32_t other : neighbours_[node]) sum += weights_[other];
    return sum;
  }
  void start();
  void eliminate(int32_t node);
  std::vector<std::vector<int32_t>> deal(int32_t node, std::vector<int32_t> terms) const;
  void add_bucket(int32_t node, const std::vector<int32_t>& terms);
  void join(const std::vector<int32_t>& scope);
  void finish();
  void lay_out(Bucket& bucket);

  Elimination& into_;
  double max_weight_;
  std::vector<double> weights_, queued_weight_;
  std::vector<std::vector<int32_t>> neighbours_;  // sorted
  std::vector<std::vector<int32_t>> terms_of_;    // of each node
  std::vector<Term> terms_;
  std::vector<char> used_;
  std::set<std::pair<double, int32_t>> queue_;
};

void Elimination::Builder::start() {
  const int32_t n = into_.num_nodes();
  for (const int32_t size : into_.sizes_) weights_.push_back(std::log2(static_cast<double>(size)));
  neighbours_.resize(n), terms_of_.resize(n), queued_weight_.resize(n);
  into_.first_.assign(n, 0), into_.last_.assign(n, 0);
  for (size_t e = 0; e < into_.edges_.size(); ++e) {
    const EliminationEdge& edge = into_.edges_[e];
    terms_of_[edge.a].push_back(static_cast<int32_t>(terms_.size()));
    terms_of_[edge.b].push_back(static_cast<int32_t>(terms_.size()));
    terms_.push_back({static_cast<int32_t>(e), -1, {edge.a, edge.b}});
    neighbours_[edge.a].push_back(edge.b), neighbours_[edge.b].push_back(edge.a);
  }
  for (int32_t v = 0; v < n; ++v) {
    auto& near = neighbours_[v];
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end());
    queued_weight_[v] = weight(v);
    queue_.insert({queued_weight_[v], v});
  }
  used_.assign(terms_.size(), 0);
}

void Elimination::Builder::eliminate(int32_t node) {
  into_.order_.push_back(node);
  into_.degrees_.push_back(static_cast<int32_t>(neighbours_[node].size()));
  std::vector<int32_t> terms;
  for (const int32_t t : terms_of_[node])
    if (!used_[t]) terms.push_back(t);
  into_.first_[node] = into_.num_buckets();
  const std::vector<std::vector<int32_t>> parts = deal(node, std::move(terms));
  if (parts.size() > 1) into_.exact_ = false;
  for (const std::vector<int32_t>& part : parts) add_bucket(node, part);
  into_.last_[node] = into_.num_buckets();
  for (const int32_t other : neighbours_[node]) {
    std::erase(neighbours_[other], node);
    queue_.erase({queued_weight_[other], other});
    queued_weight_[other] = weight(other);
    queue_.insert({queued_weight_[other], other});
  }
}

// One part if the table is small enough; otherwise first fit: each term, widest first, goes to the
// first part with room.
std::vector<std::vector<int32_t>> Elimination::Builder::deal(int32_t node,
                                                             std::vector<int32_t> terms) const {
  if (weight(node) - weights_[node] <= max_weight_) return {terms};
  std::ranges::stable_sort(
      terms, [&](int32_t a, int32_t b) { return terms_[a].scope.size() > terms_[b].scope.size(); });
  std::vector<std::vector<int32_t>> parts;
  std::vector<std::set<int32_t>> scopes;
  for (const int32_t t : terms) {
    bool placed = false;
    for (size_t p = 0; p < parts.size() && !placed; ++p) {
      std::set<int32_t> joined = scopes[p];
      joined.insert(terms_[t].scope.begin(), terms_[t].scope.end());
      double sum = -weights_[node];
      for (const int32_t v : joined) sum += weights_[v];
      if (sum > max_weight_) continue;
      placed = true;
      parts[p].push_back(t);
      scopes[p] = std::move(joined);
    }
    if (placed) continue;
    parts.push_back({t});
    scopes.emplace_back(terms_[t].scope.begin(), terms_[t].scope.end());
  }
  return parts;
}

void Elimination::Builder::add_bucket(int32_t node, const std::vector<int32_t>& terms) {
  Bucket bucket;
  bucket.node = node;
  std::set<int32_t> scope;
  for (const int32_t t : terms) {
    used_[t] = 1;
    Source source;
    source.edge = terms_[t].edge, source.bucket = terms_[t].bucket;
    bucket.sources.push_back(std::move(source));
    scope.insert(terms_[t].scope.begin(), terms_[t].scope.end());
    if (terms_[t].bucket >= 0) into_.buckets_[terms_[t].bucket].parent = into_.num_buckets();
  }
  scope.erase(node);
  bucket.scope.assign(scope.begin(), scope.end());
  into_.width_ = std::max(into_.width_, static_cast<int>(bucket.scope.size()));
  join(bucket.scope);
  if (!bucket.scope.empty()) {
    for (const int32_t v : bucket.scope)
      terms_of_[v].push_back(static_cast<int32_t>(terms_.size()));
    terms_.push_back({-1, into_.num_buckets(), bucket.scope});
    used_.push_back(0);
  }
  into_.buckets_.push_back(std::move(bucket));
}

// Fill-in: connects the nodes of a table with each other.
void Elimination::Builder::join(const std::vector<int32_t>& scope) {
  for (const int32_t v : scope) {
    std::vector<int32_t> merged;
    std::ranges::set_union(neighbours_[v], scope, std::back_inserter(merged));
    std::erase(merged, v);
    neighbours_[v] = std::move(merged);
  }
}

// Computes the table layouts, now that the order is known.
void Elimination::Builder::finish() {
  std::vector<int32_t> position(into_.sizes_.size());
  for (size_t i = 0; i < into_.order_.size(); ++i)
    position[into_.order_[i]] = static_cast<int32_t>(i);
  for (Bucket& bucket : into_.buckets_) {
    std::ranges::sort(bucket.scope,
                      [&](int32_t a, int32_t b) { return position[a] > position[b]; });
    for (const int32_t v : bucket.scope) bucket.size *= into_.sizes_[v];
    bucket.shift = into_.num_shifts_;
    into_.num_entries_ += bucket.size;
    into_.num_shifts_ += into_.sizes_[bucket.node];
  }
  for (Bucket& bucket : into_.buckets_) lay_out(bucket);
}

void Elimination::Builder::lay_out(Bucket& bucket) {
  for (Source& source : bucket.sources) {
    source.strides.assign(bucket.scope.size(), 0);
    const auto set = [&](int32_t node, int64_t stride) {
      const auto at = std::ranges::find(bucket.scope, node) - bucket.scope.begin();
      source.strides[at] = stride;
      source.level = std::max(source.level, static_cast<int>(at));
    };
    if (source.edge >= 0) {
      const EliminationEdge& edge = into_.edges_[source.edge];
      source.edge_data = edge.a == bucket.node ? edge.by_a : edge.by_b;
      set(edge.a == bucket.node ? edge.b : edge.a, into_.sizes_[bucket.node]);
      continue;
    }
    const Bucket& child = into_.buckets_[source.bucket];
    int64_t stride = into_.sizes_[bucket.node];
    for (size_t i = child.scope.size() - 1; i-- > 0;) {
      set(child.scope[i], stride);
      stride *= into_.sizes_[child.scope[i]];
    }
  }
}

Elimination::Elimination(std::vector<int32_t> sizes, std::vector<EliminationEdge> edges,
                         int64_t max_table_entries)
    : sizes_(std::move(sizes)), edges_(std::move(edges)) {
  offsets_.assign(1, 0);
  for (const int32_t size : sizes_) offsets_.push_back(offsets_.back() + size);
  Builder(*this, max_table_entries).build();
}

void Elimination::start_row(const Bucket& bucket, double* row) const {
  const int32_t size = sizes_[bucket.node];
  const double* own = costs_.data() + offsets_[bucket.node];
  const double part = 1.0 / num_copies(bucket.node);
  if (num_copies(bucket.node) == 1) {
    std::copy(own, own + size, row);
  } else {
    for (int32_t s = 0; s < size; ++s) row[s] = own[s] * part;
  }
  if (!shifts_.empty())
    for (int32_t s = 0; s < size; ++s) row[s] += shifts_[bucket.shift + s];
}

void Elimination::run(std::span<const double> costs, std::span<const double> shifts) {
  MOTLEY_CHECK(static_cast<int64_t>(costs.size()) == num_costs(), "{} costs", costs.size());
  costs_.assign(costs.begin(), costs.end());
  shifts_.assign(shifts.begin(), shifts.end());
  bound_ = 0;
  tables_.clear();
  std::unordered_map<uint64_t, std::vector<int32_t>> known;
  for (int32_t b = 0; b < num_buckets(); ++b) {
    Bucket& bucket = buckets_[b];
    std::vector<int32_t>& alike = known[key_of(bucket)];
    const auto same = std::ranges::find_if(
        alike, [&](int32_t other) { return same_table(bucket, buckets_[other]); });
    if (same != alike.end()) {
      bucket.table = buckets_[*same].table;
    } else {
      alike.push_back(b);
      bucket.table = static_cast<int64_t>(tables_.size());
      tables_.resize(tables_.size() + bucket.size);
      fill(bucket);
    }
    if (bucket.scope.empty()) bound_ += tables_[bucket.table];
  }
}

// Hash of everything that determines a bucket's table: sizes, its own costs, and its terms.
uint64_t Elimination::key_of(const Bucket& bucket) const {
  const int32_t size = sizes_[bucket.node];
  uint64_t hash = hash_of(costs_.data() + offsets_[bucket.node], size);
  for (const int32_t v : bucket.scope) hash = core::hash_combine(hash, sizes_[v]);
  for (const Source& source : bucket.sources) {
    hash = core::hash_combine(hash, source.edge >= 0
                                        ? std::bit_cast<uint64_t>(source.edge_data)
                                        : ~static_cast<uint64_t>(buckets_[source.bucket].table));
    for (const int64_t stride : source.strides) hash = core::hash_combine(hash, stride);
  }
  return hash;
}

bool Elimination::same_table(const Bucket& a, const Bucket& b) const {
  const int32_t size = sizes_[a.node];
  if (size != sizes_[b.node] || a.sources.size() != b.sources.size() ||
      num_copies(a.node) != num_copies(b.node) ||
      !std::ranges::equal(a.scope, b.scope,
                          [&](int32_t v, int32_t w) { return sizes_[v] == sizes_[w]; }) ||
      !std::equal(costs_.data() + offsets_[a.node], costs_.data() + offsets_[a.node] + size,
                  costs_.data() + offsets_[b.node])) {
    return false;
  }
  if (!shifts_.empty() && !std::equal(shifts_.data() + a.shift, shifts_.data() + a.shift + size,
                                      shifts_.data() + b.shift)) {
    return false;
  }
  for (size_t i = 0; i < a.sources.size(); ++i) {
    const Source &x = a.sources[i], &y = b.sources[i];
    if ((x.edge >= 0) != (y.edge >= 0) || x.strides != y.strides) return false;
    if (x.edge >= 0 ? x.edge_data != y.edge_data
                    : buckets_[x.bucket].table != buckets_[y.bucket].table) {
      return false;
    }
  }
  return true;
}

// Calls visit(states, sums, index) for all states of the `depth` outermost nodes of a bucket's
// scope: sums[s] is the sum of all terms determined by them, with the node in state s. Nested loops
// as one odometer; depth k holds the partial sum determined by the k outermost nodes.
template <class Visit>
void Elimination::for_each_row(const Bucket& bucket, int depth, const Visit& visit) const {
  const int32_t size = sizes_[bucket.node];
  std::vector<double> sums(static_cast<size_t>(depth + 1) * size);
  start_row(bucket, sums.data());
  for (const Source& source : bucket.sources)
    if (source.level < 0) add(data_of(source), size, sums.data());
  std::vector<int32_t> states(depth, 0);
  int64_t index = 0;
  int level = 0;
  while (true) {
    for (; level < depth; ++level) {  // partial sums at this depth and inside it
      const double* from = sums.data() + static_cast<size_t>(level) * size;
      double* to = sums.data() + static_cast<size_t>(level + 1) * size;
      std::copy(from, from + size, to);
      for (const Source& source : bucket.sources) {
        if (source.level != level) continue;
        const double* data = data_of(source);
        for (int i = 0; i <= level; ++i) data += states[i] * source.strides[i];
        add(data, size, to);
      }
    }
    visit(states, sums.data() + static_cast<size_t>(depth) * size, index++);
    level = depth - 1;
    while (level >= 0 && ++states[level] == sizes_[bucket.scope[level]]) states[level--] = 0;
    if (level < 0) return;
  }
}

void Elimination::fill(const Bucket& bucket) {
  static const auto least_sums = MOTLEY_PICK_VECTOR_ISA(least_sums);
  const int32_t size = sizes_[bucket.node];
  double* out = tables_.data() + bucket.table;
  if (bucket.scope.empty()) {
    for_each_row(bucket, 0, [&](const std::vector<int32_t>&, const double* row, int64_t) {
      *out = *std::min_element(row, row + size);
    });
    return;
  }
  const int inner = static_cast<int>(bucket.scope.size()) - 1;
  const int32_t count = sizes_[bucket.scope[inner]];
  std::vector<const Source*> sources;
  std::vector<int64_t> strides;
  for (const Source& source : bucket.sources) {
    if (source.level != inner) continue;
    sources.push_back(&source);
    strides.push_back(source.strides[inner]);
  }
  std::vector<const double*> data(sources.size());
  for_each_row(bucket, inner, [&](const std::vector<int32_t>& states, const double* row, int64_t) {
    for (size_t i = 0; i < sources.size(); ++i) {
      data[i] = data_of(*sources[i]);
      for (int k = 0; k < inner; ++k) data[i] += states[k] * sources[i]->strides[k];
    }
    least_sums(row, {data.data(), strides.data(), static_cast<int32_t>(sources.size())}, size,
               count, out);
    out += count;
  });
}

// From the last bucket to the first: `outside` is the minimum cost of everything a table does not
// contain, for each of its entries. Added to the bucket's own rows, it gives the total.
std::vector<double> Elimination::marginals() const {
  std::vector<int64_t> begin;  // of each bucket's entries; tables may be shared, these are not
  int64_t num_entries = 0;
  for (const Bucket& bucket : buckets_) {
    begin.push_back(num_entries);
    num_entries += bucket.size;
  }
  std::vector<double> outside(num_entries, kInfinity);
  std::vector<double> marginals(num_costs(), -kInfinity), of_copy;
  for (size_t b = buckets_.size(); b-- > 0;) {
    const Bucket& bucket = buckets_[b];
    const int32_t size = sizes_[bucket.node];
    if (bucket.scope.empty()) outside[begin[b]] = bound_ - tables_[bucket.table];
    of_copy.assign(size, kInfinity);
    std::vector<double> whole(size);
    const auto depth = static_cast<int>(bucket.scope.size());
    for_each_row(bucket, depth, [&](const auto& states, const double* row, int64_t index) {
      const double rest = outside[begin[b] + index];
      for (int32_t s = 0; s < size; ++s) {
        whole[s] = row[s] + rest;
        of_copy[s] = std::min(of_copy[s], whole[s]);
      }
      for (const Source& source : bucket.sources) {
        if (source.bucket < 0) continue;
        int64_t at = 0;
        for (int i = 0; i <= source.level; ++i) at += states[i] * source.strides[i];
        const double* data = data_of(source) + at;
        double* out = outside.data() + begin[source.bucket] + at;
        // If both are infinite the difference is NaN, and min keeps the old value.
        for (int32_t s = 0; s < size; ++s) out[s] = std::min(out[s], whole[s] - data[s]);
      }
    });
    double* out = marginals.data() + offsets_[bucket.node];
    for (int32_t s = 0; s < size; ++s) out[s] = std::max(out[s], of_copy[s]);
  }
  return marginals;
}

double Elimination::row(int32_t node, const int32_t* states, std::span<double> row) const {
  const int32_t size = sizes_[node];
  std::copy_n(costs_.data() + offsets_[node], size, row.begin());
  double promised = 0;
  for (int32_t b = first_[node]; b < last_[node]; ++b) {
    const Bucket& bucket = buckets_[b];
    int64_t at = 0;
    for (const int32_t v : bucket.scope) at = at * sizes_[v] + states[v];
    promised += tables_[bucket.table + at];
    for (const Source& source : bucket.sources) {
      const double* data = data_of(source);
      for (int i = 0; i <= source.level; ++i) data += states[bucket.scope[i]] * source.strides[i];
      for (int32_t s = 0; s < size; ++s) row[s] += data[s];
    }
  }
  return promised;
}

double Elimination::cost(std::span<const double> costs, const std::vector<int32_t>& states) const {
  double sum = 0;
  for (int32_t v = 0; v < num_nodes(); ++v) sum += costs[offsets_[v] + states[v]];
  for (const EliminationEdge& edge : edges_)
    sum += edge.by_b[int64_t{states[edge.a]} * sizes_[edge.b] + states[edge.b]];
  return sum;
}

std::vector<int32_t> Elimination::bucket_states() const {
  std::vector<int32_t> chosen(buckets_.size(), 0);
  // The states of each bucket's scope, assigned by its parent.
  std::vector<std::vector<int32_t>> given(buckets_.size());
  std::vector<double> row;
  for (size_t b = buckets_.size(); b-- > 0;) {
    const Bucket& bucket = buckets_[b];
    const std::vector<int32_t>& states = given[b];
    row.resize(sizes_[bucket.node]);
    start_row(bucket, row.data());
    for (const Source& source : bucket.sources) {
      const double* data = data_of(source);
      for (int i = 0; i <= source.level; ++i) data += states[i] * source.strides[i];
      for (int32_t s = 0; s < sizes_[bucket.node]; ++s) row[s] += data[s];
    }
    chosen[b] = static_cast<int32_t>(std::ranges::min_element(row) - row.begin());
    for (const Source& source : bucket.sources) {
      if (source.bucket < 0) continue;
      const Bucket& child = buckets_[source.bucket];
      for (const int32_t v : child.scope) {
        const auto at = std::ranges::find(bucket.scope, v) - bucket.scope.begin();
        given[source.bucket].push_back(v == bucket.node ? chosen[b] : states[at]);
      }
    }
  }
  return chosen;
}

}  // namespace motley::tensor::solve
