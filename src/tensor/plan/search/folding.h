// Folding: the ops and values of a step that stand in the same place of repeated layers are one
// class, decided once.
//
//   layer 1:  dot_1 -> gelu_1 -> dot'_1          classes   dot: 24 ops
//   ...                                                    gelu: 24 ops
//   layer 24: dot_24 -> gelu_24 -> dot'_24                 dot': 24 ops
//
// Two ops are alike if they are the same op on the same types and so are their neighbours, up to a
// few ops away, backward and forward; so the layers at both ends of a model have classes of their
// own where they differ. What the search does with one of a class it does with all: its cost grows
// with the unlike layers of a model, not with its depth.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

struct Folding {
  std::vector<int> op_class;               // by op of the body
  std::vector<int> value_class;            // by value; -1 of values inside regions
  std::vector<int> first_op, first_value;  // of each class
  // By value: where layers are computed again backward, or for another part of the batch, what it
  // was when it was computed first; itself elsewhere. Both are held alike.
  std::vector<ValueId> same_as;

  int num_op_classes() const { return static_cast<int>(first_op.size()); }
  int num_value_classes() const { return static_cast<int>(first_value.size()); }
};

struct FoldingSettings {
  int reach = 6;     // ops that neighbours are compared over
  bool fold = true;  // false: every op is a class of its own
  bool join_recomputed =
      false;  // what is computed again behind a barrier, or for another part, is held as first
};

// Argument i of the first num_updated becomes result i + 1: both are one value class.
// Cost: a few dozen operations for each op and step of reach.
Folding fold_repeated(const Graph& graph, int num_updated, const FoldingSettings& settings = {});

}  // namespace motley::tensor
