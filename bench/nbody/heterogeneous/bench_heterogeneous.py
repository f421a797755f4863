#!/usr/bin/env python3
"""A box on three hosts of different speeds: bench_heterogeneous.py [build/motley] [particles along an axis] [rounds]

Hosts with 0.8, 0.4 and 0.2 of a processor (scripts/testbed, as root) run the first steps of a box: with domains of equal work, with
shares from the speeds in a cluster file, and with measured shares that start out equal. Steps are read from the log of the run, for
measured shares only the second half (they converge in the first): the median, the best, and the median over two ideals without
ghosts, exchanges and waiting:

  of ideal      each host runs a complete box by itself, all concurrently; their steps per second add up
  of nominal    the first host runs a complete box while the others idle; times its fraction of all processors

The hosts share one machine and slow each other down: the first ideal includes this contention, the second does not. Rounds (1) repeat
everything, to show the effect of other load on the machine.
"""
import contextlib
import os
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
SLOW_STEPS = 5  # for the slowest host by itself


@contextlib.contextmanager
def testbed(file):
    """A private testbed, always taken down afterwards."""
    up = subprocess.run([TESTBED, "up", file], capture_output=True, text=True)
    if up.returncode != 0:
        sys.exit(up.stderr or up.stdout)
    try:
        yield
    finally:
        subprocess.run([TESTBED, "down"], capture_output=True)


def step_seconds(log):
    """Seconds of each step of a run, from its log."""
    if not log.exists():
        return []
    times = [float(line.split()[0]) for line in log.read_text().splitlines() if " step " in line and line.lstrip()[0].isdigit()]
    return [b - a for a, b in zip(times, times[1:])]


def write_box(folder, name, particles, more=""):
    """Writes settings with a fresh output folder."""
    box, output = folder / f"{name}.yaml", folder / name
    subprocess.run(["rm", "-rf", output], check=True)
    box.write_text(f"box: {{size: {1.5625 * particles}, particles: {particles}, seed: 2}}\nsoftening: {{comoving: 0.05}}\n"
                   f"output: {{dir: {output}, redshifts: [0]}}\nrun: {{threads: 1{more}}}\n")
    return box, output


def run_until(folder, hosts, command, outputs, steps):
    """Runs the command on these hosts until each output has `steps` steps; returns the seconds of the steps of each."""
    (folder / "hosts.yaml").write_text("name: heterogeneous\nhosts:\n" + "".join(
        f"  - {{name: h{i}, cores: {c}, port: 10Gb/s}}\n" for i, c in enumerate(hosts)))
    logs = [output / "log.txt" for output in outputs]
    with testbed(folder / "hosts.yaml"):
        child = subprocess.Popen([TESTBED, "run", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            while child.poll() is None:
                time.sleep(0.2)
                if all(len(step_seconds(log)) >= steps for log in logs):
                    for output in outputs:
                        (output / "stop").touch()
        finally:
            if child.poll() is None:
                child.terminate()
            errors = child.communicate()[1]
    seconds = [step_seconds(log) for log in logs]
    if any(len(s) < steps for s in seconds):
        sys.exit(errors)
    return seconds


def run(folder, program, name, particles, more, hosts, steps):
    """One box on all hosts."""
    box, output = write_box(folder, name, particles, more)
    return run_until(folder, hosts, [program, "nbody", "run", box, "--json"], [output], steps)[0]


def run_concurrently(folder, program, particles):
    """Each host runs a box of its own; the environment of mpirun is cleared, so each runs as a single rank."""
    outputs = [write_box(folder, f"side_{i}", particles)[1] for i in range(len(CORES))]
    words = f"env -i PATH={os.environ['PATH']} {program} nbody run {folder}/side_$OMPI_COMM_WORLD_RANK.yaml --json"
    seconds = run_until(folder, CORES, ["sh", "-c", words], outputs, SLOW_STEPS)
    return 1 / sum(1 / statistics.median(s) for s in seconds)


def table(folder, program, particles):
    cluster = f", cluster: {folder / 'cluster.yaml'}"
    ideal = run_concurrently(folder, program, particles)
    alone = statistics.median(run(folder, program, "alone", particles, "", CORES[:1], STEPS))
    nominal = alone * CORES[0] / sum(CORES)
    print(f"# {particles}^3 particles at z = 49; processors {CORES}; ideal {ideal:.3f} s, nominal {nominal:.3f} s")
    print(f"{'shares':<22} {'step s':>8} {'best':>8} {'of ideal':>9} {'of nominal':>11}")
    for title, more, steps in [("equal", "", STEPS), ("by the cluster file", cluster, STEPS),
                               ("measured", ", balance: measured", 2 * STEPS)]:
        seconds = run(folder, program, title.split()[0], particles, more, CORES, steps)[-STEPS:]
        median = statistics.median(seconds)
        print(f"{title:<22} {median:8.3f} {min(seconds):8.3f} {median / ideal:9.2f} {median / nominal:11.2f}", flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/motley").resolve()
    particles = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        types = "".join(f"  c{i}: {{flops: {c}T, memory: 4GiB, memory_bandwidth: 10GB/s}}\n" for i, c in enumerate(CORES))
        hosts = "".join(f"  - {{devices: {{c{i}: 1}}}}\n" for i in range(len(CORES)))
        (folder / "cluster.yaml").write_text(f"name: heterogeneous\ndevice_types:\n{types}hosts:\n{hosts}"
                                             "network: {bandwidth: 10Gb/s, latency: 50us}\n")
        for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
            table(folder, program, particles)


main()
