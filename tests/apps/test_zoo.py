#!/usr/bin/env python3
"""Models of examples/jax/zoo as a user trains them: test_zoo.py build/motley tests/data

With JAX installed, exports the zoo again and compares: test_zoo.py build/motley tests/data examples/jax
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

MOTLEY = DATA = EXAMPLES = None


def read_safetensors(path):
    """{name: (dtype, shape, bytes)}"""
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    at = lambda t: data[8 + length + t["data_offsets"][0] : 8 + length + t["data_offsets"][1]]  # noqa: E731
    return {name: (t["dtype"], t["shape"], at(t)) for name, t in header.items()}


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)


class Zoo(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def motley(self, *arguments, status=0):
        done = subprocess.run([MOTLEY, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        return done

    def copy(self, name):
        return pathlib.Path(shutil.copytree(f"{DATA}/zoo/{name}", self.folder / name))

    def losses(self, *arguments):
        threads = () if "--ranks" in arguments else ("--threads", "1")
        return json.loads(self.motley("train", *arguments, *threads, "--json").stdout)["losses"]

    def parameters(self, checkpoint):
        (file,) = pathlib.Path(checkpoint).glob("**/*.safetensors")
        return read_safetensors(file)

    def test_gradients_are_checked_and_the_answer_is_kept(self):
        agrees, differs = self.copy("vq"), self.copy("custom-rule")
        for folder, status, saying in [(agrees, 0, "agrees with JAX's"), (differs, 1, "`rounded` has a gradient rule")]:
            (folder / "gradient.json").unlink()
            self.assertIn(saying, self.motley("check-gradient", str(folder), status=status).stdout)
            self.assertEqual(json.loads((folder / "gradient.json").read_text())["agrees"], status == 0)
        # JAX's gradient is used, and that is said.
        expected = str(differs / "expected.safetensors")
        done = self.motley("run", str(differs), "--grad", "--check", expected)
        self.assertIn("the gradient is JAX's, from grad.mlir", done.stderr)
        self.assertEqual(self.motley("run", str(agrees), "--grad", "--check", str(agrees / "expected.safetensors")).stderr, "")

    def test_an_answer_about_other_programs_does_not_count(self):
        folder = self.copy("straight-through")
        text = (folder / "loss.mlir").read_text()
        unmarked = "\n".join(
            line.split("stablehlo.custom_call")[0] + "stablehlo.reshape " + line.split("(")[1].split(")")[0] + " : " + line.split(" : ", 1)[1].split(" : ")[-1]
            if "@motley.stop_gradient" in line else line for line in text.splitlines()
        )  # fmt: skip
        self.assertNotEqual(text, unmarked)
        (folder / "loss.mlir").write_text(unmarked)
        done = self.motley("run", str(folder), "--grad", "--check", str(folder / "expected.safetensors"))
        self.assertIn("the gradient is JAX's, from grad.mlir (the gradients of `w0` differ", done.stderr)
        # Without grad.mlir nobody can know, which is said; and the gradient is wrong.
        (folder / "grad.mlir").unlink()
        done = self.motley("run", str(folder), "--grad", "--check", str(folder / "expected.safetensors"), status=1)
        self.assertIn("has no grad.mlir", done.stderr)
        self.assertIn("has no grad.mlir", self.motley("train", str(folder), "--steps", "1", "--threads", "1").stderr)

    def test_frozen_parameters_and_stopped_ones_stay(self):
        for name, kept in [("lora-frozen", 4), ("lora", 6)]:
            checkpoint = str(self.folder / f"{name}.ckpt")
            self.motley("train", f"{DATA}/zoo/{name}", "--steps", "3", "--threads", "1", "--checkpoint", checkpoint, "--optimizer", "sgd")
            before = read_safetensors(f"{DATA}/zoo/{name}/inputs.safetensors")
            after = {n: t for n, t in self.parameters(checkpoint).items() if ".param." in n}
            self.assertEqual(len(after), kept)
            for n, tensor in after.items():
                self.assertEqual("base/" in n, tensor == before[n], n)

    def test_state_is_carried_kept_and_the_same_on_ranks(self):
        for name in ("dropout-state", "batch-norm"):
            model, checkpoint = f"{DATA}/zoo/{name}", str(self.folder / f"{name}.ckpt")
            all_at_once = self.losses(model, "--steps", "5")
            first = self.losses(model, "--steps", "2", "--checkpoint", checkpoint)
            rest = self.losses(model, "--steps", "5", "--checkpoint", checkpoint, "--resume")
            self.assertEqual(first + rest, all_at_once)
            for ours, theirs in zip(self.losses(model, "--steps", "5", "--ranks", "2"), all_at_once, strict=True):
                self.assertAlmostEqual(ours, theirs, places=5)
        # The key of each step is another: with one key the losses would fall evenly.
        steps = self.losses(f"{DATA}/zoo/dropout-state", "--steps", "20", "--lr", "0")
        self.assertGreater(len(set(steps)), 15)
        state = self.parameters(str(self.folder / "dropout-state.ckpt"))
        (counter,) = [t for n, t in state.items() if n.endswith("steps")]
        self.assertEqual(struct.unpack("<i", counter[2]), (5,))

    def test_micro_batches_of_a_masked_mean_are_the_whole_batch(self):
        model = f"{DATA}/zoo/masked-mean"
        inputs = read_safetensors(f"{model}/inputs.safetensors")
        # Two batches: the second counts one token of each sample only.
        data = {}
        for name, (dtype, shape, raw) in inputs.items():
            if ".batch." not in name:
                continue
            again = raw
            if name.endswith("mask"):
                again = struct.pack(f"<{shape[0] * shape[1]}f", *([1.0] + [0.0] * (shape[1] - 1)) * shape[0])
            data[name] = (dtype, [2 * shape[0], *shape[1:]], raw + again)
        file = str(self.folder / "two.safetensors")
        write_safetensors(file, data)
        (one,) = self.losses(model, "--steps", "1", "--data", file)
        (two,) = [self.losses(model, "--steps", "2", "--lr", "0", "--data", file)[1]]
        count = lambda raw: sum(struct.unpack(f"<{len(raw) // 4}f", raw))  # noqa: E731
        (mask,) = [t for n, t in data.items() if n.endswith("mask")]
        n = [count(mask[2][: len(mask[2]) // 2]), count(mask[2][len(mask[2]) // 2 :])]
        (whole,) = self.losses(model, "--steps", "1", "--accumulate", "2", "--data", file)
        self.assertAlmostEqual(whole, (n[0] * one + n[1] * two) / sum(n), places=5)
        self.assertGreater(abs(whole - (one + two) / 2), 1e-3)

    def test_a_batch_is_cut_into_micro_batches(self):
        for name in ("masked-mean", "checkpointed-layers", "custom-rule"):  # the last one by JAX's gradient
            model = f"{DATA}/zoo/{name}"
            whole = self.losses(model, "--steps", "3")
            for more in (("--microbatches", "2"), ("--ranks", "2", "--microbatches", "2")):
                done = self.motley("train", model, "--steps", "3", "--json", *more)
                self.assertNotIn("--accumulate", done.stderr)
                for a, b in zip(json.loads(done.stdout)["losses"], whole, strict=True):
                    self.assertAlmostEqual(a, b, places=5, msg=(name, more))
        done = self.motley("train", f"{DATA}/zoo/dropout", "--steps", "1", "--microbatches", "2", "--threads", "1")
        self.assertIn("cannot be cut into 2 micro-batches: its first dimension is no batch in `key`", done.stderr)

    def test_ranks_of_a_run_that_diverges_end_with_rank_0(self):
        # A launcher ends all ranks when one exits with a status: rank 0 would not write its answer.
        run = f"{MOTLEY} train {DATA}/zoo/masked-mean --ranks 2 --steps 3 --optimizer sgd --lr 1e38 --json; echo status $OMPI_COMM_WORLD_RANK $?"
        done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", "sh", "-c", run], capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=60)  # fmt: skip
        self.assertIn("status 0 1\n", done.stdout)
        self.assertIn("status 1 0\n", done.stdout)
        self.assertIn('"loss": null', done.stdout)

    def test_layers_that_are_sharded_alike_are_one_line(self):
        cluster = self.folder / "two.yaml"
        cluster.write_text("hosts: [{devices: {v100: 2}, link: {bandwidth: 16GB/s, latency: 5us}}]\n")
        shown = self.motley("plan", f"{DATA}/zoo/checkpointed-layers", "--cluster", str(cluster), "--strategy", "dp-even").stdout
        self.assertIn("layers/in[0..1]", shown)

    def test_micro_batches_draw_the_random_numbers_of_their_own_samples(self):
        model = f"{DATA}/zoo/dropout-state"
        data = {}
        for name, (dtype, shape, raw) in read_safetensors(f"{model}/inputs.safetensors").items():
            if ".batch." not in name:
                continue
            row = len(raw) // shape[0]
            rows = [raw[i * row : (i + 1) * row] for i in range(shape[0])]
            again = rows[::-1] if name.endswith("x") else rows
            data[name] = (dtype, [2 * shape[0], *shape[1:]], b"".join(rows + again))
        file = str(self.folder / "two.safetensors")
        write_safetensors(file, data)
        # What JAX computes for one batch of all sixteen samples, in steps of plain gradient descent.
        jax = [0.3448479176, 0.3142616749, 0.3347764909, 0.3148479462]
        settings = ("--steps", "4", "--data", file, "--optimizer", "sgd", "--lr", "0.1")
        for more in ((), ("--ranks", "2")):
            losses = self.losses(model, "--accumulate", "2", *settings, *more)
            for ours, theirs in zip(losses, jax, strict=True):
                self.assertAlmostEqual(ours, theirs, places=5)

    def test_micro_batches_that_would_compute_something_else_are_refused(self):
        for name, saying in [("contrastive", "samples of a batch interact"), ("batch-norm", "samples of a batch interact")]:
            done = self.motley("train", f"{DATA}/zoo/{name}", "--steps", "1", "--accumulate", "2", "--threads", "1", status=2)
            self.assertIn(saying, done.stderr)

    def test_a_whole_step_is_run_as_it_is(self):
        model = f"{DATA}/zoo/optax-step"
        done = self.motley("train", model, "--steps", "6", "--threads", "1", "--json")
        self.assertIn("it is a whole training step, and is run as it is", done.stderr)
        # What JAX computes in six steps of optax's Adam with clipping and a schedule.
        jax = [1.4980332851, 1.4402745962, 1.3847004175, 1.3313754797, 1.2802934647, 1.2314543724]
        for ours, theirs in zip(json.loads(done.stdout)["losses"], jax, strict=True):
            self.assertAlmostEqual(ours, theirs, places=5)
        done = self.motley("train", model, "--steps", "1", "--lr", "0.1", status=2)
        self.assertIn("--optimizer and --lr have nothing to set", done.stderr)
        done = self.motley("train", model, "--steps", "1", "--accumulate", "2", status=2)
        self.assertIn("depends on the batch", done.stderr)

    def trained_as_by_jax(self, name, jax, *more):
        settings = ("--steps", str(len(jax)), *(() if name.endswith("step") else ("--optimizer", "sgd", "--lr", "0.1")))
        for ours, theirs in zip(self.losses(f"{DATA}/zoo/{name}", *settings, *more), jax, strict=True):
            self.assertAlmostEqual(ours, theirs, places=4, msg=(name, more))

    def test_gradients_of_jax_in_scans_are_cut_in_time_and_recomputed(self):
        jax = [0.9500072598, 0.6686984897, 0.5284385681]
        for more in ((), ("--microbatches", "2"), ("--microbatches", "2", "--ranks", "2"), ("--recompute",)):
            self.trained_as_by_jax("scanned-custom-rule", jax, *more)

    def test_packed_documents_are_cut_in_time_and_recomputed(self):
        jax = [8.7368907928, 5.3887228966, 4.771938324]
        for more in ((), ("--microbatches", "2"), ("--recompute-layers", "1,1"), ("--ranks", "2")):
            self.trained_as_by_jax("packed-attention", jax, *more)

    def test_what_is_made_for_each_sample_is_cut_with_them(self):
        jax = [4.16532421, 3.09782791, 2.42689323]
        for more in ((), ("--microbatches", "2"), ("--microbatches", "8"), ("--ranks", "2", "--microbatches", "4")):
            self.trained_as_by_jax("own-rows", jax, *more)

    def test_samples_that_a_constant_treats_differently_are_not_cut(self):
        for parts in ("2", "4", "8"):  # the first two of 4 parts are alike
            done = self.motley("train", f"{DATA}/zoo/weighted-positions", "--steps", "1", "--microbatches", parts, "--threads", "1")
            self.assertIn("depends on the positions of samples in the batch", done.stderr)
            self.trained_as_by_jax("weighted-positions", [2.70112729, 2.62503529, 2.54952192], "--microbatches", parts)

    def test_a_loss_that_is_the_largest_of_the_samples_is_not_cut(self):
        for parts in ("2", "8"):
            done = self.motley("train", f"{DATA}/zoo/worst-sample", "--steps", "1", "--microbatches", parts, status=2)
            self.assertRegex(done.stderr, r"samples of a batch interact through %\S+, stablehlo\.reduce at ")
        self.trained_as_by_jax("worst-sample", [2.73274183, 2.73072338, 2.72825718])

    def test_cumulative_extrema_have_the_gradient_of_jax(self):
        done = self.motley("check-gradient", str(self.copy("running-peak")), status=1)
        self.assertIn("JAX's gradient is used", done.stdout)
        self.assertIn("cumulative maximum", done.stdout)
        self.trained_as_by_jax("running-peak", [1.33136094, 0.92053789, 0.71206039])

    def test_ranks_say_what_cannot_be_cut(self):
        done = self.motley("train", f"{DATA}/zoo/dropout", "--steps", "1", "--microbatches", "2", "--ranks", "2")
        self.assertIn("--microbatches 2 is taken as --accumulate 2", done.stderr)

    def test_new_state_is_checked_by_name(self):
        model = f"{DATA}/zoo/batch-norm"
        for more, others in (((), ".grad."), (("--grad",), ".state.")):
            done = json.loads(self.motley("run", model, "--check", f"{model}/expected.safetensors", "--json", *more).stdout)
            self.assertTrue(done["not_compared"])
            self.assertTrue(all(others in name for name in done["not_compared"]), done["not_compared"])

    def test_penalties_of_scanned_layers_are_cut_in_time(self):
        jax = [7.4146294594, 2.4384791851, 0.6415541172]
        for more in ((), ("--microbatches", "2"), ("--ranks", "2", "--microbatches", "2")):
            self.trained_as_by_jax("nested-scans", jax, *more)

    def test_parameters_that_begin_where_functions_bend_have_the_slopes_of_jax(self):
        self.trained_as_by_jax("from-zero", [0.1918113083, 0.11648155, -0.067372568])

    def test_a_whole_step_with_a_condition_runs_on_ranks(self):
        jax = [1.8862394094, 1.7897577286, 1.697748661, 1.6088578701]
        for more in ((), ("--ranks", "3")):
            self.trained_as_by_jax("scaled-step", jax, *more)

    def test_evaluations_are_of_the_loss_exported_for_them(self):
        model = f"{DATA}/zoo/dropout"
        (expected,) = read_safetensors(f"{model}/expected_eval.safetensors").values()
        check = json.loads(self.motley("run", f"{model}/eval.mlir", "--check", f"{model}/expected_eval.safetensors", "--json").stdout)
        self.assertAlmostEqual(check["loss"], struct.unpack("<f", expected[2])[0], places=5)
        inputs = f"{model}/inputs.safetensors"
        for more in (("--threads", "1"), ("--ranks", "2")):
            done = self.motley("train", model, "--steps", "1", "--lr", "0", "--data", inputs, "--validation", inputs, "--json", *more)
            self.assertAlmostEqual(json.loads(done.stdout)["evaluations"][-1]["loss"], check["loss"], places=5)
        (copy := self.copy("dropout")).joinpath("eval.mlir").unlink()
        done = self.motley("train", copy, "--steps", "1", "--data", inputs, "--validation", inputs, "--threads", "1")
        self.assertIn("draws random numbers, and so do evaluations of it", done.stderr)

    def test_plans_compute_what_jax_does(self):
        clusters = pathlib.Path(DATA).parents[1] / "examples" / "clusters"
        for name in ("dropout", "custom-rule", "flax-nnx"):
            plan = str(self.folder / "plan.json")
            self.motley("plan", f"{DATA}/zoo/{name}", "--cluster", str(clusters / "unlike-4.yaml"), "--level", "fast", "-o", plan)
            answer = json.loads(self.motley("verify", plan, "--json").stdout)
            self.assertTrue(answer["ok"])
            self.assertGreater(answer["compared_with_jax"], 2)
            self.assertLess(answer["max_jax_error"], 1e-5)


class Exporter(unittest.TestCase):
    def test_trained_parameters_come_back_as_the_tree(self):
        import jax

        sys.path[:0] = [EXAMPLES, f"{EXAMPLES}/zoo"]
        from export_zoo import models
        from load import load_params

        def motley(*arguments):
            done = subprocess.run([MOTLEY, *map(str, arguments)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        for name in ("flax-linen", "equinox", "haiku", "lora-frozen"):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                made, folder = models()[name](), pathlib.Path(folder)
                export_zoo = subprocess.run([sys.executable, f"{EXAMPLES}/zoo/export_zoo.py", "-o", folder, name])
                self.assertEqual(export_zoo.returncode, 0)
                motley("train", folder / name, "--steps", "5", "--checkpoint", folder / "ckpt", "--ranks", "2")
                motley("export", folder / "ckpt", "-o", folder / "params.safetensors")
                params = load_params(folder / "params.safetensors", made["params"])
                self.assertEqual(jax.tree.structure(params), jax.tree.structure(made["params"]))
                state = () if made.get("state") is None else (made["state"],)
                value = jax.tree.leaves(made["loss"](params, *state, *made["batch"]))[0]
                ours = json.loads(motley("run", folder / name, "--params", folder / "params.safetensors", "--json"))["loss"]
                self.assertAlmostEqual(float(value), ours, places=5)
                self.assertNotAlmostEqual(ours, json.loads(motley("run", folder / name, "--json"))["loss"], places=5)

    def test_exports_the_zoo_as_it_is_in_the_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, f"{EXAMPLES}/zoo/export_zoo.py", "-o", folder], capture_output=True,
                                  text=True, env=os.environ | {"MOTLEY": MOTLEY})  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            names = sorted(p.name for p in pathlib.Path(folder).iterdir())
            self.assertEqual(names, sorted(p.name for p in pathlib.Path(DATA, "zoo").iterdir()))
            for name in names:
                with self.subTest(name):
                    new, kept = pathlib.Path(folder, name), pathlib.Path(DATA, "zoo", name)
                    self.assertEqual((new / "signature.json").read_text(), (kept / "signature.json").read_text())
                    check = [MOTLEY, "run", str(new), "--grad", "--check", str(kept / "expected.safetensors")]
                    ran = subprocess.run(check, capture_output=True, text=True)
                    self.assertEqual(ran.returncode, 0, ran.stdout)
                    self.assertEqual((new / "gradient.json").exists(), (kept / "gradient.json").exists())
                    if (kept / "gradient.json").exists():
                        self.assertEqual(json.loads((new / "gradient.json").read_text())["agrees"],
                                         json.loads((kept / "gradient.json").read_text())["agrees"])  # fmt: skip


if __name__ == "__main__":
    MOTLEY, DATA, *rest = sys.argv[1:]
    if rest:
        EXAMPLES = rest[0]
        try:
            import equinox, flax, haiku, jax, optax, safetensors  # noqa: F401
        except ImportError as missing:
            print(f"skipped: {missing}")
            sys.exit(77)
        unittest.main(argv=sys.argv[:1], defaultTest="Exporter")
    unittest.main(argv=sys.argv[:1], defaultTest="Zoo")
