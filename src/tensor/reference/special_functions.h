// Special functions missing from the C++ library, on doubles.
//
// Computed internally in long double if that is wider than double, so results are accurate to about
// one ulp of f64 away from their zeros, and near them to an absolute error of that order. Poles,
// infinities and NaN give the same as JAX.
#pragma once

namespace motley::tensor::reference {

double bessel_i1e(double x);   // exp(-|x|) I1(x)
double digamma(double x);      // NaN at 0, -1, -2, ... and at -inf
double erf_inverse(double x);  // infinite at -1 and 1, NaN beyond
double log_gamma(double x);    // of |gamma(x)|; +inf at 0, -1, -2, ...
// Sum over k >= 0 of (q + k)^-x. x = 1: +inf; x < 1: NaN. q <= 0 an integer: +inf for even x,
// NaN for others; q <= 0 otherwise: NaN unless x is an integer. An infinite x or q: NaN.
double hurwitz_zeta(double x, double q);
// The n-th derivative of digamma; NaN unless n is 0, 1, 2, ...
double polygamma(double n, double x);

}  // namespace motley::tensor::reference
