#pragma once

#include <vector>

#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/warm_start.h"

namespace signorini {

/// Impulses for the rows of a new step, from those of the last one; 0 where a contact is new.
Vector guess(const WarmStart& last, const Assembly& assembly, const std::vector<Contact>& contacts);

/// What the next step's guess needs. `impulses`: world_impulses() of r.
WarmStart remember(const Assembly& assembly, const std::vector<Contact>& contacts, const std::vector<Vector3>& impulses,
                   const Vector& r);

/// The impulse of each contact on body B, along the world's axes, N s. Where r is the guess(), they are those of `last`
/// to the bit: what rests keeps its impulses, in spite of the rounding between both axes.
std::vector<Vector3> world_impulses(const Assembly& assembly, const std::vector<Contact>& contacts, const Vector& r,
                                    const WarmStart& last = {});

}  // namespace signorini
