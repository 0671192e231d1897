#pragma once

#include <filesystem>

#include "signorini/base/export.h"
#include "signorini/fem/tet_mesh.h"
#include "signorini/io/input_files.h"

namespace SIGNORINI_PUBLIC signorini {

/// Reads tetrahedra with 4 or 10 nodes from a Gmsh file (.msh, formats 2.2 and 4.1, text and binary) or, as text and
/// without groups, from a VTK file (.vtk, an unstructured grid of the legacy format; .vtu). Physical groups of Gmsh
/// become groups by their names, or by their numbers where they have none: surfaces become groups of faces and of
/// nodes, volumes, curves and points groups of nodes. Points, lines and triangles are passed over otherwise. Throws
/// InputError that names the file and the line or byte when it is missing, cut, has other elements, or the mesh has
/// faults.
TetMesh read_tet_mesh(const std::filesystem::path& path);
TetMesh read_tet_mesh(const std::filesystem::path& path, InputFiles& files);

}  // namespace signorini
