#pragma once

namespace signorini {

/// The processes that a factorisation by MUMPS runs on, as Fortran's MPI numbers them; by default what the sequential
/// MUMPS takes for the only process. The parallel MUMPS takes that for all of them: where it is linked, this must
/// become the communicator of the process alone before the first factorisation.
inline int mumps_communicator = -987654;

}  // namespace signorini
