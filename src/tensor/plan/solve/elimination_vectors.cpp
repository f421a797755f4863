#include "tensor/plan/solve/elimination_vectors.h"

namespace motley::tensor::solve {
namespace MOTLEY_VECTOR_ISA {

namespace {

constexpr int kLanes = MOTLEY_VECTOR_LANES >= 8 ? 4 : 2;  // rows are short
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double)), aligned(8)));

inline Lanes load(const double* from) { return *reinterpret_cast<const Lanes*>(from); }
inline Lanes lesser(Lanes a, Lanes b) { return b < a ? b : a; }

inline double least(Lanes lanes) {
  double least = lanes[0];
  for (int i = 1; i < kLanes; ++i) least = lanes[i] < least ? lanes[i] : least;
  return least;
}

template <int kTerms>
inline Lanes sum_at(const double* from, const double* const* rows, int32_t terms, int32_t s) {
  Lanes sum = load(from + s);
  const int32_t count = kTerms > 0 ? kTerms : terms;
  for (int32_t i = 0; i < count; ++i) sum += load(rows[i] + s);
  return sum;
}

// kTerms 0: any number. The last lanes of a row may be read twice, which does not change a minimum.
template <int kTerms>
void rows_of_lanes(const double* from, const InnerTerms& terms, int32_t size, int32_t count,
                   double* out) {
  constexpr int32_t kMostTerms = 64;
  const double* rows[kMostTerms];
  const int32_t num_terms = kTerms > 0 ? kTerms : terms.num_terms;
  for (int32_t i = 0; i < num_terms; ++i) rows[i] = terms.data[i];
  for (int32_t x = 0; x < count; ++x) {
    Lanes low = sum_at<kTerms>(from, rows, num_terms, size - kLanes);
    for (int32_t s = 0; s + kLanes < size; s += kLanes)
      low = lesser(low, sum_at<kTerms>(from, rows, num_terms, s));
    out[x] = least(low);
    for (int32_t i = 0; i < num_terms; ++i) rows[i] += terms.strides[i];
  }
}

void short_rows(const double* from, const InnerTerms& terms, int32_t size, int32_t count,
                double* out) {
  for (int32_t x = 0; x < count; ++x) {
    for (int32_t s = 0; s < size; ++s) {
      double sum = from[s];
      for (int32_t i = 0; i < terms.num_terms; ++i) sum += terms.data[i][x * terms.strides[i] + s];
      if (s == 0 || sum < out[x]) out[x] = sum;
    }
  }
}

}  // namespace

void least_sums(const double* from, const InnerTerms& terms, int32_t size, int32_t count,
                double* out) {
  if (size < kLanes || terms.num_terms > 64) return short_rows(from, terms, size, count, out);
  if (terms.num_terms == 1) return rows_of_lanes<1>(from, terms, size, count, out);
  if (terms.num_terms == 2) return rows_of_lanes<2>(from, terms, size, count, out);
  if (terms.num_terms == 3) return rows_of_lanes<3>(from, terms, size, count, out);
  return rows_of_lanes<0>(from, terms, size, count, out);
}

}  // namespace MOTLEY_VECTOR_ISA
}  // namespace motley::tensor::solve
