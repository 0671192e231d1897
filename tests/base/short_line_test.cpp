#include "signorini/base/short_line.h"

#include <gtest/gtest.h>

#include "signorini/base/error.h"

namespace signorini {
namespace {

TEST(Messages, AreCutInTheMiddleBetweenCharacters) {
  EXPECT_EQ(one_short_line("short\nand clear", 20), "short and clear");
  EXPECT_EQ(one_short_line("0123456789abcdefghij", 15), "01234 ... fghij");
  for (std::size_t bytes = 10; bytes < 40; ++bytes) {
    std::string text;
    for (int k = 0; k < 50; ++k) text += "\xE2\x82\xAC";  // €
    const std::string line = one_short_line(text, bytes);
    EXPECT_LE(line.size(), bytes);
    EXPECT_EQ((line.size() - 5) % 3, 0u) << line;
  }
}

TEST(Messages, OfErrorsAreOneShortLine) {
  const std::string huge(100'000, 'x');
  const std::string message = InputError("scene.yaml:3: time.step is '" + huge + "\n', expected a number").what();
  EXPECT_LE(message.size(), longest_message);
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_TRUE(message.starts_with("scene.yaml:3: time.step")) << message;
  EXPECT_TRUE(message.ends_with("expected a number")) << message;
}

}  // namespace
}  // namespace signorini
