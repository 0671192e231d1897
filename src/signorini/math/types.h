#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

using Vector = Eigen::VectorXd;
/// Compressed by columns, 32-bit indices.
using SparseMatrix = Eigen::SparseMatrix<double>;

/// Vectors and matrices of one contact: D = 3, or 2 for plane problems. Component order (N, T1, T2).
template <int D>
using VectorN = Eigen::Matrix<double, D, 1>;
template <int D>
using MatrixN = Eigen::Matrix<double, D, D>;
using Vector3 = VectorN<3>;
using Matrix3 = MatrixN<3>;

}  // namespace signorini
