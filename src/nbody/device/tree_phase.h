// The tree of the particles on a device: cells, their boxes and moments, and the tasks of the walk.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "nbody/device/device_buffer.h"
#include "nbody/device/device_engine.h"
#include "nbody/device/kernels/steps_kernels.h"
#include "nbody/device/kernels/tree_kernels.h"

namespace motley::nbody::device {

template <class Backend>
class TreePhase {
 public:
  TreePhase(Backend& backend, const DeviceSetup& setup) : backend_(backend), setup_(setup) {
    widest_.reserve(1);
    numbers_.reserve(2);
  }

  // Of n particles sorted by key; `old`: accelerations, may be null. `scratch` has n words.
  void make(Words3 at, const uint64_t* key, const float* old, int64_t n, uint32_t* scratch) {
    const SortedKeys keys{key, n, setup_.leaf_size};
    is_given_ = false;
    num_particles_ = n;
    own_begin_ = 0;
    own_end_ = n;
    const int64_t blocks = (n + CountCells::kPerBlock - 1) / CountCells::kPerBlock;
    const int64_t rows = kBeginRows * blocks;
    counts_.reserve(rows + 1);
    before_.reserve(rows + 1);
    backend_.launch(CountCells{keys, blocks, counts_, scratch}, blocks);
    backend_.running_sums(counts_.get(), before_.get(), rows);
    find_numbers(blocks, rows);
    cells_.reserve(num_cells_ + num_cells_ / 8);
    for (auto* words : {&parent_, &arrived_}) words->reserve(cells_.capacity());
    boxes_.reserve(cells_.capacity());
    links_.reserve(cells_.capacity());
    tasks_.reserve(num_tasks_ + num_tasks_ / 8);
    backend_.launch(AppendCells{n, scratch, blocks, before_, cells_, parent_, tasks_}, blocks);
    backend_.for_each(num_cells_, FinishCells{keys, cells_, parent_});
    backend_.zero(arrived_.get(), num_cells_ * 4);
    backend_.zero(widest_.get(), sizeof(uint32_t));
    backend_.launch(CellMoments{cells_,
                                boxes_,
                                links_,
                                parent_,
                                arrived_,
                                {at.x, at.y, at.z},
                                old,
                                setup_.scale,
                                setup_.unit,
                                widest_},
                    num_cells_);
    backend_.download_later(widest_.get());
  }

  // A tree of the host.
  void take(const DeviceEngine::TreeEvaluation& e) {
    is_given_ = true;
    num_particles_ = e.count;
    own_begin_ = e.own_begin;
    own_end_ = e.own_end;
    num_cells_ = static_cast<int64_t>(e.cells.size());
    num_tasks_ = static_cast<int64_t>(e.tasks.size());
    cells_.reserve(num_cells_ + num_cells_ / 8);
    boxes_.reserve(cells_.capacity());
    links_.reserve(cells_.capacity());
    tasks_.reserve(num_tasks_ + num_tasks_ / 8);
    backend_.upload(cells_.get(), e.cells.data(), num_cells_ * static_cast<int64_t>(sizeof(Cell)));
    backend_.upload(tasks_.get(), e.tasks.data(), num_tasks_ * 4);
    backend_.for_each(num_cells_, MakeBoxes{cells_, boxes_, links_});
  }

  // As check_drift of gravity/short_range.cpp; for trees that make() has made, after a later
  // download.
  void check_drift() const {
    if (is_given_) return;
    const uint32_t bits = backend_.downloaded();
    float widest;
    std::memcpy(&widest, &bits, sizeof widest);
    if (1.4142135623730951 + widest < setup_.half_box) return;
    throw std::runtime_error(
        "particles moved so far within a step that their minimum image is ambiguous; lower "
        "steps.max_rms_displacement, or raise mesh.size, which shortens the short range");
  }

  int64_t num_particles() const { return num_particles_; }
  int64_t own_begin() const { return own_begin_; }  // targets
  int64_t own_end() const { return own_end_; }
  int64_t num_cells() const { return num_cells_; }
  int64_t num_tasks() const { return num_tasks_; }
  const Cell* cells() const { return cells_; }
  const CellBox* boxes() const { return boxes_; }
  const CellLinks* links() const { return links_; }
  const uint32_t* tasks() const { return tasks_; }
  std::vector<Cell> download_cells() const {
    std::vector<Cell> cells(num_cells_);
    backend_.download(cells.data(), cells_.get(), num_cells_ * static_cast<int64_t>(sizeof(Cell)));
    return cells;
  }

  // Public, since nvcc wants lambdas of kernels in public functions.
  void find_numbers(int64_t blocks, int64_t rows) {
    const uint32_t* before = before_;
    uint32_t* to = numbers_;
    backend_.for_each(
        2, [=] MOTLEY_LAMBDA(int64_t i) { to[i] = before[i == 0 ? kTaskRow * blocks : rows]; });
    uint32_t numbers[2];
    backend_.download(numbers, to, sizeof numbers);
    num_cells_ = numbers[0];
    num_tasks_ = numbers[1] - numbers[0];
  }

 private:
  template <class T>
  using Array = Buffer<Backend, T>;

  Backend& backend_;
  const DeviceSetup& setup_;
  bool is_given_ = false;  // by the host, which has checked it
  int64_t num_particles_ = 0, own_begin_ = 0, own_end_ = 0, num_cells_ = 0, num_tasks_ = 0;
  Array<uint32_t> counts_{backend_}, before_{backend_}, numbers_{backend_}, parent_{backend_},
      arrived_{backend_}, tasks_{backend_}, widest_{backend_};
  Array<Cell> cells_{backend_};
  Array<CellBox> boxes_{backend_};
  Array<CellLinks> links_{backend_};
};

}  // namespace motley::nbody::device
