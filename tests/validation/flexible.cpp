// Flexible bodies where a textbook has the answer.
#include <limits>

#include <fmt/format.h>

#include "physics/hertz.h"
#include "signorini/base/error.h"
#include "validation/cases.h"

namespace signorini::test {
namespace {

constexpr const char* flexible_group = "Flexible bodies: closed forms";

/// Coarse meshes show how the error falls: they are only written down.
Outcome hertz(const HertzMesh& mesh, bool judged) {
  const HertzTheory theory;
  const HertzResult result = press(theory, mesh);
  if (!result.solved) throw InputError("Hertz: a step is not solved");
  const double force_share = judged ? 0.03 : std::numeric_limits<double>::infinity();
  const double pressure_share = judged ? 0.1 : std::numeric_limits<double>::infinity();
  const double peak = theory.peak_pressure();
  return {{{"force, N", theory.force, result.force, force_share * theory.force},
           {"peak pressure, Pa", peak, result.peak_pressure, pressure_share * peak}}};
}

ValidationCase hertz_case(const std::string& name, const HertzMesh& mesh, bool judged) {
  const int n = mesh.layers();
  return {flexible_group, name,
          fmt::format("{} elements of {} nodes, cells {:.3g} a, {:.0f} a wide", 6 * 2 * n * 2 * n * n,
                      mesh.nodes_per_element, mesh.cell(), 2 * mesh.half_width),
          true, [=](bool) { return hertz(mesh, judged); }};
}

}  // namespace

std::vector<ValidationCase> flexible_cases() {
  return {
      hertz_case("HertzLinearCoarse", {.nodes_per_element = 4, .core = 4, .shells = 5, .half_width = 80}, false),
      hertz_case("HertzLinear", {.nodes_per_element = 4, .core = 8, .shells = 10, .half_width = 80}, false),
      hertz_case("HertzQuadraticCoarse", {.nodes_per_element = 10, .core = 2, .shells = 5, .half_width = 80}, false),
      hertz_case("HertzQuadratic", {.nodes_per_element = 10, .core = 4, .shells = 7, .half_width = 80}, true),
  };
}

}  // namespace signorini::test
