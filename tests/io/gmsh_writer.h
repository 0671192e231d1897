#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "signorini/fem/tet_mesh.h"

namespace signorini::testing {

/// Writes meshes as Gmsh does: each face group is a surface with a physical name, all elements are the volume "body".
class GmshWriter {
 public:
  GmshWriter(bool format_41, bool binary) : new_(format_41), binary_(binary) {}

  std::string write(const TetMesh& mesh) {
    out_ = fmt::format("$MeshFormat\n{} {} 8\n", new_ ? "4.1" : "2.2", binary_ ? 1 : 0);
    if (binary_) put(1), out_ += '\n';
    out_ += fmt::format("$EndMeshFormat\n$PhysicalNames\n{}\n", mesh.face_groups.size() + 1);
    int number = 0;
    for (const auto& [name, faces] : mesh.face_groups) out_ += fmt::format("2 {} \"{}\"\n", ++number, name);
    out_ += fmt::format("3 {} \"body\"\n$EndPhysicalNames\n", ++number);
    new_ ? write_41(mesh) : write_22(mesh);
    return out_;
  }
  /// The file's number of node k: neither from 0 nor in order.
  static int number_of(int node) { return 1000 - 3 * node; }

 private:
  /// As text with a blank, or as bytes.
  template <typename Number>
  void put(Number number) {
    if (!binary_) {
      out_ += fmt::format("{} ", number);
      return;
    }
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    out_.append(raw, sizeof number);
  }
  void end_line() {
    if (!binary_) out_ += '\n';
  }
  template <typename Index>
  void put_nodes(const TetMesh& mesh, int element) {
    for (int a = 0; a < mesh.nodes_per_element; ++a) {
      const int turned = mesh.nodes_per_element == 10 && a >= 8 ? 17 - a : a;  // Gmsh's order of the last two edges
      put(static_cast<Index>(number_of(mesh.element(element)[turned])));
    }
    end_line();
  }
  template <typename Index>
  void put_face(const TetMesh& mesh, const TetMesh::Face& face) {
    for (int node : face_nodes(mesh, face))
      if (node >= 0) put(static_cast<Index>(number_of(node)));
    end_line();
  }

  void write_22(const TetMesh& mesh) {
    const bool quadratic = mesh.nodes_per_element == 10;
    out_ += fmt::format("$Nodes\n{}\n", mesh.nodes.size());
    for (std::size_t k = 0; k < mesh.nodes.size(); ++k) {
      put(number_of(static_cast<int>(k)));
      for (double x : mesh.nodes[k]) put(x);
      end_line();
    }
    std::size_t count = static_cast<std::size_t>(mesh.element_count());
    for (const auto& [name, faces] : mesh.face_groups) count += faces.size();
    out_ += fmt::format("\n$EndNodes\n$Elements\n{}\n", count);
    int number = 0, group = 0;
    const auto head = [&](int type) {
      if (binary_) put(type), put(1), put(2);
      put(++number);
      if (!binary_) put(type), put(2);
      put(group), put(group);
    };
    for (const auto& [name, faces] : mesh.face_groups) {
      ++group;
      for (const TetMesh::Face& face : faces) head(quadratic ? 9 : 2), put_face<int>(mesh, face);
    }
    ++group;
    for (int k = 0; k < mesh.element_count(); ++k) head(quadratic ? 11 : 4), put_nodes<int>(mesh, k);
    out_ += "\n$EndElements\n";
  }

  void write_41(const TetMesh& mesh) {
    using Size = std::int64_t;
    const bool quadratic = mesh.nodes_per_element == 10;
    const Size surfaces = static_cast<Size>(mesh.face_groups.size()), nodes = static_cast<Size>(mesh.nodes.size());
    out_ += "$Entities\n";
    put(Size{1}), put(Size{0}), put(surfaces), put(Size{1}), end_line();
    put(5), put(0.0), put(0.0), put(0.0), put(Size{0}), end_line();
    for (int k = 0; k <= surfaces; ++k) {  // entity 10 k has the physical number k + 1; the last one is the volume
      put(10 * k);
      for (int i = 0; i < 6; ++i) put(0.5);
      put(Size{1}), put(k + 1), put(Size{1}), put(7), end_line();
    }
    out_ += "\n$EndEntities\n$Nodes\n";
    put(Size{1}), put(nodes), put(Size{1}), put(nodes), end_line();
    put(3), put(static_cast<int>(10 * surfaces)), put(0), put(nodes), end_line();
    for (int k = 0; k < nodes; ++k) put(Size{number_of(k)}), end_line();
    for (const Vector3& node : mesh.nodes) {
      for (double x : node) put(x);
      end_line();
    }
    out_ += "\n$EndNodes\n$Elements\n";
    put(surfaces + 1), put(Size{1}), put(Size{1}), put(Size{1}), end_line();
    int entity = 0;
    for (const auto& [name, faces] : mesh.face_groups) {
      put(2), put(10 * entity++), put(quadratic ? 9 : 2), put(static_cast<Size>(faces.size())), end_line();
      for (const TetMesh::Face& face : faces) put(Size{1}), put_face<Size>(mesh, face);
    }
    put(3), put(10 * entity), put(quadratic ? 11 : 4), put(Size{mesh.element_count()}), end_line();
    for (int k = 0; k < mesh.element_count(); ++k) put(Size{1}), put_nodes<Size>(mesh, k);
    out_ += "\n$EndElements\n";
  }

  bool new_, binary_;
  std::string out_;
};

}  // namespace signorini::testing
