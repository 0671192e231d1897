#include "signorini/io/vtk_xml.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "signorini/io/atomic_file.h"

namespace signorini {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (j < count ? std::to_integer<std::uint32_t>(bytes[k + j]) : 0);
    for (std::size_t j = 0; j < 4; ++j) out += j <= count ? digits[group >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

VtkXml::VtkXml(std::string type, const std::string& piece) : type_(std::move(type)) {
  text_ = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"{0}\" version=\"1.0\" byte_order=\"{1}\" header_type=\"UInt64\">\n"
      "<{0}>\n"
      "<Piece {2}>\n",
      type_, std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian", piece);
}

VtkXml VtkXml::polydata(std::size_t points, std::size_t vertices, std::size_t polygons) {
  return {"PolyData", fmt::format("NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" "
                                  "NumberOfStrips=\"0\" NumberOfPolys=\"{}\"",
                                  points, vertices, polygons)};
}

VtkXml VtkXml::grid(std::size_t points, std::size_t cells) {
  return {"UnstructuredGrid", fmt::format("NumberOfPoints=\"{}\" NumberOfCells=\"{}\"", points, cells)};
}

void VtkXml::open(const std::string& element) {
  element_ = element;
  text_ += fmt::format("<{}>\n", element);
}

void VtkXml::close() { text_ += fmt::format("</{}>\n", element_); }

void VtkXml::add(const std::string& name, std::span<const float> values, int components) {
  add(name, "Float32", components, std::as_bytes(values));
}
void VtkXml::add(const std::string& name, std::span<const double> values, int components) {
  add(name, "Float64", components, std::as_bytes(values));
}
void VtkXml::add(const std::string& name, std::span<const int> values) { add(name, "Int32", 1, std::as_bytes(values)); }

void VtkXml::add(const std::string& name, const char* type, int components, std::span<const std::byte> bytes) {
  const std::uint64_t length = bytes.size();
  std::vector<std::byte> block(sizeof length + bytes.size());
  std::memcpy(block.data(), &length, sizeof length);
  if (!bytes.empty()) std::memcpy(block.data() + sizeof length, bytes.data(), bytes.size());
  text_ += fmt::format("<DataArray Name=\"{}\" type=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">", name, type,
                       components);
  text_ += base64(block);
  text_ += "</DataArray>\n";
}

void VtkXml::write(const std::filesystem::path& path, const FileWriter& writer) {
  text_ += fmt::format("</Piece>\n</{}>\n</VTKFile>\n", type_);
  writer(path, std::as_bytes(std::span(text_)));
}

}  // namespace signorini
