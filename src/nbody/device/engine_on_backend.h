// DeviceEngine over a backend: memory, launches, sort, scan and transforms of one kind of device.
// Particles and their sets are here; tree, short range and mesh are phases of their own.
#pragma once

#include <algorithm>
#include <chrono>

#include "nbody/device/device_buffer.h"
#include "nbody/device/device_engine.h"
#include "nbody/device/kernels/ceiling_kernels.h"
#include "nbody/device/kernels/keys_kernels.h"
#include "nbody/device/kernels/steps_kernels.h"
#include "nbody/device/mesh_phase.h"
#include "nbody/device/short_range_phase.h"
#include "nbody/device/tree_phase.h"

namespace motley::nbody::device {

template <class Backend>
class Engine final : public DeviceEngine {
 public:
  Engine(const DeviceSetup& setup)
      : setup_(setup), backend_(setup.device, setup.num_threads, setup.mesh_size) {
    if (!setup.is_resident) return;
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
    curve_.reserve(kCurveStates * kCurveOctants);
    up(curve_, setup.curve, kCurveStates * kCurveOctants);
    number_.reserve(1);
  }

  std::string name() const override { return backend_.name(); }
  void set_law(const DeviceLaw& law) override { short_range_.set_law(law); }

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
    clock_.time(counts_.sort_seconds, [&] { sort(!first); });
    evaluate_all(positions(), key_, first ? nullptr : old_.get(), n, floats(near_), true);
    if (first) {
      // The first walk used the geometric opening criterion; walk again with the relative one.
      find_old(0);
      evaluate_all(positions(), key_, old_, n, floats(near_), false);
    }
  }

  DeviceSums finish(float far_kick, float near_kick) override {
    const int64_t n = setup_.count, blocks = (n + FinishKicks::kBlock - 1) / FinishKicks::kBlock;
    sums_.reserve(blocks);
    backend_.launch(
        FinishKicks{floats(momentum_), floats(near_), floats(far_), near_kick, far_kick, n, sums_},
        blocks);
    std::vector<FinishKicks::Sums> sums(blocks);
    down(sums.data(), sums_, blocks);
    DeviceSums all;
    for (const FinishKicks::Sums& block : sums) {
      all.momentum_square += block.momentum_square;
      all.max_acceleration = std::max(all.max_acceleration, block.max_acceleration);
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
    if (set == 0) {
      find_old(0);
      return evaluate_all(positions(), key_, old_, n, floats(near_), false);
    }
    Set& s = sets_[set - 1];
    for (auto& axis : gathered_) axis.reserve(n);
    gathered_key_.reserve(n);
    const TotalAcceleration total{internal(set), external(set), s.known};
    s.known = true;
    const Words3 from = positions(), to{gathered_[0], gathered_[1], gathered_[2]};
    const uint32_t* index = s.index;
    const uint64_t* key = key_;
    uint64_t* to_key = gathered_key_;
    float* old = old_;
    backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) {
      const uint32_t at = index[i];
      to.x[i] = from.x[at];
      to.y[i] = from.y[at];
      to.z[i] = from.z[at];
      to_key[i] = key[at];
      old[i] = total[i];
    });
    evaluate_any(to, to_key, old_, n, internal(set));
  }

  int64_t faster(int set, float limit) override {
    const int64_t n = size(set);
    const TotalAcceleration total{internal(set), external(set), set == 0 || sets_[set - 1].known};
    uint32_t* flag = order_;
    uint32_t* before = reinterpret_cast<uint32_t*>(spare4_.get());
    uint32_t number = 0;
    if (n <= FindFaster::kMost) {
      backend_.launch(FindFaster{total, limit, n, flag, before, number_}, 1);
      down(&number, number_, 1);
    } else {
      backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) { flag[i] = total[i] > limit ? 1u : 0u; });
      number = static_cast<uint32_t>(backend_.exclusive_sums(flag, before, n));
    }
    num_faster_ = number;
    return number;
  }

  void extract_subset(int set) override {
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
    clock_.settle();
    short_range_.add_counts(counts_);
    counts_.memory_bytes = backend_.allocated_bytes();
    return counts_;
  }

  void evaluate_tree(const TreeEvaluation& e) override {
    for (int axis = 0; axis < 3; ++axis) {
      position_[axis].reserve(e.count + e.count / 8);
      near_[axis].reserve(e.count + e.count / 8);
      up(position_[axis], e.position[axis], e.count);
    }
    ++counts_.evaluations;
    clock_.time(counts_.tree_seconds, [&] { tree_.take(e); });
    short_range_.accelerate(positions(), tree_, e.relative, floats(near_), clock_, counts_, [&] {
      if (e.work) short_range_.add_work(e);
    });
    for (int axis = 0; axis < 3; ++axis) {
      down(e.out[axis], near_[axis].get() + e.own_begin, e.own_end - e.own_begin);
    }
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
    backend_.sync();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) {
      evaluate_any(positions(), key_, old_, count, floats(near_));
      backend_.sync();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  DeviceCeilings ceilings() override {
    constexpr int64_t kCopied = 1 << 26, kAdders = 1 << 20;  // 16 bytes each; threads
    const int64_t shrink = backend_.is_host() ? 1 << 10 : 1;
    const int64_t copied = kCopied / shrink, adders = kAdders / shrink;
    Array<Float4> from(backend_), to(backend_);
    backend_.zero(from.reserve(copied), copied * 16);
    to.reserve(copied);
    const auto seconds = [&](const auto& f) {
      f();
      const auto begin = backend_.stamp();
      for (int i = 0; i < 5; ++i) f();
      return backend_.seconds_between(begin, backend_.stamp()) / 5;
    };
    const double copy = seconds([&] { backend_.for_each(copied, CopyWords{from, to}); });
    float* out = reinterpret_cast<float*>(to.get());
    const double add = seconds([&] { backend_.for_each(adders, MultiplyAdds{out}); });
    return {.bytes_per_second = 32 * static_cast<double>(copied) / copy,
            .multiply_adds_per_second =
                static_cast<double>(adders) * MultiplyAdds::kChains * MultiplyAdds::kLength / add};
  }

  std::vector<Cell> cells() override { return tree_.download_cells(); }
  std::vector<DeviceList> lists() override { return short_range_.download_lists(cells()); }
  std::vector<uint64_t> deposit() override {
    mesh_.deposit(positions(), tree_, false);
    return mesh_.download_deposit();
  }

  void transform(float* mesh, bool forward) override { mesh_.transform(mesh, forward); }

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
    bool known = false;  // whether there are internal accelerations
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

  // |acceleration| of the members, into old_.
  void find_old(int set) {
    const TotalAcceleration total{internal(set), external(set), set == 0 || sets_[set - 1].known};
    float* old = old_;
    backend_.for_each(size(set), [=] MOTLEY_LAMBDA(int64_t i) { old[i] = total[i]; });
  }

  // Accelerations are computed anew afterwards: until then their memory is scratch.
  void sort(bool with_old) {
    const int64_t n = setup_.count;
    uint32_t* index = reinterpret_cast<uint32_t*>(spare4_.get());
    backend_.launch(KeysKernel{curve_, position_[0], position_[1], position_[2], n, spare8_, index},
                    KeysKernel::blocks(n));
    if (!backend_.sort_pairs(spare8_.get(), key_.get(), index, order_.get(), n)) {
      key_.swap_memory(spare8_);
      order_.swap_memory(spare4_);
    }
    const Words3 from = positions();
    const Floats3 p = floats(momentum_), to = floats(near_), to_p = floats(far_);
    const float* old = with_old ? old_.get() : nullptr;
    float* to_old = spare4_;
    const uint64_t* id = id_;
    uint64_t* to_id = spare8_;
    const uint32_t* order = order_;
    backend_.for_each(n, [=] MOTLEY_LAMBDA(int64_t i) {
      const uint32_t at = order[i];
      to.x[i] = float_of_bits(from.x[at]);
      to.y[i] = float_of_bits(from.y[at]);
      to.z[i] = float_of_bits(from.z[at]);
      to_p.x[i] = p.x[at];
      to_p.y[i] = p.y[at];
      to_p.z[i] = p.z[at];
      to_id[i] = id[at];
      if (old) to_old[i] = old[at];
    });
    for (int axis = 0; axis < 3; ++axis) {
      position_[axis].swap_memory(near_[axis]);
      momentum_[axis].swap_memory(far_[axis]);
    }
    id_.swap_memory(spare8_);
    if (with_old) old_.swap_memory(spare4_);
  }

  void evaluate_any(Words3 at, const uint64_t* key, const float* old, int64_t n, Floats3 out) {
    if (!short_range_.is_small(n)) return evaluate_all(at, key, old, n, out, false);
    ++counts_.evaluations;
    ++counts_.small_evaluations;
    clock_.time(counts_.small_seconds, [&] { short_range_.accelerate_small(at, n, out); });
  }

  void evaluate_all(Words3 at, const uint64_t* key, const float* old, int64_t n, Floats3 out,
                    bool with_mesh) {
    ++counts_.evaluations;
    clock_.time(counts_.tree_seconds, [&] { tree_.make(at, key, old, n, order_); });
    // One after the other: beside the sums, on a stream of its own, the mesh made steps longer.
    if (with_mesh && setup_.mesh_size > 0) {
      mesh_.accelerate(at, tree_, floats(far_), clock_, counts_);
    }
    short_range_.accelerate(at, tree_, old != nullptr, out, clock_, counts_, [] {});
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

 private:
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
  Array<uint32_t> order_{backend_}, number_{backend_};
  Array<float> spare4_{backend_}, old_{backend_};
  Array<uint8_t> in_subset_{backend_};
  std::vector<Set> sets_;
  std::vector<bool> has_subset_ = {false};
  int64_t num_faster_ = 0;
  Array<uint16_t> curve_{backend_};
  Array<FinishKicks::Sums> sums_{backend_};

  TreePhase<Backend> tree_{backend_, setup_};
  ShortRangePhase<Backend> short_range_{backend_, setup_};
  MeshPhase<Backend> mesh_{backend_, setup_};
  mutable PhaseClock<Backend> clock_{backend_};
  mutable DeviceCounts counts_;
};

}  // namespace motley::nbody::device
