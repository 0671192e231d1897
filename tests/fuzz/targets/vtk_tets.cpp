#include "reader.h"
#include "signorini/io/mesh_tets.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const char* name : {"input.vtk", "input.vtu"}) {
    const auto path = fuzz::folder().write(name, fuzz::text(data, size));
    fuzz::read_or_refuse([&] { read_tet_mesh(path); });
  }
  return 0;
}
