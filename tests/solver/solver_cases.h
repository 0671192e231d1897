#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::test {

/// A solver of the catalogue under a law that it knows.
struct Case {
  std::string solver;
  Law law;
};

inline std::vector<Case> cases() {
  std::vector<Case> result;
  for (const auto& entry : catalogue())
    for (const Law law : entry.laws) result.push_back({entry.name, law});
  return result;
}

inline std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.solver + "_" + std::string(to_string(info.param.law));
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

inline void PrintTo(const Case& one, std::ostream* out) { *out << one.solver << " " << to_string(one.law); }

}  // namespace signorini::test
