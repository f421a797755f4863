// Pieces of HTML: escaped text, tables, bars. Every function returns well-formed HTML; texts that
// come from outside (names of models, values, devices) are passed as plain text and escaped here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley::core::page {

// & < > " ' as entities, control characters as spaces: safe in text and in quoted attributes.
std::string escape(std::string_view text);

// A JSON string in quotes that may stand inside a <script> element: < is written \u003c.
std::string json_string(std::string_view text);

// Bytes in base64, as data: addresses and scripts take them.
std::string base64(std::string_view bytes);

// <tag class="kind">escaped text</tag>
std::string element(std::string_view tag, std::string_view text, std::string_view kind = "");

// A cell holds HTML; numbers are aligned to the right.
struct Cell {
  std::string html;
  bool is_number = false;
};
Cell text_cell(std::string_view text);
Cell number_cell(std::string_view text);

// The first column names the row. `caption` is plain text, empty for none.
std::string table(std::string_view caption, const std::vector<std::string>& headers,
                  const std::vector<std::vector<Cell>>& rows);

// Rows below a heading of their own: a branch of a tree, which the script folds and unfolds.
struct RowGroup {
  std::string name, note;  // plain text: "blocks/*", "12 tensors, 1.2 MB"
  std::vector<std::vector<Cell>> rows;
};
std::string grouped_table(const std::vector<std::string>& headers,
                          const std::vector<RowGroup>& groups);

// Figures of a page, large, each with what it is.
struct Figure {
  std::string value, what;  // plain text
  bool is_bad = false;
};
std::string figures(const std::vector<Figure>& all);

// <details>: closed until asked for, by a click on it or on a link to its `id`.
std::string folded(std::string_view summary, std::string_view html, std::string_view id = "");

// A piece of a bar. `kind` is a colour and pattern of page.css: compute, exposed, bound, gap,
// parameters, state, gradients, batch, activations, good, bad.
struct BarPart {
  std::string kind, label;
  double value = 0;
};
// One bar to scale: its parts side by side, `whole` being the full width. Parts without a value are
// left out; the label is read out instead of the picture.
std::string bar(const std::vector<BarPart>& parts, double whole, std::string_view label);
// What the kinds of a bar mean.
std::string legend(const std::vector<BarPart>& parts);

}  // namespace motley::core::page
