#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/run_folder_support.h"
#include "io/support.h"
#include "signorini/io/run_folder.h"
#include "signorini/io/trajectory.h"

namespace signorini::testing {

inline constexpr int run_steps = 17;
inline const Energies start_energies{1, 2, 3};

struct SampleFolder {
  RunInputs inputs = sample_inputs();
  Model model = sample_model();
  State start = sample_start(model);

  RunFolder create(const std::filesystem::path& path,
                   RunFolder::Existing existing = RunFolder::Existing::refuse) const {
    return RunFolder::create(path, inputs, model, start, start_energies, existing);
  }
  RunFolder resume(const std::filesystem::path& path) const { return RunFolder::resume(path, inputs, model, start); }
  /// Up to `steps`, as the simulation loop does it.
  static void go_on(RunFolder& folder, int steps = run_steps) {
    SampleRun run(folder.checkpoint());
    while (run.now().step < steps) {
      folder.record(run.step());
      if (folder.wants_problem(run.now().step)) folder.save_problem(run.now().step, {sample_problem({}), {}, {}, {}});
      if (folder.checkpoint_due()) folder.save(run.now());
    }
    if (steps == run_steps) folder.finish(run.now());
  }
  void run(const std::filesystem::path& path) const {
    RunFolder folder = create(path);
    go_on(folder);
  }
};

/// What must not depend on whether a run was interrupted: all but the wall clock.
inline void expect_same_run(const std::filesystem::path& a, const std::filesystem::path& b) {
  EXPECT_EQ(trajectory_difference(a / "trajectory.h5", b / "trajectory.h5"), "");
  for (const char* csv : {"energy.csv", "joints.csv", "springs.csv", "pairs.csv"})
    EXPECT_EQ(file_content(a / csv), file_content(b / csv)) << csv;
  const auto summary = [](const std::filesystem::path& folder) {
    auto json = nlohmann::json::parse(file_content(folder / "summary.json"));
    json.erase("seconds");
    json.erase("out");
    return json;
  };
  EXPECT_EQ(summary(a), summary(b));
  for (const char* sub : {"vtk", "problems", "trajectory.parts"}) {
    const auto names = [&](const std::filesystem::path& folder) {
      std::vector<std::string> out;
      if (std::filesystem::exists(folder / sub))
        for (const auto& entry : std::filesystem::directory_iterator(folder / sub))
          out.push_back(entry.path().filename());
      std::ranges::sort(out);
      return out;
    };
    EXPECT_EQ(names(a), names(b));
    for (const std::string& name : names(a))
      EXPECT_EQ(file_content(a / sub / name), file_content(b / sub / name)) << sub << "/" << name;
  }
}

}  // namespace signorini::testing
