#!/usr/bin/env python3
"""`motley solve` on a small problem of the contest's form: test_solve.py build/motley tests/data"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
SMALL = DATA / "choices" / "fourteen_nodes.json.gz"  # cut out of the contest's problem B
LEAST = 12388  # by trying every choice


def motley(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


def cost(problem, states):
    total = sum(costs[s] for costs, s in zip(problem["nodes"]["costs"], states))
    for (a, b), costs in zip(problem["edges"]["nodes"], problem["edges"]["costs"]):
        total += costs[states[a] * len(problem["nodes"]["costs"][b]) + states[b]]
    return total


def peak(problem, states):
    intervals, usages = problem["nodes"]["intervals"], problem["nodes"]["usages"]
    times = {t for interval in intervals for t in interval}
    return max(sum(u[s] for (begin, end), u, s in zip(intervals, usages, states) if begin <= t < end) for t in times)


class Solve(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.problem = json.loads(gzip.decompress(SMALL.read_bytes()))["problem"]

    def file(self, problem):
        path = pathlib.Path(self.folder.name) / "p.json"
        path.write_text(json.dumps({"problem": problem}))
        return path

    def test_the_last_line_is_the_choice(self):
        done = motley("solve", SMALL)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        states = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(cost(self.problem, states), LEAST)
        self.assertLessEqual(peak(self.problem, states), self.problem["usage_limit"])
        self.assertIn(f"cost       {LEAST}, proven least", done.stdout)

    def test_json_has_all_of_it(self):
        told = json.loads(motley("solve", SMALL, "--json", "--time-limit", 5).stdout)
        self.assertEqual((told["cost"], told["lower_bound"], told["gap"]), (LEAST, LEAST, 0))
        self.assertEqual((told["feasible"], told["exact"]), (True, True))
        self.assertEqual(told["peak_bytes"], peak(self.problem, told["solution"]))
        self.assertLess(told["seconds"], 5)

    def test_no_time_still_gives_an_answer(self):
        told = json.loads(motley("solve", SMALL, "--json", "--time-limit", 0).stdout)
        self.assertEqual(told["cost"], cost(self.problem, told["solution"]))
        self.assertLessEqual(told["lower_bound"], told["cost"])

    def test_too_little_memory_is_a_no_with_a_number(self):
        nodes = self.problem["nodes"]
        least = peak({"nodes": {**nodes, "usages": [[min(u)] for u in nodes["usages"]]}}, [0] * 14)
        self.problem["usage_limit"] = least - 10
        done = motley("solve", self.file(self.problem))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        told = motley("solve", self.file(self.problem), "--json")
        self.assertEqual(told.returncode, 1)
        told = json.loads(told.stdout)
        self.assertEqual((told["feasible"], told["cost"], told["solution"]), (False, None, []))
        self.assertGreaterEqual(told["excess_bytes"], 10)
        self.assertIn(f"by {told['excess_bytes']}", done.stdout)

    def test_mistakes_are_sentences(self):
        del self.problem["edges"]["costs"]
        for path, words in [(self.file(self.problem), "p.json: has no key problem.edges.costs"), ("nowhere", "nowhere: ")]:
            done = motley("solve", path)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
