#include <charconv>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "command.h"
#include "http_server.h"
#include "interrupt.h"
#include "output.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/view/run_view.h"
#include "view_export.h"
#include "view_page.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr int default_port = 8080;
constexpr const char* binary = "application/octet-stream";

struct Arguments {
  std::string folder;
  std::optional<std::string> page;
  std::string most = "20MB";
  int port = default_port;
  bool no_browser = false;
};

/// When a file of the trajectory was last replaced: a run that goes on does so.
std::string version_of(const fs::path& folder) {
  std::string version;
  const auto note = [&](const fs::path& path) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    if (!error) version += fmt::format("{} {}\n", path.filename().string(), time.time_since_epoch().count());
  };
  for (const char* name : {"trajectory.h5", "trajectory.parts", "summary.json"}) note(folder / name);
  return version;
}

/// The run, read anew when it has grown. One thread at a time, as HDF5 wants it.
class ServedRun {
 public:
  explicit ServedRun(fs::path folder) : folder_(std::move(folder)), version_(version_of(folder_)) {
    run_.emplace(folder_);
  }

  HttpAnswer answer(const std::string& path) {
    if (path == "/" || path == "/index.html")
      return {.type = "text/html; charset=utf-8", .body = std::string(packed_page()), .gzip = true};
    const std::lock_guard lock(mutex_);
    if (path == "/api/run") {
      refresh();
      return {.type = "application/json", .body = run_->description()};
    }
    if (path == "/api/geometry") return {.type = binary, .body = run_->geometry()};
    if (path == "/api/steps") return {.type = binary, .body = run_->steps()};
    for (const std::string name : {"/api/frames/", "/api/contacts/"}) {
      if (!path.starts_with(name)) continue;
      std::size_t chunk = 0;
      const char* end = path.data() + path.size();
      const auto [rest, error] = std::from_chars(path.data() + name.size(), end, chunk);
      if (error != std::errc{} || rest != end || chunk >= run_->chunk_count()) break;
      return {.type = binary, .body = name == "/api/frames/" ? run_->frames(chunk) : run_->contacts(chunk)};
    }
    return {.status = 404, .body = "not found\n"};
  }

 private:
  void refresh() {
    const std::string version = version_of(folder_);
    if (version == version_) return;
    run_.emplace(folder_);
    version_ = version;
  }

  fs::path folder_;
  std::string version_;
  std::optional<view::RunView> run_;
  std::mutex mutex_;
};

/// Whether there is a display to show a browser on.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", argument = address;
  char* words[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  ::posix_spawnp(&child, program.c_str(), &quiet, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&quiet);
}

int export_page(const Arguments& arguments) {
  const std::size_t most = bytes_from(arguments.most);
  require_writable(*arguments.page);
  const ExportedPage made = exported_page(arguments.folder, most);
  write_atomically(*arguments.page, std::as_bytes(std::span(made.text)));
  say("{}: {:.1f} MB, opens in a browser without a network\n", *arguments.page,
      1e-6 * static_cast<double>(made.text.size()));
  if (!made.left_out.empty())
    say("  left out        {}; --max-size {} allows no more\n", made.left_out, arguments.most);
  return done;
}

int view(const Arguments& arguments) {
  if (arguments.page) return export_page(arguments);
  ServedRun run(arguments.folder);
  HttpServer server(arguments.port, [&](const std::string& path) { return run.answer(path); });
  const std::string address = fmt::format("http://127.0.0.1:{}/", server.port());
  say("{}: look at it in a browser at {}  (Ctrl-C ends)\n", arguments.folder, address);
  lost_output();
  if (!arguments.no_browser) open_browser(address);
  catch_interrupts();
  server.serve(interrupted);
  return done;
}

}  // namespace

void add_view(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("view", "Show a run in the browser, or write it as one page");
  command->add_option("folder", arguments->folder, "Folder that run --out wrote; the run may still go on")->required();
  command->add_option("--port", arguments->port, "Where the page is served, on this machine alone; 0: any that is free")
      ->range(0, 65535)
      ->capture_default_str();
  command->add_flag("--no-browser", arguments->no_browser, "Do not open a browser");
  command->add_option("--export", arguments->page, "Write one self-contained page instead, which opens from disk")
      ->type_name("FILE");
  command->add_option("--max-size", arguments->most, "How large that may become")->capture_default_str();
  command->callback([arguments, &action] { action = [arguments] { return view(*arguments); }; });
}

}  // namespace signorini::cli
