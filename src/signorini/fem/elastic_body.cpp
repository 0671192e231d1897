#include "signorini/fem/elastic_body.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <fmt/format.h>
#include <Eigen/LU>

#include "signorini/base/error.h"
#include "signorini/fem/elastic_body_loops.h"
#include "signorini/fem/quadrature.h"
#include "signorini/fem/tet10.h"
#include "signorini/fem/tet4.h"

namespace signorini {
namespace {

template <typename Element>
using MassMatrix = Eigen::Matrix<double, Element::nodes, Element::nodes>;

/// ∫ ρ N_a N_b over one element, curved or not.
template <typename Element>
MassMatrix<Element> element_mass(const TetMesh& mesh, const int* nodes, double density) {
  MassMatrix<Element> mass = MassMatrix<Element>::Zero();
  for (const QuadraturePoint& point : exact_tet_rule()) {
    const auto N = Element::shape(point.xi);
    const double weight = density * point.weight * jacobian<Element>(mesh, nodes, point.xi).determinant();
    mass += weight * N * N.transpose();
  }
  return mass;
}

/// ∫ N_a N_b over the reference element: straight elements have it times the determinant of their Jacobian.
template <typename Element>
MassMatrix<Element> reference_mass() {
  MassMatrix<Element> mass = MassMatrix<Element>::Zero();
  for (const QuadraturePoint& point : exact_tet_rule())
    mass += point.weight * Element::shape(point.xi) * Element::shape(point.xi).transpose();
  return mass;
}

bool is_straight(const TetMesh& mesh, const int* nodes) {
  if (mesh.nodes_per_element == Tet4::nodes) return true;
  for (int e = 0; e < 6; ++e) {
    const Vector3 &from = mesh.nodes[nodes[Tet10::edges[e][0]]], &to = mesh.nodes[nodes[Tet10::edges[e][1]]];
    if (mesh.nodes[nodes[4 + e]] != 0.5 * (from + to)) return false;
  }
  return true;
}

/// For each node the nodes that share an element with it, itself too, sorted.
std::vector<std::vector<int>> node_neighbours(const TetMesh& mesh) {
  std::vector<std::vector<int>> neighbours(mesh.nodes.size());
  const int per_element = mesh.nodes_per_element;
  for (int k = 0; k < mesh.element_count(); ++k)
    for (int a = 0; a < per_element; ++a)
      neighbours[mesh.element(k)[a]].insert(neighbours[mesh.element(k)[a]].end(), mesh.element(k),
                                            mesh.element(k) + per_element);
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

void require_usable(const TetMesh& mesh, const ElasticMaterial& material) {
  std::vector<std::string> lines = material.validate();
  if (lines.empty()) lines = faults(mesh);
  if (!lines.empty()) throw InputError(fmt::format("flexible body: {}", lines.front()));
}

}  // namespace

ElasticBody::ElasticBody(TetMesh mesh, const ElasticMaterial& material, MassKind mass)
    : mesh_(std::move(mesh)), material_(material), moduli_(material) {
  require_usable(mesh_, material_);
  rest_.resize(3 * node_count());
  for (int k = 0; k < node_count(); ++k) rest_.segment<3>(3 * k) = mesh_.nodes[k];
  make_pattern();
  colour_chunks();
  if (mesh_.nodes_per_element == Tet4::nodes)
    prepare<Tet4>(mass);
  else
    prepare<Tet10>(mass);
}

template <typename Element>
void ElasticBody::prepare(MassKind kind) {
  const int elements = mesh_.element_count();
  constexpr int nodes = Element::nodes;
  gradients_.reserve(static_cast<std::size_t>(elements) * Element::points * nodes * 3);
  weights_.reserve(static_cast<std::size_t>(elements) * Element::points);
  const auto rule = Element::rule();
  const MassMatrix<Element> reference = reference_mass<Element>();
  for (int k = 0; k < elements; ++k) {
    double volume = 0;
    for (const QuadraturePoint& point : rule) {
      const Matrix3 J = jacobian<Element>(mesh_, mesh_.element(k), point.xi);
      const Eigen::Matrix<double, 3, nodes> gradients = J.inverse().transpose() * Element::gradients(point.xi);
      gradients_.insert(gradients_.end(), gradients.data(), gradients.data() + gradients.size());
      weights_.push_back(point.weight * J.determinant());
      volume += weights_.back();
    }
    MassMatrix<Element> mass;
    if (is_straight(mesh_, mesh_.element(k)))
      mass = material_.density * 6 * volume * reference;
    else
      mass = element_mass<Element>(mesh_, mesh_.element(k), material_.density);
    if (kind == MassKind::lumped) {
      const Eigen::Matrix<double, nodes, 1> diagonal = mass.diagonal() * (mass.sum() / mass.trace());
      mass = diagonal.asDiagonal();
    }
    ElementBlocks<Element> blocks;
    for (int b = 0, next = 0; b < nodes; ++b)
      for (int a = 0; a <= b; ++a) blocks[next++] = mass(a, b) * Matrix3::Identity();
    scatter<Element>(k, blocks, mass_.valuePtr());
  }
}

void ElasticBody::make_pattern() {
  const std::vector<std::vector<int>> neighbours = node_neighbours(mesh_);
  std::int64_t entries = 0;
  for (const std::vector<int>& list : neighbours) entries += 9 * static_cast<std::int64_t>(list.size());
  if (entries > std::numeric_limits<int>::max())
    throw InputError(
        fmt::format("flexible body: {} nodes make {} entries of the stiffness, more than 32-bit indices "
                    "can count: take a coarser mesh",
                    node_count(), entries));
  mass_.resize(3 * node_count(), 3 * node_count());
  mass_.resizeNonZeros(static_cast<int>(entries));
  int *outer = mass_.outerIndexPtr(), *inner = mass_.innerIndexPtr(), next = 0;
  strides_.resize(node_count());
  for (int node = 0; node < node_count(); ++node) {
    strides_[node] = 3 * static_cast<int>(neighbours[node].size());
    for (int column = 0; column < 3; ++column) {
      outer[3 * node + column] = next;
      for (int row : neighbours[node])
        for (int i = 0; i < 3; ++i) inner[next++] = 3 * row + i;
    }
  }
  outer[3 * node_count()] = next;
  mass_.coeffs().setZero();

  const int nodes = mesh_.nodes_per_element;
  places_.reserve(mesh_.elements.size() * nodes);
  for (int k = 0; k < mesh_.element_count(); ++k)
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b) {
        const int row = mesh_.element(k)[a], column = mesh_.element(k)[b];
        const std::vector<int>& list = neighbours[column];
        const auto found = std::lower_bound(list.begin(), list.end(), row) - list.begin();
        places_.push_back(outer[3 * column] + 3 * static_cast<int>(found));
      }
}

void ElasticBody::colour_chunks() {
  // Greedy: each chunk takes the first colour that none of its nodes has. A bit for each colour and node; chunks that
  // find all 64 taken get colours of their own.
  constexpr int most = 64;
  const int elements = mesh_.element_count(), chunks = (elements + chunk_elements - 1) / chunk_elements;
  std::vector<std::uint64_t> taken(mesh_.nodes.size(), 0);
  std::vector<std::vector<int>> of_colour(most);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const int first = chunk * chunk_elements, last = std::min(first + chunk_elements, elements);
    const int *begin = mesh_.element(first), *end = mesh_.element(last);
    std::uint64_t used = 0;
    for (const int* node = begin; node != end; ++node) used |= taken[*node];
    int colour = 0;
    while (colour < most && (used >> colour & 1) != 0) ++colour;
    if (colour == most) {
      of_colour.push_back({chunk});
      continue;
    }
    of_colour[colour].push_back(chunk);
    for (const int* node = begin; node != end; ++node) taken[*node] |= std::uint64_t{1} << colour;
  }
  colours_.assign(1, 0);
  for (const std::vector<int>& list : of_colour) {
    if (list.empty()) continue;
    chunks_.insert(chunks_.end(), list.begin(), list.end());
    colours_.push_back(static_cast<int>(chunks_.size()));
  }
}

void ElasticBody::require_pattern(SparseMatrix& matrix) const {
  if (matrix.rows() != mass_.rows() || matrix.nonZeros() != mass_.nonZeros()) matrix = mass_;
}

double ElasticBody::energy(const Vector& x) const {
  std::vector<double> parts((mesh_.element_count() + chunk_elements - 1) / chunk_elements, 0.0);
  for_elements([&](int first, int last) {
    double sum = 0;
    at_all_points(x, first, last, [&](int, int, const Matrix3& F, const auto&, double weight) {
      sum += weight * energy_density(moduli_, F);
    });
    parts[first / chunk_elements] = sum;
  });
  double sum = 0;
  for (double part : parts) sum += part;
  return sum;
}

void ElasticBody::forces(const Vector& x, Vector& f) const {
  f.setZero(x.size());
  for_elements([&](int first, int last) {
    at_all_points(x, first, last, [&](int element, int, const Matrix3& F, const auto& gradients, double weight) {
      const Matrix3 P = weight * piola_stress(moduli_, F);
      const int* nodes = mesh_.element(element);
      for (int a = 0; a < gradients.cols(); ++a) f.segment<3>(3 * nodes[a]) -= P * gradients.col(a);
    });
  });
}

template <typename Element>
void ElasticBody::add_tangent(const Vector& x, Tangent tangent, int first, int last, double* values) const {
  constexpr int nodes = Element::nodes;
  ElementBlocks<Element> blocks;
  for (int k = first; k < last; ++k) {
    blocks.fill(Matrix3::Zero());
    at_points<Element>(x, k, k + 1, [&](int, int, const Matrix3& F, const auto& gradients, double weight) {
      const SignedSvd svd = signed_svd(F);
      const Eigen::Matrix<double, 9, 9> T =
          weight * tangent_blocks(principal_tangent(moduli_, svd.sigma, tangent), svd.U);
      const Eigen::Matrix<double, 3, nodes> g = svd.V.transpose() * gradients;
      Matrix3* block = blocks.data();
      for (int b = 0; b < nodes; ++b) {
        const Eigen::Matrix<double, 9, 3> Tb =
            g(0, b) * T.leftCols<3>() + g(1, b) * T.middleCols<3>(3) + g(2, b) * T.rightCols<3>();
        for (int a = 0; a <= b; ++a)
          *block++ += g(0, a) * Tb.topRows<3>() + g(1, a) * Tb.middleRows<3>(3) + g(2, a) * Tb.bottomRows<3>();
      }
    });
    scatter<Element>(k, blocks, values);
  }
}

void ElasticBody::tangent(const Vector& x, Tangent tangent, SparseMatrix& K) const {
  require_pattern(K);
  K.coeffs().setZero();
  for_elements([&](int first, int last) {
    if (mesh_.nodes_per_element == Tet4::nodes)
      add_tangent<Tet4>(x, tangent, first, last, K.valuePtr());
    else
      add_tangent<Tet10>(x, tangent, first, last, K.valuePtr());
  });
}

template <typename Element>
void ElasticBody::add_damping(const Vector& x, int first, int last, double* values) const {
  // δE = sym(Fᵀ u gᵀ) makes δE_a : C : δE_b = u_aᵀ (μ (g_a·g_b) F Fᵀ + μ F g_b (F g_a)ᵀ + λ F g_a (F g_b)ᵀ) u_b.
  const double mu = material_.stiffness_damping * moduli_.mu, lambda = material_.stiffness_damping * moduli_.lambda;
  ElementBlocks<Element> blocks;
  for (int k = first; k < last; ++k) {
    blocks.fill(Matrix3::Zero());
    at_points<Element>(x, k, k + 1, [&](int, int, const Matrix3& F, const auto& gradients, double weight) {
      const Eigen::Matrix<double, 3, Element::nodes> Fg = F * gradients;
      const Matrix3 FF = F * F.transpose();
      Matrix3* block = blocks.data();
      for (int b = 0; b < Element::nodes; ++b)
        for (int a = 0; a <= b; ++a) {
          const Matrix3 product = weight * Fg.col(a) * Fg.col(b).transpose();
          *block++ +=
              (weight * mu * gradients.col(a).dot(gradients.col(b))) * FF + mu * product.transpose() + lambda * product;
        }
    });
    scatter<Element>(k, blocks, values);
  }
}

void ElasticBody::damping(const Vector& x, SparseMatrix& D) const {
  require_pattern(D);
  D.coeffs() = material_.mass_damping * mass_.coeffs();
  if (material_.stiffness_damping == 0) return;
  for_elements([&](int first, int last) {
    if (mesh_.nodes_per_element == Tet4::nodes)
      add_damping<Tet4>(x, first, last, D.valuePtr());
    else
      add_damping<Tet10>(x, first, last, D.valuePtr());
  });
}

}  // namespace signorini
