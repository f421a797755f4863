#include "nbody/mesh/assignment_window.h"

#include <cmath>
#include <numbers>

namespace motley::nbody {

std::string_view window_name(Window window) {
  switch (window) {
    case Window::kCic:
      return "cic";
    case Window::kTsc:
      return "tsc";
    case Window::kPcs:
      break;
  }
  return "pcs";
}

std::optional<Window> window_named(std::string_view name) {
  for (Window window : {Window::kCic, Window::kTsc, Window::kPcs}) {
    if (window_name(window) == name) return window;
  }
  return std::nullopt;
}

double window_factor(Window window, int k, int n) {
  if (k == 0) return 1;
  const double x = std::numbers::pi * k / n;
  return std::pow(std::sin(x) / x, window_order(window));
}

}  // namespace motley::nbody
