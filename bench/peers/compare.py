#!/usr/bin/env python3
"""Times training steps (loss and all gradients) of Motley and JAX on the same cores of this machine.

    bench/peers/compare.py [DIR] [--motley build/motley] [--only NAME ...] [--cores 0,1] [--rounds 3] [--steps 3]
                           [--jax-only] [--json FILE]

DIR holds the folders of export.py, build/peers/models unless told. Run it with the python of bench/peers/setup.

The two take turns, never at the same time, each pinned to the same cores. A turn is one step that is not counted and
--steps that are. JAX stays one process, compiled once; Motley is run anew each turn, as
`motley run FOLDER --grad --device cpu --repeat N --json`, of which are read: loss, step_seconds (a list, one per
step), and where present peak_bytes, live_bytes_peak and peak_flops. At the end Motley runs once more on JAX's own
grad.mlir. A row counts only where the losses agree to 1e-4.

Others on the same cores spoil a turn. It waits for quiet cores, --patience seconds at most, and is tried again where they
did not stay quiet, --tries times in all; the table says what share of the cores others had during the worst turn of a row.

Exit status: 0 if every row counts, 1 otherwise, 2 for a mistake in the arguments.
"""
import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAMES = ["gpt", "bert-base", "vit-base", "vgg19", "resnet50", "bert-moe"]
TOLERANCE = 1e-4
QUIET = 0.05  # the cores are, where others have less than this share of them
TICK = os.sysconf("SC_CLK_TCK")


class RunError(Exception):
    """One of the two sides did not run; the message is its last line."""


# --- Cores -------------------------------------------------------------------------------------------------------------


class Cores:
    """The cores both sides are pinned to, and what others do on them."""

    def __init__(self, names, patience, tries):
        self.names, self.patience, self.tries = names, patience, tries
        self.indices = [int(name) for name in names.split(",")]

    def pinned(self, command):
        return ["taskset", "-c", self.names, *map(str, command)]

    def busy_seconds(self):
        """By anyone, summed over the cores."""
        busy = 0
        for line in Path("/proc/stat").read_text().splitlines():
            key, *fields = line.split()
            if key[:3] == "cpu" and key[3:].isdigit() and int(key[3:]) in self.indices:
                user, nice, system, _, _, irq, soft_irq, steal, *_ = map(int, fields)
                busy += user + nice + system + irq + soft_irq + steal
        return busy / TICK

    def share(self, seconds, wall):
        return max(seconds, 0) / (wall * len(self.indices))

    def wait_until_quiet(self):
        """Until others leave the cores alone for half a second."""
        deadline = time.monotonic() + self.patience
        while True:
            before = self.busy_seconds()
            time.sleep(0.5)
            if self.share(self.busy_seconds() - before, 0.5) < QUIET or time.monotonic() > deadline:
                return

    def measured(self, turn, cpu_seconds):
        """What turn() returns, and the share of the cores that others had meanwhile; of several tries the quietest."""
        best = None
        for _ in range(self.tries):
            self.wait_until_quiet()
            start, busy, own = time.monotonic(), self.busy_seconds(), cpu_seconds()
            result = turn()
            wall = time.monotonic() - start
            others = self.share(self.busy_seconds() - busy - (cpu_seconds() - own), wall)
            if best is None or others < best[1]:
                best = result, others
            if others < QUIET:
                break
        return best

    def peak_flops(self, folder):
        """The multiply-add peak of the cores, float32."""
        program = Path(folder) / "peak"
        if not program.exists():
            subprocess.run(["cc", "-O3", "-march=native", "-pthread", HERE / "peak.c", "-o", program], check=True)
        self.wait_until_quiet()
        done = subprocess.run(self.pinned([program, len(self.indices)]), check=True, capture_output=True, text=True)
        return float(done.stdout)


# --- The two sides -----------------------------------------------------------------------------------------------------


class Jax:
    def __init__(self, cores, name, folder):
        command = cores.pinned([sys.executable, HERE / "jax_worker.py", name, folder])
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        self.facts = self._answer()

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            raise RunError("JAX: " + last_line(self.errors.read()))
        return json.loads(line)

    def turn(self, steps):
        """(loss, seconds of each step)."""
        answers = []
        for _ in range(1 + steps):
            print("step", file=self.process.stdin, flush=True)
            answers.append(self._answer())
        return answers[0]["loss"], [answer["seconds"] for answer in answers[1:]]

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class Motley:
    def __init__(self, cores, motley):
        self.cores, self.motley = cores, motley

    def turn(self, arguments, steps):
        """Its JSON object, with the first step taken off step_seconds."""
        command = [self.motley, "run", *arguments, "--device", "cpu", "--repeat", 1 + steps, "--json"]
        done = subprocess.run(self.cores.pinned(command), capture_output=True, text=True)
        if done.returncode != 0:
            raise RunError(last_line(done.stderr) or f"Motley exits with {done.returncode}")
        report = json.loads(done.stdout)
        report["step_seconds"] = report["step_seconds"][1:]
        return report

    @staticmethod
    def cpu_seconds():
        times = os.times()  # of children that have ended
        return times.children_user + times.children_system


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


# --- Rows and table ----------------------------------------------------------------------------------------------------


def measure(name, options, cores, motley, scratch):
    """One row: both sides in alternation."""
    folder = options.dir / name
    row = {"model": name, "jax_seconds": [], "motley_seconds": [], "others": 0.0, "fault": ""}
    jax = Jax(cores, name, folder)
    try:
        row |= jax.facts
        row["peak_flops"] = cores.peak_flops(scratch)
        for _ in range(options.rounds):
            (row["loss"], seconds), others = cores.measured(lambda: jax.turn(options.steps), jax.cpu_seconds)
            row["jax_seconds"] += seconds
            row["others"] = max(row["others"], others)
            if motley is None or row["fault"]:
                continue
            try:
                report, others = cores.measured(
                    lambda: motley.turn([folder, "--grad"], options.steps), motley.cpu_seconds
                )
            except RunError as error:
                row["fault"] = str(error)
                continue
            row["motley_seconds"] += report["step_seconds"]
            row["others"] = max(row["others"], others)
            row["motley_loss"] = report["loss"]
            row |= {"motley_" + key: report[key] for key in ("peak_bytes", "live_bytes_peak") if key in report}
            row["peak_flops"] = max(row["peak_flops"], report.get("peak_flops", 0))
    finally:
        jax.close()
    if motley is not None and not row["fault"]:
        run_on_grad(row, folder, options, cores, motley)
    row["ok"] = "motley_loss" in row and abs(row["motley_loss"] - row["loss"]) <= TOLERANCE * abs(row["loss"])
    return row


def run_on_grad(row, folder, options, cores, motley):
    arguments = [folder / "grad.mlir", "--inputs", folder / "inputs.safetensors"]
    try:
        report, _ = cores.measured(lambda: motley.turn(arguments, options.steps), motley.cpu_seconds)
    except RunError as error:
        row["grad_fault"] = str(error)
        return
    loss = report.get("loss", row["loss"])  # a Program that is no loss may not name it
    if abs(loss - row["loss"]) <= TOLERANCE * abs(row["loss"]):
        row["motley_grad_seconds"] = report["step_seconds"]


COLUMNS = [
    "model", "loss", "JAX ms", "Gflop/s", "peak", "MB", "Motley ms", "Gflop/s", "peak", "MB", "on grad.mlir", "ratio", "others",
]  # fmt: skip


def cells(row, peak_flops):
    def side(seconds, num_bytes):
        if not seconds:
            return ["-"] * 4
        median = statistics.median(seconds)
        rate = row["flops"] / median
        megabytes = f"{num_bytes / 1e6:.0f}" if num_bytes else "-"
        return [f"{1e3 * median:.1f}", f"{rate / 1e9:.1f}", f"{100 * rate / peak_flops:.0f}%", megabytes]

    counted = row["motley_seconds"] if row["ok"] else []
    on_grad = row.get("motley_grad_seconds") if row["ok"] else None
    ratio = f"{ratio_of(row):.2f}" if row["ok"] else "-"
    verdict = "ok" if row["ok"] else "-" if "motley_loss" not in row else f"{row['motley_loss']:.6g} not {row['loss']:.6g}"
    return [
        row["model"], verdict,
        *side(row["jax_seconds"], row["temp_bytes"] + row["output_bytes"]),
        *side(counted, row.get("motley_peak_bytes")),
        f"{1e3 * statistics.median(on_grad):.1f}" if on_grad else "-", ratio, f"{100 * row['others']:.0f}%",
    ]  # fmt: skip


def ratio_of(row):
    """How many times as fast as JAX."""
    return statistics.median(row["jax_seconds"]) / statistics.median(row["motley_seconds"])


def table(rows):
    peak_flops = max(row["peak_flops"] for row in rows)
    lines = [COLUMNS, *(cells(row, peak_flops) for row in rows)]
    ratios = [ratio_of(row) for row in rows if row["ok"]]
    if ratios:
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        lines.append(["geometric mean", *[""] * (len(COLUMNS) - 3), f"{mean:.2f}", ""])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    )


def header(options, rows):
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    peak = max(row["peak_flops"] for row in rows) / 1e9
    return (
        f"motley {commit or 'unknown'}, JAX {rows[0]['jax']}, {cpu or platform.processor()}, cores {options.cores}\n"
        f"median of {options.rounds} turns of {options.steps} steps; multiply-add peak {peak:.0f} Gflop/s\n"
        "MB: JAX's temporaries and results; Motley's peak. ratio: times as fast as JAX. others: worst turn."
    )


def arguments():
    parser = argparse.ArgumentParser(description="Times training steps of Motley and JAX on the same cores.")
    parser.add_argument("dir", nargs="?", type=Path, default=ROOT / "build/peers/models")
    parser.add_argument("--motley", type=Path, default=ROOT / "build/motley")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument("--cores", default="0,1", help="numbers of the cores both run on")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each side")
    parser.add_argument("--steps", type=int, default=3, help="counted steps of a turn")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for quiet cores, each turn")
    parser.add_argument("--tries", type=int, default=3, help="at a turn with quiet cores")
    parser.add_argument("--jax-only", action="store_true", help="leave Motley out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures")
    options = parser.parse_args()
    if min(options.rounds, options.steps, options.tries) < 1:
        parser.error("--rounds, --steps and --tries are at least 1")
    for name in options.only:
        if not (options.dir / name / "inputs.safetensors").exists():
            parser.error(f"there is no {options.dir / name}; bench/peers/export.py writes it")
    if not options.jax_only and not options.motley.exists():
        parser.error(f"there is no {options.motley}")
    return options


def main():
    options = arguments()
    cores = Cores(options.cores, options.patience, options.tries)
    motley = None if options.jax_only else Motley(cores, options.motley)
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows.append(measure(name, options, cores, motley, scratch))
            for key in ("fault", "grad_fault"):
                if rows[-1].get(key):
                    print(f"{name}: {rows[-1][key]}", file=sys.stderr, flush=True)
    print(header(options, rows), table(rows), sep="\n\n")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    return 0 if options.jax_only or all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RunError as error:
        print(f"compare: {error}", file=sys.stderr)
        sys.exit(1)
