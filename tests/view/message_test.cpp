#include "signorini/view/message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "view/read_message.h"

namespace signorini {
namespace {

using namespace signorini::testing;
using view::Coding;
using view::Message;

std::vector<double> walk(std::size_t frames, std::size_t bodies) {
  std::mt19937 random(7);
  std::vector<double> values;
  for (std::size_t k = 0; k < frames * bodies * 3; ++k)
    values.push_back((k >= 3 * bodies ? values[k - 3 * bodies] : 0) +
                     1e-3 * (static_cast<double>(random() % 2001) - 1000));
  return values;
}

TEST(Message, RangedNumbersAreRightToHalfAStep) {
  const std::vector<double> values = walk(20, 7);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  for (const std::size_t period : {std::size_t{0}, std::size_t{7}}) {
    Message message;
    message.add("position", values, 3, Coding::ranged, period);
    const std::vector<double> read = read_message(message.bytes()).arrays.at("position");
    ASSERT_EQ(read.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(read[k], values[k], 0.51 * (*most - *least) / 65535);
  }
}

TEST(Message, NumbersInStepsAreRightToHalfAStepAndTakeFewBytes) {
  const std::vector<double> values = walk(20, 7);
  for (const double step : {1e-2, 3e-5}) {
    Message message;
    message.add_in_steps("position", values, 3, step, 7);
    const std::vector<double> read = read_message(message.bytes()).arrays.at("position");
    ASSERT_EQ(read.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(read[k], values[k], 0.501 * step);
  }
  // Bodies that fly straight: but for the first two frames nothing is left.
  std::vector<double> straight;
  for (int frame = 0; frame < 50; ++frame)
    for (int body = 0; body < 8; ++body) straight.push_back(body * 0.5 + frame * 0.25 * (body - 3));
  Message message;
  message.add_in_steps("position", straight, 1, 1.0 / 64, 8);
  const std::string bytes = message.bytes();
  EXPECT_LT(std::ranges::count_if(bytes.substr(bytes.size() - 4 * straight.size()), [](char c) { return c != 0; }), 40);
}

TEST(Message, NumbersOfTooManyStepsAreExact) {
  const std::vector<double> values{1, 2, 3e9, -4e9, NAN, 0};
  Message message;
  message.add_in_steps("position", values, 1, 1e-3, 2);
  const std::vector<double> read = read_message(message.bytes()).arrays.at("position");
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(read[k], static_cast<float>(values[k]));
  EXPECT_TRUE(std::isnan(read[4]));
}

TEST(Message, CoarseNumbersKeepTheirSizeAndWhatIsNoNumber) {
  const std::vector<double> values{1e-9, -3.14159, 2.5e7, 0, NAN};
  Message message;
  message.add("impulse", values, 1, Coding::coarse);
  const std::vector<double> read = read_message(message.bytes()).arrays.at("impulse");
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(read[k], values[k], std::abs(values[k]) / 256);
  EXPECT_TRUE(std::isnan(read[4]));
}

TEST(Message, AComponentThatDoesNotChangeComesBack) {
  const std::vector<double> values{1, 5, 2, 5, 3, 5};
  Message message;
  message.add("pair", values, 2, Coding::ranged);
  const std::vector<double> read = read_message(message.bytes()).arrays.at("pair");
  for (std::size_t k = 1; k < read.size(); k += 2) EXPECT_EQ(read[k], 5);
}

TEST(Message, NamesThatAreNoUtf8DoNoHarm) {
  Message message;
  message.head["name"] = "b\xffll";
  EXPECT_EQ(read_message(message.bytes()).head["name"], "b\xef\xbf\xbdll");
}

}  // namespace
}  // namespace signorini
