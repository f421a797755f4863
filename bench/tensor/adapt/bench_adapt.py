#!/usr/bin/env python3
"""Training on four unlike hosts that change: bench_adapt.py [--motley build/motley] [--tables strategies,throttle,network] [--quick]

Needs root: the hosts are namespaces with CPU quotas and limited ports (scripts/testbed). Every row is a real run; nothing here is simulated.

  strategies   mlp, gpt, vgg and bert-moe at 1 Gb/s, 300 and 100 Mb/s: milliseconds of a step by dp-even, dp-proportional, zero-1, zero-3,
               hap and motley; the last columns are the speedup of motley over dp-even and predicted over measured for motley
  throttle     a host loses half of its cores in mid-run and gets them back: a run that adapts and one that does not, against runs that were
               planned for the throttled host from the start
  network      a pipeline of four stages whose second host is squeezed to 50 Mb/s half of the time: fixed schedules, Ada-Grouper's rule and
               ours, while squeezed, while calm, and over all

Medians over steps, the first two dropped, with the 95 % interval of the median. Rounds repeat all rows in turn (A B A B), because the machine
drifts; a difference below 6 % says nothing.
"""
import argparse
import contextlib
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTBED = ROOT / "scripts/testbed"
CORES = [0.5, 0.5, 0.25, 0.2]
MODELS = {
    "mlp": "mlp:inputs=256,hidden=512x512,classes=64,batch=96",
    "gpt": "gpt:layers=4,hidden=128,heads=4,seq=64,vocab=256,batch=24",
    "vgg": "vgg:batch=24",
    "bert-moe": "bert-moe:batch=24",
}
STRATEGIES = ["dp-even", "dp-proportional", "zero-1", "zero-3", "hap", "motley"]
PIPELINE = "gpt:layers=8,hidden=128,heads=4,seq=64,vocab=256,batch=32"


@contextlib.contextmanager
def testbed(folder, cores, port):
    """Four hosts, taken away afterwards, and the cluster file that describes them."""
    hosts, cluster = folder / "hosts.yaml", folder / "cluster.yaml"
    hosts.write_text("name: bench\nhosts:\n" + "".join(
        f"  - {{name: h{i}, cores: {c}, port: {port}}}\n" for i, c in enumerate(cores)))
    cluster.write_text("name: bench\ndevice_types:\n" + "".join(
        f"  part{i}: {{flops: {40 * c}G, memory: 2GiB, memory_bandwidth: {8 * c}GB/s}}\n" for i, c in enumerate(cores)) +
        "hosts:\n" + "".join(f"  - {{name: h{i}, devices: {{part{i}: 1}}}}\n" for i in range(len(cores))) +
        f"network: {{bandwidth: {port}, latency: 100us}}\n")
    up = subprocess.run([TESTBED, "up", hosts], capture_output=True, text=True)
    if up.returncode != 0:
        sys.exit(up.stderr or up.stdout)
    try:
        yield cluster
    finally:
        subprocess.run([TESTBED, "down"], capture_output=True)


class Run:
    """A training on the testbed, with what it printed."""

    def __init__(self, motley, arguments, folder, actions=()):
        """`actions`: (step, words of scripts/testbed), done when that step has ended."""
        metrics = folder / "metrics.csv"
        metrics.unlink(missing_ok=True)
        command = [TESTBED, "run", motley, "train", *arguments, "--threads", "1", "--json", "--metrics", metrics]
        child = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        todo = sorted(actions, key=lambda a: a[0])
        while todo and child.poll() is None:
            done = max(0, len(metrics.read_text().splitlines()) - 1) if metrics.exists() else 0
            if done >= todo[0][0]:
                subprocess.run([TESTBED, *map(str, todo.pop(0)[1])], check=True)
            else:
                time.sleep(0.05)
        output, errors = child.communicate()
        self.ok = child.returncode == 0
        self.error = errors.strip().splitlines()[-1] if errors.strip() else ""
        self.result = json.loads(output) if self.ok else {}
        self.seconds = self.result.get("step_seconds", [])

    def changes(self):
        return self.result.get("adaptations", [])


def interval(seconds):
    """Median and half of its 95 % interval, in milliseconds."""
    ordered = sorted(seconds)
    n = len(ordered)
    low, high = (max(0, min(n - 1, math.floor(n / 2 + d * 0.98 * math.sqrt(n)))) for d in (-1, 1))
    return 1e3 * statistics.median(ordered), 1e3 * (ordered[high] - ordered[low]) / 2


def cell(seconds):
    if len(seconds) < 3:
        return "-"
    middle, half = interval(seconds)
    return f"{middle:.0f} ±{half:.0f}"


def table(title, head, rows):
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    print(f"\n{title}")
    for row in [head, *rows]:
        print("  ".join(str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(row, widths))))
    sys.stdout.flush()


def strategies(args, folder):
    steps, rows, speedups = 10 if args.quick else 14, [], []
    names = ["mlp", "gpt"] if args.quick else list(MODELS)
    for port in ["1Gb/s", "100Mb/s"] if args.quick else ["1Gb/s", "300Mb/s", "100Mb/s"]:
        with testbed(folder, CORES, port) as cluster:
            for name in names:
                seconds, predicted = {s: [] for s in STRATEGIES}, None
                for _ in range(1 if args.quick else 2):
                    for strategy in STRATEGIES:
                        run = Run(args.motley, [MODELS[name], "--cluster", cluster, "--strategy", strategy, "--steps", steps], folder)
                        if not run.ok:
                            print(f"# {name} {strategy}: {run.error}", file=sys.stderr)
                        seconds[strategy] += run.seconds[2:]
                        if strategy == "motley":
                            predicted = run.result.get("predicted_step_seconds")
                motley, even = seconds["motley"], seconds["dp-even"]
                speedup = statistics.median(even) / statistics.median(motley) if motley and even else math.nan
                speedups.append(speedup)
                error = predicted / statistics.median(motley) if motley and predicted else math.nan
                rows.append([f"{name} {port}", *(cell(seconds[s]) for s in STRATEGIES), f"{speedup:.2f}", f"{error:.2f}"])
    table("Strategies on four unlike hosts, ms a step", ["model", *STRATEGIES, "speedup", "predicted"], rows)
    print(f"geometric mean of the speedup over dp-even: {statistics.geometric_mean(speedups):.2f}")


def throttle(args, folder):
    model, at, back, steps = MODELS["gpt"], 30, 70, 110
    half = [c / 2 if i == 0 else c for i, c in enumerate(CORES)]
    rows = []
    with testbed(folder, CORES, "1Gb/s") as cluster:
        actions = [(at, ["throttle", "h0", 0.5]), (back, ["throttle", "h0", 1])]
        base = [model, "--cluster", cluster, "--strategy", "dp-proportional", "--steps", steps]
        for name, more in (("stays", []), ("adapts", ["--adapt", "shares"])):
            run = Run(args.motley, base + more, folder, actions)
            if not run.ok:
                sys.exit(run.error)
            s = run.seconds
            rows.append([name, cell(s[5:at]), cell(s[at + 1:at + 6]), cell(s[at + 15:back]), cell(s[back + 15:])])
            for change in run.changes():
                print(f"# step {change['step']}: {change['change']}, predicted {1e3 * change['predicted_step_seconds']:.0f} ms, "
                      f"measured {1e3 * (change['measured_step_seconds'] or math.nan):.0f} ms")
        normal = Run(args.motley, base[:-1] + [25], folder)
    with testbed(folder, half, "1Gb/s") as cluster:
        planned = Run(args.motley, [model, "--cluster", cluster, "--strategy", "dp-proportional", "--steps", 25], folder)
    rows.append(["planned for it", cell(normal.seconds[5:]), "-", cell(planned.seconds[5:]), cell(normal.seconds[5:])])
    table(f"Half of the cores of h0 gone from step {at} to {back}, gpt, ms a step",
          ["run", "before", "5 steps after", "from 15 after", "15 after the end"], rows)


def network(args, folder):
    window, windows = (20, 4) if args.quick else (60, 6)
    steps = window * windows
    rows = []
    with testbed(folder, [0.375] * 4, "200Mb/s") as cluster:
        plan = folder / "pipeline.json"
        subprocess.run([args.motley, "plan", PIPELINE, "--cluster", cluster, "--strategy", "1f1b", "--microbatches", "8", "-o", plan],
                       check=True, capture_output=True)
        text = json.loads(plan.read_text())
        actions = [(w * window, ["squeeze", "h1", "50Mb/s" if w % 2 else "200Mb/s"]) for w in range(1, windows)]
        for name, schedule, more in (("1f1b", "1f1b", []), ("kfkb:k=2", "kfkb:k=2", []), ("deep:h=1", "deep:h=1", []),
                                     ("zb-h2", "zb-h2", []), ("ada-grouper", "1f1b", ["--adapt", "ada-grouper"]),
                                     ("motley", "1f1b", ["--adapt", "schedule"])):
            text["schedule"] = schedule
            file = folder / "run.json"
            file.write_text(json.dumps(text))
            run = Run(args.motley, ["--plan", file, "--steps", steps, *more], folder, actions)
            subprocess.run([TESTBED, "squeeze", "h1", "200Mb/s"], check=True)
            if not run.ok:
                print(f"# {name}: {run.error}", file=sys.stderr)
                continue
            calm = [s for i, s in enumerate(run.seconds) if i >= 2 and (i // window) % 2 == 0]
            squeezed = [s for i, s in enumerate(run.seconds) if (i // window) % 2 == 1]
            rows.append([name, cell(calm), cell(squeezed), f"{sum(run.seconds[2:]):.1f}", len(run.changes())])
    table("Four stages, h1 at 50 Mb/s every other window, ms a step", ["schedule", "calm", "squeezed", "all, s", "switches"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--motley", default=ROOT / "build/motley")
    parser.add_argument("--tables", default="strategies,throttle,network")
    parser.add_argument("--quick", action="store_true", help="fewer models, steps and rounds")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in args.tables.split(","):
            {"strategies": strategies, "throttle": throttle, "network": network}[name](args, pathlib.Path(folder))


if __name__ == "__main__":
    main()
