#pragma once

namespace signorini {

/// The processor cores that this process may use, ≥ 1.
int available_cores();

/// How many threads to start when `asked` are asked for; 0: as many as there are cores. Never more than that: threads
/// that wait for each other on one core take many times as long as one alone.
int threads_within_cores(int asked);

}  // namespace signorini
