#pragma once

#include <cmath>

namespace signorini {

// Arithmetic that keeps what rounding throws away. Near the boundary of a cone the determinant x₀² - |x₁|² is a tiny
// difference of large squares, and the interior point method lives there; these few lines make such differences as
// accurate as their inputs. They assume that products neither overflow nor fall below about 1e-290.

/// high + low, exactly, with low at most half a unit in the last place of high.
struct ExactPair {
  double high;
  double low;
};

/// a + b without error (Knuth's TwoSum).
inline ExactPair two_sum(double a, double b) {
  const double high = a + b;
  const double b_seen = high - a;
  return {high, (a - (high - b_seen)) + (b - b_seen)};
}

/// a b without error. Where the processor fuses, the compiler may merge a plain product into the sum that uses it, and
/// high would then stand for two different numbers: there the product is an fma itself, which no compiler merges
/// further.
inline ExactPair two_product(double a, double b) {
#ifdef FP_FAST_FMA
  const double high = std::fma(a, b, -0.0);
#else
  const double high = a * b;
#endif
  return {high, std::fma(a, b, -high)};
}

/// a b + c d to two units in the last place, whatever cancels (Kahan; bound of Jeannerod, Louvet and Muller 2013).
inline double sum_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  return std::fma(a, b, cd) + std::fma(c, d, -cd);
}

/// a b - c d, with the accuracy of sum_of_products.
inline double difference_of_products(double a, double b, double c, double d) { return sum_of_products(a, b, -c, d); }

/// A running sum in about three times the working precision: the sum of a dozen terms keeps its leading digits when the
/// other thirty cancel.
class ExactSum {
 public:
  void add(double x) {
    const ExactPair top = two_sum(high_, x);
    const ExactPair middle = two_sum(middle_, top.low);
    high_ = top.high;
    middle_ = middle.high;
    low_ += middle.low;
  }
  void add_product(double a, double b) {
    const ExactPair product = two_product(a, b);
    add(product.high);
    add(product.low);
  }
  double value() const {
    const ExactPair sum = two_sum(high_, middle_);
    return sum.high + (sum.low + low_);
  }

 private:
  double high_ = 0;
  double middle_ = 0;
  double low_ = 0;
};

}  // namespace signorini
