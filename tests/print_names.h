#pragma once

#include <ostream>

#include "signorini/model/joint.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/problem/generate/generate.h"

/// How parameters of tests appear in their names.
namespace signorini {

inline void PrintTo(Law law, std::ostream* out) { *out << to_string(law); }
inline void PrintTo(Form form, std::ostream* out) { *out << to_string(form); }
inline void PrintTo(StackShape shape, std::ostream* out) { *out << to_string(shape); }
inline void PrintTo(JointKind kind, std::ostream* out) { *out << to_string(kind); }

}  // namespace signorini
