#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What reports are made of: pages that open from disk, without scripts. All texts are escaped.
namespace signorini::cli {

/// A table by rows. `text` columns, the first so many, stand to the left.
class HtmlTable {
 public:
  HtmlTable(const std::vector<std::string>& header, std::size_t text_columns);
  void begin_row();
  void cell(const std::string& content, const std::string& style = "");
  /// A cell that leads to a file beside the page.
  void link(const std::string& content, const std::string& file);
  std::string html() const;

 private:
  void add(const std::string& tag, const std::string& content, const std::string& style);

  std::string html_;
  std::size_t text_columns_, column_ = 0;
};

/// From the document's beginning to its heading, and its end.
std::string report_head(const std::string& title);
inline constexpr const char* report_end = "</body>\n</html>\n";

std::string section(const std::string& title);
std::string paragraph(const std::string& text);
/// An SVG as part of the page, which needs no namespace.
std::string inlined(std::string svg);
/// What times depend on: date, versions, machine.
std::string circumstances();

/// In base64.
std::string to_base64(std::string_view bytes);

}  // namespace signorini::cli
