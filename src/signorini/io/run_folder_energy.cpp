#include "signorini/io/run_folder_energy.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string>
#include <utility>

#include "signorini/base/error.h"

namespace signorini {
namespace {

std::string header() {
  std::string names = "step,time,kinetic,potential,elastic,total";
  const EnergyChanges none;
  each_change(none, [&](const char* name, double) { names += fmt::format(",{}", name); });
  return names + "\n";
}

/// Step and time of a line; false when it is not a whole one.
bool parse(const std::string& line, std::int64_t& step, double& time) {
  const char* end = line.data() + line.size();
  const auto [comma, error] = std::from_chars(line.data(), end, step);
  if (error != std::errc() || comma == end || *comma != ',') return false;
  const auto [next, time_error] = std::from_chars(comma + 1, end, time);
  return time_error == std::errc() && next != end && *next == ',';
}

std::string line_of(std::int64_t step, double time, const Energies& energies, const EnergyChanges& since_start) {
  std::string line = fmt::format("{},{},{},{},{},{}", step, time, energies.kinetic, energies.potential,
                                 energies.elastic, energies.total());
  each_change(since_start, [&](const char*, double change) { line += fmt::format(",{}", change); });
  return line + "\n";
}

}  // namespace

EnergyLog::EnergyLog(std::filesystem::path path, AppendFile file) : path_(std::move(path)), file_(std::move(file)) {}

EnergyLog EnergyLog::create(const std::filesystem::path& path, double time, const Energies& energies,
                            Manifest& manifest) {
  const std::string start = header() + line_of(0, time, energies, {});
  manifest.write(path, start);
  EnergyLog log(path, AppendFile(path, start.size()));
  log.sum_.add(start);
  return log;
}

EnergyLog EnergyLog::reopen(const std::filesystem::path& path, std::int64_t last_step, const Manifest& manifest) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  Checksum sum;
  sum.add(line + "\n");
  std::vector<double> times;
  std::int64_t reached = -1;
  while (reached < last_step && std::getline(file, line) && !file.eof()) {  // a cut line ends without a line break
    std::int64_t step = 0;
    double time = 0;
    if (!parse(line, step, time) || step != reached + 1)
      throw InputError(fmt::format("{}: line {} should be of step {}", path.string(), reached + 3, reached + 1));
    reached = step;
    times.push_back(time);
    sum.add(line + "\n");
  }
  if (reached < last_step)
    throw InputError(
        fmt::format("{}: ends with step {}, before step {} to go on from", path.string(), reached, last_step));
  if (!manifest.has(path, sum))
    throw InputError(fmt::format("{}: is not as the run wrote it: it was changed or damaged", path.string()));
  EnergyLog log(path, AppendFile(path, sum.bytes()));
  log.sum_ = sum;
  log.times_ = std::move(times);
  return log;
}

void EnergyLog::append(std::int64_t step, double time, const Energies& energies, const EnergyChanges& since_start) {
  write(line_of(step, time, energies, since_start));
}

void EnergyLog::sync(Manifest& manifest) {
  file_.sync();
  manifest.announce(path_, sum_);
}

void EnergyLog::write(const std::string& text) {
  file_.write(text);
  sum_.add(text);
}

}  // namespace signorini
