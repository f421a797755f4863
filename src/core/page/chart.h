// Line charts as SVG, each with a table of its figures for those who cannot see it or want numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley::core::page {

struct Series {
  std::string name;
  std::vector<double> x, y;
  int line = -1;  // colour and dashes of page.css, 0 to 5, named by a legend; -1: by its place
  bool is_thin = false;  // such as theory beside a measurement of the same colour
};

struct Axes {
  std::string x, y;  // what they measure, with units
  bool log_x = false, log_y = false;
};

// Something that happened at x: an upright line through the chart with a short sign above it, "A".
struct Mark {
  double x = 0;
  std::string sign, text;
};

// Points that are not finite, or not positive on a logarithmic axis, are left out. A long series is
// drawn through at most a thousand points (the least and the greatest of each piece), and its table
// has at most 200 rows.
std::string line_chart(std::string_view caption, const Axes& axes, std::vector<Series> series,
                       const std::vector<Mark>& marks = {});

// A stacked chart over intervals of x: layers from below, and lines above them, such as a limit.
struct Layer {
  std::string name, kind;  // `kind` is a colour of page.css
  std::vector<double> y;   // by interval
};
struct Stack {
  std::vector<double> begin, end;  // of the intervals, in order
  std::vector<Layer> layers;
  std::vector<Series> lines;
};
// Of many intervals, neighbours are drawn as the highest of them. The table has all, up to 200.
std::string stacked_chart(std::string_view caption, const Axes& axes, const Stack& stack);

}  // namespace motley::core::page
