#include "signorini/distributed/solvers.h"

namespace signorini::distributed {

void provide_solvers(Session&) {}
void join_solve(Session&) {}

}  // namespace signorini::distributed
