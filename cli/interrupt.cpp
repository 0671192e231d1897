#include "interrupt.h"

#include <csignal>

namespace signorini::cli {
namespace {

volatile std::sig_atomic_t raised = 0;

extern "C" void raise_flag(int signal) {
  raised = 1;
  // A terminal that goes away sends its signal more than once: by the kernel, and by the shell.
  if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, raise_flag);
  std::signal(SIGTERM, raise_flag);
  if (std::signal(SIGHUP, raise_flag) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // as nohup wants it
}

bool interrupted() { return raised != 0; }

}  // namespace signorini::cli
