#include "core/page/html.h"

#include <fmt/format.h>

#include <algorithm>

namespace motley::core::page {

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += fmt::format("\\{}", c);
    } else if (static_cast<unsigned char>(c) < 0x20 || c == '<') {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() * 4 / 3 + 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k) {
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::string element(std::string_view tag, std::string_view text, std::string_view kind) {
  if (kind.empty()) return fmt::format("<{0}>{1}</{0}>", tag, escape(text));
  return fmt::format("<{0} class=\"{2}\">{1}</{0}>", tag, escape(text), escape(kind));
}

Cell text_cell(std::string_view text) { return {.html = escape(text)}; }

Cell number_cell(std::string_view text) { return {.html = escape(text), .is_number = true}; }

namespace {

using Row = std::vector<Cell>;

// `like`: a row that shows which columns are numbers; may be null.
std::string head_html(const std::vector<std::string>& headers, const Row* like) {
  std::string html = "<thead><tr>";
  for (size_t i = 0; i < headers.size(); ++i) {
    const bool is_number = like && i < like->size() && (*like)[i].is_number;
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "",
                        escape(headers[i]));
  }
  return html + "</tr></thead>\n";
}

std::string row_html(const Row& row) {
  std::string html = "<tr>";
  for (size_t i = 0; i < row.size(); ++i) {
    html += i == 0 ? "<th scope=\"row\">" : row[i].is_number ? "<td class=\"number\">" : "<td>";
    html += row[i].html + (i == 0 ? "</th>" : "</td>");
  }
  return html + "</tr>\n";
}

}  // namespace

std::string table(std::string_view caption, const std::vector<std::string>& headers,
                  const std::vector<std::vector<Cell>>& rows) {
  std::string html = "<div class=\"scroll\"><table>";
  if (!caption.empty()) html += element("caption", caption);
  html += head_html(headers, rows.empty() ? nullptr : &rows[0]) + "<tbody>";
  for (const Row& row : rows) html += row_html(row);
  return html + "</tbody></table></div>\n";
}

std::string grouped_table(const std::vector<std::string>& headers,
                          const std::vector<RowGroup>& groups) {
  std::string html = "<div class=\"scroll\"><table>";
  html +=
      head_html(headers, groups.empty() || groups[0].rows.empty() ? nullptr : &groups[0].rows[0]);
  for (const RowGroup& group : groups) {
    html += fmt::format(
        "<tbody><tr class=\"branch\"><th scope=\"rowgroup\" colspan=\"{}\">{} <small>{}</small>"
        "</th></tr>\n",
        headers.size(), escape(group.name), escape(group.note));
    for (const Row& row : group.rows) html += row_html(row);
    html += "</tbody>\n";
  }
  return html + "</table></div>\n";
}

std::string figures(const std::vector<Figure>& all) {
  std::string html = "<div class=\"figures\">\n";
  for (const Figure& f : all) {
    html += fmt::format("<div{}><b>{}</b><span>{}</span></div>\n", f.is_bad ? " class=\"bad\"" : "",
                        escape(f.value), escape(f.what));
  }
  return html + "</div>\n";
}

std::string folded(std::string_view summary, std::string_view html, std::string_view id) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n",
                     id.empty() ? "" : fmt::format(" id=\"{}\"", escape(id)), escape(summary),
                     html);
}

std::string bar(const std::vector<BarPart>& parts, double whole, std::string_view label) {
  std::string html =
      fmt::format("<span class=\"bar\" role=\"img\" aria-label=\"{}\">", escape(label));
  double left = whole;  // so that rounding never makes the parts wider than the bar
  for (const BarPart& part : parts) {
    const double value = std::clamp(part.value, 0.0, std::max(left, 0.0));
    if (value <= 0 || whole <= 0) continue;
    left -= value;
    html += fmt::format("<i class=\"{}\" style=\"width:{:.2f}%\" title=\"{}\"></i>",
                        escape(part.kind), 100 * value / whole, escape(part.label));
  }
  return html + "</span>";
}

std::string legend(const std::vector<BarPart>& parts) {
  std::string html = "<p class=\"legend\">";
  for (const BarPart& part : parts) {
    html +=
        fmt::format("<span><i class=\"{}\"></i>{}</span> ", escape(part.kind), escape(part.label));
  }
  return html + "</p>\n";
}

}  // namespace motley::core::page
