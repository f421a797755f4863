#include "core/page/page.h"

#include <fmt/format.h>

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

}  // namespace

std::string to_html(const Page& page) {
  const std::string body = sections_html(page.sections);
  const std::string nonce = fmt::format("{:016x}", core::fnv1a(body));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n<header><h1>{}</h1>\n<p>{}</p></header>\n{}"
      "<footer>{}</footer>\n<script nonce=\"{}\">\n{}</script>\n</body>\n</html>\n",
      security_policy(nonce), escape(page.title), kStyle, escape(page.title), escape(page.subtitle),
      body, page.footer, nonce, kScript);
}

}  // namespace motley::core::page
