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

/// VTK XML under construction, polydata or an unstructured grid. Arrays are binary in base64, each preceded by its
/// length (UInt64) as VTK wants it.
class VtkXml {
 public:
  static VtkXml polydata(std::size_t points, std::size_t vertices, std::size_t polygons);
  static VtkXml grid(std::size_t points, std::size_t cells);

  /// Elements in the order of the format, each with its arrays: PointData, CellData, Points, then Verts and Polys of
  /// polydata, or Cells of a grid.
  void open(const std::string& element);
  void close();
  void add(const std::string& name, std::span<const float> values, int components = 1);
  void add(const std::string& name, std::span<const double> values, int components = 1);
  void add(const std::string& name, std::span<const int> values);

  /// Complete or not at all.
  void write(const std::filesystem::path& path, const FileWriter& writer);

 private:
  VtkXml(std::string type, const std::string& piece);
  void add(const std::string& name, const char* type, int components, std::span<const std::byte> bytes);

  std::string type_;
  std::string text_;
  std::string element_;
};

}  // namespace signorini
