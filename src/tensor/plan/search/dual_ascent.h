// Optimizes the weights of compute and communication over time by dual ascent.
//
// In each segment of a Timeline a second of compute counts 1 - y and a second of communication y,
// for any y between 0 and 1: at most one of each runs at a time, so the sum is at most the step.
// The minimum over all choices is a lower bound, concave in the y of all segments; at its maximum,
// the minimizing choices load compute and network evenly.
//
//   DualAscent ascent(graph, timeline, solver);
//   while (ascent.best() < known) ascent.climb(known);      // one solve each
//
// The choices found so far give an upper bound on the dual function (cutting planes): a step moves
// to its maximum within a trust region around the best y, a linear program. Without an LP solver it
// takes a subgradient step with Polyak's length towards a target above the best.
#pragma once

#include <optional>
#include <vector>

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor::search {

class DualAscent {
 public:
  using Segments = std::vector<double>;  // y, or a subgradient

  // The arguments must outlive it. The solver must be one by stretch. Starts at `start`, if given.
  DualAscent(const SearchGraph& graph, const Timeline& timeline, GraphSolver& solver,
             std::vector<Restriction> restrictions = {}, Segments start = {});

  // Towards `known_seconds`, the step of some plan. The solved choice is last().
  void climb(double known_seconds);
  double best() const { return best_.bound; }
  int num_solves() const { return num_solves_; }
  bool is_done() const { return is_done_; }

  const GraphChoice& last() const { return choice_; }
  const Weights& last_weights() const { return weights_; }
  const Segments& best_y() const { return best_.y; }

 private:
  struct Point {
    double bound = 0;
    Segments y, slope;
  };
  // Seconds of a choice in each stretch.
  struct Spent {
    std::vector<double> compute, communication;
  };

  void make_starts();
  void evaluate(Point& point);
  std::optional<Segments> most_hopeful();
  void step_by_choices();
  void step_up(double known_seconds);

  const SearchGraph& graph_;
  const Timeline& timeline_;
  GraphSolver& solver_;
  std::vector<Restriction> restrictions_;
  std::vector<Segments> starts_;
  GraphChoice choice_;
  Weights weights_;
  Point at_, best_;
  std::vector<Spent> spent_;  // by each choice so far
  double hoped_ = 0;          // of the last step: its value in the cutting-plane model
  double reach_ = 0;          // trust-region radius around the best y
  Segments way_;              // direction of the last step
  double ahead_ = 0;          // distance of the target above the best
  int patience_ = 0;
  int num_solves_ = 0;
  bool is_done_ = false;
};

}  // namespace motley::tensor::search
