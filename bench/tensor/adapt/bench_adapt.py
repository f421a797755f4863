#!/usr/bin/env python3
"""Training on four unlike hosts that change: bench_adapt.py [build/motley] [--tables strategies,throttle,network] [--quick] [--torch PYTHON]

Needs root: the hosts are namespaces with CPU quotas and limited ports (scripts/testbed). Every row is a real run; nothing here is simulated.

  strategies   mlp, gpt, vgg and bert-moe at 1 Gb/s, 300 and 100 Mb/s: milliseconds of a step by each strategy; the last columns are the
               speedup of motley over dp-even and over the best other row, and predicted over measured for motley. --torch PYTHON, one that
               has PyTorch, adds its DistributedDataParallel over gloo for mlp and gpt, with equal shares and with shares by speed
  throttle     a host loses half of its cores in mid-run and gets them back: a run that adapts and one that does not, against runs that were
               planned for the throttled host from the start; for a sharded plan and for a pipeline
  network      a pipeline of four stages whose links are squeezed to 50 Mb/s by step number (--pattern one: the second host every other
               window; two: the second and third host in turn; walk: the second host's port goes up or down by a factor of two): fixed
               schedules, Ada-Grouper's rule and ours, while squeezed, while calm, and over all; the oracle takes in each window the fixed
               schedule that was best in windows like it, at once or 5 steps late; --memory limits what a host has, so that deep schedules
               do not fit; --schedules selects rows

Medians over steps, the first two dropped, with the 95 % interval of the median. Rounds repeat all rows in turn (A B A B), because the machine
drifts; a difference below 6 % says nothing.
"""
import argparse
import json
import math
import pathlib
import random
import re
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from hosts import DROPPED, ROOT, TESTBED, Run, cell, command, probed, stage_cuts, table, testbed, torch_run

CORES = [0.5, 0.5, 0.25, 0.2]
MODELS = {
    "mlp": "mlp:inputs=512,hidden=1024x1024x1024,classes=64,batch=768",
    "gpt": "gpt:layers=4,hidden=256,heads=4,seq=128,vocab=256,batch=24",
    "vgg": "vgg:channels=32x64x128,convs=1x1x2,ff=512,image=32,classes=10,batch=96",
    "bert-moe": "bert-moe:layers=4,hidden=128,heads=4,seq=64,vocab=512,experts=4,batch=24",
}
STRATEGIES = ["dp-even", "dp-proportional", "zero-1", "zero-2", "zero-3", "megatron-3d", "hap", "motley"]
PIPELINE = "gpt:layers=8,hidden=256,heads=4,seq=128,vocab=256,batch=16"


def torch_shares(batch):
    """Samples by the parts of a processor."""
    exact = [batch * c / sum(CORES) for c in CORES]
    shares = [int(e) for e in exact]
    for i in sorted(range(len(CORES)), key=lambda i: shares[i] - exact[i])[:batch - sum(shares)]:
        shares[i] += 1
    return ",".join(map(str, shares))


def ddp(args, name, steps, shares):
    sizes = re.findall(r"(\w+)=([\dx]+)", MODELS[name])
    words = [word for key, value in sizes for word in (f"--{key}", value)]
    more = ["--shares", torch_shares(int(dict(sizes)["batch"]))] if shares else []
    return torch_run(args.torch, "torch_ddp.py", "--model", name, "--steps", steps - DROPPED, *words, *more) or []


def strategies(args, folder):
    steps = 8 if args.quick else 14
    names = args.models.split(",") if args.models else ["mlp", "gpt"] if args.quick else list(MODELS)
    rows, speedups, over_torch, errors = [], [], [], []
    rates = args.rates or ("1Gb/s,100Mb/s" if args.quick else "1Gb/s,300Mb/s,100Mb/s")
    for port in rates.split(","):
        with testbed(folder, CORES, port):
            cluster = probed(args.program, folder, CORES, port, args.probed)
            for name in names:
                seconds, predicted = {s: [] for s in [*STRATEGIES, "DDP", "DDP by speed"]}, None
                for _ in range(1 if args.quick else 2):
                    for strategy in STRATEGIES:
                        run = Run(args.program, [MODELS[name], "--cluster", cluster, "--strategy", strategy, "--steps", steps], folder)
                        seconds[strategy] += run.seconds[DROPPED:]
                        if strategy == "motley" and run.ok:
                            predicted = run.result.get("predicted_step_seconds")
                    if args.torch and name in ("mlp", "gpt"):
                        seconds["DDP"] += ddp(args, name, steps, False)
                        seconds["DDP by speed"] += ddp(args, name, steps, True)
                medians = {s: statistics.median(v) for s, v in seconds.items() if v}
                motley = medians.get("motley", math.nan)
                speedups.append(medians.get("dp-even", math.nan) / motley)
                others = [medians[s] for s in STRATEGIES[:-1] if s in medians]
                over_torch += [medians[s] / motley for s in ("DDP", "DDP by speed") if s in medians]
                error = predicted / motley if predicted else math.nan
                errors.append(abs(error - 1))
                rows.append([f"{name} {port}", *(cell(v) for v in seconds.values()), f"{speedups[-1]:.2f}",
                             f"{min(others, default=math.nan) / motley:.2f}", f"{error:.2f}"])
                print("#", *rows[-1], file=sys.stderr)
    table("Strategies on four unlike hosts, ms a step",
          ["model", *STRATEGIES, "DDP", "DDP by speed", "over dp-even", "over the best", "predicted"], rows)
    print(f"geometric mean of the speedup over dp-even: {statistics.geometric_mean(speedups):.2f}")
    if over_torch:
        print(f"over PyTorch: {statistics.geometric_mean(over_torch):.2f}, least {min(over_torch):.2f}")
    print(f"error of motley's prediction: median {100 * statistics.median(errors):.0f} %, most {100 * max(errors):.0f} %")


def throttle(args, folder):
    if "sharded" in args.plans:
        throttled_runs(args, folder, "sharded by samples", [MODELS["gpt"], "--strategy", "dp-proportional"])
    if "pipeline" in args.plans:
        throttled_runs(args, folder, "a pipeline", [PIPELINE, "--strategy", "dapple"])


def throttled_runs(args, folder, name, words):
    at, back, steps = (20, 50, 80) if args.quick else (30, 70, 110)
    half = [c / 2 if i == 0 else c for i, c in enumerate(CORES)]
    rows = []
    with testbed(folder, CORES, "1Gb/s"):
        cluster = probed(args.program, folder, CORES, "1Gb/s", args.probed)
        plan = folder / "throttle.json"
        command(args.program, "plan", *words, "--cluster", cluster, "-o", plan)
        base = ["--plan", plan]
        actions = [(at, ["throttle", "h0", 0.5]), (back, ["throttle", "h0", 1])]
        for kind, more in (("stays", []), ("adapts", ["--adapt", "shares"])):
            run = Run(args.program, [*base, "--steps", steps, *more], folder, actions)
            if not run.ok:
                sys.exit(run.error)
            s = run.seconds
            rows.append([kind, cell(s[5:at]), cell(s[at + 1:at + 6]), cell(s[at + 15:back]), cell(s[back + 15:])])
            for change in run.changes():
                print(f"# step {change['step']}: {change['change']}, predicted {1e3 * change['predicted_step_seconds']:.0f} ms, "
                      f"measured {1e3 * (change['measured_step_seconds'] or math.nan):.0f} ms")
        normal = Run(args.program, [*base, "--steps", 15], folder)
    with testbed(folder, half, "1Gb/s"):
        throttled = probed(args.program, folder, half, "1Gb/s", args.probed)
        planned = Run(args.program, [*words, "--cluster", throttled, "--steps", 15], folder)
    rows.append(["planned for it", cell(normal.seconds[3:]), "-", cell(planned.seconds[3:]), cell(normal.seconds[3:])])
    table(f"Half of the cores of h0 gone from step {at} to {back}, {name}, ms a step",
          ["run", "before", "5 steps after", "from 15 after", "15 after the end"], rows)


def pipeline_of(args, folder, cluster):
    """A plan of four equal stages under 1f1b, as JSON."""
    if args.memory:
        text, count = re.subn(r"memory: [^,}\n]+", f"memory: {args.memory}", cluster.read_text())
        if count == 0:
            sys.exit(f"{cluster} states no memory")
        cluster = folder / "with-memory.yaml"
        cluster.write_text(text)
    plan = folder / "pipeline.json"
    command(args.program, "plan", PIPELINE, "--cluster", cluster, "--strategy", "1f1b", "-o", plan)
    text = json.loads(plan.read_text())
    text.pop("actions", None)
    return text | {"microbatches": 8, "cuts": stage_cuts(args.program, plan, PIPELINE, 4),
                   "stages": [{"devices": [d], "recompute": False} for d in range(4)]}


def squeezed_ports(pattern, windows):
    """By window: the ports that are squeezed, and to how much."""
    if pattern == "one":
        return [{"h1": 50} if w % 2 else {} for w in range(windows)]
    if pattern == "two":
        return [[{}, {"h1": 50}, {"h2": 50}][w % 3] for w in range(windows)]
    levels, level, walk, found = [200, 100, 50, 25], 0, random.Random(1), []
    for _ in range(windows):
        found.append({} if level == 0 else {"h1": levels[level]})
        level += walk.choice([d for d in (-1, 1) if 0 <= level + d < len(levels)])
    return found


def oracle(runs, ports, window, delay):
    """Steps of who knows the best fixed schedule of each window, and is `delay` steps late; windows of equal ports are alike."""
    def median(name, now):
        return statistics.median(s for i, s in enumerate(runs[name]) if i >= DROPPED and ports[i // window] == now and i % window >= 5)

    best = [min(runs, key=lambda name: median(name, now)) for now in ports]
    return [median(best[max(0, w - 1)] if i < delay else best[w], ports[w]) for w in range(len(ports)) for i in range(window)]


def network(args, folder):
    window, windows = (16, 4) if args.quick else (20, 16) if args.pattern == "walk" else (60, 6)
    steps = window * windows
    cores = [0.375] * 4
    ports = squeezed_ports(args.pattern, windows)
    actions = [(w * window, ["squeeze", host, f"{ports[w].get(host, 200)}Mb/s"]) for w in range(1, windows)
               for host in ("h1", "h2") if ports[w].get(host) != ports[w - 1].get(host)]
    rows, fixed = [], {}

    def add_row(name, seconds, switches):
        calm = [s for i, s in enumerate(seconds) if i >= DROPPED and not ports[i // window]]
        squeezed = [s for i, s in enumerate(seconds) if ports[i // window]]
        late = [s for i, s in enumerate(seconds) if ports[i // window] and i % window >= 5]
        rows.append([name, cell(calm), cell(squeezed), cell(late), f"{sum(seconds[DROPPED:]):.1f}", switches])
        print("#", *rows[-1], file=sys.stderr, flush=True)

    with testbed(folder, cores, "200Mb/s"):
        text = pipeline_of(args, folder, probed(args.program, folder, cores, "200Mb/s", args.probed))
        for name in args.schedules.split(","):
            more = {"ada-grouper": ["--adapt", "ada-grouper"], "motley": ["--adapt", "schedule"]}.get(name, [])
            text["schedule"] = "1f1b" if more else name
            file = folder / "run.json"
            file.write_text(json.dumps(text))
            run = Run(args.program, ["--plan", file, "--steps", steps, *more], folder, actions)
            for host in ("h1", "h2"):
                command(TESTBED, "squeeze", host, "200Mb/s")
            if not run.ok:
                continue
            add_row(name, run.seconds, len(run.changes()))
            if not more:
                fixed[name] = run.seconds
            for change in run.changes():
                print(f"# {name}: step {change['step']}: {change['change']} ({change['reason']}), predicted "
                      f"{1e3 * change['predicted_step_seconds']:.0f} ms, measured {1e3 * (change['measured_step_seconds'] or math.nan):.0f}")
    if fixed:
        add_row("oracle", oracle(fixed, ports, window, 0), "-")
        add_row("oracle, 5 steps late", oracle(fixed, ports, window, 5), "-")
    table(f"Four stages, links squeezed (pattern {args.pattern}, windows of {window} steps), ms a step",
          ["schedule", "calm", "squeezed", "from 5 steps on", "all, s", "switches"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", type=pathlib.Path, default=ROOT / "build/motley")
    parser.add_argument("--tables", default="strategies,throttle,network")
    parser.add_argument("--models", default="", help="of the table of strategies, by comma")
    parser.add_argument("--rates", default="", help="of the table of strategies, by comma")
    parser.add_argument("--probed", default="", metavar="FOLDER", help="where what was probed is kept from one run to the next")
    parser.add_argument("--pattern", choices=["one", "two", "walk"], default="one")
    parser.add_argument("--plans", default="sharded,pipeline", help="of the table of throttled hosts, by comma")
    parser.add_argument("--schedules", default="1f1b,kfkb:k=2,deep:h=1,zb-h1,zb-h2,ada-grouper,motley", help="of the table of networks, by comma")
    parser.add_argument("--memory", default="", help="of each host of a pipeline, as 200MB")
    parser.add_argument("--torch", default="", metavar="PYTHON")
    parser.add_argument("--quick", action="store_true", help="fewer models, steps and rounds")
    args = parser.parse_args()
    args.program = args.program.resolve()
    with tempfile.TemporaryDirectory() as folder:
        for name in args.tables.split(","):
            {"strategies": strategies, "throttle": throttle, "network": network}[name](args, pathlib.Path(folder))


if __name__ == "__main__":
    main()
