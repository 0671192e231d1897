#include "signorini/io/vtk_flexible.h"

#include "signorini/io/vtk_xml.h"

namespace signorini {
namespace {

/// VTK's names of tetrahedra with four and ten nodes.
constexpr int linear_tetrahedron = 10, quadratic_tetrahedron = 24;

void add_von_mises(const std::vector<Matrix3>& stresses, std::vector<double>& values) {
  for (const Matrix3& stress : stresses) values.push_back(von_mises(stress));
}

}  // namespace

VtkFlexible::VtkFlexible(const Model& model) {
  int first = 0;
  for (const FlexibleBody& body : model.flexible_bodies) {
    const int number = static_cast<int>(bodies_.size());
    bodies_.emplace_back(body.mesh, body.elastic, body.mass);
    for (const int node : body.mesh.elements) connectivity_.push_back(first + node);
    for (int k = 0; k < body.mesh.element_count(); ++k) {
      ends_.push_back((ends_.empty() ? 0 : ends_.back()) + body.mesh.nodes_per_element);
      types_.push_back(body.mesh.nodes_per_element == 10 ? quadratic_tetrahedron : linear_tetrahedron);
      body_of_cell_.push_back(number);
    }
    first += static_cast<int>(body.mesh.nodes.size());
  }
}

void VtkFlexible::write(const std::filesystem::path& path, const State& state, const FileWriter& writer) const {
  std::vector<double> points, displacement, at_nodes, in_elements;
  std::size_t first = 0;
  for (const ElasticBody& body : bodies_) {
    Vector x(body.rest().size());
    for (int k = 0; k < body.node_count(); ++k) x.segment<3>(3 * k) = state.nodes[first + static_cast<std::size_t>(k)];
    const Vector moved = x - body.rest();
    points.insert(points.end(), x.begin(), x.end());
    displacement.insert(displacement.end(), moved.begin(), moved.end());
    add_von_mises(body.nodal_stresses(x), at_nodes);
    add_von_mises(body.stresses(x), in_elements);
    first += static_cast<std::size_t>(body.node_count());
  }
  VtkXml data = VtkXml::grid(state.nodes.size(), ends_.size());
  data.open("PointData");
  data.add("displacement", displacement, 3);
  data.add("von_mises", at_nodes);
  data.close();
  data.open("CellData");
  data.add("body", body_of_cell_);
  data.add("von_mises", in_elements);
  data.close();
  data.open("Points");
  data.add("Points", points, 3);
  data.close();
  data.open("Cells");
  data.add("connectivity", connectivity_);
  data.add("offsets", ends_);
  data.add("types", types_);
  data.close();
  data.write(path, writer);
}

}  // namespace signorini
