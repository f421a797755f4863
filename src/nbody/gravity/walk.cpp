#include "nbody/gravity/walk.h"

#include <algorithm>

namespace motley::nbody {

void CandidateStack::add(uint32_t index, const Cell& cell) {
  reserve(1);
  words_[0][size_] = index;
  for (int axis = 0; axis < 3; ++axis) {
    words_[1 + axis][size_] = cell.center[axis];
    floats_[axis][size_] = cell.half[axis];
  }
  floats_[3][size_] = cell.is_leaf() ? -width(cell) : width(cell);
  floats_[4][size_] = static_cast<float>(cell.count);
  ++size_;
}

void CandidateStack::reserve(int more) {
  const size_t need = static_cast<size_t>(size_) + more + kSourcePadding;
  if (floats_[0].size() >= need) return;
  for (auto& field : words_) field.resize(2 * need);
  for (auto& field : floats_) field.resize(2 * need);
}

CandidateArrays CandidateStack::from(int i) {
  return CandidateArrays{words_[0].data(),  words_[1].data(),  words_[2].data(),
                         words_[3].data(),  floats_[0].data(), floats_[1].data(),
                         floats_[2].data(), floats_[3].data(), floats_[4].data()}
      .from(i);
}

void Walker::walk(uint32_t target, const std::function<InteractionList&()>& next_list,
                  const std::function<void(InteractionList&)>& consume) {
  next_list_ = &next_list;
  consume_ = &consume;
  candidates_.resize(0);
  candidates_.add(0, plan_.tree.cells[0]);
  accepted_.clear();
  descend(target, 0);
}

// On entry candidates_[from..] are the candidates of the parent; those of `target` are pushed after
// them.
void Walker::descend(uint32_t target, int from) {
  const Cell& cell = plan_.tree.cells[target];
  const int end = candidates_.size();
  const size_t accepted = accepted_.size();
  const ClassifySettings settings = settings_for(cell);
  candidates_.reserve(end - from);
  opened_.clear();
  classify(settings, candidates_.from(from), end - from);
  while (!opened_.empty()) {
    children_.resize(0);
    for (const uint32_t source : opened_) {
      const Cell& parent = plan_.tree.cells[source];
      for (uint32_t c = 0; c < parent.num_children; ++c) {
        children_.add(parent.child + c, plan_.tree.cells[parent.child + c]);
      }
    }
    children_.reserve(0);
    candidates_.reserve(children_.size());
    opened_.clear();
    classify(settings, children_.from(0), children_.size());
  }
  if (cell.is_leaf()) {
    InteractionList& list = (*next_list_)();
    pack_targets(cell, list);
    pack_leaves(cell, end, list);
    pack_cells(cell, list);
    (*consume_)(list);
  } else {
    for (uint32_t c = 0; c < cell.num_children; ++c) {
      const Cell& child = plan_.tree.cells[cell.child + c];
      if (int64_t{child.first} + child.count > plan_.own_begin && child.first < plan_.own_end) {
        descend(cell.child + c, end);
      }
    }
  }
  candidates_.resize(end);
  accepted_.resize(accepted);
}

ClassifySettings Walker::settings_for(const Cell& target) const {
  ClassifySettings settings;
  for (int axis = 0; axis < 3; ++axis) {
    settings.center[axis] = target.center[axis];
    settings.half[axis] = target.half[axis];
  }
  settings.scale = plan_.scale;
  settings.cutoff_square = kCutoffSquare;
  settings.support_square = plan_.support * plan_.support;
  settings.min_mass = kMinCellMass;
  // A leaf opens every cell that can be opened; other targets open cells that are not smaller than
  // themselves.
  settings.open_width = target.is_leaf() ? 0.0f : width(target) * 0.999f;
  settings.relative = settings.angular = -1;
  const auto angle = static_cast<float>(plan_.opening.angle);
  const auto limit = static_cast<float>(plan_.opening.tolerance) * target.min_acceleration;
  if (plan_.relative && target.min_acceleration > 0) {
    settings.relative = limit * limit;
  } else {
    settings.angular = angle * angle;
  }
  return settings;
}

// Undecided cells are pushed onto candidates_, the others go to accepted_ and opened_.
void Walker::classify(const ClassifySettings& settings, const CandidateArrays& arrays, int count) {
  static const auto classify_of = MOTLEY_PICK_VECTOR_ISA(classify_cells);
  const size_t accepted = accepted_.size();
  accepted_.resize(accepted + count + kSourcePadding);
  opened_.resize(count + kSourcePadding);
  const ClassifiedCounts sorted =
      classify_of(settings, arrays, count, candidates_.from(candidates_.size()),
                  accepted_.data() + accepted, opened_.data());
  candidates_.resize(candidates_.size() + sorted.undecided);
  accepted_.resize(accepted + sorted.accepted);
  opened_.resize(sorted.opened);
}

void Walker::pack_targets(const Cell& cell, InteractionList& list) const {
  list.first = cell.first;
  list.count = cell.count;
  for (int axis = 0; axis < 3; ++axis) {
    list.target[axis].resize(cell.count);
    const uint32_t* x = plan_.position[axis].data() + cell.first;
    for (uint32_t i = 0; i < cell.count; ++i) {
      list.target[axis][i] =
          static_cast<float>(static_cast<int32_t>(x[i] - cell.center[axis])) * plan_.scale;
    }
  }
}

void Walker::pack_leaves(const Cell& target, int from, InteractionList& list) const {
  static const auto pack = MOTLEY_PICK_VECTOR_ISA(pack_sources);
  PackSettings settings;
  for (int axis = 0; axis < 3; ++axis) {
    settings.center[axis] = target.center[axis];
    settings.half[axis] = target.half[axis];
  }
  settings.scale = plan_.scale;
  settings.cutoff_square = kCutoffSquare;
  SourceBuffer& sources = list.sources;
  sources.count = 0;
  for (int i = from; i < candidates_.size();) {
    // Leaves that are adjacent in memory are packed in one call.
    const uint32_t first = plan_.tree.cells[candidates_.index(i)].first;
    uint32_t end = first;
    for (; i < candidates_.size(); ++i) {
      const Cell& cell = plan_.tree.cells[candidates_.index(i)];
      if (cell.first != end) break;
      end += cell.count;
    }
    const int count = static_cast<int>(end - first), n = sources.count;
    sources.reserve(count);
    sources.count += pack(settings, plan_.position[0].data() + first,
                          plan_.position[1].data() + first, plan_.position[2].data() + first, count,
                          sources.x.data() + n, sources.y.data() + n, sources.z.data() + n);
  }
  sources.pad();
}

void Walker::pack_cells(const Cell& target, InteractionList& list) const {
  list.cells.count = 0;
  for (const uint32_t index : accepted_) {
    const Cell& cell = plan_.tree.cells[index];
    float at[3];
    for (int axis = 0; axis < 3; ++axis) {
      at[axis] = static_cast<float>(static_cast<int32_t>(cell.center[axis] - target.center[axis])) *
                     plan_.scale +
                 cell.mass_center[axis];
    }
    list.cells.add({at[0], at[1], at[2], static_cast<float>(cell.count), cell.xx, cell.yy, cell.zz,
                    cell.xy, cell.xz, cell.yz});
  }
  if (list.cells.count > 0) list.cells.pad();
}

}  // namespace motley::nbody
