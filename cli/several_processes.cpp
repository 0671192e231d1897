#include <fmt/format.h>

#include "command.h"
#include "output.h"
#include "processes.h"
#include "signorini/base/error.h"
#include "signorini/distributed/partition.h"
#include "signorini/distributed/session.h"
#include "signorini/distributed/solvers.h"

namespace signorini::cli {

namespace {

int processes = 1;
const distributed::Session* the_session = nullptr;

}  // namespace

const Distribution* last_distribution() {
  return the_session == nullptr || the_session->last.rows.empty() ? nullptr : &the_session->last;
}

void require_bodies(int bodies) {
  if (processes > bodies)
    throw InputError(
        fmt::format("{} processes for {} bodies: start at most as many processes as bodies", processes, bodies));
}

void require_bodies(const ContactProblem& problem) {
  if (problem.form == Form::global && processes > 1) require_bodies(distributed::body_count(problem.M));
}

int on_processes(int argc, char** argv, const std::function<int()>& program) {
  distributed::Session session(argc, argv);
  processes = session.size();
  the_session = &session;
  if (const auto fault = session.difference_of_arguments(argc, argv)) {
    if (session.leads()) complain(*fault);
    return bad_input;
  }
  if (!session.leads()) return session.serve();
  distributed::provide_solvers(session);
  return session.lead(program);
}

}  // namespace signorini::cli
