#include "signorini/io/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/input_files.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view header =
    "# Written by signorini run, which needs it to go on: check of the line, bytes, checksum and name of its files.\n";

/// Of the rest of a line, and of all lines before.
std::uint64_t check_of(std::string_view rest, std::uint64_t before) {
  Checksum sum(before, 0);
  sum.add(rest);
  return sum.hash();
}

/// Takes a number of `base` and the blank after it off the front.
std::optional<std::uint64_t> take_number(std::string_view& text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end == text.data() + text.size() || *end != ' ') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return value;
}

/// Also a link that leads nowhere takes a name.
bool taken(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

}  // namespace

Manifest::Manifest(fs::path folder)
    : folder_(std::move(folder)), path_(folder_ / file_name), last_check_(check_of(header, 0)) {}

bool Manifest::exists(const fs::path& folder) { return taken(folder / file_name); }

Manifest Manifest::create(const fs::path& folder) {
  Manifest manifest(folder);
  write_atomically(manifest.path_, std::as_bytes(std::span(header)));
  manifest.good_bytes_ = header.size();
  return manifest;
}

Manifest Manifest::open(const fs::path& folder) {
  Manifest manifest(folder);
  manifest.read();
  return manifest;
}

void Manifest::read() {
  if (!taken(path_))
    throw InputError(
        fmt::format("{}: is missing: without it nobody knows which files are the run's own, and whether "
                    "they are as written",
                    path_.string()));
  const std::string text = read_input_file(path_, "the manifest of a run");
  if (!text.starts_with(header)) throw InputError(fmt::format("{}: line 1 is damaged", path_.string()));
  std::string_view rest = std::string_view(text).substr(header.size());
  for (int number = 2; rest.find('\n') != std::string_view::npos; ++number) {
    const std::size_t length = rest.find('\n');
    read_line(rest.substr(0, length), number);
    rest.remove_prefix(length + 1);
  }
  good_bytes_ = text.size() - rest.size();
}

void Manifest::read_line(std::string_view line, int number) {
  const auto check = take_number(line, 16);
  if (check != check_of(line, last_check_))
    throw InputError(fmt::format("{}: line {} is damaged", path_.string(), number));
  const auto bytes = take_number(line, 10);
  const auto hash = take_number(line, 16);
  if (!bytes || !hash || line.empty()) throw InputError(fmt::format("{}: line {} is damaged", path_.string(), number));
  listed_[std::string(line)].emplace_back(*hash, *bytes);
  last_check_ = *check;
}

std::string Manifest::name_of(const fs::path& path) const { return path.lexically_relative(folder_).generic_string(); }

bool Manifest::lists(const fs::path& path) const { return listed_.contains(name_of(path)); }

std::vector<fs::path> Manifest::files() const {
  std::vector<fs::path> files;
  for (const auto& [name, contents] : listed_)
    if (taken(folder_ / name)) files.push_back(folder_ / name);
  return files;
}

bool Manifest::has(const fs::path& path, const Checksum& content) const {
  const auto known = listed_.find(name_of(path));
  return known != listed_.end() && std::ranges::find(known->second, content) != known->second.end();
}

void Manifest::announce(const fs::path& path, const Checksum& content) {
  if (!lists(path) && taken(path))
    throw InputError(
        fmt::format("{}: is there, but no run wrote it: move it away, or choose another folder", path.string()));
  const std::string rest = fmt::format("{} {:016x} {}", content.bytes(), content.hash(), name_of(path));
  const std::uint64_t check = check_of(rest, last_check_);
  if (!file_) file_.emplace(path_, good_bytes_);
  file_->write(fmt::format("{:016x} {}\n", check, rest));
  if (!deferred_) file_->sync();
  last_check_ = check;
  listed_[name_of(path)].push_back(content);
}

void Manifest::write(const fs::path& path, std::span<const std::byte> bytes) {
  announce(path, checksum_of(bytes));
  if (!deferred_) return write_atomically(path, bytes);
  write_atomically_unsynced(path, bytes);
  unsettled_.push_back(path);
}

void Manifest::settle() {
  deferred_ = false;
  if (file_) file_->sync();
  std::set<fs::path> folders;
  for (const fs::path& path : std::exchange(unsettled_, {})) {
    sync_to_disk(path);
    folders.insert(path.parent_path());
  }
  for (const fs::path& folder : folders) sync_to_disk(folder);
}

void Manifest::write(const fs::path& path, const std::string& text) { write(path, std::as_bytes(std::span(text))); }

bool Manifest::as_written(const fs::path& path, Growth growth) const {
  std::error_code error;
  if (!lists(path) || !fs::is_regular_file(path, error)) return false;
  std::uint64_t listed = UINT64_MAX;
  if (growth == Growth::at_the_end) {
    const std::uint64_t size = fs::file_size(path, error);
    listed = 0;
    for (const Checksum& content : listed_.at(name_of(path)))
      if (content.bytes() <= size) listed = std::max(listed, content.bytes());
  }
  return has(path, checksum_of_file(path, listed));
}

void Manifest::require_there(const fs::path& path) const {
  if (!lists(path)) throw InputError(fmt::format("{}: is not among the files that the run wrote", path.string()));
  if (!taken(path)) throw InputError(fmt::format("{}: is missing, and the run needs it", path.string()));
}

void Manifest::verify(const fs::path& path, Growth growth) const {
  require_there(path);
  if (!as_written(path, growth))
    throw InputError(fmt::format("{}: is not as the run wrote it: it was changed or damaged", path.string()));
}

void Manifest::remove(const fs::path& path, Growth growth) const {
  if (!taken(path)) return;
  if (!as_written(path, growth))
    throw InputError(
        fmt::format("{}: is in the way, but it is not as a run wrote it: move it away, or choose another "
                    "folder",
                    path.string()));
  std::error_code error;
  fs::remove(path, error);
  if (error) throw InputError(fmt::format("{}: cannot be removed: {}", path.string(), error.message()));
}

void Manifest::remove_temporaries(const fs::path& folder) const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto target = target_of_temporary(entry.path());
    if (target && (lists(*target) || target->filename() == file_name)) fs::remove(entry.path(), error);
  }
}

}  // namespace signorini
