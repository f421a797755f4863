#!/usr/bin/env python3
"""Damaged files through the command line: mutations.py build/motley tests/data --files 120 [--seed N]

Every file format is written once, damaged at random (bytes changed, cut, repeated, numbers replaced by awkward ones)
and read by the command that reads it. A finding is any exit but 0, 1 and 2, a run over the limits of time and memory,
and a status of 2 without the one line that begins with `motley: `. The file of a finding is kept.
"""
import argparse
import gzip
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

SECONDS, BYTES = 60, 4 << 30
MODEL = "mlp:inputs=8,hidden=16,classes=4,batch=8"
CLUSTER = ("device_types:\n  a: {flops: 2T, memory: 1GiB, memory_bandwidth: 50GB/s}\nhosts:\n"
           "  - {devices: {a: 2}, link: {bandwidth: 5GB/s, latency: 5us}}\n")
BOX = "box: {size: 20, particles: 10, seed: 4}\noutput: {dir: out, redshifts: [30, 25], format: gadget2}\nrun: {threads: 1, time_limit: 0.0001}\n"
NUMBERS = [b"0", b"-1", b"1e309", b"-1e308", b"nan", b"inf", b"1.5", b"9223372036854775807", b"18446744073709551616", b"65536", b'"x"',
           b"[]", b"{}", b"null", b"1e-320", b"true"]


def limited():
    if not os.environ.get("MOTLEY_SANITIZED"):  # sanitizers take address space of their own
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(command, folder):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS, preexec_fn=limited,
                          stdin=subprocess.DEVNULL)


def other_number(found, draw):
    """Awkward ones, and plausible ones that lead further into a reader."""
    if draw.random() < 0.4:
        return draw.choice(NUMBERS)
    text = found.group()
    return draw.choice([text + b"0", text[:-1] or b"1", b"-" + text, text + b"e2", str(draw.randint(0, 300)).encode()])


def damaged(data, draw):
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        if not data:
            break
        at = draw.randrange(len(data))
        kind = draw.choices(["byte", "bit", "cut", "end", "repeat", "number"], [2, 4, 1, 1, 1, 6])[0]
        numbers = list(re.finditer(rb"-?\d+(\.\d+)?([eE][-+]?\d+)?", bytes(data[:100000]))) if kind == "number" else []
        if kind == "byte":
            data[at] = draw.randrange(256)
        elif kind == "bit" or not numbers and kind == "number":
            data[at] ^= 1 << draw.randrange(8)
        elif kind == "cut":
            del data[at:at + draw.randint(1, 40)]
        elif kind == "end":
            data = data[:at]
        elif kind == "repeat":
            data[at:at] = data[draw.randrange(len(data)):][:draw.randint(1, 80)]
        else:
            found = draw.choice(numbers)
            data[found.start():found.end()] = other_number(found, draw)
    return bytes(data)


def prepared(motley, data, folder):
    """[(file, command)]: what each command reads."""
    def make(*command):
        done = subprocess.run([motley, *command], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{command}: {done.stderr}")
    (folder / "c.yaml").write_text(CLUSTER)
    (folder / "box.yaml").write_text(BOX)
    make("plan", MODEL, "--cluster", "c.yaml", "--level", "fast", "-o", "plan.json")
    make("train", MODEL, "--steps", "2", "--threads", "1", "--checkpoint", "ck", "--trace", "trace.json")
    make("nbody", "run", "box.yaml")
    make("nbody", "ic", "box.yaml", "-o", "snap")
    shutil.copytree(data / "models/mlp", folder / "model")
    (folder / "hdf5.yaml").write_text(BOX.replace("gadget2", "hdf5"))
    make("nbody", "ic", "hdf5.yaml", "-o", "s.hdf5")
    shutil.copy(data / "choices/fourteen_nodes.json.gz", folder / "p.json.gz")
    (folder / "p.json").write_bytes(gzip.decompress((folder / "p.json.gz").read_bytes()))
    shutil.copy(data / "arrays/samples.npz", folder / "d.npz")
    shutil.copy(data / "profiles/gnmt-16-pbs-64.txt", folder / "profile.txt")
    checkpoint = (folder / "ck/latest").read_text().split()[0]
    part = (folder / "out/restart").read_text().splitlines()[2].split()[0]
    resumed = ["train", MODEL, "--steps", "3", "--threads", "1", "--checkpoint", "ck", "--resume"]
    again = ["nbody", "run", "box.yaml", "--restart"]
    return [
        ("plan.json", ["simulate", "plan.json"]), ("plan.json", ["verify", "plan.json"]),
        ("c.yaml", ["cluster", "c.yaml"]),  # planning for 65,536 devices takes its time
        ("trace.json", ["report", "plan.json", "--run", "trace.json", "-o", "page.html"]),
        (f"ck/{checkpoint}/index.json", resumed), ("ck/latest", resumed), (f"ck/{checkpoint}/shard-000.safetensors", resumed),
        ("out/restart", again), (f"out/{part}", again), ("box.yaml", ["nbody", "run", "box.yaml", "--dry-run"]),
        ("out/run.json", ["nbody", "report", "out", "-o", "page.html"]),
        ("snap", ["nbody", "halos", "snap"]), ("s.hdf5", ["nbody", "spectrum", "s.hdf5"]),
        ("model/signature.json", ["run", "model"]), ("model/loss.mlir", ["run", "model"]),
        ("p.json", ["solve", "p.json", "--threads", "1", "--time-limit", "2"]),
        ("p.json.gz", ["solve", "p.json.gz", "--threads", "1", "--time-limit", "2"]),
        ("d.npz", ["train", "mlp:inputs=2,hidden=8,classes=10,batch=2", "--data", "d.npz", "--steps", "1", "--threads", "1"]),
        ("profile.txt", ["plan", "--profile", "profile.txt", "--cluster", "c.yaml", "--level", "fast"]),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("motley")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="files whose name contains this")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    root = pathlib.Path(tempfile.mkdtemp(prefix="motley-mutations-"))
    findings, statuses = [], {}
    try:
        whole = root / "whole"
        whole.mkdir()
        cases = prepared(os.path.abspath(options.motley), options.data.resolve(), whole)
        cases = [c for c in cases if not options.only or options.only in c[0]]
        for file, command in cases:  # undamaged, each has an answer
            work = root / "work"
            shutil.copytree(whole, work)
            done = call([os.path.abspath(options.motley), *command], work)
            if done.returncode not in (0, 1):
                raise SystemExit(f"{file} is undamaged: motley {' '.join(command)}: {done.returncode}: {done.stderr.decode()}")
            shutil.rmtree(work)
        for i in range(options.files):
            file, command = cases[i % len(cases)]
            work = root / "work"
            shutil.copytree(whole, work)
            (work / file).write_bytes(damaged((whole / file).read_bytes(), draw))
            why = ""
            try:
                done = call([os.path.abspath(options.motley), *command], work)
                statuses[done.returncode] = statuses.get(done.returncode, 0) + 1
                said = done.stderr.decode(errors="replace").strip().splitlines()
                if done.returncode not in (0, 1, 2):
                    why = f"status {done.returncode}: {' / '.join(said[-3:])}"
                elif done.returncode == 2 and not (said and said[-1].startswith("motley: ")):
                    why = f"status 2 without a sentence: {said}"
            except subprocess.TimeoutExpired:
                why = f"over {SECONDS} s"
            if why:
                kept = pathlib.Path(tempfile.gettempdir()) / f"motley-finding-{options.seed}-{i}-{pathlib.Path(file).name}"
                shutil.copy(work / file, kept)
                findings.append(f"{i}: {file}: motley {' '.join(command)}: {why}; kept as {kept}")
                print(findings[-1], flush=True)
            shutil.rmtree(work)
    finally:
        shutil.rmtree(root)
    print(f"{options.files} damaged files, seed {options.seed}: {len(findings)} findings; exits {json.dumps(statuses)}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
