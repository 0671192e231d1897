#include "signorini/distributed/partition.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace signorini::distributed {
namespace {

bool stays_in_runs(const SparseMatrix& M, int run) {
  if (M.rows() % run != 0) return false;
  for (int j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it)
      if (it.value() != 0 && static_cast<int>(it.row()) / run != j / run) return false;
  return true;
}

/// Bodies and contacts as a graph, compressed: the neighbours of body b are those at [start[b], start[b+1]).
struct Graph {
  std::vector<int> start, neighbour, weight;
};

/// The bodies of each contact, and of each row its contact.
struct Incidence {
  std::vector<std::vector<int>> bodies_of_contact;
  std::vector<int> contact_of_row;
};

Incidence incidence(const ContactProblem& problem, const std::vector<int>& body_of_freedom) {
  const Cones& K = problem.cones;
  Incidence result;
  result.contact_of_row.resize(static_cast<std::size_t>(K.rows()));
  result.bodies_of_contact.resize(static_cast<std::size_t>(K.first_friction() + K.friction()));
  for (int row = 0; row < K.rows(); ++row) {
    const int contact = row < K.first_friction() ? row : K.first_friction() + (row - K.first_friction()) / K.dimension;
    result.contact_of_row[row] = contact;
    std::vector<int>& bodies = result.bodies_of_contact[contact];
    for (SparseMatrix::InnerIterator it(problem.H, row); it; ++it) {
      const int body = body_of_freedom[it.row()];
      if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
    }
  }
  for (auto& bodies : result.bodies_of_contact) std::sort(bodies.begin(), bodies.end());
  return result;
}

Graph make_graph(const std::vector<std::vector<int>>& contacts, int bodies) {
  Graph graph;
  graph.weight.assign(static_cast<std::size_t>(bodies), 1);
  graph.start.assign(static_cast<std::size_t>(bodies) + 1, 0);
  const auto for_each_edge = [&](auto&& f) {
    for (const auto& touched : contacts)
      for (const int a : touched)
        for (const int b : touched)
          if (a != b) f(a, b);
  };
  for (const auto& touched : contacts)
    if (!touched.empty()) ++graph.weight[touched.front()];
  for_each_edge([&](int a, int) { ++graph.start[a + 1]; });
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.neighbour.resize(static_cast<std::size_t>(graph.start.back()));
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for_each_edge([&](int a, int b) { graph.neighbour[next[a]++] = b; });
  return graph;
}

/// Halves sets of bodies by their distance from a body at the rim, again and again.
class Bisection {
 public:
  Bisection(const Graph& graph, int leaves)
      : graph_(graph), leaf_(graph.weight.size(), 0), set_(graph.weight.size(), 0), seen_(graph.weight.size(), 0) {
    std::vector<int> all(graph.weight.size());
    std::iota(all.begin(), all.end(), 0);
    split(std::move(all), 0, leaves);
  }
  std::vector<int> take_leaves() { return std::move(leaf_); }

 private:
  void split(std::vector<int> bodies, int first, int leaves) {
    if (leaves == 1 || bodies.empty()) {
      for (const int b : bodies) leaf_[b] = first;
      return;
    }
    ++current_set_;
    for (const int b : bodies) set_[b] = current_set_;
    const std::vector<int> once = by_distance(bodies, bodies.front());
    const std::vector<int> order = by_distance(bodies, once.back());
    long total = 0, below = 0;
    for (const int b : order) total += graph_.weight[b];
    std::size_t cut = 0;
    while (cut < order.size() && 2 * below + graph_.weight[order[cut]] <= total) below += graph_.weight[order[cut++]];
    std::vector<int> low(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(cut));
    std::vector<int> high(order.begin() + static_cast<std::ptrdiff_t>(cut), order.end());
    for (auto* half : {&low, &high}) std::sort(half->begin(), half->end());
    bodies = {};
    split(std::move(low), first, leaves / 2);
    split(std::move(high), first + leaves / 2, leaves / 2);
  }

  /// All bodies of the current set in breadth-first order from one of them; where that ends, from the first one left.
  std::vector<int> by_distance(const std::vector<int>& bodies, int from) {
    ++current_look_;
    std::vector<int> order;
    order.reserve(bodies.size());
    const auto see = [&](int b) {
      if (set_[b] != current_set_ || seen_[b] == current_look_) return;
      seen_[b] = current_look_;
      order.push_back(b);
    };
    std::size_t next = 0, left = 0;
    see(from);
    while (order.size() < bodies.size()) {
      for (; next < order.size(); ++next)
        for (int e = graph_.start[order[next]]; e < graph_.start[order[next] + 1]; ++e) see(graph_.neighbour[e]);
      while (left < bodies.size() && next == order.size()) see(bodies[left++]);
    }
    return order;
  }

  const Graph& graph_;
  std::vector<int> leaf_, set_, seen_;
  int current_set_ = 0, current_look_ = 0;
};

int leaf_count(int bodies, int ranks) {
  const int wanted = std::min(bodies, std::max(Partition::usual_leaves, Partition::leaves_per_rank * ranks));
  int leaves = 1;
  while (leaves < wanted) leaves *= 2;
  return leaves;
}

}  // namespace

std::vector<int> bodies_of_freedoms(const SparseMatrix& M) {
  const auto n = static_cast<int>(M.rows());
  std::vector<int> body(static_cast<std::size_t>(n));
  for (const int run : {6, 3})
    if (stays_in_runs(M, run)) {
      for (int j = 0; j < n; ++j) body[j] = j / run;
      return body;
    }
  std::iota(body.begin(), body.end(), 0);  // as a forest: each points to a smaller one of its body
  const auto root = [&](int j) {
    while (body[j] != j) j = body[j] = body[body[j]];
    return j;
  };
  for (int j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
      const int a = root(j), b = root(static_cast<int>(it.row()));
      if (it.value() != 0) body[std::max(a, b)] = std::min(a, b);
    }
  int count = 0;
  for (int j = 0; j < n; ++j) body[j] = body[j] == j ? count++ : body[body[j]];
  return body;
}

int body_count(const SparseMatrix& M) {
  const std::vector<int> body = bodies_of_freedoms(M);
  return body.empty() ? 0 : *std::max_element(body.begin(), body.end()) + 1;
}

Partition::Partition(const ContactProblem& problem, int ranks_)
    : ranks(ranks_), body_of_freedom(bodies_of_freedoms(problem.M)) {
  const int count = body_of_freedom.empty() ? 0 : *std::max_element(body_of_freedom.begin(), body_of_freedom.end()) + 1;
  Incidence touching = incidence(problem, body_of_freedom);
  const Graph graph = make_graph(touching.bodies_of_contact, count);
  leaves = leaf_count(count, ranks);
  leaf_of_body = Bisection(graph, leaves).take_leaves();
  contact_of_row = std::move(touching.contact_of_row);
  for (const auto& bodies : touching.bodies_of_contact)
    leaf_of_contact.push_back(bodies.empty() ? 0 : leaf_of_body[bodies.front()]);
  std::vector<long> weight(static_cast<std::size_t>(leaves), 0);
  for (int b = 0; b < count; ++b) weight[leaf_of_body[b]] += graph.weight[b];
  const long total = std::accumulate(weight.begin(), weight.end(), 0L);
  long before = 0;
  for (const long w : weight) {  // by the middle of each leaf
    rank_of_leaf.push_back(std::min(ranks - 1, static_cast<int>((2 * before + w) * ranks / (2 * total))));
    before += w;
  }
}

}  // namespace signorini::distributed
