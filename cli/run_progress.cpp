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
  line_.show({fmt::format("[{:#<{}}{:.<{}}] step {} of {}", "", filled, "", bar_width - filled, record.step, last_),
              fmt::format("{} left", duration_text(now / done * (total - done))),
              fmt::format("worst certificate {:.1e}", worst_), fmt::format("{:.1f} steps/s", done / now),
              fmt::format("{} contacts", record.contacts.size()), fmt::format("{} iterations", record.iterations)});
}

}  // namespace signorini::cli
