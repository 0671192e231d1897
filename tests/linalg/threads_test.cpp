#include "signorini/linalg/threads.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace signorini {
namespace {

/// OpenMP comes with CHOLMOD, or not at all.
class SerialOpenMpTest : public testing::Test {
 protected:
  void SetUp() override {
    levels = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_active_levels"));
    if (levels == nullptr) GTEST_SKIP() << "no OpenMP in this build";
  }

  int (*levels)() = nullptr;
};

TEST_F(SerialOpenMpTest, KeepsRegionsOnThisThreadWhileItLives) {
  const int before = levels();
  ASSERT_GT(before, 0);
  {
    const SerialOpenMp outer;
    EXPECT_EQ(levels(), 0);
    { const SerialOpenMp inner; }
    EXPECT_EQ(levels(), 0);
  }
  EXPECT_EQ(levels(), before);
}

}  // namespace
}  // namespace signorini
