#include "signorini/io/checkpoint.h"
#include "reader.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = fuzz::folder().write("input.h5", fuzz::text(data, size));
  fuzz::read_or_refuse([&] { load_checkpoint(path); });
  return 0;
}
