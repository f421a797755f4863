#!/usr/bin/env python3
"""A box on three unlike hosts: bench_unlike.py [build/motley] [particles along an axis] [rounds]

Hosts with 0.8, 0.4 and 0.2 of a processor (scripts/testbed, as root) run the first steps of a box: with domains of equal work, with
shares by the speeds of a cluster's file, and with shares that follow the clock from equal ones on. The ideal split takes as long
as the fastest host alone times its part of all speeds; alone it has no ghosts, no exchange and no waiting. Steps are those of the
run's log, of the measured shares the second half (they are being found in the first): the median, the best, and the median over
the ideal. Rounds (1) repeat all of it, to see what the machine's other work does.
"""
import contextlib
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTBED = ROOT / "scripts/testbed"
CORES = [0.8, 0.4, 0.2]
STEPS = 12


@contextlib.contextmanager
def testbed(file):
    """One that is ours alone, and gone afterwards, however this ends."""
    up = subprocess.run([TESTBED, "up", file], capture_output=True, text=True)
    if up.returncode != 0:
        sys.exit(up.stderr or up.stdout)
    try:
        yield
    finally:
        subprocess.run([TESTBED, "down"], capture_output=True)


def step_seconds(log):
    """Of the steps of a run, from its log."""
    if not log.exists():
        return []
    times = [float(line.split()[0]) for line in log.read_text().splitlines() if " step " in line and line.lstrip()[0].isdigit()]
    return [b - a for a, b in zip(times, times[1:])]


def run(folder, program, name, particles, more, hosts, steps):
    output = folder / name
    subprocess.run(["rm", "-rf", output], check=True)
    box = folder / f"{name}.yaml"
    box.write_text(f"box: {{size: {1.5625 * particles}, particles: {particles}, seed: 2}}\nsoftening: {{comoving: 0.05}}\n"
                   f"output: {{dir: {output}, redshifts: [0]}}\nrun: {{threads: 1{more}}}\n")
    (folder / "hosts.yaml").write_text("name: unlike\nhosts:\n" + "".join(
        f"  - {{name: h{i}, cores: {c}, port: 10Gb/s}}\n" for i, c in enumerate(hosts)))
    with testbed(folder / "hosts.yaml"):
        child = subprocess.Popen([TESTBED, "run", program, "nbody", "run", box, "--json"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        try:
            while child.poll() is None:
                time.sleep(0.2)
                if len(step_seconds(output / "log.txt")) >= steps:
                    (output / "stop").touch()
        finally:
            if child.poll() is None:
                child.terminate()
            errors = child.communicate()[1]
    seconds = step_seconds(output / "log.txt")
    if len(seconds) < steps:
        sys.exit(errors)
    return seconds


def table(folder, program, particles):
    cluster = f", cluster: {folder / 'cluster.yaml'}"
    alone = statistics.median(run(folder, program, "alone", particles, "", CORES[:1], STEPS))
    ideal = alone * CORES[0] / sum(CORES)
    print(f"# {particles}^3 particles at z = 49; processors {CORES}; a step alone on the first {alone:.3f} s, ideal {ideal:.3f} s")
    print(f"{'shares':<22} {'step s':>8} {'best':>8} {'of ideal':>9}")
    for title, more, steps in [("equal", "", STEPS), ("by the cluster's file", cluster, STEPS),
                               ("measured", ", balance: measured", 2 * STEPS)]:
        seconds = run(folder, program, title.split()[0], particles, more, CORES, steps)[-STEPS:]
        median = statistics.median(seconds)
        print(f"{title:<22} {median:8.3f} {min(seconds):8.3f} {median / ideal:9.2f}", flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/motley").resolve()
    particles = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        types = "".join(f"  c{i}: {{flops: {c}T, memory: 4GiB, memory_bandwidth: 10GB/s}}\n" for i, c in enumerate(CORES))
        hosts = "".join(f"  - {{devices: {{c{i}: 1}}}}\n" for i in range(len(CORES)))
        (folder / "cluster.yaml").write_text(f"name: unlike\ndevice_types:\n{types}hosts:\n{hosts}"
                                             "network: {bandwidth: 10Gb/s, latency: 50us}\n")
        for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
            table(folder, program, particles)


main()
