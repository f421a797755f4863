// What a second counts, found by ascent.
//
// In each segment of a Timeline a second of compute counts 1 - y and a second of communication y,
// for any y between 0 and 1: at most one of each runs at a time, so what is counted is at most the
// step. The least that any choice counts is a lower bound of them all, concave in the y of all
// segments; and where it is largest, the choices that count least are those that use compute and
// network evenly.
//
//   DualAscent ascent(graph, timeline, solver);
//   while (ascent.best() < known) ascent.climb(known);      // a solve each
//
// No y can have a bound above what the choices found so far count there: a step goes to where the
// least of them is largest, not too far from the best y, which is a linear program. Without a
// solver for these it goes up the slope as far as would reach a goal above the best if the bound
// were straight (Polyak).
#pragma once

#include <optional>
#include <vector>

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor {

class DualAscent {
 public:
  using Segments = std::vector<double>;  // y, or a slope

  // All must stay where they are. The solver is one by stretch. Begins at this y, if there is one.
  DualAscent(const SearchGraph& graph, const Timeline& timeline, GraphSolver& solver,
             std::vector<Restriction> restrictions = {}, Segments start = {});

  // Towards `known_seconds`, which some plan takes. What it solved is last().
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
  std::vector<Spent> spent_;  // by the choices so far
  double hoped_ = 0;          // of the last step: what the choices before it allow
  double reach_ = 0;          // how far from the best y a step may go
  Segments way_;              // of the last step
  double ahead_ = 0;          // the goal is so far above the best
  int patience_ = 0;
  int num_solves_ = 0;
  bool is_done_ = false;
};

}  // namespace motley::tensor
