#include "signorini/distributed/krylov_system.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <stdexcept>

#include "signorini/distributed/watch.h"

namespace signorini::distributed {

namespace {

/// Six or three where all bodies have that many degrees of freedom, or multiples, else one.
int common_block_size(const Part& part) {
  for (const int size : {6, 3}) {
    bool fits = part.place.size() % static_cast<std::size_t>(size) == 0;
    for (std::size_t j = 0; fits && j < part.body.size(); ++j)
      fits = part.body[j] == part.body[j - j % static_cast<std::size_t>(size)];
    if (on_all_ranks(fits)) return size;
  }
  return 1;
}

}  // namespace

template <int D>
KrylovSystem<D>::KrylovSystem(const interior_point::ScaledProblem& problem, const interior_point::ConePoint<D>& point,
                              const Part& part, const Halo& halo, bool factors)
    : p_(problem), point_(point), part_(part), halo_(halo) {
  single_.resize(static_cast<std::size_t>(p_.first_cone()));
  blocks_.resize(static_cast<std::size_t>(p_.cones) * D * D);
  block_size_ = common_block_size(part);
  local_x_.resize(p_.original.dof());
  local_y_.resize(p_.original.dof());
  right_ = halo.vector();
  answer_ = halo.vector();
  const auto owned = static_cast<PetscInt>(part.owned.size());
  require(MatCreateShell(PETSC_COMM_WORLD, owned, owned, PETSC_DETERMINE, PETSC_DETERMINE, this, &matrix_));
  require(MatShellSetOperation(matrix_, MATOP_MULT, reinterpret_cast<void (*)()>(&multiply_for_petsc)));
  require(MatSetOption(matrix_, MAT_SPD, PETSC_TRUE));
  require(KSPCreate(PETSC_COMM_WORLD, &ksp_));
  require(KSPSetOperators(ksp_, matrix_, matrix_));
  require(KSPSetType(ksp_, KSPCG));
  require(KSPSetNormType(ksp_, KSP_NORM_UNPRECONDITIONED));
  set_preconditioner(factors);
}

template <int D>
void KrylovSystem<D>::set_preconditioner(bool factors) {
  PC preconditioner = nullptr;
  require(KSPGetPC(ksp_, &preconditioner));
  if (factors) {
    formed_ = std::make_unique<FormedSystem>(p_.H, part_);
    require(KSPSetOperators(ksp_, matrix_, formed_->matrix()));
    require(PCSetType(preconditioner, PCCHOLESKY));
    require(PCFactorSetMatSolverType(preconditioner, MATSOLVERMUMPS));
  } else {
    require(PCSetType(preconditioner, PCSHELL));
    require(PCShellSetContext(preconditioner, this));
    require(PCShellSetApply(preconditioner, &precondition_for_petsc));
  }
}

template <int D>
KrylovSystem<D>::~KrylovSystem() {
  KSPDestroy(&ksp_);
  MatDestroy(&matrix_);
  VecDestroy(&answer_);
  VecDestroy(&right_);
}

template <int D>
PetscErrorCode KrylovSystem<D>::multiply_for_petsc(Mat A, Vec x, Vec y) {
  void* self = nullptr;
  MatShellGetContext(A, &self);
  static_cast<KrylovSystem*>(self)->multiply(x, y);
  return 0;
}

template <int D>
PetscErrorCode KrylovSystem<D>::precondition_for_petsc(PC pc, Vec x, Vec y) {
  void* self = nullptr;
  PCShellGetContext(pc, &self);
  static_cast<KrylovSystem*>(self)->precondition(x, y);
  return 0;
}

template <int D>
void KrylovSystem<D>::prepare(double delta) {
  for (int k = 0; k < p_.first_cone(); ++k) {
    const double w = k < p_.free ? 0 : point_.positive_scaling(k - p_.free);
    single_[static_cast<std::size_t>(k)] = 1 / (w * w + p_.E[k] + delta);
  }
  for (int i = 0; i < p_.cones; ++i) {
    Eigen::Map<MatrixN<D>> K(blocks_.data() + std::ptrdiff_t{D} * D * i);
    const auto& nt = point_.scaling(i);
    if (p_.compliant) {
      MatrixN<D> A = nt.squared();
      A.diagonal() += p_.E.template segment<D>(p_.cone_row(i));
      A.diagonal().array() += delta;
      K = A.inverse();
    } else {
      K = nt.with_spectrum((nt.eigenvalues().array().square() + delta).inverse().matrix());
    }
  }
  if (formed_ != nullptr)
    formed_->assemble(single_.data(), single_.data() + p_.free, blocks_.data());
  else
    invert_diagonal_blocks();
}

template <int D>
void KrylovSystem<D>::add_to_diagonal_blocks(const BlockColumns& columns, const std::vector<double>& K) {
  const int group = columns.group(), width = columns.width(), size = block_size_;
  for (int k = 0; k < columns.groups(); ++k) {
    const double* weights = K.data() + std::ptrdiff_t{group} * group * k;
    const int begin = columns.start()[static_cast<std::size_t>(k)],
              end = columns.start()[static_cast<std::size_t>(k) + 1];
    for (int e = begin; e < end; ++e)
      for (int other = begin; other < end; ++other) {
        const int row = width * columns.block()[static_cast<std::size_t>(e)];
        const int column = width * columns.block()[static_cast<std::size_t>(other)];
        if (row / size != column / size && size >= width) continue;
        const double *h = columns.values(e), *h_other = columns.values(other);
        for (int i = 0; i < width; ++i)
          for (int j = 0; j < width; ++j) {
            if ((row + i) / size != (column + j) / size) continue;
            double sum = 0;
            for (int a = 0; a < group; ++a)
              for (int b = 0; b < group; ++b) sum += h[a * width + i] * weights[a * group + b] * h_other[b * width + j];
            diagonal_[static_cast<std::size_t>((row + i) * size + (column + j) % size)] += sum;
          }
      }
  }
}

template <int D>
void KrylovSystem<D>::invert_diagonal_blocks() {
  const int size = block_size_;
  const auto blocks = static_cast<std::ptrdiff_t>(part_.place.size()) / size;
  diagonal_.assign(static_cast<std::size_t>(blocks * size * size), 0.0);
  for (std::ptrdiff_t b = 0; b < blocks; ++b)
    for (int i = 0; i < size; ++i) diagonal_[static_cast<std::size_t>((b * size + i) * size + i)] = 1;
  const auto cones = single_.begin();
  add_to_diagonal_blocks(p_.H.free, std::vector<double>(cones, cones + p_.free));
  add_to_diagonal_blocks(p_.H.positive, std::vector<double>(cones + p_.free, single_.end()));
  add_to_diagonal_blocks(p_.H.cones, blocks_);
  for (std::ptrdiff_t b = 0; b < blocks; ++b) {
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>> block(diagonal_.data() + b * size * size,
                                                                                     size, size);
    block =
        block.llt().solve(Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>::Identity(size, size)).eval();
  }
}

template <int D>
void KrylovSystem<D>::multiply(Vec x, Vec y) {
  halo_.spread(x, local_x_.data());
  local_y_ = local_x_;
  const auto pass = [&](const BlockColumns& columns, const double* K) {
    with_block_sizes(columns, [&](auto group, auto width) {
      constexpr int g = group, w = width;
      for (int k = 0; k < columns.groups(); ++k, K += g * g) {
        double u[g], r[g];
        columns.template gather<g, w>(k, local_x_.data(), u);
        for (int a = 0; a < g; ++a) {
          r[a] = 0;
          for (int b = 0; b < g; ++b) r[a] += K[a * g + b] * u[b];
        }
        columns.template scatter<g, w>(k, r, local_y_.data());
      }
    });
  };
  pass(p_.H.free, single_.data());
  pass(p_.H.positive, single_.data() + p_.free);
  pass(p_.H.cones, blocks_.data());
  halo_.collect(local_y_.data(), y);
}

template <int D>
void KrylovSystem<D>::precondition(Vec x, Vec y) const {
  const int size = block_size_;
  const double* from = nullptr;
  double* to = nullptr;
  require(VecGetArrayRead(x, &from));
  require(VecGetArrayWrite(y, &to));
  for (std::size_t k = 0; k < part_.owned.size(); k += static_cast<std::size_t>(size)) {
    const double* block = diagonal_.data() + std::ptrdiff_t{size} * part_.owned[k];
    for (int i = 0; i < size; ++i) {
      double sum = 0;
      for (int j = 0; j < size; ++j) sum += block[i * size + j] * from[k + static_cast<std::size_t>(j)];
      to[k + static_cast<std::size_t>(i)] = sum;
    }
  }
  require(VecRestoreArrayWrite(y, &to));
  require(VecRestoreArrayRead(x, &from));
}

template <int D>
void KrylovSystem<D>::apply_inverse(const Vector& x, Vector& r, Vector& rho) const {
  r.resize(x.size());
  rho.resize(x.size());
  for (int k = 0; k < p_.first_cone(); ++k) {
    r[k] = single_[static_cast<std::size_t>(k)] * x[k];
    rho[k] = k < p_.free ? 0 : point_.positive_scaling(k - p_.free) * r[k];
  }
  for (int i = 0; i < p_.cones; ++i) {
    const int k = p_.cone_row(i);
    const Eigen::Map<const MatrixN<D>> K(blocks_.data() + std::ptrdiff_t{D} * D * i);
    const VectorN<D> impulse = K * x.segment<D>(k);
    r.segment<D>(k) = impulse;
    rho.segment<D>(k) = point_.scaling(i).apply(impulse);
  }
}

template <int D>
void KrylovSystem<D>::solve(const Vector& a, const Vector& b, double residual, interior_point::NewtonStep& step,
                            bool from_guess) {
  apply_inverse(b, step.r, step.rho);
  local_y_ = a;
  p_.H.scatter(step.r, local_y_);
  halo_.collect(local_y_.data(), right_);
  if (from_guess)
    halo_.collect(step.v.data(), answer_);
  else
    step.v.resize(a.size());
  require(KSPSetInitialGuessNonzero(ksp_, from_guess ? PETSC_TRUE : PETSC_FALSE));
  require(KSPSetTolerances(ksp_, 1e-30, residual, PETSC_DEFAULT, most_iterations));
  require(KSPSolve(ksp_, right_, answer_));
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  require(KSPGetConvergedReason(ksp_, &reason));
  if (reason == KSP_DIVERGED_PC_FAILED)
    throw std::runtime_error("the parallel MUMPS did not factor the matrix: does the factor fit into memory?");
  PetscInt taken = 0;
  require(KSPGetIterationNumber(ksp_, &taken));
  iterations_ += taken;
  halo_.spread(answer_, step.v.data());
  p_.H.gather(step.v, relative_);
  relative_ = b - relative_;
  apply_inverse(relative_, step.r, step.rho);
}

template class KrylovSystem<2>;
template class KrylovSystem<3>;

}  // namespace signorini::distributed
