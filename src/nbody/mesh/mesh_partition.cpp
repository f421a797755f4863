#include "nbody/mesh/mesh_partition.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

// Calls f once per rank. The ranks are the corners of a rectangle, which may degenerate.
template <class F>
void for_ranks(const std::array<uint16_t, 4>& ranks, const F& f) {
  const bool along_x = ranks[1] != ranks[0], along_y = ranks[2] != ranks[0];
  f(ranks[0]);
  if (along_x) f(ranks[1]);
  if (along_y) f(ranks[2]);
  if (along_x && along_y) f(ranks[3]);
}

bool holds(const std::array<uint16_t, 4>& ranks, int rank) {
  return std::ranges::find(ranks, rank) != ranks.end();
}

}  // namespace

std::vector<int64_t> rank_offsets(const std::vector<int64_t>& counts) {
  std::vector<int64_t> begin(counts.size());
  for (size_t r = 1; r < counts.size(); ++r) begin[r] = begin[r - 1] + counts[r - 1];
  return begin;
}

AxisPartition::AxisPartition(int n, std::vector<int> borders, int reach,
                             const DepositSettings& window, int own)
    : n_(n), reach_(reach), own_(own), window_(window), borders_(std::move(borders)) {
  MOTLEY_CHECK(count() < 65536 && borders_.front() == 0 && borders_.back() == n,
               "{} parts of {} points", count(), n);
  for (int part = 0; part < count(); ++part) {
    owner_.resize(borders_[part + 1], static_cast<uint16_t>(part));
  }
  owns_all_ = this->own().size() == n;
  if (this->own().size() > reach && !owns_all_) {
    inner_begin_ = first_coordinate(this->own().begin);
    inner_size_ = first_coordinate(this->own().end - reach) - inner_begin_;
  }
}

bool AxisPartition::has_one_owner() const {
  return std::ranges::all_of(owner_, [&](uint16_t owner) { return owner == owner_[0]; });
}

// The lowest coordinate whose window begins at this point.
uint32_t AxisPartition::first_coordinate(int point) const {
  const int64_t cell = (int64_t{1} << 32) / n_;
  const auto at = [&](int64_t step) { return static_cast<uint32_t>((point - 1) * cell + step); };
  int64_t low = 0, high = 4 * cell;  // a window begins at most one point before its particle
  while (high - low > 1) {
    const int64_t middle = (low + high) / 2;
    const int points = (first_plane(at(middle), n_, window_) - point + n_) % n_;
    (points < n_ / 2 ? high : low) = middle;
  }
  return at(high);
}

std::array<uint16_t, 4> MeshPartition::ranks_of(uint32_t x_coordinate,
                                                uint32_t y_coordinate) const {
  const AxisPartition::Owners of_x = x.owners_of(x_coordinate), of_y = y.owners_of(y_coordinate);
  const auto rank = [&](int along_x, int along_y) {
    return static_cast<uint16_t>(rank_of(along_x, along_y));
  };
  return {rank(of_x.first, of_y.first), rank(of_x.last, of_y.first), rank(of_x.first, of_y.last),
          rank(of_x.last, of_y.last)};
}

// Our particles that touch our own part are not sent: received ones are inserted around them. If
// domains and parts are alike, nearly all are such particles, in long contiguous runs.
MeshParticles send_to_mesh_owners(core::Communicator& comm, const MeshPartition& parts,
                                  const PositionSpans& position,
                                  const std::function<void()>& released, double& exchange_seconds) {
  MeshParticles result;
  const int rank = comm.rank();
  const auto count = static_cast<int64_t>(position[0].size());
  std::vector<int64_t> num_sent(comm.num_ranks());
  // Room for received particles, which lie mostly near borders.
  for (auto& axis : result.position) axis.reserve(count + count / 8);
  const auto add_own = [&](int64_t begin, int64_t end) {
    for (int axis = 0; axis < 3; ++axis) {
      result.position[axis].insert(result.position[axis].end(), position[axis].begin() + begin,
                                   position[axis].begin() + end);
    }
  };
  for (int64_t i = 0, begin = 0; i <= count; ++i) {
    if (i < count && parts.x.is_inner(position[0][i]) && parts.y.is_inner(position[1][i])) continue;
    if (i > begin) add_own(begin, i);
    begin = i + 1;
    if (i == count) break;
    const auto ranks = parts.ranks_of(position[0][i], position[1][i]);
    result.crossings.push_back({static_cast<uint32_t>(i), ranks});
    if (holds(ranks, rank)) add_own(i, i + 1);
    for_ranks(ranks, [&](int r) { ++num_sent[r]; });
  }
  num_sent[rank] = 0;
  struct Point {
    uint32_t x, y, z;
  };
  std::vector<int64_t> next = rank_offsets(num_sent);
  std::vector<Point> points(next.back() + num_sent.back());
  for (const auto& [i, ranks] : result.crossings) {
    const Point point = {position[0][i], position[1][i], position[2][i]};
    for_ranks(ranks, [&](int r) {
      if (r != rank) points[next[r]++] = point;
    });
  }
  if (released) released();
  const double begin = core::now_seconds();
  result.num_received = core::exchanged_counts(comm, num_sent);
  core::exchange(comm, points, num_sent, result.num_received);
  exchange_seconds += core::now_seconds() - begin;
  const auto before = std::reduce(result.num_received.begin(), result.num_received.begin() + rank);
  result.num_received[rank] = std::ssize(result.position[0]);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<uint32_t>& own = result.position[axis];
    std::vector<uint32_t> received(points.size());
    for (size_t i = 0; i < points.size(); ++i) received[i] = (&points[i].x)[axis];
    own.insert(own.begin(), received.begin(), received.begin() + before);
    own.insert(own.end(), received.begin() + before, received.end());
  }
  result.is_interpolated.reserve(points.size());
  for (const Point& point : points) {
    result.is_interpolated.push_back(parts.interpolating_rank(point.x, point.y) == rank);
  }
  return result;
}

void return_from_mesh_owners(core::Communicator& comm, const MeshParticles& particles,
                             std::span<const float> values, std::span<float> sent,
                             double& exchange_seconds) {
  const int rank = comm.rank();
  std::vector<int64_t> num_back(comm.num_ranks()), num_sent(comm.num_ranks());
  std::vector<float> back;  // to other ranks
  auto is_interpolated = particles.is_interpolated.begin();
  const float* value = values.data();
  const float* own = nullptr;
  for (int r = 0; r < comm.num_ranks(); ++r) {
    const float* end = value + particles.num_received[r];
    if (r == rank) {
      own = std::exchange(value, end);
      continue;
    }
    const auto num_before = std::ssize(back);
    for (; value < end; ++value) {
      if (*is_interpolated++) back.push_back(*value);
    }
    num_back[r] = std::ssize(back) - num_before;
  }
  for (const auto& crossing : particles.crossings) ++num_sent[crossing.ranks[0]];
  num_sent[rank] = 0;
  const double begin = core::now_seconds();
  core::exchange(comm, back, num_back, num_sent);
  exchange_seconds += core::now_seconds() - begin;
  std::vector<int64_t> next = rank_offsets(num_sent);
  int64_t index = 0;
  const auto copy_own = [&](int64_t end) {
    std::copy_n(own, end - index, sent.begin() + index);
    own += end - index;
    index = end;
  };
  for (const auto& crossing : particles.crossings) {
    copy_own(crossing.index);
    const int owner = crossing.ranks[0];
    if (owner == rank) {
      copy_own(index + 1);
      continue;
    }
    if (holds(crossing.ranks, rank)) ++own;  // held here, interpolated elsewhere
    sent[index++] = back[next[owner]++];
  }
  copy_own(std::ssize(sent));
}

}  // namespace motley::nbody
