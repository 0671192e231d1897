# Parsing Eigen and fmt is two thirds of compiling a file here: once a target (or a group of targets with the same
# options), not once a file. Sources still include what they use; a build with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
# checks that.
function(signorini_precompiled target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits>
                            <map> <memory> <optional> <sstream> <string> <string_view> <variant> <vector>
                            <Eigen/Core> <Eigen/Geometry> <Eigen/SparseCore> <fmt/format.h> ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
endfunction()

# A target that does nothing but own a precompiled header, for others to reuse: programs that of a program, object
# libraries that of an object library.
function(signorini_precompiled_program name)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_nothing.cpp CONTENT "int main() {}\n")
  add_executable(${name} EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}_nothing.cpp)
  signorini_precompiled(${name} ${ARGN})
endfunction()
function(signorini_precompiled_objects name)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_nothing.cpp CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}_nothing.cpp)
  signorini_precompiled(${name} ${ARGN})
endfunction()

function(signorini_reuse_precompiled target owner)
  target_precompile_headers(${target} REUSE_FROM ${owner})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
