#include "core/page/timeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include "core/page/html.h"

namespace motley::core::page {
namespace {

constexpr double kTimelineWidth = 960, kNames = 200, kRowHeight = 20;
constexpr size_t kMostRects = 1200;  // of an SVG

struct TimeUnit {
  const char* name;
  double seconds;
};
TimeUnit unit_for(double seconds) {
  return seconds >= 1      ? TimeUnit{"s", 1}
         : seconds >= 1e-3 ? TimeUnit{"ms", 1e-3}
                           : TimeUnit{"us", 1e-6};
}
std::string time_text(double seconds) {
  const TimeUnit unit = unit_for(seconds);
  return fmt::format("{:.4g} {}", seconds / unit.seconds, unit.name);
}

// Round times from 0 to `end` in one unit, some eight of them.
std::vector<std::pair<double, std::string>> time_ticks(double end) {
  const TimeUnit unit = unit_for(end);
  const double rough = end / 8, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double f : {5, 2, 1}) {
    if (f * power >= 0.999 * rough) step = f * power;
  }
  const int digits =
      std::max(0, -static_cast<int>(std::floor(std::log10(step / unit.seconds) + 1e-9)));
  std::vector<std::pair<double, std::string>> ticks;
  for (int i = 0; i * step <= end * (1 + 1e-9); ++i) {
    ticks.emplace_back(i * step,
                       fmt::format("{:.{}f} {}", i * step / unit.seconds, digits, unit.name));
  }
  return ticks;
}

std::vector<TimelineSpan> sorted_spans(const Timeline& timeline) {
  std::vector<TimelineSpan> spans = timeline.spans;
  std::ranges::stable_sort(spans, [](const TimelineSpan& a, const TimelineSpan& b) {
    return a.row != b.row ? a.row < b.row : a.begin_seconds < b.begin_seconds;
  });
  return spans;
}

// Neighbours of one kind joined where nobody could see the gap, and others left out where nobody
// could see them: a row has at most two for each pixel.
std::vector<TimelineSpan> visible_spans(const std::vector<TimelineSpan>& sorted,
                                        double seconds_per_pixel) {
  std::vector<TimelineSpan> visible;
  for (const TimelineSpan& span : sorted) {
    TimelineSpan* last = visible.empty() ? nullptr : &visible.back();
    if (last && last->row == span.row && last->kind == span.kind &&
        span.begin_seconds - last->end_seconds < 0.5 * seconds_per_pixel &&
        span.end_seconds - span.begin_seconds < seconds_per_pixel) {
      last->end_seconds = std::max(last->end_seconds, span.end_seconds);
      last->label.clear();
    } else if (!last || last->row != span.row ||
               span.end_seconds > last->end_seconds + 0.5 * seconds_per_pixel) {
      visible.push_back(span);
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
  const std::vector<TimelineSpan> sorted = sorted_spans(timeline);
  std::vector<TimelineSpan> visible = visible_spans(sorted, 1 / scale);
  for (double pixels = 2; visible.size() > kMostRects && pixels < kTimelineWidth; pixels *= 2) {
    visible = visible_spans(sorted, pixels / scale);
  }
  for (const TimelineSpan& s : visible) {
    const double middle = kNames + (s.begin_seconds + s.end_seconds) / 2 * scale;
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"><title>{}, "
        "{}</title></rect>\n",
        escape(s.kind), kNames + s.begin_seconds * scale, kRowHeight * s.row + 2,
        std::max(0.3, (s.end_seconds - s.begin_seconds) * scale), kRowHeight - 4, escape(s.name),
        time_text(s.end_seconds - s.begin_seconds));
    const double room = (s.end_seconds - s.begin_seconds) * scale;
    if (s.label.empty() || room < 8 * static_cast<double>(s.label.size())) continue;
    svg += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", middle,
                       kRowHeight * s.row + 14, escape(s.label));
  }
  for (const auto& [seconds, text] : time_ticks(end)) {
    const double x = kNames + seconds * scale;
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x,
                       height - 6, x > kTimelineWidth - 30 ? "end" : "middle", text);
  }
  return svg + "</svg>\n";
}

void add_varint(std::string& bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(0x80 | (value & 0x7f));
  bytes += static_cast<char>(value);
}

// For the script, as timeline.h has it.
std::string timeline_json(const Timeline& timeline, double end) {
  std::map<std::string, size_t> kinds;
  std::map<std::tuple<std::string, std::string, std::string>, size_t> places;
  std::string names;
  std::vector<std::string> rows(timeline.rows.size());
  std::vector<int64_t> last(timeline.rows.size(), 0);
  for (const TimelineSpan& s : sorted_spans(timeline)) {
    const auto [place, is_new] = places.try_emplace({s.name, s.kind, s.label}, places.size());
    if (is_new) {
      const size_t kind = kinds.try_emplace(s.kind, kinds.size()).first->second;
      names += fmt::format("{}[{},{},{}]", names.empty() ? "" : ",", json_string(s.name), kind,
                           json_string(s.label));
    }
    const auto row = static_cast<size_t>(s.row);
    const int64_t begin = std::max(std::llround(s.begin_seconds * 1e9), 0LL);
    const int64_t length = std::max(std::llround((s.end_seconds - s.begin_seconds) * 1e9), 0LL);
    add_varint(rows[row], place->second);
    add_varint(rows[row], static_cast<uint64_t>(begin - last[row]));
    add_varint(rows[row], static_cast<uint64_t>(length));
    last[row] = begin;
  }
  std::vector<std::string> kind_texts(kinds.size()), row_texts, span_texts;
  for (const auto& [text, place] : kinds) kind_texts[place] = json_string(text);
  for (const std::string& row : timeline.rows) row_texts.push_back(json_string(row));
  for (const std::string& row : rows) span_texts.push_back("\"" + base64(row) + "\"");
  return fmt::format(
      "{{\"end\":{:.0f},\"rows\":[{}],\"kinds\":[{}],\"names\":[{}],\"spans\":[{}]}}", end * 1e9,
      fmt::join(row_texts, ","), fmt::join(kind_texts, ","), names, fmt::join(span_texts, ",\n"));
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
