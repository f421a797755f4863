#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/local.h"

namespace motley::core {
namespace {

using namespace std::chrono_literals;

TEST(Transfers, OfOneTagArriveInTheOrderOfSending) {
  // Longer than the in-flight limit; short ones behind them must not overtake.
  const std::vector<int64_t> counts = {3, 80 * kChunkBytes / 8, 1, 70 * kChunkBytes / 8 + 1, 2};
  run_local(2, [&](Communicator& comm) {
    std::vector<std::vector<int64_t>> data;
    for (size_t i = 0; i < counts.size(); ++i) {
      const int64_t value = comm.rank() == 0 ? static_cast<int64_t>(i) + 1 : 0;
      data.emplace_back(static_cast<size_t>(counts[i]), value);
    }
    std::vector<Request> requests;
    for (auto& d : data) {
      requests.push_back(comm.rank() == 0 ? comm.send(elements(d), 1)
                                          : comm.receive(elements(d), 0));
    }
    for (Request& request : requests) request.wait();
    for (size_t i = 0; i < data.size(); ++i) {
      EXPECT_EQ(data[i].front(), static_cast<int64_t>(i) + 1);
      EXPECT_EQ(data[i].back(), static_cast<int64_t>(i) + 1);
    }
  });
}

TEST(Transfers, WithDifferentTagsAreIndependent) {
  run_local(2, [&](Communicator& comm) {
    std::vector<int32_t> first = {1}, second = {2};
    if (comm.rank() == 0) {
      Request late = comm.receive(elements(first), 1, 1);
      comm.receive(elements(second), 1, 2).wait();
      EXPECT_FALSE(late.done());
      comm.send(elements(second), 1, 3).wait();
      late.wait();
      EXPECT_EQ(first[0], 7);
    } else {
      first[0] = 7;
      comm.send(elements(second), 0, 2).wait();
      comm.receive(elements(second), 0, 3).wait();
      comm.send(elements(first), 0, 1).wait();
    }
  });
}

TEST(Transfers, MayBeSentToOneself) {
  run_local(1, [&](Communicator& comm) {
    std::vector<float> out = {1, 2}, in(2);
    Request sent = comm.send(elements(out), 0, 5);
    comm.receive(elements(in), 0, 5).wait();
    sent.wait();
    EXPECT_EQ(in, out);
  });
}

TEST(Transfers, OfMismatchedSizesAreAnError) {
  EXPECT_THROW(run_local(2,
                         [](Communicator& comm) {
                           std::vector<float> two(2), three(3);
                           if (comm.rank() == 0) comm.send(elements(two), 1).wait();
                           if (comm.rank() == 1) comm.receive(elements(three), 0).wait();
                         }),
               InternalError);
}

TEST(Request, IsNotDoneUntilItCompletes) {
  run_local(2, [](Communicator& comm) {
    std::vector<int64_t> data = {comm.rank()};
    if (comm.rank() == 1) std::this_thread::sleep_for(30ms);
    Request request = comm.all_reduce(elements(data), elements(data), Reduction::kSum);
    if (comm.rank() == 0) {
      EXPECT_FALSE(request.done());
      while (!request.done()) std::this_thread::sleep_for(1ms);
    }
    request.wait();
    EXPECT_EQ(data[0], 1);
  });
}

// A mebibyte in four messages: what came after the first, over the time since the first, however
// long that one took to come.
TEST(Request, KnowsTheRateOfAMessageInPieces) {
  const auto completion = std::make_shared<Completion>();
  completion->note_first(now_seconds() - 0.21, 262'144);
  completion->finish({});
  Request request(completion);
  request.wait();
  const double seconds = request.done_seconds() - completion->first_seconds();
  EXPECT_GE(seconds, 0.21);
  EXPECT_DOUBLE_EQ(request.received_rate(1'048'576), 786'432 / seconds);
}

TEST(Request, OfSeveralCollectivesMayOverlap) {
  run_local(3, [](Communicator& comm) {
    constexpr size_t kNum = 40;
    std::vector<std::vector<float>> data;
    for (size_t i = 0; i < kNum; ++i) {
      data.emplace_back(1000 * i, static_cast<float>(i + static_cast<size_t>(comm.rank())));
    }
    std::vector<Request> requests;
    for (auto& d : data) {
      requests.push_back(comm.all_reduce(elements(d), elements(d), Reduction::kSum));
    }
    for (size_t i = kNum; i-- > 0;) requests[i].wait();  // in another order than they started
    for (size_t i = 1; i < kNum; ++i) EXPECT_EQ(data[i].back(), static_cast<float>(3 * i + 3));
  });
}

TEST(Split, MakesIndependentCommunicators) {
  run_local(7, [](Communicator& world) {
    Communicator part = world.split(world.rank() % 2, -world.rank());  // by descending rank
    EXPECT_EQ(part.num_ranks(), world.rank() % 2 == 0 ? 4 : 3);
    EXPECT_EQ(part.rank(), (6 - world.rank()) / 2);
    Communicator pair = part.split(part.rank() / 2);
    std::vector<int64_t> mine = {world.rank()}, a = mine, b = mine, c = mine;
    Request in_world = world.all_reduce(elements(mine), elements(a), Reduction::kSum);
    Request in_part = part.all_reduce(elements(mine), elements(b), Reduction::kSum);
    Request in_pair = pair.all_reduce(elements(mine), elements(c), Reduction::kSum);
    in_pair.wait();
    in_part.wait();
    in_world.wait();
    EXPECT_EQ(a[0], 21);
    EXPECT_EQ(b[0], world.rank() % 2 == 0 ? 12 : 9);
    EXPECT_LE(pair.num_ranks(), 2);
  });
}

// From the seed, every rank knows all messages, the order in which each rank sends and receives its
// own, and the delays in between.
TEST(Stress, AThousandMessagesWithRandomDelaysAllArrive) {
  constexpr int kRanks = 5, kMessages = 1000;
  const uint64_t seed = 7;
  struct Message {
    int from, to, tag, delay_us;
    std::vector<int64_t> data;
  };
  run_local(kRanks, [&](Communicator& comm) {
    std::mt19937_64 random(seed);
    std::vector<Message> messages;
    for (int i = 0; i < kMessages; ++i) {
      Message m{.from = static_cast<int>(random() % kRanks),
                .to = static_cast<int>(random() % kRanks)};
      m.tag = static_cast<int>(random() % 3);
      m.delay_us = random() % 8 == 0 ? static_cast<int>(random() % 300) : 0;
      m.data.assign(1 + random() % (i % 50 == 0 ? 100'000 : 100), m.to == comm.rank() ? -1 : i);
      messages.push_back(std::move(m));
    }
    std::vector<Request> requests;
    std::mt19937_64 own(seed + static_cast<uint64_t>(comm.rank()));
    std::vector<std::vector<int64_t>> sent;  // messages to ourselves need memory of their own
    sent.reserve(kMessages);
    for (int i = 0; i < kMessages; ++i) {
      Message& m = messages[static_cast<size_t>(i)];
      if (m.from == comm.rank()) {
        sent.emplace_back(m.data.size(), i);
        requests.push_back(comm.send(elements(sent.back()), m.to, m.tag));
      }
      if (m.to == comm.rank()) requests.push_back(comm.receive(elements(m.data), m.from, m.tag));
      if (m.delay_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(m.delay_us));
      if (own() % 16 == 0 && !requests.empty()) (void)requests[own() % requests.size()].done();
      if (i % 100 == 99) requests.push_back(comm.barrier());
    }
    for (Request& request : requests) request.wait();
    for (int i = 0; i < kMessages; ++i) {
      const Message& m = messages[static_cast<size_t>(i)];
      if (m.to != comm.rank()) continue;
      ASSERT_EQ(m.data.front(), i) << "seed " << seed;
      ASSERT_EQ(m.data.back(), i) << "seed " << seed;
    }
  });
}

}  // namespace
}  // namespace motley::core
