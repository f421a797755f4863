#include "tensor/run/move_state.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace motley::tensor {
namespace {

// Elements [begin, end) of the whole tensor, and where the first of them is in a shard.
struct Interval {
  int64_t begin = 0, end = 0, at = 0;
};
using Intervals = std::vector<Interval>;  // ascending, disjoint

// What a rank holds, with neighbouring runs joined.
Intervals intervals_of(const Sharding& sharding, const Shape& shape, const DeviceGrid& grid,
                       int rank) {
  Intervals all;
  for (const ShardRun& run : runs_of(shape, held(sharding, shape, grid, rank))) {
    if (run.count == 0) continue;
    if (!all.empty() && all.back().end == run.whole &&
        all.back().at + (all.back().end - all.back().begin) == run.packed) {
      all.back().end += run.count;
    } else {
      all.push_back({run.whole, run.whole + run.count, run.packed});
    }
  }
  std::ranges::sort(all, {}, &Interval::begin);
  return all;
}

// Splits `wanted` into what `there` holds too, given to `found`, and the rest.
template <class Found>
Intervals extract_subset(const Intervals& wanted, const Intervals& there, const Found& found) {
  Intervals rest;
  auto other = there.begin();
  for (Interval part : wanted) {
    while (other != there.end() && other->end <= part.begin) ++other;
    for (auto at = other; at != there.end() && at->begin < part.end; ++at) {
      if (at->begin > part.begin) {
        rest.push_back({part.begin, at->begin, part.at});
        part.at += at->begin - part.begin;
        part.begin = at->begin;
      }
      const int64_t end = std::min(part.end, at->end);
      found(part.begin, end, part.at, at->at + part.begin - at->begin);
      part.at += end - part.begin;
      part.begin = end;
    }
    if (part.begin < part.end) rest.push_back(part);
  }
  return rest;
}

// The intervals that ranks hold of one tensor.
std::vector<Intervals> holders_of(const Sharding& sharding, const Shape& shape,
                                  const DeviceGrid& grid) {
  std::vector<Intervals> all;
  for (int rank = 0; rank < grid.num_ranks(); ++rank) {
    all.push_back(intervals_of(sharding, shape, grid, rank));
  }
  return all;
}

std::vector<MovedRun> runs_from(const std::vector<Intervals>& holders, const Intervals& wanted,
                                int rank) {
  std::vector<MovedRun> runs;
  const int num_ranks = static_cast<int>(holders.size());
  Intervals rest = wanted;
  for (int i = 0; i < num_ranks && !rest.empty(); ++i) {
    const int from_rank = (rank + i) % num_ranks;
    rest = extract_subset(rest, holders[from_rank],
                    [&](int64_t begin, int64_t end, int64_t to, int64_t from) {
                      runs.push_back({from_rank, from, to, end - begin});
                    });
  }
  MOTLEY_CHECK(rest.empty(), "nobody holds elements {} to {}", rest[0].begin, rest[0].end);
  std::ranges::sort(runs, {}, &MovedRun::to);
  return runs;
}

// Position and bits of one element.
uint64_t hash_of_elements(const std::byte* data, int64_t first, int64_t count, int64_t size) {
  uint64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, data + i * size, static_cast<size_t>(std::min<int64_t>(size, 8)));
    sum += core::hash_combine(static_cast<uint64_t>(first + i), bits);
  }
  return sum;
}

uint64_t hash_of_shard(const Literal& shard, const std::vector<Intervals>& holders, int rank) {
  const int64_t size = byte_size(shard.type().element);
  Intervals mine = holders[rank];
  for (int before = 0; before < rank && !mine.empty(); ++before) {
    mine = extract_subset(mine, holders[before], [](int64_t, int64_t, int64_t, int64_t) {});
  }
  uint64_t sum = 0;
  for (const Interval& part : mine) {
    sum += hash_of_elements(shard.data() + part.at * size, part.begin, part.end - part.begin, size);
  }
  return sum;
}

// One bucket of tensors on its way.
class Bucket {
 public:
  Bucket(core::Communicator& comm, const DeviceGrid& from_grid, const DeviceGrid& to_grid)
      : comm_(comm), from_grid_(from_grid), to_grid_(to_grid) {}

  void add(MovedTensor& tensor) { tensors_.push_back({&tensor, {}, {}, {}, {}, {}}); }
  bool empty() const { return tensors_.empty(); }

  // Returns the bytes that this rank has sent to others.
  int64_t move() {
    const int num_ranks = comm_.num_ranks(), rank = comm_.rank();
    std::vector<int64_t> send(num_ranks), receive(num_ranks);
    for (One& one : tensors_) plan(one, send, receive);
    std::vector<uint8_t> sent(std::accumulate(send.begin(), send.end(), int64_t{0}));
    std::vector<uint8_t> received(std::accumulate(receive.begin(), receive.end(), int64_t{0}));
    uint8_t* out = sent.data();
    for (int to = 0; to < num_ranks; ++to) {
      for (const One& one : tensors_) {
        for (const MovedRun& run : one.runs[to]) {
          if (to == rank || run.from_rank != rank) continue;
          out = copy(one.old_shard.data(), run.from, run.count, one.size(), out);
        }
      }
    }
    comm_.all_to_all(core::elements(std::as_const(sent)), send, core::elements(received), receive)
        .wait();
    const uint8_t* in = received.data();
    for (int from = 0; from < num_ranks; ++from) {
      for (One& one : tensors_) {
        for (const MovedRun& run : one.runs[rank]) {
          if (run.from_rank != from) continue;
          const auto bytes = static_cast<size_t>(run.count * one.size());
          std::byte* to = one.new_shard.data() + run.to * one.size();
          if (from == rank) {
            std::memcpy(to, one.old_shard.data() + run.from * one.size(), bytes);
          } else {
            std::memcpy(to, in, bytes);
            in += bytes;
          }
        }
      }
    }
    check_hashes();
    for (One& one : tensors_) one.tensor->give(std::move(one.new_shard));
    tensors_.clear();
    return std::ssize(sent);
  }

 private:
  struct One {
    MovedTensor* tensor;
    Literal old_shard, new_shard;
    std::vector<Intervals> before, after;     // by rank
    std::vector<std::vector<MovedRun>> runs;  // by rank that gets them
    int64_t size() const { return byte_size(tensor->type.element); }
  };

  static uint8_t* copy(const std::byte* shard, int64_t first, int64_t count, int64_t size,
                       uint8_t* out) {
    std::memcpy(out, shard + first * size, static_cast<size_t>(count * size));
    return out + count * size;
  }

  void plan(One& one, std::vector<int64_t>& send, std::vector<int64_t>& receive) {
    const Shape& shape = one.tensor->type.shape;
    const int rank = comm_.rank();
    one.before = holders_of(one.tensor->from, shape, from_grid_);
    one.after = holders_of(one.tensor->to, shape, to_grid_);
    for (int to = 0; to < comm_.num_ranks(); ++to) {
      one.runs.push_back(runs_from(one.before, one.after[to], to));
      for (const MovedRun& run : one.runs[to]) {
        if (run.from_rank == to) continue;
        if (run.from_rank == rank) send[to] += run.count * one.size();
        if (to == rank) receive[run.from_rank] += run.count * one.size();
      }
    }
    one.old_shard = one.tensor->take();
    one.new_shard = Literal::unset(
        one.tensor->type.with_shape(local_shape(one.tensor->to, shape, to_grid_, rank)));
  }

  void check_hashes() {
    const auto n = tensors_.size();
    std::vector<int64_t> sums(2 * n);  // before, after
    for (size_t i = 0; i < n; ++i) {
      One& one = tensors_[i];
      sums[2 * i] = static_cast<int64_t>(hash_of_shard(one.old_shard, one.before, comm_.rank()));
      sums[2 * i + 1] = static_cast<int64_t>(hash_of_shard(one.new_shard, one.after, comm_.rank()));
      one.old_shard = Literal();
    }
    std::vector<int64_t> all(sums.size() * comm_.num_ranks());
    comm_
        .all_gather(core::elements(std::as_const(sums)), core::elements(all),
                    std::vector<int64_t>(comm_.num_ranks(), std::ssize(sums)))
        .wait();
    for (size_t i = 0; i < n; ++i) {
      uint64_t before = 0, after = 0;  // sums of hashes wrap around
      for (int r = 0; r < comm_.num_ranks(); ++r) {
        before += static_cast<uint64_t>(all[r * sums.size() + 2 * i]);
        after += static_cast<uint64_t>(all[r * sums.size() + 2 * i + 1]);
      }
      MOTLEY_CHECK(before == after, "{} was damaged while it was moved: hashes {:016x} and {:016x}",
                   tensors_[i].tensor->name, before, after);
    }
  }

  core::Communicator& comm_;
  const DeviceGrid &from_grid_, &to_grid_;
  std::vector<One> tensors_;
};

}  // namespace

std::vector<MovedRun> moved_runs(const Resharding& one, int rank) {
  return runs_from(holders_of(one.from, one.shape, one.from_grid),
                   intervals_of(one.to, one.shape, one.to_grid, rank), rank);
}

uint64_t shard_hash(const Literal& shard, const Shape& shape, const Sharding& sharding,
                    const DeviceGrid& grid, int rank) {
  return hash_of_shard(shard, holders_of(sharding, shape, grid), rank);
}

MoveTotals move_state(core::Communicator& comm, const DeviceGrid& from_grid,
                      const DeviceGrid& to_grid, std::vector<MovedTensor> tensors,
                      const MoveSettings& settings) {
  const double begin = core::now_seconds();
  const bool is_same_grid = from_grid == to_grid;
  Bucket bucket(comm, from_grid, to_grid);
  int64_t in_bucket = 0;
  std::vector<int64_t> sent = {0};
  for (MovedTensor& tensor : tensors) {
    if (is_same_grid && tensor.from == tensor.to) {
      tensor.give(tensor.take());
      continue;
    }
    if (!bucket.empty() && in_bucket + tensor.type.num_bytes() > settings.bucket_bytes) {
      sent[0] += bucket.move();
      in_bucket = 0;
    }
    bucket.add(tensor);
    in_bucket += tensor.type.num_bytes();
  }
  if (!bucket.empty()) sent[0] += bucket.move();
  comm.all_reduce(core::elements(std::as_const(sent)), core::elements(sent), core::Reduction::kSum)
      .wait();
  return {.sent_bytes = sent[0], .seconds = core::now_seconds() - begin};
}

}  // namespace motley::tensor
