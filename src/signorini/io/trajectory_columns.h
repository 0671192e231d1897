#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/io/load_tables.h"

namespace signorini {

/// Rows of a dataset, one after the other.
struct TrajectoryColumn {
  using Values = std::variant<std::vector<int>, std::vector<std::int64_t>, std::vector<double>>;
  std::string path;  ///< in the file: "/frames/position"
  /// Of one row: {bodies, 3}; empty when a row is a number.
  std::vector<std::size_t> row_shape;
  Values values;

  std::size_t row_size() const;  ///< numbers in a row
  std::size_t rows() const;
};

/// Frames and steps of a trajectory in memory, column by column as they stand in the file.
class TrajectoryColumns {
 public:
  /// `velocities`: entries of State::v of rigid bodies; `nodes`: of flexible bodies, and how many of them are free.
  TrajectoryColumns(int bodies, int velocities, bool contacts, std::vector<LoadTable> loads, std::size_t nodes = 0,
                    std::size_t free_nodes = 0);

  /// Frame 0, before any step.
  void add_start(const State& state);
  void add_frame(const StepRecord& record);
  void add_step(const StepRecord& record);
  /// Back to no frames and no steps.
  void clear();
  std::size_t bytes() const;

  std::vector<TrajectoryColumn>& columns() { return columns_; }
  const std::vector<TrajectoryColumn>& columns() const { return columns_; }

 private:
  template <class Number>
  std::vector<Number>& of(std::size_t column);

  void add_state(std::int64_t step, const State& state);
  void add_contacts(const StepRecord& record);
  void add_pairs(const StepRecord& record);
  void add_loads(const StepRecord& record);
  /// The contacts and pairs of the frame end here.
  void end_frame();

  bool contacts_;
  std::vector<LoadTable> loads_;
  std::size_t first_load_ = 0;  ///< its place among the columns
  std::size_t nodes_;
  std::size_t first_node_ = 0;  ///< the place of their columns
  std::vector<TrajectoryColumn> columns_;
};

/// Where the contacts of each frame begin in the other columns of /contacts; one row more than there are frames. The
/// same for pairs.
inline constexpr const char *contact_starts_path = "/contacts/start", *pair_starts_path = "/pairs/start";

}  // namespace signorini
