#include "signorini/fem/elastic_material.h"

#include <cmath>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {

std::string_view to_string(ElasticLaw law) { return law == ElasticLaw::corotational ? "corotational" : "neo-hookean"; }

ElasticLaw elastic_law_from_string(const std::string& name) {
  std::vector<std::string> known;
  for (ElasticLaw law : {ElasticLaw::corotational, ElasticLaw::neo_hookean}) {
    if (name == to_string(law)) return law;
    known.emplace_back(to_string(law));
  }
  throw InputError(unknown_name_message("elastic law", name, known));
}

std::vector<std::string> ElasticMaterial::validate() const {
  std::vector<std::string> lines;
  // Written so that NaN fails too.
  const auto require = [&lines](bool holds, std::string_view field, double value, std::string_view range) {
    if (!holds) lines.push_back(fmt::format("{} is {}: it must be {}", field, value, range));
  };
  require(young > 0 && std::isfinite(young), "young", young, "positive and finite, in Pa");
  require(poisson > -1 && poisson < 0.5, "poisson", poisson, "between -1 and 0.5, the ends excluded");
  require(density > 0 && std::isfinite(density), "density", density, "positive and finite, in kg/m³");
  require(mass_damping >= 0 && std::isfinite(mass_damping), "mass_damping", mass_damping,
          "not negative and finite, in 1/s");
  require(stiffness_damping >= 0 && std::isfinite(stiffness_damping), "stiffness_damping", stiffness_damping,
          "not negative and finite, in s");
  return lines;
}

}  // namespace signorini
