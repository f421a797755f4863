// The table of mass-assignment schemes: how a particle's mass is shared among mesh points, and how
// a mesh field is interpolated at a particle. Code, settings check and the text of `motley nbody
// example` all read this table.
//
//   window_named("tsc")                                       Window::kTsc
//   with_window(Window::kPcs, [&](auto w) { w.kOrder; })      calls with PcsWindow{}
//
// A window of order o is the convolution of o one-cell top hats. It covers o points per axis, and
// its transform is sinc(pi k / n)^o per axis.
//
// To add a window: a header with a struct like PcsWindow, and here its include, its enumerator and
// its row.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "nbody/mesh/windows/cic_window.h"
#include "nbody/mesh/windows/pcs_window.h"
#include "nbody/mesh/windows/tsc_window.h"

namespace motley::nbody {

enum class Window { kCic, kTsc, kPcs };
// The rows, in the order of the enumerators.
using WindowTable = std::tuple<CicWindow, TscWindow, PcsWindow>;

inline constexpr size_t kNumWindows = std::tuple_size_v<WindowTable>;

// Name, title and order of a row.
struct WindowInfo {
  std::string_view name, title;
  int order = 0;
};
inline constexpr std::array<WindowInfo, kNumWindows> kWindowInfos = std::apply(
    [](auto... row) {
      return std::array<WindowInfo, sizeof...(row)>{{{row.kName, row.kTitle, row.kOrder}...}};
    },
    WindowTable{});

constexpr int window_order(Window window) {
  return kWindowInfos[static_cast<size_t>(window)].order;
}
inline constexpr int kMaxWindowOrder = [] {
  int order = 0;
  for (const WindowInfo& info : kWindowInfos) order = info.order > order ? info.order : order;
  return order;
}();
// How many points a window extends beyond its first one; with interlacing, on either mesh.
constexpr int window_reach(Window window, bool interlaced) {
  return window_order(window) - 1 + (interlaced ? 1 : 0);
}

constexpr std::string_view window_name(Window window) {
  return kWindowInfos[static_cast<size_t>(window)].name;
}
constexpr std::optional<Window> window_named(std::string_view name) {
  for (size_t i = 0; i < kNumWindows; ++i) {
    if (kWindowInfos[i].name == name) return static_cast<Window>(i);
  }
  return std::nullopt;
}

// Calls f with the struct of this window.
template <class F>
void with_window(Window window, const F& f) {
  [&]<size_t... kRow>(std::index_sequence<kRow...>) {
    const auto try_row = [&](auto row, size_t index) {
      if (static_cast<size_t>(window) == index) f(row);
    };
    (try_row(std::tuple_element_t<kRow, WindowTable>{}, kRow), ...);
  }
  (std::make_index_sequence<kNumWindows>{});
}

// The transform of the window along one axis, at wave number k of a mesh with n points per axis.
double window_factor(Window window, int k, int n);

}  // namespace motley::nbody
