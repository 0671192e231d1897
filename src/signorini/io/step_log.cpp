#include "signorini/io/step_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <utility>

#include "signorini/base/error.h"

namespace signorini {
namespace {

/// Of lines that are kept: so many for a write make its cost small.
constexpr std::size_t most_kept = std::size_t{1} << 16;

/// A line's step, and what follows its comma; none when it is not a whole one.
std::optional<std::pair<std::int64_t, std::string_view>> step_and_rest(std::string_view line) {
  std::int64_t step = 0;
  const auto [comma, error] = std::from_chars(line.data(), line.data() + line.size(), step);
  const auto digits = static_cast<std::size_t>(comma - line.data());
  if (error != std::errc() || digits == line.size() || *comma != ',') return std::nullopt;
  return std::pair(step, line.substr(digits + 1));
}

}  // namespace

StepLog::StepLog(std::filesystem::path path, AppendFile file, Checksum sum)
    : path_(std::move(path)), file_(std::move(file)), sum_(std::move(sum)) {}

StepLog StepLog::create(const std::filesystem::path& path, const std::string& start, Manifest& manifest) {
  manifest.write(path, start);
  Checksum sum;
  sum.add(start);
  return {path, AppendFile(path, start.size()), sum};
}

StepLog StepLog::reopen(const std::filesystem::path& path, std::int64_t last_step, const Manifest& manifest,
                        const std::function<void(std::int64_t, std::string_view)>& visit) {
  manifest.require_there(path);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  Checksum sum;
  sum.add(line + "\n");
  std::int64_t reached = 0;
  while (std::getline(file, line) && !file.eof()) {  // a cut line ends without a line break
    const auto parsed = step_and_rest(line);
    if (!parsed || parsed->first > std::min(reached + 1, last_step)) break;
    reached = parsed->first;
    visit(reached, parsed->second);
    sum.add(line + "\n");
  }
  if (reached < last_step)
    throw InputError(
        fmt::format("{}: ends with step {}, before step {} to go on from", path.string(), reached, last_step));
  if (!manifest.has(path, sum))
    throw InputError(fmt::format("{}: is not as the run wrote it: it was changed or damaged", path.string()));
  return {path, AppendFile(path, sum.bytes()), sum};
}

void StepLog::append(std::string_view lines) {
  kept_ += lines;
  if (kept_.size() >= most_kept) flush();
}

void StepLog::flush() {
  file_.require_there();
  file_.write(kept_);
  sum_.add(kept_);
  kept_.clear();
}

void StepLog::sync(Manifest& manifest) {
  flush();
  file_.sync();
  manifest.announce(path_, sum_);
}

std::string csv_field(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' '; }, ' ');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace signorini
