#include "run_progress.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace signorini::cli {
namespace {

constexpr int bar_width = 20;

}  // namespace

RunProgress::RunProgress(bool quiet, std::int64_t first_step, std::int64_t last_step)
    : line_(quiet), first_(first_step), last_(last_step) {}

void RunProgress::show(const StepRecord& record) {
  worst_ = std::max(worst_, record.certificate.value());
  if (!line_.due()) return;
  const double now = clock_.seconds();
  const double done = static_cast<double>(record.step - first_), total = static_cast<double>(last_ - first_);
  const int filled = static_cast<int>(bar_width * done / total);
  line_.show(fmt::format(
      "[{:#<{}}{:.<{}}] step {} of {}, {:.1f} steps/s, {} contacts, {} iterations, worst certificate {:.1e}, {} left",
      "", filled, "", bar_width - filled, record.step, last_, done / now, record.contacts.size(), record.iterations,
      worst_, duration_text(now / done * (total - done))));
}

}  // namespace signorini::cli
