// Files that are no ordinary files, or have no ordinary names: an answer at once, and never "a bug".

#include <sys/stat.h>

#include <fstream>

#include "cli/program.h"

namespace signorini {
namespace {

using namespace signorini::testing;
namespace fs = std::filesystem;

constexpr const char* scene = R"(time: {step: 0.01, duration: 0.02}
bodies:
  - {name: ball, density: 1000, shape: {type: sphere, radius: 0.1}}
)";
constexpr const char* tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

std::string body_of_mesh(const std::string& file) {
  return "bodies:\n  - {name: m, fixed: true, shape: {type: triangle_mesh, file: '" + file + "'}}\n" +
         "  - {name: ball, density: 1, position: [9, 9, 9], shape: {type: sphere, radius: 0.1}}\n";
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

/// The program through a shell, which has pipes.
Outcome run_in_shell(const TemporaryFolder& folder, const std::string& command) {
  const std::string line = "cd " + folder.path().string() + " && S='" + program_path + "'; " + command;
  Outcome outcome;
  outcome.exit_code = WEXITSTATUS(std::system(
      ("bash -c '" + line + "' > " + (folder / "out").string() + " 2> " + (folder / "err").string()).c_str()));
  outcome.out = bytes_of(folder / "out");
  outcome.err = bytes_of(folder / "err");
  return outcome;
}

TEST(OddFiles, PackagesAreFoundWhenTheSceneIsNamedWithoutAFolder) {
  const TemporaryFolder folder;
  write(folder / "s.yaml", "import: {file: r.urdf, fixed: true}\n" + std::string(scene));
  write(folder / "r.urdf",
        "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
        "<collision><geometry><mesh filename='package://meshes/m.obj'/></geometry></collision></link></robot>");
  fs::create_directory(folder / "meshes");
  write(folder / "meshes/m.obj", tetrahedron);
  for (const char* name : {"s.yaml", "./s.yaml"}) run_well(folder, {"info", name});
}

TEST(OddFiles, AScenePipedInIsStored) {
  const TemporaryFolder folder;
  write(folder / "s.yaml", scene);
  for (const char* how :
       {"\"$S\" run /dev/stdin --quiet --out a < s.yaml", "cat s.yaml | \"$S\" run /dev/stdin --quiet --out b",
        "\"$S\" run <(sleep 0.2; cat s.yaml) --quiet --out c"}) {
    const Outcome outcome = run_in_shell(folder, how);
    EXPECT_EQ(outcome.exit_code, 0) << how << ": " << outcome.err;
  }
  for (const char* out : {"a", "b", "c"}) {
    EXPECT_EQ(bytes_of(folder / out / "scene.yaml"), scene) << out;
    run_well(folder, {"run", "--resume", out, "--steps", "4", "--quiet"});
  }
}

TEST(OddFiles, PipesWithoutAWriterAndDevices) {
  const TemporaryFolder folder;
  ::mkfifo((folder / "pipe.yaml").c_str(), 0600);
  ::mkfifo((folder / "pipe.obj").c_str(), 0600);
  ::mkfifo((folder / "pipe.urdf").c_str(), 0600);
  ::mkfifo((folder / "pipe.hdf5").c_str(), 0600);
  for (const char* device : {"zero", "full", "null"})
    fs::create_symlink("/dev/zero", folder / (device + std::string(".obj")));
  fs::create_symlink("/dev/zero", folder / "zero.yaml");
  fs::create_symlink("/dev/zero", folder / "zero.hdf5");
  write(folder / "mesh.yaml", body_of_mesh("pipe.obj"));
  write(folder / "device.yaml", body_of_mesh("zero.obj"));
  write(folder / "import.yaml", "import: pipe.urdf\n");
  write(folder / "import_device.yaml", "import: /dev/zero\n");
  // A program that waits is ended after a while, which is no refusal.
  expect_refused(folder, {"info", "pipe.yaml"}, {"pipe.yaml", "nobody writes to"});
  expect_refused(folder, {"run", "mesh.yaml"}, {"pipe.obj", "nobody writes to"});
  expect_refused(folder, {"run", "import.yaml"}, {"pipe.urdf", "nobody writes to"});
  expect_refused(folder, {"solve", "pipe.hdf5"}, {"pipe.hdf5", "not a regular file"});
  expect_refused(folder, {"info", "zero.yaml"}, {"zero.yaml", "is a device"});
  expect_refused(folder, {"run", "/dev/zero"}, {"/dev/zero", "is a device"});
  expect_refused(folder, {"run", "device.yaml"}, {"zero.obj", "is a device"});
  expect_refused(folder, {"run", "import_device.yaml"}, {"/dev/zero", "is a device"});
  expect_refused(folder, {"solve", "zero.hdf5"}, {"zero.hdf5", "not a regular file"});
}

TEST(OddFiles, EndlessPipesAreCutOff) {
  const TemporaryFolder folder;
  const Outcome outcome = run_in_shell(folder, "cat /dev/zero | \"$S\" run /dev/stdin");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("more than 268435456 bytes"), std::string::npos) << outcome.err;
}

TEST(OddFiles, HugeFilesAreRefusedBeforeTheyAreRead) {
  const TemporaryFolder folder;
  for (const char* name : {"huge.yaml", "huge.stl"}) {
    write(folder / name, "");
    fs::resize_file(folder / name, std::uintmax_t{1} << 40);  // nothing on disk
  }
  write(folder / "mesh.yaml", body_of_mesh("huge.stl"));
  expect_refused(folder, {"info", "huge.yaml"}, {"huge.yaml", "1099511627776 bytes", "268435456"});
  expect_refused(folder, {"info", "mesh.yaml"}, {"huge.stl", "1099511627776 bytes", "268435456"});
}

TEST(OddFiles, NamesThatAreTooLong) {
  const TemporaryFolder folder;
  write(folder / "s.yaml", scene);
  const std::string long_name(300, 'x');
  write(folder / "mesh.yaml", body_of_mesh(long_name + ".obj"));
  write(folder / "import.yaml", "import: " + long_name + ".urdf\n");
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  expect_refused(folder, {"info", long_name + ".yaml"}, {"File name too long"});
  expect_refused(folder, {"run", long_name + ".yaml"}, {"File name too long"});
  expect_refused(folder, {"run", "mesh.yaml"}, {"File name too long"});
  expect_refused(folder, {"run", "import.yaml"}, {"File name too long"});
  expect_refused(folder, {"run", "s.yaml", "--out", long_name}, {"File name too long"});
  expect_refused(folder, {"run", "--resume", long_name}, {"holds no run"});
  expect_refused(folder, {"solve", long_name + ".hdf5"}, {"File name too long"});
  expect_refused(folder, {"solve", "p.hdf5", "--out", long_name}, {"File name too long"});
  expect_refused(folder, {"bench", long_name, "--solvers", "auto", "--out", "b"}, {"File name too long"});
  // As long as a name can be.
  run_well(folder, {"solve", "p.hdf5", "--quiet", "--out", std::string(250, 'y') + ".hdf5"});
}

TEST(OddFiles, LoopsOfLinks) {
  const TemporaryFolder folder;
  for (const char* name : {"loop.yaml", "loop.obj", "loop.urdf", "loop.hdf5", "loop"})
    fs::create_symlink(name, folder / name);
  write(folder / "s.yaml", scene);
  write(folder / "mesh.yaml", body_of_mesh("loop.obj"));
  write(folder / "import.yaml", "import: loop.urdf\n");
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const std::string reason = "Too many levels of symbolic links";
  expect_refused(folder, {"info", "loop.yaml"}, {"loop.yaml", reason});
  expect_refused(folder, {"run", "loop.yaml"}, {"loop.yaml", reason});
  expect_refused(folder, {"run", "mesh.yaml"}, {"loop.obj", reason});
  expect_refused(folder, {"run", "import.yaml"}, {"loop.urdf", reason});
  expect_refused(folder, {"run", "s.yaml", "--out", "loop"}, {"loop"});
  expect_refused(folder, {"run", "--resume", "loop"}, {"loop"});
  expect_refused(folder, {"solve", "loop.hdf5"}, {"loop.hdf5", reason});
  expect_refused(folder, {"solve", "p.hdf5", "--out", "loop"}, {"loop", reason});
  expect_refused(folder, {"bench", "loop", "--solvers", "auto", "--out", "b"}, {"loop"});
}

TEST(OddFiles, NamesThatAreNotUtf8) {
  const TemporaryFolder folder;
  const std::string name =
      "b\xff\xfe"
      "ll";
  write(folder / (name + ".yaml"), "output: {checkpoint_every: 1}\n" + body_of_mesh(name + ".obj"));
  write(folder / (name + ".obj"), tetrahedron);
  EXPECT_EQ(run_well(folder, {"info", name + ".yaml", "--json"}).json()["bodies"]["moving"], 1);
  const Json json = run_well(folder, {"run", name + ".yaml", "--steps", "2", "--json", "--out", name}).json();
  EXPECT_EQ(json["steps"], 2);
  EXPECT_EQ(Json::parse(bytes_of(folder / name / "summary.json"))["steps"], 2);
  fs::remove(folder / (name + ".obj"));
  EXPECT_EQ(run_well(folder, {"run", "--resume", name, "--steps", "4", "--json"}).json()["steps"], 4);
}

}  // namespace
}  // namespace signorini
