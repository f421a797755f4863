#!/usr/bin/env python3
"""`motley schedule`: test_schedule.py build/motley tests/data"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
FOUR = ["--stages", "4", "--microbatches", "8"]


def motley(*arguments):
    return subprocess.run([PROGRAM, "schedule", *map(str, arguments)], capture_output=True, text=True)


def shown(*arguments):
    done = motley(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Schedule(unittest.TestCase):
    def refused(self, message, *arguments):
        done = motley(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"motley: {message}\n"))

    def test_draws_what_papers_draw(self):
        done = motley("1f1b", "--stages", 2, "--microbatches", 3, "--forward", 1, "--backward", 2, "--text")
        self.assertEqual(done.returncode, 0)
        picture = ("stage 0 |F0 F1 .  .  B0--- F2 B1--- .  B2---\n"
                   "stage 1 |.  F0 B0--- F1 B1--- F2 B2--- .  .\n")
        self.assertTrue(done.stdout.startswith(picture), done.stdout)
        self.assertIn("makespan 12, bubble 25.0 %\n", done.stdout)

    def test_every_schedule_by_its_name(self):
        for name, makespan in [("1f1b", 49), ("gpipe", 39), ("kfkb:k=2", 39), ("deep:h=1", 39), ("per-edge", 39),
                               ("dynamic", 39)]:
            with self.subTest(name):
                answer = shown(name, *FOUR, "--forward", 1, "--backward", 2, "--latency", 1)
                self.assertEqual(answer["makespan"], makespan)
        answer = shown("1f1b", *FOUR, "--latency", 1)
        self.assertEqual(answer["peak_live"], [4, 3, 2, 1])
        self.assertEqual(answer["lists"][3][:4], ["3F0", "3B0", "3F1", "3B1"])
        self.assertEqual(answer["starts"][3][:3], [6, 7, 9])
        for name, makespan in [("zb-h1", 27), ("zb-h2", 27)]:
            self.assertEqual(shown(name, *FOUR, "--backward", 1, "--weight", 1)["makespan"], makespan)
        answer = shown("zb-v", *FOUR, "--forward", 1, "--backward", 1, "--weight", 1)
        self.assertEqual(answer["makespan"], 51)  # of 48: passes of half the size of the others
        self.assertEqual(answer["busy"], [48] * 4)
        for name in ["interleaved:v=2", "breadth-first:v=2"]:
            self.assertEqual(shown(name, *FOUR)["makespan"], 57)
            by_device = shown(name, *FOUR, "--forward", "1,2,1,1", "--latency", "1,0,2")["makespan"]
            by_stage = shown(name, *FOUR, "--forward", "1,2,1,1,1,2,1,1", "--latency", "1,0,2,2,1,0,2")["makespan"]
            self.assertEqual(by_device, by_stage)

    def test_the_list_is_that_of_the_catalogue(self):
        catalogue = pathlib.Path(__file__).resolve().parents[2] / "docs/catalog.md"
        table = catalogue.read_text().split("## Schedules")[1]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| `")]
        wanted = [f"{row[0].split(',')[0].strip('`'):<20}{row[1]}" for row in rows]
        done = motley("--list")
        self.assertEqual(done.stdout.splitlines()[:-1], wanted)
        self.assertTrue(done.stdout.splitlines()[-1].startswith("best "))
        self.assertEqual(shown("looped-bfs", *FOUR)["lists"], shown("breadth-first", *FOUR)["lists"])

    def test_the_best_order_comes_with_a_proof(self):
        best = shown("best", *FOUR, "--backward", 1, "--weight", 1, "--cap", 4)
        self.assertEqual((best["makespan"], best["lower_bound"]), (27, 27))
        self.assertTrue(all(live <= 4 for live in best["peak_live"]))
        slow = ["--forward", "1,3,1,2", "--backward", "2,1,1,2", "--weight", "1,1,2,1", "--latency", 2, "--cap", "6,5,4,3"]
        best = shown("best", *FOUR, *slow)
        self.assertLessEqual(best["lower_bound"], best["makespan"])
        for name in ["1f1b", "zb-h1", "dynamic"]:
            other = json.loads(motley(name, *FOUR, *slow, "--json").stdout)
            if other["fits"]:
                self.assertLessEqual(best["makespan"], other["makespan"])
        self.assertIn("no order takes less than 27", motley("best", *FOUR, "--backward", 1, "--weight", 1).stdout)

    def test_times_are_exact(self):
        answer = shown("1f1b", "--stages", 2, "--microbatches", 3, "--forward", "1/3,0.5", "--backward", "2/3,1")
        self.assertEqual(answer["makespan_exact"], "5.5")
        answer = shown("gpipe", "--stages", 3, "--microbatches", 1, "--forward", "1/3", "--backward", "1/7")
        self.assertEqual(answer["makespan_exact"], "10/7")

    def test_action_tables_go_out_and_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "table.csv"
            file.write_text(motley("zb-h1", *FOUR, "--weight", 1, "--csv").stdout)
            again = shown(file, "--weight", 1, "--backward", 1)
            self.assertEqual((again["makespan"], again["stages"]), (27, 4))
            self.refused(f"{file}: there are 4 devices here, not 3", file, "--stages", 3, "--weight", 1)
            self.refused("0W0 is a weight gradient: --weight says how long those take", file)
            file.write_text("0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n")
            self.refused(f"{file}: deadlock: 0B0 on device 0 waits for 1B0, which is queued behind 1F1 on device 1 "
                         "waits for 0F1, which is queued behind 0B0", file)

    def test_times_by_device_follow_a_table_wherever_its_stages_are(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "v.csv"
            file.write_text("0F0,3F0,3B0,0B0\n1F0,2F0,2B0,1B0\n")
            self.assertEqual(shown(file, "--forward", "1,2", "--backward", 1)["starts"], [[0, 5, 6, 9], [1, 3, 7, 8]])

    def test_a_trace_has_a_process_for_each_rank(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "trace.json"
            self.assertEqual(motley("1f1b", *FOUR, "--latency", 1, "--trace", file).returncode, 0)
            events = json.loads(file.read_text())
            events = events["traceEvents"] if isinstance(events, dict) else events
            names = {e["args"]["name"] for e in events if e.get("ph") == "M"}
            self.assertLessEqual({"rank 0", "rank 3", "compute", "send to rank 1"}, names)
            spans = [e for e in events if e.get("ph") == "X"]
            self.assertEqual(len(spans), 2 * 4 * 8 + 2 * 3 * 8)

    def test_what_does_not_fit_says_by_how_much(self):
        done = motley("gpipe", *FOUR, "--cap", 4)
        self.assertEqual(done.returncode, 1)
        self.assertIn("It does not fit: stage 0 holds 8 micro-batches, 4 more than its cap of 4.", done.stdout)
        done = motley("gpipe", *FOUR, "--cap", 4, "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)["fits"]), (1, False))

    def test_mistakes(self):
        self.refused("--stages and --microbatches say how large the pipeline is, each at least 1", "1f1b")
        self.refused("--forward: the time -1 is negative", "1f1b", *FOUR, "--forward=-1")
        self.refused("--forward: `x` is not a time such as 3, 0.5 or 112/3", "1f1b", *FOUR, "--forward", "x")
        self.refused("--forward has 2 values; it takes one, or one for each of the 4 stages", "1f1b", *FOUR,
                     "--forward", "1,2")
        self.refused("stage 2 takes no time in a forward pass", "1f1b", *FOUR, "--forward", "1,1,0,1")
        self.refused("the times are too long, or too finely divided, to be summed exactly", "1f1b", *FOUR, "--forward", "1e18")
        self.refused("--cap: `0` is not a number of micro-batches (1 or more)", "1f1b", *FOUR, "--cap", 0)
        self.refused("unknown schedule `1f1c`; did you mean `1f1b`?", "1f1c", *FOUR)
        self.refused("unknown schedule `nonsense`; choose one of gpipe, 1f1b, kfkb, deep, per-edge, interleaved, "
                     "breadth-first, zb-h1, zb-h2, zb-v, dynamic", "nonsense", *FOUR)  # fmt: skip


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
