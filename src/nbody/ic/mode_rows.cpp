#include "nbody/ic/mode_rows.h"

#include <algorithm>
#include <cstdlib>

#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

using Complex = std::complex<float>;

int num_ranks_of(core::Communicator* comm) { return comm ? comm->num_ranks() : 1; }
int rank_of(core::Communicator* comm) { return comm ? comm->rank() : 0; }

// Rows of a mesh of n owned by a rank, by the index of their wave number on a mesh of `other`
// points.
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
  modes.values.resize(modes.index(n, 0));
  return modes;
}

// Indices into `rows` of the rows that are in both.
std::vector<int64_t> common_rows(const std::vector<int>& rows, const std::vector<int>& others) {
  std::vector<int64_t> indices;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (std::ranges::binary_search(others, rows[i])) indices.push_back(static_cast<int64_t>(i));
  }
  return indices;
}

// Redistributes rows from the ranks that own them on a mesh of `from` points to those on one of
// `to`.
ModeRows redistributed(const ModeRows& modes, int from, int to, core::Communicator* comm) {
  const int n = modes.n, ranks = num_ranks_of(comm), rank = rank_of(comm);
  const int64_t length = n / 2 + 1;
  ModeRows result = zero_rows(n, rows_of(n, to, rank, ranks));
  std::vector<Complex> sent;
  std::vector<int64_t> num_sent(ranks), num_received(ranks);
  for (int r = 0; r < ranks; ++r) {
    for (const int64_t row : common_rows(modes.rows, rows_of(n, to, r, ranks))) {
      for (int x = 0; x < n; ++x) {
        const auto begin = modes.values.begin() + modes.index(x, row);
        sent.insert(sent.end(), begin, begin + length);
      }
      num_sent[r] += n * length;
    }
    num_received[r] = std::ssize(common_rows(result.rows, rows_of(n, from, r, ranks))) * n * length;
  }
  if (comm) core::exchange(*comm, sent, num_sent, num_received);
  auto next = sent.begin();
  for (int r = 0; r < ranks; ++r) {
    for (const int64_t row : common_rows(result.rows, rows_of(n, from, r, ranks))) {
      for (int x = 0; x < n; ++x, next += length) {
        std::copy_n(next, length, result.values.begin() + result.index(x, row));
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
  return redistributed(modes, modes.n, other, comm);
}

ModeRows to_own_rows(const ModeRows& modes, int other, core::Communicator* comm) {
  return redistributed(modes, other, modes.n, comm);
}

}  // namespace motley::nbody
