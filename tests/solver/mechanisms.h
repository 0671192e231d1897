#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "signorini/problem/contact_problem.h"

/// Random rigid bodies with joints, limits and contacts, in the plane and in space.
namespace signorini::test {

/// What the random mechanisms of one kind have in common.
struct MechanismKind {
  std::string name;
  int fewest_bodies = 1, most_bodies = 5;
  /// Friction contacts, and positive rows, for each body: at most.
  int contacts_per_body = 2, limits_per_body = 2;
  int most_rows = 50;
  /// Masses and sizes of the bodies are spread over this many powers of ten.
  double mass_decades = 0, length_decades = 0;
  bool joints = false;
  /// As many joint rows again, each a combination of two others.
  bool redundant_joints = false;
  /// Every contact and every limit twice.
  bool doubled = false;
  bool compliant = false;
  /// A mass matrix that couples all degrees of freedom, as with finite elements.
  bool full_mass = false;
};

inline const std::array mechanism_friction{0.0, 0.1, 0.3, 0.7, 1.0};

class Mechanism {
 public:
  Mechanism(const MechanismKind& kind, int dimension, unsigned seed)
      : kind_(kind), dimension_(dimension), dof_per_body_(dimension == 3 ? 6 : 3), random_(seed) {
    const int bodies = integer(kind.fewest_bodies, kind.most_bodies);
    for (int i = 0; i < bodies; ++i) {
      mass_.push_back(std::pow(10, kind.mass_decades * uniform()));
      size_.push_back(std::pow(10, -kind.length_decades * uniform()));
    }
  }

  /// Velocities that satisfy every row, all but the joints with room to spare, exist: w is chosen so for random ones.
  ContactProblem problem(Law law) {
    ContactProblem p;
    p.law = law;
    p.cones.dimension = dimension_;
    p.M = mass_matrix();
    add_joints(p.cones);
    add_limits(p.cones);
    add_contacts(p.cones);
    Eigen::MatrixXd H(dof(), static_cast<Eigen::Index>(columns_.size()));
    for (Eigen::Index k = 0; k < H.cols(); ++k) H.col(k) = columns_[static_cast<std::size_t>(k)];
    p.H = H.sparseView();
    p.f = p.M * velocities();
    p.w = -(p.H.transpose() * velocities()) + Eigen::Map<const Vector>(gaps_.data(), H.cols());
    if (kind_.doubled) repeat_limits_and_contacts(p);
    if (kind_.compliant) p.E = compliance(p);
    return p;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  double normal() { return std::normal_distribution<double>()(random_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  int bodies() const { return static_cast<int>(mass_.size()); }
  int dof() const { return dof_per_body_ * bodies(); }

  /// A velocity of about 1 m/s at the surface of every body.
  Vector velocities() {
    Vector v(dof());
    for (int i = 0; i < dof(); ++i)
      v[i] = normal() / (i % dof_per_body_ < dimension_ ? 1.0 : size_[static_cast<std::size_t>(i / dof_per_body_)]);
    return v;
  }

  SparseMatrix mass_matrix() {
    Vector diagonal(dof());
    for (int i = 0; i < dof(); ++i) {
      const auto body = static_cast<std::size_t>(i / dof_per_body_);
      const double arm = size_[body] * (0.3 + 0.4 * uniform());
      diagonal[i] = mass_[body] * (i % dof_per_body_ < dimension_ ? 1.0 : arm * arm);
    }
    if (!kind_.full_mass) return SparseMatrix(diagonal.asDiagonal());
    Eigen::MatrixXd A(dof(), dof());
    for (double& entry : A.reshaped()) entry = normal() / std::sqrt(dof());
    const Eigen::MatrixXd coupling = A * A.transpose() + Eigen::MatrixXd::Identity(dof(), dof());
    const Vector root = diagonal.cwiseSqrt();
    const Eigen::MatrixXd M = root.asDiagonal() * coupling * root.asDiagonal();
    return Eigen::MatrixXd(0.5 * (M + M.transpose())).sparseView();
  }

  Eigen::Vector3d direction() {
    Eigen::Vector3d d(normal(), normal(), dimension_ == 3 ? normal() : 0.0);
    return d.normalized();
  }

  /// A point of body b against one of body a, or of the world where a is -1.
  struct Meeting {
    int a, b;
    Eigen::Vector3d arm_a, arm_b;
  };

  Meeting meeting() {
    const int b = integer(0, bodies() - 1), a = integer(0, bodies() - 1);
    const auto arm = [&](int body) { return Eigen::Vector3d(size_[static_cast<std::size_t>(body)] * direction()); };
    const Eigen::Vector3d arm_a = arm(a), arm_b = arm(b);
    return {a == b ? -1 : a, b, arm_a, arm_b};
  }

  Vector column(const Meeting& at, const Eigen::Vector3d& d) const {
    Vector h = Vector::Zero(dof());
    const auto add = [&](int body, const Eigen::Vector3d& arm, double sign) {
      const Eigen::Vector3d moment = sign * arm.cross(d);
      h.segment(dof_per_body_ * body, dimension_) = sign * d.head(dimension_);
      if (dimension_ == 3)
        h.segment<3>(dof_per_body_ * body + 3) = moment;
      else
        h[dof_per_body_ * body + 2] = moment.z();
    };
    add(at.b, at.arm_b, 1);
    if (at.a >= 0) add(at.a, at.arm_a, -1);
    return h;
  }

  void add_row(const Vector& h, double gap) {
    columns_.push_back(h);
    gaps_.push_back(gap);
  }

  void add_joints(Cones& cones) {
    if (!kind_.joints) return;
    cones.free = integer(1, dof() / 2);
    for (int k = 0; k < cones.free; ++k) add_row(column(meeting(), direction()), 0);
    if (!kind_.redundant_joints) return;
    const int independent = cones.free;
    for (; cones.free < 2 * independent; ++cones.free) {
      const auto first = static_cast<std::size_t>(integer(0, independent - 1));
      const auto second = static_cast<std::size_t>(integer(0, independent - 1));
      add_row(first == second ? columns_[first] : Vector(columns_[first] + normal() * columns_[second]), 0);
    }
  }

  int rows_left() const { return (kind_.most_rows - static_cast<int>(columns_.size())) / (kind_.doubled ? 2 : 1); }

  void add_limits(Cones& cones) {
    cones.positive = std::min(integer(0, kind_.limits_per_body * bodies()), rows_left() - dimension_);
    for (int k = 0; k < cones.positive; ++k) add_row(column(meeting(), direction()), uniform());
  }

  void add_contacts(Cones& cones) {
    const int most = std::min(kind_.contacts_per_body * bodies(), rows_left() / dimension_);
    cones.mu.resize(integer(std::max(1, most / 2), most));
    for (double& mu : cones.mu) {
      mu = mechanism_friction[static_cast<std::size_t>(integer(0, static_cast<int>(mechanism_friction.size()) - 1))];
      const Meeting at = meeting();
      const Eigen::Vector3d n = direction();
      const Eigen::Vector3d t =
          dimension_ == 3 ? Eigen::Vector3d(n.unitOrthogonal()) : Eigen::Vector3d(-n.y(), n.x(), 0);
      add_row(column(at, n), uniform());
      add_row(column(at, t), 0);
      if (dimension_ == 3) add_row(column(at, n.cross(t)), 0);
    }
  }

  static void repeat_limits_and_contacts(ContactProblem& p) {
    const Cones once = p.cones;
    std::vector<int> source;
    const auto append = [&](int first, int count) {
      for (int k = 0; k < count; ++k) source.push_back(first + k);
    };
    append(0, once.first_friction());
    append(once.first_positive(), once.positive);
    append(once.first_friction(), p.rows() - once.first_friction());
    append(once.first_friction(), p.rows() - once.first_friction());
    p.cones.positive *= 2;
    p.cones.mu = once.mu.replicate(2, 1);
    p.H = Eigen::MatrixXd(Eigen::MatrixXd(p.H)(Eigen::all, source)).sparseView();
    p.w = Vector(p.w(source));
  }

  /// Up to the Delassus diagonal, and none on some rows.
  Vector compliance(const ContactProblem& p) {
    const Vector inverse_mass = p.M.diagonal().cwiseInverse();
    Vector E = p.H.cwiseAbs2().transpose() * inverse_mass;
    for (double& e : E) e *= uniform() < 0.3 ? 0.0 : uniform();
    return E;
  }

  MechanismKind kind_;
  int dimension_, dof_per_body_;
  std::mt19937_64 random_;
  std::vector<double> mass_, size_;
  std::vector<Vector> columns_;
  std::vector<double> gaps_;
};

}  // namespace signorini::test
