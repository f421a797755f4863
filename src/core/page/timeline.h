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
  std::string label = {};  // written into it where there is room: "3", a micro-batch
};

struct Timeline {
  std::vector<std::string> rows;  // their names, from above
  std::vector<TimelineSpan> spans;
};

// Spans too thin to be seen are joined with their neighbours of the same kind in the SVG, which has
// at most a thousand or so; the canvas has all of them. `id` is unique in the page.
//
// The script's data are JSON: {"end": ns, "rows": [name], "kinds": [kind], "names": [[name, kind,
// label]], "spans": [base64 by row]}. A row's bytes are, for each of its spans in order of time,
// three varints (LEB128): its place in `names`, nanoseconds since the begin of the span before it,
// and its length in nanoseconds. So 200,000 spans take about 2 MB.
std::string timeline_html(std::string_view id, std::string_view caption, const Timeline& timeline);

}  // namespace motley::core::page
