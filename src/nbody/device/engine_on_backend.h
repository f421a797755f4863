// DeviceEngine over a backend: memory, launches, sort, scan and transforms of one kind of device.
#pragma once

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "nbody/device/device_engine.h"
#include "nbody/device/kernels/keys_kernels.h"
#include "nbody/device/kernels/leaf_sums_kernels.h"
#include "nbody/device/kernels/mesh_kernels.h"
#include "nbody/device/kernels/small_sets_kernels.h"
#include "nbody/device/kernels/steps_kernels.h"
#include "nbody/device/kernels/tree_kernels.h"
#include "nbody/device/kernels/walk_kernels.h"

namespace motley::nbody::device {

// An array on the device that grows.
template <class Backend, class T>
class Buffer {
 public:
  explicit Buffer(Backend& backend) : backend_(&backend) {}
  Buffer(Buffer&& other) noexcept
      : backend_(other.backend_), data_(other.data_), capacity_(other.capacity_) {
    other.data_ = nullptr;
    other.capacity_ = 0;
  }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() {
    if (data_) backend_->release(data_);
  }
  T* get() const { return data_; }
  operator T*() const { return data_; }
  int64_t capacity() const { return capacity_; }
  // At least `count` elements; the contents are lost if it grows.
  T* reserve(int64_t count) {
    if (count > capacity_) {
      if (data_) backend_->release(data_);
      data_ = nullptr;
      capacity_ = 0;
      data_ = static_cast<T*>(backend_->allocate(count * static_cast<int64_t>(sizeof(T))));
      capacity_ = count;
    }
    return data_;
  }
  // The same, keeping the first `kept` elements.
  T* grow(int64_t count, int64_t kept) {
    if (count <= capacity_) return data_;
    Buffer larger(*backend_);
    larger.reserve(count);
    if (kept > 0) backend_->copy(larger.get(), data_, kept * static_cast<int64_t>(sizeof(T)));
    *this = std::move(larger);
    return data_;
  }

 private:
  Backend* backend_;
  T* data_ = nullptr;
  int64_t capacity_ = 0;
};

template <class Backend>
class Engine final : public DeviceEngine {
 public:
  Engine(const DeviceSetup& setup)
      : setup_(setup), backend_(setup.device, setup.num_threads, setup.mesh_size) {
    const int64_t n = setup.count;
    for (auto& axis : position_) axis.reserve(n);
    for (auto* three : {&momentum_, &near_, &far_}) {
      for (auto& axis : *three) axis.reserve(n);
    }
    id_.reserve(n);
    key_.reserve(n);
    spare8_.reserve(n);
    order_.reserve(n);
    spare4_.reserve(n);
    old_.reserve(n);
    const int mesh = setup.mesh_size;
    if (mesh > 0) {
      work_.reserve(mesh_elements());
      potential_.reserve(mesh_elements());
      upload_table(wave_square_, setup.wave_square, mesh);
      upload_table(axis_factor_, setup.axis_factor, mesh);
      upload_table(wave_, setup.wave, mesh);
      upload_table(tail_, setup.tail, 3 * int64_t{mesh / 2} * (mesh / 2) + 1);
    }
    upload_table(curve_, setup.curve, kCurveStates * kCurveOctants);
    walk_counters_.reserve(1);
    sum_counters_.reserve(1);
    backend_.zero(sum_counters_.get(), sizeof(SumCounters));
    widest_.reserve(1);
  }

  std::string name() const override { return backend_.name(); }

  void set_law(const DeviceLaw& law) override {
    law_ = PairLaw{law.degree, law.plummer_square, law.support_square, law.support_inverse, {}, {},
                   {}};
    std::copy(std::begin(law.coefficient), std::end(law.coefficient), law_.coefficient);
    std::copy(std::begin(law.slope), std::end(law.slope), law_.slope);
    std::copy(std::begin(law.curvature), std::end(law.curvature), law_.curvature);
    support_ = law.support;
  }

  void put(const DeviceView& view) override {
    const int64_t n = setup_.count;
    for (int axis = 0; axis < 3; ++axis) {
      up(position_[axis], view.position[axis], n);
      up(momentum_[axis], view.momentum[axis], n);
      up(near_[axis], view.near[axis], n);
      up(far_[axis], view.far[axis], n);
    }
    up(id_, view.id, n);
    up(key_, view.key, n);
    has_subset_.assign(1, false);
  }
  void get(const DeviceView& view) override {
    const int64_t n = setup_.count;
    for (int axis = 0; axis < 3; ++axis) {
      down(view.position[axis], position_[axis], n);
      down(view.momentum[axis], momentum_[axis], n);
      down(view.near[axis], near_[axis], n);
      down(view.far[axis], far_[axis], n);
    }
    down(view.id, id_, n);
    down(view.key, key_, n);
  }

  void forces(bool first) override {
    const int64_t n = setup_.count;
    if (!first) find_old(0);
    timed(counts_.sort_seconds, [&] { sort(!first); });
    evaluate_tree(positions(), key_, first ? nullptr : old_.get(), n, floats(near_), true);
    if (first) {
      // The first walk used the geometric opening criterion; walk again with the relative one.
      find_old(0);
      evaluate_tree(positions(), key_, old_, n, floats(near_), false);
    }
  }

  DeviceSums finish(float far_kick, float near_kick) override {
    const int64_t n = setup_.count, blocks = (n + FinishKicks::kBlock - 1) / FinishKicks::kBlock;
    sums_.reserve(blocks);
    largest_.reserve(blocks);
    backend_.launch(FinishKicks{floats(momentum_), floats(near_), floats(far_), near_kick, far_kick,
                                n, sums_, largest_},
                    blocks);
    std::vector<double> sums(blocks);
    std::vector<float> largest(blocks);
    down(sums.data(), sums_, blocks);
    down(largest.data(), largest_, blocks);
    DeviceSums all;
    for (int64_t b = 0; b < blocks; ++b) {
      all.momentum_square += sums[b];
      all.max_acceleration = std::max(all.max_acceleration, largest[b]);
    }
    return all;
  }

  int64_t size(int set) const override { return set == 0 ? setup_.count : sets_[set - 1].count; }

  void kick(int set, Acceleration which, float factor) override {
    const Floats3 a = which == Acceleration::kNear ? internal(set) : external(set);
    backend_.for_each(size(set), Kick{members(set), floats(momentum_), a, factor});
  }
  void drift(int set, double factor) override {
    const uint8_t* in_subset = has_subset(set) ? in_subset_of(set) : nullptr;
    backend_.for_each(size(set),
                      Drift{members(set), in_subset, positions(), floats(momentum_), factor});
  }

  void evaluate(int set) override {
    const int64_t n = size(set);
    if (set > 0) sets_[set - 1].known_before = sets_[set - 1].known;
    find_old(set);
    if (set > 0) sets_[set - 1].known = true;
    if (set == 0) return evaluate_tree(positions(), key_, old_, n, floats(near_), false);
    Set& s = sets_[set - 1];
    for (auto& axis : gathered_) axis.reserve(n);
    gathered_key_.reserve(n);
    const Words3 from = positions(), to{gathered_[0], gathered_[1], gathered_[2]};
    const uint32_t* index = s.index;
    const uint64_t* key = key_;
    uint64_t* to_key = gathered_key_;
    backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) {
      const uint32_t at = index[i];
      to.x[i] = from.x[at];
      to.y[i] = from.y[at];
      to.z[i] = from.z[at];
      to_key[i] = key[at];
    });
    evaluate_any(to, to_key, old_, n, internal(set));
  }

  int64_t faster(int set, float limit) override {
    const int64_t n = size(set);
    const TotalAcceleration total{internal(set), external(set), set == 0 || sets_[set - 1].known};
    uint32_t* flag = order_;
    uint32_t* before = reinterpret_cast<uint32_t*>(spare4_.get());
    backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) { flag[i] = total[i] > limit ? 1u : 0u; });
    num_faster_ = backend_.exclusive_sums(flag, before, n);
    return num_faster_;
  }

  void take_out(int set) override {
    const int64_t n = size(set), members = num_faster_;
    if (static_cast<int>(sets_.size()) < set + 1) sets_.emplace_back(backend_);
    if (static_cast<int>(has_subset_.size()) < set + 2) has_subset_.resize(set + 2);
    Set& s = sets_[set];
    s.count = members;
    s.known = false;
    s.index.reserve(members);
    s.in_subset.reserve(members);
    for (auto* three : {&s.internal, &s.external}) {
      for (auto& axis : *three) axis.reserve(members);
    }
    uint8_t* in_subset = in_subset_of(set);
    has_subset_[set] = true;
    has_subset_[set + 1] = false;
    const uint32_t* flag = order_;
    const uint32_t* before = reinterpret_cast<uint32_t*>(spare4_.get());
    const Members parent = this->members(set);
    const Floats3 near = internal(set), far = external(set), out = floats(s.external);
    uint32_t* index = s.index;
    backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) {
      in_subset[i] = static_cast<uint8_t>(flag[i]);
      if (!flag[i]) return;
      const uint32_t to = before[i];
      index[to] = static_cast<uint32_t>(parent[i]);
      out.x[to] = near.x[i] + far.x[i];
      out.y[to] = near.y[i] + far.y[i];
      out.z[to] = near.z[i] + far.z[i];
    });
  }
  void put_back(int set) override { has_subset_[set] = false; }

  void subtract(int set) override {
    const Floats3 near = internal(set), far = external(set);
    backend_.for_each(size(set), [=] MOTLEY_LAMBDA(int64_t i) {
      far.x[i] -= near.x[i];
      far.y[i] -= near.y[i];
      far.z[i] -= near.z[i];
    });
  }

  const DeviceCounts& counts() const override {
    SumCounters now;
    backend_.download(&now, sum_counters_.get(), sizeof now);
    counts_.particles = static_cast<int64_t>(now.particles) + small_particles_;
    counts_.direct_pairs = static_cast<int64_t>(now.direct_pairs) + small_pairs_;
    counts_.cell_pairs = static_cast<int64_t>(now.cell_pairs);
    counts_.summed_pairs = static_cast<int64_t>(now.summed_pairs) + small_pairs_;
    return counts_;
  }

  void evaluate_arrays(const Evaluation& e) override {
    const int64_t n = e.count;
    for (int axis = 0; axis < 3; ++axis) {
      up(position_[axis], e.position[axis], n);
    }
    up(key_, e.key, n);
    up(old_, e.old, n);
    evaluate_any(positions(), key_, e.old ? old_.get() : nullptr, n, floats(near_));
    for (int axis = 0; axis < 3; ++axis) down(e.out[axis], near_[axis], n);
  }

  double time_evaluations(int64_t count, int rounds) override {
    double seconds = 0;
    timed(seconds, [&] {
      for (int i = 0; i < rounds; ++i) {
        evaluate_any(positions(), key_, old_, count, floats(near_));
        backend_.sync();
      }
    });
    return seconds;
  }

  std::vector<Cell> cells() override {
    std::vector<Cell> cells(num_cells_);
    down(cells.data(), cells_, num_cells_);
    return cells;
  }
  std::vector<DeviceList> lists() override;
  std::vector<uint64_t> deposit() override {
    deposit_particles(positions());
    std::vector<uint32_t> low(mesh_elements()), high(mesh_elements());
    down(low.data(), reinterpret_cast<uint32_t*>(work_.get()), mesh_elements());
    down(high.data(), reinterpret_cast<uint32_t*>(potential_.get()), mesh_elements());
    const int64_t n = setup_.mesh_size;
    std::vector<uint64_t> sums(n * n * n);
    for (int64_t i = 0; i < n * n * n; ++i) {
      const int64_t at = i / n * (n + 2) + i % n;
      sums[i] = uint64_t{high[at]} << 32 | low[at];
    }
    return sums;
  }

  // Below: steps of an evaluation. Public, since nvcc wants lambdas of kernels in public functions.
  template <class T>
  using Array = Buffer<Backend, T>;

  struct Set {
    explicit Set(Backend& b)
        : index(b),
          in_subset(b),
          internal{Array<float>(b), Array<float>(b), Array<float>(b)},
          external{Array<float>(b), Array<float>(b), Array<float>(b)} {}
    int64_t count = 0;
    bool known = false, known_before = false;  // whether there are internal accelerations
    Array<uint32_t> index;
    Array<uint8_t> in_subset;
    std::array<Array<float>, 3> internal, external;
  };

  static Floats3 floats(std::array<Array<float>, 3>& a) { return {a[0], a[1], a[2]}; }
  Words3 positions() { return {position_[0], position_[1], position_[2]}; }
  Floats3 internal(int set) { return floats(set == 0 ? near_ : sets_[set - 1].internal); }
  Floats3 external(int set) { return floats(set == 0 ? far_ : sets_[set - 1].external); }
  Members members(int set) {
    return {set == 0 ? nullptr : static_cast<const uint32_t*>(sets_[set - 1].index.get())};
  }
  bool has_subset(int set) const {
    return set < static_cast<int>(has_subset_.size()) && has_subset_[set];
  }
  uint8_t* in_subset_of(int set) {
    return set == 0 ? in_subset_.reserve(setup_.count) : sets_[set - 1].in_subset.get();
  }
  int64_t mesh_elements() const {
    const int64_t n = setup_.mesh_size;
    return n * n * (n + 2);
  }

  // |acceleration| of the members, into old_.
  void find_old(int set) {
    const TotalAcceleration total{internal(set), external(set), set == 0 || sets_[set - 1].known};
    float* old = old_;
    backend_.for_each(size(set), [=] MOTLEY_LAMBDA(int64_t i) { old[i] = total[i]; });
  }

  template <class T>
  void reorder(Array<T>& values, Array<T>& spare) {
    const T* from = values;
    T* to = spare;
    const uint32_t* order = order_;
    backend_.for_each(setup_.count, [=] MOTLEY_LAMBDA(int64_t i) { to[i] = from[order[i]]; });
    std::swap(values, spare);
  }

  void sort(bool with_old) {
    const int64_t n = setup_.count;
    uint32_t* index = reinterpret_cast<uint32_t*>(spare4_.get());
    backend_.launch(KeysKernel{curve_, position_[0], position_[1], position_[2], n, spare8_, index},
                    KeysKernel::blocks(n));
    backend_.sort_pairs(spare8_.get(), key_.get(), index, order_.get(), n);
    for (auto& axis : position_) reorder_words(axis);
    for (auto& axis : momentum_) reorder(axis, spare4_);
    if (with_old) reorder(old_, spare4_);
    reorder(id_, spare8_);
  }
  void reorder_words(Array<uint32_t>& values) {
    const uint32_t* from = values;
    uint32_t* to = reinterpret_cast<uint32_t*>(spare4_.get());
    const uint32_t* order = order_;
    backend_.for_each(setup_.count, [=] MOTLEY_LAMBDA(int64_t i) { to[i] = from[order[i]]; });
    backend_.copy(values.get(), to, setup_.count * 4);
  }

  void evaluate_any(Words3 at, const uint64_t* key, const float* old, int64_t n, Floats3 out) {
    if (n > setup_.small_limit) return evaluate_tree(at, key, old, n, out, false);
    ++counts_.evaluations;
    ++counts_.small_evaluations;
    small_particles_ += n;
    small_pairs_ += n * n;
    const int64_t num_tiles = (n + kWarp - 1) / kWarp;
    tiles_.reserve(num_tiles);
    backend_.launch(MakeTiles{{at.x, at.y, at.z}, n, setup_.scale, tiles_}, num_tiles);
    with_law([&](auto degree, auto plummer) {
      backend_.launch(SmallSums<degree.value, plummer.value>{at.x, at.y, at.z, n, tiles_, law_,
                                                             static_cast<float>(setup_.scale),
                                                             setup_.unit, out.x, out.y, out.z},
                      num_tiles);
    });
  }

  void evaluate_tree(Words3 at, const uint64_t* key, const float* old, int64_t n, Floats3 out,
                     bool with_mesh) {
    ++counts_.evaluations;
    timed(counts_.tree_seconds, [&] { make_tree(at, key, old, n); });
    if (with_mesh && setup_.mesh_size > 0) mesh_forces(at);
    for (int64_t first = 0; first < num_tasks_; first += kTasksPerBatch) {
      const auto number = static_cast<uint32_t>(std::min(kTasksPerBatch, num_tasks_ - first));
      WalkCounters walked;
      timed(counts_.walk_seconds, [&] { walked = walk(tasks_ + first, number, old != nullptr); });
      timed(counts_.sum_seconds, [&] { sum_lists(at, out, walked.num_lists); });
    }
  }

  void make_tree(Words3 at, const uint64_t* key, const float* old, int64_t n) {
    const auto leaf_size = static_cast<uint32_t>(setup_.leaf_size);
    num_cells_ = 1;
    cells_.grow(std::max<int64_t>(64, n / 24), 0);
    parent_.grow(cells_.capacity(), 0);
    const Cell root{.first = 0, .count = static_cast<uint32_t>(n)};
    up(cells_, &root, 1);
    std::vector<int64_t> begins = {0};
    for (int depth = 0; begins.back() < num_cells_; ++depth) {
      const int64_t begin = begins.back(), cells = num_cells_ - begin;
      begins.push_back(num_cells_);
      border_.reserve(8 * cells);
      children_.reserve(cells);
      before_.reserve(cells);
      backend_.for_each(8 * cells, FindDigits{key, cells_ + begin, depth, leaf_size, border_});
      backend_.for_each(cells, CountChildren{cells_ + begin, depth, leaf_size, border_, children_});
      const int64_t children = backend_.exclusive_sums(children_, before_, cells);
      if (num_cells_ + children > cells_.capacity()) {
        const int64_t larger = num_cells_ + children + (num_cells_ + children) / 4;
        cells_.grow(larger, num_cells_);
        parent_.grow(larger, num_cells_);
      }
      backend_.for_each(cells, AppendChildren{cells_, parent_, static_cast<uint32_t>(begin),
                                              static_cast<uint32_t>(num_cells_), depth, leaf_size,
                                              border_, before_});
      num_cells_ += children;
    }
    boxes_.reserve(cells_.capacity());
    backend_.zero(widest_.get(), sizeof(uint32_t));
    backend_.launch(
        LeafMoments{cells_, boxes_, {at.x, at.y, at.z}, old, setup_.scale, setup_.unit, widest_},
        num_cells_);
    for (size_t depth = begins.size() - 1; depth-- > 0;) {
      backend_.for_each(
          begins[depth + 1] - begins[depth],
          CombineChildren{cells_, boxes_, static_cast<uint32_t>(begins[depth]), setup_.scale});
    }
    find_tasks();
    check_drift();
  }

  void find_tasks() {
    children_.reserve(num_cells_);
    before_.reserve(num_cells_);
    uint32_t *mark = children_, *before = before_;
    backend_.for_each(num_cells_, MarkTasks{cells_, parent_, kTaskSize, mark});
    num_tasks_ = backend_.exclusive_sums(mark, before, num_cells_);
    uint32_t* tasks = tasks_.reserve(num_tasks_);
    backend_.for_each(num_cells_, [=] MOTLEY_LAMBDA(int64_t i) {
      if (mark[i]) tasks[before[i]] = static_cast<uint32_t>(i);
    });
  }

  // As check_drift of gravity/short_range.cpp.
  void check_drift() {
    uint32_t bits;
    down(&bits, widest_, 1);
    float widest;
    std::memcpy(&widest, &bits, sizeof widest);
    if (1.4142135623730951 + widest < setup_.half_box) return;
    throw std::runtime_error(
        "particles moved so far within a step that their minimum image is ambiguous; lower "
        "steps.max_rms_displacement, or raise mesh.size, which shortens the short range");
  }

  WalkCounters walk(const uint32_t* tasks, uint32_t number, bool has_old) {
    const int64_t blocks = std::min<int64_t>(backend_.walk_blocks(), number);
    lists_.reserve(num_cells_);
    if (runs_.capacity() == 0) runs_.reserve(std::max<int64_t>(4096, num_cells_ * 8));
    if (taken_.capacity() == 0) taken_.reserve(std::max<int64_t>(4096, num_cells_));
    while (true) {
      stacks_.reserve(blocks * static_cast<int64_t>(WalkKernel::stack_words(stack_size_)));
      backend_.zero(walk_counters_.get(), sizeof(WalkCounters));
      backend_.launch(WalkKernel{.cells = cells_,
                                 .boxes = boxes_,
                                 .tasks = tasks,
                                 .num_tasks = number,
                                 .counters = walk_counters_,
                                 .stacks = stacks_,
                                 .stack_size = stack_size_,
                                 .runs = runs_,
                                 .max_runs = static_cast<uint64_t>(runs_.capacity()),
                                 .taken = taken_,
                                 .max_taken = static_cast<uint64_t>(taken_.capacity()),
                                 .lists = lists_,
                                 .scale = static_cast<float>(setup_.scale),
                                 .support = support_,
                                 .tolerance = setup_.tolerance,
                                 .angle = setup_.angle,
                                 .relative = setup_.relative && has_old},
                      blocks);
      WalkCounters done;
      down(&done, walk_counters_, 1);
      const auto runs = static_cast<int64_t>(done.runs), cells = static_cast<int64_t>(done.cells);
      if (done.overflow > 0) {
        stack_size_ *= 2;
        continue;
      }
      if (runs <= runs_.capacity() && cells <= taken_.capacity()) return done;
      if (runs > runs_.capacity()) runs_.reserve(runs + runs / 4);
      if (cells > taken_.capacity()) taken_.reserve(cells + cells / 4);
    }
  }

  void sum_lists(Words3 at, Floats3 out, uint32_t number) {
    num_lists_ = number;
    sum_leaves(at, out, number);
    backend_.launch(CountPairs{lists_, cells_, number, sum_counters_},
                    (number + CountPairs::kPerBlock - 1) / CountPairs::kPerBlock);
  }

  void sum_leaves(Words3 at, Floats3 out, uint32_t number) {
    with_law([&](auto degree, auto plummer) {
      const auto launch = [&](auto sub_boxes) {
        backend_.launch(
            LeafSums<degree.value, plummer.value, sub_boxes.value>{
                cells_, lists_, runs_, taken_, at.x, at.y, at.z, law_,
                static_cast<float>(setup_.scale), setup_.unit, out.x, out.y, out.z},
            number);
      };
      if (setup_.sub_boxes) {
        launch(std::true_type{});
      } else {
        launch(std::false_type{});
      }
    });
  }

  // Calls f with the degree of the polynomial and whether the softening is Plummer's.
  template <class F>
  void with_law(const F& f) {
    const auto with_degree = [&](auto degree) {
      if (law_.plummer_square > 0) {
        f(degree, std::true_type{});
      } else {
        f(degree, std::false_type{});
      }
    };
    if (law_.degree <= 8) return with_degree(std::integral_constant<int, 8>{});
    if (law_.degree <= 10) return with_degree(std::integral_constant<int, 10>{});
    if (law_.degree <= 12) return with_degree(std::integral_constant<int, 12>{});
    return with_degree(std::integral_constant<int, 16>{});
  }

  template <class F>
  void with_window(const F& f) {
    if (setup_.window_order == 2) return f(CicWindow{});
    if (setup_.window_order == 3) return f(TscWindow{});
    return f(PcsWindow{});
  }

  // Into the words of work_ (low) and potential_ (high), by the tasks of the tree.
  void deposit_particles(Words3 at) {
    backend_.zero(work_.get(), mesh_elements() * 4);
    backend_.zero(potential_.get(), mesh_elements() * 4);
    with_window([&](auto window) {
      backend_.launch(Deposit<decltype(window)>{cells_,
                                                tasks_,
                                                {at.x, at.y, at.z},
                                                setup_.mesh_size,
                                                reinterpret_cast<uint32_t*>(work_.get()),
                                                reinterpret_cast<uint32_t*>(potential_.get())},
                      num_tasks_);
    });
  }

  void mesh_forces(Words3 at) {
    const int n = setup_.mesh_size;
    timed(counts_.deposit_seconds, [&] {
      deposit_particles(at);
      backend_.for_each(mesh_elements(),
                        WordsToFloats{work_, reinterpret_cast<uint32_t*>(potential_.get())});
    });
    const GreenTables tables{wave_square_, axis_factor_, tail_, wave_, setup_.mesh_factor, n};
    auto* modes = reinterpret_cast<Complex2*>(work_.get());
    auto* phi = reinterpret_cast<Complex2*>(potential_.get());
    const int64_t num_modes = mesh_elements() / 2;
    for (int axis = 0; axis < 3; ++axis) {
      timed(counts_.transform_seconds, [&] {
        if (axis == 0) {
          backend_.forward(work_.get());
          backend_.for_each(num_modes, SolveModes{tables, modes, phi});
        } else {
          backend_.for_each(num_modes, Differentiate{tables, axis, phi, modes});
        }
        backend_.inverse(work_.get());
      });
      timed(counts_.interpolate_seconds, [&] {
        with_window([&](auto window) {
          backend_.for_each(setup_.count, Interpolate<decltype(window)>{
                                              work_, {at.x, at.y, at.z}, n, far_[axis]});
        });
      });
    }
  }

  template <class F>
  void timed(double& seconds, const F& f) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    backend_.sync();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  template <class T, class U>
  void up(Array<T>& to, const U* from, int64_t n) {
    static_assert(sizeof(T) == sizeof(U));
    if (from) backend_.upload(to.get(), from, n * static_cast<int64_t>(sizeof(T)));
  }
  template <class T, class P>
  void down(T* to, const P& from, int64_t n) {
    if (to) backend_.download(to, static_cast<const T*>(from), n * static_cast<int64_t>(sizeof(T)));
  }
  template <class T>
  void upload_table(Array<T>& to, const T* from, int64_t n) {
    to.reserve(n);
    up(to, from, n);
  }

 private:
  static constexpr uint32_t kTaskSize = 512;  // kTaskParticles of gravity/short_range.h
  static constexpr int64_t kTasksPerBatch = 1 << 16;

  DeviceSetup setup_;
  mutable Backend backend_;
  template <class T>
  std::array<Array<T>, 3> three() {
    return {Array<T>(backend_), Array<T>(backend_), Array<T>(backend_)};
  }
  std::array<Array<uint32_t>, 3> position_ = three<uint32_t>(), gathered_ = three<uint32_t>();
  std::array<Array<float>, 3> momentum_ = three<float>(), near_ = three<float>(),
                              far_ = three<float>();
  Array<uint64_t> id_{backend_}, key_{backend_}, spare8_{backend_}, gathered_key_{backend_};
  Array<uint32_t> order_{backend_};
  Array<float> spare4_{backend_}, old_{backend_};
  Array<uint8_t> in_subset_{backend_};
  std::vector<Set> sets_;
  std::vector<bool> has_subset_ = {false};
  int64_t num_faster_ = 0;

  PairLaw law_ = {};
  float support_ = 0;
  Array<uint16_t> curve_{backend_};
  Array<Cell> cells_{backend_};
  Array<CellBox> boxes_{backend_};
  Array<uint32_t> parent_{backend_}, border_{backend_}, children_{backend_}, before_{backend_},
      tasks_{backend_}, stacks_{backend_}, taken_{backend_}, widest_{backend_};
  int64_t num_cells_ = 0, num_tasks_ = 0, num_lists_ = 0;
  uint32_t stack_size_ = 1024;
  Array<Run> runs_{backend_};
  Array<LeafList> lists_{backend_};
  Array<WalkCounters> walk_counters_{backend_};
  Array<SumCounters> sum_counters_{backend_};
  Array<TileBox> tiles_{backend_};
  int64_t small_particles_ = 0, small_pairs_ = 0;

  Array<float> work_{backend_}, potential_{backend_}, axis_factor_{backend_}, wave_{backend_},
      tail_{backend_};
  Array<double> wave_square_{backend_}, sums_{backend_};
  Array<float> largest_{backend_};
  mutable DeviceCounts counts_;
};

template <class Backend>
std::vector<DeviceList> Engine<Backend>::lists() {
  std::vector<LeafList> lists(num_lists_);
  down(lists.data(), lists_, num_lists_);
  std::vector<Run> runs(runs_.capacity());
  down(runs.data(), runs_, runs_.capacity());
  std::vector<uint32_t> taken(taken_.capacity());
  down(taken.data(), taken_, taken_.capacity());
  const std::vector<Cell> of_tree = cells();
  std::vector<DeviceList> result;
  for (const LeafList& list : lists) {
    DeviceList one{of_tree[list.cell].first, of_tree[list.cell].count, {}, {}};
    for (uint32_t r = 0; r < list.num_runs; ++r) {
      const Run& run = runs[list.runs + r];
      const uint32_t end =
          r + 1 < list.num_runs ? runs[list.runs + r + 1].before : list.num_candidates;
      one.runs.emplace_back(run.first, end - run.before);
    }
    one.cells.assign(taken.begin() + static_cast<int64_t>(list.cells),
                     taken.begin() + static_cast<int64_t>(list.cells) + list.num_cells);
    result.push_back(std::move(one));
  }
  std::sort(result.begin(), result.end(),
            [](const DeviceList& a, const DeviceList& b) { return a.first < b.first; });
  return result;
}

}  // namespace motley::nbody::device
