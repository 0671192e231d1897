#pragma once

#include "signorini/dynamics/step_record.h"
#include "signorini/io/checkpoint.h"
#include "signorini/model/model.h"

namespace signorini {

/// A trajectory has the same bodies from its start to its end. Those that are dropped later wait where they will be
/// dropped, at rest. `now`: the model so far; `whole`: with all bodies.
void pad(State& state, const Model& now, const Model& whole);
/// Also numbers the flexible bodies as the whole model does.
void pad(StepRecord& record, const Model& now, const Model& whole);

}  // namespace signorini
