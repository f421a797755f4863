#include "nbody/ic/mode_rows.h"

#include <algorithm>
#include <cstdlib>

#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

using Complex = std::complex<float>;

int num_ranks_of(core::Communicator* comm) { return comm ? comm->num_ranks() : 1; }
int rank_of(core::Communicator* comm) { return comm ? comm->rank() : 0; }

// Rows of a mesh of n that a rank has, by where their wave number is on one of `other` points.
std::vector<int> rows_of(int n, int other, int rank, int num_ranks) {
  const IndexRange range = part_of(other, num_ranks, rank);
  std::vector<int> rows;
  for (int y = 0; y < n; ++y) {
    if (n != other && 2 * y == n) continue;  // zero
    if (range.holds(index_of(wave_number(y, n), other))) rows.push_back(y);
  }
  return rows;
}

ModeRows zero_rows(int n, std::vector<int> rows) {
  ModeRows modes{.n = n, .rows = std::move(rows), .values = {}};
  modes.values.resize(modes.place(n, 0));
  return modes;
}

// Rows that are in both, as places in the first.
std::vector<int64_t> places_of_common(const std::vector<int>& rows,
                                      const std::vector<int>& others) {
  std::vector<int64_t> places;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (std::ranges::binary_search(others, rows[i])) places.push_back(static_cast<int64_t>(i));
  }
  return places;
}

// From where rows lie by a mesh of `from` points to where they lie by one of `to`.
ModeRows moved(const ModeRows& modes, int from, int to, core::Communicator* comm) {
  const int n = modes.n, ranks = num_ranks_of(comm), rank = rank_of(comm);
  const int64_t length = n / 2 + 1;
  ModeRows result = zero_rows(n, rows_of(n, to, rank, ranks));
  std::vector<Complex> sent;
  std::vector<int64_t> num_sent(ranks), num_received(ranks);
  for (int r = 0; r < ranks; ++r) {
    for (const int64_t row : places_of_common(modes.rows, rows_of(n, to, r, ranks))) {
      for (int x = 0; x < n; ++x) {
        const auto begin = modes.values.begin() + modes.place(x, row);
        sent.insert(sent.end(), begin, begin + length);
      }
      num_sent[r] += n * length;
    }
    num_received[r] =
        std::ssize(places_of_common(result.rows, rows_of(n, from, r, ranks))) * n * length;
  }
  if (comm) core::exchange(*comm, sent, num_sent, num_received);
  auto next = sent.begin();
  for (int r = 0; r < ranks; ++r) {
    for (const int64_t row : places_of_common(result.rows, rows_of(n, from, r, ranks))) {
      for (int x = 0; x < n; ++x, next += length) {
        std::copy_n(next, length, result.values.begin() + result.place(x, row));
      }
    }
  }
  return result;
}

}  // namespace

ModeRows own_rows(int n, core::Communicator* comm) {
  return zero_rows(n, rows_of(n, n, rank_of(comm), num_ranks_of(comm)));
}

ModeRows fine_rows(int n, int other, core::Communicator* comm) {
  return zero_rows(n, rows_of(n, other, rank_of(comm), num_ranks_of(comm)));
}

ModeRows to_fine_rows(const ModeRows& modes, int other, core::Communicator* comm) {
  return moved(modes, modes.n, other, comm);
}

ModeRows to_own_rows(const ModeRows& modes, int other, core::Communicator* comm) {
  return moved(modes, other, modes.n, comm);
}

}  // namespace motley::nbody
