#pragma once

#include <filesystem>

#include "signorini/io/atomic_file.h"
#include "signorini/io/fclib.h"

namespace signorini {

/// write_fclib(), the bytes handed to `writer`.
void write_fclib(const std::filesystem::path& path, const FclibFile& file, MatrixStorage storage,
                 const FileWriter& writer);

}  // namespace signorini
