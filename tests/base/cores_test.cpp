#include "signorini/base/cores.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(Cores, AreTheMostThreads) {
  const int cores = available_cores();
  EXPECT_GE(cores, 1);
  EXPECT_EQ(threads_within_cores(1), 1);
  EXPECT_EQ(threads_within_cores(0), cores);
  EXPECT_EQ(threads_within_cores(9999999), cores);
}

}  // namespace
}  // namespace signorini
