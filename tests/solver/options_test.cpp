// Options by name: types, closed ranges, words, and what is said about those that will not do.
#include "signorini/solver/options.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "signorini/base/error.h"

namespace signorini {
namespace {

struct Sample {
  double omega = 1;
  int sweeps = 5;
  bool proximal = true;
  std::string start = "cone";
  OptionFields fields() {
    return {{"omega", &omega, "over-relaxation", 0.25, 2},
            {"sweeps", &sweeps, "before the first step", 1, 1e6},
            {"proximal", &proximal, "whether"},
            {"start", &start, "where", 0, 0, {"cone", "nocedal"}}};
  }
};

/// What set_options() says; empty when it takes the value.
std::string refusal(const std::string& name, const std::string& value) {
  Sample sample;
  try {
    set_options(sample.fields(), {{name, value}}, "admm");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Options, AreSetByName) {
  Sample sample;
  set_options(sample.fields(), {{"omega", "1.5e0"}, {"sweeps", "17"}, {"proximal", "false"}, {"start", "nocedal"}},
              "admm");
  EXPECT_EQ(sample.omega, 1.5);
  EXPECT_EQ(sample.sweeps, 17);
  EXPECT_FALSE(sample.proximal);
  EXPECT_EQ(sample.start, "nocedal");
  set_options(sample.fields(), {{"proximal", "true"}}, "admm");
  EXPECT_TRUE(sample.proximal);
  EXPECT_EQ(sample.sweeps, 17) << "the others stay";
  set_options(sample.fields(), {}, "admm");
  EXPECT_EQ(sample.omega, 1.5);
}

TEST(Options, RangesAreClosed) {
  for (const char* value : {"0.25", "2", "1"}) EXPECT_EQ(refusal("omega", value), "") << value;
  for (const char* value : {"0.2499999", "2.0000001", "-1", "0", "1e300"}) EXPECT_NE(refusal("omega", value), "");
  for (const char* value : {"1", "1000000"}) EXPECT_EQ(refusal("sweeps", value), "") << value;
  for (const char* value : {"0", "1000001", "-3"}) EXPECT_NE(refusal("sweeps", value), "") << value;
  for (const char* value : {"nan", "inf", "-inf"}) EXPECT_NE(refusal("omega", value), "") << value;
}

TEST(Options, TextThatIsNotOfTheTypeIsRefused) {
  for (const char* value : {"", " ", "one", "1x", " 1", "1 ", "1,5", "0x1", "+1", "--1"})
    EXPECT_NE(refusal("omega", value), "") << "'" << value << "'";
  for (const char* value : {"", "1.5", "1e3", "many", "99999999999", "5 "})
    EXPECT_NE(refusal("sweeps", value), "") << "'" << value << "'";
  for (const char* value : {"", "1", "yes", "True", "true "})
    EXPECT_NE(refusal("proximal", value), "") << "'" << value << "'";
  for (const char* value : {"", "con", "cone ", "Cone"}) EXPECT_NE(refusal("start", value), "") << "'" << value << "'";
}

TEST(Options, RefusalsNameOptionOwnerValueAndRange) {
  EXPECT_EQ(refusal("omega", "3"), "option omega of admm is '3', expected a number in 0.25..2");
  EXPECT_EQ(refusal("sweeps", "x"), "option sweeps of admm is 'x', expected an integer in 1..1000000");
  EXPECT_EQ(refusal("proximal", "x"), "option proximal of admm is 'x', expected a boolean in true, false");
  EXPECT_EQ(refusal("start", "x"), "option start of admm is 'x', expected a word in cone, nocedal");
}

TEST(Options, UnknownNamesGetTheNearest) {
  EXPECT_EQ(refusal("sweep", "3"),
            "unknown option of admm 'sweep': did you mean 'sweeps'? (known: omega, sweeps, proximal, start)");
  EXPECT_EQ(refusal("", "3").rfind("unknown option of admm ''", 0), 0u);
}

TEST(Options, ValuesSetInCodeAreCheckedToo) {
  Sample sample;
  EXPECT_NO_THROW(validate_options(sample.fields(), "admm"));
  sample.sweeps = 0;
  EXPECT_THROW(validate_options(sample.fields(), "admm"), InputError);
  sample = {};
  sample.start = "elsewhere";
  EXPECT_THROW(validate_options(sample.fields(), "admm"), InputError);
  sample = {};
  sample.omega = std::numeric_limits<double>::quiet_NaN();
  try {
    validate_options(sample.fields(), "admm");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), "option omega of admm is 'nan', expected a number in 0.25..2");
  }
}

TEST(Options, FieldsDescribeThemselves) {
  Sample sample;
  const OptionFields fields = sample.fields();
  const std::vector<std::string> types{"number", "integer", "boolean", "word"},
      ranges{"0.25..2", "1..1000000", "true, false", "cone, nocedal"}, texts{"1", "5", "true", "cone"};
  for (std::size_t k = 0; k < fields.size(); ++k) {
    EXPECT_EQ(fields[k].type(), types[k]);
    EXPECT_EQ(fields[k].range(), ranges[k]);
    EXPECT_EQ(fields[k].text(), texts[k]);
  }
}

}  // namespace
}  // namespace signorini
