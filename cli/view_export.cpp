#include "view_export.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "report_parts.h"
#include "signorini/base/error.h"
#include "signorini/view/run_view.h"
#include "view_page.h"

namespace signorini::cli {
namespace {

/// Contacts go when fewer frames than this would be left with them: then motion says more.
constexpr std::size_t fewest_frames = 60;

/// Texts of others must not end the element that they are in.
std::string element(const std::string& name, std::string_view bytes) {
  return fmt::format("<script type=\"application/octet-stream\" id=\"data-{}\">{}</script>\n", name,
                     to_base64(packed(bytes)));
}

std::string elements(const view::RunView& run) {
  std::string all =
      element("run", run.description()) + element("geometry", run.geometry()) + element("steps", run.steps());
  for (std::size_t k = 0; k < run.chunk_count(); ++k)
    all +=
        element(fmt::format("frames-{}", k), run.frames(k)) + element(fmt::format("contacts-{}", k), run.contacts(k));
  return all;
}

std::string left_out(const view::Sampling& sampling, std::size_t frames, std::size_t of) {
  std::string words;
  if (sampling.stride > 1) words = fmt::format("{} of {} frames are in it (one in {})", frames, of, sampling.stride);
  if (!sampling.contacts) words += fmt::format("{}contacts are left out", words.empty() ? "" : "; ");
  return words;
}

}  // namespace

ExportedPage exported_page(const std::filesystem::path& folder, std::size_t most_bytes) {
  const std::string whole = page();
  const auto place = whole.find("</head>");
  if (place == std::string::npos) throw std::logic_error("the page in the program has no head");
  view::Sampling sampling{.compact = true};
  for (;;) {
    const view::RunView run(folder, sampling);
    const std::string data = elements(run);
    const std::size_t size = whole.size() + data.size();
    const std::size_t all = view::RunView(folder).frame_count();
    if (size <= most_bytes)
      return {whole.substr(0, place) + data + whole.substr(place), left_out(sampling, run.frame_count(), all)};
    const double room = static_cast<double>(most_bytes) - static_cast<double>(whole.size());
    const double factor = room > 0 ? static_cast<double>(data.size()) / room : INFINITY;
    const double next = std::ceil(static_cast<double>(sampling.stride) * std::max(factor, 1.05));
    if (sampling.contacts && !(static_cast<double>(all) / next >= static_cast<double>(std::min(fewest_frames, all)))) {
      sampling = {.contacts = false, .compact = true};
    } else if (run.frame_count() > 2 && std::isfinite(next)) {
      sampling.stride = std::min(std::max(sampling.stride + 1, static_cast<std::size_t>(std::min(next, 1e9))), all - 1);
    } else {
      throw InputError(fmt::format("--max-size: two frames of the run take {:.1f} MB with the page",
                                   1e-6 * static_cast<double>(size)));
    }
  }
}

std::size_t bytes_from(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const std::string unit(rest, end);
  static constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"", 1}, {"B", 1}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}};
  const auto* known = std::ranges::find(units, unit, &std::pair<std::string_view, double>::first);
  if (error != std::errc{} || known == units.end() || !(number > 0) || number * known->second > 1e12)
    throw InputError(fmt::format("--max-size {}: expected a size such as 20MB", text));
  return static_cast<std::size_t>(number * known->second);
}

}  // namespace signorini::cli
