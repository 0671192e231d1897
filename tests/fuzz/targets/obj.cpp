#include "reader.h"
#include "signorini/io/mesh.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = fuzz::folder().write("input.obj", fuzz::text(data, size));
  fuzz::read_or_refuse([&] { read_mesh(path); });
  return 0;
}
