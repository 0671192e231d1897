#include "signorini/distributed/session.h"

#include <petscsys.h>

#include <chrono>
#include <exception>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "signorini/distributed/solvers.h"
#include "signorini/linalg/mumps_communicator.h"

namespace signorini::distributed {
namespace {

enum Call : int { dismissed = 0, solve = 1 };
constexpr int call_tag = 1;
/// Exit code of a bug: other ranks report none of their own.
constexpr int failed = 3;

/// Sleeps between looks: a waiting rank must not take a core from one that works.
Call wait_for_call() {
  constexpr std::chrono::microseconds nap{200};
  int there = 0;
  while (true) {
    MPI_Iprobe(0, call_tag, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (there != 0) break;
    std::this_thread::sleep_for(nap);
  }
  int call = dismissed;
  MPI_Recv(&call, 1, MPI_INT, 0, call_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return static_cast<Call>(call);
}

void send_call(Call call, int size) {
  const int number = call;
  for (int rank = 1; rank < size; ++rank) MPI_Send(&number, 1, MPI_INT, rank, call_tag, MPI_COMM_WORLD);
}

[[noreturn]] void end_all(int rank, const char* why) {
  fmt::print(stderr, "signorini: rank {}: {}\n", rank, why);
  MPI_Abort(MPI_COMM_WORLD, failed);
  std::abort();
}

}  // namespace

Session::Session(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // Our arguments are not PETSc's; PETSC_OPTIONS in the environment is read.
  PetscInitializeNoArguments();
  PetscPopSignalHandler();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  mumps_communicator = MPI_Comm_c2f(MPI_COMM_SELF);
}

Session::~Session() {
  PetscFinalize();
  MPI_Finalize();
}

std::optional<std::string> Session::difference_of_arguments(int argc, char** argv) const {
  std::string mine;
  for (int k = 1; k < argc; ++k) mine += std::string(argv[k]) + '\n';
  std::string leading = mine;
  auto length = static_cast<long>(mine.size());
  MPI_Bcast(&length, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  leading.resize(static_cast<std::size_t>(length));
  MPI_Bcast(leading.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  int differing = leading == mine ? size_ : rank_, first = size_;
  MPI_Allreduce(&differing, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == size_) return std::nullopt;
  return fmt::format("process {} was started with other arguments than process 0: all must have the same", first);
}

int Session::lead(const std::function<int()>& program) {
  try {
    const int code = program();
    send_call(dismissed, size_);
    return code;
  } catch (const std::exception& error) {
    if (together_) end_all(rank_, error.what());
    send_call(dismissed, size_);
    throw;
  }
}

int Session::serve() {
  try {
    while (wait_for_call() == solve) join_solve(*this);
    return 0;
  } catch (const std::exception& error) {
    end_all(rank_, error.what());
  }
}

void Session::call_to_solve() { send_call(solve, size_); }

}  // namespace signorini::distributed
