#include "nbody/mesh/slabs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

core::Elements floats(std::complex<float>* modes, int64_t count) {
  return {core::ElementType::kF32, modes, 2 * count};
}

// Adds the seconds of a scope.
class ExchangeTimer {
 public:
  explicit ExchangeTimer(double& seconds) : seconds_(seconds), begin_(core::now_seconds()) {}
  ~ExchangeTimer() { seconds_ += core::now_seconds() - begin_; }

 private:
  double& seconds_;
  double begin_;
};

}  // namespace

Slabs::Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced,
             std::span<const double> shares)
    : comm_(comm.split(0, comm.rank())),
      n_(n),
      reach_(window_reach(window.window, interlaced)),
      window_(window),
      parts_(make_partition(shares)) {}

MeshPartition Slabs::make_partition(std::span<const double> shares) const {
  const int ranks = comm_.num_ranks(), units = n_ / reach_;
  std::vector<int> borders = {0};
  double share = 0;
  for (int r = 0; r < ranks; ++r) {
    share += shares.empty() ? 1.0 / ranks : shares[r];
    const auto unit = static_cast<int>(std::lround(share * units));
    borders.push_back(r + 1 == ranks || unit >= units ? n_ : unit * reach_);
  }
  return {.x = AxisPartition(n_, borders, reach_, window_, comm_.rank()),
          .y = AxisPartition(n_, {0, n_}, reach_, window_, 0)};
}

void Slabs::set_shares(std::span<const double> shares) {
  wait_for_returns();
  parts_ = make_partition(shares);
}

std::vector<double> Slabs::shares() const {
  std::vector<double> shares;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    shares.push_back(static_cast<double>(parts_.x.range_of(r).size()) / n_);
  }
  return shares;
}

MeshParticles Slabs::send(const PositionSpans& position, const std::function<void()>& released) {
  return has_one_owner()
             ? send_to_owner(position, released)
             : send_to_mesh_owners(comm_, parts_, position, released, exchange_seconds_);
}

void Slabs::return_values(const MeshParticles& particles, std::vector<float>& values,
                          std::span<float> sent) {
  if (has_one_owner()) {
    return_from_owner(particles, values, sent);
  } else {
    return_from_mesh_owners(comm_, particles, values, sent, exchange_seconds_);
  }
}

// Each axis is sent in place, and received directly into its final position.
MeshParticles Slabs::send_to_owner(const PositionSpans& position,
                                   const std::function<void()>& released) {
  wait_for_returns();
  MeshParticles result;
  const int rank = comm_.rank(), owner = parts_.x.part_at(0);
  const auto count = static_cast<int64_t>(position[0].size());
  const auto words = [](const uint32_t* at, int64_t size) {
    return core::Elements{core::ElementType::kI32, const_cast<uint32_t*>(at), size};
  };
  std::vector<core::Request> requests;
  const auto wait = [&] {
    const ExchangeTimer clock(exchange_seconds_);
    for (core::Request& request : requests) request.wait();
  };
  {
    const ExchangeTimer clock(exchange_seconds_);
    std::vector<int64_t> ones(comm_.num_ranks(), 1), mine = {count};
    result.num_received.resize(comm_.num_ranks());
    comm_.all_gather(core::elements(mine), core::elements(result.num_received), ones).wait();
  }
  if (rank != owner) {
    for (const auto& axis : position)
      requests.push_back(comm_.send(words(axis.data(), count), owner));
    wait();
    if (released) released();
    return result;
  }
  const std::vector<int64_t> begin = rank_offsets(result.num_received);
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
  if (released) released();
  wait();
  return result;
}

// The owner does not wait until the others have received: it computes the next axis meanwhile.
void Slabs::return_from_owner(const MeshParticles& particles, std::vector<float>& values,
                              std::span<float> sent) {
  const int rank = comm_.rank(), owner = parts_.x.part_at(0);
  const auto floats = [](float* at, int64_t size) {
    return core::Elements{core::ElementType::kF32, at, size};
  };
  if (rank != owner) {
    const ExchangeTimer clock(exchange_seconds_);
    comm_.receive(floats(sent.data(), std::ssize(sent)), owner).wait();
    return;
  }
  wait_for_returns();
  returned_.swap(values);
  const std::vector<int64_t> begin = rank_offsets(particles.num_received);
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    const auto block = floats(returned_.data() + begin[r], particles.num_received[r]);
    if (r != rank) returning_.push_back(comm_.send(block, r));
  }
  std::copy_n(returned_.begin() + begin[rank], sent.size(), sent.begin());
}

void Slabs::wait_for_returns() {
  const ExchangeTimer clock(exchange_seconds_);
  for (core::Request& request : returning_) request.wait();
  returning_.clear();
}

void Slabs::fill_ghosts(Mesh<float>& mesh) {
  const int64_t ghost_size = own().size() > 0 ? reach_ * mesh.plane_stride() : 0;
  std::vector<int64_t> send(comm_.num_ranks()), receive(comm_.num_ranks());
  if (ghost_size > 0) {
    send[parts_.x.part_at((own().begin + n_ - 1) % n_)] = ghost_size;
    receive[parts_.x.part_at(own().end % n_)] = ghost_size;
  }
  const ExchangeTimer clock(exchange_seconds_);
  comm_
      .all_to_all({core::ElementType::kF32, mesh.values(), ghost_size}, send,
                  {core::ElementType::kF32, mesh.values() + mesh.num_elements(), ghost_size},
                  receive)
      .wait();
}

std::vector<int64_t> Slabs::block_counts() const {
  std::vector<int64_t> counts;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    counts.push_back(
        r == comm_.rank() ? 0 : int64_t{own().size()} * parts_.x.range_of(r).size() * (n_ + 2));
  }
  return counts;
}

void Slabs::transpose(const Mesh<float>& mesh, Complex* scratch, Complex* transposed) {
  const int64_t row = n_ / 2 + 1;
  Complex* to = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    if (r == comm_.rank()) continue;
    const IndexRange y = parts_.x.range_of(r);
    for (int x = 0; x < own().size(); ++x, to += y.size() * row) {
      std::memcpy(static_cast<void*>(to), mesh.modes() + (int64_t{x} * n_ + y.begin) * row,
                  y.size() * row * sizeof(Complex));
    }
  }
  // The block of rank r is [its x][our y][z].
  const std::vector<int64_t> counts = block_counts();
  const ExchangeTimer clock(exchange_seconds_);
  comm_
      .all_to_all(floats(scratch, num_transposed()), counts, floats(transposed, num_transposed()),
                  counts)
      .wait();
}

void Slabs::transpose_back(const Complex* transposed, Complex* scratch, Mesh<float>& mesh) {
  const int64_t row = n_ / 2 + 1;
  const std::vector<int64_t> counts = block_counts();
  {
    const ExchangeTimer clock(exchange_seconds_);
    comm_
        .all_to_all(floats(const_cast<Complex*>(transposed), num_transposed()), counts,
                    floats(scratch, num_transposed()), counts)
        .wait();
  }
  const Complex* from = scratch;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    if (r == comm_.rank()) continue;
    const IndexRange y = parts_.x.range_of(r);
    for (int x = 0; x < own().size(); ++x, from += y.size() * row) {
      std::memcpy(static_cast<void*>(mesh.modes() + (int64_t{x} * n_ + y.begin) * row), from,
                  y.size() * row * sizeof(Complex));
    }
  }
}

Fft<float>::Columns Slabs::columns(Mesh<float>& mesh, Complex* transposed) const {
  Fft<float>::Columns columns{.planes = {}, .rows = own()};
  for (int x = 0; x < n_; ++x) {
    if (own().holds(x)) {
      columns.planes.push_back(&mesh.mode(x, own().begin, 0));
    } else {
      columns.planes.push_back(transposed);
      transposed += int64_t{own().size()} * (n_ / 2 + 1);
    }
  }
  return columns;
}

}  // namespace motley::nbody
