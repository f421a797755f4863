// StepStructure: the structure of a training step that planning needs, derived from its graph.
//
// A planner works on layers: an op, its backward ops and its parameter's update belong together,
// and equal layers are planned once. A Program does not record this, and names are a convention of
// whoever wrote it; the graph shows it for every Program, built-in or imported.
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
// gradients, update ops the remaining ancestors of results. Cost: repeats take n^2 / 2 comparisons
// of two numbers for n forward ops, the rest is linear.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

enum class Phase : uint8_t { kForward, kBackward, kUpdate, kUnused };

struct OpPlacement {
  Phase phase = Phase::kUnused;
  // For a backward op: the latest forward op whose inputs are needed by it or by the ops it leads
  // to. The two products that propagate a gradient through a matrix product belong to that product.
  // Ops that need no forward values and produce the gradient of a value crossing a cut belong with
  // the ops they read: one gradient crosses the cut. A forward op belongs to itself; none for the
  // others.
  OpId forward_of;
  // Index into StepStructure::params. Forward: the last parameter that the op reads. Backward and
  // update: the only parameter whose gradient or new value depends on the op. -1 if there is none.
  int parameter = -1;
  // Its run and repeat: forward ops by themselves, backward ops with their forward op, update ops
  // with the ops that read their parameter. -1 outside repeats.
  int run = -1, repeat = -1;
};

struct ParameterUse {
  int argument = 0;
  std::vector<OpId> uses;  // forward ops that read it; two or more if it is tied
  ValueId gradient;        // none in a Program without gradients
};

struct Repeat {
  std::vector<OpId> ops;    // forward ops that depend on a parameter
  std::vector<int> params;  // indices into StepStructure::params, ascending
};

// Consecutive repeats, equal in ops, attributes, types and wiring. Each reads values of the one
// before it and a parameter that that one does not, and contains a matrix product or a convolution:
// anything smaller is not worth planning separately.
struct Run {
  std::vector<Repeat> repeats;
};

// A cut between forward ops, and the values that cross it: produced before, needed after it by the
// forward pass. Values that depend on no parameter (masks, positions, labels) are not counted. Cuts
// are at the boundaries of repeats and, outside runs, at the narrowest point after each critical
// matrix product or convolution: one that is ordered by dependence with respect to every other.
struct Cut {
  OpId before;                   // the forward op that follows
  std::vector<ValueId> carried;  // cross only this cut
  // cross others too: skip connections, the memory of cross-attention
  std::vector<ValueId> passing;
};

struct StepStructure {
  std::vector<OpPlacement> ops;  // one per op of the body
  std::vector<ParameterUse> params;
  std::vector<Run> runs;  // in program order
  std::vector<Cut> cuts;  // in program order
};

// The kind of the results after the loss, the first of them for params[0]. More may follow.
enum class ResultsAre : uint8_t { kGradients, kUpdatedParams };

struct StepDescription {
  std::vector<int> params;  // argument positions
  ResultsAre results = ResultsAre::kGradients;
};

// A Program with one result, the loss, has forward structure only. In a step with updated
// parameters the gradient is the common input of the last elementwise ops of the parameter's shape.
// Averaging over micro-batches is thus part of the update. A UserError if a result does not have
// its parameter's shape.
StepStructure step_structure(const Program& program, const StepDescription& description);

}  // namespace motley::tensor
