#include "signorini/io/run_folder_energy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "signorini/base/error.h"

namespace signorini {
namespace {

constexpr const char* header = "step,time,kinetic,potential,elastic,total\n";

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw InputError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error)));
}

/// Step and time of a line; false when it is not a whole one.
bool parse(const std::string& line, std::int64_t& step, double& time) {
  const char* end = line.data() + line.size();
  const auto [comma, error] = std::from_chars(line.data(), end, step);
  if (error != std::errc() || comma == end || *comma != ',') return false;
  const auto [next, time_error] = std::from_chars(comma + 1, end, time);
  return time_error == std::errc() && next != end && *next == ',';
}

}  // namespace

EnergyLog::EnergyLog(std::filesystem::path path, int flags)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_WRONLY | O_APPEND | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) refuse(path_, errno);
}

EnergyLog::EnergyLog(EnergyLog&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      times_(std::move(other.times_)) {}

EnergyLog::~EnergyLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

EnergyLog EnergyLog::create(const std::filesystem::path& path, double time, const Energies& energies) {
  EnergyLog log(path, O_CREAT | O_TRUNC);
  log.write(header);
  log.append(0, time, energies);
  return log;
}

EnergyLog EnergyLog::reopen(const std::filesystem::path& path, std::int64_t last_step) {
  EnergyLog log(path, 0);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  off_t end = static_cast<off_t>(line.size() + 1);
  std::int64_t reached = -1;
  while (reached < last_step && std::getline(file, line) && !file.eof()) {  // a cut line ends without a line break
    std::int64_t step = 0;
    double time = 0;
    if (!parse(line, step, time) || step != reached + 1)
      throw InputError(fmt::format("{}: line {} should be of step {}", path.string(), reached + 3, reached + 1));
    reached = step;
    log.times_.push_back(time);
    end += static_cast<off_t>(line.size() + 1);
  }
  if (reached < last_step)
    throw InputError(
        fmt::format("{}: ends with step {}, before step {} to go on from", path.string(), reached, last_step));
  if (::ftruncate(log.descriptor_, end) != 0) refuse(path, errno);
  return log;
}

void EnergyLog::append(std::int64_t step, double time, const Energies& energies) {
  write(fmt::format("{},{},{},{},{},{}\n", step, time, energies.kinetic, energies.potential, energies.elastic,
                    energies.total()));
}

void EnergyLog::sync() {
  if (::fsync(descriptor_) != 0) refuse(path_, errno);
}

void EnergyLog::write(const std::string& text) {
  const off_t start = ::lseek(descriptor_, 0, SEEK_END);
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) {
      const int error = errno;
      if (done > 0 && ::ftruncate(descriptor_, start) != 0) refuse(path_, error);
      refuse(path_, error);
    }
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

}  // namespace signorini
