#include "validation/cases.h"

namespace signorini::test {

std::vector<ValidationCase> validation_cases() {
  std::vector<ValidationCase> all;
  for (const auto& group : {mechanism_cases(), closed_form_cases(), flexible_cases(), classic_cases(), chrono_cases(),
                            engine_cases(), adams_validation_cases(), granular_cases(), silo_cases()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace signorini::test
