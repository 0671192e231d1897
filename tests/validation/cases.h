#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "signorini/chart/chart.h"

namespace signorini::test {

/// A number that a run gives, beside the one that was published or that a closed form gives.
struct Figure {
  std::string quantity;
  double reference;
  double ours;
  double tolerance;       ///< the most that the two may differ by; infinite: only written down
  std::string peer = {};  ///< the best that another program reports, and its name
};

struct Outcome {
  std::vector<Figure> figures;
  std::optional<Chart> chart = {};
};

/// One experiment.
struct ValidationCase {
  std::string group;   ///< where it comes from: a heading of the table
  std::string name;    ///< letters and digits: the name of its test
  std::string set_up;  ///< step, law, what was chosen
  bool only_whole;     ///< takes seconds even when it is cut short: only runs for the table
  /// Whole: for the table, as long as the reference has it. Else the first part, below a second.
  std::function<Outcome(bool whole)> run;
};
inline void PrintTo(const ValidationCase& one, std::ostream* out) { *out << one.name; }

/// By group, in the order of the table.
std::vector<ValidationCase> mechanism_cases();
std::vector<ValidationCase> closed_form_cases();
std::vector<ValidationCase> flexible_cases();
std::vector<ValidationCase> classic_cases();
std::vector<ValidationCase> chrono_cases();
std::vector<ValidationCase> engine_cases();
std::vector<ValidationCase> adams_validation_cases();  ///< none without SIGNORINI_DATA
std::vector<ValidationCase> granular_cases();
std::vector<ValidationCase> silo_cases();
std::vector<ValidationCase> validation_cases();

}  // namespace signorini::test
