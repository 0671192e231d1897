#include "signorini/distributed/solvers.h"

#include "signorini/distributed/tao.h"

namespace signorini::distributed {

void provide_solvers(Session&) { provide_tao_solvers(); }
void join_solve(Session&) {}

}  // namespace signorini::distributed
