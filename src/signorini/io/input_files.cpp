#include "signorini/io/input_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "signorini/base/error.h"
#include "signorini/io/limits.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// How long a named pipe may stay without a writer: in "make_scene > pipe & signorini run pipe" it comes a moment
/// later.
constexpr int patience_ms = 1000;
constexpr std::size_t first_block = std::size_t{64} << 10;

[[noreturn]] void refuse(const fs::path& path, std::string_view reason) {
  throw InputError(fmt::format("{}: {}", path.string(), reason));
}

[[noreturn]] void refuse_size(const fs::path& path, std::string_view size) {
  refuse(path,
         fmt::format("has {} bytes, expected at most {}: split it, or make it coarser", size, limits::file_bytes));
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

/// Returns when there is something to read, or the end; false when nobody has come to write within `milliseconds`.
bool wait_for_input(int descriptor, int milliseconds) {
  pollfd waiting{descriptor, POLLIN, 0};
  while (true) {
    const int ready = ::poll(&waiting, 1, milliseconds);
    if (ready >= 0 || errno != EINTR) return ready != 0;
  }
}

/// Reads to the end; `expected` bytes, when they are known.
std::string read_all(const fs::path& path, int descriptor, std::size_t expected, bool may_lack_writer) {
  std::string bytes(expected + first_block, '\0');
  std::size_t size = 0;
  bool has_writer = !may_lack_writer || wait_for_input(descriptor, patience_ms);
  while (true) {
    const ssize_t count = ::read(descriptor, bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EAGAIN) {  // somebody has the pipe open for writing, and takes time
      has_writer = true;
      wait_for_input(descriptor, -1);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (count == 0 && !has_writer) refuse(path, "is a pipe that nobody writes to");
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size > limits::file_bytes) refuse_size(path, fmt::format("more than {}", limits::file_bytes));
    if (size == bytes.size()) bytes.resize(std::min(2 * size, limits::file_bytes + first_block));
  }
  bytes.resize(size);
  return bytes;
}

/// How many bytes of UTF-8 the text begins with as one character; 0 when none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  // Shorter ways to say the same, surrogates, and what is beyond the last character.
  const bool wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
                     (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
  return wrong ? 0 : length;
}

}  // namespace

std::string read_input_file(const fs::path& path, std::string_view kind) {
  // Opening a named pipe without a writer would wait for one forever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) refuse(path, fmt::format("is a directory, not {}", kind));
  const bool terminal = S_ISCHR(status.st_mode) && ::isatty(file.get()) != 0;
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && !terminal)
    refuse(path, fmt::format("is a device, not {}", kind));
  const auto size = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  if (size > limits::file_bytes) refuse_size(path, fmt::format("{}", size));
  return read_all(path, file.get(), size, S_ISFIFO(status.st_mode));
}

InputFiles::InputFiles(const std::vector<InputFile>& kept) : from_disk_(false) {
  for (const InputFile& file : kept)
    if (bytes_.emplace(file.name, file.bytes).second) order_.push_back(file.name);
}

const std::string& InputFiles::read(const fs::path& path, std::string_view kind) {
  const std::string name = utf8_name(absolute_path(path));
  if (const auto known = bytes_.find(name); known != bytes_.end()) return known->second;
  if (!from_disk_) refuse(path, "is not among the files that the run was started with");
  const auto place = bytes_.emplace(name, read_input_file(path, kind)).first;
  order_.push_back(name);
  return place->second;
}

bool InputFiles::has(const fs::path& path) const {
  std::error_code error;
  return bytes_.contains(utf8_name(absolute_path(path))) || (from_disk_ && fs::exists(path, error));
}

std::vector<InputFile> InputFiles::files() const {
  std::vector<InputFile> files;
  for (const std::string& name : order_) files.push_back({name, bytes_.at(name)});
  return files;
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = path.empty() ? fs::current_path(error) : fs::absolute(path, error);
  if (error) throw InputError(fmt::format("{}: the current folder is not there: {}", path.string(), error.message()));
  return whole.lexically_normal();
}

std::string utf8_name(const fs::path& path) {
  const std::string& bytes = path.native();
  std::string name;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t length = character_length(rest);
    if (length == 0)
      name += fmt::format("%{:02X}", static_cast<unsigned char>(rest.front()));
    else
      name += rest.substr(0, length);
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return name;
}

}  // namespace signorini
