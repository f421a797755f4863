// The long range on a device: deposit, transforms and interpolation, by the tasks of the tree.
#pragma once

#include "nbody/device/device_buffer.h"
#include "nbody/device/device_engine.h"
#include "nbody/device/kernels/mesh_kernels.h"
#include "nbody/device/kernels/steps_kernels.h"
#include "nbody/device/tree_phase.h"

namespace motley::nbody::device {

template <class Backend>
class MeshPhase {
 public:
  MeshPhase(Backend& backend, const DeviceSetup& setup) : backend_(backend), setup_(setup) {
    const int mesh = setup.mesh_size;
    if (mesh == 0) return;
    work_.reserve(elements());
    potential_.reserve(elements());
    if (setup.interlaced) second_.reserve(elements());
    upload(wave_square_, setup.wave_square, mesh);
    upload(axis_factor_, setup.axis_factor, mesh);
    upload(wave_, setup.wave, mesh);
    upload(tail_, setup.tail, 3 * int64_t{mesh / 2} * (mesh / 2) + 1);
    upload(half_cells_, reinterpret_cast<const Complex2*>(setup.half_cells), mesh);
  }

  // Adds the seconds of its parts to `counts`.
  void accelerate(Words3 at, const TreePhase<Backend>& tree, Floats3 out,
                  PhaseClock<Backend>& clock, DeviceCounts& counts) {
    for (const bool shifted : {false, true}) {
      if (shifted && !setup_.interlaced) continue;
      Array<float>& mesh = shifted ? second_ : work_;
      clock.time(counts.deposit_seconds, [&] {
        deposit(at, tree, shifted);
        backend_.for_each(elements(), WordsToFloats{mesh, words(potential_)});
      });
      clock.time(counts.transform_seconds, [&] { backend_.forward(mesh.get()); });
    }
    for (int axis = 0; axis < 3; ++axis) {
      for (const bool shifted : {false, true}) {
        if (shifted && !setup_.interlaced) continue;
        clock.time(counts.transform_seconds, [&] { make_field(axis, shifted); });
        clock.time(counts.interpolate_seconds, [&] { interpolate(at, tree, shifted, out[axis]); });
      }
    }
  }

  // Into the words of work_, or of second_ (low), and potential_ (high).
  void deposit(Words3 at, const TreePhase<Backend>& tree, bool shifted) {
    Array<float>& mesh = shifted ? second_ : work_;
    Array<MeshTile>& tiles = tiles_[shifted];
    tiles.reserve(tree.num_tasks() + tree.num_tasks() / 8);
    backend_.zero(mesh.get(), elements() * 4);
    backend_.zero(potential_.get(), elements() * 4);
    with_window([&](auto window) {
      using Points = MeshPoints<decltype(window)>;
      backend_.launch(Deposit<decltype(window)>{tree.cells(),
                                                tree.tasks(),
                                                {at.x, at.y, at.z},
                                                Points{setup_.mesh_size, shifted},
                                                words(mesh),
                                                words(potential_),
                                                tiles},
                      tree.num_tasks());
    });
  }
  // A mesh of the host, in place.
  void transform(float* mesh, bool forward) {
    backend_.upload(work_.get(), mesh, elements() * 4);
    if (forward) {
      backend_.forward(work_.get());
    } else {
      backend_.inverse(work_.get());
    }
    backend_.download(mesh, work_.get(), elements() * 4);
  }
  // [x][y][z] of the last deposit.
  std::vector<uint64_t> download_deposit() const {
    std::vector<uint32_t> low(elements()), high(elements());
    backend_.download(low.data(), work_.get(), elements() * 4);
    backend_.download(high.data(), potential_.get(), elements() * 4);
    const int64_t n = setup_.mesh_size;
    std::vector<uint64_t> sums(n * n * n);
    for (int64_t i = 0; i < n * n * n; ++i) {
      const int64_t at = i / n * (n + 2) + i % n;
      sums[i] = uint64_t{high[at]} << 32 | low[at];
    }
    return sums;
  }

 private:
  template <class T>
  using Array = Buffer<Backend, T>;

  int64_t elements() const {
    const int64_t n = setup_.mesh_size;
    return n * n * (n + 2);
  }
  static uint32_t* words(Array<float>& mesh) { return reinterpret_cast<uint32_t*>(mesh.get()); }
  static Complex2* modes(Array<float>& mesh) { return reinterpret_cast<Complex2*>(mesh.get()); }

  template <class F>
  void with_window(const F& f) {
    if (setup_.window_order == 2) return f(CicWindow{});
    if (setup_.window_order == 3) return f(TscWindow{});
    return f(PcsWindow{});
  }

  // The derivative of the potential along an axis, in work_.
  void make_field(int axis, bool shifted) {
    const GreenTables tables{wave_square_, axis_factor_,       tail_,           wave_,
                             half_cells_,  setup_.mesh_factor, setup_.mesh_size};
    if (axis == 0 && !shifted) {
      backend_.launch(SolveModes{tables, modes(work_), modes(potential_),
                                 setup_.interlaced ? modes(second_) : nullptr},
                      blocks_of_modes(setup_.mesh_size));
    } else {
      backend_.launch(Differentiate{tables, axis, shifted, modes(potential_), modes(work_)},
                      blocks_of_modes(setup_.mesh_size));
    }
    backend_.inverse(work_.get());
  }

  void interpolate(Words3 at, const TreePhase<Backend>& tree, bool shifted, float* out) {
    with_window([&](auto window) {
      using Points = MeshPoints<decltype(window)>;
      backend_.launch(Interpolate<decltype(window)>{tree.cells(),
                                                    tree.tasks(),
                                                    tiles_[shifted],
                                                    work_,
                                                    {at.x, at.y, at.z},
                                                    Points{setup_.mesh_size, shifted},
                                                    setup_.interlaced ? -0.5f : -1.0f,
                                                    shifted,
                                                    out},
                      tree.num_tasks());
    });
  }

  template <class T>
  void upload(Array<T>& to, const T* from, int64_t n) {
    to.reserve(n);
    if (from) backend_.upload(to.get(), from, n * static_cast<int64_t>(sizeof(T)));
  }

  Backend& backend_;
  const DeviceSetup& setup_;
  Array<float> work_{backend_}, potential_{backend_}, second_{backend_}, axis_factor_{backend_},
      wave_{backend_}, tail_{backend_};
  Array<double> wave_square_{backend_};
  Array<Complex2> half_cells_{backend_};
  std::array<Array<MeshTile>, 2> tiles_{Array<MeshTile>(backend_), Array<MeshTile>(backend_)};
};

}  // namespace motley::nbody::device
