#include "interrupt.h"

#include <csignal>

namespace signorini::cli {
namespace {

volatile std::sig_atomic_t raised = 0;

extern "C" void raise_flag(int signal) {
  raised = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, raise_flag);
  std::signal(SIGTERM, raise_flag);
}

bool interrupted() { return raised != 0; }

}  // namespace signorini::cli
