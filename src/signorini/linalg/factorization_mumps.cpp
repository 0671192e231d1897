#include <dmumps_c.h>

#include <mutex>
#include <new>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/mumps_communicator.h"
#include "signorini/linalg/ordering.h"
#include "signorini/linalg/threads.h"

namespace signorini {
namespace {

// Numbers from the users' guide of MUMPS 5.5: jobs, kinds of matrices, error codes.
enum Job { initialize = -1, analysis = 1, factorization = 2, solution = 3, terminate = -2 };
constexpr int general_symmetric = 2, unsymmetric = 0, host_works = 1;
constexpr int integer_workspace_too_small = -8, real_workspace_too_small = -9, numerically_singular = -10;

/// Room for pivots that are put off until later, in percent of what the analysis expects. Contacts on the brink need 60
/// and more; room that is not used costs no memory.
constexpr int first_room = 100, most_room = 100'000;
/// Pivots below this share of the scaled matrix are rounding noise: redundant rows leave 1e-17 to 1e-14.
constexpr double null_pivot = 1e-13;
/// A pivot may be smaller than its row by this factor. With MUMPS's 0.01 so many are put off that 4,000 contacts near
/// the solution take 3.6 times as long; with 1e-6 refinement has errors of 1e-8 to mend instead of 1e-11.
constexpr double pivot_threshold = 1e-4;

class MumpsFactorization : public Factorization {
 public:
  explicit MumpsFactorization(int symmetry) {
    id_.sym = symmetry;
    id_.par = host_works;
    id_.comm_fortran = mumps_communicator;
    if (call(initialize) < 0) throw std::bad_alloc();
    for (const int output : {1, 2, 3, 4}) icntl(output) = 0;
    icntl(6) = 0;   // no permutation by values: the analysis sees the pattern alone
    icntl(8) = 7;   // scale rows and columns to norm one, by iteration
    icntl(10) = 0;  // no refinement: the callers refine against the system as they state it
    icntl(12) = 1;  // order the graph as it is
    icntl(24) = 1;  // a null pivot has its row left out instead of ending the factorisation
    id_.cntl[1 - 1] = pivot_threshold;
    id_.cntl[3 - 1] = null_pivot;
  }
  MumpsFactorization(const MumpsFactorization&) = delete;
  MumpsFactorization& operator=(const MumpsFactorization&) = delete;
  ~MumpsFactorization() override { call(terminate); }

  Outcome factorize_values(const SparseMatrix& matrix) override {
    if (id_.n == 0 || analyzed_ != Outcome::done) return analyzed_;
    if (!matrix.coeffs().allFinite()) return Outcome::breakdown;  // MUMPS lets some pass
    require_blas_buffer();
    id_.a = const_cast<double*>(matrix.valuePtr());  // read only
    int code = call(factorization);
    while ((code == integer_workspace_too_small || code == real_workspace_too_small) && icntl(14) < most_room) {
      icntl(14) *= 2;  // kept: the next matrix will need it too
      code = call(factorization);
    }
    if (code < 0) return outcome(code);
    flops_ = id_.rinfog[3 - 1];
    entries_ = count(id_.infog[9 - 1]);
    return Outcome::done;
  }

  void solve_with_factor(Vector& b) override {
    if (id_.n == 0) return;
    id_.rhs = b.data();
    id_.nrhs = 1;
    id_.lrhs = id_.n;
    if (call(solution) < 0) throw std::bad_alloc();
  }

  double flops() const override { return flops_; }
  double factor_entries() const override { return entries_; }

 private:
  void analyze_pattern(const SparseMatrix& matrix) override {
    id_.n = static_cast<int>(matrix.rows());
    id_.nnz = matrix.nonZeros();
    analyzed_ = Outcome::done;
    flops_ = entries_ = 0;
    if (id_.n == 0) return;
    row_.clear();
    column_.clear();
    for (Eigen::Index j = 0; j < matrix.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
        row_.push_back(static_cast<int>(it.row()) + 1);
        column_.push_back(static_cast<int>(j) + 1);
      }
    id_.irn = row_.data();
    id_.jcn = column_.data();
    id_.a = nullptr;
    order(matrix);
    icntl(14) = first_room;
    analyzed_ = outcome(call(analysis));
    flops_ = id_.rinfog[1 - 1];
    entries_ = count(id_.infog[3 - 1]);
  }

  /// By the lower triangle alone, which is where the patterns of our unsymmetric matrices are symmetric too.
  /// MUMPS left to itself would take SCOTCH for large matrices, which gives another order in every run.
  void order(const SparseMatrix& matrix) {
    constexpr int given = 1, minimum_fill = 2;
    icntl(7) = minimum_fill;
    if (id_.n < smallest_dissected) return;
    const std::vector<int> dissection = nested_dissection(matrix);
    if (dissection.empty()) return;
    place_.resize(dissection.size());
    for (std::size_t k = 0; k < dissection.size(); ++k) place_[dissection[k]] = static_cast<int>(k) + 1;
    id_.perm_in = place_.data();
    icntl(7) = given;
  }

  /// As numbered in the guide, from one.
  int& icntl(int k) { return id_.icntl[k - 1]; }

  /// INFOG(1): below zero after an error.
  int call(Job job) {
    // MUMPS keeps the matrix at work in global variables: instances take turns.
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    id_.job = job;
    dmumps_c(&id_);
    return id_.infog[1 - 1];
  }

  static Outcome outcome(int code) {
    if (code >= 0) return Outcome::done;
    return code == numerically_singular ? Outcome::breakdown : Outcome::out_of_memory;
  }
  /// Counts that do not fit are given in millions, negative.
  static double count(int value) { return value >= 0 ? value : -1e6 * value; }

  DMUMPS_STRUC_C id_{};
  std::vector<int> row_, column_;  ///< of each entry, from one
  std::vector<int> place_;         ///< of each row in the elimination order, from one
  Outcome analyzed_ = Outcome::done;
  double flops_ = 0, entries_ = 0;
};
static_assert(sizeof(MUMPS_INT) == sizeof(int));

}  // namespace

std::unique_ptr<Factorization> make_indefinite_factorization() {
  return std::make_unique<MumpsFactorization>(general_symmetric);
}
std::unique_ptr<Factorization> make_sparse_lu_factorization() {
  return std::make_unique<MumpsFactorization>(unsymmetric);
}

std::string_view indefinite_backend() { return "MUMPS " MUMPS_VERSION; }

}  // namespace signorini
