#include "signorini/io/fclib.h"
#include "reader.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto path = fuzz::folder().write("input.hdf5", fuzz::text(data, size));
  fuzz::read_or_refuse([&] {
    const FclibFile file = read_fclib(path);
    for (const auto& finding : file.problem.validate()) fuzz::require(finding.size() < 1000, "a long finding", finding);
    read_fclib_solution(path, file.problem);
  });
  fuzz::read_or_refuse([&] { read_fclib_law(path); });
  return 0;
}
