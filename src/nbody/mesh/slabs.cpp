#include "nbody/mesh/slabs.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/trace/trace.h"

namespace motley::nbody {
namespace {

core::Elements floats(std::complex<float>* modes, int64_t count) {
  return {core::ElementType::kF32, modes, 2 * count};
}

std::vector<int64_t> begins(const std::vector<int64_t>& counts) {
  std::vector<int64_t> begin(counts.size());
  for (size_t r = 1; r < counts.size(); ++r) begin[r] = begin[r - 1] + counts[r - 1];
  return begin;
}

// Adds the seconds of a block.
class Clock {
 public:
  explicit Clock(double& seconds) : seconds_(seconds), begin_(core::Trace::steady_seconds()) {}
  ~Clock() { seconds_ += core::Trace::steady_seconds() - begin_; }

 private:
  double& seconds_;
  double begin_;
};

}  // namespace

Slabs::Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced,
             std::span<const double> shares)
    : comm_(comm.split(0, comm.rank())),
      n_(n),
      reach_(window_order(window.window) - 1 + (interlaced ? 1 : 0)),
      window_(window) {
  const int ranks = comm.num_ranks(), units = n / reach_;
  MOTLEY_CHECK(ranks < 65536, "{} ranks", ranks);
  borders_ = {0};
  double share = 0;
  for (int r = 0; r < ranks; ++r) {
    share += shares.empty() ? 1.0 / ranks : shares[r];
    const auto unit = static_cast<int>(std::lround(share * units));
    borders_.push_back(r + 1 == ranks || unit >= units ? n : unit * reach_);
    owner_.resize(borders_.back(), static_cast<uint16_t>(r));
  }
}

std::vector<double> Slabs::shares() const {
  std::vector<double> shares;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    shares.push_back(static_cast<double>(range_of(r).size()) / n_);
  }
  return shares;
}

bool Slabs::has_one_owner() const {
  return std::ranges::all_of(owner_, [&](uint16_t owner) { return owner == owner_[0]; });
}

SlabParticles Slabs::send(const PositionSpans& position) {
  SlabParticles result;
  const auto count = static_cast<int64_t>(position[0].size());
  result.home.resize(count);
  std::vector<uint16_t> other(count);  // where else it goes; where it reads back: nowhere
  std::vector<int64_t> num_sent(comm_.num_ranks());
  for (int64_t i = 0; i < count; ++i) {
    const int first = first_plane(position[0][i], n_, window_), last = (first + reach_) % n_;
    result.home[i] = owner_[first];
    other[i] = owner_[last];
    ++num_sent[result.home[i]];
    if (other[i] != result.home[i]) ++num_sent[other[i]];
  }
  {
    const Clock clock(exchange_seconds_);
    result.num_received = core::exchanged_counts(comm_, num_sent);
  }
  struct Place {
    uint32_t x, y, z;
  };
  std::vector<int64_t> next = begins(num_sent);
  std::vector<Place> places(next.back() + num_sent.back());
  for (int64_t i = 0; i < count; ++i) {
    const Place place{position[0][i], position[1][i], position[2][i]};
    places[next[result.home[i]]++] = place;
    if (other[i] != result.home[i]) places[next[other[i]]++] = place;
  }
  {
    other = {};
    const Clock clock(exchange_seconds_);
    core::exchange(comm_, places, num_sent, result.num_received);
  }
  for (auto& axis : result.position) axis.reserve(places.size());
  for (const Place& place : places) {
    result.position[0].push_back(place.x);
    result.position[1].push_back(place.y);
    result.position[2].push_back(place.z);
  }
  return result;
}

void Slabs::return_values(const SlabParticles& particles, std::vector<float>& values,
                          std::span<float> sent) {
  std::vector<int64_t> num_back(comm_.num_ranks()), num_sent(comm_.num_ranks());
  int64_t i = 0, kept = 0;
  for (int rank = 0; rank < comm_.num_ranks(); ++rank) {
    for (int64_t end = i + particles.num_received[rank]; i < end; ++i) {
      if (!is_read_here(particles.position[0][i])) continue;
      values[kept++] = values[i];
      ++num_back[rank];
    }
  }
  values.resize(kept);
  for (const uint16_t home : particles.home) ++num_sent[home];
  {
    const Clock clock(exchange_seconds_);
    core::exchange(comm_, values, num_back, num_sent);
  }
  std::vector<int64_t> next = begins(num_sent);
  for (size_t p = 0; p < particles.home.size(); ++p) sent[p] = values[next[particles.home[p]]++];
  values = {};
}

void Slabs::fill_halo(Mesh<float>& mesh) {
  const int64_t halo = own().size() > 0 ? reach_ * mesh.plane_stride() : 0;
  std::vector<int64_t> send(comm_.num_ranks()), receive(comm_.num_ranks());
  if (halo > 0) {
    send[owner_[(own().begin + n_ - 1) % n_]] = halo;
    receive[owner_[own().end % n_]] = halo;
  }
  const Clock clock(exchange_seconds_);
  comm_
      .all_to_all({core::ElementType::kF32, mesh.values(), halo}, send,
                  {core::ElementType::kF32, mesh.values() + mesh.num_places(), halo}, receive)
      .wait();
}

std::vector<int64_t> Slabs::block_counts() const {
  std::vector<int64_t> counts;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    counts.push_back(int64_t{own().size()} * range_of(r).size() * (n_ + 2));
  }
  return counts;
}

void Slabs::turn(const Mesh<float>& mesh, Complex* scratch, Complex* columns) {
  const int64_t row = n_ / 2 + 1;
  Complex* to = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, to += y.size() * row) {
      std::memcpy(static_cast<void*>(to), mesh.modes() + (int64_t{x} * n_ + y.begin) * row,
                  y.size() * row * sizeof(Complex));
    }
  }
  // The block of rank r is [its x][our y][z].
  const std::vector<int64_t> counts = block_counts();
  const Clock clock(exchange_seconds_);
  comm_.all_to_all(floats(scratch, num_modes()), counts, floats(columns, num_modes()), counts)
      .wait();
}

void Slabs::turn_back(const Complex* columns, Complex* scratch, Mesh<float>& mesh) {
  const int64_t row = n_ / 2 + 1;
  const std::vector<int64_t> counts = block_counts();
  {
    const Clock clock(exchange_seconds_);
    comm_
        .all_to_all(floats(const_cast<Complex*>(columns), num_modes()), counts,
                    floats(scratch, num_modes()), counts)
        .wait();
  }
  const Complex* from = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, from += y.size() * row) {
      std::memcpy(static_cast<void*>(mesh.modes() + (int64_t{x} * n_ + y.begin) * row), from,
                  y.size() * row * sizeof(Complex));
    }
  }
}

}  // namespace motley::nbody
