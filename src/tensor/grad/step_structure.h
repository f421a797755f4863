// StepStructure: what planning must know of a training step, read off its graph.
//
// A planner works on layers: an op, its backward ops and its parameter's update belong together,
// and equal layers are planned once. Nothing in a Program says so, and names say it only for those
// who wrote them; the graph says it for every Program, ours or imported.
//
//   h = tanh(x w0); h = tanh(h w1); h = tanh(h w2); loss = sum(h), and its gradients
//
//   step_structure(program, {.params = {1, 2, 3}})
//     ops      dot, tanh, ... sum: forward; the others: backward; `dh w2^T` and `h^T dh` belong to
//              the forward op `h w2`, the second also to parameter 2 alone
//     params   w1: read by op 2, its gradient is result 2
//     runs     one: three repeats of dot, tanh
//     cuts     after the first, second and third repeat, one value each: h
//
// Forward ops are the ancestors of the loss. Of the others, backward ops are the ancestors of the
// gradients, update ops the other ancestors of results. Cost: repeats take n^2 / 2 comparisons of
// two numbers for n forward ops, the rest is linear.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

enum class Phase : uint8_t { kForward, kBackward, kUpdate, kUnused };

struct OpPlacement {
  Phase phase = Phase::kUnused;
  // Of a backward op: the latest forward op whose inputs it, or what it leads to, needs. The two
  // products that send a gradient back through a matrix product belong to that product. Ops that
  // need nothing and make the gradient of what crosses a cut go with what they read: one gradient
  // crosses the cut. A forward op belongs to itself; none for the others.
  OpId forward_of;
  // Index into StepStructure::params. Forward: the last parameter that the op reads. Backward and
  // update: the parameter whose gradient or new value is all that the op leads to. -1 where there
  // is none.
  int parameter = -1;
  // Where it stands: forward ops by themselves, backward ops with their forward op, update ops with
  // the ops that read their parameter. -1 outside of repeats.
  int run = -1, repeat = -1;
};

struct ParameterUse {
  int argument = 0;
  std::vector<OpId> uses;  // forward ops that read it; two or more where it is tied
  ValueId gradient;        // none in a Program without gradients
};

struct Repeat {
  std::vector<OpId> ops;    // forward ops that depend on a parameter
  std::vector<int> params;  // indices into StepStructure::params, ascending
};

// Repeats that follow one another, equal in ops, attributes, types and wiring. Each reads values of
// the one before it and a parameter that that one does not, and holds a matrix product or a
// convolution: less is not worth planning apart.
struct Run {
  std::vector<Repeat> repeats;
};

// A place between forward ops, and the values that cross it: made before, needed after it by the
// forward pass. What depends on no parameter (masks, positions, labels) is not counted. Cuts are
// where a repeat begins or ends and, outside of runs, at the narrowest place behind each matrix
// product or convolution that every other one comes before or after.
struct Cut {
  OpId before;                   // the forward op that follows
  std::vector<ValueId> carried;  // cross this cut alone
  std::vector<ValueId> passing;  // cross others too: skips, what cross-attention reads
};

struct StepStructure {
  std::vector<OpPlacement> ops;  // one per op of the body
  std::vector<ParameterUse> params;
  std::vector<Run> runs;  // in the order of the Program
  std::vector<Cut> cuts;  // in the order of the Program
};

// What the results after the loss are, the first of them for params[0]. More may follow.
enum class ResultsAre : uint8_t { kGradients, kUpdatedParams };

struct StepDescription {
  std::vector<int> params;  // argument positions
  ResultsAre results = ResultsAre::kGradients;
};

// A Program with one result, the loss, has forward structure only. In a step with updated
// parameters the gradient is where the last elementwise ops of the parameter's shape begin: what
// they all read. Averaging over micro-batches is thus part of the update. A UserError where a
// result does not have its parameter's shape.
StepStructure step_structure(const Program& program, const StepDescription& description);

}  // namespace motley::tensor
