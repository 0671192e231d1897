#include "open_browser.h"

#include <cstdlib>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace signorini::cli {

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

}  // namespace signorini::cli
