#!/usr/bin/env python3
"""motley.train without JAX: test_train.py, with the package on PYTHONPATH and the program in $MOTLEY."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest

import motley
import numpy as np

# A job in the background of a shell ignores Ctrl-C, and so would every Python that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "examples/clusters/unlike-4.yaml"
MODEL = "mlp:inputs=12,hidden=16,classes=4,batch=12"
TWO = {"device_types": {"fast": {"flops": "200G", "memory": "4GiB", "memory_bandwidth": "20GB/s"},
                        "slow": {"flops": "100G", "memory": "4GiB", "memory_bandwidth": "20GB/s"}},
       "hosts": [{"devices": {"fast": 1, "slow": 1}, "link": {"bandwidth": "2GB/s", "latency": "1us"}}]}  # fmt: skip


def random_params(seed=0):
    draw = np.random.default_rng(seed)
    arguments = motley.plan(MODEL, cluster=TWO, strategy="dp-even").arguments.values()
    return {a.name: draw.normal(0, 0.3, a.shape).astype(a.dtype) for a in arguments if a.role == "param"}


def random_batches(count, seed=1):
    draw = np.random.default_rng(seed)
    arguments = [a for a in motley.plan(MODEL, cluster=TWO, strategy="dp-even").arguments.values() if a.role == "batch"]

    def one(a):
        return draw.integers(0, 4, a.shape).astype(a.dtype) if "int" in a.dtype else draw.normal(size=a.shape).astype(a.dtype)

    return [{a.name: one(a) for a in arguments} for _ in range(count)]


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.params, cls.batches = random_params(), random_batches(6)
        cls.alone = motley.train(MODEL, steps=6, params=cls.params, data=cls.batches, optimizer="sgd", lr=0.1)

    def test_losses_fall_and_parameters_return_under_their_names(self):
        run = motley.train(MODEL, steps=40, seed=3)
        self.assertEqual((run.steps, len(run.losses), run.interrupted), (40, 40, False))
        self.assertLess(run.losses[-1], run.losses[0])
        self.assertEqual({n: a.shape for n, a in self.alone.params.items()}, {n: a.shape for n, a in self.params.items()})
        moved = [np.abs(self.alone.params[n] - self.params[n]).max() for n in self.params]
        self.assertGreater(max(moved), 1e-4)

    def test_options_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            data = {name: np.concatenate([b[name] for b in self.batches]) for name in self.batches[0]}
            np.savez(f"{folder}/data.npz", **data)
            run = motley.train(MODEL, steps=4, data=f"{folder}/data.npz", validation=0.34, eval_every=2, schedule="cosine:warmup=2",
                               group=["dims<2:weight_decay=0"], optimizer="adamw", metrics=pathlib.Path(folder) / "m.csv",
                               report=f"{folder}/run.html")  # fmt: skip
            self.assertEqual(sorted(run.validation_losses), [2, 4])
            self.assertEqual(run.adaptations, [])
            self.assertEqual(len((pathlib.Path(folder) / "m.csv").read_text().splitlines()), 5)
            self.assertIn("default-src 'none'", pathlib.Path(f"{folder}/run.html").read_text())

    def test_a_plan_trains_as_one_device_does(self):
        plan = motley.plan(MODEL, cluster=TWO, optimizer="sgd", strategy="zero-3")
        run = motley.train(plan, steps=6, params=self.params, data=self.batches, lr=0.1)
        np.testing.assert_allclose(run.losses, self.alone.losses, rtol=1e-5)
        for name, value in self.alone.params.items():
            np.testing.assert_allclose(run.params[name], value, atol=1e-6, err_msg=name)

    def test_a_pipeline_trains_as_one_device_does(self):
        model = "gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=8"
        plan = motley.plan(model, cluster=CLUSTER, optimizer="sgd", strategy="1f1b", microbatches=4, level="fast")
        self.assertTrue(plan.is_pipeline)
        self.assertEqual(sorted(d for s in plan.stages for d in s.devices), sorted({d for s in plan.stages for d in s.devices}))
        self.assertEqual([sum(s.samples) for s in plan.stages], [2] * len(plan.stages))
        self.assertTrue(plan.verify().ok)
        self.assertIn("stage", str(plan))
        self.assertIn("Stages", plan._repr_html_())
        for wrong in (lambda: plan.arguments, lambda: plan.grid, plan.to_jax):
            with self.assertRaisesRegex(motley.Error, "pipeline"):
                wrong()
        even = plan.evened(progress=False)
        self.assertEqual((even.is_even, even.is_pipeline), (True, False))
        with tempfile.TemporaryDirectory() as folder:
            plan.save(f"{folder}/plan.json")
            self.assertEqual(motley.read_plan(f"{folder}/plan.json").stages, plan.stages)
        alone = motley.train(model, steps=5, seed=1, optimizer="sgd", lr=0.1)
        run = motley.train(plan, steps=5, seed=1, lr=0.1)
        np.testing.assert_allclose(run.losses, alone.losses, rtol=1e-5)
        for name, value in alone.params.items():
            np.testing.assert_allclose(run.params[name], value, atol=1e-5, err_msg=name)

    def test_batches_of_an_iterator_are_those_of_a_list(self):
        drawn = []

        def batches():
            for batch in self.batches:
                drawn.append(batch)
                yield batch

        run = motley.train(MODEL, steps=6, params=self.params, data=batches(), optimizer="sgd", lr=0.1)
        np.testing.assert_array_equal(run.losses, self.alone.losses)
        self.assertEqual(len(drawn), 6)
        self.assertFalse(run.data_ended)

    def test_an_iterator_that_ends_ends_the_training(self):
        for plan in (MODEL, motley.plan(MODEL, cluster=TWO, optimizer="sgd", strategy="zero-3")):
            options = {"optimizer": "sgd"} if plan is MODEL else {}
            run = motley.train(plan, steps=9, params=self.params, data=iter(self.batches), lr=0.1, **options)
            np.testing.assert_allclose(run.losses, self.alone.losses, rtol=1e-5)
            self.assertEqual((run.steps, run.data_ended, run.interrupted), (6, True, False))
            self.assertIn("the data ended", repr(run))
        run = motley.train(MODEL, steps=9, data=iter(self.batches[:5]), accumulate=2)  # half a step is left
        self.assertEqual((run.steps, run.data_ended), (2, True))
        with self.assertRaisesRegex(motley.Error, "data has 0 batches"):
            motley.train(MODEL, steps=9, data=iter([]))

    def test_accumulated_steps_take_several_batches_of_an_iterator(self):
        listed = motley.train(MODEL, steps=3, params=self.params, data=self.batches, optimizer="sgd", accumulate=2)
        streamed = motley.train(MODEL, steps=3, params=self.params, data=iter(self.batches), optimizer="sgd", accumulate=2)
        np.testing.assert_array_equal(streamed.losses, listed.losses)

    def test_a_run_continues_from_its_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = f"{folder}/kept"
            first = motley.train(MODEL, steps=3, params=self.params, data=self.batches, optimizer="sgd", lr=0.1, checkpoint=kept)
            rest = motley.train(MODEL, steps=6, data=self.batches, checkpoint=kept, resume=True)
            np.testing.assert_array_equal([*first.losses, *rest.losses], self.alone.losses)

    def test_a_callback_stops_a_run(self):
        seen = []

        def callback(step):
            seen.append(step.loss)
            return step.step >= 5 and motley.STOP

        run = motley.train(MODEL, steps=1_000_000, callback=callback)
        self.assertTrue(run.interrupted)
        self.assertLess(run.steps, 1_000_000)
        self.assertEqual(len(run.losses), run.steps)
        self.assertEqual(seen[:5], list(run.losses[:5]))

    def test_ctrl_c_ends_the_run_and_its_processes(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        code = (f"import motley; motley.train({MODEL!r}, steps=10**9, checkpoint='{folder}/kept', "
                "callback=lambda s: s.step == 1 and print('begun', flush=True))")  # fmt: skip
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        self.assertEqual(child.stdout.readline().strip(), "begun")
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", said)
        # It has finished its step and saved.
        saved = motley._core.Checkpoint.open(f"{folder}/kept").step
        self.assertGreater(saved, 0)
        self.assertGreater(motley.train(MODEL, steps=saved + 1, checkpoint=f"{folder}/kept", resume=True).steps, saved)

    def test_a_run_does_not_outlive_the_process_that_started_it(self):
        code = ("import motley, os, signal\n"
                f"motley.train({MODEL!r}, steps=10**9, callback=lambda s: s.step == 1 and print(os.getpid(), flush=True))")  # fmt: skip
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        child.stdout.readline()
        runs = [int(p) for p in subprocess.run(["pgrep", "-P", str(child.pid)], capture_output=True, text=True).stdout.split()]
        self.assertTrue(runs)
        child.kill()
        child.wait()
        child.stdout.close()
        for _ in range(300):
            alive = [p for p in runs if pathlib.Path(f"/proc/{p}").exists() and not is_zombie(p)]
            if not alive:
                return
            time.sleep(0.1)
        self.fail(f"{alive} are still there")

    def test_variables_of_a_launcher_are_not_inherited(self):
        os.environ["OMPI_COMM_WORLD_RANK"], os.environ["PMI_RANK"] = "1", "1"
        try:
            self.assertEqual(motley.train(MODEL, steps=2).steps, 2)
        finally:
            del os.environ["OMPI_COMM_WORLD_RANK"], os.environ["PMI_RANK"]

    def test_a_lost_rank_is_told_by_its_cause(self):
        said = """motley: stopping: the ranks finish their step and save; a second signal ends them without
motley: rank 1: ended by SIGTERM while all-reduce waited for rank 0; the launcher ends a run when a rank is lost
motley: a rank was ended by SIGSEGV (Segmentation fault)
"""
        child = types.SimpleNamespace(_process=types.SimpleNamespace(wait=lambda: 139), text=lambda: said)
        with self.assertRaisesRegex(motley.RunError, "^a rank was ended by SIGSEGV"):
            motley._program.Child.check(child)

    def test_mistakes_are_told_in_words_of_python(self):
        plan = motley.plan(MODEL, cluster=TWO, strategy="dp-even")
        with self.assertRaisesRegex(motley.Error, "part of the plan: give them to motley.plan"):
            motley.train(plan, optimizer="sgd")
        with self.assertRaisesRegex(motley.Error, "data: there is no file 'nope.npz'; give a file, a list of batches, or"):
            motley.train(MODEL, data="nope.npz")
        with self.assertRaisesRegex(motley.Error, "resume needs checkpoint"):
            motley.train(MODEL, resume=True)
        with self.assertRaisesRegex(motley.Error, r"has shape \[3\], but"):
            motley.train(MODEL, params=self.params | {next(iter(self.params)): np.zeros(3)})
        with self.assertRaisesRegex(motley.Error, "there is no model|cannot|nope"):
            motley.train("nope:batch=3")


def is_zombie(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


if __name__ == "__main__":
    unittest.main()
