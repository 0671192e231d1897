#include "signorini/solver/report.h"

#include <algorithm>

#include <fmt/format.h>

namespace signorini {

std::string_view to_string(Status status) {
  static constexpr std::string_view names[status_count] = {
      "solved", "inaccurate", "iteration_limit", "time_limit", "interrupted", "infeasible", "numerical_failure"};
  return names[static_cast<std::size_t>(status)];
}

double Timings::other() const { return std::max(0.0, total - setup - analyze - factorize - solve); }

void Report::add_earlier(const Report& earlier) {
  std::vector<HistoryEntry> all = earlier.history;
  for (HistoryEntry& entry : history) {
    entry.iteration += earlier.iterations;
    entry.seconds += earlier.timings.total;
    all.push_back(std::move(entry));
  }
  history = std::move(all);
  if (columns != earlier.columns) {
    columns.clear();
    for (HistoryEntry& entry : history) entry.figures.clear();
  }
  iterations += earlier.iterations;
  factorizations += earlier.factorizations;
  timings.total += earlier.timings.total;
  timings.setup += earlier.timings.setup;
  timings.analyze += earlier.timings.analyze;
  timings.factorize += earlier.timings.factorize;
  timings.solve += earlier.timings.solve;
}

std::string Report::brief() const {
  return fmt::format("{}: certificate {:.1e} after {} iterations in {:.3g} s", to_string(status), certificate.value(),
                     iterations, timings.total);
}

std::string Report::full() const {
  std::string text;
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<16}{}\n", name, value);
  };
  line("status", fmt::format("{} ({})", to_string(status), message));
  line("solver", solver);
  line("iterations", fmt::format("{}", iterations));
  line("certificate", fmt::format("{:.3e}", certificate.value()));
  text += describe(certificate);
  line("objective", fmt::format("{:.6e} J", objective));
  line("seconds",
       fmt::format("{:.3g} (setup {:.3g}, analyze {:.3g}, factorize {:.3g}, solve {:.3g}, other {:.3g})", timings.total,
                   timings.setup, timings.analyze, timings.factorize, timings.solve, timings.other()));
  return text;
}

}  // namespace signorini
