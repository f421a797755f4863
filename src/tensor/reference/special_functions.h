// Functions that the C++ library does not offer, on doubles.
//
// Inside they use long double where the machine has one wider than double, so results are good
// to about one unit in the last place of f64 away from their zeros, and near them to an absolute
// error of that order. Poles, infinities and NaN give what JAX gives.
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
