#include "nbody/mesh/slabs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

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
  set_shares(shares);
}

void Slabs::set_shares(std::span<const double> shares) {
  wait_for_returns();
  const int ranks = comm_.num_ranks(), units = n_ / reach_;
  MOTLEY_CHECK(ranks < 65536, "{} ranks", ranks);
  borders_ = {0};
  owner_.clear();
  double share = 0;
  for (int r = 0; r < ranks; ++r) {
    share += shares.empty() ? 1.0 / ranks : shares[r];
    const auto unit = static_cast<int>(std::lround(share * units));
    borders_.push_back(r + 1 == ranks || unit >= units ? n_ : unit * reach_);
    owner_.resize(borders_.back(), static_cast<uint16_t>(r));
  }
  inner_begin_ = inner_size_ = 0;
  if (own().size() > reach_) {
    inner_begin_ = first_coordinate(own().begin);
    inner_size_ = first_coordinate(own().end - reach_) - inner_begin_;
  }
}

// The lowest coordinate there whose window begins at this plane.
uint32_t Slabs::first_coordinate(int plane) const {
  const int64_t cell = (int64_t{1} << 32) / n_;
  const auto at = [&](int64_t step) { return static_cast<uint32_t>((plane - 1) * cell + step); };
  int64_t before = 0, behind = 4 * cell;  // windows begin at most one plane before their particle
  while (behind - before > 1) {
    const int64_t middle = (before + behind) / 2;
    const int planes = (first_plane(at(middle), n_, window_) - plane + n_) % n_;
    (planes < n_ / 2 ? behind : before) = middle;
  }
  return at(behind);
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

SlabParticles Slabs::send(const PositionSpans& position, const std::function<void()>& taken) {
  return has_one_owner() ? send_to_owner(position, taken) : send_to_slabs(position, taken);
}

void Slabs::return_values(const SlabParticles& particles, std::vector<float>& values,
                          std::span<float> sent) {
  if (has_one_owner()) {
    return_from_owner(particles, values, sent);
  } else {
    return_from_slabs(particles, values, sent);
  }
}

// Each axis goes as it lies, and lands where it is to be.
SlabParticles Slabs::send_to_owner(const PositionSpans& position,
                                   const std::function<void()>& taken) {
  wait_for_returns();
  SlabParticles result;
  const int rank = comm_.rank(), owner = owner_[0];
  const auto count = static_cast<int64_t>(position[0].size());
  const auto words = [](const uint32_t* at, int64_t size) {
    return core::Elements{core::ElementType::kI32, const_cast<uint32_t*>(at), size};
  };
  std::vector<core::Request> requests;
  const auto wait = [&] {
    const Clock clock(exchange_seconds_);
    for (core::Request& request : requests) request.wait();
  };
  {
    const Clock clock(exchange_seconds_);
    std::vector<int64_t> ones(comm_.num_ranks(), 1), mine = {count};
    result.num_received.resize(comm_.num_ranks());
    comm_.all_gather(core::elements(mine), core::elements(result.num_received), ones).wait();
  }
  if (rank != owner) {
    for (const auto& axis : position)
      requests.push_back(comm_.send(words(axis.data(), count), owner));
    wait();
    if (taken) taken();
    return result;
  }
  const std::vector<int64_t> begin = begins(result.num_received);
  for (auto& axis : result.position) axis.resize(begin.back() + result.num_received.back());
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    if (r == rank) continue;
    for (auto& axis : result.position) {
      requests.push_back(comm_.receive(words(axis.data() + begin[r], result.num_received[r]), r));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::copy(position[axis], result.position[axis].begin() + begin[rank]);
  }
  if (taken) taken();
  wait();
  return result;
}

// The owner does not wait until others have theirs: it has the next axis to find.
void Slabs::return_from_owner(const SlabParticles& particles, std::vector<float>& values,
                              std::span<float> sent) {
  const int rank = comm_.rank(), owner = owner_[0];
  const auto floats = [](float* at, int64_t size) {
    return core::Elements{core::ElementType::kF32, at, size};
  };
  if (rank != owner) {
    const Clock clock(exchange_seconds_);
    comm_.receive(floats(sent.data(), std::ssize(sent)), owner).wait();
    return;
  }
  wait_for_returns();
  returned_.swap(values);
  const std::vector<int64_t> begin = begins(particles.num_received);
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    const auto block = floats(returned_.data() + begin[r], particles.num_received[r]);
    if (r != rank) returning_.push_back(comm_.send(block, r));
  }
  std::copy_n(returned_.begin() + begin[rank], sent.size(), sent.begin());
}

void Slabs::wait_for_returns() {
  const Clock clock(exchange_seconds_);
  for (core::Request& request : returning_) request.wait();
  returning_.clear();
}

// Ours that touch our own slab go nowhere: what came is put around them. Where domains and slabs
// are alike, nearly all do, in long stretches.
SlabParticles Slabs::send_to_slabs(const PositionSpans& position,
                                   const std::function<void()>& taken) {
  SlabParticles result;
  const int rank = comm_.rank();
  const auto count = static_cast<int64_t>(position[0].size());
  std::vector<int64_t> num_sent(comm_.num_ranks());
  // Room for what comes, of which most is near borders.
  for (auto& axis : result.position) axis.reserve(count + count / 8);
  const auto add_own = [&](int64_t begin, int64_t end) {
    for (int axis = 0; axis < 3; ++axis) {
      result.position[axis].insert(result.position[axis].end(), position[axis].begin() + begin,
                                   position[axis].begin() + end);
    }
  };
  for (int64_t i = 0, begin = 0; i <= count; ++i) {
    if (i < count && is_inner(position[0][i])) continue;
    if (i > begin) add_own(begin, i);
    begin = i + 1;
    if (i == count) break;
    const Owners at = owners_of(position[0][i]);
    result.crossings.push_back({static_cast<uint32_t>(i), at.home, at.other});
    if (at.home == rank || at.other == rank) add_own(i, i + 1);
    ++num_sent[at.home];
    if (at.other != at.home) ++num_sent[at.other];
  }
  num_sent[rank] = 0;
  struct Place {
    uint32_t x, y, z;
  };
  std::vector<int64_t> next = begins(num_sent);
  std::vector<Place> places(next.back() + num_sent.back());
  for (const auto& [i, home, other] : result.crossings) {
    const Place place = {position[0][i], position[1][i], position[2][i]};
    if (home != rank) places[next[home]++] = place;
    if (other != home && other != rank) places[next[other]++] = place;
  }
  if (taken) taken();
  {
    const Clock clock(exchange_seconds_);
    result.num_received = core::exchanged_counts(comm_, num_sent);
    core::exchange(comm_, places, num_sent, result.num_received);
  }
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
    result.is_read.push_back(own().holds(first_plane(place.x, n_, window_)));
  }
  return result;
}

void Slabs::return_from_slabs(const SlabParticles& particles, std::span<const float> values,
                              std::span<float> sent) {
  const int rank = comm_.rank();
  std::vector<int64_t> num_back(comm_.num_ranks()), num_sent(comm_.num_ranks());
  std::vector<float> back;  // to others
  auto is_read = particles.is_read.begin();
  const float* value = values.data();
  const float* own = nullptr;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
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
  for (const auto& crossing : particles.crossings) ++num_sent[crossing.home];
  num_sent[rank] = 0;
  {
    const Clock clock(exchange_seconds_);
    core::exchange(comm_, back, num_back, num_sent);
  }
  std::vector<int64_t> next = begins(num_sent);
  int64_t place = 0;
  const auto take_own = [&](int64_t end) {
    std::copy_n(own, end - place, sent.begin() + place);
    own += end - place;
    place = end;
  };
  for (const auto& crossing : particles.crossings) {
    take_own(crossing.place);
    if (crossing.home == rank) {
      take_own(place + 1);
      continue;
    }
    if (crossing.other == rank) ++own;  // here, and read back elsewhere
    sent[place++] = back[next[crossing.home]++];
  }
  take_own(std::ssize(sent));
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
    counts.push_back(r == comm_.rank() ? 0 : int64_t{own().size()} * range_of(r).size() * (n_ + 2));
  }
  return counts;
}

void Slabs::turn(const Mesh<float>& mesh, Complex* scratch, Complex* turned) {
  const int64_t row = n_ / 2 + 1;
  Complex* to = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    if (r == comm_.rank()) continue;
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, to += y.size() * row) {
      std::memcpy(static_cast<void*>(to), mesh.modes() + (int64_t{x} * n_ + y.begin) * row,
                  y.size() * row * sizeof(Complex));
    }
  }
  // The block of rank r is [its x][our y][z].
  const std::vector<int64_t> counts = block_counts();
  const Clock clock(exchange_seconds_);
  comm_.all_to_all(floats(scratch, num_turned()), counts, floats(turned, num_turned()), counts)
      .wait();
}

void Slabs::turn_back(const Complex* turned, Complex* scratch, Mesh<float>& mesh) {
  const int64_t row = n_ / 2 + 1;
  const std::vector<int64_t> counts = block_counts();
  {
    const Clock clock(exchange_seconds_);
    comm_
        .all_to_all(floats(const_cast<Complex*>(turned), num_turned()), counts,
                    floats(scratch, num_turned()), counts)
        .wait();
  }
  const Complex* from = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    if (r == comm_.rank()) continue;
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, from += y.size() * row) {
      std::memcpy(static_cast<void*>(mesh.modes() + (int64_t{x} * n_ + y.begin) * row), from,
                  y.size() * row * sizeof(Complex));
    }
  }
}

Fft<float>::Columns Slabs::columns(Mesh<float>& mesh, Complex* turned) const {
  Fft<float>::Columns columns{.planes = {}, .rows = own()};
  for (int x = 0; x < n_; ++x) {
    if (own().holds(x)) {
      columns.planes.push_back(&mesh.mode(x, own().begin, 0));
    } else {
      columns.planes.push_back(turned);
      turned += int64_t{own().size()} * (n_ / 2 + 1);
    }
  }
  return columns;
}

}  // namespace motley::nbody
