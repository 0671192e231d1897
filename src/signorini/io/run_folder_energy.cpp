#include "signorini/io/run_folder_energy.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace signorini {
namespace {

std::string header() {
  std::string names = "step,time,kinetic,potential,elastic,total";
  const EnergyChanges none;
  each_change(none, [&](const char* name, double) { names += fmt::format(",{}", name); });
  return names + "\n";
}

std::string line_of(std::int64_t step, double time, const Energies& energies, const EnergyChanges& since_start) {
  std::string line;
  const auto end = std::back_inserter(line);
  fmt::format_to(end, "{},{},{},{},{},{}", step, time, energies.kinetic, energies.potential, energies.elastic,
                 energies.total());
  each_change(since_start, [&](const char*, double change) { fmt::format_to(end, ",{}", change); });
  line += '\n';
  return line;
}

}  // namespace

EnergyLog::EnergyLog(StepLog file, std::vector<double> times) : file_(std::move(file)), times_(std::move(times)) {}

EnergyLog EnergyLog::create(const std::filesystem::path& path, double time, const Energies& energies,
                            Manifest& manifest) {
  return EnergyLog(StepLog::create(path, header() + line_of(0, time, energies, {}), manifest));
}

EnergyLog EnergyLog::reopen(const std::filesystem::path& path, std::int64_t last_step, const Manifest& manifest) {
  std::vector<double> times;
  StepLog file = StepLog::reopen(path, last_step, manifest, [&](std::int64_t, std::string_view rest) {
    std::from_chars(rest.data(), rest.data() + rest.size(), times.emplace_back());
  });
  return EnergyLog(std::move(file), std::move(times));
}

void EnergyLog::append(std::int64_t step, double time, const Energies& energies, const EnergyChanges& since_start) {
  file_.append(line_of(step, time, energies, since_start));
}

void EnergyLog::sync(Manifest& manifest) { file_.sync(manifest); }

}  // namespace signorini
