#!/usr/bin/env python3
"""Strong scaling of a step: bench_ranks.py [build folder] [particles along an axis] [steps] [rounds]

Ten global steps of a box at z = 49 (128^3) on 1, 2, 4 and, if there are enough cores, more ranks with 1 and 2 threads; rounds (2) repeat
the table row by row, and each row shows its best step. Efficiency is that of the best step against one rank with one thread, per core in
use. `cpu s` is the CPU time of all ranks in a step: its excess over the first row is the overhead of ranks; the remaining loss of
efficiency is waiting.
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIELDS = ["median", "best", "cpu", "exchange", "imbalance", "bytes", "estimate"]


def row(program, side, steps, ranks, threads):
    command = [program, "--side", side, "--steps", steps, "--threads", threads]
    if ranks > 1:
        more = ["--oversubscribe"] if ranks * threads > os.cpu_count() else ["--map-by", f"slot:PE={threads}", "--bind-to", "core"]
        root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        command = ["mpirun", *root, *more, "-np", ranks, *command]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr or done.stdout)
    return dict(zip(FIELDS, map(float, done.stdout.split()[3:])))


def main():
    arguments = sys.argv[1:] + [None] * 4
    build = pathlib.Path(arguments[0] or ROOT / "build")
    side, steps, rounds = int(arguments[1] or 128), int(arguments[2] or 10), int(arguments[3] or 2)
    program = build / "bench/nbody/ranks/bench_nbody_ranks"
    cores = os.cpu_count()
    cases = [(1 << i, threads) for i in range(max(4, cores).bit_length()) for threads in (1, 2)]
    cases = [(ranks, threads) for ranks, threads in cases if ranks <= 4 or ranks * threads <= cores]
    best = {}
    for _ in range(rounds):
        for case in cases:
            now = row(program, side, steps, *case)
            if case not in best or now["best"] < best[case]["best"]:
                best[case] = now
    load = os.getloadavg()[0]
    print(f"# {side}^3 particles, {steps} global steps at z = 49, best of {rounds} rounds; {cores} cores, load {load:.1f}")
    print(f"{'ranks':>5} {'threads':>7} {'step s':>8} {'best':>8} {'cpu s':>11} {'exchange s':>10} {'efficiency':>10}")
    one = best[1, 1]["best"]
    for (ranks, threads), r in best.items():
        used = min(cores, ranks * threads)
        print(f"{ranks:>5} {threads:>7} {r['median']:8.3f} {r['best']:8.3f} {r['cpu']:11.3f} {r['exchange']:10.3f} "
              f"{100 * one / r['best'] / used:9.0f}%" + ("  (oversubscribed)" if ranks * threads > cores else ""))


main()
