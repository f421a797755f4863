#include "core/page/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "core/base/hash.h"
#include "core/page/assets.h"
#include "core/page/html.h"

namespace motley::core::page {
namespace {

// Nothing is loaded, and of scripts only our own runs: text that got past escape() would not.
std::string security_policy(const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-{}'; "
      "base-uri 'none'; form-action 'none'",
      nonce);
}

// Selectors "h2, td" as ".motley h2, .motley td"; what holds for a whole page holds for the piece.
std::string scoped_selectors(std::string_view selectors) {
  std::string out;
  while (!selectors.empty()) {
    const size_t end = std::min(selectors.find(','), selectors.size());
    std::string_view one = selectors.substr(0, end);
    selectors.remove_prefix(std::min(end + 1, selectors.size()));
    while (!one.empty() && std::isspace(static_cast<unsigned char>(one.front())))
      one.remove_prefix(1);
    while (!one.empty() && std::isspace(static_cast<unsigned char>(one.back())))
      one.remove_suffix(1);
    if (!out.empty()) out += ", ";
    out += one == ":root" || one == "body" ? ".motley" : fmt::format(".motley {}", one);
  }
  return out;
}

// page.css with every rule below .motley. Rules of @media stand one level deeper.
std::string scoped_style(std::string_view style) {
  std::string out;
  while (true) {
    const size_t at = style.find_first_of("{}");
    if (at == std::string_view::npos) return out;
    const std::string_view head = style.substr(0, at);
    const size_t begin = std::min(head.find_first_not_of(" \n"), head.size());
    if (style[at] == '}' || head.substr(begin).starts_with('@')) {
      out += style.substr(0, at + 1);  // the end of a block, or the head of one
      style.remove_prefix(at + 1);
      continue;
    }
    const size_t end = style.find('}', at);
    out += "\n" + scoped_selectors(head) + " " + std::string(style.substr(at, end + 1 - at));
    style.remove_prefix(end + 1);
  }
}

// Patterns of page.css for SVG: a colour with stripes of the paper's colour, as bars have them.
std::string patterns_svg() {
  struct Pattern {
    const char *kind, *colour;
    int degrees;
  };
  constexpr Pattern kPatterns[] = {{"communication", "communication", 45},
                                   {"waiting", "waiting", 0},
                                   {"backward", "line2", 135},
                                   {"weight", "line3", 45},
                                   {"state", "state", 45},
                                   {"activations", "activations", 0},
                                   {"buffers", "gradients", 135}};
  std::string svg = "<svg class=\"patterns\" aria-hidden=\"true\"><defs>";
  for (const Pattern& p : kPatterns) {
    svg += fmt::format(
        "<pattern id=\"p-{}\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate({})\"><rect width=\"7\" height=\"7\" "
        "style=\"fill:var(--{})\"/><line x1=\"3\" x2=\"3\" y2=\"7\"/></pattern>",
        p.kind, p.degrees, p.colour);
  }
  return svg + "</defs></svg>\n";
}

std::string sections_html(const std::vector<Section>& sections) {
  std::string nav, html;
  for (const Section& s : sections) {
    if (s.body.empty()) continue;
    nav += fmt::format("<a href=\"#{}\">{}</a> ", escape(s.id), escape(s.title));
    html += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">"
        "{1}</h2>\n",
        escape(s.id), escape(s.title));
    if (!s.lead.empty()) html += element("p", s.lead, "lead") + "\n";
    html += s.body + "</section>\n";
  }
  return fmt::format("<nav aria-label=\"Sections\">{}</nav>\n<main>\n{}</main>\n", nav, html);
}

// A model's name with its settings breaks into lines at its commas.
std::string breakable(const std::string& title) {
  return std::regex_replace(escape(title), std::regex(","), ",<wbr>");
}

}  // namespace

std::string to_html(const Page& page) {
  const std::string body = sections_html(page.sections);
  const std::string nonce = fmt::format("{:016x}", core::fnv1a(body));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n{}<header><h1>{}</h1>\n<p>{}</p></header>\n{}"
      "<footer>{}</footer>\n<script nonce=\"{}\">\n{}</script>\n</body>\n</html>\n",
      security_policy(nonce), escape(page.title), kStyle, patterns_svg(), breakable(page.title),
      escape(page.subtitle), body, page.footer, nonce, kScript);
}

std::string to_fragment(const Page& page) {
  std::string html =
      fmt::format("<div class=\"motley\"><style>{}</style>\n<p><b>{}</b><br>{}</p>\n",
                  scoped_style(kStyle), escape(page.title), escape(page.subtitle));
  for (const Section& s : page.sections) {
    if (s.body.empty()) continue;
    html += element("h3", s.title) + "\n";
    if (!s.lead.empty()) html += element("p", s.lead, "lead") + "\n";
    html += s.body;
  }
  // What a script would look for; several pieces may stand in one page.
  return std::regex_replace(html, std::regex(" id=\"[^\"]*\""), "") + "</div>\n";
}

}  // namespace motley::core::page
