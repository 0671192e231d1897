#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "signorini/io/atomic_file.h"

namespace signorini {

std::string base64(std::span<const std::byte> bytes);

/// VTK XML polydata under construction. Arrays are binary in base64, each preceded by its length (UInt64) as VTK wants
/// it.
class VtkPolyData {
 public:
  VtkPolyData(std::size_t points, std::size_t vertices, std::size_t polygons);

  /// Elements in the order of the format: PointData, CellData, Points, Verts, Polys, each with its arrays.
  void open(const std::string& element);
  void close();
  void add(const std::string& name, std::span<const float> values, int components = 1);
  void add(const std::string& name, std::span<const double> values, int components = 1);
  void add(const std::string& name, std::span<const int> values);

  /// Complete or not at all.
  void write(const std::filesystem::path& path, const FileWriter& writer);

 private:
  void add(const std::string& name, const char* type, int components, std::span<const std::byte> bytes);

  std::string text_;
  std::string element_;
};

}  // namespace signorini
