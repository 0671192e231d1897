#pragma once

#include "reader.h"

namespace signorini::fuzz {

/// Files that the seeds of the scene and URDF targets name: a mesh and a robot, so that mutants reach what lies behind.
inline void write_meshes() {
  static const bool written = [] {
    folder().write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    folder().write("robot.urdf",
                   "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
                   "ixz='0' iyz='0'/></inertial><collision><geometry><sphere radius='0.1'/></geometry></collision>"
                   "</link></robot>");
    return true;
  }();
  static_cast<void>(written);
}

}  // namespace signorini::fuzz
