#!/usr/bin/env python3
"""A box on three unlike hosts: bench_unlike.py [build/motley] [particles along an axis]

Hosts with 0.8, 0.4 and 0.2 of a processor (scripts/testbed, as root) run the first steps of a box: with domains of equal work, with
shares by the speeds of a cluster's file, and with shares that follow the clock from equal ones on. The ideal split takes as long
as the fastest host alone times its part of all speeds; alone it has no ghosts, no exchange and no waiting. Steps are those of the
run's log, of the measured shares the second half (they are being found in the first): the median, and the middle half.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORES = [0.8, 0.4, 0.2]


def testbed(*arguments):
    return subprocess.run([ROOT / "scripts/testbed", *map(str, arguments)], capture_output=True, text=True)


def step_seconds(log):
    """Of the steps of a run, from its log."""
    times = [float(line.split()[0]) for line in log.read_text().splitlines() if " step " in line and line.lstrip()[0].isdigit()]
    return [b - a for a, b in zip(times, times[1:])]


def run(folder, program, name, particles, more, hosts):
    box = folder / f"{name}.yaml"
    box.write_text(f"box: {{size: {1.5625 * particles}, particles: {particles}, seed: 2}}\nsoftening: {{comoving: 0.05}}\n"
                   f"output: {{dir: {folder / name}, redshifts: [{30 if particles < 80 else 38}], spectrum: false, halos: false, picture: false}}\n"
                   f"run: {{threads: 1{more}}}\n")
    (folder / "hosts.yaml").write_text("name: unlike\nhosts:\n" + "".join(
        f"  - {{name: h{i}, cores: {c}, port: 10Gb/s}}\n" for i, c in enumerate(hosts)))
    testbed("down")
    up = testbed("up", folder / "hosts.yaml")
    if up.returncode != 0:
        sys.exit(up.stderr or up.stdout)
    done = testbed("run", program, "nbody", "run", box, "--json")
    testbed("down")
    if done.returncode != 0:
        sys.exit(done.stderr)
    return step_seconds(folder / name / "log.txt")


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/motley").resolve()
    particles = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        types = "".join(f"  c{i}: {{flops: {c}T, memory: 4GiB, memory_bandwidth: 10GB/s}}\n" for i, c in enumerate(CORES))
        hosts = "".join(f"  - {{devices: {{c{i}: 1}}}}\n" for i in range(len(CORES)))
        (folder / "cluster.yaml").write_text(f"name: unlike\ndevice_types:\n{types}hosts:\n{hosts}"
                                             "network: {bandwidth: 10Gb/s, latency: 50us}\n")
        cluster = f", cluster: {folder / 'cluster.yaml'}"
        alone = statistics.median(run(folder, program, "alone", particles, "", CORES[:1]))
        ideal = alone * CORES[0] / sum(CORES)
        print(f"# {particles}^3 particles at z = 49; processors {CORES}; a step alone on the first {alone:.3f} s, ideal {ideal:.3f} s")
        print(f"{'shares':<22} {'step s':>8} {'middle half':>17} {'of ideal':>9}")
        for title, more, skipped in [("equal", "", 0), ("by the cluster's file", cluster, 0), ("measured", ", balance: measured", 0.5)]:
            steps = run(folder, program, title.split()[0], particles, more, CORES)
            steps = steps[int(skipped * len(steps)):]
            low, median, high = statistics.quantiles(steps, n=4)
            print(f"{title:<22} {median:8.3f} {low:8.3f} {high:8.3f} {median / ideal:9.2f}", flush=True)


main()
