#include "offscreen.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "interrupt.h"
#include "signorini/base/error.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// One answer may take this long: a video of a minute is one.
constexpr int patience_ms = 600'000;
constexpr int look_ms = 100;
/// A page opens a run of 2 GB in seconds.
constexpr int seconds_to_open = 60;

/// Full path of Chromium; empty where there is none.
std::string browser_program() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
    if (::access(path, X_OK) == 0) return path;
  return "";
}

std::vector<std::string> arguments_of(const std::string& program, const fs::path& profile) {
  std::vector<std::string> words{program,
                                 "--headless",
                                 "--remote-debugging-pipe",
                                 "--user-data-dir=" + profile.string(),
                                 "--disable-gpu",
                                 "--use-gl=angle",
                                 "--use-angle=swiftshader",
                                 "--enable-unsafe-swiftshader",
                                 "--disable-background-networking",
                                 "--disable-component-update",
                                 "--disable-sync",
                                 "--disable-dev-shm-usage",
                                 "--no-first-run",
                                 "--hide-scrollbars"};
  if (::getuid() == 0) words.emplace_back("--no-sandbox");  // Chromium has none for root
  return words;
}

/// The child's side of the fork: only calls that are safe there. Chromium reads from 3 and writes to 4.
[[noreturn]] void become(char* const* words, int commands, int answers) {
  constexpr int could_not_start = 127, its_commands = 3, its_answers = 4, out_of_the_way = 10;
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int in = ::fcntl(commands, F_DUPFD, out_of_the_way), out = ::fcntl(answers, F_DUPFD, out_of_the_way);
  ::dup2(in, its_commands);
  ::dup2(out, its_answers);
  ::close(in);
  ::close(out);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  ::execv(words[0], words);
  ::_exit(could_not_start);
}

}  // namespace

bool has_offscreen_browser() { return !browser_program().empty(); }

OffscreenBrowser::OffscreenBrowser() {
  if (!has_offscreen_browser())
    throw InputError("pictures need Chromium, which is not installed: apt-get install chromium");
  std::string name = (fs::temp_directory_path() / "signorini-browser-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw InputError(fmt::format("{}: cannot be made: {}", name, std::strerror(errno)));
  profile_ = name;
  try {
    start();
  } catch (...) {
    end();
    throw;
  }
}

OffscreenBrowser::~OffscreenBrowser() { end(); }

void OffscreenBrowser::start() {
  std::array<int, 2> commands{}, answers{};
  if (::pipe2(commands.data(), O_CLOEXEC) != 0 || ::pipe2(answers.data(), O_CLOEXEC) != 0)
    throw InputError(fmt::format("the browser cannot be started: {}", std::strerror(errno)));
  std::vector<std::string> words = arguments_of(browser_program(), profile_);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = ::fork();
  if (child_ == 0) become(argv.data(), commands[0], answers[1]);
  ::close(commands[0]);
  ::close(answers[1]);
  to_ = commands[1];
  from_ = answers[0];
  const json target = call("Target.createTarget", {{"url", "about:blank"}});
  session_ = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}}).at("sessionId");
}

void OffscreenBrowser::end() {
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
  if (child_ > 0) {
    ::kill(-child_, SIGTERM);
    constexpr int looks = 30;
    int left = looks;
    while (left-- > 0 && ::waitpid(child_, nullptr, WNOHANG) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(look_ms));
    ::kill(-child_, SIGKILL);
    if (left < 0) ::waitpid(child_, nullptr, 0);
  }
  std::error_code ignored;
  fs::remove_all(profile_, ignored);
}

std::string OffscreenBrowser::next_message() {
  for (int waited = 0;;) {
    if (const auto end = received_.find('\0'); end != std::string::npos) {
      std::string message = received_.substr(0, end);
      received_.erase(0, end + 1);
      return message;
    }
    if (interrupted()) throw InputError("stopped");
    pollfd ready{from_, POLLIN, 0};
    if (::poll(&ready, 1, look_ms) <= 0) {
      waited += look_ms;
      if (waited > patience_ms) throw InputError("the browser does not answer");
      continue;
    }
    char block[65536];
    const ssize_t size = ::read(from_, block, sizeof block);
    if (size <= 0) throw InputError("the browser ended; does \"chromium --headless about:blank\" run here?");
    received_.append(block, static_cast<std::size_t>(size));
  }
}

json OffscreenBrowser::call(const std::string& method, json parameters) {
  const int number = ++calls_;
  json message{{"id", number}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  std::string text = message.dump();
  text += '\0';
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(to_, rest.data(), rest.size());
    if (written <= 0) throw InputError("the browser ended");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  for (;;) {
    const json answer = json::parse(next_message());
    if (answer.value("id", 0) != number) continue;  // an event
    if (answer.contains("error"))
      throw InputError("the browser refuses: " + answer["error"].value("message", std::string()));
    return answer.at("result");
  }
}

json OffscreenBrowser::evaluate(const std::string& script) {
  const json answer =
      call("Runtime.evaluate", {{"expression", script}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) {
    const json& details = answer["exceptionDetails"];
    const std::string words = details.contains("exception") ? details["exception"].value("description", std::string())
                                                            : details.value("text", std::string());
    throw InputError("the page cannot draw: " + words.substr(0, words.find('\n')));
  }
  return answer.at("result").value("value", json());
}

void OffscreenBrowser::open(const std::string& address, int width, int height) {
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  call("Page.navigate", {{"url", address}});
  for (int k = 0; k < seconds_to_open * 1000 / look_ms; ++k) {
    const std::string state = evaluate(
        "window.viewer?.ready ? 'ready' : document.getElementById('message')?.hidden === false "
        "? document.getElementById('message').textContent : ''");
    if (state == "ready") return;
    if (!state.empty()) throw InputError(state);
    std::this_thread::sleep_for(std::chrono::milliseconds(look_ms));
  }
  throw InputError("the page of the viewer does not open");
}

std::string from_base64(const std::string& text) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<int, 256> value{};
  for (std::size_t k = 0; k < letters.size(); ++k) value[static_cast<unsigned char>(letters[k])] = static_cast<int>(k);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned bits = 0;
  int have = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<unsigned>(value[static_cast<unsigned char>(letter)]);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    bytes += static_cast<char>(bits >> have & 255u);
  }
  return bytes;
}

}  // namespace signorini::cli
