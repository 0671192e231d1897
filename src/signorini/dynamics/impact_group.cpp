#include "signorini/dynamics/impact_group.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <map>

#include "signorini/math/contact_frame.h"
#include "signorini/problem/body_columns.h"
#include "signorini/solver/sweeps/one_contact.h"

namespace signorini {
namespace {

/// A sweep that changes impulses by less than this share of the largest is the last: rounding.
constexpr double swept = 1e-15;
/// Contacts of one pair of bodies settle in tens of sweeps; beyond this the energy decides what is taken.
constexpr int most_sweeps = 500;
/// Of the work: growth of the energy by less is rounding.
constexpr double rounding_of_work = 1e-13;
/// How often the interval of shares of e is halved.
constexpr int halvings_of_bounce = 12;
/// Of the diagonal of S: makes it regular where joints are redundant. Refinement takes the error out again.
constexpr double joint_regularisation = 1e-10;
constexpr int joint_refinements = 4;
/// Of the response without joints: what gives way by less is held by joints. Such normals take no impulse; tangents
/// are taken to give way by this share, so that the contact can be solved.
constexpr double held_response = 1e-11;

using Levers = ImpactContact::Levers;
using Group = std::vector<const ImpactContact*>;

Levers levers_of(const Pose& pose, const Vector3& point, const Matrix3& frame, double sign) {
  Levers levers;
  for (int d = 0; d < 3; ++d) levers.col(d) = sign * lever(pose, point, frame.col(d));
  return levers;
}

Levers response(const Body& body, const Levers& levers) {
  Levers moves;
  moves.topRows<3>() = levers.topRows<3>() / body.mass;
  moves.bottomRows<3>() = body.inertia.inverse() * levers.bottomRows<3>();
  return moves;
}

SparseMatrix directions_of(const Group& group, Eigen::Index dof) {
  SparseMatrix H;
  BodyColumns columns(H, dof, 3 * static_cast<Eigen::Index>(group.size()));
  for (const ImpactContact* c : group)
    for (int d = 0; d < 3; ++d) columns.write(c->place_a, c->on_a.col(d), c->place_b, c->on_b.col(d));
  return H;
}

/// W in blocks of three, with zeros left out.
class Response {
 public:
  explicit Response(const Group& group) : rows_(group.size()) {
    std::map<int, std::vector<Acting>> by_body;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const ImpactContact& c = *group[k];
      if (c.place_a >= 0) by_body[c.place_a].push_back({k, &c.on_a, &c.moves_a});
      if (c.place_b >= 0) by_body[c.place_b].push_back({k, &c.on_b, &c.moves_b});
    }
    for (const auto& [place, acting] : by_body)
      for (const Acting& one : acting)
        for (const Acting& other : acting) {
          const auto [block, fresh] = rows_[one.contact].emplace(other.contact, Matrix3::Zero());
          block->second += one.on->transpose() * *other.moves;
        }
  }
  /// What joints take away, as much of it as rounding leaves.
  void hold(const Eigen::MatrixXd& held) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Vector3 free = rows_[i].at(i).diagonal();
      for (std::size_t j = 0; j < rows_.size(); ++j) {
        const auto [block, fresh] = rows_[i].emplace(j, Matrix3::Zero());
        block->second += held.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j));
      }
      Matrix3& own = rows_[i].at(i);
      for (int d = 0; d < 3; ++d)
        if (own(d, d) < held_response * free[d]) own(d, d) = d == 0 ? 0 : held_response * free[d];
    }
  }
  const Matrix3& own(std::size_t contact) const { return rows_[contact].at(contact); }
  Vector3 times(const Vector& r, std::size_t contact) const {
    Vector3 sum = Vector3::Zero();
    for (const auto& [other, block] : rows_[contact]) sum += block * r.segment<3>(3 * static_cast<Eigen::Index>(other));
    return sum;
  }
  Vector operator*(const Vector& r) const {
    Vector product(r.size());
    for (std::size_t k = 0; k < rows_.size(); ++k) product.segment<3>(3 * static_cast<Eigen::Index>(k)) = times(r, k);
    return product;
  }

 private:
  struct Acting {
    std::size_t contact;
    const Levers *on, *moves;
  };
  std::vector<std::map<std::size_t, Matrix3>> rows_;
};

/// The impulses where contacts bounce by `share` of their restitution.
Vector swept_impulses(const Group& group, const Response& W, const Vector& u, double share) {
  Vector r = Vector::Zero(u.size());
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double change = 0;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const auto row = 3 * static_cast<Eigen::Index>(k);
      const Matrix3& own = W.own(k);
      if (!(own(0, 0) > 0)) continue;  // held by joints
      const Vector3 old = r.segment<3>(row);
      Vector3 b = u.segment<3>(row) + W.times(r, k) - own * old;
      b[0] += share * group[k]->restitution * std::min(u[row], 0.0);
      const Vector3 now = solve_one_contact<3>(own, b, group[k]->friction, true, old);
      if (!now.allFinite()) continue;
      r.segment<3>(row) = now;
      change = std::max(change, (now - old).cwiseAbs().maxCoeff());
    }
    if (group.size() == 1 || change <= swept * r.cwiseAbs().maxCoeff()) break;
  }
  return r;
}

double energy_growth(const Response& W, const Vector& u, const Vector& r) {
  const double put_in = r.dot(u), taken = 0.5 * r.dot(W * r);
  return put_in + taken - rounding_of_work * (std::abs(put_in) + taken);
}

/// The most bouncing that makes no energy.
Vector bounded_impulses(const Group& group, const Response& W, const Vector& u, double most) {
  Vector r = swept_impulses(group, W, u, most);
  if (energy_growth(W, u, r) <= 0) return r;
  double low = 0, high = most;
  r = swept_impulses(group, W, u, 0);
  for (int k = 0; k < halvings_of_bounce && most > 0; ++k) {
    const double middle = 0.5 * (low + high);
    Vector tried = swept_impulses(group, W, u, middle);
    const bool sound = energy_growth(W, u, tried) <= 0;
    (sound ? low : high) = middle;
    if (sound) r = std::move(tried);
  }
  // Sweeps that did not end: less of the impulses, down to where they make no energy.
  const double taken = r.dot(W * r);
  if (energy_growth(W, u, r) > 0) r *= taken > 0 ? std::clamp(-2 * r.dot(u) / taken, 0.0, 1.0) : 0.0;
  return r;
}

}  // namespace

Vector3 ImpactContact::velocity(const Vector& v) const {
  Vector3 u = Vector3::Zero();
  if (place_a >= 0) u += on_a.transpose() * v.segment<6>(place_a);
  if (place_b >= 0) u += on_b.transpose() * v.segment<6>(place_b);
  return u;
}

ImpactContact impact_contact(const Model& model, const Settings& settings, const std::vector<Pose>& poses,
                             const std::vector<int>& places, const std::vector<Contact>& contacts, int contact) {
  const Contact& c = contacts[static_cast<std::size_t>(contact)];
  const ContactProperties properties = contact_properties(model, c);
  const int a = c.key.body_a, b = c.key.body_b;
  const Matrix3 frame = contact_frame(c.normal);
  ImpactContact made{contact,        places[a],      places[b],           Levers::Zero(),        Levers::Zero(),
                     Levers::Zero(), Levers::Zero(), properties.friction, properties.restitution};
  if (settings.law == Law::frictionless) made.friction = 0;
  made.on_a = levers_of(poses[a], c.point, frame, -1);
  made.on_b = levers_of(poses[b], c.point, frame, 1);
  if (made.place_a >= 0) made.moves_a = response(model.bodies[a], made.on_a);
  if (made.place_b >= 0) made.moves_b = response(model.bodies[b], made.on_b);
  return made;
}

struct HeldJoints::Factor : Eigen::SimplicialLDLT<SparseMatrix> {
  using SimplicialLDLT::SimplicialLDLT;
};

HeldJoints::HeldJoints(const Model& model, const std::vector<int>& places, const ConstraintRows& rows) {
  std::vector<Eigen::Triplet<double>> inverse;
  int dof = 0;
  for (const Body& body : model.bodies) {
    if (body.fixed) continue;
    const Matrix3 turns = body.inertia.inverse();
    for (int i = 0; i < 3; ++i) {
      inverse.emplace_back(dof + i, dof + i, 1 / body.mass);
      for (int j = 0; j < 3; ++j) inverse.emplace_back(dof + 3 + i, dof + 3 + j, turns(i, j));
    }
    dof += 6;
  }
  inverse_mass_.resize(dof, dof);
  inverse_mass_.setFromTriplets(inverse.begin(), inverse.end());
  jointed_.assign(static_cast<std::size_t>(dof / 6), false);
  const auto place = [&](int body) { return body < 0 ? -1 : places[body]; };
  {
    BodyColumns columns(G_, dof, static_cast<Eigen::Index>(rows.free.size()));
    for (const ConstraintRow& row : rows.free) {
      columns.write(place(row.body_a), row.on_a, place(row.body_b), row.on_b);
      for (const int at : {place(row.body_a), place(row.body_b)})
        if (at >= 0) jointed_[static_cast<std::size_t>(at / 6)] = true;
    }
  }
  S_ = G_.transpose() * (inverse_mass_ * G_);
  SparseMatrix regular = S_;
  for (Eigen::Index k = 0; k < regular.rows(); ++k) regular.coeffRef(k, k) *= 1 + joint_regularisation;
  factor_ = std::make_unique<Factor>(regular);
}
HeldJoints::~HeldJoints() = default;

Eigen::MatrixXd HeldJoints::pushed(const SparseMatrix& H) const {
  return Eigen::MatrixXd(SparseMatrix(G_.transpose() * (inverse_mass_ * H)));
}

Eigen::MatrixXd HeldJoints::answers(const Eigen::MatrixXd& pushed) const {
  Eigen::MatrixXd y = -factor_->solve(pushed);
  for (int k = 0; k < joint_refinements; ++k) y -= factor_->solve(pushed + S_ * y);
  return y;
}

GroupImpulses strike(const std::vector<const ImpactContact*>& group, const HeldJoints* joints, double share,
                     Vector& v) {
  const auto velocities = [&] {
    Vector u(3 * static_cast<Eigen::Index>(group.size()));
    for (std::size_t k = 0; k < group.size(); ++k)
      u.segment<3>(3 * static_cast<Eigen::Index>(k)) = group[k]->velocity(v);
    return u;
  };
  GroupImpulses done;
  done.before = velocities();
  Response W(group);
  Eigen::MatrixXd answers;
  if (joints != nullptr) {
    const Eigen::MatrixXd pushed = joints->pushed(directions_of(group, v.size()));
    answers = joints->answers(pushed);
    W.hold(pushed.transpose() * answers);
  }
  done.r = bounded_impulses(group, W, done.before, share);
  for (std::size_t k = 0; k < group.size(); ++k) {
    const ImpactContact& c = *group[k];
    const Vector3 r = done.r.segment<3>(3 * static_cast<Eigen::Index>(k));
    if (c.place_a >= 0) v.segment<6>(c.place_a) += c.moves_a * r;
    if (c.place_b >= 0) v.segment<6>(c.place_b) += c.moves_b * r;
  }
  if (joints != nullptr) {
    done.joints = answers * done.r;
    v += joints->moved_by(done.joints);
  }
  done.after = velocities();
  return done;
}

}  // namespace signorini
