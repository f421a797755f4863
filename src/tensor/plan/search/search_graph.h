// SearchGraph: planning as choosing one state for each node of a graph.
//
//   nodes   values with their possible states, ops with their rules
//   edges   a rule needs its operands and gives its results in certain states: the cost of
//           resharding from, or to, the state of the value
//
//       x: S(0) R P --- dot: split m, split n, split k --- y: S(0) S(1) R P
//                    \                                  /
//   w: R S(0) S(1) ---+                                +--- ...
//
// An argument and its updated value are one node; a parameter has a second node, the state in which
// the passes read it: a sharded parameter may be gathered once, before it is read. Nodes and edges
// of repeated layers are priced once (folding.h). Costs are seconds of the step. Communication is
// of three kinds: exposed, which the step waits for; *late*: gradients, reduced as they are
// computed, which only the update waits for; *early*: parameters, which are available when the step
// begins.
#pragma once

#include <functional>
#include <vector>

#include "tensor/plan/search/op_timeline.h"
#include "tensor/plan/search/state_space.h"
#include "tensor/plan/solve/choice_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::search {

struct SearchGraph {
  // Shared by all nodes of one class.
  struct Class {
    int num_states = 0;
    std::vector<double> seconds;  // compute, for each rule of an op; empty: none
    // Of a value: [state][device type], on the device with the most.
    std::vector<std::vector<double>> bytes;
  };
  struct Node {
    int of_class = 0;
    bool is_held = false;  // live at peak memory
    int given = -1;        // for a replicated result: its row of `given`
    int stretch = 0;       // of an op or a replicated result: its index in a Timeline's stretches
  };
  struct Edge {
    int value = 0, op = 0;  // nodes; for a parameter as stored and as read both are values
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
  std::vector<std::vector<double>> given;      // seconds until replicated, for each state
  std::vector<int> node_of_value, node_of_op;  // by value and op; -1: none
  std::vector<int> node_of_read;               // by parameter: the state in which it is read
  int num_states(int node) const { return classes[nodes[node].of_class].num_states; }
};

// The cost functions; by default those of the problem's devices and links.
struct PriceModel {
  std::function<double(int op, const OpRule& rule)> op_seconds;
  // `together`: in a message with many others.
  std::function<double(ValueId v, const Sharding& from, const Sharding& to, bool together)>
      reshard_seconds;
};
// One by one: never bucketed with others.
PriceModel predicted_prices(const propagate::ShardingProblem& problem, bool one_by_one = false);

SearchGraph search_graph(const propagate::ShardingProblem& problem, const TrainStep& step,
                         const Folding& folding, const StateSpace& state_space,
                         const PriceModel& prices, Timeline* timeline = nullptr);

// By value: whether it is live at peak memory, at the end of the forward pass: arguments, values
// that the backward pass reads again, and gradients.
std::vector<bool> held_at_peak(const propagate::ProgramFacts& facts, const TrainStep& step);

// Weight of a second of each kind, and of a byte on a device of each type.
struct Weights {
  double compute = 1, waited = 1, late = 1, early = 1;
  std::vector<double> byte_seconds;  // empty: memory is free
  // By stretch of a Timeline, replacing the four above: for ops, and for communication.
  std::vector<double> op_stretches = {}, stretches = {};
};
// The cost of a node alone, for each of its states.
void add_costs(const SearchGraph& graph, int node, const Weights& weights, double* costs);
double weight_of(const SearchGraph::Prices& prices, int stretch, const Weights& weights);

// A state that a node must have, or must not.
struct Restriction {
  int node = 0, state = 0;
  bool must = true;
};
solve::ChoiceProblem weighted(const SearchGraph& graph, const Weights& weights,
                              const std::vector<Restriction>& restrictions = {});

struct Seconds {
  double compute = 0, waited = 0, late = 0, early = 0;
};
Seconds seconds_of(const SearchGraph& graph, const std::vector<int32_t>& states);

// The plan with every value's Sharding as chosen. If `regathers`, each reader gathers sharded
// parameters that are read whole. If `fixes_rules`, ops use the chosen rules; otherwise the
// cheapest rule, which takes existing copies into account, but not overlap.
ShardPlan plan_of(const propagate::ShardingProblem& problem, const TrainStep& step,
                  const Folding& folding, const StateSpace& state_space, const SearchGraph& graph,
                  const std::vector<int32_t>& states, bool regathers, bool fixes_rules = false);

}  // namespace motley::tensor::search
