#include "processes.h"

namespace signorini::cli {

Json to_json(const Distribution& d) {
  return {{"ranks", d.rows.size()},
          {"rows", d.rows},
          {"memory_bytes", d.memory},
          {"halo_bytes_per_exchange", d.halo_bytes},
          {"imbalance", d.imbalance},
          {"cpu_seconds", d.cpu_seconds},
          {"krylov_iterations", d.krylov_iterations}};
}

}  // namespace signorini::cli
