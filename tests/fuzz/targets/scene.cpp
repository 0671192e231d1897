#include "signorini/io/scene.h"
#include "meshes.h"
#include "reader.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::write_meshes();
  const auto path = fuzz::folder().write("input.yaml", fuzz::text(data, size));
  fuzz::read_or_refuse([&] { read_scene(path); });
  fuzz::read_or_refuse([&] { read_scene_summary(path); });
  return 0;
}
