#include "signorini/io/trajectory.h"

#include "io/hdf5_edit.h"
#include "io/run_folder_support.h"
#include "io/support.h"
#include "python.h"
#include "signorini/io/hdf5.h"
#include "signorini/io/trajectory_file.h"
#include "signorini/io/trajectory_parts.h"

namespace signorini {
namespace {

using namespace testing;
namespace fs = std::filesystem;

OutputSettings every_second_step() {
  OutputSettings output;
  output.every = 2;
  return output;
}

struct Sample {
  Model model = sample_model();
  State start = sample_start(model);
  Settings settings;
  OutputSettings output = every_second_step();

  static std::shared_ptr<Manifest> manifest(const fs::path& path) {
    const fs::path folder = path.parent_path();
    return std::make_shared<Manifest>(Manifest::exists(folder) ? Manifest::open(folder) : Manifest::create(folder));
  }
  TrajectoryWriter create(const fs::path& path) const {
    return TrajectoryWriter::create(path, manifest(path), model, settings, output, start);
  }
  TrajectoryWriter reopen(const fs::path& path, int last_step) const {
    return TrajectoryWriter::reopen(path, manifest(path), model, output, last_step);
  }
  /// `steps` steps from the start, saved after every `interval` of them.
  void write(const fs::path& path, int steps, int interval) const {
    TrajectoryWriter writer = create(path);
    go_on(writer, Checkpoint{.state = start}, steps, interval);
    writer.merge();
  }
  static Checkpoint go_on(TrajectoryWriter& writer, const Checkpoint& from, int steps, int interval) {
    SampleRun run(from);
    while (run.now().step < steps) {
      writer.append(run.step());
      if (run.now().step % interval == 0) writer.save();
    }
    writer.save();
    return run.now();
  }
};

struct OpenFile {
  explicit OpenFile(const fs::path& path) : id(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {}
  std::vector<int> integers(const std::string& path) const { return get<int>(id.get(), path); }
  std::vector<double> reals(const std::string& path) const { return get<double>(id.get(), path); }
  hdf5::Handle id;
};

TEST(Trajectory, CountsBeyond32Bits) {
  const TemporaryFolder folder;
  constexpr std::int64_t first = 4'294'967'299;
  const Sample sample;
  TrajectoryColumns columns(3, 12, true, {});
  StepRecord record = SampleRun(Checkpoint{.state = sample.start}).step();
  record.step = first;
  columns.add_frame(record);
  columns.add_step(record);
  Manifest manifest = Manifest::create(folder.path());
  write_trajectory_part(trajectory_part(folder.path(), first, first + 1), columns, manifest);
  const std::vector<TrajectoryPart> parts = trajectory_parts(folder.path());
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].first, first);
  EXPECT_EQ(parts[0].last, first + 1);
  const TrajectoryFile file = TrajectoryFile::open(parts[0].path);
  EXPECT_EQ(file.last("/steps/step"), first);
  EXPECT_EQ(file.last("/frames/step"), first);
}

TEST(Trajectory, SaysWhereTheFrameOfTheSceneSitsInTheBody) {
  const TemporaryFolder folder;
  Sample sample;
  sample.model.bodies[1].origin = {0.5, -0.25, 2};
  sample.write(folder / "t.h5", 2, 1);
  EXPECT_EQ(OpenFile(folder / "t.h5").reals("/bodies/origin"), (std::vector<double>{0, 0, 0, 0.5, -0.25, 2, 0, 0, 0}));
}

TEST(Trajectory, HoldsWhatWasAppended) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.write(folder / "t.h5", 5, 2);
  SampleRun run(Checkpoint{.state = sample.start});
  std::vector<StepRecord> records;
  for (int k = 0; k < 5; ++k) records.push_back(run.step());

  const OpenFile file(folder / "t.h5");
  EXPECT_EQ(file.integers("/frames/step"), (std::vector{0, 2, 4}));
  EXPECT_EQ(file.integers("/steps/step"), (std::vector{1, 2, 3, 4, 5}));
  EXPECT_EQ(file.integers("/steps/contacts"), (std::vector{1, 2, 3, 0, 1}));
  EXPECT_EQ(file.integers("/steps/status"), (std::vector{0, 0, 0, 0, 1}));
  EXPECT_EQ(file.integers("/contacts/start"), (std::vector{0, 0, 2, 2}));
  EXPECT_EQ(file.integers("/contacts/body_b"), (std::vector{2, 2}));
  const std::vector<double> position = file.reals("/frames/position");
  ASSERT_EQ(position.size(), 3u * 3 * 3);
  EXPECT_EQ(position[2], 3.0);
  EXPECT_EQ(Vector3(&position[9]), records[1].state.poses[0].position);
  const std::vector<double> orientation = file.reals("/frames/orientation");
  ASSERT_EQ(orientation.size(), 3u * 3 * 4);
  EXPECT_EQ(orientation[2 * 12 + 4], records[3].state.poses[1].orientation.w());
  EXPECT_EQ(orientation[2 * 12 + 5], records[3].state.poses[1].orientation.x());
  const std::vector<double> velocity = file.reals("/frames/velocity");
  ASSERT_EQ(velocity.size(), 3u * 12);
  EXPECT_EQ(Eigen::Map<const Vector>(&velocity[24], 12), records[3].state.v);
  const std::vector<double> impulse = file.reals("/contacts/impulse");
  ASSERT_EQ(impulse.size(), 2u * 3);
  EXPECT_EQ(Vector3(&impulse[3]), records[1].impulses[1]);
  EXPECT_EQ(file.integers("/pairs/start"), (std::vector{0, 0, 1, 1}));
  EXPECT_EQ(file.integers("/pairs/body_a"), (std::vector{0}));
  EXPECT_EQ(file.integers("/pairs/body_b"), (std::vector{2}));
  EXPECT_EQ(file.integers("/pairs/contacts"), (std::vector{2}));
  EXPECT_EQ(Vector3(file.reals("/pairs/force").data()), records[1].pairs[0].force);
  EXPECT_EQ(Vector3(file.reals("/pairs/torque").data()), records[1].pairs[0].torque);
  EXPECT_EQ(file.reals("/steps/natural")[4], records[4].certificate.natural);
  EXPECT_EQ(file.reals("/steps/kinetic")[2], records[2].energies.kinetic);
  EXPECT_EQ(file.reals("/bodies/mass")[0], 2.5);
  EXPECT_EQ(file.integers("/bodies/fixed"), (std::vector{0, 0, 1}));
  EXPECT_EQ(file.integers("/bodies/shapes/body"), (std::vector{0, 1, 1, 1, 1, 2, 2, 2, 2, 2}));
  EXPECT_EQ(file.integers("/bodies/shapes/corner_start"), (std::vector{0, 0, 0, 0, 0, 4, 4, 8, 8, 8, 8}));
  EXPECT_EQ(file.integers("/bodies/shapes/triangle_start"), (std::vector{0, 0, 0, 0, 0, 4, 4, 6, 6, 6, 6}));
}

TEST(Trajectory, HoldsTheForcesOfJointsAndSprings) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.write(folder / "t.h5", 5, 2);
  SampleRun run(Checkpoint{.state = sample.start});
  std::vector<StepRecord> records;
  for (int k = 0; k < 5; ++k) records.push_back(run.step());

  const OpenFile file(folder / "t.h5");
  for (const char* group : {"/joints", "/springs", "/torsion_springs"}) {
    EXPECT_EQ(file.integers(std::string(group) + "/step"), (std::vector{2, 4})) << "the start has no forces";
    EXPECT_EQ(file.reals(std::string(group) + "/time"), (std::vector{records[1].state.time, records[3].state.time}));
  }
  EXPECT_EQ(TrajectoryFile::open(folder / "t.h5").read_texts("/joints/name"),
            (std::vector<std::string>{"hinge, \"left\"", "joints[1]"}));
  EXPECT_EQ(file.integers("/joints/body_a"), (std::vector{2, -1}));
  EXPECT_EQ(file.integers("/joints/body_b"), (std::vector{0, 1}));
  const auto expect_vectors = [&](const char* path, Vector3 JointForce::*member) {
    const std::vector<double> all = file.reals(path);
    ASSERT_EQ(all.size(), 2u * 2 * 3);
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t joint = 0; joint < 2; ++joint)
        EXPECT_EQ(Vector3(&all[6 * row + 3 * joint]), records[2 * row + 1].joints[joint].*member) << path;
  };
  expect_vectors("/joints/force", &JointForce::force);
  expect_vectors("/joints/torque", &JointForce::torque);
  expect_vectors("/joints/local_force", &JointForce::local_force);
  expect_vectors("/joints/local_torque", &JointForce::local_torque);
  EXPECT_EQ(file.reals("/joints/motor")[3], records[3].joints[1].motor);
  EXPECT_EQ(file.reals("/joints/coordinate")[2], records[3].joints[0].coordinate);
  EXPECT_EQ(file.reals("/joints/speed")[2], records[3].joints[0].speed);
  EXPECT_TRUE(std::isnan(file.reals("/joints/coordinate")[3])) << "a spherical joint has none";
  EXPECT_EQ(file.reals("/springs/elongation")[1], records[3].springs[0].elongation);
  EXPECT_EQ(file.reals("/springs/tension")[1], records[3].springs[0].tension);
  EXPECT_EQ(file.reals("/torsion_springs/angle")[0], records[1].torsion_springs[0].angle);
  EXPECT_EQ(file.reals("/torsion_springs/torque")[0], records[1].torsion_springs[0].torque);
}

/// Rows of datasets that an older file lacks would begin in the middle.
TEST(Trajectory, OfAnotherVersionIsNotGoneOnWith) {
  const TemporaryFolder folder;
  Sample sample, older;
  older.model.springs.clear();
  older.write(folder / "t.h5", 5, 5);
  EXPECT_NE(complaint([&] { sample.reopen(folder / "t.h5", 5); }).find("/springs/step: the dataset is missing"),
            std::string::npos);
}

TEST(Trajectory, WithoutContacts) {
  const TemporaryFolder folder;
  Sample sample;
  sample.output.contacts = false;
  sample.write(folder / "t.h5", 5, 2);
  const OpenFile file(folder / "t.h5");
  EXPECT_EQ(H5Lexists(file.id.get(), "/contacts", H5P_DEFAULT), 0);
  EXPECT_EQ(H5Lexists(file.id.get(), "/pairs", H5P_DEFAULT), 0);
  EXPECT_EQ(file.integers("/frames/step"), (std::vector{0, 2, 4}));
  sample.output.contacts = true;
  EXPECT_NE(complaint([&] { sample.reopen(folder / "t.h5", 5); }).find("/contacts/start"), std::string::npos);
}

TEST(Trajectory, NothingThatMoves) {
  const TemporaryFolder folder;
  Sample sample;
  sample.model.bodies = {sample.model.bodies[2]};
  sample.model.joints.clear(), sample.model.springs.clear(), sample.model.torsion_springs.clear();
  sample.start = sample_start(sample.model);
  TrajectoryWriter writer = sample.create(folder / "t.h5");
  StepRecord record;
  record.state = sample.start;
  for (record.step = 1; record.step <= 4; ++record.step) writer.append(record);
  writer.save();
  writer.merge();
  EXPECT_EQ(OpenFile(folder / "t.h5").integers("/frames/step"), (std::vector{0, 2, 4}));
}

TEST(Trajectory, IsTheSameHoweverItWasCut) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.write(folder / "a.h5", 20, 20);
  sample.write(folder / "b.h5", 20, 1);
  EXPECT_EQ(trajectory_difference(folder / "a.h5", folder / "b.h5"), "");
  EXPECT_TRUE(fs::is_empty(folder / "a.parts"));
}

TEST(Trajectory, TellsDifferences) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.write(folder / "a.h5", 8, 4);
  sample.write(folder / "b.h5", 7, 4);
  EXPECT_NE(trajectory_difference(folder / "a.h5", folder / "b.h5").find("shape"), std::string::npos);
  for (const std::string path : {"/frames/velocity", "/contacts/impulse", "/steps/natural", "/bodies/mass"}) {
    fs::copy_file(folder / "a.h5", folder / "c.h5", fs::copy_options::overwrite_existing);
    {
      const hdf5::Handle file(H5Fopen((folder / "c.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
      const hdf5::Handle set_id(H5Dopen2(file.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
      std::vector<double> values = get<double>(file.get(), path);
      values.back() = std::nextafter(values.back(), 100.0);
      H5Dwrite(set_id.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    }
    EXPECT_NE(trajectory_difference(folder / "a.h5", folder / "c.h5").find(path + " differs in row"),
              std::string::npos);
  }
}

TEST(Trajectory, GoesOn) {
  const TemporaryFolder folder;
  const Sample sample;
  sample.write(folder / "whole.h5", 13, 13);
  for (const bool merged : {false, true}) {
    TrajectoryWriter writer = sample.create(folder / "t.h5");
    const Checkpoint seven = Sample::go_on(writer, Checkpoint{.state = sample.start}, 7, 3);
    if (merged) writer.merge();
    Sample::go_on(writer, seven, 9, 1);  // newer than where we go on from
    TrajectoryWriter next = sample.reopen(folder / "t.h5", 7);
    Sample::go_on(next, seven, 13, 4);
    next.merge();
    EXPECT_EQ(trajectory_difference(folder / "t.h5", folder / "whole.h5"), "");
  }
}

TEST(Trajectory, ComplainsWhenStepsAreMissing) {
  const TemporaryFolder folder;
  const Sample sample;
  TrajectoryWriter writer = sample.create(folder / "t.h5");
  Sample::go_on(writer, Checkpoint{.state = sample.start}, 9, 3);
  const auto reopen = [&](int step) { return complaint([&] { sample.reopen(folder / "t.h5", step); }); };
  EXPECT_NE(reopen(10).find("steps 10 to 10 are missing"), std::string::npos);
  fs::remove(folder / "t.parts/000000004-000000006.h5");
  EXPECT_NE(reopen(9).find("steps 4 to 9 are missing"), std::string::npos);
  Sample other;
  other.model.bodies[0].name = "cube";
  EXPECT_NE(complaint([&] { other.reopen(folder / "t.h5", 3); }).find("/bodies/name"), std::string::npos);
  sample.write(folder / "t.h5", 9, 3);
  EXPECT_NE(reopen(2).find("ends with 9"), std::string::npos);
}

TEST(Trajectory, NoticesWhatWasRemovedOrChangedWhileWriting) {
  const TemporaryFolder folder;
  const Sample sample;
  const auto merging = [&](auto spoil) {
    TrajectoryWriter writer = sample.create(folder / "t.h5");
    Sample::go_on(writer, Checkpoint{.state = sample.start}, 9, 3);
    spoil();
    return complaint([&] { writer.merge(); });
  };
  const fs::path middle = folder / "t.parts/000000004-000000006.h5";
  EXPECT_NE(merging([&] { fs::remove(middle); }).find(middle.string() + ": is missing"), std::string::npos);
  EXPECT_NE(merging([&] { flip_bit(middle, 3000); }).find(middle.string() + ": is not as the run wrote it"),
            std::string::npos);
  fs::remove(middle);
  EXPECT_NE(merging([&] { flip_bit(folder / "t.h5", 3000); }).find("t.h5: is not as the run wrote it"),
            std::string::npos);
  fs::remove(folder / "t.h5");
  EXPECT_NE(merging([&] { fs::remove(folder / "t.h5"); }).find("t.h5: is missing"), std::string::npos);
}

/// The name that merging used to write to could be foretold.
TEST(Trajectory, DoesNotFollowAPlantedLink) {
  const TemporaryFolder folder;
  const Sample sample;
  std::ofstream(folder / "mine") << "mine";
  fs::create_symlink("mine", folder / ".t.h5.merging");
  sample.write(folder / "t.h5", 9, 3);
  EXPECT_EQ(file_content(folder / "mine"), "mine");
  EXPECT_TRUE(fs::is_symlink(folder / ".t.h5.merging"));
}

TEST(Trajectory, MergesOnlyWhenItPays) {
  const TemporaryFolder folder;
  const Sample sample;
  TrajectoryWriter writer = sample.create(folder / "t.h5");
  Checkpoint now{.state = sample.start};
  int merges = 0;
  std::uintmax_t size = fs::file_size(folder / "t.h5");
  for (int step = 10; step <= 2000; step += 10) {
    now = Sample::go_on(writer, now, step, 10);
    writer.merge_when_large();
    merges += fs::file_size(folder / "t.h5") != size ? 1 : 0;
    size = fs::file_size(folder / "t.h5");
  }
  EXPECT_GE(merges, 1);
  EXPECT_LE(merges, 20);
  writer.merge();
  sample.write(folder / "whole.h5", 2000, 2000);
  EXPECT_EQ(trajectory_difference(folder / "t.h5", folder / "whole.h5"), "");
}

TEST(Trajectory, FullDisk) {
  const TemporaryFolder folder;
  const Sample sample;
  TrajectoryWriter writer = sample.create(folder / "t.h5");
  Checkpoint now = Sample::go_on(writer, Checkpoint{.state = sample.start}, 5, 5);
  std::string saving, merging;
  {
    const SmallDisk disk(1000);
    saving = complaint([&] { now = Sample::go_on(writer, now, 10, 5); });
    merging = complaint([&] { writer.merge(); });
    writer.merge_when_large();
  }
  EXPECT_NE(saving.find("000000006-000000010.h5: cannot be written: File too large"), std::string::npos) << saving;
  EXPECT_NE(merging.find("t.h5: cannot be written: File too large"), std::string::npos) << merging;
  EXPECT_EQ(OpenFile(folder / "t.parts/000000001-000000005.h5").integers("/steps/step").size(), 5u);
  EXPECT_EQ(OpenFile(folder / "t.h5").integers("/frames/step").size(), 1u);
  std::vector<std::string> names = folder.names();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"manifest.txt", "t.h5", "t.parts"}));
  // With room again, nothing is lost.
  writer.save();
  writer.merge();
  sample.write(folder / "whole.h5", 10, 10);
  EXPECT_EQ(trajectory_difference(folder / "t.h5", folder / "whole.h5"), "");
}

/// Chunks are compressed as a whole: those of a short run are short, and those of a long one fill a file well.
TEST(Trajectory, ChunksAreAsLongAsTheRun) {
  const TemporaryFolder folder;
  Sample sample;
  const auto rows_of = [&](const char* name, double duration, const char* dataset) {
    sample.settings.duration = duration;
    sample.write(folder / name, 3, 3);
    const OpenFile file(folder / name);
    const hdf5::Handle data(H5Dopen2(file.id.get(), dataset, H5P_DEFAULT), H5Dclose);
    const hdf5::Handle properties(H5Dget_create_plist(data.get()), H5Pclose);
    hsize_t shape[2] = {0, 0};
    H5Pget_chunk(properties.get(), 2, shape);
    return shape[0];
  };
  EXPECT_EQ(rows_of("short.h5", 0.03, "/steps/time"), 512u);
  EXPECT_EQ(rows_of("middle.h5", 20, "/steps/time"), 2001u);
  EXPECT_GT(rows_of("contacts.h5", 20, "/contacts/gap"), 2001u);
  EXPECT_EQ(rows_of("long.h5", 1e9, "/steps/time"), 8192u);
  EXPECT_EQ(trajectory_difference(folder / "short.h5", folder / "long.h5"), "");
}

TEST(Trajectory, OpensInH5py) {
  const TemporaryFolder folder;
  Sample().write(folder / "t.h5", 5, 2);
  const std::string script =
      "import h5py, sys\n"
      "with h5py.File(sys.argv[1]) as f:\n"
      "    assert [n.decode() for n in f['bodies/name']] == ['ball', 'röhre', 'ground']\n"
      "    assert f['bodies/shapes/kind'].asstr()[0] == 'sphere'\n"
      "    assert f['frames/position'].shape == (3, 3, 3) and f['frames/position'].maxshape[0] is None\n"
      "    assert f['frames/position'].compression == 'gzip' and f['frames/position'].shuffle\n"
      "    a, b = f['contacts/start'][1:3]\n"
      "    assert f['contacts/impulse'][a:b].shape == (2, 3)\n"
      "    assert f.attrs['law'] == 'coulomb' and f.attrs['time_step'] == 0.01\n"
      "    assert f['steps'].attrs['status_names'].startswith('0=solved')\n";
  EXPECT_TRUE(testing::python_agrees(script, folder / "t.h5"));
}

}  // namespace
}  // namespace signorini
