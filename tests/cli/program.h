#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "io/support.h"
#include "program_path.h"
#include "signorini/problem/generate/generate.h"

/// Runs the program as a user would: in a folder, with arguments, and looks at all that comes out.
namespace signorini::testing {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Outcome {
  int exit_code = -1;  ///< -1 when a signal ended the program
  int signal = 0;
  std::string out, err;  ///< on a terminal `out` holds both

  Json json() const { return Json::parse(out); }
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The program on its way. Whatever happens it is gone when this is.
class Running {
 public:
  enum class Output { piped, terminal };

  /// `columns`: the width of the terminal.
  Running(const TemporaryFolder& folder, const Words& words, Output output = Output::piped,
          const std::string& program = program_path, unsigned short columns = 80) {
    std::vector<std::string> text = words;
    text.insert(text.begin(), program);
    std::vector<char*> argv;
    for (auto& word : text) argv.push_back(word.data());
    argv.push_back(nullptr);
    out_ = std::tmpfile();
    err_ = std::tmpfile();
    const winsize size{24, columns, 0, 0};
    pid_ = output == Output::terminal ? ::forkpty(&terminal_, nullptr, nullptr, &size) : ::fork();
    if (pid_ == 0) {
      if (output == Output::piped) {
        ::dup2(::fileno(out_), STDOUT_FILENO);
        ::dup2(::fileno(err_), STDERR_FILENO);
      }
      if (::chdir(folder.path().c_str()) == 0) ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    on_terminal_ = terminal_ >= 0;
    if (on_terminal_) ::fcntl(terminal_, F_SETFL, O_NONBLOCK);
  }
  ~Running() {
    if (!waited_) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    std::fclose(out_);
    std::fclose(err_);
    if (terminal_ >= 0) ::close(terminal_);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }
  /// What a key on the terminal's keyboard does.
  void press(char key) const { EXPECT_EQ(::write(terminal_, &key, 1), 1); }
  /// What is on the terminal so far.
  const std::string& screen() {
    drain();
    return screen_;
  }
  void resize_terminal(unsigned short columns) const {
    const winsize size{24, columns, 0, 0};
    EXPECT_EQ(::ioctl(terminal_, TIOCSWINSZ, &size), 0);
  }
  /// The window is closed: whatever is written there from now on fails, and the program is told.
  void close_terminal() {
    drain();
    ::close(terminal_);
    terminal_ = -1;
  }

  /// Waits until the program handles the signal itself: from then on it is solving.
  void wait_until_it_catches(int signal) {
    for (int i = 0; i < patience_ms && !catches(signal); ++i) pause();
    ASSERT_TRUE(catches(signal));
  }

  /// Waits for the end; too long a wait ends the program, which shows as SIGKILL.
  Outcome wait() {
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; i < patience_ms && (ended = ::waitpid(pid_, &status, WNOHANG)) == 0; ++i) pause();
    if (ended == 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, &status, 0);
    }
    waited_ = true;
    drain();
    Outcome outcome;
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.out = on_terminal_ ? screen_ : content(out_);
    outcome.err = content(err_);
    return outcome;
  }

 private:
  static constexpr int patience_ms = 60'000;

  void pause() {
    drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  void drain() {
    char buffer[4096];
    for (ssize_t size; terminal_ >= 0 && (size = ::read(terminal_, buffer, sizeof buffer)) > 0;)
      screen_.append(buffer, static_cast<std::size_t>(size));
  }

  bool catches(int signal) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.rfind("SigCgt:", 0) == 0) return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
    return false;
  }

  static std::string content(std::FILE* file) {
    std::string text(static_cast<std::size_t>(::lseek(::fileno(file), 0, SEEK_END)), '\0');
    EXPECT_EQ(::pread(::fileno(file), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    return text;
  }

  pid_t pid_ = -1;
  int terminal_ = -1;
  bool waited_ = false, on_terminal_ = false;
  std::FILE *out_ = nullptr, *err_ = nullptr;
  std::string screen_;
};

inline Outcome run(const TemporaryFolder& folder, const Words& words) { return Running(folder, words).wait(); }

/// Runs a line of the shell in which "$0" is the program.
inline Outcome shell(const TemporaryFolder& folder, const std::string& line) {
  return Running(folder, {"-c", line, program_path}, Running::Output::piped, "/bin/sh").wait();
}

/// Runs what has to work, to get at its output.
inline Outcome run_well(const TemporaryFolder& folder, const Words& words) {
  const Outcome outcome = run(folder, words);
  EXPECT_EQ(outcome.exit_code, 0) << ::testing::PrintToString(words) << "\n" << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome;
}

inline std::vector<std::string> sorted_names(const TemporaryFolder& folder) {
  auto names = folder.names();
  std::sort(names.begin(), names.end());
  return names;
}

/// Runs what must be refused: exit code 2, one line on standard error that says all of `mentions`, nothing else, and a
/// folder that looks as before, hidden files included.
inline void expect_refused(const TemporaryFolder& folder, const Words& words,
                           const std::vector<std::string>& mentions) {
  SCOPED_TRACE(::testing::PrintToString(words));
  const auto before = sorted_names(folder);
  const Outcome outcome = run(folder, words);
  EXPECT_EQ(outcome.exit_code, 2) << "signal " << outcome.signal;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("signorini: ", 0), 0u) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with('\n')) << outcome.err;
  EXPECT_LT(outcome.err.size(), 600u) << outcome.err;
  for (const auto& word : mentions)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << word << " in: " << outcome.err;
  EXPECT_EQ(sorted_names(folder), before);
}

inline FclibFile file_of(const ContactProblem& problem) {
  FclibFile file;
  file.problem = problem;
  return file;
}

/// Three equal boxes on each other: 12 contacts, 18 degrees of freedom; any solver has it in a moment.
inline ContactProblem boxes() {
  return generate_stack({.bodies = 3, .mass_ratio = 1.0, .shape = StackShape::box, .friction = 0.3});
}

inline ContactProblem packing(int spheres = 30) { return generate_packing({.spheres = spheres, .friction = 0.3}); }

/// Stricter than ==, which takes -0 for 0.
inline bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

/// Two answers of the one judge to the same question.
inline void expect_same_certificate(const Json& a, const Json& b, double relative = 1e-12) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, value] : a.items()) {
    const double x = value.get<double>(), y = b.at(name).get<double>();
    EXPECT_NEAR(x, y, relative * std::abs(x) + 1e-15) << name;
  }
}

inline double value_of(const Json& certificate) {
  return std::max(certificate.at("natural").get<double>(), certificate.at("dynamics").get<double>());
}

}  // namespace signorini::testing
