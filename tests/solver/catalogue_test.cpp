#include "signorini/solver/catalogue/catalogue.h"

#include <gtest/gtest.h>

#include "signorini/base/error.h"

namespace signorini {
namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Catalogue, UnknownSolverNamesTheNearest) {
  EXPECT_NE(message_of([] { find_solver("gaus-seidel"); }).find("did you mean 'gauss-seidel'?"), std::string::npos);
}

TEST(Catalogue, UnknownOptionNamesTheNearest) {
  EXPECT_NE(message_of([] {
              make_solver("gauss-seidel", {{"omgea", "1"}});
            }).find("did you mean 'omega'?"),
            std::string::npos);
}

TEST(Catalogue, ValuesOutOfRangeNameOptionValueAndRange) {
  for (const std::string value : {"2.5", "-1", "nan", "fast", "1.0x", ""}) {
    const std::string message = message_of([&] { make_solver("gauss-seidel", {{"omega", value}}); });
    EXPECT_NE(message.find("omega"), std::string::npos) << message;
    EXPECT_NE(message.find("'" + value + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("0.01..1.99"), std::string::npos) << message;
  }
  EXPECT_NE(message_of([] {
              make_solver("jacobi", {{"scaling", "masses"}});
            }).find("splitting, trace"),
            std::string::npos);
  EXPECT_NE(message_of([] { make_solver("jacobi", {{"momentum", "yes"}}); }).find("true, false"), std::string::npos);
}

TEST(Catalogue, EveryEntryIsCompleteAndItsDefaultsAreValid) {
  for (const auto& entry : catalogue()) {
    EXPECT_FALSE(entry.method.empty());
    EXPECT_FALSE(entry.paper.empty());
    EXPECT_FALSE(entry.laws.empty());
    OptionValues defaults;
    for (const auto& option : entry.options()) {
      EXPECT_FALSE(option.meaning.empty()) << option.name;
      defaults[option.name] = option.text();
    }
    EXPECT_NO_THROW(make_solver(entry.name, defaults));
  }
}

TEST(Catalogue, SettingAnOptionDoesNotChangeTheListedDefault) {
  make_solver("gauss-seidel", {{"omega", "0.5"}});
  for (const auto& option : find_solver("gauss-seidel").options())
    if (option.name == "omega") {
      EXPECT_EQ(option.text(), "1");
    }
}

}  // namespace
}  // namespace signorini
