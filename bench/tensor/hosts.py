"""Hosts for benchmarks: scripts/testbed up to down, runs on them, and what all tables share."""
import contextlib
import json
import math
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTBED = ROOT / "scripts/testbed"
DROPPED = 2  # first steps of a run
APART = 1.06  # a smaller difference says nothing


def command(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr or done.stdout}")
    return done.stdout


@contextlib.contextmanager
def testbed(folder, cores, port):
    """Hosts h0, h1, ... with these parts of a processor and ports of one rate; taken away afterwards."""
    file = pathlib.Path(folder) / "hosts.yaml"
    file.write_text("name: bench\nhosts:\n" + "".join(
        f"  - {{name: h{i}, cores: {c}, port: {port}}}\n" for i, c in enumerate(cores)))
    command(TESTBED, "up", file)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that the hosts are taken away
    try:
        yield
    finally:
        subprocess.run([TESTBED, "down"], capture_output=True)


def probed(motley, folder, cores, rate, kept=""):
    """The hosts that are up as `motley probe` finds them, all at once (two to five minutes): a cluster file. `kept`: a folder where it is
    looked for first, and left for the next time."""
    name = f"probed-{'-'.join(map(str, cores))}-{rate.split('/')[0]}.yaml"
    file = pathlib.Path(kept or folder).resolve() / name
    if not file.exists():
        command(TESTBED, "run", motley, "probe", "--threads", "1", "-o", file)
    return file


def stage_cuts(motley, plan, model, stages):
    """Where stages of as many blocks each begin; embedding and head go with the first and the last."""
    layers = 1 + max(int(last) for last in re.findall(r"layers \d+ to (\d+)", command(motley, "simulate", plan)))
    blocks = int(re.search(r"layers=(\d+)", model)[1])
    return [(layers - blocks) // 2 + round(s * blocks / stages) for s in range(1, stages)]


class Run:
    """A training on the hosts, with what it printed."""

    def __init__(self, motley, arguments, folder, actions=()):
        """`actions`: (step, words of scripts/testbed), done when that step has ended."""
        metrics = pathlib.Path(folder) / "metrics.csv"
        metrics.unlink(missing_ok=True)
        words = [TESTBED, "run", motley, "train", *arguments, "--threads", "1", "--json", "--metrics", metrics]
        child = subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        todo = sorted(actions, key=lambda a: a[0])
        while todo and child.poll() is None:
            done = max(0, len(metrics.read_text().splitlines()) - 1) if metrics.exists() else 0
            if done >= todo[0][0]:
                command(TESTBED, *todo.pop(0)[1])
            else:
                time.sleep(0.02)
        output, errors = child.communicate()
        self.ok = child.returncode == 0
        said = [line for line in errors.splitlines() if line.startswith("motley:")] or errors.strip().splitlines()[-1:]
        self.error = said[0] if said else ""
        self.result = json.loads(output) if self.ok else {}
        self.seconds = self.result.get("step_seconds", [])
        if not self.ok:
            print(f"# {' '.join(map(str, arguments))}: {self.error}", file=sys.stderr)

    def changes(self):
        return self.result.get("adaptations", [])


def torch_run(python, script, *arguments):
    """Seconds of each step of a script of bench/peers on the hosts, and what else it printed; None if it failed."""
    words = [TESTBED, "run", python, ROOT / "bench/peers" / script, "--master", "10.77.0.1", *arguments]
    environment = os.environ | {"GLOO_SOCKET_IFNAME": "eth0", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, env=environment)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        print(f"# {script} {' '.join(map(str, arguments))}: {(done.stderr.strip().splitlines() or ['?'])[-1]}", file=sys.stderr)
        return None
    return json.loads(lines[-1])["step_seconds"]


def interval(seconds):
    """Median, and the 95 % interval of the median, in milliseconds."""
    ordered = sorted(seconds)
    n = len(ordered)
    low, high = (max(0, min(n - 1, math.floor(n / 2 + d * 0.98 * math.sqrt(n)))) for d in (-1, 1))
    return 1e3 * statistics.median(ordered), 1e3 * ordered[low], 1e3 * ordered[high]


def cell(seconds):
    if len(seconds) < 3:
        return "-"
    middle, low, high = interval(seconds)
    return f"{middle:.0f} ±{(high - low) / 2:.0f}"


def table(title, head, rows):
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    print(f"\n{title}")
    for row in [head, *rows]:
        print("  ".join(str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(row, widths))))
    sys.stdout.flush()
