#pragma once

#include <string>

/// Libraries that only factorisations need are loaded with the first one: with all that they bring along, a BLAS with
/// its threads among them, that takes longer than many a run. The library calls CHOLMOD and MUMPS as ever;
/// late_cholmod.cpp and late_mumps.cpp hold functions of their names, which the program is linked with in their place
/// and which pass each call on.
namespace signorini::cli {

/// The function of that name in a shared library, loaded unless it is. Throws InputError, or std::bad_alloc where
/// memory is limited, when it cannot be.
void* late_function(const char* library, const char* name);

}  // namespace signorini::cli

/// The body of a function `name` that calls the one of the same name in a library.
#define SIGNORINI_LATE(library, name, ...)                                                                         \
  static const auto function = reinterpret_cast<decltype(&name)>(::signorini::cli::late_function(library, #name)); \
  return function(__VA_ARGS__)
