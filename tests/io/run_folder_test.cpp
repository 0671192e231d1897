#include "signorini/io/run_folder.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "io/run_folder_sample.h"
#include "signorini/io/run_folder_claim.h"
#include "signorini/io/run_folder_energy.h"
#include "signorini/io/trajectory_file.h"
#include "signorini/io/trajectory_parts.h"

namespace signorini {
namespace {

using namespace testing;
using Sample = SampleFolder;
namespace fs = std::filesystem;

TEST(RunFolder, HoldsARun) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.vtk_every = 5;
  sample.inputs.output.save_problems = {3, 12};
  sample.run(folder / "run");
  EXPECT_EQ(file_content(folder / "run/scene.yaml"), sample.inputs.files[0].bytes);
  EXPECT_EQ(file_content(folder / "run/inputs/1_arm.urdf"), sample.inputs.files[1].bytes);
  for (const char* name : {"trajectory.h5", "checkpoint.h5", "vtk/bodies_000000.vtp", "vtk/bodies_000015.vtp",
                           "vtk/contacts_000010.vtp", "vtk/joints_000010.vtp", "vtk/bodies.pvd", "vtk/contacts.pvd",
                           "vtk/joints.pvd", "problems/step_000003.hdf5", "problems/step_000012.hdf5"})
    EXPECT_TRUE(fs::is_regular_file(folder / "run" / name)) << name;
  EXPECT_TRUE(fs::is_empty(folder / "run/trajectory.parts"));
  EXPECT_NE(file_content(folder / "run/vtk/bodies.pvd").find("bodies_000015.vtp"), std::string::npos);

  const auto json = nlohmann::json::parse(file_content(folder / "run/summary.json"));
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["steps"], run_steps);
  EXPECT_EQ(json["iterations"]["max"], 12);
  EXPECT_EQ(json["contacts"]["max"], 3);
  EXPECT_EQ(json["status"]["solved"], 14);
  EXPECT_EQ(json["status"]["inaccurate"], 3);
  EXPECT_EQ(json["energy"]["start"]["total"], 6);
  EXPECT_NEAR(json["certificate"]["worst"].get<double>(), 1.7e-8, 1e-20);

  std::istringstream energy(file_content(folder / "run/energy.csv"));
  std::string line;
  std::getline(energy, line);
  EXPECT_EQ(line,
            "step,time,kinetic,potential,elastic,total,forces,motors,dampers,friction,impacts,stabilisation,numerical,"
            "unexplained");
  std::getline(energy, line);
  EXPECT_EQ(line, "0,0,1,2,3,6,0,0,0,0,0,0,0,0");
  int lines = 0;
  while (std::getline(energy, line)) ++lines;
  EXPECT_EQ(lines, run_steps);
}

TEST(RunFolder, StepsBeyond32BitsKeepTheirNumber) {
  constexpr std::int64_t many = 4'294'967'298;
  EXPECT_EQ(step_in_name("bodies_4294967298.vtp"), many);
  EXPECT_EQ(step_in_name("step_000012.hdf5"), 12);
  EXPECT_EQ(step_in_name("notes.txt"), std::nullopt);
  EXPECT_EQ(step_in_name("step_99999999999999999999.hdf5"), std::nullopt);
  const TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder / ".");
  EnergyLog log = EnergyLog::create(folder / "energy.csv", 0, start_energies, manifest);
  log.append(many, 1, start_energies, {});
  log.flush();
  EXPECT_NE(file_content(folder / "energy.csv").find("\n4294967298,1,"), std::string::npos);
}

TEST(RunFolder, ChargesWritingToTheStepAfter) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.run(folder / "run");
  TrajectoryColumn seconds{"/steps/seconds_output", {}, std::vector<double>{}};
  TrajectoryFile::open(folder / "run/trajectory.h5").read(seconds);
  const auto& values = std::get<std::vector<double>>(seconds.values);
  ASSERT_EQ(values.size(), static_cast<std::size_t>(run_steps));
  EXPECT_EQ(values[0], 0);
  double sum = 0;
  for (std::size_t k = 1; k < values.size(); ++k) {
    EXPECT_GT(values[k], 0) << "step " << k + 1;
    sum += values[k];
  }
  // Step 5 is followed by a checkpoint, which takes longer than a record.
  EXPECT_GT(values[5], values[4]);
  const auto json = nlohmann::json::parse(file_content(folder / "run/summary.json"));
  EXPECT_GT(json["seconds"]["output"].get<double>(), sum) << "the end is written, too";
}

TEST(RunFolder, ChecksTheClockForCheckpoints) {
  const TemporaryFolder folder;
  Sample sample;
  sample.run(folder / "by_steps");
  sample.inputs.output.checkpoint_every = 0;
  {
    RunFolder run = sample.create(folder / "never");
    Sample::go_on(run, 7);
    EXPECT_EQ(load_checkpoint(folder / "never/checkpoint.h5").step, 0);
  }
  sample.inputs.output.checkpoint_seconds = 0;
  {
    RunFolder run = sample.create(folder / "always");
    Sample::go_on(run, 7);
  }
  EXPECT_EQ(load_checkpoint(folder / "always/checkpoint.h5").step, 7);
  RunFolder run = sample.resume(folder / "always");
  Sample::go_on(run);
  expect_same_run(folder / "by_steps", folder / "always");
  sample.inputs.output.checkpoint_seconds = 1e9;
  sample.run(folder / "at_the_end");
  expect_same_run(folder / "by_steps", folder / "at_the_end");
}

TEST(RunFolder, TellsBetweenCheckpointsThatTheTrajectoryIsGone) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.checkpoint_every = 0;
  RunFolder run = sample.create(folder / "run");
  fs::remove(folder / "run/trajectory.h5");
  const std::string message = complaint([&] {
    constexpr int patience = 6000;
    SampleRun steps(run.checkpoint());
    for (int k = 0; k < patience; ++k, ::usleep(10'000)) run.record(steps.step());
  });
  EXPECT_NE(message.find("run/trajectory.h5: is missing"), std::string::npos) << message;
}

TEST(RunFolder, RemembersTheFirstMiss) {
  const TemporaryFolder folder;
  const Sample sample;
  const auto first_miss = [&](const char* name) {
    return nlohmann::json::parse(file_content(folder / name / "summary.json"))["first_miss"];
  };
  {
    RunFolder run = sample.create(folder / "torn");
    Sample::go_on(run, 12);
  }
  RunFolder run = sample.resume(folder / "torn");
  Sample::go_on(run);
  EXPECT_EQ(first_miss("torn"), "step 5, inaccurate: stalled at step 5");
}

TEST(RunFolder, SummaryOfACertificateThatIsNoNumber) {
  RunSummary summary;
  StepRecord record;
  record.certificate.natural = std::nan("");
  summary.add(record);
  record.certificate.natural = 1;
  summary.add(record);
  EXPECT_TRUE(nlohmann::json::parse(to_json(summary, "s", "o", true))["certificate"]["worst"].is_null());
}

TEST(RunFolder, RefusesToOverwrite) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.run(folder / "run");
  std::ofstream(folder / "run/notes.txt") << "mine";
  const std::string message = complaint([&] { sample.create(folder / "run"); });
  EXPECT_NE(message.find("--resume " + (folder / "run").string()), std::string::npos) << message;
  EXPECT_NE(message.find("--overwrite"), std::string::npos) << message;
  EXPECT_NE(message.find("another folder"), std::string::npos) << message;
  {
    RunFolder again = sample.create(folder / "run", RunFolder::Existing::overwrite);
    EXPECT_EQ(load_checkpoint(folder / "run/checkpoint.h5").step, 0);
    Sample::go_on(again);
  }
  EXPECT_EQ(file_content(folder / "run/notes.txt"), "mine");
  sample.run(folder / "reference");
  expect_same_run(folder / "run", folder / "reference");
}

TEST(RunFolder, OneProcessAtATime) {
  const TemporaryFolder folder;
  const Sample sample;
  const RunFolder first = sample.create(folder / "run");
  EXPECT_NE(complaint([&] { sample.resume(folder / "run"); }).find("another run is writing there"), std::string::npos);
  EXPECT_NE(complaint([&] {
              sample.create(folder / "run", RunFolder::Existing::overwrite);
            }).find("another run is writing there"),
            std::string::npos);
}

TEST(RunFolder, InputsComeBack) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.settings.on_miss = MissPolicy::retry;
  sample.inputs.settings.law = Law::coulomb;
  sample.inputs.settings.allow_overlap = true;
  sample.inputs.settings.ignore_overlapping_links = false;
  sample.inputs.settings.energy = {0.25, 0.125, ExcessPolicy::stop};
  sample.inputs.settings.impact = ImpactRule::simultaneous;
  sample.inputs.output.checkpoint_seconds = 7;
  sample.inputs.output.save_problems = {1, 5};
  sample.create(folder / "run");
  const RunInputs back = read_run_inputs(folder / "run");
  ASSERT_EQ(back.files.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(back.files[k].name, sample.inputs.files[k].name);
    EXPECT_EQ(back.files[k].bytes, sample.inputs.files[k].bytes);
  }
  EXPECT_EQ(back.scene_path, sample.inputs.scene_path);
  EXPECT_EQ(back.parameters, sample.inputs.parameters);
  EXPECT_EQ(back.settings.tolerance, sample.inputs.settings.tolerance);
  EXPECT_EQ(back.settings.solver_options, sample.inputs.settings.solver_options);
  EXPECT_EQ(back.settings.on_miss, MissPolicy::retry);
  EXPECT_EQ(back.settings.law, Law::coulomb);
  EXPECT_TRUE(back.settings.allow_overlap);
  EXPECT_FALSE(back.settings.ignore_overlapping_links);
  EXPECT_EQ(back.settings.energy.unexplained, 0.25);
  EXPECT_EQ(back.settings.energy.stabilisation, 0.125);
  EXPECT_EQ(back.settings.energy.on_excess, ExcessPolicy::stop);
  EXPECT_EQ(back.settings.impact, ImpactRule::simultaneous);
  EXPECT_EQ(back.output.checkpoint_seconds, 7);
  EXPECT_EQ(back.settings.duration, 1.7);
  EXPECT_EQ(back.output.every, 2);
  EXPECT_EQ(back.output.save_problems, (std::vector<std::int64_t>{1, 5}));
  EXPECT_EQ(run_digest(back), run_digest(sample.inputs));
}

TEST(RunFolder, DigestKnowsWhatMatters) {
  const RunInputs inputs = sample_inputs();
  const std::string digest = run_digest(inputs);
  EXPECT_EQ(digest.size(), 16u);
  const auto differs = [&](auto change) {
    RunInputs changed = inputs;
    change(changed);
    return run_digest(changed) != digest;
  };
  EXPECT_TRUE(differs([](RunInputs& i) { i.files[0].bytes += "#"; }));
  EXPECT_TRUE(differs([](RunInputs& i) { i.files[1].bytes += "#"; }));
  EXPECT_FALSE(differs([](RunInputs& i) { i.files[1].name = "/elsewhere/arm.urdf"; }));
  EXPECT_TRUE(differs([](RunInputs& i) { i.parameters["radius"] = "0.2"; }));
  EXPECT_TRUE(differs([](RunInputs& i) { i.settings.step = std::nextafter(i.settings.step, 1.0); }));
  EXPECT_TRUE(differs([](RunInputs& i) { i.settings.warm_start = false; }));
  EXPECT_FALSE(differs([](RunInputs& i) { i.settings.duration = 100; }));
  EXPECT_FALSE(differs([](RunInputs& i) { i.output.every = 7; }));
}

TEST(RunFolder, ResumeComplains) {
  const TemporaryFolder folder;
  Sample sample;
  fs::create_directory(folder / "empty");
  EXPECT_NE(complaint([&] { read_run_inputs(folder / "empty"); }).find("empty: holds no run"), std::string::npos);
  EXPECT_NE(complaint([&] { sample.resume(folder / "empty"); }).find("empty: holds no run"), std::string::npos);
  EXPECT_NE(complaint([&] { sample.resume(folder / "missing"); }).find("missing: No such file"), std::string::npos);
  sample.run(folder / "run");
  Sample changed = sample;
  changed.inputs.settings.tolerance = 1e-3;
  EXPECT_NE(complaint([&] { changed.resume(folder / "run"); }).find("checkpoint.h5: /digest"), std::string::npos);
  changed = sample;
  changed.start.poses.pop_back();
  EXPECT_NE(complaint([&] { changed.resume(folder / "run"); }).find("checkpoint.h5: /state/poses"), std::string::npos);
  std::ofstream(folder / "run/energy.csv", std::ios::app) << "spoiled";
  EXPECT_NO_THROW(sample.resume(folder / "run"));  // a cut line at the end is what a kill leaves
  fs::resize_file(folder / "run/energy.csv", 100);
  EXPECT_NE(complaint([&] { sample.resume(folder / "run"); }).find("energy.csv: ends with step"), std::string::npos);
  std::ofstream(folder / "run/settings.json") << "{\"format\": 1";
  EXPECT_NE(complaint([&] { read_run_inputs(folder / "run"); }).find("settings.json: "), std::string::npos);
}

TEST(RunFolder, ALongerRun) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.vtk_every = 4;
  sample.run(folder / "reference");
  {
    RunFolder first = sample.create(folder / "run");
    SampleRun run(first.checkpoint());
    for (int k = 0; k < 7; ++k) first.record(run.step());
    first.finish(run.now(), false);
    EXPECT_TRUE(fs::is_empty(folder / "run/trajectory.parts"));
    EXPECT_EQ(nlohmann::json::parse(first.summary_json())["complete"], false);
  }
  RunInputs inputs = read_run_inputs(folder / "run");
  inputs.settings.duration = 99;
  RunFolder second = RunFolder::resume(folder / "run", inputs, sample.model, sample.start);
  EXPECT_EQ(second.checkpoint().step, 7);
  EXPECT_EQ(read_run_inputs(folder / "run").settings.duration, 99);
  Sample::go_on(second);
  expect_same_run(folder / "run", folder / "reference");
}

TEST(RunFolder, FullDisk) {
  const TemporaryFolder folder;
  Sample sample;
  sample.run(folder / "reference");
  for (const rlim_t bytes : {300, 900, 3000, 12000}) {
    fs::remove_all(folder / "run");
    std::string message;
    {
      RunFolder run = sample.create(folder / "run");
      Sample::go_on(run, 10);
      const SmallDisk disk(bytes);
      message = complaint([&] { Sample::go_on(run); });
    }
    EXPECT_NE(message.find((folder / "run").string()), std::string::npos) << message;
    EXPECT_NE(message.find("File too large"), std::string::npos) << message;
    EXPECT_GE(load_checkpoint(folder / "run/checkpoint.h5").step, 10);
    EXPECT_GE(TrajectoryFile::open(folder / "run/trajectory.h5").last("/steps/step").value_or(0), 5);
    RunFolder rest = sample.resume(folder / "run");
    Sample::go_on(rest);
    expect_same_run(folder / "run", folder / "reference");
  }
}

TEST(RunFolder, FullDiskUnderTheEnergies) {
  const TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder.path());
  const fs::path path = folder / "energy.csv";
  EnergyLog log = EnergyLog::create(path, 0, {}, manifest);
  const std::string before = file_content(path);
  const SmallDisk disk(before.size() + 5);
  log.append(1, 0.1, {}, {});
  EXPECT_EQ(complaint([&] { log.flush(); }), path.string() + ": cannot be written: File too large");
  EXPECT_EQ(file_content(path), before) << "no half of a line";
}

/// Lets a child work until its `calls`-th entry into or return from the system, then kills it. False when it was done
/// before; every change to a file happens between two of these moments.
template <class Work>
bool killed_at(int calls, const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::raise(SIGSTOP);
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  for (int k = 0; k < calls && WIFSTOPPED(status); ++k) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
  }
  if (!WIFSTOPPED(status)) {
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return false;
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return true;
}

bool may_trace() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void expect_readable(const fs::path& run) {
  if (!fs::exists(run / "settings.json")) return;
  const std::int64_t step = load_checkpoint(run / "checkpoint.h5").step;
  EXPECT_EQ(nlohmann::json::parse(file_content(run / "settings.json"))["format"], 3);
  std::int64_t reached = TrajectoryFile::open(run / "trajectory.h5").last("/steps/step").value_or(0);
  EXPECT_LE(reached, step);
  for (const TrajectoryPart& part : trajectory_parts(run / "trajectory.parts")) {
    EXPECT_EQ(TrajectoryFile::open(part.path).last("/steps/step"), part.last);
    reached = std::max(reached, part.last);
  }
  EXPECT_GE(reached, step);
}

TEST(RunFolder, KilledAtAnyMoment) {
  if (!may_trace()) GTEST_SKIP() << "the system does not let us follow a process";
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.vtk_every = 4;
  sample.inputs.output.save_problems = {7};
  sample.run(folder / "reference");
  const fs::path run = folder / "run";
  const auto work = [&] {
    RunFolder now =
        fs::exists(run / "settings.json") ? sample.resume(run) : sample.create(run, RunFolder::Existing::overwrite);
    Sample::go_on(now);
  };
  // A stride that is prime to most periods, with a second kill at another distance during the recovery.
  constexpr int stride = 197;
  int trials = 0;
  for (int calls = 1;; calls += stride, ++trials) {
    fs::remove_all(run);
    if (!killed_at(calls, work)) break;
    expect_readable(run);
    if (killed_at(calls % 701 + 50, work)) expect_readable(run);
    work();
    SCOPED_TRACE(calls);
    expect_same_run(run, folder / "reference");
    if (HasFailure()) break;
  }
  EXPECT_GT(trials, 20);
}

}  // namespace
}  // namespace signorini
