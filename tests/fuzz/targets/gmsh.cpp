#include "reader.h"
#include "signorini/io/mesh_tets.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = fuzz::folder().write("input.msh", fuzz::text(data, size));
  fuzz::read_or_refuse([&] { read_tet_mesh(path); });
  return 0;
}
