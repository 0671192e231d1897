#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "signorini/dynamics/settings.h"
#include "signorini/io/fclib.h"

namespace signorini::cli {

/// The contact problem of a step that a run saved, and how the run solved its steps.
struct SavedProblem {
  FclibFile file;
  Settings settings;
};

/// Steps whose problems are in the folder of a run, in order.
std::vector<std::int64_t> saved_problems(const std::filesystem::path& run);
/// Nothing where that step was not saved. Throws InputError where it cannot be read, or is a link out of the folder.
std::optional<SavedProblem> saved_problem(const std::filesystem::path& run, std::int64_t step);

/// How the run's solver comes to its answer from nothing, as JSON: solver, status, message, tolerance, and lists of
/// iterations and of the certificate with its parts. Ends after half a minute.
std::string convergence_of(const SavedProblem& problem);

}  // namespace signorini::cli
