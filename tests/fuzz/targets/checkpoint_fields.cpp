#include "hdf5_edits.h"
#include "signorini/io/checkpoint.h"

using namespace signorini;

namespace {

Checkpoint sound_checkpoint() {
  Checkpoint checkpoint;
  checkpoint.step = 3;
  checkpoint.state.poses.resize(2);
  checkpoint.state.v = Vector::Ones(12);
  checkpoint.contact_impulses = {{ContactKey{}, Vector3(1, 2, 3)}, {ContactKey{}, Vector3(1, 0, 0)}};
  checkpoint.contact_points = {Vector3(0, 0, 1), Vector3(1, 0, 0)};
  checkpoint.joint_impulses = {1, 2};
  checkpoint.digest = "0123456789abcdef";
  return checkpoint;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = fuzz::folder().write("input.h5", "");
  save_checkpoint(path, sound_checkpoint());
  fuzz::edit(path, fuzz::Script(data, size));
  fuzz::read_or_refuse([&] { load_checkpoint(path); });
  return 0;
}
