#include <dmumps_c.h>

#include "late_library.h"

// All that linalg/*_mumps.cpp call.
extern "C" void dmumps_c(DMUMPS_STRUC_C* id) { SIGNORINI_LATE(SIGNORINI_MUMPS_LIBRARY, dmumps_c, id); }
