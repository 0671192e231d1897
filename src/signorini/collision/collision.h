#pragma once

#include <memory>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/model/model.h"

namespace signorini {

/// Finds the potential contacts of a model: every pair of bodies, at least one of them moving, whose surfaces are
/// nearer than the margin. The answer depends on the poses alone, not on earlier calls, and is sorted by key.
class Collision {
 public:
  /// `margin`: m, > 0. The model must outlive this.
  Collision(const Model& model, double margin);
  ~Collision();
  Collision(Collision&&) noexcept;

  double margin() const;
  /// What is known of the shapes stays.
  void set_margin(double margin);

  /// Overwrites `contacts`.
  void find(const std::vector<Pose>& poses, std::vector<Contact>& contacts);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

}  // namespace signorini
