# Files that are compiled as one: what they share of Eigen, fmt and the standard library is instantiated and optimised
# once, which saves work in a build from nothing. After an edit more has to be compiled again: leave it
# off while working. The names in the unnamed namespaces of a group must differ.
option(SIGNORINI_TOGETHER "Compile groups of files as one: less work from nothing, more after an edit" OFF)

# signorini_together(<target> <group> <patterns of files>...), in the folder of the target.
function(signorini_together target group)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${group})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SIGNORINI_TOGETHER} UNITY_BUILD_MODE GROUP)
endfunction()
