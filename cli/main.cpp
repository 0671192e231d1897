#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include <fmt/format.h>

#include "command.h"
#include "signorini/base/error.h"
#include "signorini/io/hdf5_exit.h"
#include "signorini/linalg/version.h"
#include "usage_error.h"

namespace {

using namespace signorini;

constexpr const char* description =
    "Signorini simulates bodies that touch, solves frictional contact problems and certifies the answers.\n\n"
    "  signorini run scenes/balls_in_box.yaml --set spheres=500 --out out/balls\n"
    "  signorini generate packing --spheres 1000 --friction 0.3 --law convex --out packing.hdf5\n"
    "  signorini solve packing.hdf5 --tolerance 1e-8 --out answer.hdf5\n"
    "  signorini check packing.hdf5 answer.hdf5 --tolerance 1e-8";
constexpr const char* exit_codes =
    "Exit codes: 0 done (run, solve, check: the tolerance is met); 1 ran, but the tolerance is not met (the best "
    "answer is "
    "written);\n"
    "2 bad usage or bad input; 3 a bug. Problem and solution files are fclib HDF5.";

/// Whatever file names and values hold, the message stays on one line.
int fail(cli::ExitCode code, std::string message) {
  const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0; };
  std::replace_if(message.begin(), message.end(), is_control, ' ');
  fmt::print(stderr, "signorini: {}\n", message);
  return code;
}

/// Output that did not arrive, on a full disk for example, must not count as success.
void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw InputError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

int run(int argc, char** argv) {
  CLI::App app(description, "signorini");
  app.footer(exit_codes);
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  cli::Action action;
  cli::add_run(app, action);
  cli::add_solve(app, action);
  cli::add_check(app, action);
  cli::add_info(app, action);
  cli::add_generate(app, action);
  cli::add_convert(app, action);
  cli::add_bench(app, action);
  cli::add_list(app, action);
  if (argc == 1) {
    fmt::print("{}", app.help());
    return cli::bad_input;
  }
  for (int i = 1; i < argc; ++i)
    if (*argv[i] == '\0') throw InputError(fmt::format("argument {} is empty", i));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    throw InputError(cli::usage_error_message(app, error));
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  signorini::leave_out_hdf5_exit_handler();
  try {
    const int code = run(argc, argv);
    flush_output();
    return code;
  } catch (const InputError& error) {
    return fail(cli::bad_input, error.what());
  } catch (const std::bad_alloc&) {
    return fail(cli::bad_input, "not enough memory for this problem");
  } catch (const std::exception& error) {
    return fail(cli::bug, fmt::format("a bug, please report it: {}", error.what()));
  }
}
