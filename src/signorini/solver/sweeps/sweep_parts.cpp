#include "signorini/solver/sweeps/sweep_parts.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace signorini {
namespace {

/// Contacts of a part: a sweep over so many takes 0.2 ms, many times as long as to wake a thread.
constexpr int contacts_of_part = 2000;

/// Blocks of the state as nodes, joined by contacts.
class ContactGraph {
 public:
  ContactGraph(const BlockColumns& contacts, int nodes) : contacts_(contacts), start_(nodes + 1, 0) {
    for (const int node : contacts.block()) ++start_[node + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    at_.resize(contacts.block().size());
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for (int k = 0; k < contacts.groups(); ++k)
      for (const int node : nodes_of(k)) at_[next[node]++] = k;
  }

  int nodes() const { return static_cast<int>(start_.size()) - 1; }
  std::span<const int> nodes_of(int contact) const {
    const auto begin = contacts_.block().begin();
    return {begin + contacts_.start()[contact], begin + contacts_.start()[contact + 1]};
  }
  std::span<const int> contacts_at(int node) const {
    return {at_.begin() + start_[node], at_.begin() + start_[node + 1]};
  }

 private:
  const BlockColumns& contacts_;
  std::vector<int> start_, at_;  ///< the contacts of each node
};

/// Levels of the nodes, those of one connected lot after those of the other: contacts join nodes of one level or of two
/// that follow each other.
class Levels {
 public:
  explicit Levels(const ContactGraph& graph, int contacts)
      : graph_(graph), level_(graph.nodes(), 0), node_seen_(graph.nodes(), 0), contact_seen_(contacts, 0) {
    for (int node = 0; node < graph.nodes(); ++node) {
      if (node_seen_[node] != 0 || graph.contacts_at(node).empty()) continue;
      walk(node);
      walk(queue_.back());  // the furthest from any node is at the edge
      count_ = level_[queue_.back()] + 1;
    }
  }
  int count() const { return count_; }
  /// Of the nodes of a contact, the lowest and the highest.
  std::pair<int, int> of(int contact) const {
    std::pair<int, int> ends(count_, -1);
    for (const int node : graph_.nodes_of(contact))
      ends = {std::min(ends.first, level_[node]), std::max(ends.second, level_[node])};
    return ends;
  }

 private:
  /// Breadth first through all that is connected, from the next free level on.
  void walk(int from) {
    ++walks_;
    queue_ = {from};
    level_[from] = count_;
    node_seen_[from] = walks_;
    for (std::size_t k = 0; k < queue_.size(); ++k) {
      for (const int contact : graph_.contacts_at(queue_[k])) {
        if (std::exchange(contact_seen_[contact], walks_) == walks_) continue;
        for (const int node : graph_.nodes_of(contact)) {
          if (std::exchange(node_seen_[node], walks_) == walks_) continue;
          level_[node] = level_[queue_[k]] + 1;
          queue_.push_back(node);
        }
      }
    }
  }

  const ContactGraph& graph_;
  std::vector<int> level_, queue_;
  std::vector<int> node_seen_, contact_seen_;  ///< by which walk
  int walks_ = 0, count_ = 0;
};

}  // namespace

SweepParts::SweepParts(const BlockColumns& contacts, int state_size) {
  if (contacts.groups() < 2 * contacts_of_part) return;
  const ContactGraph graph(contacts, state_size / contacts.width());
  const Levels levels(graph, contacts.groups());
  std::vector<int> contacts_at(static_cast<std::size_t>(levels.count()), 0);
  for (int k = 0; k < contacts.groups(); ++k)
    if (const int lowest = levels.of(k).first; lowest < levels.count()) ++contacts_at[lowest];
  std::vector<int> part_of(contacts_at.size(), 0);
  int part = 0, first = 0, sum = 0;
  for (int level = 0; level < levels.count(); ++level) {
    if (sum >= contacts_of_part && level - first >= 2) {
      ++part;
      first = level;
      sum = 0;
    }
    part_of[level] = part;
    sum += contacts_at[level];
  }
  if (part == 0) return;
  inner_.resize(static_cast<std::size_t>(part) + 1);
  borders_.resize(static_cast<std::size_t>(part));
  for (int k = 0; k < contacts.groups(); ++k) {
    const auto [lowest, highest] = levels.of(k);
    if (highest < 0)
      inner_.front().push_back(k);  // between bodies that do not move
    else
      (part_of[lowest] == part_of[highest] ? inner_ : borders_)[part_of[lowest]].push_back(k);
  }
}

}  // namespace signorini
