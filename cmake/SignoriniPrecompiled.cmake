# Parsing Eigen and fmt is two thirds of compiling a file here: once a target (or a group of targets with the same
# options), not once a file. Sources still include what they use; a build with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON checks that.
function(signorini_precompiled target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits>
                            <map> <memory> <optional> <sstream> <string> <string_view> <variant> <vector>
                            <Eigen/Core> <Eigen/Geometry> <Eigen/SparseCore> <fmt/format.h> ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
endfunction()
