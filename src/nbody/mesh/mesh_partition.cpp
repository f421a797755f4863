#include "nbody/mesh/mesh_partition.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

std::vector<int64_t> rank_offsets(const std::vector<int64_t>& counts) {
  std::vector<int64_t> begin(counts.size());
  for (size_t r = 1; r < counts.size(); ++r) begin[r] = begin[r - 1] + counts[r - 1];
  return begin;
}

// Calls f for each rank once. They are the corners of a square, which may be a line or a point.
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

AxisPartition::AxisPartition(int n, std::vector<int> borders, int reach,
                             const DepositSettings& window, int own)
    : n_(n), reach_(reach), own_(own), window_(window), borders_(std::move(borders)) {
  MOTLEY_CHECK(count() < 65536 && borders_.front() == 0 && borders_.back() == n, "{} parts of {}",
               count(), n);
  for (int part = 0; part < count(); ++part) {
    owner_.resize(borders_[part + 1], static_cast<uint16_t>(part));
  }
  is_all_ours_ = this->own().size() == n;
  if (this->own().size() > reach && !is_all_ours_) {
    inner_begin_ = first_coordinate(this->own().begin);
    inner_size_ = first_coordinate(this->own().end - reach) - inner_begin_;
  }
}

bool AxisPartition::has_one_owner() const {
  return std::ranges::all_of(owner_, [&](uint16_t owner) { return owner == owner_[0]; });
}

// The lowest coordinate there whose window rank_offsets at this point.
uint32_t AxisPartition::first_coordinate(int point) const {
  const int64_t cell = (int64_t{1} << 32) / n_;
  const auto at = [&](int64_t step) { return static_cast<uint32_t>((point - 1) * cell + step); };
  int64_t before = 0, behind = 4 * cell;  // windows begin at most one point before their particle
  while (behind - before > 1) {
    const int64_t middle = (before + behind) / 2;
    const int points = (first_plane(at(middle), n_, window_) - point + n_) % n_;
    (points < n_ / 2 ? behind : before) = middle;
  }
  return at(behind);
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

// Ours that touch our own part go nowhere: what came is put let them. Where domains and parts
// are alike, nearly all do, in long stretches.
MeshParticles send_to_mesh_owners(core::Communicator& comm, const MeshPartition& parts,
                                  const PositionSpans& position,
                                  const std::function<void()>& released, double& exchange_seconds) {
  MeshParticles result;
  const int rank = comm.rank();
  const auto count = static_cast<int64_t>(position[0].size());
  std::vector<int64_t> num_sent(comm.num_ranks());
  // Room for what comes, of which most is near borders.
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
  struct Place {
    uint32_t x, y, z;
  };
  std::vector<int64_t> next = rank_offsets(num_sent);
  std::vector<Place> places(next.back() + num_sent.back());
  for (const auto& [i, ranks] : result.crossings) {
    const Place place = {position[0][i], position[1][i], position[2][i]};
    for_ranks(ranks, [&](int r) {
      if (r != rank) places[next[r]++] = place;
    });
  }
  if (released) released();
  const double begin = core::now_seconds();
  result.num_received = core::exchanged_counts(comm, num_sent);
  core::exchange(comm, places, num_sent, result.num_received);
  exchange_seconds += core::now_seconds() - begin;
  const auto before = std::reduce(result.num_received.begin(), result.num_received.begin() + rank);
  result.num_received[rank] = std::ssize(result.position[0]);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<uint32_t>& own = result.position[axis];
    std::vector<uint32_t> came(places.size());
    for (size_t i = 0; i < places.size(); ++i) came[i] = (&places[i].x)[axis];
    own.insert(own.begin(), came.begin(), came.begin() + before);
    own.insert(own.end(), came.begin() + before, came.end());
  }
  result.is_read.reserve(places.size());
  for (const Place& place : places) {
    result.is_read.push_back(parts.home_of(place.x, place.y) == rank);
  }
  return result;
}

void return_from_mesh_owners(core::Communicator& comm, const MeshParticles& particles,
                             std::span<const float> values, std::span<float> sent,
                             double& exchange_seconds) {
  const int rank = comm.rank();
  std::vector<int64_t> num_back(comm.num_ranks()), num_sent(comm.num_ranks());
  std::vector<float> back;  // to others
  auto is_read = particles.is_read.begin();
  const float* value = values.data();
  const float* own = nullptr;
  for (int r = 0; r < comm.num_ranks(); ++r) {
    const float* end = value + particles.num_received[r];
    if (r == rank) {
      own = std::exchange(value, end);
      continue;
    }
    const auto already = std::ssize(back);
    for (; value < end; ++value) {
      if (*is_read++) back.push_back(*value);
    }
    num_back[r] = std::ssize(back) - already;
  }
  for (const auto& crossing : particles.crossings) ++num_sent[crossing.ranks[0]];
  num_sent[rank] = 0;
  const double begin = core::now_seconds();
  core::exchange(comm, back, num_back, num_sent);
  exchange_seconds += core::now_seconds() - begin;
  std::vector<int64_t> next = rank_offsets(num_sent);
  int64_t place = 0;
  const auto take_own = [&](int64_t end) {
    std::copy_n(own, end - place, sent.begin() + place);
    own += end - place;
    place = end;
  };
  for (const auto& crossing : particles.crossings) {
    take_own(crossing.place);
    const int home = crossing.ranks[0];
    if (home == rank) {
      take_own(place + 1);
      continue;
    }
    if (holds(crossing.ranks, rank)) ++own;  // here, and read back elsewhere
    sent[place++] = back[next[home]++];
  }
  take_own(std::ssize(sent));
}

}  // namespace motley::nbody
