#!/usr/bin/env python3
"""Trains and evolves boxes while something goes wrong: faults.py build/motley --faults 10 [--preload LIBRARY] [--seed N]

Each fault is one of: SIGKILL, SIGTERM or SIGSTOP (then SIGKILL) to one rank, to mpirun or to the launcher after a
random time from the start on; or one call of the file system that fails, or at which the process dies. Afterwards
the run is resumed without a fault, as often as needed: nothing is lost, the end is that of a run without faults to
the last bit on the same ranks, and no process and no unfinished file is left behind.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MODEL = "mlp:inputs=8,hidden=16,classes=4,batch=8"
BOX = "box: {size: 20, particles: 10, seed: 4}\noutput: {dir: %s, redshifts: [20, 12], format: gadget2, picture: false}\nrun: {threads: 1, restart_interval: 0.001}\n"
LIMIT = 120  # seconds of one process, on a busy machine


def descendants(pid):
    """Processes below this one, itself included, as far as they are alive."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry)] = int(fields[1])
    found = [pid] if pid in parents else []
    for child, parent in sorted(parents.items()):
        if parent in found and child not in found:
            found.append(child)
    return found


class Job:
    """A kind of run: how it is started, resumed and judged."""

    def __init__(self, motley, folder, ranks):
        self.motley, self.folder, self.ranks = motley, folder, ranks
        self.folder.mkdir()

    def files(self):
        return sorted(p for p in self.folder.rglob("*") if p.is_file())


class Training(Job):
    name = "train"
    out = "ck"

    def command(self):
        resume = ["--resume"] if (self.folder / "ck/latest").exists() else []
        ranks = ["--ranks", str(self.ranks)] if self.ranks > 1 else []
        return [self.motley, "train", MODEL, "--steps", "40", "--checkpoint", str(self.folder / "ck"), "--checkpoint-every", "2",
                "--threads", "1", "--stall-limit", "10", *ranks, *resume]

    def result(self):
        latest = (self.folder / "ck/latest").read_text().split()[0]
        shards = sorted((self.folder / "ck" / latest).glob("*.safetensors"))
        return latest, [hashlib.sha256(shard.read_bytes()).hexdigest() for shard in shards]

    def leftovers(self):
        return [p.name for p in (self.folder / "ck").iterdir() if ".tmp" in p.name or ".unfinished" in p.name]


class Box(Job):
    name = "nbody"
    out = "out"

    def __init__(self, motley, folder, ranks):
        super().__init__(motley, folder, ranks)
        (folder / "box.yaml").write_text(BOX % (folder / "out"))

    def command(self):
        resume = ["--restart"] if (self.folder / "out/restart").exists() else []
        if not resume and (self.folder / "out/run.json").exists():  # killed before there was anything to resume
            (self.folder / "out/run.json").unlink()
        mpirun = []
        if self.ranks > 1:
            mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-np", str(self.ranks)]
            if os.geteuid() == 0:
                mpirun.append("--allow-run-as-root")
        return [*mpirun, self.motley, "nbody", "run", str(self.folder / "box.yaml"), *resume]

    def result(self):
        return [hashlib.sha256((self.folder / "out" / name).read_bytes()).hexdigest() for name in ("snapshot_000", "snapshot_001")]

    def leftovers(self):
        listed = {line.split()[0] for line in (self.folder / "out/restart").read_text().splitlines()[2:-1]}
        names = [p.name for p in (self.folder / "out").iterdir()]
        return [n for n in names if ".tmp" in n or (n.startswith("restart-") and n not in listed)]


def run(job, environment=None, disturb=None):
    """The exit status and what was said; `disturb` gets the process once it runs."""
    process = subprocess.Popen(job.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **(environment or {})})
    if disturb:
        disturb(process)
    try:
        _, said = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        for pid in descendants(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.communicate()
        raise SystemExit(f"{job.name} on {job.ranks} ranks did not end within {LIMIT} s: {job.command()}")
    return process.returncode, said


def still_running(job):
    """Processes of the job, by the folder in their command lines."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if int(entry) != os.getpid() and any(word.startswith(f"{job.folder}/".encode()) for word in words):
            found.append(int(entry))
    return found


def wait_for_end(job, where):
    """Ranks whose launcher was killed notice it; none goes on."""
    for _ in range(600):
        if not still_running(job):
            return
        time.sleep(0.05)
    left = still_running(job)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    raise SystemExit(f"{where}: still running after 30 s: {left}")


def signalled(number, seconds, choose):
    def disturb(process):
        time.sleep(seconds)
        below = descendants(process.pid)
        if not below:
            return
        victim = choose(below)
        try:
            os.kill(victim, number)
            if number == signal.SIGSTOP:
                time.sleep(0.3)
                os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return disturb


def one_fault(job, draw, preload, seconds, calls):
    """What was done, in words; the run has ended."""
    kinds = ["signal"] * 2 + (["call", "die"] if preload else [])
    kind = draw.choice(kinds)
    if kind == "signal":
        number = draw.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
        after = draw.uniform(0, 1.1 * seconds)
        place = draw.choice(["launcher", "any", "last"])
        choose = {"launcher": lambda b: b[0], "any": draw.choice, "last": lambda b: b[-1]}[place]
        status, said = run(job, disturb=signalled(number, after, choose))
        what = f"{signal.Signals(number).name} to {place} after {after:.2f} s"
    else:
        at = draw.randint(1, calls)
        environment = {"LD_PRELOAD": preload, "MOTLEY_FAULT_AT": str(at)}
        if kind == "die":
            environment["MOTLEY_FAULT_KILL"] = "1"
        status, said = run(job, environment)
        what = f"file call {at} {'kills' if kind == 'die' else 'fails'}"
    if status == 3 or "internal error" in said:
        raise SystemExit(f"{job.name} on {job.ranks} ranks, {what}: status {status}: {said}")
    return f"{what}: status {status}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("motley")
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--preload")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", type=int, default=4, help="faults at a time")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="motley-faults-"))
    kinds = [(Training, 1), (Training, 2), (Box, 1), (Box, 2)]
    wanted = {}

    def undisturbed(kind, ranks):
        """What a run without faults ends with, how long it takes, and how many file calls it makes."""
        whole = kind(options.motley, root / f"whole-{kind.name}-{ranks}", ranks)
        counts = root / f"calls-{kind.name}-{ranks}"
        begin = time.time()
        status, said = run(whole, {"LD_PRELOAD": options.preload, "MOTLEY_FAULT_COUNT": str(counts)} if options.preload else None)
        if status != 0:
            raise SystemExit(f"{kind.name} on {ranks} ranks without a fault: {status}: {said}")
        calls = max(map(int, counts.read_text().split())) if options.preload else 0
        wanted[kind, ranks] = whole.result(), time.time() - begin, calls

    def try_fault(i):
        kind, ranks = kinds[i % len(kinds)]
        result, seconds, calls = wanted[kind, ranks]
        job = kind(options.motley, root / f"{i}", ranks)
        what = one_fault(job, random.Random(f"{options.seed} {i}"), options.preload, seconds, calls)
        where = f"fault {i} (seed {options.seed}), {kind.name} on {ranks} ranks, {what}"
        wait_for_end(job, where)
        before = None
        for _ in range(3):  # until it says that it is done
            status, said = run(job)
            before = before or said
            if status == 0 or "finished run" in said:
                break
        if options.verbose:
            print(f"{where}; then {status}", flush=True)
        if status != 0 and "finished run" not in said:
            raise SystemExit(f"{where}: not resumed: {before}")
        if job.result() != result:
            raise SystemExit(f"{where}: the end differs from that of a run without faults")
        if job.leftovers():
            raise SystemExit(f"{where}: left behind: {job.leftovers()}")
        shutil.rmtree(job.folder)

    try:
        for kind in kinds[:options.faults]:
            undisturbed(*kind)
        # Side by side: most of the time, the ranks that are left wait for the one that is gone.
        with concurrent.futures.ThreadPoolExecutor(options.beside) as pool:
            for done in [pool.submit(try_fault, i) for i in range(options.faults)]:
                done.result()
        print(f"{options.faults} faults: every run was resumed, to the last bit")
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    sys.exit(main())
