// How long does loading a problem file take, compared with reading the same bytes with cat (warm cache)?

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "measure.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/generate/generate.h"

int main() {
  using namespace signorini;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("signorini_load_{}.hdf5", getpid());
  FclibFile file;
  file.problem = generate_packing({.spheres = 99'500, .friction = 0.3});
  write_fclib(path, file);
  const std::string cat = fmt::format("cat '{}' > /dev/null", path.string());
  double load_time = INFINITY, validate_time = INFINITY, cat_time = INFINITY;
  for (int k = 0; k < 9; ++k) {  // in turn, so that a slow moment of the machine hits all alike
    cat_time = std::min(cat_time, bench::fastest(1, [&] {
                          if (std::system(cat.c_str()) != 0) std::abort();
                        }));
    FclibFile loaded;
    load_time = std::min(load_time, bench::fastest(1, [&] {
                           FclibFile fresh = read_fclib(path);
                           std::swap(loaded, fresh);
                         }));
    validate_time = std::min(validate_time, bench::fastest(1, [&] {
                               if (!loaded.problem.validate().empty()) std::abort();
                             }));
  }
  fmt::print("{} contacts, {:.0f} MB: load {:.0f} ms + validate {:.0f} ms, cat {:.0f} ms, ratio {:.1f}\n",
             file.problem.cones.contacts(), 1e-6 * static_cast<double>(std::filesystem::file_size(path)),
             1e3 * load_time, 1e3 * validate_time, 1e3 * cat_time, (load_time + validate_time) / cat_time);
  std::filesystem::remove(path);
}
