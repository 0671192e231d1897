#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include "blas_start.h"
#include "command.h"
#include "output.h"
#include "processes.h"
#include "signorini/base/error.h"
#include "signorini/base/memory.h"
#include "signorini/io/hdf5_exit.h"
#include "signorini/linalg/version.h"

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

int fail(cli::ExitCode code, const std::string& message) {
  cli::complain(message);
  return code;
}

/// Output that did not arrive, on a full disk for example, must not count as success. A reader that had enough is none
/// of our business.
int with_output(int code) {
  const int failure = cli::lost_output();
  if (failure == 0 || failure == EPIPE) return code;
  return fail(cli::bad_input, fmt::format("standard output: cannot be written: {}", std::strerror(failure)));
}

int run(int argc, char** argv) {
  cli::Command app(description, "signorini");
  app.footer(exit_codes);
  app.add_version(version_text());
  app.require_subcommand(1);
  app.column_width(34);
  cli::Action action;
  cli::add_run(app, action);
  cli::add_solve(app, action);
  cli::add_check(app, action);
  cli::add_info(app, action);
  cli::add_generate(app, action);
  cli::add_convert(app, action);
  cli::add_bench(app, action);
  cli::add_list(app, action);
  cli::add_view(app, action);
  cli::add_play(app, action);
  if (argc == 1) {
    cli::print_text(app.help());
    return cli::bad_input;
  }
  for (int i = 1; i < argc; ++i)
    if (*argv[i] == '\0') throw InputError(fmt::format("argument {} is empty", i));
  return app.parse(argc, argv) ? action() : static_cast<int>(cli::done);
}

}  // namespace

int main(int argc, char** argv) {
  cli::start_again_with_one_blas_thread(argv);
  signorini::leave_out_hdf5_exit_handler();
  try {
    cli::guard_streams();
    return cli::on_processes(argc, argv, [&] { return with_output(run(argc, argv)); });
  } catch (const InputError& error) {
    return fail(cli::bad_input, error.what());
  } catch (const std::filesystem::filesystem_error& error) {  // the system's word on a file, not a bug
    return fail(cli::bad_input, fmt::format("{}: {}", error.path1().string(), error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail(cli::bad_input, fmt::format("not enough memory for this problem: {:.0f} MB are left; free some, raise "
                                            "the limit (ulimit -v), or make the problem smaller",
                                            1e-6 * static_cast<double>(available_memory_bytes())));
  } catch (const std::exception& error) {
    return fail(cli::bug, fmt::format("a bug, please report it: {}", error.what()));
  }
}
