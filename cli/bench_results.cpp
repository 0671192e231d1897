#include "bench_results.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {
namespace {

constexpr const char* header =
    "problem,contacts,dof,law,solver,tolerance,status,certificate,iterations,seconds,peak_memory_bytes,message";
constexpr std::size_t columns = 12;

/// A text as one field on one line.
std::string field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2)) text.insert(at, 1, '"');
  return '"' + text + '"';
}

/// The shortest text that reads back as the same number.
template <typename Number>
std::string field(const std::optional<Number>& number) {
  return number ? fmt::format("{}", *number) : "";
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      result.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      result.emplace_back();
    else
      result.back() += line[i];
  }
  return result;
}

template <typename Number>
std::optional<Number> number(const std::string& text) {
  if (text.empty()) return std::nullopt;
  Number value{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || rest != text.data() + text.size())
    throw InputError(fmt::format("'{}' is not a number", text));
  return value;
}

BenchRow parse(const std::string& line) {
  const auto f = fields(line);
  if (f.size() != columns) throw InputError(fmt::format("{} fields, expected {}", f.size(), columns));
  using Integer = std::int64_t;
  return {f[0],
          number<Integer>(f[1]),
          number<Integer>(f[2]),
          f[3],
          f[4],
          number<double>(f[5]).value_or(0),
          f[6],
          number<double>(f[7]),
          number<Integer>(f[8]),
          number<double>(f[9]),
          number<Integer>(f[10]),
          f[11]};
}

std::string to_line(const BenchRow& r) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", field(r.problem), field(r.contacts), field(r.dof),
                     field(r.law), field(r.solver), r.tolerance, field(r.status), field(r.certificate),
                     field(r.iterations), field(r.seconds), field(r.peak_memory_bytes), field(r.message));
}

}  // namespace

BenchResults::BenchResults(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in(file_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::size_t whole = 0;  // how much of the text is whole lines
  for (std::size_t line = 1, end; (end = text.find('\n', whole)) != std::string::npos; ++line, whole = end + 1) {
    const std::string content = text.substr(whole, end - whole);
    try {
      if (line > 1)
        rows_.push_back(parse(content));
      else if (content != header)
        throw InputError("not the header of a benchmark's results");
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: line {}: {}", file_.string(), line, error.what()));
    }
  }
  if (whole < text.size()) std::filesystem::resize_file(file_, whole);
  if (whole == 0) append_line(header);
}

const BenchRow* BenchResults::find(const std::string& problem, const std::string& solver, double tolerance) const {
  const auto it = std::find_if(rows_.begin(), rows_.end(), [&](const BenchRow& row) {
    return row.problem == problem && row.solver == solver && row.tolerance == tolerance;
  });
  return it == rows_.end() ? nullptr : &*it;
}

void BenchResults::append(const BenchRow& row) {
  append_line(to_line(row));
  rows_.push_back(row);
}

void BenchResults::append_line(const std::string& line) const {
  const std::string text = line + '\n';
  const int file = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!written) throw InputError(fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(error)));
}

}  // namespace signorini::cli
