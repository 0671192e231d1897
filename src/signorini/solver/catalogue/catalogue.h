#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace signorini {

/// One row of the table of solvers.
struct CatalogueEntry {
  std::string name;
  std::string method;
  /// Where the method is specified.
  std::string paper;
  std::vector<Law> laws;
  std::function<std::unique_ptr<Solver>(const OptionValues&)> make;
  /// The options with their defaults, for listing.
  std::function<std::vector<OptionField>()> options;

  bool supports(Law law) const;
};

/// The solvers, the first choice first.
const std::vector<CatalogueEntry>& catalogue();
std::vector<std::string> solver_names();
/// What we would pick for a problem of this law: the first entry of the table that knows it.
const std::string& default_solver(Law law);
/// Throws InputError that names the nearest solver.
const CatalogueEntry& find_solver(const std::string& name);
/// Throws InputError, with the solvers that do, when this one does not know the law.
void require_law(const std::string& name, Law law);
/// Throws InputError when name or options are unknown or out of range.
std::unique_ptr<Solver> make_solver(const std::string& name, const OptionValues& options = {});

}  // namespace signorini
