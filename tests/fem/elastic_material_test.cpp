#include "signorini/fem/elastic_material.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "signorini/base/error.h"

namespace signorini {
namespace {

TEST(ElasticMaterial, NamesEachBadFieldWithItsValue) {
  EXPECT_TRUE(ElasticMaterial{}.validate().empty());
  ElasticMaterial material;
  material.poisson = 0.5;
  ASSERT_EQ(material.validate().size(), 1u);
  EXPECT_EQ(material.validate()[0], "poisson is 0.5: it must be between -1 and 0.5, the ends excluded");
  material = {.young = 0, .poisson = -1, .density = -2, .mass_damping = -0.1, .stiffness_damping = -1};
  EXPECT_EQ(material.validate().size(), 5u);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ((ElasticMaterial{nan, nan, nan, nan, nan}.validate().size()), 5u);
}

TEST(ElasticMaterial, LawsHaveNames) {
  for (ElasticLaw law : {ElasticLaw::corotational, ElasticLaw::neo_hookean})
    EXPECT_EQ(elastic_law_from_string(std::string(to_string(law))), law);
  EXPECT_THROW(elastic_law_from_string("neohookean"), InputError);
}

TEST(ElasticMaterial, HasLamesConstants) {
  const ElasticMaterial material{.young = 10, .poisson = 0.25};
  EXPECT_DOUBLE_EQ(material.mu(), 4);
  EXPECT_DOUBLE_EQ(material.lambda(), 4);
}

}  // namespace
}  // namespace signorini
