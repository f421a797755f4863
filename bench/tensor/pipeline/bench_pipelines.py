#!/usr/bin/env python3
"""Pipelines, predicted and measured: bench_pipelines.py [build/motley] [--quick] [--torch PYTHON] [--rates 1Gb/s,200Mb/s,100Mb/s,50Mb/s]

Hosts with parts of a processor and ports of each rate (scripts/testbed, as root). They are probed
at each rate. For each rate every variant runs in turn, several rounds, so that a drift of the machine meets all of them: data parallelism,
then a pipeline of one stage a host under each schedule. A row has the predicted step, the median of the measured ones over all rounds (the
first two steps of a run are left out) with its 95 % interval, bubble and exposed waiting, predicted and measured, and the first rank's memory.

--torch PYTHON, one that has PyTorch, also runs its schedules over gloo on the same hosts: the same model, layers and micro-batches, beside
ours with as many stages a rank (bench/peers/torch_pipeline.py).

Below the tables: schedules that were predicted 6 % or more apart and measured the other way around with intervals that do not overlap, of
which there should be none, and the median error of the predictions. --quick: two rates, one round of six steps.
"""
import argparse
import itertools
import json
import pathlib
import re
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from hosts import APART, DROPPED, ROOT, Run, command, interval, probed, stage_cuts, table, testbed, torch_run

ONE_STAGE = ["1f1b", "gpipe", "kfkb:k=2", "deep:h=1", "zb-h1", "zb-h2"]
TWO_STAGES = ["interleaved:v=2", "zb-v"]
# PyTorch's schedule beside ours with the same stages on each rank.
TORCH = {"1f1b": "1f1b", "interleaved": "interleaved:v=2", "zero-bubble": "interleaved:v=2", "zb-v": "zb-v"}


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.motley = pathlib.Path(options.program).resolve()

    def plans(self, cluster):
        """A plan file for each variant."""
        o, plans = self.options, {}
        wanted = o.variants.split(",") if o.variants else ["data parallel", *ONE_STAGE, *(TWO_STAGES if o.torch else [])]
        if "data parallel" in wanted:
            plans["data parallel"] = self.folder / "dp.json"
            command(self.motley, "plan", o.model, "--cluster", cluster, "--strategy", "dp-proportional", "-o", plans["data parallel"])
        base = self.folder / "base.json"
        command(self.motley, "plan", o.model, "--cluster", cluster, "--strategy", "1f1b", "-o", base)
        plan = json.loads(base.read_text())
        hosts = len(o.cores)
        plan["microbatches"] = o.microbatches
        plan.pop("actions", None)
        for name in wanted:
            if name == "data parallel":
                continue
            chunks = 2 if name in TWO_STAGES else 1
            stages = chunks * hosts
            plan["schedule"] = name
            plan["cuts"] = stage_cuts(self.motley, base, o.model, stages)
            places = [s if s < hosts else (2 * hosts - 1 - s if name == "zb-v" else s - hosts) for s in range(stages)]
            plan["stages"] = [{"devices": [d], "recompute": False} for d in places]
            plans[name] = self.folder / f"{re.sub('[:=]', '_', name)}.json"
            plans[name].write_text(json.dumps(plan))
        return plans

    def torch(self, schedule):
        o = self.options
        sizes = dict(re.findall(r"(\w+)=(\d+)", o.model))
        words = [word for name, value in sizes.items() for word in (f"--{name}", value)]
        return torch_run(o.torch, "torch_pipeline.py", "--schedule", schedule, "--microbatches", o.microbatches, "--steps", o.steps, *words)

    def measure(self, rate):
        with testbed(self.folder, self.options.cores, rate):
            plans = self.plans(probed(self.motley, self.folder, self.options.cores, rate, self.options.probed))
            runs, peers = {name: [] for name in plans}, {name: [] for name in TORCH} if self.options.torch else {}
            for _ in range(self.options.rounds):
                for name, plan in plans.items():
                    run = Run(self.motley, ["--plan", plan, "--steps", self.options.steps + DROPPED], self.folder)
                    if run.ok:
                        runs[name].append(run)
                for name in peers:
                    peers[name] += self.torch(name) or []
        rows, lines = {}, []
        for name, done in runs.items():
            if not done:
                continue
            seconds = list(itertools.chain(*(run.seconds[DROPPED:] for run in done)))
            first, middle = done[0].result, interval(seconds)
            predicted = 1e3 * first["predicted_step_seconds"]
            rows[name] = (predicted, *middle)

            def beside(key, factor, unit, first=first):
                return f"{factor * first['predicted_' + key]:.0f}/{factor * first[key]:.0f}{unit}" if key in first else "-"

            lines.append([name, f"{predicted:.0f}", f"{middle[0]:.0f}", f"{middle[1]:.0f}..{middle[2]:.0f}",
                          f"{100 * (predicted / middle[0] - 1):+.0f} %", beside("bubble", 100, " %"), beside("exposed_seconds", 1e3, ""),
                          f"{first['memory_bytes'] / 1e6:.0f}"])
        table(f"Ports of {rate}; {self.options.model} in {self.options.microbatches} micro-batches, ms a step",
              ["variant", "predicted", "measured", "interval", "error", "bubble", "waiting", "MB"], lines)
        self.print_peers(rows, peers)
        return rows

    def print_peers(self, rows, peers):
        lines, ratios = [], []
        for name, seconds in peers.items():
            ours = rows.get(TORCH[name])
            if not seconds or not ours:
                continue
            theirs = interval(seconds)
            ratios.append(theirs[0] / ours[1])
            lines.append([name, f"{theirs[0]:.0f}", f"{theirs[1]:.0f}..{theirs[2]:.0f}", f"{TORCH[name]} {ours[1]:.0f}", f"{ratios[-1]:.2f}"])
        if lines:
            table("PyTorch over gloo, ms a step", ["schedule", "PyTorch", "interval", "Motley", "PyTorch / Motley"], lines)
            print(f"geometric mean {statistics.geometric_mean(ratios):.2f}", flush=True)


def inversions(rows):
    for (a, x), (b, y) in itertools.permutations(rows.items(), 2):
        if y[0] >= APART * x[0] and x[2] > y[3]:
            yield f"{a} was predicted to be {y[0] / x[0]:.2f} times as fast as {b}, and was measured slower"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/motley")
    parser.add_argument("--cores", default="0.375,0.375,0.375,0.375")
    parser.add_argument("--rates", default="1Gb/s,200Mb/s,100Mb/s,50Mb/s")
    parser.add_argument("--variants", default="", help="of these alone, by comma; `data parallel` or names of schedules")
    parser.add_argument("--model", default="gpt:layers=8,hidden=256,heads=4,seq=128,vocab=256,batch=32")
    parser.add_argument("--microbatches", type=int, default=8)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--probed", default="", metavar="FOLDER", help="where what was probed is kept from one run to the next")
    parser.add_argument("--torch", default="", metavar="PYTHON")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.steps = 1, min(options.steps, 6)
        if options.rates == parser.get_default("rates"):
            options.rates = "1Gb/s,100Mb/s"
    options.cores = options.cores.split(",")
    errors, wrong = [], []
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(options, pathlib.Path(name))
        for rate in options.rates.split(","):
            rows = bench.measure(rate)
            errors += [abs(p / m - 1) for p, m, _, _ in rows.values()]
            wrong += [f"{rate}: {line}" for line in inversions(rows)]
    if errors:
        print(f"\nmedian error of prediction {100 * statistics.median(errors):.0f} %")
        print("\n".join(wrong) if wrong else "no pair was predicted one way and measured the other")


main()
