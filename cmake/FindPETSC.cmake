# PETSc with real double precision, by pkg-config, and the MPI and MUMPS that it is built with.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(PETSC_PKG QUIET IMPORTED_TARGET PETSc)
endif()
find_library(DMUMPS_LIBRARY dmumps)
mark_as_advanced(DMUMPS_LIBRARY)
find_package(MPI QUIET COMPONENTS C CXX)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  PETSC REQUIRED_VARS PETSC_PKG_FOUND MPI_CXX_FOUND DMUMPS_LIBRARY VERSION_VAR PETSC_PKG_VERSION
  REASON_FAILURE_MESSAGE "SIGNORINI_PETSC needs PETSc and MPI: ./setup --mpi installs libpetsc-real-dev and libopenmpi-dev")
if(PETSC_FOUND AND NOT TARGET PETSC::PETSC)
  add_library(PETSC::PETSC INTERFACE IMPORTED)
  target_link_libraries(PETSC::PETSC INTERFACE PkgConfig::PETSC_PKG MPI::MPI_CXX "${DMUMPS_LIBRARY}")
endif()
