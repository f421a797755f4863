#!/usr/bin/env python3
"""The training loop as a user runs it: test_loop.py build/motley tests/data

Data files, learning-rate schedules, groups of parameters, evaluation, metrics, checkpoints that are kept and exported;
each in one process and on ranks, and across a resume.
"""
import csv
import json
import math
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

MOTLEY = DATA = None

MLP = "mlp:inputs=4,hidden=16,classes=3,batch=4"
GPT = "gpt:layers=1,hidden=64,heads=2,seq=16,vocab=256,batch=4"


def npy(descr, shape, numbers, letter):
    """An array as numpy saves it."""
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))},), }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + struct.pack(f"<{len(numbers)}{letter}", *numbers)


class Loop(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return str(self.folder / name)

    def motley(self, *arguments, status=0):
        if arguments[0] == "train":
            arguments += ("--threads", "1")
        done = subprocess.run([MOTLEY, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        return done

    def rows(self, name):
        with open(self.path(name)) as file:
            return list(csv.DictReader(file))

    def train(self, *arguments):
        return json.loads(self.motley("train", *arguments, "--json").stdout)

    def refuses(self, *arguments, saying):
        done = self.motley(*arguments, status=2)
        self.assertRegex(done.stderr.replace(str(self.folder) + "/", ""), saying)

    def samples(self, count=50):
        """A folder of arrays: the label is the quadrant of x."""
        rng = random.Random(1)
        points = [[rng.gauss(0, 1) for _ in range(4)] for _ in range(count)]
        labels = [0 if p[0] > 0.3 else 1 if p[1] > 0 else 2 for p in points]
        folder = self.folder / "samples"
        folder.mkdir(exist_ok=True)
        (folder / "x.npy").write_bytes(npy("<f8", (count, 4), [v for p in points for v in p], "d"))
        (folder / "y.npy").write_bytes(npy("<i8", (count,), labels, "q"))
        return str(folder)

    # Data

    def test_samples_are_learnt_and_evaluated(self):
        done = self.motley("train", MLP, "--data", self.samples(), "--validation", "0.2", "--steps", "60", "--lr", "0.02",
                           "--eval-every", "20", "--metrics", self.path("m.csv"))  # fmt: skip
        self.assertIn("`x` is float64 in", done.stderr)
        self.assertRegex(done.stdout, r"samples, 50 samples\n")
        self.assertRegex(done.stdout, r"validation  [0-9.]+ after step 60 \(10 of them\)")
        rows = self.rows("m.csv")
        self.assertEqual([int(r["step"]) for r in rows], list(range(1, 61)))
        evaluated = {int(r["step"]): float(r["validation_loss"]) for r in rows if r["validation_loss"]}
        self.assertEqual(sorted(evaluated), [20, 40, 60])
        self.assertLess(evaluated[60], evaluated[20])
        self.assertTrue(all(float(r["lr"]) == 0.02 for r in rows))

    def test_tokens_of_a_stated_type(self):
        tokens = self.folder / "tokens.bin"
        tokens.write_bytes(struct.pack("<600H", *[(i * 7) % 256 for i in range(600)]))
        report = self.train(GPT, "--data", str(tokens), "--data-type", "u16", "--steps", "30", "--lr", "0.01")
        self.assertLess(report["loss"], 0.8 * report["losses"][0])
        self.refuses("train", GPT, "--data", str(tokens), saying="does not state their type: give --data-type, such as u16")
        self.refuses("train", GPT, "--data-type", "u16", saying="--data-type needs --data")
        self.refuses("train", MLP, "--validation", "0.1", saying="name it with --data")
        # What was once trained on as text.
        self.refuses("train", GPT, "--data", f"{DATA}/arrays/samples.npz", saying="has no array `(tok|lab)`")

    def test_ranks_and_resume_see_the_same_samples(self):
        """One process, two ranks, and a run in two parts: the same losses, evaluations and learning rates."""
        data = self.samples()
        options = ["--data", data, "--validation", "0.2", "--eval-every", "4", "--seed", "5", "--lr", "0.01",
                   "--schedule", "cosine:warmup=3,final=0.1"]  # fmt: skip
        whole = self.train(MLP, "--steps", "12", *options, "--metrics", self.path("whole.csv"))
        self.assertEqual([e["step"] for e in whole["evaluations"]], [4, 8, 12])
        ranks = self.train(MLP, "--steps", "12", *options, "--ranks", "2", "--checkpoint", self.path("r"), "--metrics", self.path("r.csv"))
        for a, b in zip(whole["losses"] + [e["loss"] for e in whole["evaluations"]],
                        ranks["losses"] + [e["loss"] for e in ranks["evaluations"]], strict=True):  # fmt: skip
            self.assertAlmostEqual(a, b, places=5)
        # The rest of a run needs no option again: they are the checkpoint's.
        options[-1] += ",steps=12"
        head = self.train(MLP, "--steps", "5", *options, "--checkpoint", self.path("c"), "--metrics", self.path("part.csv"))
        tail = self.train(MLP, "--steps", "12", "--eval-every", "4", "--checkpoint", self.path("c"), "--resume", "--metrics", self.path("part.csv"))
        self.assertEqual(head["losses"] + tail["losses"], whole["losses"])
        self.assertEqual(tail["evaluations"][-1]["loss"], whole["evaluations"][-1]["loss"])
        kept = [[row[k] for k in ("step", "loss", "lr")] for name in ("whole.csv", "part.csv") for row in self.rows(name)]
        self.assertEqual(kept[:12], kept[12:])

    # Learning rates

    def test_rates_follow_their_schedule(self):
        def rates(*options, steps=10):
            path = self.path(f"{len(list(self.folder.iterdir()))}.csv")
            self.train(MLP, "--steps", str(steps), "--metrics", path, *options)
            return [float(r["lr"]) for r in self.rows(path)]

        def close(a, b):
            self.assertEqual(len(a), len(b))
            for x, y in zip(a, b):
                self.assertAlmostEqual(x, y, places=9)

        close(rates("--lr", "0.1", "--schedule", "linear"), [0.1 * (1 - t / 10) for t in range(10)])
        cosine = [0.1 * t / 4 for t in range(4)]
        cosine += [0.1 * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * t / 6))) for t in range(6)]
        close(rates("--lr", "0.1", "--schedule", "cosine:warmup=4,final=0.1"), cosine)
        table = self.folder / "rates.txt"
        table.write_text("step rate\n0 0.1  # at first\n3, 0.01\n")
        close(rates("--schedule", str(table), steps=5), [0.1] * 3 + [0.01] * 2)
        self.refuses("train", MLP, "--lr", "1", "--schedule", str(table), saying="leave out --lr")
        table.write_text("0 0.1\n5 0.2\n3 0.1\n")
        self.refuses("train", MLP, "--schedule", str(table), saying="rates.txt:3:1: step 3 stands after a later one")
        self.refuses("train", MLP, "--schedule", "sine", saying="unknown learning-rate schedule 'sine'")
        self.refuses("train", MLP, "--schedule", "cosine:warmup=x", saying="'warmup=x' is not a setting")

    def test_no_rate_no_change(self):
        """The rate of each step reaches the update: where it is zero, the parameters stay."""
        table = self.folder / "rates.txt"
        table.write_text("0 0.1\n2 0\n")
        for where in ([], ["--ranks", "2"]):
            folder = self.path(f"c{len(where)}")
            options = [MLP, "--schedule", str(table), "--optimizer", "sgd", "--checkpoint", folder, *where]
            self.train(*options, "--steps", "2")
            self.motley("export", folder, "-o", self.path("two.safetensors"))
            self.train(*options, "--steps", "4", "--resume")
            self.motley("export", folder, "-o", self.path("four.safetensors"))
            two, four = (pathlib.Path(self.path(f"{n}.safetensors")).read_bytes() for n in ("two", "four"))
            self.assertEqual(two, four)

    def test_groups_have_their_own_settings(self):
        start = self.train(MLP, "--steps", "0", "--checkpoint", self.path("start"))
        self.assertEqual(start["steps"], 0)
        self.train(MLP, "--steps", "3", "--group", "dims<2:lr=0", "--checkpoint", self.path("c"))
        files = {}
        for name in ("start", "c"):
            self.motley("export", self.path(name), "-o", self.path(f"{name}.safetensors"))
            files[name] = tensors(self.path(f"{name}.safetensors"))
        for name, (shape, data) in files["c"].items():
            same = data == files["start"][name][1]
            self.assertEqual(same, len(shape) < 2, name)
        self.refuses("train", MLP, "--group", "none*:lr=0", saying="no parameter is in the group 'none\\*'")
        self.refuses("train", MLP, "--steps", "4", "--checkpoint", self.path("c"), "--resume", "--optimizer", "adam",
                     saying="--optimizer adam;dims<2:lr=0")  # fmt: skip

    def test_lion_and_adafactor_on_ranks(self):
        for optimizer in ("lion", "adafactor:min_dim=4"):
            losses = [self.train(f"{DATA}/models/mlp", "--steps", "8", "--optimizer", optimizer, "--lr", "0.01", *where)["losses"]
                      for where in ([], ["--ranks", "2", "--strategy", "zero-3"])]  # fmt: skip
            for a, b in zip(*losses):
                self.assertAlmostEqual(a, b, places=4)
            self.assertLess(losses[0][-1], losses[0][0])

    # Checkpoints

    def test_checkpoints_are_kept_sharded_and_read_anywhere(self):
        folder = self.path("c")
        self.train(GPT, "--steps", "6", "--ranks", "2", "--strategy", "zero-3", "--checkpoint", folder, "--checkpoint-every", "2", "--keep", "3")
        self.assertEqual(sorted(p.name for p in pathlib.Path(folder).glob("step-*")), ["step-000002", "step-000004", "step-000006"])
        shards = sorted(pathlib.Path(folder, "step-000006").glob("shard-*"))
        sizes = [p.stat().st_size for p in shards]
        self.assertEqual(len(shards), 2)
        self.assertLess(max(sizes), 0.6 * sum(sizes), "each rank writes its part")
        # On one process, on three ranks, and from an older one.
        one = self.train(GPT, "--steps", "8", "--checkpoint", shutil.copytree(folder, self.path("d")), "--resume")
        three = self.train(GPT, "--steps", "8", "--ranks", "3", "--checkpoint", folder, "--resume", "--keep", "2")
        for a, b in zip(one["losses"], three["losses"], strict=True):
            self.assertAlmostEqual(a, b, places=4)
        self.assertEqual(sorted(p.name for p in pathlib.Path(folder).glob("step-*")), ["step-000006", "step-000008"])
        run = json.loads(self.motley("run", GPT, "--params", self.path("c/step-000006"), "--json").stdout)
        first = json.loads(self.motley("run", GPT, "--json").stdout)
        self.assertNotEqual(run["loss"], first["loss"])
        self.train(GPT, "--steps", "1", "--params", self.path("c/step-000006"))

    def test_export_gives_back_the_model_folder(self):
        """Zero steps: what is exported is what the folder began with, frozen parameters included."""
        for name in ("lora-frozen", "flax-linen", "batch-norm"):
            model = f"{DATA}/zoo/{name}"
            self.train(model, "--steps", "0", "--checkpoint", self.path(name))
            self.motley("export", self.path(name), "--state", "-o", self.path("p.safetensors"))
            exported, inputs = tensors(self.path("p.safetensors")), tensors(f"{model}/inputs.safetensors")
            self.assertEqual(exported, {k: v for k, v in inputs.items() if ".batch." not in k})
            run = [json.loads(self.motley("run", model, "--json", *options).stdout)["loss"]
                   for options in ([], ["--params", self.path(name)], ["--params", self.path("p.safetensors")])]  # fmt: skip
            self.assertEqual(run[0], run[1])
            self.assertEqual(run[0], run[2])
        self.motley("export", self.path("lora-frozen"), "--plain-names", "-o", self.path("q.safetensors"))
        self.assertEqual(set(tensors(self.path("q.safetensors"))),
                         {k.split(".", 2)[2] for k in tensors(f"{DATA}/zoo/lora-frozen/inputs.safetensors") if ".batch." not in k})  # fmt: skip
        self.refuses("export", str(self.folder), "-o", "x", saying="there is no checkpoint here")


def tensors(path):
    """{name: (shape, bytes)} of a safetensors file."""
    data = pathlib.Path(path).read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    begin = 8 + size
    return {name: (tuple(e["shape"]), data[begin + e["data_offsets"][0] : begin + e["data_offsets"][1]]) for name, e in header.items()}


if __name__ == "__main__":
    MOTLEY, DATA = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
