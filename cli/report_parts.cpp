#include "report_parts.h"

#include <cstdint>

#include <fmt/format.h>

#include "machine.h"
#include "signorini/chart/markup.h"
#include "signorini/linalg/version.h"

namespace signorini::cli {
namespace {

constexpr const char* style = R"(<style>
body { font: 15px/1.5 sans-serif; color: #222; background: #fff; max-width: 1100px; margin: 2em auto; padding: 0 1em; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2em; border-bottom: 1px solid #ccc; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: 3px 10px; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top; }
th { background: #f3f3f3; }
th.text, td.text { text-align: left; overflow-wrap: anywhere; }
td.best { font-weight: bold; } td.missed { color: #888; }
.alarm { color: #b00020; font-weight: bold; }
svg { max-width: 100%; height: auto; }
summary { cursor: pointer; padding: 3px 0; }
img { max-width: 32%; border-radius: 6px; margin-right: 1%; }
</style>
)";

}  // namespace

std::string report_head(const std::string& title) {
  const std::string text = escape_markup(title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n{}</head>\n<body>\n<h1>{}</h1>\n",
      text, style, text);
}

HtmlTable::HtmlTable(const std::vector<std::string>& header, std::size_t text_columns) : text_columns_(text_columns) {
  begin_row();
  for (const auto& title : header) add("th", escape_markup(title), "");
}
void HtmlTable::begin_row() {
  html_ += "<tr>";
  column_ = 0;
}
void HtmlTable::cell(const std::string& content, const std::string& style) { add("td", escape_markup(content), style); }
void HtmlTable::link(const std::string& content, const std::string& file) {
  add("td", fmt::format("<a href=\"{}\">{}</a>", escape_markup(file), escape_markup(content)), "");
}
std::string HtmlTable::html() const { return "<div class=\"wide\"><table>\n" + html_ + "</table></div>\n"; }

void HtmlTable::add(const std::string& tag, const std::string& content, const std::string& style) {
  const std::string left = column_++ < text_columns_ ? "text" : "";
  html_ += fmt::format("<{0} class=\"{1} {2}\">{3}</{0}>\n", tag, left, style, content);
}

std::string section(const std::string& title) { return fmt::format("<h2>{}</h2>\n", escape_markup(title)); }
std::string paragraph(const std::string& text) { return fmt::format("<p>{}</p>\n", escape_markup(text)); }

std::string inlined(std::string svg) {
  const std::string space = " xmlns=\"http://www.w3.org/2000/svg\"";
  if (const auto at = svg.find(space); at != std::string::npos) svg.erase(at, space.size());
  return svg;
}

std::string circumstances() {
  return paragraph(fmt::format("{}. {}. {}.", date_text(), version_text(), machine_text()));
}

std::string to_base64(std::string_view bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (i < count ? static_cast<unsigned char>(bytes[k + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) out += i <= count ? letters[three >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}
}  // namespace signorini::cli
