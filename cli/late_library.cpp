#include "late_library.h"

#include <dlfcn.h>

#include <limits>
#include <new>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/memory.h"

namespace signorini::cli {

void* late_function(const char* library, const char* name) {
  // Global, for linalg/threads.cpp, which looks for what the BLAS has among all functions of the program.
  void* handle = ::dlopen(library, RTLD_LAZY | RTLD_GLOBAL);
  void* function = handle != nullptr ? ::dlsym(handle, name) : nullptr;
  if (function != nullptr) return function;
  const char* reason = ::dlerror();
  if (address_space_limit() != std::numeric_limits<std::int64_t>::max()) throw std::bad_alloc();
  throw InputError(fmt::format("{}: cannot be loaded: {}", library, reason));
}

}  // namespace signorini::cli
