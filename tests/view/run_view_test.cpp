#include "signorini/view/run_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/run/run.h"
#include "view/read_message.h"

namespace signorini {
namespace {

using namespace signorini::testing;
using view::RunView;

constexpr const char* scene = R"(
name: two balls
bodies:
  - {name: "<script>alert(1)</script>", shape: {type: sphere, radius: 0.1}, density: 1000, position: [0, 0, 0.1]}
  - {name: upper, shape: {type: sphere, radius: 0.1}, density: 1000, position: [0.5, 0, 0.3]}
  - {name: floor, fixed: true, shape: {type: plane}}
time: {step: 0.01, duration: 0.3}
)";

/// Runs a scene and gives what was recorded beside the folder.
struct Made {
  TemporaryFolder folder;
  std::vector<StepRecord> records;

  Made() {
    std::ofstream(folder / "scene.yaml") << scene;
    Run run = read_run(folder / "scene.yaml");
    run.folder = folder / "out";
    run.stepped = [&](const StepRecord& record) { records.push_back(record); };
    simulate(run);
  }
};

TEST(RunViewTest, FramesAreThoseOfTheRun) {
  const Made made;
  const RunView run(made.folder / "out");
  const nlohmann::json about = nlohmann::json::parse(run.description());
  ASSERT_EQ(run.frame_count(), made.records.size() + 1);
  EXPECT_EQ(about["bodies"][0]["name"], "<script>alert(1)</script>");
  EXPECT_EQ(about["complete"], true);
  std::size_t frame = 0;
  for (std::size_t chunk = 0; chunk < run.chunk_count(); ++chunk) {
    const ReadMessage message = read_message(run.frames(chunk));
    for (std::size_t k = 0; k < message.head["count"]; ++k, ++frame) {
      if (frame == 0) continue;
      const State& state = made.records[frame - 1].state;
      EXPECT_NEAR(message.arrays.at("time")[k], state.time, 1e-6);
      for (std::size_t body = 0; body < 2; ++body)
        for (std::size_t c = 0; c < 3; ++c) {
          const auto place = static_cast<Eigen::Index>(c);
          EXPECT_NEAR(message.arrays.at("position")[(2 * k + body) * 3 + c], state.poses[body].position[place], 5e-5);
          EXPECT_NEAR(message.arrays.at("velocity")[(2 * k + body) * 6 + c],
                      state.v[static_cast<Eigen::Index>(6 * body) + place], 1e-5);
        }
    }
  }
  EXPECT_EQ(frame, run.frame_count());
  EXPECT_THROW(run.frames(run.chunk_count()), InputError);
}

TEST(RunViewTest, ContactsHaveTheirImpulsesAndShares) {
  const Made made;
  const RunView run(made.folder / "out");
  const ReadMessage message = read_message(run.contacts(0));
  const auto& start = message.arrays.at("start");
  for (std::size_t frame = 1; frame < message.head["count"]; ++frame) {
    const StepRecord& record = made.records[frame - 1];
    ASSERT_EQ(start[frame + 1] - start[frame], static_cast<double>(record.contacts.size()));
    double squares = 0;
    for (std::size_t k = 0; k < record.contacts.size(); ++k) {
      const auto row = static_cast<std::size_t>(start[frame]) + k;
      EXPECT_NEAR(message.arrays.at("impulse")[3 * row + 2], record.impulses[k].z(), 1e-6);
      EXPECT_NEAR(message.arrays.at("gap")[row], record.contacts[k].gap, 1e-7);
      const double state = message.arrays.at("state")[row];
      EXPECT_EQ(state == 0, !(record.impulses[k].norm() > 0)) << "frame " << frame;
      squares += std::pow(message.arrays.at("error")[row], 2);
    }
    // Without joints the shares are all of it; the certificate is that of the worst island.
    EXPECT_LE(record.certificate.natural, 1.01 * std::sqrt(squares) + 1e-16);
  }
}

TEST(RunViewTest, CompactRunsAreNearlyTheSame) {
  const Made made;
  const RunView fine(made.folder / "out"),
      compact(made.folder / "out", {.stride = 3, .contacts = false, .compact = true});
  EXPECT_EQ(compact.frame_count(), (fine.frame_count() + 2) / 3);
  const ReadMessage a = read_message(fine.frames(0)), b = read_message(compact.frames(0));
  constexpr double radius = 0.1;
  for (std::size_t k = 0; k < b.head["count"]; ++k)
    for (std::size_t c = 0; c < 6; ++c)
      EXPECT_NEAR(b.arrays.at("position")[6 * k + c], a.arrays.at("position")[18 * k + c], 1e-3 * radius);
  for (std::size_t k = 0; k < b.head["count"]; ++k)
    for (std::size_t c = 0; c < 8; ++c)
      EXPECT_NEAR(b.arrays.at("orientation")[8 * k + c], a.arrays.at("orientation")[24 * k + c], 2e-4);
  EXPECT_FALSE(b.arrays.contains("velocity"));  // the page takes them from places
  EXPECT_TRUE(read_message(compact.contacts(0)).arrays.at("gap").empty());
}

TEST(RunViewTest, FoldersWithoutARunAreRefusedByName) {
  const TemporaryFolder folder;
  const auto message_of = [&](const std::filesystem::path& path) -> std::string {
    try {
      RunView run(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message_of(folder / "none").find("no such folder"), std::string::npos);
  EXPECT_NE(message_of(folder.path()).find("no trajectory.h5"), std::string::npos);
  std::ofstream(folder / "trajectory.h5") << "not HDF5";
  EXPECT_NE(message_of(folder.path()).find("trajectory.h5"), std::string::npos);
}

TEST(RunViewTest, CutAndForeignFilesAndLinksOutOfTheFolderAreRefused) {
  const Made made;
  const std::filesystem::path whole = made.folder / "out" / "trajectory.h5";
  std::filesystem::create_directory(made.folder / "link");
  std::filesystem::create_symlink(whole, made.folder / "link" / "trajectory.h5");
  EXPECT_THROW(RunView(made.folder / "link"), InputError);
  std::filesystem::create_directory(made.folder / "cut");
  std::filesystem::copy_file(whole, made.folder / "cut" / "trajectory.h5");
  std::filesystem::resize_file(made.folder / "cut" / "trajectory.h5", std::filesystem::file_size(whole) / 2);
  EXPECT_THROW(RunView(made.folder / "cut"), InputError);
  // HDF5, but of somebody else.
  std::filesystem::create_directory(made.folder / "foreign");
  std::filesystem::copy_file(made.folder / "out" / "checkpoint.h5", made.folder / "foreign" / "trajectory.h5");
  EXPECT_THROW(RunView(made.folder / "foreign"), InputError);
}

}  // namespace
}  // namespace signorini
