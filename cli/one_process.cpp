#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <string>

#include "command.h"
#include "output.h"
#include "processes.h"

namespace signorini::cli {
namespace {

/// By what Open MPI's and MPICH's launchers put into the environment.
const char* launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* rank = std::getenv(name)) return rank;
  return nullptr;
}

}  // namespace

void require_bodies(const ContactProblem&) {}
void require_bodies(int) {}
const Distribution* last_distribution() { return nullptr; }

int on_processes(int, char** argv, const std::function<int()>& program) {
  const char* rank = launched_rank();
  if (rank == nullptr) return program();
  char self[PATH_MAX + 1] = {};
  if (::readlink("/proc/self/exe", self, PATH_MAX) > 0) ::execv((std::string(self) + "-mpi").c_str(), argv);
  if (std::string(rank) == "0")  // one message for all
    complain(
        "started by mpirun, but built without MPI: install PETSc (./setup --mpi) and configure with "
        "-DSIGNORINI_PETSC=ON, or start it without mpirun");
  return bad_input;
}

}  // namespace signorini::cli
