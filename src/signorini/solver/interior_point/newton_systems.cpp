#include "signorini/solver/interior_point/newton_systems.h"

namespace signorini::interior_point {

template std::unique_ptr<NewtonSystem<2>> make_newton_system(const std::string&, const ScaledProblem&,
                                                             const ConePoint<2>&, const MassFactor*, Workspace&);
template std::unique_ptr<NewtonSystem<3>> make_newton_system(const std::string&, const ScaledProblem&,
                                                             const ConePoint<3>&, const MassFactor*, Workspace&);

}  // namespace signorini::interior_point
