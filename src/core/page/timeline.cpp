#include "core/page/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/page/html.h"

namespace motley::core::page {
namespace {

constexpr double kTimelineWidth = 960, kNames = 200, kRowHeight = 20;

std::string time_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.4g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} us", seconds * 1e6);
}

// In order of rows and time, neighbours of one kind joined where nobody could see the gap, and
// others left out where nobody could see them: a row has at most two for each pixel.
std::vector<TimelineSpan> visible_spans(const Timeline& timeline, double seconds_per_pixel) {
  std::vector<TimelineSpan> spans = timeline.spans;
  std::ranges::stable_sort(spans, [](const TimelineSpan& a, const TimelineSpan& b) {
    return a.row != b.row ? a.row < b.row : a.begin_seconds < b.begin_seconds;
  });
  std::vector<TimelineSpan> visible;
  for (TimelineSpan& span : spans) {
    TimelineSpan* last = visible.empty() ? nullptr : &visible.back();
    if (last && last->row == span.row && last->kind == span.kind &&
        span.begin_seconds - last->end_seconds < 0.5 * seconds_per_pixel &&
        span.end_seconds - span.begin_seconds < seconds_per_pixel) {
      last->end_seconds = std::max(last->end_seconds, span.end_seconds);
    } else if (!last || last->row != span.row ||
               span.end_seconds > last->end_seconds + 0.5 * seconds_per_pixel) {
      visible.push_back(std::move(span));
    }
  }
  return visible;
}

std::string timeline_svg(const Timeline& timeline, double end, std::string_view caption) {
  const double height = kRowHeight * static_cast<double>(timeline.rows.size()) + 24;
  const double scale = (kTimelineWidth - kNames) / end;
  std::string svg =
      fmt::format("<svg class=\"spans\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                  kTimelineWidth, height, escape(caption));
  for (size_t r = 0; r < timeline.rows.size(); ++r) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kNames - 8,
                       kRowHeight * static_cast<double>(r) + 14, escape(timeline.rows[r]));
  }
  for (const TimelineSpan& s : visible_spans(timeline, 1 / scale)) {
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"><title>{}, "
        "{}</title></rect>\n",
        escape(s.kind), kNames + s.begin_seconds * scale, kRowHeight * s.row + 2,
        std::max(0.3, (s.end_seconds - s.begin_seconds) * scale), kRowHeight - 4, escape(s.name),
        time_text(s.end_seconds - s.begin_seconds));
  }
  for (int i = 0; i <= 4; ++i) {
    const double x = kNames + (kTimelineWidth - kNames) * i / 4;
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x,
                       height - 6, i == 4 ? "end" : "middle", time_text(end * i / 4));
  }
  return svg + "</svg>\n";
}

// For the script, in nanoseconds: names and kinds once, then [row, kind, name, begin, length].
std::string timeline_json(const Timeline& timeline, double end) {
  std::map<std::string, size_t> names, kinds;
  std::string spans;
  for (const TimelineSpan& s : timeline.spans) {
    const size_t kind = kinds.try_emplace(s.kind, kinds.size()).first->second;
    const size_t name = names.try_emplace(s.name, names.size()).first->second;
    spans += fmt::format("{}[{},{},{},{:.0f},{:.0f}]", spans.empty() ? "" : ",", s.row, kind, name,
                         s.begin_seconds * 1e9, (s.end_seconds - s.begin_seconds) * 1e9);
  }
  const auto list = [](const std::map<std::string, size_t>& places) {
    std::vector<std::string> texts(places.size());
    for (const auto& [text, place] : places) texts[place] = json_string(text);
    return texts;
  };
  const auto joined = [](const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
    return all;
  };
  std::vector<std::string> rows;
  for (const std::string& row : timeline.rows) rows.push_back(json_string(row));
  return fmt::format(
      "{{\"end\":{:.0f},\"rows\":[{}],\"kinds\":[{}],\"names\":[{}],\"spans\":[{}]}}", end * 1e9,
      joined(rows), joined(list(kinds)), joined(list(names)), spans);
}

std::string longest_table(const Timeline& timeline) {
  std::vector<TimelineSpan> spans = timeline.spans;
  std::ranges::stable_sort(spans, std::greater<>(),
                           [](const TimelineSpan& s) { return s.end_seconds - s.begin_seconds; });
  if (spans.size() > 40) spans.resize(40);
  std::vector<std::vector<Cell>> rows;
  for (const TimelineSpan& s : spans) {
    rows.push_back({text_cell(timeline.rows[static_cast<size_t>(s.row)]), text_cell(s.name),
                    number_cell(time_text(s.begin_seconds)),
                    number_cell(time_text(s.end_seconds - s.begin_seconds))});
  }
  return folded("The longest spans as a table",
                table("", {"row", "span", "begin", "length"}, rows));
}

}  // namespace

std::string timeline_html(std::string_view id, std::string_view caption, const Timeline& timeline) {
  double end = 0;
  for (const TimelineSpan& s : timeline.spans) end = std::max(end, s.end_seconds);
  if (end <= 0) return "";
  std::string html = fmt::format(
      "<figure class=\"timeline\" id=\"{}\"><figcaption>{}</figcaption>\n<div class=\"scroll\">{}"
      "</div>\n",
      escape(id), escape(caption), timeline_svg(timeline, end, caption));
  html +=
      fmt::format("<script type=\"application/json\">{}</script>\n", timeline_json(timeline, end));
  return html + longest_table(timeline) + "</figure>\n";
}

}  // namespace motley::core::page
