// Starts a program as the ranks of mpirun and stays its parent until every process of it is gone.
//
//   LaunchSettings settings = this_program_again(4);      // this command line, on 4 ranks
//   settings.environment.push_back(events.for_ranks());   // optional, see events.h
//   return launch(settings);                              // the exit status of the ranks
//
// The processes, one line each group:
//
//   motley train --ranks 4            the launcher: in the terminal's foreground, gets its Ctrl-C
//     mpirun -np 4 ... motley train   a process group of its own: the terminal's signals miss it
//       rank 0 .. rank 3              each in a group of its own, made by mpirun
//
// Stopping. Each SIGINT or SIGTERM to the launcher goes one stage further:
//
//   1st                       SIGUSR1 to mpirun, which Open MPI forwards to every rank. A rank must
//                             treat it as: finish the step, save a checkpoint, exit.
//   2nd, or save_seconds      SIGTERM to mpirun, which then terminates its ranks
//   3rd, or terminate_seconds SIGKILL to mpirun, the ranks, and whatever they started
//
// SIGHUP (the terminal was closed) is like the 1st and goes no further: shells send it twice. For
// the same reason a signal that follows another within repeat_seconds is not counted: timeout(1)
// signals its child, and then its process group. A signal that was ignored when launch was called,
// as under nohup, stays ignored.
//
// A rank has to handle SIGUSR1 from the beginning of its main: its default action ends the process.
// A run that is stopped before that has nothing to save, and is reported as stopped. Signals reach
// ranks between different steps, so that the ranks have to agree on the step at which they stop:
// let rank 0 decide, and broadcast its decision at every step.
//
// Ctrl-Z (SIGTSTP) stops the ranks, through mpirun, and then the launcher; SIGCONT continues both.
// The limits above do not count the time in between.
//
// Nothing waits for ever, and nothing is left behind. An mpirun that has no processes below it for
// finish_seconds is killed: Open MPI 4.1 can block in its own end. The launcher adopts the orphans
// of its descendants (PR_SET_CHILD_SUBREAPER). After the end of mpirun they have leftover_seconds
// to end by themselves; then they are killed, and a note tells how many there were. If the launcher
// itself is killed, mpirun gets SIGTERM (PR_SET_PDEATHSIG) and terminates its ranks.
//
// Exit status:
//
//   0 ... 127    that of mpirun, which is that of the first rank that failed: 0, 1, 2, 3 of
//                core/base/error.h come through
//   128 + n      a rank, or mpirun itself, was ended by signal n; a note says so
//   128 + n      signal n stopped the run before its ranks could save (2nd or 3rd stage)
//
// Standard output and error are inherited. So is standard input, of which mpirun gives a copy to
// rank 0, unless it is a terminal: mpirun, which is in the background, may not read from it and
// gets /dev/null.
//
// launch changes what belongs to the whole process: signal actions and the subreaper attribute,
// both restored at the end. Call it from the main thread, once at a time, and start no other
// process meanwhile; children from before are left alone. Linux only.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace motley::core {

struct LaunchSettings {
  int num_ranks = 1;
  std::string program = {};                   // a path, or a name that is looked up in PATH
  std::vector<std::string> arguments = {};    // without the program's name
  std::vector<std::string> environment = {};  // NAME=VALUE, added to that of the launcher

  // What starts the ranks, before program and arguments; empty: mpirun_command(num_ranks).
  std::vector<std::string> command = {};

  double save_seconds = 600;      // from the 1st stage to the 2nd; 0: no limit
  double terminate_seconds = 10;  // from the 2nd stage to the 3rd
  double leftover_seconds = 2;    // for orphans, after the end of mpirun
  double repeat_seconds = 0.5;    // signals closer than this count as one
  double finish_seconds = 30;     // for mpirun to start its ranks, and to end after them

  // Receives sentences for the user; empty: "motley: SENTENCE" on standard error.
  std::function<void(const std::string&)> note = {};
};

// {"mpirun", "-np", "4", "--oversubscribe", "--bind-to", "none"}, and as root --allow-run-as-root.
std::vector<std::string> mpirun_command(int num_ranks);

// The executable and the arguments of this process.
LaunchSettings this_program_again(int num_ranks);

// Runs the program and returns its exit status. Throws a UserError if mpirun, or a program given by
// its path, cannot be started.
int launch(const LaunchSettings& settings);

}  // namespace motley::core
