#!/usr/bin/env python3
"""Pipelines, predicted and measured: bench_pipelines.py [build/motley] [--cores 0.375,0.375,0.375,0.375]
[--rates 1Gb/s,200Mb/s,100Mb/s,50Mb/s] [--steps 12] [--rounds 3] [--model M] [--microbatches 8] [--small]

Hosts with these parts of a processor and ports of each rate (scripts/testbed, as root). Their devices are probed once; the ports' rates
are those that were set. For each rate every schedule runs in turn, several rounds, so that a drift of the machine meets all of them:
data parallelism, then a pipeline of one stage a host under each schedule. A row has the predicted time of a step, the median of the
measured one over all rounds (the first two steps of a run are left out), and the lowest and highest median of a round.

Below the table: schedules that were predicted 6 % or more apart and measured the other way around with intervals that do not
overlap, of which there should be none, and the median error of the predictions. --small: two hosts, a small model, one round.
"""
import argparse
import contextlib
import csv
import itertools
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTBED = ROOT / "scripts/testbed"
SCHEDULES = ["1f1b", "gpipe", "kfkb:k=2", "deep:h=1", "zb-h1", "zb-h2"]
DROPPED = 2  # first steps of a run
APART = 1.06


@contextlib.contextmanager
def testbed(file):
    up = subprocess.run([TESTBED, "up", file], capture_output=True, text=True)
    if up.returncode != 0:
        sys.exit(up.stderr or up.stdout)
    try:
        yield
    finally:
        subprocess.run([TESTBED, "down"], capture_output=True)


def command(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr or done.stdout}")
    return done.stdout


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.program = pathlib.Path(options.program).resolve()

    def hosts_file(self, rate):
        file = self.folder / "hosts.yaml"
        file.write_text("name: pipelines\nhosts:\n" + "".join(
            f"  - {{name: h{i}, cores: {c}, port: {rate}}}\n" for i, c in enumerate(self.options.cores)))
        return file

    def on_hosts(self, *words):
        return command(TESTBED, "run", self.program, *words)

    def probe(self):
        """The devices as they are, without the network, which is set."""
        with testbed(self.hosts_file("1Gb/s")):
            self.on_hosts("probe", "--small", "-o", self.folder / "probed.yaml")

    def cluster(self, rate):
        text = (self.folder / "probed.yaml").read_text()
        text = re.sub(r"(network:\s*\{bandwidth:\s*)[^,}]+", rf"\g<1>{rate}", text)
        file = self.folder / "cluster.yaml"
        file.write_text(text)
        return file

    def plans(self, rate):
        """A plan file for each variant."""
        cluster, plans = self.cluster(rate), {}
        model = self.options.model
        file = self.folder / "dp.json"
        command(self.program, "plan", model, "--cluster", cluster, "--strategy", "dp-proportional", "-o", file)
        plans["data parallel"] = file
        base = self.folder / "base.json"
        command(self.program, "plan", model, "--cluster", cluster, "--strategy", "1f1b", "-o", base)
        plan = json.loads(base.read_text())
        text = command(self.program, "simulate", base)
        layers = 1 + max(int(last) for last in re.findall(r"layers \d+ to (\d+)", text))
        hosts = len(self.options.cores)
        plan["microbatches"] = self.options.microbatches
        plan["cuts"] = [round(s * layers / hosts) for s in range(1, hosts)]
        plan["stages"] = [{"devices": [s], "recompute": False} for s in range(hosts)]
        plan.pop("actions", None)
        for name in SCHEDULES:
            plan["schedule"] = name
            file = self.folder / f"{name.replace(':', '_')}.json"
            file.write_text(json.dumps(plan))
            plans[name] = file
        return plans

    def predicted(self, plan):
        return json.loads(command(self.program, "simulate", plan, "--json"))["step_seconds"]

    def measured(self, plan):
        file = self.folder / "steps.csv"
        self.on_hosts("train", "--plan", plan, "--steps", self.options.steps + DROPPED, "--metrics", file, "--threads", 1)
        rows = list(csv.DictReader(file.read_text().splitlines()))
        return [float(r["step_seconds"]) for r in rows][DROPPED:]

    def table(self, rate):
        plans = self.plans(rate)
        predicted = {name: self.predicted(plan) for name, plan in plans.items()}
        rounds = {name: [] for name in plans}
        with testbed(self.hosts_file(rate)):
            for _ in range(self.options.rounds):
                for name, plan in plans.items():
                    rounds[name].append(self.measured(plan))
        print(f"\n# ports of {rate}; {self.options.model} in {self.options.microbatches} micro-batches")
        print(f"{'variant':<14} {'predicted ms':>13} {'measured ms':>12} {'interval':>20} {'error':>7}")
        rows = {}
        for name, runs in rounds.items():
            medians = [statistics.median(run) for run in runs]
            median = statistics.median(itertools.chain(*runs))
            rows[name] = (predicted[name], median, min(medians), max(medians))
            print(f"{name:<14} {1e3 * predicted[name]:13.1f} {1e3 * median:12.1f} "
                  f"{1e3 * min(medians):9.1f} ..{1e3 * max(medians):8.1f} {100 * (predicted[name] / median - 1):6.0f}%", flush=True)
        return rows


def inversions(rows):
    for (a, x), (b, y) in itertools.permutations(rows.items(), 2):
        if y[0] >= APART * x[0] and x[2] > y[3]:
            yield f"{a} was predicted to be {y[0] / x[0]:.2f} times as fast as {b}, and was measured slower"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/motley")
    parser.add_argument("--cores", default="0.375,0.375,0.375,0.375")
    parser.add_argument("--rates", default="1Gb/s,200Mb/s,100Mb/s,50Mb/s")
    parser.add_argument("--model", default="gpt:layers=8,hidden=256,heads=4,seq=128,vocab=256,batch=32")
    parser.add_argument("--microbatches", type=int, default=8)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    if options.small:
        options.cores, options.rates, options.rounds, options.steps = "0.5,0.5", "1Gb/s", 1, 6
        options.model = "gpt:layers=4,hidden=128,heads=4,seq=64,vocab=256,batch=16"
    options.cores = options.cores.split(",")
    errors, wrong = [], []
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(options, pathlib.Path(name))
        bench.probe()
        for rate in options.rates.split(","):
            rows = bench.table(rate)
            errors += [abs(p / m - 1) for p, m, _, _ in rows.values()]
            wrong += [f"{rate}: {line}" for line in inversions(rows)]
    print(f"\nmedian error of prediction {100 * statistics.median(errors):.0f} %")
    print("\n".join(wrong) if wrong else "no pair was predicted one way and measured the other")


main()
