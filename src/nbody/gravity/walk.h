// The tree walk of one thread: from a cell of targets to the interaction lists of its leaves.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nbody/gravity/interaction_list.h"
#include "nbody/gravity/short_range.h"
#include "nbody/gravity/tree.h"
#include "nbody/gravity/walk_vectors.h"

namespace motley::nbody {

// Constant over all tasks of a force evaluation.
struct WalkPlan {
  const Tree& tree;
  PositionSpans position;
  OpeningSettings opening;
  bool relative;  // use the relative opening criterion where an old acceleration exists
  int64_t own_begin, own_end;  // targets
  float scale;                 // l per coordinate
  float support;               // of the softening, units of l
};

// Candidate cells as structure of arrays for the vector code, used as a stack.
class CandidateStack {
 public:
  int size() const { return size_; }
  void resize(int size) { size_ = size; }
  uint32_t index(int i) const { return words_[0][i]; }
  void add(uint32_t index, const Cell& cell);
  void reserve(int more);
  CandidateArrays from(int i);

 private:
  std::vector<uint32_t> words_[4];
  std::vector<float> floats_[5];
  int size_ = 0;
};

class Walker {
 public:
  explicit Walker(const WalkPlan& plan) : plan_(plan) {}

  // For each leaf below `target` that holds targets: fills the list that next_list() returns, then
  // calls consume(list).
  void walk(uint32_t target, const std::function<InteractionList&()>& next_list,
            const std::function<void(InteractionList&)>& consume);

 private:
  void descend(uint32_t target, int from);
  ClassifySettings settings_for(const Cell& target) const;
  void classify(const ClassifySettings& settings, const CandidateArrays& arrays, int count);
  void pack_targets(const Cell& cell, InteractionList& list) const;
  void pack_leaves(const Cell& target, int from, InteractionList& list) const;
  void pack_cells(const Cell& target, InteractionList& list) const;

  const WalkPlan& plan_;
  const std::function<InteractionList&()>* next_list_ = nullptr;
  const std::function<void(InteractionList&)>* consume_ = nullptr;
  CandidateStack candidates_, children_;     // undecided cells; children of opened ones
  std::vector<uint32_t> accepted_, opened_;  // cells used as multipoles; cells to open
};

}  // namespace motley::nbody
