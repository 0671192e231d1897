#pragma once

namespace signorini::cli {

/// From now on Ctrl-C (or SIGTERM, or SIGHUP when the terminal goes away) only raises a flag, so that a solver can end
/// with what it reached. A second Ctrl-C or SIGTERM ends the program at once.
void catch_interrupts();
bool interrupted();

}  // namespace signorini::cli
