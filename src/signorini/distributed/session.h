#pragma once

#include <functional>
#include <optional>
#include <string>

#include "signorini/solver/report.h"

namespace signorini::distributed {

/// The processes that mpirun has started, from PETSc's first call to its last. Rank 0 leads: it runs the program and
/// has the others join in when there is something to solve. This header names neither PETSc nor MPI.
class Session {
 public:
  Session(int argc, char** argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool leads() const { return rank_ == 0; }
  /// What is wrong, on every rank, when they were not all started with the same arguments.
  std::optional<std::string> difference_of_arguments(int argc, char** argv) const;

  /// Rank 0: runs `program`, then dismisses the others. An exception in the middle of common work ends all processes,
  /// since the others would wait for ever.
  int lead(const std::function<int()>& program);
  /// The others: take part in solves until they are dismissed. Returns the exit code.
  int serve();

  /// Rank 0: calls the others to a solve; all then call join_solve() (solvers.h).
  void call_to_solve();
  /// Rank 0: of the last solve that all took part in.
  Distribution last;

 private:
  int rank_ = 0, size_ = 1;
  bool together_ = false;  ///< in the middle of common work

  friend class CommonWork;
};

/// While it lives an exception ends all processes.
class CommonWork {
 public:
  explicit CommonWork(Session& session) : session_(session) { session_.together_ = true; }
  void done() { session_.together_ = false; }

 private:
  Session& session_;
};

}  // namespace signorini::distributed
