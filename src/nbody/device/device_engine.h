// Particles that live on a device, and what a step does with them: sort, tree, walk, sums, mesh,
// kicks and drifts. The host steers (step/device_steps.h).
//
//   const std::unique_ptr<DeviceEngine> engine = open_device("twin", setup);
//   engine->put(view);                   positions, momenta and ids
//   engine->forces(true);                sorts them and computes all forces
//   engine->kick(0, Acceleration::kNear, factor);
//   engine->get(view);
//
// Two implementations of the same kernels (kernel_phases.h): `cuda`, in a module that is loaded
// when it is asked for, and `twin`, in plain C++ on the host.
//
// Sets of particles are numbered by depth: set 0 is all particles, set d + 1 the members of set d
// that were last taken out of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nbody/gravity/cell.h"

namespace motley::nbody {

// Raised with every change of the classes in this file: a module of another version is refused.
inline constexpr int kDeviceModuleVersion = 4;

// What an engine needs to know; the arrays are copied.
struct DeviceSetup {
  int64_t count = 0;        // particles
  bool is_resident = true;  // they live there; if not, evaluate_tree alone is called
  int device = 0;           // of several: modulo the number of them
  int num_threads = 1;      // of the twin
  // Short range: lengths in units of l (gravity/direct_vectors.h).
  int leaf_size = 128;
  double scale = 0;     // l per coordinate
  double half_box = 0;  // units of l
  double unit = 0;      // G m / l^2
  float tolerance = 0, angle = 0;
  bool relative = true;
  bool sub_boxes = true;
  int64_t small_limit = 16384;      // sets up to this size are summed without a tree
  const uint16_t* curve = nullptr;  // the table of domain/hilbert.h
  // Mesh: the tables of LongRange.
  int mesh_size = 0, window_order = 4;
  bool interlaced = false;
  double mesh_factor = 0;
  const double* wave_square = nullptr;
  const float *axis_factor = nullptr, *wave = nullptr, *tail = nullptr;
  const float* half_cells = nullptr;  // real and imaginary parts
  int64_t transform_bytes = 0;        // scratch of the transforms; only for device_memory_bytes
};

// The softened force law at one time (KernelLaw).
struct DeviceLaw {
  static constexpr int kMaxTerms = 17;
  int degree = 0;
  float plummer_square = 0, support_square = 0, support_inverse = 0;
  float coefficient[kMaxTerms] = {}, slope[kMaxTerms] = {}, curvature[kMaxTerms] = {};
  float support = 0;   // units of l
  bool exact = false;  // the bits of gravity/exact_vectors.h
};

// Arrays of the host, of `count` elements; null: not copied.
struct DeviceView {
  std::array<uint32_t*, 3> position = {};
  std::array<float*, 3> momentum = {}, near = {}, far = {};
  uint64_t *id = nullptr, *key = nullptr;
};

enum class Acceleration { kNear, kFar };  // of set 0: short and long range; else internal, external

struct DeviceSums {
  double momentum_square = 0;
  float max_acceleration = 0;
};

// Since construction. Seconds of sets above the small limit; `small` of all others.
struct DeviceCounts {
  int64_t evaluations = 0, small_evaluations = 0;
  int64_t particles = 0, direct_pairs = 0, cell_pairs = 0, summed_pairs = 0;
  double sort_seconds = 0, tree_seconds = 0, walk_seconds = 0, sum_seconds = 0;
  double deposit_seconds = 0, transform_seconds = 0, interpolate_seconds = 0, small_seconds = 0;
  int64_t memory_bytes = 0;  // allocated on the device now
};

// A leaf's list, as the host's walk would make it.
struct DeviceList {
  uint32_t first = 0, count = 0;                    // targets
  std::vector<std::pair<uint32_t, uint32_t>> runs;  // first, count
  std::vector<uint32_t> cells;
  friend bool operator==(const DeviceList&, const DeviceList&) = default;
};

// What a device can do at most, measured.
struct DeviceCeilings {
  double bytes_per_second = 0;  // read and written by a copy
  double multiply_adds_per_second = 0;
};

// Every function throws std::runtime_error with a sentence if the device fails.
class DeviceEngine {
 public:
  virtual ~DeviceEngine() = default;

  virtual std::string name() const = 0;  // of the device
  virtual void set_law(const DeviceLaw& law) = 0;

  virtual void put(const DeviceView& view) = 0;
  virtual void get(const DeviceView& view) = 0;

  // Sorts the particles by key, and computes long- and short-range forces. `first`: there are no
  // old accelerations.
  virtual void forces(bool first) = 0;
  // The last kicks of a global step, and sums over all particles.
  virtual DeviceSums finish(float far_kick, float near_kick) = 0;

  virtual int64_t size(int set) const = 0;
  virtual void kick(int set, Acceleration which, float factor) = 0;
  virtual void drift(int set, double factor) = 0;  // in coordinates per momentum
  virtual void evaluate(int set) = 0;              // the forces within the set
  // The number of members whose acceleration is above the limit; extract_subset makes them set + 1.
  virtual int64_t faster(int set, float limit) = 0;
  virtual void extract_subset(int set) = 0;
  virtual void put_back(int set) = 0;  // there is no taken-out subset any more
  virtual void subtract(int set) = 0;  // external -= internal

  virtual const DeviceCounts& counts() const = 0;

  // The forces on some particles by a tree that the host made: on several ranks, with ghosts and
  // far cells (gravity/tree.h). Nothing stays on the device but memory.
  struct TreeEvaluation {
    std::span<const Cell> cells;
    std::span<const uint32_t> tasks;  // cells that hold the targets
    std::array<const uint32_t*, 3> position;
    int64_t count;               // particles, ghosts included
    int64_t own_begin, own_end;  // targets
    bool relative;               // opening by old accelerations
    std::array<float*, 3> out;   // of the targets
    float* work;                 // of the targets: pairs are added; may be null
  };
  virtual void evaluate_tree(const TreeEvaluation& evaluation) = 0;

  // For tests and benchmarks.
  struct Evaluation {
    std::array<const uint32_t*, 3> position;
    const uint64_t* key;
    const float* old;  // accelerations; may be null
    int64_t count;
    std::array<float*, 3> out;
  };
  virtual void evaluate_arrays(const Evaluation& evaluation) = 0;
  // Seconds of repeating the last evaluate_arrays, without copies.
  virtual double time_evaluations(int64_t count, int rounds) = 0;
  virtual DeviceCeilings ceilings() = 0;
  virtual std::vector<Cell> cells() = 0;        // of the last tree
  virtual std::vector<DeviceList> lists() = 0;  // of the last walk, if it was one batch
  virtual std::vector<uint64_t> deposit() = 0;  // of the particles, [x][y][z], unit 2^-30
  // A mesh of n^2 (n + 2) floats, in place, to n^2 (n / 2 + 1) modes or back.
  virtual void transform(float* mesh, bool forward) = 0;
};

// Bytes of device memory that an engine of this setup takes during a run: its arrays, and what
// lists and sets of shorter steps take at z = 0 by measurement, rounded up by a tenth.
int64_t device_memory_bytes(const DeviceSetup& setup);
// Of these, the stacks of the walk: thousands of warps have one on a GPU, but only a few threads of
// a twin.
inline constexpr int64_t kWalkStackBytes = int64_t{144} << 20;
// The most particles along an axis, with as many mesh points each as here, that fit into this
// memory.
int64_t largest_box(const DeviceSetup& setup, int64_t bytes);

}  // namespace motley::nbody
