// The walk of the tree for one thread: from a cell of targets to the lists of its leaves.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "nbody/gravity/interaction_list.h"
#include "nbody/gravity/short_range.h"
#include "nbody/gravity/tree.h"
#include "nbody/gravity/walk_vectors.h"

namespace motley::nbody {

// What is the same for all tasks of an evaluation.
struct WalkPlan {
  const Tree& tree;
  PositionSpans position;
  OpeningSettings opening;
  bool relative;               // by the last acceleration, where there is one
  int64_t own_begin, own_end;  // targets
  float scale;                 // l per coordinate
  float support;               // of the softening, units of l
};

// Candidates as the vector code wants them, used as a stack.
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

  // Calls take(list) for each leaf below `target` that has targets, with the list that next() gave
  // filled in.
  void walk(uint32_t target, const std::function<InteractionList&()>& next,
            const std::function<void(InteractionList&)>& take);

 private:
  void descend(uint32_t target, int from);
  ClassifySettings settings_for(const Cell& target) const;
  void classify(const ClassifySettings& settings, const CandidateArrays& arrays, int count);
  void pack_targets(const Cell& cell, InteractionList& list) const;
  void pack_leaves(const Cell& target, int from, InteractionList& list) const;
  void pack_cells(const Cell& target, InteractionList& list) const;

  const WalkPlan& plan_;
  const std::function<InteractionList&()>* next_ = nullptr;
  const std::function<void(InteractionList&)>* take_ = nullptr;
  CandidateStack candidates_, fresh_;        // undecided; children of opened ones
  std::vector<uint32_t> accepted_, opened_;  // cells that stand for their particles; to be opened
};

}  // namespace motley::nbody
