#pragma once

#include <memory>
#include <vector>

#include "signorini/distributed/part.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/solver/monitor.h"

namespace signorini::distributed {

/// The total over all ranks of what each leaf has added up, `width` numbers a leaf: over the leaves in order, so that
/// the bits depend neither on the number of ranks nor on how MPI adds. `sums` of other ranks' leaves must be 0.
void add_up(std::vector<double>& sums, std::size_t width, double* totals);

/// Adds up numbers of each rank, for what need not be the same bits for any number of ranks; the same on all.
double sum_over_ranks(double mine);
double least_of_ranks(double mine);
double most_of_ranks(double mine);
bool on_all_ranks(bool mine);

/// What rank 0 knows of the whole problem while it is solved.
struct Lead {
  Monitor& monitor;
  const Places& places;
  const MassFactor& mass;  ///< of the problem as given
};

/// The Monitor of rank 0 as all ranks see it: the judge has the whole problem and is asked there alone.
class Watch {
 public:
  /// `lead` on rank 0 alone, else null.
  Watch(const Part& part, Lead* lead) : part_(part), lead_(lead) {}

  /// As Monitor's, on all ranks together.
  bool running();
  bool due() const { return due_; }
  /// Has a candidate judged: whitened velocities over the local degrees of freedom and impulses of the local rows.
  /// Returns the value of its certificate.
  double check(const Vector& v, const Vector& r);
  double tolerance() const { return tolerance_; }
  void set_tolerance(double tolerance) { tolerance_ = tolerance; }
  void give_up_stalled();
  bool leads() const { return lead_ != nullptr; }

 private:
  const Part& part_;
  Lead* lead_;
  bool due_ = false;
  double tolerance_ = 0;
};

}  // namespace signorini::distributed
