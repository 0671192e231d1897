#include "signorini/io/scene_expression.h"

#include <numbers>

#include "io/support.h"

namespace signorini {
namespace {

using namespace signorini::testing;

const SceneScope scope{{"radius", 0.5}, {"i", 3.0}, {"law", std::string("convex")}, {"open", true}};

double value_of(const std::string& text) { return evaluate_expression(text, scope); }

TEST(SceneExpression, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(value_of("2 + 3 * 4"), 14);
  EXPECT_EQ(value_of("(2 + 3) * 4"), 20);
  EXPECT_EQ(value_of("2 - 3 - 4"), -5);
  EXPECT_EQ(value_of("16 / 4 / 2"), 2);
  EXPECT_EQ(value_of("-2^2"), -4);
  EXPECT_EQ(value_of("2^3^2"), 512);
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("--3"), 3);
  EXPECT_EQ(value_of("1e-3"), 1e-3);
  EXPECT_EQ(value_of(" .5 "), 0.5);
  EXPECT_EQ(value_of("2 * -3"), -6);
}

TEST(SceneExpression, KnowsNamesAndFunctions) {
  EXPECT_EQ(value_of("2 * radius + 0.1"), 1.1);
  EXPECT_EQ(value_of("$radius"), 0.5);
  EXPECT_EQ(value_of("${ radius } * $i"), 1.5);
  EXPECT_EQ(value_of("pi"), std::numbers::pi);
  EXPECT_EQ(value_of("sqrt(16)"), 4);
  EXPECT_EQ(value_of("min(1, 2) + max(1, 2)"), 3);
  EXPECT_EQ(value_of("floor(2.7) + ceil(2.1) + abs(-4)"), 9);
  EXPECT_EQ(value_of("mod(7, 2) + mod(-1, 3)"), 3);
  EXPECT_EQ(value_of("if(i, 10, 20) + if(0, 1, 2) + if(-1, 3, 4)"), 16);
  EXPECT_NEAR(value_of("sin(pi / 6) + cos(pi / 3) + tan(pi / 4)"), 2, 1e-15);
  EXPECT_NEAR(value_of("asin(1) + acos(0) + atan(1)"), 1.25 * std::numbers::pi, 1e-15);
}

TEST(SceneExpression, RefusesWhatItDoesNotUnderstand) {
  const auto refusal = [](const std::string& text) { return complaint([&] { value_of(text); }); };
  EXPECT_NE(refusal("2 * radus").find("unknown name 'radus': did you mean 'radius'?"), std::string::npos);
  EXPECT_NE(refusal("squrt(2)").find("unknown function 'squrt': did you mean 'sqrt'?"), std::string::npos);
  EXPECT_NE(refusal("law + 1").find("'law' is convex, not a number"), std::string::npos);
  EXPECT_NE(refusal("open").find("'open' is true, not a number"), std::string::npos);
  EXPECT_EQ(refusal("2 +"), "the expression ends too early");
  EXPECT_EQ(refusal("(2"), "')' is missing at the end");
  EXPECT_EQ(refusal("2 3"), "'3' is not expected there");
  EXPECT_EQ(refusal("2)"), "')' is not expected there");
  EXPECT_EQ(refusal("min(1)"), "')' is not expected there");
  EXPECT_EQ(refusal("sqrt(1, 2)"), "',' is not expected there");
  EXPECT_EQ(refusal(""), "the expression ends too early");
  EXPECT_EQ(refusal("1 & 2"), "'&' is not expected there");
  EXPECT_EQ(refusal("1e999"), "'1' is not expected there");
  EXPECT_NE(refusal("0x10").find("'x10'"), std::string::npos);
}

TEST(SceneExpression, DeepNestingIsRefusedBeforeTheStackEnds) {
  const std::string deep(1'000'000, '(');
  EXPECT_NE(complaint([&] { value_of(deep); }).find("nested too deeply"), std::string::npos);
  std::string power = "1";
  for (int k = 0; k < 100'000; ++k) power += "^1";
  EXPECT_NE(complaint([&] { value_of(power); }).find("nested too deeply"), std::string::npos);
  EXPECT_EQ(value_of(std::string(1'000'000, '-') + "1"), 1);
}

TEST(SceneExpression, ValuesGoIntoTexts) {
  EXPECT_EQ(expand_text("link_${i}", scope), "link_3");
  EXPECT_EQ(expand_text("link_${i + 1}_$law", scope), "link_4_convex");
  EXPECT_EQ(expand_text("$i$i", scope), "33");
  EXPECT_EQ(expand_text("${radius / 4}", scope), "0.125");
  EXPECT_EQ(expand_text("${open} 5$$", scope), "true 5$");
  EXPECT_EQ(expand_text("plain", scope), "plain");
  EXPECT_EQ(complaint([] { expand_text("a$", scope); }).rfind("a name or {expression} is missing", 0), 0u);
  EXPECT_EQ(complaint([] { expand_text("${i", scope); }), "'}' is missing at the end");
}

TEST(SceneExpression, AValueAloneKeepsItsType) {
  EXPECT_EQ(expand_value("$open", scope), SceneValue(true));
  EXPECT_EQ(expand_value("${ law }", scope), SceneValue(std::string("convex")));
  EXPECT_EQ(expand_value("${2 * i}", scope), SceneValue(6.0));
  EXPECT_EQ(expand_value("$i.", scope), SceneValue(std::string("3.")));
  EXPECT_EQ(expand_value("$$i", scope), SceneValue(std::string("$i")));
}

}  // namespace
}  // namespace signorini
