// Mass assignment: deposits particles onto a mesh, and interpolates mesh fields at particles.
//
//   deposit(mesh, particles.position, {.window = Window::kPcs}, num_threads);
//   interpolate(mesh, particles.position, {.window = Window::kPcs}, 1, ax, num_threads);
//
// A deposit counts particles: its sum over the mesh is their number. Particles are added to a mesh
// point in an order that does not depend on the number of threads:
//
//   blocks of planes     | 0   . | 1   . | 2   . | 3   . |      a particle of block b touches block
//   b
//                        first 0 and 2, then 1 and 3            and the first planes of b + 1
//
// Cost with PCS: about 50 ns per particle to deposit and 25 to interpolate.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nbody/mesh/mesh.h"
#include "nbody/mesh/windows/assignment_windows.h"

namespace motley::nbody {

using PositionSpans = std::array<std::span<const uint32_t>, 3>;

inline PositionSpans spans(const std::array<std::vector<uint32_t>, 3>& position) {
  return {position[0], position[1], position[2]};
}

struct DepositSettings {
  Window window = Window::kPcs;
  // Mesh point i then stands for i - 1/2 cells on every axis: the second mesh of interlacing.
  bool half_cell_shift = false;
};

// The plane of x at which the window of a particle begins; it covers window_order planes.
inline int first_plane(uint32_t x, int n, const DepositSettings& settings) {
  const uint64_t u = mesh_coordinate(x, n, settings.half_cell_shift);
  int first = 0;
  with_window(settings.window, [&](auto window) { first = window.first_point(u); });
  return first < 0 ? first + n : first >= n ? first - n : first;
}

// Overwrites the mesh. If the mesh holds only some planes, `position` are the particles that touch
// them; the same order of particles then gives the same bits as on the whole mesh.
void deposit(Mesh<float>& mesh, const PositionSpans& position, const DepositSettings& settings,
             int num_threads);

// values[i] += factor * field at particle i. Particles whose planes the mesh does not hold are
// skipped.
void interpolate(const Mesh<float>& mesh, const PositionSpans& position,
                 const DepositSettings& settings, float factor, std::span<float> values,
                 int num_threads);

}  // namespace motley::nbody
