#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "signorini/model/model.h"

namespace signorini::test {

/// One body and the ground, as MSC ADAMS computed it: the joint unit tests of Project Chrono.
struct AdamsCase {
  std::string name;
  Model model;
  double chrono_step;  ///< s
  /// Tolerances of Chrono's own test by quantity: RMS of each column.
  std::map<std::string, double> chrono_tolerance;
  /// By how much a converged solution differs from the tables: nothing can pass below.
  std::map<std::string, double> floor;
};
std::vector<AdamsCase> adams_cases();
inline void PrintTo(const AdamsCase& adams, std::ostream* out) { *out << adams.name; }

/// The root mean square of the difference between a run at `step` and the table, worst column, by quantity: Pos, Vel,
/// Acc, Quat, Avel, Aacc, and what the joint or the spring does to the ground, Rforce and Rtorque (P and _Body1: the
/// same; A: the actuator's on the body; _Body2: the link's on the body). Beside those "energy", of what a joint without
/// losses should keep, J, and "drift", the largest violation of the joint, m.
std::map<std::string, double> adams_errors(const AdamsCase& adams, double step, const std::string& folder);

}  // namespace signorini::test
