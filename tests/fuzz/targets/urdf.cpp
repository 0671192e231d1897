#include "signorini/io/urdf.h"
#include "meshes.h"
#include "reader.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::write_meshes();
  const auto path = fuzz::folder().write("input.urdf", fuzz::text(data, size));
  fuzz::read_or_refuse([&] { read_urdf(path); });
  fuzz::read_or_refuse([&] { read_urdf(path, {.pose = {}, .fixed = true, .prefix = "robot_"}); });
  return 0;
}
