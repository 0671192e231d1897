#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "signorini/base/error.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/certificate.h"

namespace signorini::cli {

/// Reads a problem file, applies the law asked for on the command line and checks the whole; throws InputError that
/// names the file.
FclibFile load_problem(const std::string& path, const std::optional<std::string>& law);

/// Runs work on a problem; what it finds wrong with the problem gets the name of the file.
template <typename Work>
auto naming_file(const std::string& path, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw InputError(path + ": " + error.what());
  }
}

/// The "problem" object of the JSON outputs.
Json describe_problem(const std::string& path, const ContactProblem& problem);

/// Two lines for people: what kind of problem, how big.
std::string problem_summary(const std::string& path, const ContactProblem& problem);

Json to_json(const Certificate& certificate);

void print_json(const Json& object);

}  // namespace signorini::cli
