#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "signorini/base/team.h"
#include "signorini/fem/elastic_law.h"
#include "signorini/fem/elastic_material.h"
#include "signorini/fem/tet_mesh.h"
#include "signorini/math/types.h"

namespace signorini {

/// The blocks (a, b) with a ≤ b of the symmetric matrix of an element: (0,0) (0,1) (1,1) (0,2) …
template <typename Element>
using ElementBlocks = std::array<Matrix3, Element::nodes*(Element::nodes + 1) / 2>;

/// Elastic energy E(x) of a mesh with n nodes at places x (3n numbers, node after node), its forces -∂E/∂x and tangent
/// stiffness ∂²E/∂x², mass and damping. All matrices are 3n × 3n, both triangles, and have one pattern: values may be
/// added to values.
class ElasticBody {
 public:
  /// Throws InputError when the mesh has faults or the material is not valid.
  ElasticBody(TetMesh mesh, const ElasticMaterial& material, MassKind mass = MassKind::consistent);

  const TetMesh& mesh() const { return mesh_; }
  const ElasticMaterial& material() const { return material_; }
  int node_count() const { return static_cast<int>(mesh_.nodes.size()); }
  /// The places of the nodes at rest, 3n.
  const Vector& rest() const { return rest_; }

  /// Threads to share the work; results are the same bits with any number of them. Not for two bodies at the same time.
  void set_team(std::shared_ptr<Team> team) { team_ = std::move(team); }

  const SparseMatrix& mass() const { return mass_; }
  /// J.
  double energy(const Vector& x) const;
  /// f = -∂E/∂x, N.
  void forces(const Vector& x, Vector& f) const;
  /// K = ∂²E/∂x², N/m, or what the kind of tangent makes of it at every quadrature point. No memory is taken when K has
  /// come from here before.
  void tangent(const Vector& x, Tangent tangent, SparseMatrix& K) const;
  /// D = α M + β ∫ Bᵀ C B at x, N s/m: B v is the rate of Green's strain, C is Hooke's law. At rest, and at rest but
  /// turned, the integral is the stiffness; rigid motions of a body in any deformation have no rate of strain, so that
  /// β does not brake them, and D is positive semidefinite whatever x.
  void damping(const Vector& x, SparseMatrix& D) const;

  /// Elements with det ∂x/∂X ≤ 0 at a quadrature point, in order.
  std::vector<int> inverted_elements(const Vector& x) const;
  /// Cauchy's stress σ = P Fᵀ/J of each element, the mean over its rest volume, Pa. Zero where an element is flat.
  std::vector<Matrix3> stresses(const Vector& x) const;
  /// At the nodes: the mean of the elements around, weighted by their rest volumes.
  std::vector<Matrix3> nodal_stresses(const Vector& x) const;

  /// Body force of a uniform acceleration: M g, N.
  Vector gravity(const Vector3& acceleration) const;
  /// Dead load: a force per area of the faces at rest, Pa, that keeps its direction.
  Vector traction(const std::vector<TetMesh::Face>& faces, const Vector3& force) const;
  /// Follower load: pressure against the faces as they are at x, Pa. With x = rest() a dead load.
  Vector pressure(const std::vector<TetMesh::Face>& faces, double pressure, const Vector& x) const;

 private:
  template <typename Element>
  void prepare(MassKind mass);
  void make_pattern();
  void colour_chunks();
  void require_pattern(SparseMatrix& matrix) const;
  /// Calls work(first, last) for ranges of elements: of one colour at the same time, colour after colour.
  template <typename Work>
  void for_elements(const Work& work) const;
  /// Calls work(element, point, F, gradients, weight) at every quadrature point of elements first … last - 1.
  template <typename Element, typename Work>
  void at_points(const Vector& x, int first, int last, const Work& work) const;
  template <typename Work>
  void at_all_points(const Vector& x, int first, int last, const Work& work) const;
  template <typename Element>
  void add_tangent(const Vector& x, Tangent tangent, int first, int last, double* values) const;
  template <typename Element>
  void add_damping(const Vector& x, int first, int last, double* values) const;
  /// Adds the matrix of an element.
  template <typename Element>
  void scatter(int element, const ElementBlocks<Element>& blocks, double* values) const;

  TetMesh mesh_;
  ElasticMaterial material_;
  ElasticModuli moduli_;
  Vector rest_;
  std::vector<double> gradients_;  ///< ∂N_a/∂X, 3 numbers for each element, quadrature point and node
  std::vector<double> weights_;    ///< rest volume of each element and quadrature point, m³
  SparseMatrix mass_;              ///< its pattern is that of all
  std::vector<int> places_;        ///< for each element and pair (a, b): where the values hold its first entry
  std::vector<int> strides_;       ///< for each node: from one of its columns to the next
  std::vector<int> chunks_;        ///< numbers of chunks of elements, colour after colour
  std::vector<int> colours_;       ///< where each colour begins in chunks_, and the end
  std::shared_ptr<Team> team_;
};

/// σ_v = √(3/2 s:s) of the deviator s, Pa.
double von_mises(const Matrix3& stress);

}  // namespace signorini
