#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "signorini/dynamics/step_record.h"

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
  /// `velocities`: entries of State::v.
  TrajectoryColumns(int bodies, int velocities, bool contacts);

  void add_frame(std::int64_t step, const State& state, std::span<const Contact> contacts,
                 std::span<const Vector3> impulses);
  void add_step(const StepRecord& record);
  /// Back to no frames and no steps.
  void clear();
  std::size_t bytes() const;

  std::vector<TrajectoryColumn>& columns() { return columns_; }
  const std::vector<TrajectoryColumn>& columns() const { return columns_; }

 private:
  template <class Number>
  std::vector<Number>& of(std::size_t column);

  bool contacts_;
  std::vector<TrajectoryColumn> columns_;
};

/// Where the contacts of each frame begin in the other columns of /contacts; one row more than there are frames.
inline constexpr const char* contact_starts_path = "/contacts/start";

}  // namespace signorini
