#include "validation/table.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::test {
namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw InputError(path.string() + ": cannot be written");
}

/// How far apart the two numbers are: as a share of the reference where there is one.
std::string difference(const Figure& figure) {
  if (figure.reference == 0) return "";
  return fmt::format("{:.1e}", std::abs(figure.ours - figure.reference) / std::abs(figure.reference));
}

std::string allowed(const Figure& figure) {
  if (!std::isfinite(figure.tolerance)) return "–";
  if (figure.reference == 0) return fmt::format("{:.0e}", figure.tolerance);
  return fmt::format("{:.0e}", figure.tolerance / std::abs(figure.reference));
}

}  // namespace

std::string validation_table(const Outcomes& outcomes) {
  std::string text, group;
  for (const auto& [one, outcome] : outcomes) {
    if (one.group != group) {
      group = one.group;
      text += fmt::format("\n## {}\n\n", group);
      text += "| case | quantity | reference | here | relative difference | allowed | best peer |\n";
      text += "|---|---|---|---|---|---|---|\n";
    }
    std::string name = fmt::format("{}: {}", one.name, one.set_up);
    for (const Figure& figure : outcome.figures) {
      text += fmt::format("| {} | {} | {:.9g} | {:.9g} | {} | {} | {} |\n", name, figure.quantity, figure.reference,
                          figure.ours, difference(figure), allowed(figure), figure.peer);
      name.clear();
    }
  }
  return text;
}

void write_validation(const Outcomes& outcomes, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const auto& [one, outcome] : outcomes)
    if (outcome.chart) write_text(std::filesystem::path(folder) / (one.name + ".svg"), to_svg(*outcome.chart));
  write_text(std::filesystem::path(folder) / "table.md", validation_table(outcomes));
}

}  // namespace signorini::test
