#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "signorini/base/stopwatch.h"

namespace signorini::cli {

/// How a process of our own program ended.
struct ChildEnd {
  int exit_code = -1;  ///< -1 when a signal ended it
  int signal = 0;
  bool overtime = false;  ///< ended by us for want of an end
  std::int64_t peak_memory_bytes = 0;
  std::string out, err;
};

/// This very program in a process of its own, with other arguments: what happens there happens to nobody else. Gone
/// when the object is, and when this process is.
class Child {
 public:
  /// `memory_limit` in bytes of address space, 0: none; `patience` in seconds: the process is ended after that.
  Child(const std::vector<std::string>& words, std::uint64_t memory_limit, double patience);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Its end, once, as soon as there is one.
  std::optional<ChildEnd> poll();
  /// Asks it to end, as Ctrl-C does.
  void interrupt();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;
  static File scratch_file();

  File out_, err_;
  pid_t pid_ = -1;
  double patience_;
  bool overtime_ = false;
  Stopwatch clock_;
};

}  // namespace signorini::cli
