#include "signorini/solver/report.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(Report, BriefSaysStatusCertificateIterationsAndTime) {
  Report report;
  report.status = Status::iteration_limit;
  report.certificate.natural = 2.5e-3;
  report.iterations = 120;
  report.timings.total = 0.5;
  EXPECT_EQ(report.brief(), "iteration_limit: certificate 2.5e-03 after 120 iterations in 0.5 s");
}

TEST(Report, FullNamesEveryPartOfTheCertificate) {
  const std::string text = Report{}.full();
  for (const char* part :
       {"status", "natural", "dynamics", "equality", "penetration", "complementarity", "objective", "seconds"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Timings, OtherIsWhatTheStagesLeave) {
  const Timings timings{1.0, 0.25, 0.125, 0.125, 0.25};
  EXPECT_DOUBLE_EQ(timings.other(), 0.25);
}

}  // namespace
}  // namespace signorini
