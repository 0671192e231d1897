#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini::test {

/// A block of side × side × layers masses of 1 kg with springs between neighbours (h²k = 100 kg) that falls on a floor
/// and slides, a contact under each mass of its lowest layer.
inline ContactProblem elastic_block(int side, int layers, Law law) {
  constexpr double mass = 1, stiffness = 100, mu = 0.4;
  const int contacts = side * side, nodes = contacts * layers;
  const auto node = [&](int x, int y, int z) { return x + side * (y + side * z); };
  std::vector<Eigen::Triplet<double>> entries;
  const auto tie = [&](int a, int b) {
    for (int d = 0; d < 3; ++d) {
      entries.insert(entries.end(), {{3 * a + d, 3 * a + d, stiffness},
                                     {3 * b + d, 3 * b + d, stiffness},
                                     {3 * a + d, 3 * b + d, -stiffness},
                                     {3 * b + d, 3 * a + d, -stiffness}});
      // As shear does: the directions of neighbours are tied too.
      const int next = (d + 1) % 3;
      entries.insert(entries.end(), {{3 * a + d, 3 * b + next, 1.0}, {3 * b + next, 3 * a + d, 1.0}});
    }
  };
  for (int k = 0; k < 3 * nodes; ++k) entries.emplace_back(k, k, mass + 6.0);
  for (int z = 0; z < layers; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        if (x + 1 < side) tie(node(x, y, z), node(x + 1, y, z));
        if (y + 1 < side) tie(node(x, y, z), node(x, y + 1, z));
        if (z + 1 < layers) tie(node(x, y, z), node(x, y, z + 1));
      }
  ContactProblem p;
  p.law = law;
  p.M.resize(3 * nodes, 3 * nodes);
  p.M.setFromTriplets(entries.begin(), entries.end());
  p.f = Vector::Zero(3 * nodes);
  p.w = Vector::Zero(3 * contacts);
  p.H.resize(3 * nodes, 3 * contacts);
  for (int k = 0; k < nodes; ++k) p.f.segment<3>(3 * k) = Eigen::Vector3d(0.3, 0.1 * (k % 3), -1 - 0.2 * (k % 5));
  for (int k = 0; k < contacts; ++k) {
    p.H.insert(3 * k + 2, 3 * k) = 1;
    p.H.insert(3 * k, 3 * k + 1) = 1;
    p.H.insert(3 * k + 1, 3 * k + 2) = 1;
    p.w[3 * k] = 0.01 * (k % 4);
  }
  p.H.makeCompressed();
  p.cones.mu = Vector::Constant(contacts, mu);
  return p;
}

/// The same problem with its first friction contacts only.
inline ContactProblem with_contacts(const ContactProblem& problem, int contacts) {
  ContactProblem p = problem;
  p.H = problem.H.leftCols(3 * contacts);
  p.w = problem.w.head(3 * contacts);
  p.cones.mu = problem.cones.mu.head(contacts);
  return p;
}

}  // namespace signorini::test
