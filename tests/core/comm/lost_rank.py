#!/usr/bin/env python3
"""Loses rank 1 of 4 in the middle of each collective, and expects an error message from every other rank, in time.

  lost_rank.py MPIRUN PROGRAM [--all]     PROGRAM is mpi_cases; without --all some of the collectives

Failures: kill (the launcher terminates the others by SIGTERM), stop (the process hangs: the others end by themselves
at the stall limit of 2 s), throw (it ends with an error of its own).
"""
import re
import subprocess
import sys
import time

RANKS = 4
SECONDS = 20  # the limit is 2 s; the rest is for mpirun and busy machines
COLLECTIVES = ["all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "barrier", "transfer"]


def run(mpirun, program, collective, how):
    command = mpirun + ["-n", str(RANKS), program, "lose", collective, how]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=2 * SECONDS)
    except subprocess.TimeoutExpired as late:
        return f"did not end within {2 * SECONDS} s: {late.output}"
    seconds = time.monotonic() - begin
    faults = []
    if done.returncode == 0:
        faults.append("exit status 0")
    if seconds > SECONDS:
        faults.append(f"took {seconds:.1f} s")
    # A Transfer is between two: the ranks that are not rank 1's partners only wait for the end of the run.
    for rank in range(RANKS):
        if rank != 1 and not re.search(rf"motley: rank {rank}: .*(ended by SIGTERM|ended: rank)", done.stdout):
            faults.append(f"no sentence from rank {rank}")
    if how == "throw" and "motley: rank 1 has had enough" not in done.stdout:
        faults.append("no sentence from rank 1")
    return "; ".join(faults) + "\n" + done.stdout if faults else None


def main():
    everything = sys.argv[-1] == "--all"
    mpirun, program = sys.argv[1].split(), sys.argv[2]
    cases = [(c, how) for c in COLLECTIVES for how in ("kill", "stop", "throw")]
    if not everything:
        cases = [("all-reduce", "kill"), ("all-gather", "stop"), ("all-reduce", "throw")]
    failures = 0
    for collective, how in cases:
        fault = run(mpirun, program, collective, how)
        if fault:
            failures += 1
            print(f"{collective}, {how}: {fault}")
    print(f"{len(cases)} ranks lost, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
