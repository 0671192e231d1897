#include "bench_outcome.h"

#include <signal.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include <fmt/format.h>

#include "command.h"

namespace signorini::cli {
namespace {

/// The last line of what a process said, without the name of the program.
std::string last_words(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  text = text.substr(text.rfind('\n') + 1);  // npos + 1 = 0
  const std::string name = "signorini: ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

/// Our own words for it, the C++ library's and the loader's.
bool speaks_of_memory(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char* phrase : {"not enough memory", "out of memory", "cannot allocate", "bad_alloc", "failed to map",
                             "cannot create shared object descriptor", "memory allocation"})
    if (text.find(phrase) != std::string::npos) return true;
  return false;
}

template <typename Number>
std::optional<Number> figure(const Json& value) {
  return value.is_number() ? std::optional(value.get<Number>()) : std::nullopt;  // null: not finite
}

void take_answer(BenchRow& row, const Json& answer) {
  row.contacts = figure<std::int64_t>(answer.at("problem").at("contacts"));
  row.dof = figure<std::int64_t>(answer.at("problem").at("dof"));
  row.law = answer.at("problem").at("law").get<std::string>();
  row.status = answer.at("status").get<std::string>();
  row.message = answer.at("message").get<std::string>();
  const auto natural = figure<double>(answer.at("certificate").at("natural"));
  const auto dynamics = figure<double>(answer.at("certificate").at("dynamics"));
  if (natural && dynamics) row.certificate = std::max(*natural, *dynamics);
  row.iterations = figure<std::int64_t>(answer.at("iterations"));
  row.seconds = figure<double>(answer.at("seconds").at("total"));
  row.peak_memory_bytes = figure<std::int64_t>(answer.at("peak_memory_bytes"));
  if (row.solved() && !(row.certificate && *row.certificate <= row.tolerance)) {
    row.status = "wrong";
    row.message = fmt::format("claims to be solved, but the certificate is {}",
                              row.certificate ? fmt::format("{:.3g}", *row.certificate) : "not a number");
  }
}

}  // namespace

BenchRow to_row(BenchRow row, const ChildEnd& end) {
  row.peak_memory_bytes = end.peak_memory_bytes;
  const std::string said = last_words(end.err);
  const bool ended_well = end.exit_code == done || end.exit_code == tolerance_missed;
  if (end.overtime) {
    row.status = "time_limit";
    row.message = "ended from outside, far beyond the time limit";
  } else if (const Json answer = Json::parse(end.out, nullptr, false); ended_well && answer.is_object()) {
    take_answer(row, answer);
  } else if (speaks_of_memory(end.err) || end.signal == SIGKILL) {
    row.status = "out_of_memory";
    row.message = said.empty() ? "ended by the system, for want of memory as it seems" : said;
  } else if (end.exit_code == bad_input) {
    row.status = "bad_input";
    row.message = said;
  } else {
    row.status = "crashed";
    row.message = end.signal != 0 ? fmt::format("signal {} ({}) {}", end.signal, ::strsignal(end.signal), said)
                                  : fmt::format("exit code {}: {}", end.exit_code, said);
  }
  return row;
}

}  // namespace signorini::cli
