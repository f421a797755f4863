// A rank that waits for SIGUSR1, as a training does between its steps, and then exits:
//
//   core_launch_rank STATUS     rank r exits with STATUS if r is 1, else with 0
//   core_launch_rank abort      rank 1 is ended by SIGSEGV
//   core_launch_rank event      sends the event {"rank": R} and exits at once
//
// Rank R prints "ready R pid PID mpirun PID", and "saved R" at the end. After 60 s it gives up with
// status 98.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/launch/events.h"

namespace {
volatile sig_atomic_t is_asked = 0;
}

int main(int argc, char** argv) {
  std::signal(SIGUSR1, [](int) { is_asked = 1; });
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (argc < 2 || !rank) return 99;
  if (std::strcmp(argv[1], "event") == 0) {
    auto events = motley::core::EventSink::from_environment();
    events.send("{\"rank\": " + std::string(rank) + "}");
    return events.is_active() ? 0 : 1;
  }
  std::printf("ready %s pid %d mpirun %d\n", rank, ::getpid(), ::getppid());
  std::fflush(stdout);
  for (int i = 0; i < 6000 && !is_asked; ++i) ::usleep(10'000);
  if (!is_asked) return 98;
  std::printf("saved %s\n", rank);
  std::fflush(stdout);
  if (std::strcmp(rank, "1") != 0) return 0;
  if (std::strcmp(argv[1], "abort") == 0) {
    std::signal(SIGSEGV, SIG_DFL);  // the sanitizers' handler would exit with a status of its own
    std::raise(SIGSEGV);
  }
  return std::atoi(argv[1]);
}
