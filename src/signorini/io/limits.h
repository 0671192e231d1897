#pragma once

#include <cstddef>
#include <cstdint>

/// How much a scene and the files that it names may ask for. More is nearly always a slip of a unit or of an exponent,
/// and is told at once, before any memory is taken. docs/scene_files.md lists them.
namespace signorini::limits {

/// Of one scene, URDF or mesh file: a mesh of some five million triangles.
inline constexpr std::size_t file_bytes = std::size_t{256} << 20;
/// In one scene, from all its entries, fills and imports; some 2 GB of model.
inline constexpr std::int64_t bodies = 2'000'000;
/// Of all loops of a scene together, each round of an inner loop counted; some ten seconds of reading.
inline constexpr std::int64_t rounds = 500'000;
/// Places in a region that have to be looked at or drawn from; 240 MB.
inline constexpr std::int64_t cells = 10'000'000;
/// Of a text after its parameters are put in, bytes: parameters can double each other.
inline constexpr std::size_t text_bytes = std::size_t{64} << 10;

}  // namespace signorini::limits
