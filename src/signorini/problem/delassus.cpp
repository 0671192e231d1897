#include "signorini/problem/delassus.h"

namespace signorini {
namespace {

template <typename F>
void for_each_kind(const Delassus& delassus, F&& f) {
  const Cones& cones = delassus.cones();
  f(delassus.free(), 0);
  f(delassus.positive(), cones.first_positive());
  f(delassus.friction(), cones.first_friction());
}

}  // namespace

Delassus::Delassus(const ContactProblem& problem) : form_(problem.form), cones_(problem.cones) {
  if (form_ == Form::global) {
    mass_.emplace(problem.M);
    mass_->symmetric() ? whiten(problem) : form_operator(problem);
  } else {
    sort(problem.W.transpose());
    w_ = problem.q;
  }
  E_ = problem.E.size() == 0 ? Vector::Zero(problem.rows()) : problem.E;
  compliant_ = E_.any();
  if (form_ == Form::global) {
    A_.gather(f_hat_, q_);
    q_ += w_;
  } else {
    q_ = w_;
  }
}

void Delassus::sort(const SparseMatrix& A, const Vector& scale) {
  state_size_ = static_cast<int>(A.rows());
  A_ = RowBlocks(A, cones_.free, cones_.positive, cones_.friction(), cones_.dimension, BlockColumns::leanest, scale);
}

/// Where M is diagonal, on the way of H into blocks: large problems have no room for a copy.
void Delassus::whiten(const ContactProblem& problem) {
  f_hat_ = mass_->whiten(problem.f);
  w_ = problem.w;
  if (const Vector& scale = mass_->whitening_scale(); scale.size() > 0)
    sort(problem.H, scale);
  else
    sort(mass_->whiten(problem.H));
}

void Delassus::form_operator(const ContactProblem& problem) {
  form_ = Form::local;
  H_ = problem.H;
  f_ = problem.f;
  w_ = H_.transpose() * mass_->solve(f_) + problem.w;
  sort(SparseMatrix(mass_->solve(H_).transpose()) * H_);
}

void Delassus::state(const Vector& r, Vector& x) const {
  if (form_ == Form::local) {
    x = r;
    return;
  }
  x = f_hat_;
  A_.scatter(r, x);
}

Vector Delassus::velocities(const Vector& x) const {
  if (!mass_) return {};
  return form_ == Form::global ? mass_->unwhiten(x) : mass_->solve(f_ + H_ * x);
}

void Delassus::apply(const Vector& r, Vector& y) const {
  if (form_ == Form::local) {
    A_.gather(r, y);
  } else {
    Vector x = Vector::Zero(state_size_);
    A_.scatter(r, x);
    A_.gather(x, y);
  }
  y += E_.cwiseProduct(r);
}

std::size_t Delassus::bytes_of_action() const {
  const auto rows = static_cast<std::size_t>(cones_.rows()), state = static_cast<std::size_t>(state_size_);
  if (form_ == Form::local) return A_.bytes() + sizeof(double) * 4 * rows;
  return 2 * A_.bytes() + sizeof(double) * (4 * rows + 2 * state);
}

Vector Delassus::diagonal() const {
  Vector diagonal = E_;
  for_each_kind(*this, [&](const BlockColumns& columns, int first) {
    for (int k = 0; k < columns.groups(); ++k)
      for (int g = 0; g < columns.group(); ++g) {
        const int row = first + k * columns.group() + g;
        diagonal[row] += form_ == Form::global ? columns.dot(k, g, g) : columns.coeff(k, g, row);
      }
  });
  return diagonal;
}

std::vector<double> Delassus::friction_blocks() const {
  const int d = cones_.dimension;
  std::vector<double> blocks(static_cast<std::size_t>(cones_.friction()) * static_cast<std::size_t>(d * d));
  double* block = blocks.data();
  for (int k = 0; k < cones_.friction(); ++k, block += d * d) {
    const int row = cones_.friction_row(k);
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j)
        block[j * d + i] = form_ == Form::global ? A_.cones.dot(k, i, j) : A_.cones.coeff(k, i, row + j);
    for (int i = 0; i < d; ++i) block[i * d + i] += E_[row + i];
  }
  return blocks;
}

SparseMatrix Delassus::sparse() const {
  SparseMatrix A(state_size_, cones_.rows());
  for_each_kind(*this, [&](const BlockColumns& columns, int first) { columns.append_to(A, first); });
  A.finalize();
  return A;
}

SparseMatrix Delassus::assemble() const {
  const SparseMatrix columns = sparse();
  SparseMatrix W =
      form_ == Form::global ? SparseMatrix(columns.transpose() * columns) : SparseMatrix(columns.transpose());
  if (compliant_) W += SparseMatrix(E_.asDiagonal());
  W.makeCompressed();
  return W;
}

ContactProblem to_local(const ContactProblem& problem) {
  if (problem.form == Form::local) return problem;
  ContactProblem rigid = problem;
  rigid.E.resize(0);
  const Delassus delassus(rigid);
  ContactProblem local;
  local.form = Form::local;
  local.W = delassus.assemble();
  local.q = delassus.q();
  local.E = problem.E;
  local.cones = problem.cones;
  local.law = problem.law;
  local.pyramid_sides = problem.pyramid_sides;
  return local;
}

}  // namespace signorini
