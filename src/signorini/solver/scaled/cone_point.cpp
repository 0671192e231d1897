#include "signorini/solver/scaled/cone_point.h"

namespace signorini::interior_point {

template class ConePoint<2>;
template class ConePoint<3>;

}  // namespace signorini::interior_point
