#include "command.h"
#include "output.h"
#include "processes.h"
#include "signorini/base/error.h"
#include "signorini/distributed/session.h"
#include "signorini/distributed/solvers.h"

namespace signorini::cli {

int on_processes(int argc, char** argv, const std::function<int()>& program) {
  distributed::Session session(argc, argv);
  if (const auto fault = session.difference_of_arguments(argc, argv)) {
    if (session.leads()) complain(*fault);
    return bad_input;
  }
  if (!session.leads()) return session.serve();
  distributed::provide_solvers(session);
  return session.lead(program);
}

}  // namespace signorini::cli
