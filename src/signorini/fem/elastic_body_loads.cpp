#include <cmath>

#include <Eigen/Geometry>

#include "signorini/fem/elastic_body.h"
#include "signorini/fem/elastic_body_loops.h"

namespace signorini {
namespace {

/// Of triangles, in barycentric coordinates: 6 points, exact for degree 4 (Dunavant 1985), which pressure on 6-node
/// faces has. Point k lies at (1 - 2a, a, a) and its turns. Weights sum to 1.
struct TriangleOrbit {
  double a, weight;
};
constexpr TriangleOrbit triangle_rule[] = {{0.44594849091596488632, 0.22338158967801146570},
                                           {0.09157621350977074346, 0.10995174365532186764}};

/// Shape functions of a face with 3 or 6 nodes and their derivatives along L₁ and L₂ (L₀ = 1 - L₁ - L₂).
struct FaceShape {
  Eigen::Matrix<double, 6, 1> N, along_1, along_2;
};

FaceShape face_shape(int nodes, const Vector3& L) {
  FaceShape shape;
  shape.N.setZero();
  shape.along_1.setZero();
  shape.along_2.setZero();
  const double d1[3] = {-1, 1, 0}, d2[3] = {-1, 0, 1};
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const double slope = nodes == 3 ? 1 : 4 * L[k] - 1;
    shape.N[k] = nodes == 3 ? L[k] : L[k] * (2 * L[k] - 1);
    shape.along_1[k] = slope * d1[k];
    shape.along_2[k] = slope * d2[k];
    if (nodes == 3) continue;
    shape.N[3 + k] = 4 * L[k] * L[next];
    shape.along_1[3 + k] = 4 * (L[k] * d1[next] + L[next] * d1[k]);
    shape.along_2[3 + k] = 4 * (L[k] * d2[next] + L[next] * d2[k]);
  }
  return shape;
}

/// Adds ∫ N_a load(n) where n is the outward vector of area of the faces at x.
template <typename Load>
Vector face_loads(const TetMesh& mesh, const std::vector<TetMesh::Face>& faces, const Vector& x, const Load& load) {
  Vector f = Vector::Zero(x.size());
  const int count = mesh.nodes_per_element == 4 ? 3 : 6;
  for (const TetMesh::Face& face : faces) {
    const std::array<int, 6> nodes = face_nodes(mesh, face);
    for (const TriangleOrbit& orbit : triangle_rule)
      for (int turn = 0; turn < 3; ++turn) {
        Vector3 L = Vector3::Constant(orbit.a);
        L[turn] = 1 - 2 * orbit.a;
        const FaceShape shape = face_shape(count, L);
        Vector3 side_1 = Vector3::Zero(), side_2 = Vector3::Zero();
        for (int k = 0; k < count; ++k) {
          side_1 += shape.along_1[k] * x.segment<3>(3 * nodes[k]);
          side_2 += shape.along_2[k] * x.segment<3>(3 * nodes[k]);
        }
        const Vector3 force = 0.5 * orbit.weight * load(Vector3(side_1.cross(side_2)));
        for (int k = 0; k < count; ++k) f.segment<3>(3 * nodes[k]) += shape.N[k] * force;
      }
  }
  return f;
}

/// Below this J = det F an element counts as flat and has no stress, dimensionless: σ = P Fᵀ/J means nothing there.
constexpr double flat_determinant = 1e-9;

}  // namespace

Vector ElasticBody::gravity(const Vector3& acceleration) const {
  return mass_ * acceleration.replicate(node_count(), 1);
}

Vector ElasticBody::traction(const std::vector<TetMesh::Face>& faces, const Vector3& force) const {
  return face_loads(mesh_, faces, rest_, [&force](const Vector3& area) { return Vector3(area.norm() * force); });
}

Vector ElasticBody::pressure(const std::vector<TetMesh::Face>& faces, double pressure, const Vector& x) const {
  return face_loads(mesh_, faces, x, [pressure](const Vector3& area) { return Vector3(-pressure * area); });
}

std::vector<int> ElasticBody::inverted_elements(const Vector& x) const {
  std::vector<int> inverted;
  at_all_points(x, 0, mesh_.element_count(), [&](int element, int, const Matrix3& F, const auto&, double) {
    // Written so that NaN counts.
    if (!(F.determinant() > 0) && (inverted.empty() || inverted.back() != element)) inverted.push_back(element);
  });
  return inverted;
}

std::vector<Matrix3> ElasticBody::stresses(const Vector& x) const {
  std::vector<Matrix3> result(mesh_.element_count(), Matrix3::Zero());
  std::vector<double> volumes(mesh_.element_count(), 0.0);
  at_all_points(x, 0, mesh_.element_count(), [&](int element, int, const Matrix3& F, const auto&, double weight) {
    volumes[element] += weight;
    const double J = F.determinant();
    if (std::abs(J) > flat_determinant) result[element] += weight / J * piola_stress(moduli_, F) * F.transpose();
  });
  for (std::size_t k = 0; k < result.size(); ++k) result[k] /= volumes[k];
  return result;
}

std::vector<Matrix3> ElasticBody::nodal_stresses(const Vector& x) const {
  const std::vector<Matrix3> of_elements = stresses(x);
  std::vector<Matrix3> result(mesh_.nodes.size(), Matrix3::Zero());
  std::vector<double> volumes(mesh_.nodes.size(), 0.0);
  const std::size_t points = weights_.size() / of_elements.size();
  for (int k = 0; k < mesh_.element_count(); ++k) {
    double volume = 0;
    for (std::size_t p = 0; p < points; ++p) volume += weights_[k * points + p];
    for (int a = 0; a < mesh_.nodes_per_element; ++a) {
      result[mesh_.element(k)[a]] += volume * of_elements[k];
      volumes[mesh_.element(k)[a]] += volume;
    }
  }
  for (std::size_t k = 0; k < result.size(); ++k) result[k] /= volumes[k];
  return result;
}

double von_mises(const Matrix3& stress) {
  const Matrix3 deviator = stress - stress.trace() / 3 * Matrix3::Identity();
  return std::sqrt(1.5) * deviator.norm();
}

}  // namespace signorini
