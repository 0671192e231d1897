// A step in pieces that are as short as its accuracy needs: pieces.h.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "signorini/base/short_line.h"
#include "signorini/dynamics/motion_fault.h"
#include "signorini/dynamics/simulation_parts.h"

namespace signorini {
namespace {

/// Of the accuracy, what is for pieces in which velocities jump; and of what is left of that, what each may take.
constexpr double for_jumps = 0.5, for_each_jump = 0.5;

}  // namespace

struct Simulation::Parts::Halving {
  Parts& parts;
  const StepInputs& inputs;
  const std::function<bool()>& cancelled;
  PieceRecords records;
  double left_for_jumps;     ///< m
  double error = 0;          ///< of all pieces, m
  StepRecord work = {};      ///< iterations and times of all attempts
  Distance worst_miss = {};  ///< of the pieces that should have been halved again
  std::string too_coarse = {};
  bool compared = true;  ///< whether every piece had an end to compare its halves with
  std::optional<StepRecord> failure = {};

  /// A piece done at once.
  struct Attempt {
    StepRecord record;
    Snapshot end;
    Distance early;
    bool jumped;
  };

  Attempt attempt(const Piece& piece) {
    StepRecord record = parts.do_piece(piece, inputs, cancelled);
    work.times += record.times;
    work.iterations += record.iterations;
    const std::vector<bool>& jumps = parts.assembly.jumps;
    const bool jumped = record.impacts > 0 || std::ranges::find(jumps, true) != jumps.end() ||
                        std::ranges::any_of(record.contacts, is_flexible);
    return {std::move(record), parts.snapshot(), parts.bounced_early, jumped};
  }

  /// Infinite where one of them has no end.
  Distance disagreement(const Attempt& whole, const Attempt& first, const Attempt& second) const {
    if (whole.record.failed || first.record.failed || second.record.failed) return {INFINITY, -1};
    const bool smooth = !whole.jumped && !first.jumped && !second.jumped;
    const double later = smooth ? parts.settings.step : 0;
    Distance distance = largest_distance(parts.levers, parts.places, whole.end.state, second.end.state, later);
    for (const Attempt* half : {&first, &second})
      if (half->early.length > distance.length) distance = half->early;
    return distance;
  }

  /// Goes to the end of a piece. `known`: an attempt at it, where there is one. Ends early after a failure.
  void advance(const Piece& piece, int halvings, std::optional<Attempt> known) {
    const Snapshot start = parts.snapshot();
    const Attempt whole = known ? *std::move(known) : attempt(piece);
    parts.go_back_to(start);
    Attempt first = attempt(piece.first_half());
    const Attempt second = first.record.failed ? first : attempt(piece.second_half());
    for (const Attempt* each : {&whole, &second})
      if (each->record.status == Status::interrupted) failure = each->record;
    if (failure) return;
    const Distance distance = disagreement(whole, first, second);
    const double for_time = (1 - for_jumps) * parts.settings.accuracy * piece.share();
    const double for_jump = whole.jumped || first.jumped || second.jumped ? for_each_jump * left_for_jumps : 0;
    const bool many = records.count() >= most_pieces_of_step && (1 << halvings) >= most_pieces_of_step;
    const bool finest = halvings == most_halvings || many;
    if (distance.length > for_time + for_jump && !finest) {
      parts.go_back_to(start);
      advance(piece.first_half(), halvings + 1, std::move(first));
      if (!failure) advance(piece.second_half(), halvings + 1, std::nullopt);
      return;
    }
    if (second.record.failed) {
      failure = second.record;
      return;
    }
    if (distance.length > for_time + for_jump) note_miss(piece, distance);
    left_for_jumps -= std::clamp(distance.length - for_time, 0.0, for_jump);
    compared = compared && std::isfinite(distance.length);
    if (std::isfinite(distance.length)) error += distance.length;
    records.add(first.record, 0.5 * piece.share());
    records.add(second.record, 0.5 * piece.share());
  }

  void note_miss(const Piece& piece, const Distance& distance) {
    if (!(distance.length > worst_miss.length)) return;
    worst_miss = distance;
    const Settings& settings = parts.settings;
    const double start = (static_cast<double>(parts.steps_done) + piece.from) * settings.step;
    const std::string who =
        distance.body < 0 ? "a body" : body_text(parts.model, static_cast<std::size_t>(distance.body));
    const std::string what =
        std::isfinite(distance.length)
            ? fmt::format("{} is off by {:.1e} m after {:.9g} s", who, distance.length, start)
            : fmt::format("after {:.9g} s a piece fails whose halves do not, and says nothing about their error",
                          start);
    too_coarse =
        one_short_line(fmt::format("{}, accuracy {:g} m: pieces of {:.2g} s are not halved again ({})", what,
                                   settings.accuracy, 0.5 * piece.share() * settings.step,
                                   records.count() >= most_pieces_of_step ? fmt::format("there are {}", records.count())
                                                                          : "they are the shortest"));
  }
};

StepRecord Simulation::Parts::step_in_pieces(const StepInputs& inputs, const std::function<bool()>& cancelled) {
  const Snapshot start = snapshot();
  Halving halving{*this, inputs, cancelled, PieceRecords(state.poses, settings.step), for_jumps * settings.accuracy};
  halving.advance({}, 1, std::nullopt);
  StepRecord record = halving.failure ? *std::move(halving.failure) : halving.records.take();
  record.times = halving.work.times;
  record.iterations = halving.work.iterations;
  record.position_error = halving.error;
  if (halving.error > settings.accuracy || !halving.compared) record.too_coarse = std::move(halving.too_coarse);
  if (record.failed) {
    go_back_to(start);
    record.state = state;
    record.energies = energies();
  }
  return record;
}

}  // namespace signorini
