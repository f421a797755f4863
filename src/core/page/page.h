// A page: one self-contained HTML file. It opens from disk, asks the network for nothing, reads
// without scripts, prints, and follows the reader's light or dark scheme and width.
//
//   write_text(file, to_html({.title = "gpt on hap-64", .sections = {{"verdict", "Step time",
//                             "", bar(...)}}}));
#pragma once

#include <string>
#include <vector>

namespace motley::core::page {

struct Section {
  std::string id, title;
  std::string lead;  // plain text below the title; may be empty
  std::string body;  // HTML
};

struct Page {
  std::string title, subtitle;  // plain text
  std::vector<Section> sections;
  std::string footer;  // HTML
};

// Sections without a body are left out. The same page gives the same bytes.
std::string to_html(const Page& page);

// The same as a piece of another page, such as the cell of a notebook: no script, no ids, and a
// style that holds for this piece alone.
std::string to_fragment(const Page& page);

}  // namespace motley::core::page
