// Runs beside what others published, and beside closed forms.
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "validation/cases.h"
#include "validation/table.h"

namespace signorini {
namespace {

/// Names the folder of the table. Where it is set the cases run as a whole, and the table is written at the end.
const char* folder_of_table() { return std::getenv("SIGNORINI_VALIDATION"); }

class TableWriter : public testing::Environment {
 public:
  test::Outcomes outcomes;
  void TearDown() override {
    if (folder_of_table() != nullptr) test::write_validation(outcomes, folder_of_table());
  }
};
// GoogleTest owns it.
TableWriter& table_writer = *static_cast<TableWriter*>(testing::AddGlobalTestEnvironment(new TableWriter));

class Validation : public testing::TestWithParam<test::ValidationCase> {};

TEST_P(Validation, Case) {
  const test::ValidationCase& one = GetParam();
  if (one.only_whole && folder_of_table() == nullptr)
    GTEST_SKIP() << "takes long: `./test --validation` runs it, or SIGNORINI_VALIDATION set to a folder for the table";
  const test::Outcome outcome = one.run(folder_of_table() != nullptr);
  for (const test::Figure& figure : outcome.figures)
    EXPECT_LE(std::abs(figure.ours - figure.reference), figure.tolerance)
        << figure.quantity << ": " << figure.ours << " instead of " << figure.reference;
  table_writer.outcomes.emplace_back(one, outcome);
}

INSTANTIATE_TEST_SUITE_P(All, Validation, testing::ValuesIn(test::validation_cases()),
                         [](const auto& given) { return given.param.name; });

TEST(ValidationTable, HasARowForEachFigure) {
  const test::Outcomes outcomes{{{"Group", "Name", "h 1 ms", false, {}}, {{{"x", 2, 2.002, 0.01, "3 (peer)"}}, {}}}};
  EXPECT_EQ(test::validation_table(outcomes),
            "\n## Group\n\n"
            "| case | quantity | reference | here | relative difference | allowed | best peer |\n"
            "|---|---|---|---|---|---|---|\n"
            "| Name: h 1 ms | x | 2 | 2.002 | 1.0e-03 | 5e-03 | 3 (peer) |\n");
}

}  // namespace
}  // namespace signorini
