#include <gtest/gtest.h>

#include "core/comm/comm_cases.h"
#include "core/comm/local.h"

namespace motley::core {
namespace {

class Collectives : public testing::TestWithParam<int> {};

TEST_P(Collectives, AgreeWithAReferenceLoopInTheStatedOrder) {
  const int num_ranks = GetParam();
  const uint64_t seed = 20 + static_cast<uint64_t>(num_ranks);
  const auto cases = comm_cases(seed);
  std::vector<std::vector<CaseResult>> results(static_cast<size_t>(num_ranks));
  run_local(num_ranks,
            [&](Communicator& comm) {
              for (const CommCase& c : cases) {
                results[static_cast<size_t>(comm.rank())].push_back(run_case(comm, c));
              }
            },
            {.comm = {.stall_limit_seconds = 20}, .hosts = simulated_hosts(num_ranks)});
  for (const auto& of_rank : results) {
    for (const CaseResult& result : of_rank)
      EXPECT_EQ(result.error, "") << "cases of seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, Collectives, testing::Range(1, 8));

}  // namespace
}  // namespace motley::core
