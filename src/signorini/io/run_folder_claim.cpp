#include "signorini/io/run_folder_claim.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

#include "signorini/base/error.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

constexpr const char* file_names[] = {"settings.json", "scene.yaml",   "played.json", "checkpoint.h5",
                                      "trajectory.h5", "summary.json", "energy.csv"};
constexpr const char* folder_names[] = {"inputs", "trajectory.parts", "vtk", "problems"};

Manifest::Growth growth_of(const fs::path& file) {
  return file.extension() == ".csv" ? Manifest::Growth::at_the_end : Manifest::Growth::none;
}

/// Whether a run with these folders could come to write a file of this name.
bool looks_like_ours(const fs::path& file) {
  const std::string stem = file.stem().string();
  const bool of_a_step = stem.starts_with("bodies_") || stem.starts_with("contacts_") || stem.starts_with("joints_") ||
                         stem.starts_with("step_");
  return (of_a_step && step_in_name(file)) || file.extension() == ".pvd";
}

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw InputError(fmt::format("{}: {}", folder.string(), std::strerror(errno)));
  // File systems without locks answer with other errors, and go without.
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw InputError(fmt::format("{}: another run is writing there", folder.string()));
  }
}

FolderLock::FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<std::int64_t> step_in_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  const char* start = stem.data() + (stem.rfind('_') == std::string::npos ? stem.size() : stem.rfind('_') + 1);
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(start, stem.data() + stem.size(), step);
  if (error != std::errc() || end != stem.data() + stem.size()) return std::nullopt;
  return step;
}

void require_free(const fs::path& folder, const std::vector<std::string>& csv) {
  const auto refuse = [](const fs::path& path) {
    throw InputError(
        fmt::format("{}: is there, but no run wrote it: move it away, or choose another folder", path.string()));
  };
  std::error_code error;
  std::vector<std::string> files(std::begin(file_names), std::end(file_names));
  for (const std::string& name : csv) files.push_back(name + ".csv");
  for (const std::string& name : files)
    if (fs::exists(fs::symlink_status(folder / name, error))) refuse(folder / name);
  for (const char* name : folder_names) {
    const fs::file_status status = fs::symlink_status(folder / name, error);
    if (fs::exists(status) && !fs::is_directory(status)) refuse(folder / name);
    for (const auto& entry : fs::directory_iterator(folder / name, error))
      if (looks_like_ours(entry.path())) refuse(entry.path());
  }
}

void remove_run(const fs::path& folder) {
  const Manifest manifest = Manifest::open(folder);
  for (const fs::path& file : manifest.files()) try {
      manifest.verify(file, growth_of(file));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: move it away, or choose another folder", error.what()));
    }
  manifest.remove(folder / "settings.json");
  for (const fs::path& file : manifest.files()) manifest.remove(file, growth_of(file));
  manifest.remove_temporaries(folder);
  std::error_code error;
  for (const char* name : folder_names) {
    manifest.remove_temporaries(folder / name);
    fs::remove(folder / name, error);  // stays when there is something of the user's in it
  }
  fs::remove(folder / Manifest::file_name, error);
}

}  // namespace signorini
