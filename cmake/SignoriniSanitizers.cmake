# Library and program once more, watched by the address and undefined-behaviour sanitizers. The tests' own files are not
# watched: the same objects are linked against both, which saves most of the time that a build of their own would take.
option(SIGNORINI_SANITIZED "Build library, program and tests a second time, with sanitizers" OFF)

function(signorini_sanitize target)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_compile_options(${target} PRIVATE -O1 -g1 -UNDEBUG -fno-omit-frame-pointer ${sanitizers})
  # Eigen would allocate in another way under the sanitizer than in the tests, which free what the library allocates.
  target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS EIGEN_MALLOC_ALREADY_ALIGNED=1)
  target_link_options(${target} PUBLIC ${sanitizers})
endfunction()
