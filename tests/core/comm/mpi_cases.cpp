// Runs under mpirun, for the tests of CMakeLists.txt and lost_rank.py:
//
//   mpi_cases                       every case on these ranks, against the reference loops and, bit
//   for
//                                   bit, against the local backend; exit status 1 on any difference
//   mpi_cases lose COLLECTIVE HOW   rank 1 fails in the middle of COLLECTIVE: HOW is kill, stop
//   (the
//                                   process exists but hangs) or throw
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

#include "core/base/clock.h"
#include "core/comm/comm_cases.h"
#include "core/comm/local.h"
#include "core/comm/mpi/mpi.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

std::vector<CaseResult> run_cases(Communicator& comm, const std::vector<CommCase>& cases) {
  std::vector<CaseResult> results;
  for (const CommCase& c : cases) {
    results.push_back(run_case(comm, c));
    if (!results.back().error.empty()) fmt::print(stderr, "{}\n", results.back().error);
  }
  return results;
}

// The results on the ranks of `comm` must be bitwise those of the same number of local ranks.
int64_t count_differences(Communicator& comm, const std::vector<CommCase>& cases,
                          const std::vector<CaseResult>& mine) {
  const int n = comm.num_ranks();
  std::vector<int64_t> hashes, all(comm.rank() == 0 ? cases.size() * static_cast<size_t>(n) : 0);
  for (const CaseResult& result : mine) hashes.push_back(static_cast<int64_t>(result.hash));
  comm.gather(elements(hashes), elements(all),
              std::vector<int64_t>(static_cast<size_t>(n), std::ssize(hashes)), 0)
      .wait();
  if (comm.rank() != 0) return 0;

  std::vector<std::vector<CaseResult>> local(static_cast<size_t>(n));
  run_local(n, [&](Communicator& c) { local[static_cast<size_t>(c.rank())] = run_cases(c, cases); },
            {.hosts = simulated_hosts(n)});
  int64_t differences = 0;
  for (size_t r = 0; r < local.size(); ++r) {
    for (size_t i = 0; i < cases.size(); ++i) {
      if (static_cast<int64_t>(local[r][i].hash) == all[r * cases.size() + i]) continue;
      ++differences;
      fmt::print(stderr, "{}: rank {} has other bits under MPI\n", cases[i].to_string(), r);
    }
  }
  return differences;
}

Request start(Communicator& comm, const std::string& collective, std::vector<float>& a,
              std::vector<float>& b) {
  const int64_t count = std::ssize(a), n = comm.num_ranks();
  const std::vector<int64_t> counts = even_counts(count, comm.num_ranks());
  const Elements block = {ElementType::kF32, b.data(), counts[static_cast<size_t>(comm.rank())]};
  if (collective == "all-reduce") return comm.all_reduce(elements(a), elements(b), Reduction::kSum);
  if (collective == "reduce-scatter") {
    return comm.reduce_scatter(elements(a), block, counts, Reduction::kSum);
  }
  if (collective == "all-gather") return comm.all_gather(block, elements(a), counts);
  if (collective == "all-to-all") return comm.all_to_all(elements(a), counts, elements(b), counts);
  if (collective == "broadcast") return comm.broadcast(elements(a), 1);
  if (collective == "barrier") return comm.barrier();
  const int right = static_cast<int>((comm.rank() + 1) % n);
  const int left = static_cast<int>((comm.rank() + n - 1) % n);
  return comm.rank() % 2 == 0 ? comm.send(elements(a), right) : comm.receive(elements(b), left);
}

// Rank 0 is late; the others yield the cores.
int64_t count_restless(Communicator& comm) {
  if (comm.num_ranks() == 1) return 0;
  std::vector<float> a(1 << 20), b(a.size());
  comm.barrier().wait();
  const double begin = core::now_seconds();
  const std::clock_t used = std::clock();
  if (comm.rank() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  Request request = start(comm, "all-gather", a, b);
  if (comm.rank() != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1300));
  const double share =
      static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC / (core::now_seconds() - begin);
  request.wait();
  if (comm.rank() == 0 || share < 0.1) return 0;
  fmt::print(stderr, "rank {} takes {:.2f} of a core while it waits\n", comm.rank(), share);
  return 1;
}

int run_all_cases() {
  int64_t failures = 0;
  run_mpi(
      [&](Communicator& world) {
        const uint64_t seed = 40 + static_cast<uint64_t>(world.num_ranks());
        const auto cases = comm_cases(seed);
        const auto results = run_cases(world, cases);
        for (const CaseResult& result : results) failures += !result.error.empty();
        failures += count_differences(world, cases, results) + count_restless(world);
        std::vector<int64_t> sum = {failures};
        world.all_reduce(elements(sum), elements(sum), Reduction::kSum).wait();
        failures = sum[0];
        if (world.rank() == 0) {
          fmt::print("{} cases of seed {} on {} ranks, {} failures\n", cases.size(), seed,
                     world.num_ranks(), failures);
        }
      },
      {.hosts = [] {
        const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
        return simulated_hosts(size ? std::atoi(size) : 1);
      }()});
  return failures == 0 ? 0 : 1;
}

void get_lost(const std::string& how) {
  if (how == "throw") throw UserError("rank 1 has had enough");
  std::raise(how == "stop" ? SIGSTOP : SIGKILL);
}

int lose(const std::string& collective, const std::string& how) {
  run_mpi(
      [&](Communicator& comm) {
        std::vector<float> a(1 << 20), b(a.size());
        comm.barrier().wait();
        // A barrier is skipped altogether; of the others one succeeds, and the next does not.
        if (comm.rank() == 1 && collective == "barrier") get_lost(how);
        if (collective != "barrier") start(comm, collective, a, b).wait();
        Request request = start(comm, collective, a, b);
        if (comm.rank() == 1) get_lost(how);
        request.wait();
        for (int i = 0; i < 1000; ++i) start(comm, collective, a, b).wait();
      },
      {.comm = {.notice_seconds = 0.5, .stall_limit_seconds = 2}});
  return 0;
}

}  // namespace
}  // namespace motley::core

int main(int argc, char** argv) {
  using namespace motley::core;
  try {
    if (argc == 4 && std::strcmp(argv[1], "lose") == 0) return lose(argv[2], argv[3]);
    return run_all_cases();
  } catch (const UserError& error) {
    fmt::print(stderr, "motley: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "motley: {}\n", error.what());
    return 3;
  }
}
