#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/comm/mpi/mpi.h"

namespace motley::core {
namespace {

using namespace std::chrono_literals;

double seconds_of(const std::function<void()>& f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(LostPeer, ARankThatThrowsEndsTheOthersAtOnce) {
  std::mutex mutex;
  std::vector<std::string> sentences;
  const double seconds = seconds_of([&] {
    try {
      run_local(4, [&](Communicator& comm) {
        std::vector<float> data(100'000);
        comm.barrier().wait();
        if (comm.rank() == 2) throw UserError("no such file");
        try {
          comm.all_reduce(elements(data), elements(data), Reduction::kSum).wait();
        } catch (const PeerLostError& error) {
          const std::lock_guard lock(mutex);
          EXPECT_EQ(error.rank(), comm.rank());
          EXPECT_EQ(error.peer(), 2);
          sentences.push_back(error.what());
          throw;
        }
      });
      FAIL();
    } catch (const UserError& error) {
      EXPECT_STREQ(error.what(), "no such file");  // the first error, not its consequences
    }
  });
  EXPECT_LT(seconds, 5);
  ASSERT_EQ(sentences.size(), 3u);
  for (const std::string& sentence : sentences) {
    EXPECT_NE(sentence.find("all-reduce of 400.0 kB ended: rank 2 failed: no such file"),
              std::string::npos)
        << sentence;
  }
}

TEST(LostPeer, ARankThatThrowsDoesNotWaitForItsRequests) {
  const double seconds = seconds_of([&] {
    EXPECT_THROW(run_local(2,
                           [&](Communicator& comm) {
                             std::vector<float> data(10);
                             if (comm.rank() == 1) {
                               Request never = comm.receive(elements(data), 0);
                               throw UserError("gone");
                             }
                             comm.receive(elements(data), 1).wait();
                           }),
                 UserError);
  });
  EXPECT_LT(seconds, 5);
}

TEST(LostPeer, IsReportedAndThenEndsTheWait) {
  testing::internal::CaptureStderr();
  const double seconds = seconds_of([] {
    try {
      run_local(2,
                [](Communicator& comm) {
                  std::vector<float> data(10);
                  if (comm.rank() == 0) comm.receive(elements(data), 1, 3).wait();
                },
                {.comm = {.notice_seconds = 0.1, .stall_limit_seconds = 0.4}});
      FAIL();
    } catch (const PeerLostError& error) {
      EXPECT_EQ(error.rank(), 0);
      EXPECT_EQ(error.peer(), 1);
      const std::string sentence = error.what();
      EXPECT_NE(sentence.find("rank 0: receive of 40 bytes ended: rank 0 has waited"),
                std::string::npos)
          << sentence;
      EXPECT_NE(sentence.find("for rank 1, which is gone or stuck"), std::string::npos) << sentence;
    }
  });
  EXPECT_GE(seconds, 0.4);
  EXPECT_LT(seconds, 5);
  const std::string captured = testing::internal::GetCapturedStderr();
  EXPECT_NE(captured.find("motley: rank 0: receive of 40 bytes has waited 0.1"), std::string::npos)
      << captured;
  EXPECT_EQ(captured.find('\n'), captured.size() - 1) << "more than one line: " << captured;
}

TEST(LostPeer, IsNotASlowOne) {
  run_local(2,
            [](Communicator& comm) {
              std::vector<float> data = {1};
              for (int i = 0; i < 4; ++i) {
                if (comm.rank() == 1) std::this_thread::sleep_for(150ms);
                comm.all_reduce(elements(data), elements(data), Reduction::kSum).wait();
              }
              EXPECT_EQ(data[0], 16);
            },
            {.comm = {.notice_seconds = 5, .stall_limit_seconds = 3}});
}

TEST(LostPeer, IsNotOneThatMayArriveLater) {
  testing::internal::CaptureStderr();
  run_local(2,
            [](Communicator& comm) {
              if (comm.rank() == 1) std::this_thread::sleep_for(400ms);
              comm.barrier(10).wait();
            },
            {.comm = {.notice_seconds = 0.05, .stall_limit_seconds = 0.1}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(LostPeer, MakesLaterOperationsFail) {
  EXPECT_THROW(run_local(2,
                         [](Communicator& comm) {
                           if (comm.rank() == 1) throw UserError("gone");
                           std::vector<float> data(10);
                           EXPECT_THROW(comm.receive(elements(data), 1).wait(), PeerLostError);
                           EXPECT_THROW(comm.barrier().wait(), PeerLostError);
                         }),
               UserError);
}

TEST(Collective, WithWrongCountsIsAnError) {
  run_local(1, [](Communicator& comm) {
    std::vector<float> data(10), part(4);
    EXPECT_THROW((void)comm.all_gather(elements(part), elements(data), {5}), InternalError);
    EXPECT_THROW((void)comm.all_gather(elements(part), elements(part), {2, 2}), InternalError);
    EXPECT_THROW((void)comm.broadcast(elements(part), 1), InternalError);
    EXPECT_THROW((void)comm.send(elements(part), 0, Communicator::kNumTags), InternalError);
  });
}

TEST(Mpi, ReportsThatItIsMissing) {
  if (has_mpi()) GTEST_SKIP() << "this build has MPI";
  EXPECT_THROW(run_mpi([](Communicator&) {}), UserError);
}

}  // namespace
}  // namespace motley::core
