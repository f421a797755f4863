// Folding: corresponding ops and values of repeated layers form one class, which is decided once.
//
//   layer 1:  dot_1 -> gelu_1 -> dot'_1          classes   dot: 24 ops
//   ...                                                    gelu: 24 ops
//   layer 24: dot_24 -> gelu_24 -> dot'_24                 dot': 24 ops
//
// Two ops are equivalent if they are the same op on the same types and so are their neighbours, up
// to a few ops away, backward and forward; so the layers at both ends of a model have their own
// classes if they differ. All members of a class get the same decision: the cost of the search
// grows with the number of distinct layers, not with the depth of the model.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor::search {

struct Folding {
  std::vector<int> op_class;               // by op of the body
  std::vector<int> value_class;            // by value; -1 for values inside regions
  std::vector<int> first_op, first_value;  // of each class
  // By value: if layers are recomputed in the backward pass, or computed for another micro-batch,
  // the first computation of the value; itself otherwise. Both have the same Sharding.
  std::vector<ValueId> same_as;

  int num_op_classes() const { return static_cast<int>(first_op.size()); }
  int num_value_classes() const { return static_cast<int>(first_value.size()); }
};

struct FoldingSettings {
  int reach = 6;     // distance in ops over which neighbours are compared
  bool fold = true;  // false: every op is its own class
  bool join_recomputed =
      false;  // recomputed values, or those of other micro-batches, are sharded like the first
};

// Argument i of the first num_updated becomes result i + 1: both are one value class. Cost: a few
// dozen operations per op and per unit of reach.
Folding fold_repeated(const Graph& graph, int num_updated, const FoldingSettings& settings = {});

}  // namespace motley::tensor::search
