#pragma once

#include <functional>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// How many threads the library may use where the same bits come out for any number of them: contacts are found, and
/// large problems swept, in parts that do not depend on it. One holds until another is set; 0: as many as there are
/// cores, which is also the most. For the whole process; not to be called while another thread simulates.
void set_worker_threads(int threads);
int worker_threads();

/// Calls f(0) … f(parts - 1), each once, and returns when all are done. Which thread does which part is left open; what
/// f(part) does must not depend on it. Within a part, or while another thread is in here, all by the caller. Of what
/// parts throw the caller gets that of the first.
SIGNORINI_PRIVATE void parallel_for(int parts, const std::function<void(int)>& f);

}  // namespace signorini
