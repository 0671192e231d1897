#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "command.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/conic_files.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/pyramid.h"

namespace signorini::cli {
namespace {

struct Arguments {
  std::string in, out;
  std::optional<std::string> law;
  std::string form = "as-is", storage = "csc";
  int pyramid = 0, sides = 3;
};

MatrixStorage storage_from_string(const std::string& name) {
  if (name == "csc") return MatrixStorage::csc;
  if (name == "csr") return MatrixStorage::csr;
  if (name == "triplet") return MatrixStorage::triplet;
  throw InputError(unknown_name_message("--storage", name, {"csc", "csr", "triplet"}));
}

/// In the format that the name of the file asks for.
void write(const Arguments& arguments, const FclibFile& file, MatrixStorage storage) {
  const std::string ending = std::filesystem::path(arguments.out).extension().string();
  const auto other_format = [&](auto&& write_it) { naming_file(arguments.in, [&] { return write_it(), done; }); };
  if (ending == ".cbf")
    other_format([&] { write_cbf(arguments.out, file.problem); });
  else if (ending == ".qps" || ending == ".mps")
    other_format([&] { write_qps(arguments.out, file.problem, arguments.sides); });
  else
    write_fclib(arguments.out, file, storage);
}

int convert(const Arguments& arguments) {
  const MatrixStorage storage = storage_from_string(arguments.storage);
  if (arguments.form != "as-is" && arguments.form != "local")
    throw InputError(unknown_name_message("--form", arguments.form, {"as-is", "local"}));
  require_writable(arguments.out);
  FclibFile file = load_problem(arguments.in, arguments.law);
  const auto for_each_solution = [&](auto&& change) {
    if (file.solution) change(*file.solution);
    for (auto& guess : file.guesses) change(guess);
  };
  if (arguments.form == "local") {
    file.problem = naming_file(arguments.in, [&] { return to_local(file.problem); });
    for_each_solution([](Solution& s) { s.v.resize(0); });
  }
  if (arguments.pyramid > 0) {
    const Pyramid pyramid = naming_file(arguments.in, [&] { return Pyramid(file.problem, arguments.pyramid); });
    file.problem = pyramid.problem();
    for_each_solution([&](Solution& s) { s = pyramid.forward(s); });
  }
  write(arguments, file, storage);
  say("{}", problem_summary(arguments.out, file.problem));
  return done;
}

}  // namespace

void add_convert(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("convert", "Rewrite a problem file: other form, storage, law or friction model");
  command->add_option("in", arguments->in, "Problem file (fclib HDF5)")->required();
  command
      ->add_option("out", arguments->out,
                   "File to write: fclib HDF5, or for other solvers .qps or .mps (QP), or .cbf (cones)")
      ->required();
  command->add_option("--form", arguments->form, "as-is, or local: eliminate the velocities, assemble W")
      ->capture_default_str();
  command->add_option("--storage", arguments->storage, "Matrix storage: csc, csr or triplet")->capture_default_str();
  command->add_option("--law", arguments->law, "Friction law to record in the file");
  command
      ->add_option("--pyramid", arguments->pyramid,
                   "Replace each friction cone by positive rows over this many directions (>= 3)")
      ->range(3, 1000);
  command->add_option("--sides", arguments->sides, "For .qps and .mps: directions of the friction pyramids (>= 3)")
      ->capture_default_str()
      ->range(3, 1000);
  command->callback([arguments, &action] { action = [arguments] { return convert(*arguments); }; });
}

}  // namespace signorini::cli
