#include "signorini/distributed/work.h"

#include <mpi.h>
#include <sys/resource.h>

#include <algorithm>
#include <numeric>

#include "signorini/base/memory.h"
#include "signorini/distributed/halo.h"
#include "signorini/distributed/krylov_interior_point.h"
#include "signorini/distributed/message.h"
#include "signorini/distributed/shared_qp.h"
#include "signorini/distributed/solvers.h"
#include "signorini/solver/first_order/descent.h"

namespace signorini::distributed {
namespace {

constexpr int part_tag = 2;
/// MPI counts bytes in an int.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void pass(Message& message, Job& job, Part& part) {
  message.pass(job);
  ContactProblem& p = part.problem;
  message.pass(p.law);
  message.pass(p.cones.free);
  message.pass(p.cones.positive);
  message.pass(p.cones.dimension);
  message.pass(part.leaves);
  message.pass(part.all_rows);
  message.pass(part.all_freedoms);
  for (Vector* vector : {&p.cones.mu, &p.f, &p.w, &p.E, &part.guess}) message.pass(*vector);
  for (auto* numbers : {&part.owned, &part.place, &part.body, &part.row_number, &part.row_leaf, &part.freedom_leaf})
    message.pass(*numbers);
  message.pass(p.H);
  message.pass(p.M);
}

void send(std::vector<char>& bytes, int rank) {
  auto size = static_cast<long>(bytes.size());
  MPI_Send(&size, 1, MPI_LONG, rank, part_tag, MPI_COMM_WORLD);
  for (std::size_t at = 0; at < bytes.size(); at += largest_piece)
    MPI_Send(bytes.data() + at, static_cast<int>(std::min(largest_piece, bytes.size() - at)), MPI_CHAR, rank, part_tag,
             MPI_COMM_WORLD);
}

std::vector<char> receive() {
  long size = 0;
  MPI_Recv(&size, 1, MPI_LONG, 0, part_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::vector<char> bytes(static_cast<std::size_t>(size));
  for (std::size_t at = 0; at < bytes.size(); at += largest_piece)
    MPI_Recv(bytes.data() + at, static_cast<int>(std::min(largest_piece, bytes.size() - at)), MPI_CHAR, 0, part_tag,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

void descend(const Part& part, const Halo& halo, const Job& job, Watch& watch) {
  const SharedQp qp(part, halo, job.scaling);
  SharedQp::Point start = qp.start();
  qp.judge(watch, start);
  first_order::Descent<SharedQp, Watch>(part.problem, qp, job.greedy, std::move(start), watch).run();
}

/// What all ranks do, each with its part. The distribution is complete on rank 0 alone.
Distribution work(const Part& part, const Job& job, Lead* lead) {
  const double before = cpu_seconds();
  Watch watch(part, lead);
  watch.set_tolerance(job.tolerance);
  const Halo halo(part);
  long krylov_iterations = 0;
  if (job.method == Method::apgd)
    descend(part, halo, job, watch);
  else
    krylov_iterations = run_krylov_interior_point(part, halo, job.krylov, watch);

  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Distribution result;
  result.krylov_iterations = krylov_iterations;
  result.rows.resize(static_cast<std::size_t>(ranks));
  result.memory.resize(static_cast<std::size_t>(ranks));
  const int rows = part.owned_rows();
  const std::int64_t memory = peak_memory_bytes();
  MPI_Gather(&rows, 1, MPI_INT, result.rows.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gather(&memory, 1, MPI_INT64_T, result.memory.data(), 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  result.halo_bytes =
      static_cast<std::int64_t>(sum_over_ranks(part.halo())) * static_cast<std::int64_t>(sizeof(double));
  result.cpu_seconds = sum_over_ranks(cpu_seconds() - before);
  const double most = most_of_ranks(rows);
  if (part.all_rows > 0) result.imbalance = most * ranks / static_cast<double>(part.all_rows);
  return result;
}

ContactProblem whitened(const ContactProblem& problem, const MassFactor& mass) {
  ContactProblem result;
  result.law = problem.law;
  result.cones = problem.cones;
  result.M.resize(problem.dof(), problem.dof());
  result.M.setIdentity();
  result.H = mass.whiten(problem.H);
  result.H.makeCompressed();
  result.f = mass.whiten(problem.f);
  result.w = problem.w;
  result.E = problem.E;
  return result;
}

}  // namespace

Distribution solve_together(Session& session, const Job& job, const ContactProblem& problem, const Vector& guess,
                            Monitor& monitor) {
  const Partition partition(problem, session.size());
  const Places places(partition);
  const MassFactor mass(problem.M);
  Part mine;
  session.call_to_solve();
  CommonWork common(session);
  {
    const ContactProblem whole = whitened(problem, mass);
    for (int rank = session.size() - 1; rank >= 0; --rank) {
      Part part = make_part(whole, guess, partition, places, rank);
      if (rank == 0) {
        mine = std::move(part);
        continue;
      }
      Message message(true);
      Job copy = job;
      pass(message, copy, part);
      part = {};
      send(message.bytes, rank);
    }
  }
  Lead lead{monitor, places, mass};
  Distribution result = work(mine, job, &lead);
  common.done();
  session.last = result;
  return result;
}

void join_solve(Session&) {
  Part part;
  Job job;
  {
    Message message(false);
    message.bytes = receive();
    pass(message, job, part);
  }
  work(part, job, nullptr);
}

}  // namespace signorini::distributed
