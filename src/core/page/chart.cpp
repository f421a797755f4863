#include "core/page/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/page/html.h"

namespace motley::core::page {
namespace {

constexpr double kWidth = 720, kHeight = 268, kRight = 28, kTop = 16, kBottom = 48;
constexpr double kLetter = 12;  // the width of a letter on a phone, where they are larger
constexpr size_t kMostPoints = 1000, kMostRows = 200;
constexpr size_t kLineOfLimit = 4;  // the line of page.css for limits; measurements follow

struct Scale {
  double low = 0, high = 1;
  bool is_log = false;
  double from = 0, to = 1;  // pixels

  double at(double value) const {
    const auto f = [&](double v) { return is_log ? std::log10(v) : v; };
    return from + (f(value) - f(low)) / (f(high) - f(low)) * (to - from);
  }
};

bool is_drawn(double value, bool is_log) { return std::isfinite(value) && (!is_log || value > 0); }

Series drawn_points(const Series& all, const Axes& axes) {
  Series drawn{.name = all.name, .line = all.line, .is_thin = all.is_thin};
  for (size_t i = 0; i < std::min(all.x.size(), all.y.size()); ++i) {
    if (!is_drawn(all.x[i], axes.log_x) || !is_drawn(all.y[i], axes.log_y)) continue;
    drawn.x.push_back(all.x[i]);
    drawn.y.push_back(all.y[i]);
  }
  return drawn;
}

// The least and the greatest of each piece: peaks survive.
Series thinned(const Series& all) {
  if (all.x.size() <= kMostPoints) return all;
  Series thin{.name = all.name, .line = all.line, .is_thin = all.is_thin};
  const size_t pieces = kMostPoints / 2;
  for (size_t p = 0; p < pieces; ++p) {
    const size_t begin = p * all.x.size() / pieces, end = (p + 1) * all.x.size() / pieces;
    const auto [low, high] = std::minmax_element(all.y.begin() + static_cast<std::ptrdiff_t>(begin),
                                                 all.y.begin() + static_cast<std::ptrdiff_t>(end));
    const auto places = std::minmax({low - all.y.begin(), high - all.y.begin()});
    for (const std::ptrdiff_t i : {places.first, places.second}) {
      thin.x.push_back(all.x[static_cast<size_t>(i)]);
      thin.y.push_back(all.y[static_cast<size_t>(i)]);
    }
  }
  return thin;
}

Scale scale_of(const std::vector<Series>& series, bool is_x, bool is_log) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& s : series) {
    for (const double v : is_x ? s.x : s.y) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!(low < high)) {  // one value, or none
    low = std::isfinite(low) ? low : is_log ? 1 : 0;
    high = is_log ? low * 10 : low + std::max(1.0, std::abs(low));
  }
  return {.low = low, .high = high, .is_log = is_log};
}

// Round values: 1, 2 or 5 times a power of ten, or the powers of ten of a logarithmic axis that is
// long enough for two of them.
std::vector<double> ticks(const Scale& scale) {
  std::vector<double> values;
  if (scale.is_log) {
    const double first = std::ceil(std::log10(scale.low) - 1e-9);
    const double step = std::max(1.0, std::ceil((std::log10(scale.high) - first) / 6));
    for (double e = first; e <= std::log10(scale.high) + 1e-9; e += step) {
      values.push_back(std::pow(10.0, e));
    }
    if (values.size() > 2) return values;
    // Less than three powers of ten: 2 and 5 of each as well.
    values.clear();
    for (double e = std::floor(std::log10(scale.low)); e <= std::log10(scale.high); ++e) {
      for (const double m : {1, 2, 5}) {
        const double v = m * std::pow(10.0, e);
        if (v >= scale.low && v <= scale.high) values.push_back(v);
      }
    }
    if (values.size() > 1) return values;
    values.clear();  // as on a linear axis
  }
  const double span = scale.high - scale.low;
  const double power = std::pow(10.0, std::floor(std::log10(span / 4)));
  const double step = power * (span / 4 / power >= 5 ? 5 : span / 4 / power >= 2 ? 2 : 1);
  for (double v = std::ceil(scale.low / step) * step; v <= scale.high + step * 1e-9; v += step) {
    values.push_back(std::abs(v) < step * 1e-9 ? 0 : v);
  }
  return values;
}

std::string axes_svg(const Axes& axes, const Scale& x, const Scale& y) {
  std::string svg;
  double free = 0;  // where the next number may begin
  for (const double v : ticks(x)) {
    const std::string text = fmt::format("{:.4g}", v);
    const double width = kLetter * static_cast<double>(text.size());
    const bool is_cut = x.at(v) + width / 2 > kWidth;
    const double begin = x.at(v) - (is_cut ? width : width / 2);
    svg +=
        fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n",
                    x.at(v), kTop, kHeight - kBottom);
    if (begin < free) continue;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x.at(v),
                       kHeight - kBottom + 17, is_cut ? "end" : "middle", text);
    free = begin + width;
  }
  for (const double v : ticks(y)) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{1}\" x2=\"{2}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>"
        "<text x=\"{3}\" y=\"{0:.1f}\" dy=\"4\" text-anchor=\"end\">{4:.4g}</text>\n",
        y.at(v), x.from, x.to, x.from - 6, v);
  }
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     (x.from + x.to) / 2, kHeight - 6, escape(axes.x));
  svg += fmt::format(
      "<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      (kTop + kHeight - kBottom) / 2, escape(axes.y));
  return svg;
}

// The width that the numbers and the title of the vertical axis need, in a phone's larger letters.
double left_of(const Scale& y) {
  constexpr double kTitle = 36, kLeast = 64;
  size_t longest = 0;
  for (const double v : ticks(y)) longest = std::max(longest, fmt::format("{:.4g}", v).size());
  return std::max(kLeast, kTitle + kLetter * static_cast<double>(longest));
}

// The classes of page.css for the series at this place.
std::string line_class(const Series& s, size_t place) {
  return fmt::format("line{}{}", s.line >= 0 ? static_cast<size_t>(s.line) : place % 6,
                     s.is_thin ? " thin" : "");
}

std::string line_svg(const Series& s, size_t index, const Scale& x, const Scale& y) {
  std::string points;
  for (size_t i = 0; i < s.x.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x.at(s.x[i]), y.at(s.y[i]));
  }
  if (s.x.size() == 1) {
    return fmt::format("<circle class=\"{} dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                       line_class(s, index), x.at(s.x[0]), y.at(s.y[0]));
  }
  return fmt::format("<polyline class=\"{}\" points=\"{}\"><title>{}</title></polyline>\n",
                     line_class(s, index), points, escape(s.name));
}

std::string marks_svg(const std::vector<Mark>& marks, const Scale& x) {
  std::string svg;
  for (const Mark& m : marks) {
    if (!is_drawn(m.x, x.is_log) || m.x < x.low || m.x > x.high) continue;
    svg += fmt::format(
        "<g class=\"mark\"><title>{0}</title><line x1=\"{1:.1f}\" x2=\"{1:.1f}\" y1=\"{2}\" "
        "y2=\"{3}\"/><text x=\"{1:.1f}\" y=\"{4}\" text-anchor=\"middle\">{5}</text></g>\n",
        escape(m.text), x.at(m.x), kTop + 1, kHeight - kBottom, kTop - 2, escape(m.sign));
  }
  return svg;
}

std::string series_table(const Axes& axes, const std::vector<Series>& series) {
  std::vector<std::vector<Cell>> rows;
  for (const Series& s : series) {
    const size_t stride =
        std::max<size_t>(1, (s.x.size() * series.size() + kMostRows - 1) / kMostRows);
    for (size_t i = 0; i < s.x.size(); i += stride) {
      rows.push_back({text_cell(s.name), number_cell(fmt::format("{:.6g}", s.x[i])),
                      number_cell(fmt::format("{:.6g}", s.y[i]))});
    }
  }
  return folded("The figures of this chart", table("", {"", axes.x, axes.y}, rows));
}

std::string series_legend(const std::vector<Series>& series, size_t first_line = 0) {
  std::string html = "<p class=\"legend\">";
  for (size_t i = 0; i < series.size(); ++i) {
    html += fmt::format(
        "<span><svg class=\"key\" viewBox=\"0 0 28 8\" aria-hidden=\"true\"><polyline "
        "class=\"{}\" points=\"1,4 27,4\"/></svg>{}</span> ",
        line_class(series[i], first_line + i), escape(series[i].name));
  }
  return html + "</p>\n";
}

}  // namespace

std::string line_chart(std::string_view caption, const Axes& axes, std::vector<Series> series,
                       const std::vector<Mark>& marks) {
  for (Series& s : series) s = drawn_points(s, axes);
  std::erase_if(series, [](const Series& s) { return s.x.empty(); });
  if (series.empty()) return "";
  Scale x = scale_of(series, true, axes.log_x), y = scale_of(series, false, axes.log_y);
  x.from = left_of(y), x.to = kWidth - kRight;
  y.from = kHeight - kBottom, y.to = kTop;

  std::string html = fmt::format("<figure><figcaption>{}</figcaption>\n", escape(caption));
  html += fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}: {} against {}\">\n",
      kWidth, kHeight, escape(caption), escape(axes.y), escape(axes.x));
  html += axes_svg(axes, x, y);
  for (size_t i = 0; i < series.size(); ++i) html += line_svg(thinned(series[i]), i, x, y);
  html += marks_svg(marks, x) + "</svg>\n";
  if (series.size() > 1 || series[0].line >= 0) html += series_legend(series);
  return html + series_table(axes, series) + "</figure>\n";
}

namespace {

double total_at(const Stack& stack, size_t i) {
  double sum = 0;
  for (const Layer& layer : stack.layers) sum += layer.y[i];
  return sum;
}

// At most `most` intervals: the highest of neighbours stands for them.
Stack thinned(const Stack& stack, size_t most) {
  const size_t count = stack.begin.size();
  if (count <= most) return stack;
  Stack thin{.layers = stack.layers, .lines = stack.lines};
  for (Layer& layer : thin.layers) layer.y.clear();
  for (size_t p = 0; p < most; ++p) {
    const size_t first = p * count / most, last = (p + 1) * count / most;
    size_t highest = first;
    for (size_t i = first; i < last; ++i) {
      if (total_at(stack, i) > total_at(stack, highest)) highest = i;
    }
    thin.begin.push_back(stack.begin[first]), thin.end.push_back(stack.end[last - 1]);
    for (size_t l = 0; l < thin.layers.size(); ++l) {
      thin.layers[l].y.push_back(stack.layers[l].y[highest]);
    }
  }
  return thin;
}

// The area between what lies below a layer and its upper rim.
std::string layer_svg(const Stack& stack, const Layer& layer, std::vector<double>& below,
                      const Scale& x, const Scale& y) {
  std::string up, down;
  for (size_t i = 0; i < stack.begin.size(); ++i) {
    const double from = x.at(stack.begin[i]), to = x.at(stack.end[i]);
    const double floor = y.at(below[i]), rim = y.at(below[i] += layer.y[i]);
    up += fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} ", from, rim, to, rim);
    down = fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} ", to, floor, from, floor) + down;
  }
  return fmt::format("<polygon class=\"{}\" points=\"{}{}\"><title>{}</title></polygon>\n",
                     escape(layer.kind), up, down, escape(layer.name));
}

std::string stack_table(const Axes& axes, const Stack& stack) {
  std::vector<std::string> head = {axes.x};
  for (const Layer& layer : stack.layers) head.push_back(layer.name + ", " + axes.y);
  const Stack shown = thinned(stack, kMostRows);
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < shown.begin.size(); ++i) {
    std::vector<Cell>& row =
        rows.emplace_back(std::vector{text_cell(fmt::format("{:.4g}", shown.begin[i]))});
    for (const Layer& layer : shown.layers) {
      row.push_back(number_cell(fmt::format("{:.4g}", layer.y[i])));
    }
  }
  return folded("The figures of this chart", table("", head, rows));
}

}  // namespace

std::string stacked_chart(std::string_view caption, const Axes& axes, const Stack& stack) {
  if (stack.begin.empty()) return "";
  const Stack shown = thinned(stack, kMostPoints / 2);
  std::vector<Series> extent = shown.lines;  // that the axes must hold
  Series rims{.name = "", .x = {shown.begin.front(), shown.end.back()}, .y = {0, 0}};
  for (size_t i = 0; i < shown.begin.size(); ++i) {
    rims.x.push_back(shown.begin[i]), rims.y.push_back(total_at(shown, i));
  }
  extent.push_back(std::move(rims));
  Scale x = scale_of(extent, true, false), y = scale_of(extent, false, false);
  y.high *= 1.04;  // a limit is not the rim of the chart
  x.from = left_of(y), x.to = kWidth - kRight;
  y.from = kHeight - kBottom, y.to = kTop;
  std::string html = fmt::format(
      "<figure><figcaption>{0}</figcaption>\n<svg class=\"chart\" viewBox=\"0 0 {1} {2}\" "
      "role=\"img\" aria-label=\"{0}: {3} against {4}\">\n",
      escape(caption), kWidth, kHeight, escape(axes.y), escape(axes.x));
  html += axes_svg(axes, x, y);
  std::vector<double> below(shown.begin.size(), 0);
  std::vector<BarPart> keys;
  for (const Layer& layer : shown.layers) {
    html += layer_svg(shown, layer, below, x, y);
    keys.push_back({layer.kind, layer.name, 1});
  }
  for (size_t i = 0; i < shown.lines.size(); ++i) {
    html += line_svg(thinned(shown.lines[i]), kLineOfLimit + i, x, y);
  }
  html += "</svg>\n" + legend(keys);
  if (!shown.lines.empty()) html += series_legend(shown.lines, kLineOfLimit);
  return html + stack_table(axes, stack) + "</figure>\n";
}

}  // namespace motley::core::page
