#include "signorini/distributed/watch.h"

#include <mpi.h>

namespace signorini::distributed {
namespace {

double reduce(double mine, MPI_Op op) {
  double all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  return all;
}

/// What the ranks own, put together on rank 0 at the places that each has there.
Vector gather(const std::vector<double>& mine, const std::vector<std::vector<int>>* places) {
  std::vector<int> counts, offsets;
  std::vector<double> all;
  if (places != nullptr) {
    int size = 0;
    for (const auto& of_rank : *places) {
      offsets.push_back(size);
      counts.push_back(static_cast<int>(of_rank.size()));
      size += counts.back();
    }
    all.resize(static_cast<std::size_t>(size));
  }
  MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_DOUBLE, all.data(), counts.data(), offsets.data(),
              MPI_DOUBLE, 0, MPI_COMM_WORLD);
  Vector whole(static_cast<Eigen::Index>(all.size()));
  std::size_t next = 0;
  if (places != nullptr)
    for (const auto& of_rank : *places)
      for (const int place : of_rank) whole[place] = all[next++];
  return whole;
}

}  // namespace

void add_up(std::vector<double>& sums, std::size_t width, double* totals) {
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < width; ++i) totals[i] = 0;
  for (std::size_t k = 0; k < sums.size(); ++k) totals[k % width] += sums[k];
}

double sum_over_ranks(double mine) { return reduce(mine, MPI_SUM); }
double least_of_ranks(double mine) { return reduce(mine, MPI_MIN); }
double most_of_ranks(double mine) { return reduce(mine, MPI_MAX); }
bool on_all_ranks(bool mine) { return least_of_ranks(mine ? 1 : 0) > 0; }

bool Watch::running() {
  int state[] = {0, 0};
  if (leads()) {
    state[0] = lead_->monitor.running() ? 1 : 0;
    state[1] = state[0] != 0 && lead_->monitor.due() ? 1 : 0;
  }
  MPI_Bcast(state, 2, MPI_INT, 0, MPI_COMM_WORLD);
  due_ = state[1] != 0;
  return state[0] != 0;
}

double Watch::check(const Vector& v, const Vector& r) {
  std::vector<double> my_v, my_r;
  for (const int j : part_.owned) my_v.push_back(v[j]);
  for (std::size_t k = 0; k < part_.row_leaf.size(); ++k)
    if (part_.row_leaf[k] >= 0) my_r.push_back(r[static_cast<Eigen::Index>(k)]);
  const Vector all_v = gather(my_v, leads() ? &lead_->places.freedoms : nullptr);
  const Vector all_r = gather(my_r, leads() ? &lead_->places.rows : nullptr);
  double certificate = 0;
  if (leads()) certificate = lead_->monitor.check({lead_->mass.unwhiten(all_v), all_r, {}}).value();
  MPI_Bcast(&certificate, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return certificate;
}

void Watch::give_up_stalled() {
  if (leads() && !lead_->monitor.stopped()) lead_->monitor.give_up_stalled();
}

}  // namespace signorini::distributed
