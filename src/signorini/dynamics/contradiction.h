#pragma once

#include <string>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/constraint_rows.h"

namespace signorini {

/// "joint 'crank'", or "joint 3" where it has no name.
std::string joint_text(const Model& model, int joint);
/// "the contact of body 'ball' with body 'floor'".
std::string contact_text(const Model& model, const ContactKey& key);
/// "a, b and c"; of many the first four: "a, b, c, d and 3 more".
std::string listed(std::vector<std::string> names);

/// Who contradicts whom in a step that no motion satisfies, by the names of joints and bodies, the heaviest first:
/// "no motion satisfies joint 'left', joint 'crank' (motor) and the contact of 'ball' with 'floor' together".
/// `proof`: Report::proof of the assembly's problem.
std::string contradiction(const Model& model, const ConstraintRows& joints, const std::vector<Contact>& contacts,
                          const Assembly& assembly, const Vector& proof);

}  // namespace signorini
