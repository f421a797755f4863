// Solves a SearchGraph under many weights: the elimination order is computed once, and repeated
// layers share their tables (plan/solve/elimination.h).
//
//   GraphSolver solver(graph);
//   solver.solve({.late = 0.5}).states
//
// Cost of a solve: a few hundred ns per node, and the tables of one layer of each kind.
#pragma once

#include <memory>
#include <vector>

#include "tensor/plan/search/search_graph.h"
#include "tensor/plan/solve/elimination.h"

namespace motley::tensor::search {

struct GraphChoice {
  bool feasible = false;
  std::vector<int32_t> states;  // by node
  double cost = 0;
  double lower_bound = 0;  // on all choices
  bool is_exact = false;
};

class GraphSolver {
 public:
  // The graph must outlive it. Weights per stretch are only used `by_stretch`; layers share less
  // then.
  explicit GraphSolver(const SearchGraph& graph, bool by_stretch = false);

  // Switches to another graph that differs only in its prices; false if it differs otherwise.
  bool go_over(const SearchGraph& other);

  GraphChoice solve(const Weights& weights, const std::vector<Restriction>& restrictions = {});
  int width() const { return elimination_->width(); }
  int64_t table_entries() const { return elimination_->table_entries(); }

 private:
  // Prices of edges in one stretch, in both layouts, for the elimination.
  struct Tables {
    int prices = 0, stretch = 0;
    std::vector<double> by_value, by_op;  // [rule][state], [state][rule]
  };

  void weigh(const Weights& weights);

  const SearchGraph* graph_;
  std::vector<int> free_;       // nodes with a choice
  std::vector<int> free_of_;    // by node: its index in free_; -1: it has one state
  std::vector<Tables> tables_;  // by kind of price and stretch
  std::vector<int> table_of_;   // by edge
  std::unique_ptr<solve::Elimination> elimination_;
};

}  // namespace motley::tensor::search
