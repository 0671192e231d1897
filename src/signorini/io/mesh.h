#pragma once

#include <filesystem>

#include "signorini/base/export.h"
#include "signorini/io/input_files.h"
#include "signorini/model/shape.h"

namespace SIGNORINI_PUBLIC signorini {

/// Reads a Wavefront OBJ (.obj: v and f lines, polygons cut into fans, the rest is passed over) or STL file (.stl,
/// text or binary), chosen by the ending of its name. Corners at the same place become one. Throws InputError that
/// names the file and the line or byte when it is missing, broken, empty or holds numbers that are not finite.
TriangleMesh read_mesh(const std::filesystem::path& path);
TriangleMesh read_mesh(const std::filesystem::path& path, InputFiles& files);

}  // namespace signorini
