// A timeline: rows of spans on one axis of time. Drawn as SVG, so that it reads without scripts;
// the page's script replaces it by a canvas that zooms and pans.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley::core::page {

struct TimelineSpan {
  int row = 0;
  double begin_seconds = 0, end_seconds = 0;
  std::string kind;  // a colour and pattern of page.css: compute, communication, waiting, ...
  std::string name;
};

struct Timeline {
  std::vector<std::string> rows;  // their names, from above
  std::vector<TimelineSpan> spans;
};

// Spans thinner than half a pixel are joined with their neighbours of the same kind in the SVG; the
// canvas has all of them. `id` is unique in the page.
std::string timeline_html(std::string_view id, std::string_view caption, const Timeline& timeline);

}  // namespace motley::core::page
