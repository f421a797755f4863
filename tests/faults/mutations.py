#!/usr/bin/env python3
"""Damaged files through the command line: mutations.py build/motley tests/data --files 120 [--seed N]

Every file format is written once, damaged at random (bytes changed, cut, repeated, numbers replaced by awkward ones;
or a value of its JSON replaced, with lengths and checksums mended, as an attacker would) and read by the command that
reads it. A finding is any exit but 0, 1 and 2, a run over the limits of time and memory,
and a status of 2 without the one line that begins with `motley: `. The file of a finding is kept.
"""
import argparse
import gzip
import io
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
import zipfile

SECONDS, BYTES = 60, 4 << 30
MODEL = "mlp:inputs=8,hidden=16,classes=4,batch=8"
MEASURED = """device_types:
  a:
    flops: 236.4G
    memory: 1GiB
    memory_bandwidth: 28.5GB/s
    threads: 1
    measured:
      dispatch:
        - {size: [], rate: 33.5M, spread: 0.01}
      product.nn:
        - {size: [16, 16, 64], rate: 12.5G, spread: 0.02}
        - {size: [256, 256, 256], rate: 219.7G, spread: 0.11}
      tile.map.add:
        - {size: [4096], rate: 2G}
        - {size: [1048576], rate: 3G}
      contention.others:
        - {size: [], rate: 0.7}
hosts:
  - {name: x, devices: {a: 1}, network: {bandwidth: 118MB/s, latency: 41us, shared_bandwidth: 104MB/s}}
  - {name: y, devices: {a: 1}, network: {bandwidth: 23.4MB/s, latency: 52us}}
collectives:
  all-gather ring:
    - {size: 64KiB, factor: 1.31, spread: 0.08}
    - {size: 4MiB, factor: 1.04, spread: 0.02}
  all-reduce ring:
    - {size: 64KiB, factor: 1.5}
"""
CLUSTER = ("device_types:\n  a: {flops: 2T, memory: 1GiB, memory_bandwidth: 50GB/s}\nhosts:\n"
           "  - {devices: {a: 2}, link: {bandwidth: 5GB/s, latency: 5us}}\n")
BOX = "box: {size: 20, particles: 10, seed: 4}\noutput: {dir: out, redshifts: [30, 25], format: gadget2}\nrun: {threads: 1, time_limit: 0.0001}\n"
SAILOR = {"4": {"1": {"0": [0.001, 0.003, 0.5], "1": [0.002, 0.004, 0.5]}, "2": {"0": [0.0006, 0.002, 0.3], "1": [0.001, 0.002, 0.3]}}}
SAILOR_BYTES = {"sailor": {n: {i: {"params_bytes": 1e6, "act_output_bytes": 8000, "act_mem_bytes": 64000} for i in "01"} for n in "12"}}
RATES = {"here": {"a": {"1": {"here": {"a": {"1": [[-0.5, 3.0, 4.0], 0]}}}}}}
METIS = {"model": {"model_name": "GPT", "parameters": {"parameters_per_layer_bytes": [10, 20]}},
         "execution_time": {"optimizer_time_ms": 12, "layer_compute_total_ms": [3, 6]}, "execution_memory": {"layer_memory_total_mb": [50, 40]}}
GADGET = ("% Gadget\nInitCondFile snap\nOutputDir out2\nTimeBegin 0.02\nTimeMax 0.03\nOmega0 0.3\nOmegaLambda 0.7\nHubbleParam 0.7\n"
          "BoxSize 20000\nSnapFormat 1\nOutputListOn 1\nOutputListFilename times.txt\nSofteningHalo 0.01\nTypeOfOpeningCriterion 1\n")
NUMBERS = [b"0", b"-1", b"1e309", b"-1e308", b"nan", b"inf", b"1.5", b"9223372036854775807", b"18446744073709551616", b"65536", b'"x"',
           b"[]", b"{}", b"null", b"1e-320", b"true"]
VALUES = [0, -1, 1, 1.5, 1e308, -1e308, 1e11, 9e15, 2**31, 2**62, 2**63 - 1, 2**64, "", "x", "x" * 5000, "nan", "inf", "-inf", "1e309", "-1", "0",
          "18446744073709551616", "1 2 3", None, True, [], {}, [0], [[]], [1] * 1000, {"x": 0}]


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


def other_value(node, draw):
    """Of another kind, awkward, or a little beside."""
    beside = []
    if isinstance(node, str):
        beside = [node + node, node[:-1], node.replace("0", "9"), " " + node, "-" + node, "P", "R", "S(0)", "../x", "/x"]
    elif isinstance(node, (int, float)) and not isinstance(node, bool):
        beside = [node + 1, node - 1, -node, node * 2, node * 1e12, node / 3, node * 10 ** 9]
    elif isinstance(node, list) and node:
        beside = [node[:-1], node + node[:1], node + node, node[::-1]]
    elif isinstance(node, dict) and node:
        gone = draw.choice(list(node))
        beside = [{k: v for k, v in node.items() if k != gone}, {**node, "x": node[gone]}]
    return draw.choice(beside) if beside and draw.random() < 0.6 else draw.choice(VALUES)


def places(node):
    """(container, key) of every value below."""
    found = []
    for key in (range(len(node)) if isinstance(node, list) else node if isinstance(node, dict) else ()):
        found += [(node, key)] + places(node[key])
    return found


def other_json(text, draw):
    """The document with a value or two replaced; values of equal depth are equally likely, not those of long lists."""
    root = [json.loads(text)]
    for _ in range(draw.choice([1, 1, 1, 2])):
        node, key = root, 0
        while isinstance(node[key], (list, dict)) and node[key] and draw.random() < 0.85:
            node = node[key]
            key = draw.randrange(len(node)) if isinstance(node, list) else draw.choice(list(node))
        if not places(root[0]):
            break
        node[key] = other_value(node[key], draw)
    return json.dumps(root[0]).encode()


def other_header(data, draw):
    """A safetensors file with another header, whose length is right."""
    size = int.from_bytes(data[:8], "little")
    header = other_json(data[8:8 + size], draw)
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + data[8 + size:]


def other_npz(data, draw):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        names = old.namelist()
        victim = draw.choice(names)
        for name in names:
            inner = old.read(name)
            new.writestr(name, damaged(inner[:128], draw) + inner[128:] if name == victim else inner)
    return out.getvalue()


def edited(file, data, draw):
    """As somebody edits it who knows the format; None where only bytes can be changed."""
    try:
        if file.endswith(".json"):
            return other_json(data, draw)
        if file.endswith(".safetensors"):
            return other_header(data, draw)
        if file.endswith(".npz"):
            return other_npz(data, draw)
        if file.endswith(".gz"):
            return gzip.compress(other_json(gzip.decompress(data), draw), 1)
    except (OverflowError, TypeError):  # a number too awkward for Python
        return None
    if file == "out/restart":
        lines = damaged(data[:data.rindex(b"checksum ")], draw)
        return lines + b"checksum %08x\n" % crc32c(lines)
    return None


CRC = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82f63b78 if byte & 1 else 0)
    CRC.append(byte)


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc = CRC[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xffffffff


def mend_checksums(file, work):
    """Those that another file has of this one."""
    path = work / file
    data = path.read_bytes()
    if path.parent.name == "out" and path.name.startswith("restart-"):
        lines = (work / "out/restart").read_text().splitlines()[:-1]
        for i, line in enumerate(lines):
            words = line.split()
            if words[0] == path.name:
                lines[i] = f"{words[0]} {words[1]} {len(data)} {crc32c(data):08x}"
        text = "".join(line + "\n" for line in lines).encode()
        (work / "out/restart").write_bytes(text + b"checksum %08x\n" % crc32c(text))
    elif path.name.startswith("shard-"):
        index = path.parent / "index.json"
        bytes_of_header = int.from_bytes(data[:8], "little") + 8
        document = json.loads(index.read_text())
        for shard in document["shards"]:
            if shard["file"] == path.name:
                shard.update(header_bytes=bytes_of_header, header_crc32c=f"{crc32c(data[:bytes_of_header]):08x}")
        index.write_text(json.dumps(document))
        mend_checksums(str(index.relative_to(work)), work)
    elif path.name == "index.json":
        (path.parent.parent / "latest").write_text(f"{path.parent.name} {crc32c(data):08x}\n")


def prepared(motley, data, folder):
    """[(file, command)]: what each command reads."""
    def make(*command):
        done = subprocess.run([motley, *command], cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):  # 1: does not fit
            raise SystemExit(f"{command}: {done.stderr}")
    (folder / "c.yaml").write_text(CLUSTER)
    (folder / "box.yaml").write_text(BOX)
    make("plan", MODEL, "--cluster", "c.yaml", "--level", "fast", "-o", "plan.json")
    make("train", MODEL, "--steps", "2", "--threads", "1", "--checkpoint", "ck")
    make("train", "--plan", "plan.json", "--steps", "2", "--threads", "1", "--trace", "trace.json")
    make("nbody", "run", "box.yaml")
    make("nbody", "ic", "box.yaml", "-o", "snap")
    shutil.copytree(data / "models/mlp", folder / "model")
    shutil.copytree(data / "zoo/dropout", folder / "dropout")  # has eval.mlir
    (folder / "measured.yaml").write_text(MEASURED)
    shutil.copy(data / "arrays/tokens.npy", folder / "tokens.npy")
    shutil.copytree(folder / "ck", folder / "adapted")  # a run that had come to another plan
    shutil.copy(folder / "plan.json", folder / "adapted/plan.json")
    (folder / "hdf5.yaml").write_text(BOX.replace("gadget2", "hdf5"))
    make("nbody", "ic", "hdf5.yaml", "-o", "s.hdf5")
    shutil.copy(data / "choices/fourteen_nodes.json.gz", folder / "p.json.gz")
    (folder / "p.json").write_bytes(gzip.decompress((folder / "p.json.gz").read_bytes()))
    shutil.copy(data / "arrays/samples.npz", folder / "d.npz")
    shutil.copy(data / "profiles/gnmt-16-pbs-64.txt", folder / "profile.txt")
    make("plan", "--profile", "profile.txt", "--cluster", "c.yaml", "--level", "fast", "-o", "pipeline.json")
    make("plan", "mlp:inputs=8,hidden=16x16,classes=4,batch=8", "--cluster", "c.yaml", "--strategy", "1f1b", "-o", "staged.json")
    (folder / "table.csv").write_text(subprocess.run([motley, "schedule", "1f1b", "--stages", "2", "--microbatches", "3", "--csv"],
                                                     capture_output=True, text=True, check=True).stdout)
    (folder / "gadget.param").write_text(GADGET)
    (folder / "times.txt").write_text("0.021 0.025\n0.03\n")
    (folder / "p.txt").write_text("".join(f"{0.001 * 1.3**i:.6g} {1e4 / (i + 1):.6g}\n" for i in range(40)))
    (folder / "table.yaml").write_text(BOX + "cosmology: {spectrum: p.txt}\n")
    (folder / "rates.txt").write_text("0 0.1\n5 0.01\n")
    (folder / "sailor/a").mkdir(parents=True)
    (folder / "sailor/a/profile.json").write_text(json.dumps(SAILOR))
    (folder / "llm_info.json").write_text(json.dumps(SAILOR_BYTES))
    (folder / "rates.json").write_text(json.dumps(RATES))
    (folder / "metis").mkdir()
    (folder / "metis/DeviceType.a_tp1_bs4.json").write_text(json.dumps(METIS))
    measured = ["plan", "--cluster", "c.yaml", "--batch", "8", "--profile"]
    sailor = [*measured, "sailor", "--profile-memory", "llm_info.json", "--rates", "rates.json", "--zone", "here"]
    make(*sailor, "-o", "measured.json")
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
        ("model/grad.mlir", ["check-gradient", "model"]), ("model/gradient.json", ["plan", "model", "--cluster", "c.yaml", "--level", "fast"]),
        ("model/inputs.safetensors", ["run", "model", "--grad", "--check", "model/expected.safetensors"]),
        ("model/expected.safetensors", ["run", "model", "--grad", "--check", "model/expected.safetensors"]),
        ("dropout/eval.mlir", ["train", "dropout", "--steps", "2", "--threads", "1", "--eval-every", "1", "--data", "dropout/inputs.safetensors",
                               "--validation", "dropout/inputs.safetensors"]),
        ("measured.yaml", ["plan", MODEL, "--cluster", "measured.yaml", "--level", "fast"]),
        ("tokens.npy", ["train", "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=300,batch=2", "--data", "tokens.npy", "--steps", "2", "--threads", "1"]),
        ("adapted/plan.json", ["train", "--ranks", "2", MODEL, "--steps", "3", "--threads", "1", "--checkpoint", "adapted", "--resume"]),
        ("p.json", ["solve", "p.json", "--threads", "1", "--time-limit", "2"]),
        ("p.json.gz", ["solve", "p.json.gz", "--threads", "1", "--time-limit", "2"]),
        ("d.npz", ["train", "mlp:inputs=2,hidden=8,classes=10,batch=2", "--data", "d.npz", "--steps", "1", "--threads", "1"]),
        ("staged.json", ["simulate", "staged.json"]), ("staged.json", ["verify", "staged.json"]),
        ("pipeline.json", ["plan", "--profile", "profile.txt", "--cluster", "c.yaml", "--evaluate", "pipeline.json"]),
        ("table.csv", ["schedule", "table.csv"]), ("gadget.param", ["nbody", "run", "gadget.param", "--dry-run"]),
        ("times.txt", ["nbody", "run", "gadget.param", "--dry-run"]), ("p.txt", ["nbody", "ic", "table.yaml", "-o", "other"]),
        ("rates.txt", ["train", MODEL, "--steps", "2", "--threads", "1", "--schedule", "rates.txt"]),
        ("profile.txt", ["plan", "--profile", "profile.txt", "--cluster", "c.yaml", "--level", "fast"]),
        ("sailor/a/profile.json", sailor), ("llm_info.json", sailor), ("rates.json", sailor),
        ("metis/DeviceType.a_tp1_bs4.json", [*measured, "metis"]), ("measured.json", [*sailor, "--evaluate", "measured.json"]),
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
            data = (whole / file).read_bytes()
            other = edited(file, data, draw) if draw.random() < 0.5 else None
            (work / file).write_bytes(damaged(data, draw) if other is None else other)
            if other is not None or draw.random() < 0.5:
                mend_checksums(file, work)
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
