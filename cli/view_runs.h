#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "http_server.h"
#include "signorini/view/run_view.h"

namespace signorini::cli {

/// The runs that a page can show. Answers
///
///     /                         the page
///     /api/runs                 names of the runs and whether all are to be seen at once
///     /api/K/run, geometry, …   what view::RunView says about run K; without K/: run 0
///     /api/K/problems           steps whose contact problems were saved
///     /api/K/convergence/N      how the solver comes to the answer of step N, see view_convergence.h
///
/// A run that goes on is read anew when it has grown. HDF5 wants one thread at a time: so it is here.
class ServedRuns {
 public:
  /// Each folder is a run, or holds runs. Throws InputError where there is none.
  explicit ServedRuns(const std::vector<std::string>& folders);

  HttpAnswer answer(const std::string& path);
  std::size_t count() const { return runs_.size(); }

 private:
  struct Run {
    std::filesystem::path folder;
    std::string name, version;
    std::optional<view::RunView> view;
  };
  void add(const std::filesystem::path& folder, const std::string& name);
  view::RunView& opened(std::size_t number, bool refresh);
  std::string list() const;
  HttpAnswer convergence(const std::filesystem::path& run, std::int64_t step);

  std::vector<Run> runs_;
  std::list<std::size_t> open_;  ///< the one that was used last comes last
  bool together_ = false;
  std::mutex mutex_, solving_;
};

}  // namespace signorini::cli
