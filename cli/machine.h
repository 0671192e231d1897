#pragma once

#include <string>

namespace signorini::cli {

/// "AMD EPYC 7B13, 8 cores, 31 GB, Linux 6.1.0": what times depend on. Parts that the system does not tell are left
/// out.
std::string machine_text();

/// "2031-02-03 14:05 UTC", of now.
std::string date_text();

}  // namespace signorini::cli
