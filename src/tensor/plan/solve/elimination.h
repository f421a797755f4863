// Bucket elimination (min-plus): nodes are eliminated one by one, and each leaves a table with the
// minimum cost of itself and its eliminated subtree for every combination of states of its
// remaining neighbours.
//
//   Elimination elimination(sizes, edges, 1 << 22);     // once: the order and the tables' shapes
//   elimination.run(costs);                             // often: node costs change, edges stay
//   elimination.bound();  elimination.decode();
//
// Where a table would exceed the limit, the node's terms are partitioned into several tables, as if
// each had its own copy of the node (mini-buckets). Then bound() is a lower bound; otherwise it is
// the minimum cost, and exact() is true. Costs can be shifted between the copies of a node
// (`shifts`), which changes the bound but no choice's cost.
//
// Buckets with equal costs whose terms are the same arrays share one table. So if the edges of
// repeated layers point to the same numbers, model depth costs almost nothing.
//
// The tables also guide a search: assigning nodes in reverse order, rows() gives for each state of
// the next node the minimum increase over all completions (docs/theory/solve.md, section 3).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace motley::tensor::solve {

// An edge with its costs in both layouts.
struct EliminationEdge {
  int32_t a = 0, b = 0;
  const double* by_a = nullptr;  // [state of b][state of a]
  const double* by_b = nullptr;  // [state of a][state of b]
};

class Elimination {
 public:
  Elimination(std::vector<int32_t> sizes, std::vector<EliminationEdge> edges,
              int64_t max_table_entries);

  int32_t num_nodes() const { return static_cast<int32_t>(sizes_.size()); }
  bool exact() const { return exact_; }
  int width() const { return width_; }
  int64_t table_entries() const { return num_entries_; }
  int64_t stored_entries() const { return static_cast<int64_t>(tables_.size()); }  // of run()
  // Nodes in elimination order.
  const std::vector<int32_t>& order() const { return order_; }
  // Number of neighbours of each node of order() at its elimination.
  const std::vector<int32_t>& degrees() const { return degrees_; }

  // Offset of the costs of a node's states in the array passed to run().
  int64_t offset(int32_t node) const { return offsets_[node]; }
  int64_t num_costs() const { return offsets_.back(); }

  // Copies of nodes: bucket i belongs to bucket_node(i) and its shifts start at shift_offset(i).
  int32_t num_buckets() const { return static_cast<int32_t>(buckets_.size()); }
  int32_t bucket_node(int32_t bucket) const { return buckets_[bucket].node; }
  int32_t num_copies(int32_t node) const { return last_[node] - first_[node]; }
  int64_t shift_offset(int32_t bucket) const { return buckets_[bucket].shift; }
  int64_t num_shifts() const { return num_shifts_; }

  // Fills the tables. Each copy of a node gets an equal part of its cost plus its shift; the shifts
  // of a node's copies must sum to zero. Empty: none.
  void run(std::span<const double> costs, std::span<const double> shifts = {});

  // The minimum cost, or a lower bound on it. Infinity: infeasible.
  double bound() const { return bound_; }
  // The minimizing state of each bucket; the copies of a node may disagree.
  std::vector<int32_t> bucket_states() const;

  // Min-marginals: for each state of each node, at its offset in run()'s costs, a lower bound on
  // all choices with this state. Takes as long as a few runs, and as much memory again.
  std::vector<double> marginals() const;

  // For `node`, with all nodes after it in order() assigned: the costs of its states plus edges to
  // those nodes plus tables of the nodes before it, into `row`. Returns the value of its own
  // tables. row[s] minus the return value is the increase of the bound by choosing s.
  double row(int32_t node, const int32_t* states, std::span<double> row) const;

  // The cost of a choice under these node costs.
  double cost(std::span<const double> costs, const std::vector<int32_t>& states) const;

 private:
  // A term of a bucket: an edge or another bucket's table.
  struct Source {
    int32_t edge = -1, bucket = -1;
    int level = -1;  // innermost position in the bucket's scope that it depends on; -1: none
    std::vector<int64_t> strides;  // for each node of the scope
    const double* edge_data = nullptr;
  };
  struct Bucket {
    int32_t node = 0;
    std::vector<int32_t> scope;  // outermost first; the last is eliminated first
    std::vector<Source> sources;
    int64_t table = 0, size = 1, shift = 0;
    int32_t parent = -1;  // bucket that receives the table
  };
  class Builder;

  const double* data_of(const Source& source) const {
    return source.edge >= 0 ? source.edge_data : tables_.data() + buckets_[source.bucket].table;
  }
  uint64_t key_of(const Bucket& bucket) const;
  bool same_table(const Bucket& a, const Bucket& b) const;
  template <class Visit>
  void for_each_row(const Bucket& bucket, int depth, const Visit& visit) const;
  void fill(const Bucket& bucket);
  void start_row(const Bucket& bucket, double* row) const;

  std::vector<int32_t> sizes_, order_, degrees_;
  std::vector<EliminationEdge> edges_;
  std::vector<int64_t> offsets_;
  std::vector<int32_t> first_, last_;  // buckets of each node
  std::vector<Bucket> buckets_;        // in elimination order
  std::vector<double> tables_;
  std::vector<double> costs_, shifts_;  // of the last run
  int64_t num_entries_ = 0, num_shifts_ = 0;
  int width_ = 0;
  bool exact_ = true;
  double bound_ = 0;
};

}  // namespace motley::tensor::solve
