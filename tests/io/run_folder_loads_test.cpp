#include "signorini/io/run_folder_loads.h"

#include <bit>
#include <sstream>

#include "io/run_folder_sample.h"
#include "signorini/io/trajectory_file.h"

namespace signorini {
namespace {

using namespace testing;
using Sample = SampleFolder;
namespace fs = std::filesystem;

/// Fields of a CSV line, read as RFC 4180 says.
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[k++];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[k];
  }
  return fields;
}

std::vector<std::vector<std::string>> csv_lines(const fs::path& path) {
  std::istringstream text(file_content(path));
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(csv_fields(line));
  return lines;
}

/// The bits of a number, so that NaN equals itself and -0 is not 0.
std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }

TEST(RunFolderLoads, CsvHoldsTheNumbersOfTheTrajectory) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.every = 1;
  sample.run(folder / "run");
  const TrajectoryFile file = TrajectoryFile::open(folder / "run/trajectory.h5");
  const auto reals = [&](const std::string& path, std::vector<std::size_t> shape) {
    TrajectoryColumn column{path, std::move(shape), std::vector<double>{}};
    file.read(column);
    return std::get<std::vector<double>>(column.values);
  };
  const auto joints = csv_lines(folder / "run/joints.csv"), springs = csv_lines(folder / "run/springs.csv");
  ASSERT_EQ(joints.size(), 1u + run_steps);
  ASSERT_EQ(springs.size(), 1u + run_steps);
  ASSERT_EQ(joints[0].size(), 2u + 2 * 15);
  EXPECT_EQ(joints[0][2], "hinge, \"left\".force_x");
  EXPECT_EQ(joints[0][14], "hinge, \"left\".motor");
  EXPECT_EQ(joints[0][25], "joints[1].local_force_z");
  EXPECT_EQ(springs[0],
            (std::vector<std::string>{"step", "time", "coil.elongation", "coil.tension", "wire.angle", "wire.torque"}));
  const auto expect_same = [&](const auto& lines, std::size_t column, const std::vector<double>& numbers,
                               std::size_t width, std::size_t place) {
    for (std::size_t step = 0; step < run_steps; ++step)
      EXPECT_EQ(bits_of(std::stod(lines[step + 1].at(column))), bits_of(numbers.at(step * width + place)))
          << lines[0][column] << " in step " << step + 1;
  };
  for (std::size_t joint = 0; joint < 2; ++joint) {
    std::size_t column = 2 + 15 * joint;
    for (const char* vector : {"force", "torque", "local_force", "local_torque"})
      for (std::size_t axis = 0; axis < 3; ++axis)
        expect_same(joints, column++, reals(std::string("/joints/") + vector, {2, 3}), 6, 3 * joint + axis);
    for (const char* number : {"motor", "coordinate", "speed"})
      expect_same(joints, column++, reals(std::string("/joints/") + number, {2}), 2, joint);
  }
  expect_same(joints, 1, reals("/joints/time", {}), 1, 0);
  expect_same(springs, 2, reals("/springs/elongation", {1}), 1, 0);
  expect_same(springs, 3, reals("/springs/tension", {1}), 1, 0);
  expect_same(springs, 4, reals("/torsion_springs/angle", {1}), 1, 0);
  expect_same(springs, 5, reals("/torsion_springs/torque", {1}), 1, 0);
}

TEST(RunFolderLoads, CsvOfPairsHasALineForEachPairAndForEachStepWithoutAny) {
  const TemporaryFolder folder;
  Sample sample;
  sample.model.bodies[2].name = "ground, \"soft\"\nand wet";
  sample.run(folder / "run");
  const auto pairs = csv_lines(folder / "run/pairs.csv");
  ASSERT_EQ(pairs.size(), 1u + run_steps);
  SampleRun run(Checkpoint{.state = sample.start});
  for (std::size_t step = 1; step <= run_steps; ++step) {
    const StepRecord record = run.step();
    const std::vector<std::string>& line = pairs[step];
    ASSERT_EQ(line.size(), 11u);
    EXPECT_EQ(line[0], std::to_string(step));
    EXPECT_EQ(line[2], record.pairs.empty() ? "" : "ball");
    EXPECT_EQ(line[3], record.pairs.empty() ? "" : "ground, \"soft\" and wet");
    EXPECT_EQ(line[4], std::to_string(record.contacts.size()));
    const PairForce pair = record.pairs.empty() ? PairForce{} : record.pairs[0];
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(bits_of(std::stod(line[5 + k])), bits_of(pair.force[k]));
      EXPECT_EQ(bits_of(std::stod(line[8 + k])), bits_of(pair.torque[k]));
    }
  }
}

TEST(RunFolderLoads, CsvOnRequestOnly) {
  const TemporaryFolder folder;
  Sample sample;
  sample.inputs.output.csv = {"springs"};
  {
    RunFolder run = sample.create(folder / "run");
    Sample::go_on(run, 7);
  }
  EXPECT_TRUE(fs::exists(folder / "run/springs.csv"));
  EXPECT_FALSE(fs::exists(folder / "run/joints.csv"));
  EXPECT_FALSE(fs::exists(folder / "run/pairs.csv"));
  EXPECT_EQ(read_run_inputs(folder / "run").output.csv, sample.inputs.output.csv);
  sample.inputs.output.csv = {"springs", "joints"};
  EXPECT_NE(complaint([&] { sample.resume(folder / "run"); }).find("joints.csv: was not written so far"),
            std::string::npos);
  sample.inputs.output.csv = {"forces"};
  EXPECT_NE(complaint([&] { sample.create(folder / "other"); }).find("'forces' is not known"), std::string::npos);
}

}  // namespace
}  // namespace signorini
