#!/usr/bin/env python3
"""motley.plan and what can be asked of a plan, without JAX: test_plan.py, with the package on PYTHONPATH."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import motley

# A job in the background of a shell ignores Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = "gpt:layers=2,hidden=64,heads=4,seq=32,vocab=256,batch=32"
CLUSTER = ROOT / "examples/clusters/unlike-4.yaml"
# Too long for a test: it is stopped.
LARGE = ("gpt:layers=24,hidden=1024,batch=64", ROOT / "examples/clusters/hap-64.yaml")


def program(*arguments):
    return subprocess.run([os.environ["MOTLEY"], *map(str, arguments)], capture_output=True, text=True, check=True).stdout


class Plans(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.plan = motley.plan(MODEL, cluster=CLUSTER, level="fast")

    def test_figures_are_those_of_the_command_line(self):
        staged = MODEL.replace("seq=32", "seq=64")  # best as a pipeline
        said = json.loads(program("plan", staged, "--cluster", CLUSTER, "--level", "fast", "--json"))
        p = motley.plan(staged, cluster=CLUSTER, level="fast", pipelines=True)  # as the command line has it
        self.assertEqual(p.step_seconds, said["step_seconds"])
        self.assertEqual(p.lower_bound_seconds, said["lower_bound_seconds"])
        self.assertEqual(p.peak_bytes, said["peak_bytes"])
        self.assertEqual((p.fits, p.complete), (said["fits"], True))
        self.assertAlmostEqual(p.gap, 1 - said["lower_bound_seconds"] / said["step_seconds"])
        self.assertEqual(len(p.stages), len(said["stages"]))
        strategy = ("--strategy", "zero-3")
        said = json.loads(program("plan", MODEL, "--cluster", CLUSTER, *strategy, "--json"))
        sharded = motley.plan(MODEL, cluster=CLUSTER, strategy="zero-3")
        states = said["stages"][0]["arguments"]
        self.assertEqual({name: a.state for name, a in sharded.arguments.items()}, states)

    def test_shares_add_up_and_follow_the_speeds(self):
        tok = self.plan.arguments["tok"]
        self.assertEqual(tok.role, "batch")
        self.assertEqual(tok.shape, (32, 32))
        (share,) = tok.shares
        self.assertEqual((share.dim, sum(share.sizes), share.kind), (0, 32, "uneven"))
        self.assertEqual(max(share.sizes), share.sizes[self.plan.devices.index("fast")])

    def test_explain_and_what_if(self):
        explanation = self.plan.explain("wte")
        chosen = explanation.chosen
        if chosen.state != self.plan.arguments["wte"].state:  # explaining has found a faster plan
            self.assertLess(chosen.step_seconds, self.plan.step_seconds)
        times = [s.step_seconds for s in explanation]
        self.assertEqual((times, len(times) > 2), (sorted(times), True))
        other = self.plan.what_if(pin={"wte": "R"})
        self.assertEqual(other.arguments["wte"].state, "R")
        self.assertGreaterEqual(other.step_seconds, self.plan.step_seconds)
        self.assertIn("wte", str(self.plan.diff(other)) + str(self.plan.diff(other).changes))
        self.assertFalse(self.plan.diff(self.plan))

    def test_a_faster_network_is_not_slower(self):
        cluster = motley.Cluster(CLUSTER)
        slow = motley.plan(MODEL, cluster=cluster, strategy="zero-3")
        fast = slow.what_if(cluster=cluster.with_network(bandwidth="400Gb/s", latency="1us"))
        self.assertLess(fast.step_seconds, slow.step_seconds)
        self.assertEqual(cluster.with_network(bandwidth=5e10).network_bandwidth, 5e10)

    def test_even_plans_have_equal_shares(self):
        even = self.plan.evened()
        self.assertTrue(even.is_even)
        self.assertGreaterEqual(even.step_seconds, self.plan.step_seconds)
        for a in even.arguments.values():
            for share in a.shares:
                self.assertEqual(len(set(share.sizes)), 1, a)
        self.assertEqual(motley.plan(MODEL, cluster=CLUSTER, level="fast", even=True).step_seconds, even.step_seconds)
        with self.assertRaisesRegex(motley.Error, "dp-proportional has unequal shares"):
            motley.plan(MODEL, cluster=CLUSTER, strategy="dp-proportional", even=True)

    def test_plans_compute_what_one_device_computes(self):
        for p in (self.plan, self.plan.evened()):
            verified = p.verify()
            self.assertTrue(verified.ok)
            self.assertGreater(verified.num_compared, 30)
            self.assertLess(verified.max_relative_error, 1e-12)

    def test_plan_files_go_round(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "plan.json"
            self.plan.save(file)
            same = motley.read_plan(file)
            self.assertEqual(same.step_seconds, self.plan.step_seconds)
            self.assertFalse(self.plan.diff(same))
            self.assertEqual(json.loads(program("simulate", file, "--json"))["step_seconds"], self.plan.step_seconds)
            self.plan.simulate(trace=pathlib.Path(folder) / "trace.json")
            self.assertIn("traceEvents", (pathlib.Path(folder) / "trace.json").read_text())

    def test_notebooks_get_html_without_scripts(self):
        page = self.plan._repr_html_() + self.plan.explain("wte")._repr_html_() + motley.Cluster(CLUSTER)._repr_html_()
        self.assertIn("wte", page)
        self.assertNotIn("<script", page)
        for part in ("Who does what", "optimality gap", "dp-even"):  # as the report's renderer has them
            self.assertIn(part, page)
        with tempfile.TemporaryDirectory() as folder:
            self.plan.report(f"{folder}/plan.html")
            self.assertIn("default-src 'none'", pathlib.Path(f"{folder}/plan.html").read_text())

    def test_options_of_the_step(self):
        def same(options, **keywords):
            said = json.loads(program("plan", MODEL, "--cluster", CLUSTER, "--strategy", "zero-3", *options, "--json"))
            p = motley.plan(MODEL, cluster=CLUSTER, strategy="zero-3", **keywords)
            self.assertEqual((p.step_seconds, p.peak_bytes), (said["step_seconds"], said["peak_bytes"]), options)

        same(["--precision", "bf16"], precision="bf16")
        same(["--microbatches", "2", "--recompute"], microbatches=2, recompute=True)
        same(["--recompute-selective"], recompute="selective")

    def test_other_questions(self):
        rows = motley.compare(MODEL, cluster=CLUSTER, level="fast")
        self.assertIn("zero-3", [row["strategy"] for row in rows])
        self.assertEqual(rows[0]["step_seconds"], min(row["step_seconds"] for row in rows))
        self.assertEqual([r["device_type"] for r in motley.cost(MODEL, cluster=CLUSTER)], ["fast", "slow"])
        schedule = motley.schedule("1f1b", stages=4, microbatches=8, forward=1, backward=2)
        self.assertEqual(schedule["makespan"], 33)
        self.assertIn("gpt", [m["name"] for m in motley.models()])


    def test_a_cluster_without_a_name_is_called_by_its_devices(self):
        cluster = motley.Cluster({"hosts": [{"devices": {"v100": 1, "p100": 3}, "link": {"bandwidth": "16GB/s", "latency": "5us"}}]})
        self.assertEqual(cluster.name, "1 x v100, 3 x p100")
        self.assertIn("on 1 x v100, 3 x p100:", str(motley.plan(MODEL, cluster=cluster, strategy="dp-even", level="fast")))

    def test_a_step_of_another_size_than_asked_for_is_a_warning(self):
        folder = ROOT / "tests/data/models/gpt-tiny"  # three batches, as its four samples make no three micro-batches
        with self.assertWarnsRegex(UserWarning, "microbatches 3 is taken as accumulate 3") as caught:
            p = motley.plan(folder, cluster=CLUSTER, strategy="dp-even", level="fast", microbatches=3)
        self.assertEqual(caught.filename, __file__)
        self.assertTrue(p.notes)


class Mistakes(unittest.TestCase):
    def expect(self, text, call, error=motley.Error):
        with self.assertRaisesRegex(error, text):
            call()

    def test_messages_name_the_argument_and_the_way_out(self):
        plan = motley.plan
        self.expect("cluster: there is no file 'nope.yaml'; give a cluster file, a dict or", lambda: plan(MODEL, cluster="nope.yaml"))
        self.expect("cluster is a int", lambda: plan(MODEL, cluster=4))
        self.expect("give a loss function of JAX", lambda: plan(4, cluster=CLUSTER))
        self.expect("params is for functions", lambda: plan(MODEL, {"w": 1}, cluster=CLUSTER))
        self.expect('level is "full" or "fast"', lambda: plan(MODEL, cluster=CLUSTER, level="slow"))
        self.expect('precision is "model" or "bf16"', lambda: plan(MODEL, cluster=CLUSTER, precision="f8"))
        self.expect("recompute is True, False or 'selective'", lambda: plan(MODEL, cluster=CLUSTER, recompute="all"))
        self.expect("pin, forbid .* leave out strategy", lambda: plan(MODEL, cluster=CLUSTER, strategy="zero-3", pin={"wte": "R"}))
        self.expect("there is no value `nonsense`; values are the model's arguments, such as `",
                    lambda: plan(MODEL, cluster=CLUSTER, pin={"nonsense": "R"}, level="fast"))  # fmt: skip
        self.expect("did you mean `wte`", lambda: plan(MODEL, cluster=CLUSTER, pin={"wtee": "R"}, level="fast"))
        self.expect("microbatches is 2.5; give a whole number", lambda: plan(MODEL, cluster=CLUSTER, microbatches=2.5))
        self.expect("accumulate is 0; it must be at least 1", lambda: plan(MODEL, cluster=CLUSTER, accumulate=0))
        self.expect("time_limit is -1; give seconds", lambda: plan(MODEL, cluster=CLUSTER, time_limit=-1))
        self.expect("time_limit is '3s'; give seconds", lambda: plan(MODEL, cluster=CLUSTER, time_limit="3s"))
        self.expect("one of the units", lambda: motley.Cluster(CLUSTER).with_network("4 bananas"))
        p = plan(MODEL, cluster=CLUSTER, strategy="zero-3")
        self.expect("what_if has no option 'pins'", lambda: p.what_if(pins={}))
        self.expect("nearest name is 'wte'", lambda: p.arguments["wtee"], KeyError)
        self.expect("ranks 0 to 3", lambda: p.rank_program(4))


class Cancelling(unittest.TestCase):
    def test_a_callback_stops_a_search_within_a_second(self):
        stopped = []

        def callback(progress):
            if progress.num_simulated > 0:
                stopped.append(time.process_time())
                return motley.STOP

        p = motley.plan("gpt:layers=4,hidden=1024,batch=64", cluster=LARGE[1], callback=callback)
        self.assertFalse(p.complete)
        self.assertGreater(p.step_seconds, 0)
        self.assertLess(time.process_time() - stopped[0], 1.5)  # of the processor, which other tests share

    def test_ctrl_c_interrupts_a_search(self):
        threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            motley.plan(LARGE[0], cluster=LARGE[1])

    def test_ctrl_c_ends_verify_and_its_work(self):
        large = motley.plan("gpt:layers=4,hidden=256,heads=4,seq=128,vocab=512,batch=12", cluster=CLUSTER, strategy="dp-even")
        threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            large.verify()  # minutes, on the interpreter
        for _ in range(600):  # an op of the interpreter later
            if not any(thread.name == "motley" for thread in threading.enumerate()):
                return
            time.sleep(0.1)
        self.fail("the work goes on")

    def test_other_threads_run_meanwhile(self):
        ticks = []
        stop = threading.Event()

        def count():
            while not stop.wait(0.01):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=count)
        thread.start()
        motley.plan(MODEL, cluster=CLUSTER, level="fast")
        stop.set()
        thread.join()
        self.assertGreater(len(ticks), 3)


class Importing(unittest.TestCase):
    def test_import_needs_neither_jax_nor_mpi(self):
        code = "import sys, motley; print(sorted({'jax', 'IPython', 'matplotlib'} & set(sys.modules)))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "[]")
        linked = subprocess.run(["ldd", motley._core.__file__], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libmpi", linked)


if __name__ == "__main__":
    unittest.main()
