#include "nbody/mesh/slabs.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

core::Elements floats(std::vector<std::complex<float>>& values) {
  return {core::ElementType::kF32, values.data(), 2 * std::ssize(values)};
}

std::vector<int64_t> twice(std::vector<int64_t> counts) {
  for (int64_t& count : counts) count *= 2;
  return counts;
}

std::vector<int64_t> begins(const std::vector<int64_t>& counts) {
  std::vector<int64_t> begin(counts.size());
  for (size_t r = 1; r < counts.size(); ++r) begin[r] = begin[r - 1] + counts[r - 1];
  return begin;
}

}  // namespace

Slabs::Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced)
    : comm_(comm.split(0, comm.rank())),
      n_(n),
      reach_(window_order(window.window) - 1 + (interlaced ? 1 : 0)),
      parts_(std::min(comm.num_ranks(), n / reach_)),
      window_(window) {
  MOTLEY_CHECK(comm.num_ranks() < 65536, "{} ranks", comm.num_ranks());
}

SlabParticles Slabs::send(const PositionSpans& position) {
  SlabParticles result;
  const auto count = static_cast<int64_t>(position[0].size());
  result.home.resize(count);
  std::vector<uint16_t> other(count);  // where else it goes; where it reads back: nowhere
  std::vector<int64_t> num_sent(comm_.num_ranks());
  for (int64_t i = 0; i < count; ++i) {
    const int first = first_plane(position[0][i], n_, window_), last = (first + reach_) % n_;
    result.home[i] = static_cast<uint16_t>(owner_of(first));
    other[i] = static_cast<uint16_t>(owner_of(last));
    ++num_sent[result.home[i]];
    if (other[i] != result.home[i]) ++num_sent[other[i]];
  }
  result.num_received = core::exchanged_counts(comm_, num_sent);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<int64_t> next = begins(num_sent);
    std::vector<uint32_t>& values = result.position[axis];
    values.resize(next.back() + num_sent.back());
    for (int64_t i = 0; i < count; ++i) {
      values[next[result.home[i]]++] = position[axis][i];
      if (other[i] != result.home[i]) values[next[other[i]]++] = position[axis][i];
    }
    core::exchange(comm_, values, num_sent, result.num_received);
  }
  return result;
}

void Slabs::return_values(const SlabParticles& particles, std::span<const float> values,
                          std::span<float> sent) {
  std::vector<float> back;
  std::vector<int64_t> num_back(comm_.num_ranks()), num_sent(comm_.num_ranks());
  int64_t i = 0;
  for (int rank = 0; rank < comm_.num_ranks(); ++rank) {
    for (int64_t end = i + particles.num_received[rank]; i < end; ++i) {
      if (!is_read_here(particles.position[0][i])) continue;
      back.push_back(values[i]);
      ++num_back[rank];
    }
  }
  for (const uint16_t home : particles.home) ++num_sent[home];
  core::exchange(comm_, back, num_back, num_sent);
  std::vector<int64_t> next = begins(num_sent);
  for (size_t p = 0; p < particles.home.size(); ++p) sent[p] = back[next[particles.home[p]]++];
}

void Slabs::fill_halo(Mesh<float>& mesh) {
  const int64_t plane = mesh.plane_stride();
  std::vector<int64_t> send(comm_.num_ranks()), receive(comm_.num_ranks());
  if (own().size() > 0) {
    send[(comm_.rank() + parts_ - 1) % parts_] = reach_ * plane;
    receive[(comm_.rank() + 1) % parts_] = reach_ * plane;
  }
  const int64_t halo = own().size() > 0 ? reach_ * plane : 0;
  comm_
      .all_to_all({core::ElementType::kF32, mesh.values(), halo}, send,
                  {core::ElementType::kF32, mesh.values() + mesh.num_places(), halo}, receive)
      .wait();
}

std::vector<int64_t> Slabs::block_counts() const {
  std::vector<int64_t> counts;
  for (int r = 0; r < comm_.num_ranks(); ++r) {
    counts.push_back(int64_t{own().size()} * range_of(r).size() * (n_ / 2 + 1));
  }
  return counts;
}

void Slabs::turn(const Mesh<float>& mesh, std::vector<Complex>& scratch,
                 std::vector<Complex>& columns) {
  const int64_t row = n_ / 2 + 1, num = int64_t{own().size()} * n_ * row;
  scratch.resize(num);
  columns.resize(num);
  Complex* to = scratch.data();
  for (int r = 0; r < parts_; ++r) {
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, to += y.size() * row) {
      std::memcpy(static_cast<void*>(to), mesh.modes() + (int64_t{x} * n_ + y.begin) * row,
                  y.size() * row * sizeof(Complex));
    }
  }
  // The block of rank r is [its x][our y][z]: as long as the one that it gets.
  const std::vector<int64_t> counts = twice(block_counts());
  comm_.all_to_all(floats(scratch), counts, floats(columns), counts).wait();
}

void Slabs::turn_back(std::vector<Complex>& columns, std::vector<Complex>& scratch,
                      Mesh<float>& mesh) {
  const int64_t row = n_ / 2 + 1;
  scratch.resize(columns.size());
  const std::vector<int64_t> counts = twice(block_counts());
  comm_.all_to_all(floats(columns), counts, floats(scratch), counts).wait();
  const Complex* from = scratch.data();
  for (int r = 0; r < parts_; ++r) {
    const IndexRange y = range_of(r);
    for (int x = 0; x < own().size(); ++x, from += y.size() * row) {
      std::memcpy(static_cast<void*>(mesh.modes() + (int64_t{x} * n_ + y.begin) * row), from,
                  y.size() * row * sizeof(Complex));
    }
  }
}

}  // namespace motley::nbody
