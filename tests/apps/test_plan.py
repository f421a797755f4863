#!/usr/bin/env python3
"""`motley plan --profile`: test_plan.py build/motley tests/data"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
EXAMPLES = DATA.parent.parent / "examples" / "clusters"
PROFILES = DATA / "profiles"

# Three hosts of one device, a byte a second between them.
CLUSTER = """name: three
device_types:
  d: {flops: 1T, memory: 16GiB, memory_bandwidth: 1GB/s}
hosts:
  - {count: 3, devices: {d: 1}}
network: {bandwidth: 1B/s, latency: 0s}
"""
# Six samples, which two and three devices share evenly, as the formula assumes. It takes a pipeline for the best, which is 15 % slower than data parallelism.
PROFILE = """motley-profile 1
name pivot
batch 6
layer 0 a forward=1 backward=2 activation=1 parameters=0
layer 1 b forward=2 backward=4 activation=2 parameters=4
layer 2 c forward=3 backward=6 activation=1 parameters=0
layer 3 d forward=2 backward=4 activation=1 parameters=0
end
"""


def motley(*arguments):
    done = subprocess.run([PROGRAM, "plan", *map(str, arguments)], capture_output=True, text=True)
    done.stderr = re.sub(r"(?m)^(planning|comparing|verifying)\b.*, \d+ s\n", "", done.stderr)  # told on a busy machine
    return done


class Plan(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "cluster.yaml").write_text(CLUSTER)
        (self.folder / "profile.txt").write_text(PROFILE)
        self.small = ["--profile", self.folder / "profile.txt", "--cluster", self.folder / "cluster.yaml", "--batch", 24]

    def shown(self, *arguments):
        done = motley(*arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def refused(self, pattern, *arguments):
        done = motley(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, pattern)

    def test_the_published_planner_believes_its_formula_and_ours_the_simulator(self):
        dapple = self.shown(*self.small, "--strategy", "dapple", "--boundary", "whole")
        self.assertAlmostEqual(dapple["own_seconds"], 36)
        self.assertEqual([s["layers"] for s in dapple["stages"]], [[0, 1], [2, 3]])
        self.assertIn(round(dapple["step_seconds"], 6), (43, 50))
        ours = self.shown(*self.small)
        self.assertAlmostEqual(ours["step_seconds"], 112 / 3, places=9)
        self.assertEqual((ours["complete"], ours["fits"], len(ours["stages"])), (True, True, 1))
        self.assertLessEqual(ours["lower_bound_seconds"], ours["step_seconds"])
        for row in ours["rows"]:
            if row["fits"]:
                self.assertLessEqual(ours["step_seconds"], row["step_seconds"])

    def test_a_given_plan_is_evaluated(self):
        plan = self.folder / "plan.json"
        found = self.shown(*self.small, "-o", plan)
        self.assertEqual(self.shown(*self.small, "--evaluate", plan)["step_seconds"], found["step_seconds"])
        given = json.loads(plan.read_text())
        given["stages"] = [{"layers": [0, 1, 2, 3], "devices": [0]}]
        plan.write_text(json.dumps(given))
        alone = self.shown(*self.small, "--evaluate", plan)
        self.assertAlmostEqual(alone["step_seconds"], 4 * (1 + 2 + 3 + 2) * 3)  # four times the profile's samples
        for stages, message in ([{"layers": [0, 1, 2], "devices": [0]}], "leave out layer 3"), (
                [{"layers": [0, 1, 2, 3], "devices": [0, 0]}], "device 0 a second time"), (
                [{"layers": [0, 1, 2, 4], "devices": [0]}], "layers"), ([{"layers": [0, 1, 2, 3], "devices": []}], "needs"):
            plan.write_text(json.dumps({**given, "stages": stages}))
            self.refused(message, *self.small, "--evaluate", plan)

    def test_a_folder_of_measurements(self):
        times = {str(m): {str(t): {str(i): [1e-3 * m**0.5 / t**0.5, 2e-3 * m**0.5 / t**0.5, 1e-4] for i in range(6)}
                          for t in (1, 2)} for m in (1, 2, 4)}
        for name in "quick", "slow":
            (self.folder / "net" / name).mkdir(parents=True)
            (self.folder / "net" / name / "profile.json").write_text(json.dumps(times))
        layer = {"params_bytes": 4e6, "act_output_bytes": 1e5, "act_mem_bytes": 1e6}
        (self.folder / "llm_info.json").write_text(json.dumps({"net": {str(t): {str(i): layer for i in range(6)} for t in (1, 2)}}))
        (self.folder / "two.yaml").write_text(
            "name: two\ndevice_types:\n  quick: {flops: 2T, memory: 1GB, memory_bandwidth: 1GB/s}\n"
            "  slow: {flops: 1T, memory: 1GB, memory_bandwidth: 1GB/s}\nhosts:\n"
            "  - {count: 2, devices: {quick: 2}, link: {bandwidth: 10GB/s, latency: 1us}}\n"
            "  - {count: 1, devices: {slow: 4}, link: {bandwidth: 10GB/s, latency: 1us}}\n"
            "network: {bandwidth: 1GB/s, latency: 10us}\n")
        plan = self.folder / "plan.json"
        asked = ["--profile", self.folder / "net", "--profile-memory", self.folder / "llm_info.json", "--cluster",
                 self.folder / "two.yaml", "--batch", 64]
        found = self.shown(*asked, "-o", plan)
        self.assertTrue(found["fits"] and found["complete"])
        self.assertLessEqual(found["lower_bound_seconds"], found["step_seconds"])
        self.assertEqual([stage["layers"][0] for stage in found["stages"]][0], 0)
        self.assertEqual(found["stages"][-1]["layers"][1], 6)
        self.assertEqual(self.shown(*asked, "--evaluate", plan)["step_seconds"], found["step_seconds"])
        alone = {**found, "samples": 1, "replicas": 1,
                 "stages": [{"layers": [0, 6], "replicas": [{"type": "quick", "tensor": 1, "count": 1}]}]}
        plan.write_text(json.dumps(alone))
        self.assertAlmostEqual(self.shown(*asked, "--evaluate", plan)["step_seconds"], 64 * 18e-3 + 1e-4)
        tight = motley(*asked, "--json", "--overhead", "999MB")
        self.assertEqual((tight.returncode, json.loads(tight.stdout)["fits"]), (1, False))
        self.assertIn("replicas", motley(*asked).stdout)
        self.refused("give --batch", *asked[:-2])
        self.refused("--overhead 1GBs", *asked, "--overhead", "1GBs")

    def test_published_profiles(self):
        vgg = ["--profile", PROFILES / "vgg-19-pbs-32.txt", "--cluster", EXAMPLES / "dapple-a.yaml", "--batch", 1024]
        rows = {row["strategy"]: row for row in self.shown(*vgg)["rows"]}
        self.assertEqual(rows["pipedream"]["plan"], "(0-12)@8 | (12-18)@6 | (18-20)@1 | (20-26)@1")
        self.assertEqual(rows["dapple"]["plan"], "(0-17)@14 | (17-26)@2")
        self.assertLess(rows["dapple"]["step_seconds"], rows["pipedream"]["step_seconds"])
        self.assertLess(rows["motley"]["step_seconds"], rows["dapple"]["step_seconds"])

    def test_the_same_problem_gives_the_same_bytes(self):
        first, second = self.folder / "a.json", self.folder / "b.json"
        for file in (first, second):
            self.assertEqual(motley(*self.small, "-o", file, "--trace", self.folder / "t.json").returncode, 0)
        self.assertEqual(first.read_bytes(), second.read_bytes())
        self.assertNotIn("search_seconds", json.loads(first.read_text()))
        self.assertIn("rank 0-2", (self.folder / "t.json").read_text())
        self.assertIn("all-reduce", (self.folder / "t.json").read_text())

    def test_text_shows_the_plan_its_picture_and_all_strategies(self):
        done = motley(*self.small)
        self.assertEqual(done.returncode, 0)
        self.assertIn("motley: 1 stage, 4 micro-batches of 6 samples, 1f1b: a step takes 37.33 s\n", done.stdout)
        self.assertIn("stage 0 |F0", done.stdout)
        for strategy in ("gpipe", "1f1b", "pipedream", "dapple", "motley"):
            self.assertRegex(done.stdout, rf"\n[* ]  {strategy} ")

    def test_the_order_of_hosts_does_not_change_the_physics(self):
        rows = ["  - {count: 1, devices: {slow: 1}}\n", "  - {count: 1, devices: {d: 1}}\n"]
        times = []
        for order in (rows, rows[::-1]):
            text = CLUSTER.replace("hosts:\n  - {count: 3, devices: {d: 1}}\n", "hosts:\n" + "".join(order))
            (self.folder / "cluster.yaml").write_text(text.replace("hosts:", "  slow: {flops: 0.5T, memory: 16GiB, "
                                                                             "memory_bandwidth: 1GB/s}\nhosts:"))
            times.append(self.shown(*self.small)["step_seconds"])
        self.assertAlmostEqual(times[0], times[1])
        slower = self.shown(*self.small, "--profile-device", "slow")["step_seconds"]
        self.assertLess(slower, times[0])
        self.refused("^motley: the cluster has no device type `fast`, on which the profile was measured\n$", *self.small,
                     "--profile-device", "fast")

    def test_a_plan_replaces_files_and_nothing_else(self):
        target, link, pipe = (self.folder / name for name in ("plan.json", "link.json", "pipe"))
        link.symlink_to(target)
        self.assertEqual(motley(*self.small, "-o", link).returncode, 0)
        self.assertTrue(link.is_symlink() and json.loads(target.read_text())["fits"])
        os.mkfifo(pipe)
        self.refused("pipe: cannot be written: it is not a regular file\n$", *self.small, "-o", pipe)
        self.refused("name the same file", *self.small, "-o", self.folder / "profile.txt")
        self.refused("name the same file", *self.small, "-o", target, "--trace", target)

    def test_what_does_not_fit_is_still_planned(self):
        (self.folder / "cluster.yaml").write_text(CLUSTER.replace("16GiB", "15B"))
        done = motley(*self.small)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"It does not fit: stage \d needs .* GB on a device of 1.5e-08 GB")
        (self.folder / "cluster.yaml").write_text(CLUSTER.replace("16GiB", "19B"))
        done = motley(*self.small, "--strategy", "gpipe", "--json", "-o", self.folder / "plan.json")
        self.assertEqual((done.returncode, json.loads(done.stdout)["fits"]), (1, False))
        self.assertFalse(json.loads((self.folder / "plan.json").read_text())["fits"])

    def test_mistakes(self):
        self.refused(r"^motley: name a model, or a profile of layers with --profile\n$")
        self.refused(r"^motley: 5 stages are more than the 4 layers of the profile\n$", *self.small, "--stages", 5)
        self.refused(r"^motley: 4 stages are more than the 3 devices of the cluster\n$", *self.small, "--stages", 4)
        self.refused(r"^motley: a batch of 24 cannot be split into 25 micro-batches\n$", *self.small, "--microbatches", 25)
        self.refused(r"no/such/file", "--profile", "no/such/file", *self.small[2:])
        for text, message in [(PROFILE.replace("forward=3", "forward=-3"), "`forward` must be a time from 0"),
                              (PROFILE[:200], "profile.txt:[67]"),
                              (PROFILE.replace("end\n", "edge 0 1\nedge 1 0\nend\n"), "cycle|circle|each other"),
                              (PROFILE.replace("forward=3", "forward=9e8"), "too long to be summed exactly")]:
            (self.folder / "profile.txt").write_text(text)
            self.refused(message, *self.small)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
