#include "peers/peer_scene.h"

#include "signorini/model/mass_properties.h"

namespace signorini::bench::peers {

Geometry geometry(const PeerBody& body) {
  switch (body.form) {
    case Form::sphere:
      return Sphere{body.half.x()};
    case Form::capsule:
      return Capsule{body.half.x(), body.half.z()};
    default:
      return Box{body.half};
  }
}

Vector3 inertia(const PeerBody& body) {
  const MassProperties unit = mass_properties(geometry(body), 1);
  return unit.inertia.diagonal() * (body.mass / unit.mass);
}

}  // namespace signorini::bench::peers
