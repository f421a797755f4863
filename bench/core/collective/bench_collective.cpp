// Predicted and measured times of collectives, on hosts of scripts/testbed.
//
//   bench_core_collective
//
// creates the testbed, as root, probes it and measures; elsewhere it says what is missing.
//
//   scripts/testbed run bench_core_collective CLUSTER.yaml
//
// prints only the table, for a file written by a probe of that testbed.
//
// Sizes and shards differ from those that the probe has measured. Predictions use the file's links
// and factors (core/collective/cost); nothing is fitted to the measurements here.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "core/collective/cost/collective_cost.h"
#include "core/comm/mpi/mpi.h"
#include "core/probe/collective_times.h"
#include "core/probe/probe.h"

namespace motley::core {
namespace {

using enum CollectiveKind;
using enum CollectiveAlgorithm;

struct Case {
  CollectiveKind kind;
  CollectiveAlgorithm algorithm;
};
constexpr Case kCases[] = {{kAllReduce, kRing},       {kAllReduce, kDirect},
                           {kAllGather, kRing},       {kAllGather, kGrouped},
                           {kAllGather, kPadded},     {kReduceScatter, kRing},
                           {kReduceScatter, kDirect}, {kReduceScatter, kPadded},
                           {kAllToAll, kAuto},        {kBroadcast, kAuto}};
constexpr int64_t kSizes[] = {48 << 10, 200 << 10, 700 << 10, 2 << 20, 5 << 20};

struct Shape {
  const char* name;
  std::vector<double> shares;
};

// Equal; decreasing; and some empty.
std::vector<Shape> shapes_for(int num_ranks) {
  Shape even{"even", {}}, uneven{"uneven", {}}, some{"some empty", {}};
  for (int r = 0; r < num_ranks; ++r) {
    even.shares.push_back(1);
    uneven.shares.push_back(num_ranks - r);
    some.shares.push_back(r % 3 == 1 ? 0 : num_ranks - r);
  }
  return {even, uneven, some};
}

std::vector<int64_t> shards_of(Case c, const Shape& shape, int64_t bytes) {
  double sum = 0;
  for (const double share : shape.shares) sum += share;
  std::vector<int64_t> shards;
  for (const double share : shape.shares) {
    shards.push_back(4 * std::llround(static_cast<double>(bytes) * share / sum / 4));
  }
  if (c.kind != kBroadcast) return shards;
  std::ranges::fill(shards, 0);
  shards[0] = bytes;
  return shards;
}

int run_table(const std::string& file, const std::string& only) {
  const PlacedCluster placed = read_placed_cluster(file);
  std::vector<double> errors;
  run_mpi(
      [&](Communicator& comm) {
        check_ranks(placed, host_names(comm));
        const bool is_first = comm.rank() == 0;
        const GroupLinks links = group_links(placed.cluster, devices(placed.cluster));
        if (is_first) {
          fmt::print(
              "# {} ranks, {}; times in ms\n{:<16} {:<10} {:<10} {:>9} {:>10} {:>10} {:>7} {:>7}\n",
              comm.num_ranks(), file, "# collective", "", "shards", "bytes", "predicted",
              "measured", "ratio", "spread");
        }
        for (const Case& c : kCases) {
          const std::string name = fmt::format("{} {}", name_of(c.kind), name_of(c.algorithm));
          if (name.find(only) == name.npos) continue;
          for (const Shape& shape : shapes_for(comm.num_ranks())) {
            // One vector in equal blocks; a broadcast has no shards.
            const bool has_shards = c.kind != kAllReduce && c.kind != kBroadcast;
            if (!has_shards && std::string(shape.name) != "even") continue;
            for (const int64_t bytes : kSizes) {
              const std::vector<int64_t> shards = shards_of(c, shape, bytes);
              const double predicted = collective_seconds(
                  links, c.kind, c.algorithm, std::vector<double>(shards.begin(), shards.end()));
              const Measurement figure = time_collective(comm, c.kind, c.algorithm, shards,
                                                         {.seconds = 0.3, .noisy_seconds = 1});
              errors.push_back(std::abs(predicted / figure.seconds - 1));
              if (!is_first) continue;
              fmt::print("{:<16} {:<10} {:<10} {:>9} {:>10.3f} {:>10.3f} {:>7.3f} {:>7.2f}\n",
                         name_of(c.kind), name_of(c.algorithm), shape.name, bytes, predicted * 1e3,
                         figure.seconds * 1e3, predicted / figure.seconds, figure.spread);
              std::fflush(stdout);
            }
          }
        }
        if (!is_first) return;
        std::sort(errors.begin(), errors.end());
        fmt::print("# error: median {:.1f} %, nine in ten within {:.1f} %, worst {:.1f} %\n",
                   100 * errors[errors.size() / 2], 100 * errors[errors.size() * 9 / 10],
                   100 * errors.back());
      },
      {.comm = {.notice_seconds = 60, .stall_limit_seconds = 600}});
  return 0;
}

// Up, probe, table, down: each a command that a user would type.
int run_on_testbed(const std::filesystem::path& self) {
  const std::filesystem::path root = MOTLEY_SOURCE_DIR;
  if (::geteuid() != 0) {
    fmt::print("# collectives: not measured: namespaces as hosts need root\n");
    return 0;
  }
  const std::string testbed = (root / "scripts/testbed").string();
  const std::string file = (self.parent_path() / "testbed.yaml").string();
  const auto run = [](const std::string& command) { return std::system(command.c_str()) == 0; };
  if (!run(testbed + " up " + (root / "examples/testbeds/four.yaml").string())) {
    fmt::print("# collectives: not measured: no testbed\n");
    return 0;
  }
  const bool done = run(fmt::format("{} run motley probe --links-only -o {}", testbed, file)) &&
                    run(fmt::format("{} run {} {}", testbed, self.string(), file));
  return run(testbed + " down") && done ? 0 : 1;
}

}  // namespace
}  // namespace motley::core

int main(int argc, char** argv) {
  using namespace motley::core;
  try {
    if (argc >= 2) return run_table(argv[1], argc > 2 ? argv[2] : "");
    return run_on_testbed(std::filesystem::canonical(argv[0]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 2;
  }
}
