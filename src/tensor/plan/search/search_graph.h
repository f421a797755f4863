// SearchGraph: planning as choosing one state for each node of a graph.
//
//   nodes   values with the states they may be held in, ops with their rules
//   edges   a rule needs operands in certain states and gives results in certain states: the cost
//           of resharding from, or to, the state that the value is held in
//
//       x: S(0) R P --- dot: split m, split n, split k --- y: S(0) S(1) R P
//                    \                                  /
//   w: R S(0) S(1) ---+                                +--- ...
//
// An argument that is updated and what it becomes are one node; a parameter has another, the state
// in which the passes read it: held in pieces it may be gathered once, before it is read. Nodes and
// edges of repeated layers are priced once (folding.h). Costs are seconds of the step. Three kinds
// of communication are told apart: what the step waits for; what is *late*: gradients that are
// reduced as they are made, which nothing but the update waits for; and what is *early*:
// parameters, which are there when the step begins.
#pragma once

#include <functional>
#include <vector>

#include "tensor/plan/search/op_timeline.h"
#include "tensor/plan/search/state_space.h"
#include "tensor/plan/shard/shard_plan.h"
#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor {

struct SearchGraph {
  // What nodes of one class have in common.
  struct Class {
    int num_states = 0;
    std::vector<double> seconds;             // compute, for each rule of an op; empty: none
    std::vector<std::vector<double>> bytes;  // of a value: [state][device type], on the fullest
  };
  struct Node {
    int of_class = 0;
    bool is_held = false;  // where memory is fullest, it is there
    int given = -1;        // of a result that all are given: its row of `given`
    int stretch = 0;       // of an op, and of what is given: its place in a Timeline's stretches
  };
  struct Edge {
    int value = 0, op = 0;  // nodes; of a parameter as held and as read both are values
    int prices = 0;
    int stretch = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  // Seconds of resharding, for edges of one kind.
  struct Prices {
    bool is_late = false, is_early = false;
    int num_rules = 1;
    std::vector<double> seconds;  // row-major: states of the value by rules of the op
  };
  std::vector<Class> classes;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Prices> prices;
  std::vector<std::vector<double>> given;      // seconds until all have it, for each state
  std::vector<int> node_of_value, node_of_op;  // by value and op; -1: none
  std::vector<int> node_of_read;               // by parameter: the state that it is read in
  int num_states(int node) const { return classes[nodes[node].of_class].num_states; }
};

// What things take; by default what the problem's devices and connections say.
struct PriceModel {
  std::function<double(int op, const OpRule& rule)> op_seconds;
  // `together`: in a message with many others.
  std::function<double(ValueId v, const Sharding& from, const Sharding& to, bool together)>
      reshard_seconds;
};
// One by one: nothing is ever together with others.
PriceModel predicted_prices(const ShardingProblem& problem, bool one_by_one = false);

SearchGraph search_graph(const ShardingProblem& problem, const TrainStep& step,
                         const Folding& folding, const StateSpace& state_space,
                         const PriceModel& prices, Timeline* timeline = nullptr);

// Where memory is fullest, at the end of the forward pass, these are there: arguments, what the
// backward pass reads again, and gradients. By value.
std::vector<bool> held_at_peak(const ProgramFacts& facts, const TrainStep& step);

// What a second of each kind counts, and a byte on a device of each type.
struct Weights {
  double compute = 1, waited = 1, late = 1, early = 1;
  std::vector<double> byte_seconds;  // empty: memory is free
  // Of a Timeline's stretches, instead of the four above: of an op, and of communication.
  std::vector<double> op_stretches = {}, stretches = {};
};
// What a node costs by itself, for each of its states.
void add_costs(const SearchGraph& graph, int node, const Weights& weights, double* costs);
double weight_of(const SearchGraph::Prices& prices, int stretch, const Weights& weights);

// A state that a node must have, or must not.
struct Restriction {
  int node = 0, state = 0;
  bool must = true;
};
ChoiceProblem weighted(const SearchGraph& graph, const Weights& weights,
                       const std::vector<Restriction>& restrictions = {});

struct Seconds {
  double compute = 0, waited = 0, late = 0, early = 0;
};
Seconds seconds_of(const SearchGraph& graph, const std::vector<int32_t>& states);

// The plan that holds every value as chosen. Parameters that are held in pieces and read whole are
// gathered by each that reads them if `regathers`. Ops run by the rules that were chosen if
// `fixes_rules`; else by the cheapest, which knows what is at hand already, but not what overlaps.
ShardPlan plan_of(const ShardingProblem& problem, const TrainStep& step, const Folding& folding,
                  const StateSpace& state_space, const SearchGraph& graph,
                  const std::vector<int32_t>& states, bool regathers, bool fixes_rules = false);

}  // namespace motley::tensor
