#include "bench_problems.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

/// The command `generate` of this program, apart from the rest of it.
class Generator {
 public:
  Generator() : app_("", "signorini") { add_generate(app_, action_); }

  std::vector<std::string> kinds() const {
    std::vector<std::string> names;
    for (const Command* kind : app_.subcommands().front()->subcommands()) names.push_back(kind->name());
    return names;
  }

  /// What would write the problem of a recipe to `file`. Throws InputError when the recipe has a flag that is not
  /// known.
  Action prepare(const BenchProblem& problem) {
    const std::string& recipe = problem.recipe;
    const auto colon = recipe.find(':');
    std::vector<std::string> words = {"generate", recipe.substr(0, colon), "--quiet", "--out", problem.file};
    std::istringstream options(colon == std::string::npos ? "" : recipe.substr(colon + 1));
    for (std::string option; std::getline(options, option, ',');) {
      if (option.find('=') == std::string::npos)
        throw InputError(fmt::format("{}: '{}' is not option=value", recipe, option));
      words.push_back("--" + option);
    }
    try {
      app_.parse(words);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", recipe, error.what()));
    }
    return action_;
  }

 private:
  Action action_;
  Command app_;
};

bool is_problem_file(const fs::path& path) { return path.extension() == ".hdf5" || path.extension() == ".h5"; }

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path relative = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(folder));
  return !relative.empty() && *relative.begin() != "..";
}

std::vector<BenchProblem> problems_in(const fs::path& folder, const fs::path& out) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (is_problem_file(entry.path()) && entry.is_regular_file() && !lies_in(entry.path(), out))
      files.push_back(entry.path());
  if (files.empty()) throw InputError(fmt::format("{}: no *.hdf5 or *.h5 in this folder", folder.string()));
  std::sort(files.begin(), files.end());
  std::vector<BenchProblem> problems;
  for (const auto& file : files)
    problems.push_back({file.lexically_relative(folder).replace_extension().string(), "", file, ""});
  return problems;
}

std::string slug_of(const std::string& name) {
  constexpr std::size_t longest = 120;  // file names end at 255 bytes, and solver and tolerance follow
  std::string slug = name.substr(0, longest);
  for (char& c : slug)
    if (!std::isalnum(static_cast<unsigned char>(c)) && std::string_view("-_.=").find(c) == std::string_view::npos)
      c = '_';
  return slug;
}

std::string unused(const std::string& wish, std::set<std::string>& used) {
  std::string name = wish;
  for (int k = 2; !used.insert(name).second; ++k) name = fmt::format("{}_{}", wish, k);
  return name;
}

}  // namespace

std::vector<BenchProblem> find_problems(const std::vector<std::string>& arguments, const fs::path& out) {
  const std::vector<std::string> kinds = Generator().kinds();
  std::vector<BenchProblem> found;
  for (const auto& argument : arguments) {
    const std::string kind = argument.substr(0, argument.find(':'));
    if (fs::is_directory(argument)) {
      for (auto& problem : problems_in(argument, out)) found.push_back(std::move(problem));
    } else if (fs::exists(argument)) {
      if (lies_in(argument, out)) throw InputError(fmt::format("{}: lies in the folder of the results", argument));
      found.push_back({fs::path(argument).stem(), "", argument, ""});
    } else if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) {
      found.push_back({argument, "", "", argument});
    } else if (argument.find(':') != std::string::npos && argument.find('/') == std::string::npos) {
      throw InputError(fmt::format("{}: {}", argument, unknown_name_message("kind of problem", kind, kinds)));
    } else {
      throw InputError(fmt::format("{}: no such file or folder", argument));
    }
  }

  std::vector<BenchProblem> problems;
  std::set<std::string> sources, names, slugs;
  for (auto& problem : found) {
    const bool generated = !problem.recipe.empty();
    if (!sources.insert(generated ? problem.recipe : fs::canonical(problem.file).string()).second) continue;
    problem.name = unused(problem.name, names);
    problem.slug = unused(slug_of(problem.name), slugs);
    if (generated) {
      problem.file = out / "problems" / (problem.slug + ".hdf5");
      Generator().prepare(problem);
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

void generate_problems(const std::vector<BenchProblem>& problems) {
  for (const auto& problem : problems) {
    if (problem.recipe.empty() || fs::exists(problem.file)) continue;
    fs::create_directories(problem.file.parent_path());
    Generator generator;
    try {
      generator.prepare(problem)();
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", problem.recipe, error.what()));
    }
  }
}

}  // namespace signorini::cli
