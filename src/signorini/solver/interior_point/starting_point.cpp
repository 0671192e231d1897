#include "signorini/solver/interior_point/starting_point.h"

namespace signorini::interior_point {

template class StartingPoint<2>;
template class StartingPoint<3>;

}  // namespace signorini::interior_point
