#include "signorini/linalg/ordering.h"

#include <cholmod.h>

#include "signorini/linalg/cholmod_view.h"

namespace signorini {

std::vector<int> nested_dissection(const SparseMatrix& lower) {
  cholmod_common common{};
  cholmod_start(&common);
  common.print = 0;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_METIS;
  common.supernodal = CHOLMOD_SIMPLICIAL;  // the order alone is wanted, not the supernodes
  cholmod_sparse A = cholmod_view(lower, -1);
  cholmod_factor* L = cholmod_analyze(&A, &common);
  std::vector<int> order;
  if (L != nullptr) {
    const int* first = static_cast<const int*>(L->Perm);
    order.assign(first, first + L->n);
  }
  cholmod_free_factor(&L, &common);
  cholmod_finish(&common);
  return order;
}

}  // namespace signorini
