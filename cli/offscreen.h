#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <sys/types.h>

#include <nlohmann/json.hpp>

namespace signorini::cli {

/// Whether there is a browser that draws without a screen.
bool has_offscreen_browser();

/// Debian's Chromium without a window, driven over two pipes by its own protocol (Chrome DevTools Protocol); nothing
/// listens on a port. It ends with this object, and its profile goes with it.
class OffscreenBrowser {
 public:
  /// Throws InputError where there is none or it does not start.
  OffscreenBrowser();
  ~OffscreenBrowser();
  OffscreenBrowser(const OffscreenBrowser&) = delete;
  OffscreenBrowser& operator=(const OffscreenBrowser&) = delete;

  /// Opens the page of the viewer and waits until it shows its run. Throws InputError with the words of the page where
  /// it cannot.
  void open(const std::string& address, int width, int height);
  /// What the script, or the promise that it returns, comes to. Throws InputError.
  nlohmann::json evaluate(const std::string& script);

 private:
  nlohmann::json call(const std::string& method, nlohmann::json parameters);
  std::string next_message();
  void start();
  void end();

  std::filesystem::path profile_;
  pid_t child_ = 0;
  int to_ = -1, from_ = -1, calls_ = 0;
  std::string session_, received_;
};

/// The bytes of a text in base64.
std::string from_base64(const std::string& text);

}  // namespace signorini::cli
