#include "signorini/solver/report.h"

#include <algorithm>

#include <fmt/format.h>

namespace signorini {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::inaccurate:
      return "inaccurate";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::time_limit:
      return "time_limit";
    case Status::interrupted:
      return "interrupted";
    case Status::infeasible:
      return "infeasible";
    case Status::numerical_failure:
      return "numerical_failure";
  }
  return "?";
}

double Timings::other() const { return std::max(0.0, total - setup - analyze - factorize - solve); }

std::string Report::brief() const {
  return fmt::format("{}: certificate {:.1e} after {} iterations in {:.3g} s", to_string(status), certificate.value(),
                     iterations, timings.total);
}

std::string Report::full() const {
  const Certificate& c = certificate;
  std::string text;
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<16}{}\n", name, value);
  };
  line("status", fmt::format("{} ({})", to_string(status), message));
  line("solver", solver);
  line("iterations", fmt::format("{}", iterations));
  line("certificate", fmt::format("{:.3e}", c.value()));
  line("  natural",
       fmt::format("{:.3e}        violation of the contact law, relative to the free velocities", c.natural));
  line("  dynamics", fmt::format("{:.3e}        backward error of M v = f + H r", c.dynamics));
  line("equality", fmt::format("{:.3e} m/s    largest velocity across a joint row", c.equality));
  line("penetration", fmt::format("{:.3e} m/s    largest approach velocity left", c.penetration));
  line("complementarity", fmt::format("{:.3e} J", c.complementarity));
  line("objective", fmt::format("{:.6e} J", objective));
  line("seconds",
       fmt::format("{:.3g} (setup {:.3g}, analyze {:.3g}, factorize {:.3g}, solve {:.3g}, other {:.3g})", timings.total,
                   timings.setup, timings.analyze, timings.factorize, timings.solve, timings.other()));
  return text;
}

}  // namespace signorini
