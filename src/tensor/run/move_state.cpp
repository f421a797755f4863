#include "tensor/run/move_state.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace motley::tensor {
namespace {

// Elements [begin, end) of the whole tensor, and where the first of them is in a piece.
struct Interval {
  int64_t begin = 0, end = 0, at = 0;
};
using Intervals = std::vector<Interval>;  // ascending, disjoint

// What a rank holds, with neighbouring runs joined.
Intervals intervals_of(const std::optional<std::vector<Held>>& piece, const Shape& shape) {
  Intervals all;
  if (!piece) return all;
  for (const ShardRun& run : runs_of(shape, *piece)) {
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

bool is_same(const PiecesOfRanks& a, const PiecesOfRanks& b) {
  const auto same_part = [](const Held& x, const Held& y) {
    return x.begin == y.begin && x.length == y.length && x.period == y.period &&
           x.num_periods == y.num_periods;
  };
  return std::ranges::equal(a, b, [&](const auto& x, const auto& y) {
    return x.has_value() == y.has_value() && (!x || std::ranges::equal(*x, *y, same_part));
  });
}

// The intervals that ranks hold of one tensor.
std::vector<Intervals> holders_of(const PiecesOfRanks& pieces, const Shape& shape) {
  std::vector<Intervals> all;
  for (const auto& piece : pieces) all.push_back(intervals_of(piece, shape));
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

uint64_t hash_of_piece(const Literal& piece, const std::vector<Intervals>& holders, int rank) {
  const int64_t size = byte_size(piece.type().element);
  Intervals mine = holders[rank];
  for (int before = 0; before < rank && !mine.empty(); ++before) {
    mine = extract_subset(mine, holders[before], [](int64_t, int64_t, int64_t, int64_t) {});
  }
  uint64_t sum = 0;
  for (const Interval& part : mine) {
    sum += hash_of_elements(piece.data() + part.at * size, part.begin, part.end - part.begin, size);
  }
  return sum;
}

// One bucket of tensors on its way.
class Bucket {
 public:
  explicit Bucket(core::Communicator& comm) : comm_(comm) {}

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
          out = copy(one.old_piece.data(), run.from, run.count, one.size(), out);
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
          std::byte* to = one.new_piece.data() + run.to * one.size();
          if (from == rank) {
            std::memcpy(to, one.old_piece.data() + run.from * one.size(), bytes);
          } else {
            std::memcpy(to, in, bytes);
            in += bytes;
          }
        }
      }
    }
    check_hashes();
    for (One& one : tensors_) {
      if (one.tensor->to[rank]) one.tensor->give(std::move(one.new_piece));
    }
    tensors_.clear();
    return std::ssize(sent);
  }

 private:
  struct One {
    MovedTensor* tensor;
    Literal old_piece, new_piece;
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
    one.before = holders_of(one.tensor->from, shape);
    one.after = holders_of(one.tensor->to, shape);
    for (int to = 0; to < comm_.num_ranks(); ++to) {
      one.runs.push_back(runs_from(one.before, one.after[to], to));
      for (const MovedRun& run : one.runs[to]) {
        if (run.from_rank == to) continue;
        if (run.from_rank == rank) send[to] += run.count * one.size();
        if (to == rank) receive[run.from_rank] += run.count * one.size();
      }
    }
    if (one.tensor->from[rank]) one.old_piece = one.tensor->take();
    if (!one.tensor->to[rank]) return;
    Shape extents;
    for (const Held& part : *one.tensor->to[rank]) extents.push_back(part.extent());
    one.new_piece = Literal::unset(one.tensor->type.with_shape(extents));
  }

  void check_hashes() {
    const auto n = tensors_.size();
    std::vector<int64_t> sums(2 * n);  // before, after
    for (size_t i = 0; i < n; ++i) {
      One& one = tensors_[i];
      sums[2 * i] = static_cast<int64_t>(hash_of_piece(one.old_piece, one.before, comm_.rank()));
      sums[2 * i + 1] = static_cast<int64_t>(hash_of_piece(one.new_piece, one.after, comm_.rank()));
      one.old_piece = Literal();
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
  std::vector<One> tensors_;
};

}  // namespace

PiecesOfRanks pieces_of_ranks(const Sharding& sharding, const Shape& shape,
                              const DeviceGrid& grid) {
  PiecesOfRanks pieces;
  for (int rank = 0; rank < grid.num_ranks(); ++rank) {
    pieces.emplace_back(held(sharding, shape, grid, rank));
  }
  return pieces;
}

std::vector<MovedRun> moved_runs(const Shape& shape, const PiecesOfRanks& from,
                                 const PiecesOfRanks& to, int rank) {
  return runs_from(holders_of(from, shape), intervals_of(to[rank], shape), rank);
}

uint64_t piece_hash(const Literal& piece, const Shape& shape, const PiecesOfRanks& pieces,
                    int rank) {
  return hash_of_piece(piece, holders_of(pieces, shape), rank);
}

MoveTotals move_state(core::Communicator& comm, std::vector<MovedTensor> tensors,
                      const MoveSettings& settings) {
  const double begin = core::now_seconds();
  Bucket bucket(comm);
  int64_t in_bucket = 0;
  std::vector<int64_t> sent = {0};
  for (MovedTensor& tensor : tensors) {
    if (is_same(tensor.from, tensor.to)) {
      if (tensor.to[comm.rank()]) tensor.give(tensor.take());
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
