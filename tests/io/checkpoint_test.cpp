#include "signorini/io/checkpoint.h"

#include <cstring>
#include <limits>

#include "io/hdf5_edit.h"
#include "io/run_folder_support.h"
#include "io/support.h"
#include "signorini/io/hdf5.h"

namespace signorini {
namespace {

using namespace testing;

Checkpoint sample() {
  Checkpoint start;
  start.state = sample_start(sample_model());
  SampleRun run(start);
  RunSummary summary;
  for (int k = 0; k < 7; ++k) summary.add(run.step());
  Checkpoint checkpoint = run.now();
  checkpoint.summary = summary;
  checkpoint.digest = "0123456789abcdef";
  for (const double odd : {-0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity()}) {
    checkpoint.joint_impulses.push_back(odd);
    checkpoint.motor_shifts.push_back(odd);
  }
  checkpoint.overlapping = {{0, 1}};
  for (std::size_t k = 0; k < checkpoint.contact_impulses.size(); ++k)
    checkpoint.contact_points.emplace_back(static_cast<double>(k), -0.0, 0.1);
  checkpoint.summary.impacts_cut_off = 3;
  checkpoint.summary.unbalanced = 0.1;
  checkpoint.summary.inverted_elements = 5;
  checkpoint.summary.first_inverted = "step 3: element 1 of flexible body 'beam'";
  checkpoint.summary.stabilisation_share_most = 0.3;
  checkpoint.summary.pieces_sum = 40;
  checkpoint.summary.shortest_piece = 0.1 / 1024;
  checkpoint.summary.too_coarse = 2;
  checkpoint.summary.first_too_coarse = "step 7: body 'ball' is off";
  return checkpoint;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Checkpoint, CountsBeyond32Bits) {
  const TemporaryFolder folder;
  Checkpoint a = sample();
  a.step = 4'294'967'299;
  save_checkpoint(folder / "c.h5", a);
  EXPECT_EQ(load_checkpoint(folder / "c.h5").step, a.step);
}

TEST(Checkpoint, ComesBackBitForBit) {
  const TemporaryFolder folder;
  const Checkpoint a = sample();
  save_checkpoint(folder / "c.h5", a);
  const Checkpoint b = load_checkpoint(folder / "c.h5");
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_TRUE(same_bits(a.state.time, b.state.time));
  ASSERT_EQ(a.state.poses.size(), b.state.poses.size());
  for (std::size_t k = 0; k < a.state.poses.size(); ++k) {
    EXPECT_EQ(a.state.poses[k].position, b.state.poses[k].position);
    EXPECT_EQ(a.state.poses[k].orientation.coeffs(), b.state.poses[k].orientation.coeffs());
  }
  EXPECT_EQ(a.state.v, b.state.v);
  ASSERT_FALSE(a.contact_impulses.empty());
  EXPECT_EQ(a.contact_impulses, b.contact_impulses);
  ASSERT_FALSE(a.contact_points.empty());
  EXPECT_EQ(a.contact_points, b.contact_points);
  EXPECT_TRUE(std::signbit(b.contact_impulses[0].second.z()));
  EXPECT_TRUE(std::ranges::equal(a.joint_impulses, b.joint_impulses, same_bits));
  EXPECT_TRUE(std::ranges::equal(a.motor_shifts, b.motor_shifts, same_bits));
  EXPECT_EQ(a.overlapping, b.overlapping);
  EXPECT_EQ(a.summary.impacts_cut_off, b.summary.impacts_cut_off);
  EXPECT_EQ(a.summary.unbalanced, b.summary.unbalanced);
  EXPECT_EQ(a.summary.inverted_elements, b.summary.inverted_elements);
  EXPECT_EQ(a.summary.first_inverted, b.summary.first_inverted);
  EXPECT_EQ(a.summary.stabilisation_share_most, b.summary.stabilisation_share_most);
  EXPECT_EQ(a.summary.pieces_sum, b.summary.pieces_sum);
  EXPECT_EQ(a.summary.shortest_piece, b.summary.shortest_piece);
  EXPECT_EQ(a.summary.too_coarse, b.summary.too_coarse);
  EXPECT_EQ(a.summary.first_too_coarse, b.summary.first_too_coarse);
  std::vector<double> figures;
  each_figure(a.summary, [&](const std::string&, auto value) { figures.push_back(static_cast<double>(value)); });
  std::size_t k = 0;
  each_figure(b.summary, [&](const std::string& name, auto value) {
    EXPECT_EQ(figures[k++], static_cast<double>(value)) << name;
  });
}

TEST(Checkpoint, EmptyOne) {
  const TemporaryFolder folder;
  save_checkpoint(folder / "c.h5", {});
  const Checkpoint back = load_checkpoint(folder / "c.h5");
  EXPECT_EQ(back.step, 0);
  EXPECT_TRUE(back.contact_impulses.empty() && back.joint_impulses.empty() && back.state.poses.empty());
}

TEST(Checkpoint, SameContentSameBytes) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = sample();
  save_checkpoint(folder / "a.h5", checkpoint);
  save_checkpoint(folder / "b.h5", checkpoint);
  EXPECT_EQ(file_content(folder / "a.h5"), file_content(folder / "b.h5"));
}

TEST(Checkpoint, FullDiskLeavesTheOldOne) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = sample();
  save_checkpoint(folder / "c.h5", checkpoint);
  checkpoint.step = 99;
  std::string message;
  {
    const SmallDisk disk(1000);
    message = complaint([&] { save_checkpoint(folder / "c.h5", checkpoint); });
  }
  EXPECT_NE(message.find((folder / "c.h5").string()), std::string::npos) << message;
  EXPECT_EQ(load_checkpoint(folder / "c.h5").step, 7);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"c.h5"});
}

TEST(Checkpoint, NamesWhatIsWrong) {
  const TemporaryFolder folder;
  const auto load = [&] { return complaint([&] { load_checkpoint(folder / "c.h5"); }); };
  const auto spoiled = [&](auto spoil) {
    save_checkpoint(folder / "c.h5", sample());
    {
      const hdf5::Handle file(H5Fopen((folder / "c.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
      spoil(file.get());
    }
    return load();
  };
  EXPECT_NE(load().find("c.h5: no such file"), std::string::npos);
  std::ofstream(folder / "c.h5") << "not HDF5";
  EXPECT_NE(load().find("c.h5: is not an HDF5 file"), std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { write_attribute(f, "/", "format", 99); }).find("/format: is 99"), std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { remove(f, "/state/velocity"); }).find("/state/velocity"), std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { resize<double>(f, "/state/poses", 1); }).find("not a multiple of 7"),
            std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { resize<double>(f, "/contacts/impulses", -1); }).find("/contacts/impulses"),
            std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { set(f, "/contacts/keys", 2, 70000); }).find("70000"), std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { put(f, "/step", std::vector{-1}); }).find("/step: is -1"), std::string::npos);
  EXPECT_NE(spoiled([](hid_t f) { set(f, "/summary/steps", 0, 1e231); }).find("/summary/steps: is 1e+231"),
            std::string::npos);
}

}  // namespace
}  // namespace signorini
