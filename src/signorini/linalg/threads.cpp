#include "signorini/linalg/threads.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>

#include <fmt/format.h>

#include "signorini/base/cores.h"
#include "signorini/base/error.h"
#include "signorini/base/memory.h"

namespace signorini {
namespace {

/// Looked up at run time: Debian's libblas.so.3 may be OpenBLAS or another implementation without these functions, and
/// OpenMP comes with CHOLMOD or not at all. A program may also load them late, with the first factorisation.
template <typename Function>
Function* find_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// One a thread, bytes: BUFFER_SIZE of OpenBLAS 0.3 on x86-64, the largest of all machines.
constexpr std::int64_t openblas_buffer = std::int64_t{128} << 20;
/// What else a first call may take: page tables of the allocator, the stack of a thread.
constexpr std::int64_t reserve = std::int64_t{16} << 20;

bool is_openblas() { return find_function<int()>("openblas_get_num_threads") != nullptr; }

void require_buffers(int count) {
  if (count <= 0 || !is_openblas()) return;
  const std::int64_t needed = count * (openblas_buffer + reserve), left = address_space_left();
  if (needed <= left) return;
  constexpr double megabyte = 1e6;
  throw InputError(
      fmt::format("not enough memory: the BLAS needs {:.0f} MB of address space for {}, {:.0f} of {:.0f} MB "
                  "are left; raise the limit (ulimit -v), or use a solver without factorisations such as "
                  "gauss-seidel",
                  needed / megabyte, count == 1 ? "its buffer" : fmt::format("{} buffers", count), left / megabyte,
                  address_space_limit() / megabyte));
}

/// Looked up with the first factorisation.
struct OpenMpLevels {
  int (*get)() = find_function<int()>("omp_get_max_active_levels");
  void (*set)(int) = find_function<void(int)>("omp_set_max_active_levels");
};
const OpenMpLevels& open_mp_levels() {
  static const OpenMpLevels levels;
  return levels;
}

/// What set_blas_threads() was told before there was a BLAS; 0: nothing.
std::atomic<int> threads_to_set = 0;

}  // namespace

int blas_threads() {
  const auto get = find_function<int()>("openblas_get_num_threads");
  return get != nullptr ? get() : 1;
}

void set_blas_threads(int threads) {
  const auto set = find_function<void(int)>("openblas_set_num_threads");
  threads_to_set = set == nullptr ? threads : 0;
  if (set == nullptr) return;
  threads = threads_within_cores(threads);
  require_buffers(threads - blas_threads());
  set(threads);
}

void require_blas_buffer() {
  // The BLAS keeps its buffer: once is enough.
  static const bool taken = [] {
    if (const int threads = threads_to_set; threads > 0) set_blas_threads(threads);
    require_buffers(1);
    // 1 × 1: c = a a. Products of two matrices may do without the buffer, this one does not.
    using Dsyrk = void(const char*, const char*, const int*, const int*, const double*, const double*, const int*,
                       const double*, double*, const int*);
    if (const auto dsyrk = find_function<Dsyrk>("dsyrk_")) {
      const int one = 1;
      const double alpha = 1, beta = 0, a = 1;
      double c = 0;
      dsyrk("L", "N", &one, &one, &alpha, &a, &one, &beta, &c, &one);
    }
    return true;
  }();
  static_cast<void>(taken);
}

SerialOpenMp::SerialOpenMp() {
  const auto& [get, set] = open_mp_levels();
  if (get == nullptr || set == nullptr) return;
  levels_ = get();
  set(0);  // no nesting level may have more than one thread
}

SerialOpenMp::~SerialOpenMp() {
  if (levels_ >= 0) open_mp_levels().set(levels_);
}

}  // namespace signorini
