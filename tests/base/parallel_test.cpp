#include "signorini/base/parallel.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "signorini/base/cores.h"

namespace signorini {
namespace {

class ParallelFor : public testing::TestWithParam<int> {
 protected:
  ParallelFor() { set_worker_threads(GetParam()); }
  ~ParallelFor() override { set_worker_threads(1); }
};

TEST_P(ParallelFor, DoesEachPartOnce) {
  for (const int parts : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> done(static_cast<std::size_t>(parts));
    parallel_for(parts, [&](int part) { ++done[static_cast<std::size_t>(part)]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST_P(ParallelFor, WithinItselfIsDoneByTheCaller) {
  std::atomic<int> sum = 0;
  std::atomic<bool> elsewhere = false;
  parallel_for(8, [&](int) {
    const auto caller = std::this_thread::get_id();
    parallel_for(8, [&](int part) {
      sum += part;
      if (std::this_thread::get_id() != caller) elsewhere = true;
    });
  });
  EXPECT_EQ(sum, 8 * 28);
  EXPECT_FALSE(elsewhere);
}

TEST_P(ParallelFor, ThrowsWhatTheFirstPartThrows) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    try {
      parallel_for(50, [](int part) {
        if (part % 10 == 3) throw std::runtime_error(std::to_string(part));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
  }
  std::atomic<int> done = 0;
  parallel_for(50, [&](int) { ++done; });
  EXPECT_EQ(done, 50) << "and goes on working";
}

/// Whoever comes while the workers are busy does its work alone, and does not wait.
TEST_P(ParallelFor, ServesSeveralCallers) {
  std::atomic<int> done = 0;
  const auto call = [&] {
    for (int repeat = 0; repeat < 200; ++repeat) parallel_for(5, [&](int) { ++done; });
  };
  std::vector<std::thread> callers;
  for (int k = 0; k < 3; ++k) callers.emplace_back(call);
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(done, 3 * 200 * 5);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelFor, testing::Values(1, 2, 4));

TEST(WorkerThreads, AreNoMoreThanCores) {
  set_worker_threads(10000);
  EXPECT_EQ(worker_threads(), available_cores());
  set_worker_threads(0);
  EXPECT_EQ(worker_threads(), available_cores());
  set_worker_threads(1);
  EXPECT_EQ(worker_threads(), 1);
}

}  // namespace
}  // namespace signorini
