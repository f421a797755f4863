#include <gtest/gtest.h>

#include <mutex>
#include <random>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "tensor/run/move_state.h"
#include "tensor/sharding/local_op.h"

namespace motley::tensor {
namespace {

Sharding rows(std::vector<int64_t> units, int64_t extent, int dim = 0) {
  Sharding s;
  s[0] = sharded({.dim = dim, .period = extent, .shares = Shares(std::move(units))});
  return s;
}

Literal counted(const TensorType& type, uint64_t seed) {
  Literal value = Literal::zeros(type);
  std::mt19937_64 random(seed);
  for (int64_t i = 0; i < value.num_bytes(); ++i) value.data()[i] = std::byte(random());
  return value;
}

std::string text_of_runs(const std::vector<MovedRun>& runs) {
  std::string text;
  for (const MovedRun& r : runs) {
    text += std::to_string(r.from_rank) + ": " + std::to_string(r.count) + " from " +
            std::to_string(r.from) + " to " + std::to_string(r.to) + "; ";
  }
  return text;
}

// Case 21 of the study: 16 rows, (6,6,2,2) -> (4,4,4,4); 8 rows move.
TEST(MoveState, RowsMoveByOverlap) {
  const auto runs = [](int rank) {
    const auto pieces = [](std::vector<int64_t> units) {
      return pieces_of_ranks(rows(std::move(units), 16), {16}, {{4}});
    };
    return text_of_runs(moved_runs({16}, pieces({6, 6, 2, 2}), pieces({4, 4, 4, 4}), rank));
  };
  EXPECT_EQ(runs(0), "0: 4 from 0 to 0; ");
  EXPECT_EQ(runs(1), "0: 2 from 4 to 0; 1: 2 from 0 to 2; ");
  EXPECT_EQ(runs(2), "1: 4 from 2 to 0; ");
  EXPECT_EQ(runs(3), "2: 2 from 0 to 0; 3: 2 from 0 to 2; ");
}

TEST(MoveState, WhatARankHoldsIsNotSent) {
  const Shape shape = {8, 3};
  const PiecesOfRanks from = pieces_of_ranks(Sharding(), shape, {{2}}),
                      to = pieces_of_ranks(rows({5, 3}, 8), shape, {{2}});
  for (int rank = 0; rank < 2; ++rank) {
    for (const MovedRun& run : moved_runs(shape, from, to, rank)) EXPECT_EQ(run.from_rank, rank);
  }
}

// Moves a tensor and returns the new shards of all ranks.
std::vector<Literal> moved(const TensorType& type, const std::vector<Literal>& before,
                           const Sharding& from, const DeviceGrid& from_grid, const Sharding& to,
                           const DeviceGrid& to_grid, int64_t* sent_bytes = nullptr) {
  std::vector<Literal> after(before.size());
  std::mutex mutex;
  core::run_local(static_cast<int>(before.size()), [&](core::Communicator& comm) {
    std::vector<MovedTensor> tensors = {{.name = "w",
                                         .type = type,
                                         .from = pieces_of_ranks(from, type.shape, from_grid),
                                         .to = pieces_of_ranks(to, type.shape, to_grid),
                                         .take = [&] { return before[comm.rank()]; },
                                         .give =
                                             [&](Literal shard) {
                                               const std::lock_guard lock(mutex);
                                               after[comm.rank()] = std::move(shard);
                                             }}};
    const MoveTotals totals = move_state(comm, std::move(tensors));
    if (sent_bytes && comm.rank() == 0) *sent_bytes = totals.sent_bytes;
  });
  return after;
}

std::vector<Literal> shards_of(const Literal& whole, const Sharding& s, const DeviceGrid& grid) {
  std::vector<Literal> shards;
  for (int rank = 0; rank < grid.num_ranks(); ++rank)
    shards.push_back(local_literal(whole, s, {grid, rank}));
  return shards;
}

TEST(MoveState, ThereAndBackGivesIdenticalBytes) {
  const TensorType type{ElementType::kF32, {16, 6}};
  const DeviceGrid grid{{4}};
  const Sharding a = rows({6, 6, 2, 2}, 16), b = rows({4, 4, 4, 4}, 16);
  const std::vector<Literal> first = shards_of(counted(type, 1), a, grid);
  int64_t sent = 0;
  const auto there = moved(type, first, a, grid, b, grid, &sent);
  EXPECT_EQ(sent, 8 * 6 * 4);
  const auto back = moved(type, there, b, grid, a, grid);
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_TRUE(std::ranges::equal(back[rank].bytes(), first[rank].bytes())) << "rank " << rank;
  }
}

// Any state on any grid of the same ranks to any other.
TEST(MoveState, AnyShardingToAnyOther) {
  std::mt19937 random(7);
  const std::vector<DeviceGrid> grids = {{{4}}, {{2, 2}}};
  const TensorType type{ElementType::kBF16, {12, 8}};
  const auto some_state = [&](const DeviceGrid& grid) {
    Sharding s;
    int used = -1;
    for (int a = 0; a < grid.num_axes(); ++a) {
      const int dim = static_cast<int>(random() % 3);
      if (dim == 2 || dim == used) continue;  // replicated
      used = dim;
      const int64_t extent = type.shape[dim];
      const int64_t period = random() % 2 ? extent : extent / 2;
      std::vector<int64_t> units(grid.sizes[a]);
      for (int64_t i = 0; i < period; ++i) ++units[random() % units.size()];
      s[a] = sharded({.dim = dim, .period = period, .shares = Shares(units)});
    }
    return s;
  };
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "case " << i);
    const DeviceGrid &from_grid = grids[random() % 2], &to_grid = grids[random() % 2];
    const Sharding from = some_state(from_grid), to = some_state(to_grid);
    const Literal whole = counted(type, i);
    const auto after = moved(type, shards_of(whole, from, from_grid), from, from_grid, to, to_grid);
    const auto wanted = shards_of(whole, to, to_grid);
    for (int rank = 0; rank < 4; ++rank) {
      EXPECT_TRUE(std::ranges::equal(after[rank].bytes(), wanted[rank].bytes())) << "rank " << rank;
    }
  }
}

TEST(MoveState, AHashDoesNotDependOnTheSharding) {
  const TensorType type{ElementType::kF32, {16, 6}};
  const DeviceGrid grid{{4}};
  const Literal whole = counted(type, 3);
  const auto hash = [&](const Sharding& s) {
    uint64_t sum = 0;
    const auto shards = shards_of(whole, s, grid);
    const PiecesOfRanks pieces = pieces_of_ranks(s, type.shape, grid);
    for (int rank = 0; rank < 4; ++rank) {
      sum += piece_hash(shards[rank], type.shape, pieces, rank);
    }
    return sum;
  };
  const uint64_t replicated = hash(Sharding());
  EXPECT_EQ(hash(rows({6, 6, 2, 2}, 16)), replicated);
  EXPECT_EQ(hash(rows({1, 0, 2, 3}, 6, 1)), replicated);
}

// From one rank to two others, as a tied embedding whose stages change; the fourth takes no part.
TEST(MoveState, FromSomeRanksToOthers) {
  const TensorType type{ElementType::kF32, {5, 3}};
  const Literal whole = counted(type, 9);
  const std::vector<Held> all = {{0, 5, 5, 1}, {0, 3, 3, 1}};
  std::vector<Literal> after(4);
  std::mutex mutex;
  core::run_local(4, [&](core::Communicator& comm) {
    const MoveTotals totals =
        move_state(comm, {{.name = "wte",
                           .type = type,
                           .from = {std::nullopt, all, std::nullopt, std::nullopt},
                           .to = {all, std::nullopt, all, std::nullopt},
                           .take =
                               [&] {
                                 EXPECT_EQ(comm.rank(), 1);
                                 return whole;
                               },
                           .give =
                               [&](Literal piece) {
                                 const std::lock_guard lock(mutex);
                                 after[comm.rank()] = std::move(piece);
                               }}});
    EXPECT_EQ(totals.sent_bytes, 2 * type.num_bytes());
  });
  EXPECT_EQ(after[1].num_elements() + after[3].num_elements(), Literal().num_elements() * 2);
  for (int rank : {0, 2}) EXPECT_TRUE(std::ranges::equal(after[rank].bytes(), whole.bytes()));
}

// Replicas that differ: what was taken over from one of them is not what counted before.
TEST(MoveState, DamageIsAnInternalErrorThatNamesTheTensor) {
  const TensorType type{ElementType::kF32, {16, 6}};
  const DeviceGrid grid{{4}};
  std::vector<Literal> shards = shards_of(counted(type, 5), Sharding(), grid);
  shards[2].data()[100] ^= std::byte{1};
  try {
    moved(type, shards, Sharding(), grid, rows({4, 4, 4, 4}, 16), grid);
    // Element 25 is in row 4, which rank 1 keeps; rank 2's copy of it is dropped.
  } catch (const core::InternalError&) {
    ADD_FAILURE() << "a copy that is dropped does not count";
  }
  shards[1].data()[100] ^= std::byte{1};
  try {
    moved(type, shards, Sharding(), grid, rows({4, 4, 4, 4}, 16), grid);
    ADD_FAILURE() << "nothing was found";
  } catch (const core::InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("w was damaged while it was moved"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace motley::tensor
