#include "cli/bench_outcome.h"

#include <csignal>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// What the end of a process says about its run.
namespace signorini::cli {
namespace {

using Answer = nlohmann::json;

const BenchRow blank{.problem = "p", .law = "", .solver = "s", .tolerance = 1e-4, .status = "", .message = ""};

Answer answer(double natural, double dynamics) {
  return {{"problem", {{"contacts", 7}, {"dof", 12}, {"law", "convex"}}},
          {"status", "solved"},
          {"message", "fine"},
          {"iterations", 5},
          {"certificate", {{"natural", natural}, {"dynamics", dynamics}}},
          {"seconds", {{"total", 0.25}}},
          {"peak_memory_bytes", 1000}};
}

BenchRow row_of(const Answer& json) { return to_row(blank, {.exit_code = 0, .out = json.dump(), .err = ""}); }

TEST(BenchOutcome, TakesTheAnswerOver) {
  const BenchRow row = row_of(answer(1e-5, 2e-5));
  EXPECT_EQ(row.status, "solved");
  EXPECT_EQ(row.problem, "p");
  EXPECT_EQ(row.law, "convex");
  EXPECT_EQ(row.contacts, 7);
  EXPECT_EQ(row.dof, 12);
  EXPECT_EQ(row.iterations, 5);
  EXPECT_EQ(row.certificate, 2e-5);
  EXPECT_EQ(row.seconds, 0.25);
  EXPECT_EQ(row.peak_memory_bytes, 1000);
}

TEST(BenchOutcome, AClaimAboveTheToleranceIsWrong) {
  EXPECT_EQ(row_of(answer(2e-4, 0)).status, "wrong");
  EXPECT_EQ(row_of(answer(0, 2e-4)).status, "wrong");
  EXPECT_EQ(row_of(answer(1e-5, NAN)).status, "wrong");
}

TEST(BenchOutcome, AMissIsNoWrongAnswer) {
  Answer missed = answer(2e-4, 0);
  missed["status"] = "time_limit";
  EXPECT_EQ(to_row(blank, {.exit_code = 1, .out = missed.dump(), .err = ""}).status, "time_limit");
}

TEST(BenchOutcome, SignalsBugsAndMemoryAreFailures) {
  const BenchRow crashed = to_row(blank, {.signal = SIGSEGV, .out = "", .err = "first\nlast\n"});
  EXPECT_EQ(crashed.status, "crashed");
  EXPECT_NE(crashed.message.find("11"), std::string::npos);
  EXPECT_NE(crashed.message.find("last"), std::string::npos);
  EXPECT_EQ(to_row(blank, {.exit_code = 3, .out = "", .err = "signorini: a bug\n"}).status, "crashed");
  EXPECT_EQ(to_row(blank, {.signal = SIGABRT, .out = answer(0, 0).dump(), .err = ""}).status, "crashed");
  EXPECT_EQ(to_row(blank, {.exit_code = 0, .out = "half {", .err = ""}).status, "crashed");
  EXPECT_EQ(to_row(blank, {.signal = SIGKILL, .out = "", .err = ""}).status, "out_of_memory");
  EXPECT_EQ(to_row(blank, {.exit_code = 2, .out = "", .err = "signorini: not enough memory for this problem\n"}).status,
            "out_of_memory");
  EXPECT_EQ(to_row(blank, {.signal = SIGKILL, .overtime = true, .out = "", .err = ""}).status, "time_limit");
}

TEST(BenchOutcome, BadInputSaysWhy) {
  const BenchRow row = to_row(blank, {.exit_code = 2, .out = "", .err = "signorini: p.hdf5: no group\n"});
  EXPECT_EQ(row.status, "bad_input");
  EXPECT_EQ(row.message, "p.hdf5: no group");
  EXPECT_FALSE(row.certificate);
}

}  // namespace
}  // namespace signorini::cli
