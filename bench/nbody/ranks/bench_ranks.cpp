// Global steps of a box at z = 49 on the ranks started by mpirun, or on one: time and memory.
//
//   mpirun -np 2 bench_nbody_ranks --side 128 --steps 10 --threads 1
//
// Prints a row: seconds per global step (median and best), its CPU seconds over all ranks (best),
// seconds in exchanges, imbalance, and bytes per particle without meshes, ghosts and the memory of
// the process after MPI startup; and the estimate of Simulation::memory_bytes over the peak.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/clock.h"
#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "core/comm/mpi/mpi.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/run/simulation.h"

namespace motley::nbody {
namespace {

struct Arguments {
  int side = 64, steps = 10, threads = 1;
};

// CPU time of all threads.
double cpu_seconds() {
  timespec t;
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

int64_t peak_bytes() {
  rusage usage;
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * int64_t{1024};
}

int64_t resident_bytes() {
  int64_t pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * ::sysconf(_SC_PAGESIZE);
}

void run(const Arguments& arguments, core::Communicator* comm) {
  const int rank = comm ? comm->rank() : 0, ranks = comm ? comm->num_ranks() : 1;
  const int64_t before = resident_bytes();
  Settings settings;
  settings.box.size = 1.5625 * arguments.side;
  settings.box.particles = arguments.side;
  settings.softening.comoving = 0.05;
  settings.output.redshifts = {0};
  const int64_t mesh = LongRange::memory_bytes(tree_pm_settings(settings).mesh, 1.0 / ranks);
  const int64_t estimate = Simulation::memory_bytes(settings, ranks);

  Particles particles = initial_conditions(settings, arguments.threads, comm);
  const IntegerTimeline line{.a_begin = particles.scale_factor, .a_end = 1};
  TreePm gravity(tree_pm_settings(settings), particles.box, comm);
  Stepper stepper(gravity, settings.cosmology.background, line, settings.steps,
                  {.num_threads = arguments.threads, .comm = comm});
  State state = stepper.start(std::move(particles));
  std::vector<double> seconds, processor;
  const StepCounts started = stepper.counts();
  for (int step = 0; step < arguments.steps; ++step) {
    const double begin = core::now_seconds(), busy = cpu_seconds();
    stepper.advance(state, stepper.next_step(state));
    seconds.push_back(core::now_seconds() - begin);
    processor.push_back(cpu_seconds() - busy);
  }
  if (comm) {
    comm->all_reduce(core::elements(processor), core::elements(processor), core::Reduction::kSum)
        .wait();
  }
  const StepCounts& c = stepper.counts();
  constexpr int64_t kGhostBytes = 12 + 8 + 4;  // position, key, old acceleration
  const int64_t ghosts = c.num_ghosts * kGhostBytes;
  double particle_bytes = static_cast<double>(peak_bytes() - before - mesh - ghosts);
  double estimated = static_cast<double>(estimate),
         peak = static_cast<double>(peak_bytes() - before);
  if (comm) {
    particle_bytes = core::reduced(*comm, particle_bytes, core::Reduction::kSum);
    estimated = core::reduced(*comm, estimated, core::Reduction::kSum);
    peak = core::reduced(*comm, peak, core::Reduction::kSum);
  }
  if (rank != 0) return;
  const double all = static_cast<double>(arguments.side) * arguments.side * arguments.side;
  const double exchange = (c.exchange_seconds + c.mesh_exchange_seconds - started.exchange_seconds -
                           started.mesh_exchange_seconds) /
                          arguments.steps;
  fmt::print("{:>6} {:>6} {:>8} {:10.4f} {:10.4f} {:10.4f} {:10.4f} {:10.1f} {:10.1f} {:10.2f}\n",
             fmt::format("{}^3", arguments.side), ranks, arguments.threads, core::median(seconds),
             std::ranges::min(seconds), std::ranges::min(processor), exchange,
             c.slowest_seconds > 0 ? 100 * (1 - c.mean_seconds / c.slowest_seconds) : 0.0,
             particle_bytes / all, estimated / peak);
}

int main_of(int argc, char** argv) {
  return_freed_memory();
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const int value = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--side") == 0) arguments.side = value;
    if (std::strcmp(argv[i], "--steps") == 0) arguments.steps = value;
    if (std::strcmp(argv[i], "--threads") == 0) arguments.threads = value;
  }
  if (core::is_started_by_mpi()) {
    core::run_mpi([&](core::Communicator& comm) { run(arguments, &comm); });
  } else {
    run(arguments, nullptr);
  }
  return 0;
}

}  // namespace
}  // namespace motley::nbody

int main(int argc, char** argv) {
  motley::core::ask_for_large_pages();
  motley::core::restart_with_short_waits(argv);
  return motley::nbody::main_of(argc, argv);
}
