// What a second counts, found by ascent.
//
// In each segment of a Timeline a second of compute counts 1 - y and a second of communication y,
// for any y between 0 and 1: at most one of each runs at a time, so what is counted is at most the
// step. The least that any choice counts is a lower bound of them all, concave in the y of all
// segments; and where it is largest, the choices that count least are those that use compute and
// network evenly.
//
//   Ascent ascent(graph, timeline, solver);
//   while (ascent.best() < known) ascent.climb(known);      // a solve each
//
// The slope of the bound at y is what the best choice spends in each segment. A step goes as far as
// would reach a goal above the best if the bound were straight (Polyak); where steps lead nowhere
// the goal is lowered.
#pragma once

#include <vector>

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor {

class Ascent {
 public:
  // All must stay where they are. The solver is one by stretch.
  Ascent(const SearchGraph& graph, const Timeline& timeline, GraphSolver& solver,
         std::vector<Restriction> restrictions = {});

  // Towards `known_seconds`, which some plan takes. What it solved is last().
  void climb(double known_seconds);
  double best() const { return best_.bound; }
  int num_solves() const { return num_solves_; }
  bool is_done() const { return is_done_; }

  const GraphChoice& last() const { return choice_; }
  const Weights& last_weights() const { return weights_; }

 private:
  using Segments = std::vector<double>;  // y, or a slope
  struct Point {
    double bound = 0;
    Segments y, slope;
  };

  void make_starts();
  void evaluate(Point& point);
  void step_up(double known_seconds);

  const SearchGraph& graph_;
  const Timeline& timeline_;
  GraphSolver& solver_;
  std::vector<Restriction> restrictions_;
  std::vector<Segments> starts_;
  GraphChoice choice_;
  Weights weights_;
  Point at_, best_;
  Segments way_;      // of the last step
  double ahead_ = 0;  // the goal is so far above the best
  int patience_ = 0;
  int num_solves_ = 0;
  bool is_done_ = false;
};

}  // namespace motley::tensor
