#pragma once

#include <utility>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/warm_start.h"
#include "signorini/model/model.h"

namespace signorini {

/// A piece of a step, as shares of it: powers of two, so that its times are exact.
///
/// With Settings::accuracy a step is done in pieces. A piece is done at once and in two halves from the same start.
/// When the bodies end in the same places, to what the piece is allowed, the halves count; else each half is done in
/// this way. So a short impact does not make the pieces of the whole step short. The errors of all pieces add up to no
/// more than the accuracy:
///
///     half of it    is for all pieces, each may take as much of it as it takes of the time
///     half of it    is for those in which velocities jump, each may take half of what is left: the error of an impact
///                   shrinks only as fast as its piece
///
/// In smooth motion velocities must agree as well: what they move bodies by in another step counts like a distance.
/// Otherwise a body could gather energy in steps that hardly move it. Halves have a quarter of the error, so that the
/// difference is three times what is left. Impacts happen at the start of a piece, early by up to its length; where
/// whole and half have them at the same time their difference does not tell: there the gap that they leave counts,
/// twice, since bodies bounce from there.
///
/// All follows from the state at the start of the step.
struct Piece {
  double from = 0, to = 1;
  double share() const { return to - from; }
  Piece first_half() const { return {from, 0.5 * (from + to)}; }
  Piece second_half() const { return {0.5 * (from + to), to}; }
};

/// Halvings of a step at most: pieces of a millionth. An impact at 10 m/s is then within 0.1 µm at steps of 10 ms.
inline constexpr int most_halvings = 20;
/// After this many pieces of a step the others are no shorter than they would be if all were equal: a motion that is
/// rough everywhere takes no longer.
inline constexpr int most_pieces_of_step = 1024;

/// By body, m: what turning counts by. The radius of its shapes about the centre of mass, and at least that of
/// gyration; 0 for fixed bodies.
std::vector<double> turning_levers(const Model& model);

/// By how much the places of bodies differ, m, and whose differ most.
struct Distance {
  double length = 0;
  int body = -1;
};
/// At the end of two attempts, and what their velocities make of that in `later` seconds. `places`: velocity_places().
Distance largest_distance(const std::vector<double>& levers, const std::vector<int>& places, const State& a,
                          const State& b, double later);

/// Makes the impulses of a step those of one that is `factor` times as long.
void rescale(WarmStart& warm_start, double factor);
/// Makes those of a piece, with `share` of the step, those of a whole one, which is how they are kept between pieces.
/// What joints do where velocities jump is no force, and no guess for a piece of another length: that is forgotten.
void keep_for_whole_steps(const std::vector<bool>& jumps, double share, WarmStart& warm_start);

/// Makes one record of those of pieces: impulses and energies add up, forces are means, of the rest the worst.
class PieceRecords {
 public:
  /// `start`: of the step; `step`: its length, s.
  PieceRecords(std::vector<Pose> start, double step) : start_(std::move(start)), step_(step) { sum_.pieces = 0; }
  void add(StepRecord piece, double share);
  int count() const { return sum_.pieces; }
  StepRecord take();

 private:
  struct Touch {
    Contact contact;
    Vector3 impulse;
  };
  std::vector<Pose> start_;
  double step_;
  StepRecord sum_;
  std::vector<Touch> touches_;  ///< of all pieces
};

}  // namespace signorini
