// Windows: how a particle's mass is shared among mesh points, and how a field is read between them.
//
//   Window::kCic   cloud in cell, 2 points an axis
//   Window::kTsc   triangular shaped cloud, 3 points
//   Window::kPcs   piecewise cubic spline, 4 points
//
// A window of order o is o boxes of one cell folded, so its transform is sinc(pi k / n)^o an axis.
#pragma once

#include <optional>
#include <string_view>

namespace motley::nbody {

enum class Window { kCic, kTsc, kPcs };

constexpr int window_order(Window window) { return 2 + static_cast<int>(window); }
// How many points a window goes beyond its first one; interlaced, on either mesh.
constexpr int window_reach(Window window, bool interlaced) {
  return window_order(window) - 1 + (interlaced ? 1 : 0);
}

// "cic", "tsc", "pcs".
std::string_view window_name(Window window);
std::optional<Window> window_named(std::string_view name);

// The transform of the window along one axis at wave number k of a mesh with n points an axis.
double window_factor(Window window, int k, int n);

}  // namespace motley::nbody
