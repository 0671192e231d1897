#include "machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "signorini/base/cores.h"

namespace signorini::cli {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "";
}

}  // namespace

std::string machine_text() {
  constexpr double bytes_per_gigabyte = 1e9;
  const int cores = available_cores();
  std::string text = processor();
  text += fmt::format("{}{} core{}", text.empty() ? "" : ", ", cores, cores == 1 ? "" : "s");
  if (const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE); pages > 0 && size > 0)
    text += fmt::format(", {:.0f} GB", static_cast<double>(pages) * static_cast<double>(size) / bytes_per_gigabyte);
  if (utsname system{}; ::uname(&system) == 0) text += fmt::format(", {} {}", system.sysname, system.release);
  return text;
}

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  char text[32] = "";
  if (::gmtime_r(&now, &utc) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc);
  return text;
}

}  // namespace signorini::cli
