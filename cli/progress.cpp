#include "progress.h"

#include <algorithm>

#include <fmt/format.h>

namespace signorini::cli {

void Progress::show(const std::string& solver, const HistoryEntry& entry) {
  best_ = std::min(best_, entry.certificate.value());
  if (line_.due())
    line_.show({fmt::format("{}: iteration {}", solver, entry.iteration),
                fmt::format("certificate {:.2e} (best {:.2e})", entry.certificate.value(), best_),
                fmt::format("{:.1f} s", entry.seconds)});
}

}  // namespace signorini::cli
