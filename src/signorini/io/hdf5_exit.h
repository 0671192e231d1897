#pragma once

namespace signorini {

/// For programs, before they read the first file. HDF5 1.10 has a handler that runs at exit; once it has met a damaged
/// header it cannot put its house in order and says so at length on standard error ("infinite loop closing library").
/// This library closes every file itself, so that a program which uses HDF5 through it alone needs no such handler.
void leave_out_hdf5_exit_handler();

}  // namespace signorini
