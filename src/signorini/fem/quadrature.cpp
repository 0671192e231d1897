#include "signorini/fem/quadrature.h"

namespace signorini {
namespace {

/// Gauss-Legendre on [0, 1].
constexpr int gauss_points = 5;
constexpr double gauss_place[gauss_points] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.7692346550528415,
                                              0.953089922969332};
constexpr double gauss_weight[gauss_points] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                               0.23931433524968324, 0.11846344252809454};

std::vector<QuadraturePoint> conical_product() {
  std::vector<QuadraturePoint> rule;
  for (int i = 0; i < gauss_points; ++i)
    for (int j = 0; j < gauss_points; ++j)
      for (int k = 0; k < gauss_points; ++k) {
        const double u = gauss_place[i], v = gauss_place[j], w = gauss_place[k];
        rule.push_back({Vector3(u, (1 - u) * v, (1 - u) * (1 - v) * w),
                        gauss_weight[i] * gauss_weight[j] * gauss_weight[k] * (1 - u) * (1 - u) * (1 - v)});
      }
  return rule;
}

}  // namespace

const std::vector<QuadraturePoint>& exact_tet_rule() {
  static const std::vector<QuadraturePoint> rule = conical_product();
  return rule;
}

}  // namespace signorini
