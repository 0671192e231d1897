#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

/// One row of the table of solvers. Name and laws are those that the solver gives to its constructor.
struct CatalogueEntry {
  std::string name;
  /// In a sentence, for listings.
  std::string method;
  /// Where the method is specified.
  std::string paper;
  std::vector<Law> laws;
  std::function<std::unique_ptr<Solver>(const OptionValues&)> make;
  /// The options with their defaults, for listing.
  std::function<std::vector<OptionField>()> options;

  bool supports(Law law) const;
};

/// All solvers, in the order in which listings show them.
const std::vector<CatalogueEntry>& catalogue();
std::vector<std::string> solver_names();
/// `auto` for law coulomb, `interior-point` for the others.
const std::string& default_solver(Law law);
/// Throws InputError that names the nearest solver.
const CatalogueEntry& find_solver(const std::string& name);
/// Throws InputError, with the solvers that do, when this one does not know the law.
void require_law(const std::string& name, Law law);
/// Puts an entry in place of the one of its name, or behind the others: for solvers that need more than this library is
/// built with. To be called before the catalogue is used by several threads.
void provide_solver(CatalogueEntry entry);
/// Throws InputError when the name or an option is unknown, or an option is out of range. The law is the problem's:
/// Solver::solve refuses one that the solver does not know, require_law does so beforehand.
std::unique_ptr<Solver> make_solver(const std::string& name, const OptionValues& options = {});

}  // namespace signorini
