#include "signorini/base/names.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

const std::vector<std::string> solvers{"gauss-seidel", "jacobi", "interior-point", "apgd", "admm"};

TEST(NearestName, FindsTypingSlips) {
  EXPECT_EQ(nearest_name("gauss-seidel", solvers), "gauss-seidel");
  EXPECT_EQ(nearest_name("gaus-seidel", solvers), "gauss-seidel");    // a letter missing
  EXPECT_EQ(nearest_name("gauss-seideel", solvers), "gauss-seidel");  // one too many
  EXPECT_EQ(nearest_name("jacoby", solvers), "jacobi");               // one wrong
  EXPECT_EQ(nearest_name("intreior-point", solvers), "interior-point");
  EXPECT_EQ(nearest_name("Jacobi", solvers), "jacobi");
  EXPECT_EQ(nearest_name("apdg", solvers), "apgd");
  EXPECT_EQ(nearest_name("gauss_seidel", solvers), "gauss-seidel");
}

TEST(NearestName, TakesTheNearestOfSeveral) {
  EXPECT_EQ(nearest_name("adm", solvers), "admm");
  EXPECT_EQ(nearest_name("bb", {"aab", "abb", "bbbb"}), "abb");
}

TEST(NearestName, TakesTheBeginningOfAName) {
  EXPECT_EQ(nearest_name("gauss", solvers), "gauss-seidel");
  EXPECT_EQ(nearest_name("int", solvers), "interior-point");
}

TEST(NearestName, TakesTheFirstOfEquallyNear) { EXPECT_EQ(nearest_name("cat", {"bat", "hat"}), "bat"); }

TEST(NearestName, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("multigrid", solvers), "");
  EXPECT_EQ(nearest_name("x", solvers), "");
  EXPECT_EQ(nearest_name("", solvers), "");
  EXPECT_EQ(nearest_name("jacobi", {}), "");
}

TEST(UnknownName, SuggestsAndLists) {
  EXPECT_EQ(unknown_name_message("solver", "gaus-seidel", {"gauss-seidel", "jacobi"}),
            "unknown solver 'gaus-seidel': did you mean 'gauss-seidel'? (known: gauss-seidel, jacobi)");
}

TEST(UnknownName, ListsWithoutSuggestionWhenNothingIsNear) {
  EXPECT_EQ(unknown_name_message("option", "x", {}), "unknown option 'x' (there is none to choose from)");
  EXPECT_EQ(unknown_name_message("solver", "multigrid", {"gauss-seidel", "jacobi"}),
            "unknown solver 'multigrid' (known: gauss-seidel, jacobi)");
}

}  // namespace
}  // namespace signorini
