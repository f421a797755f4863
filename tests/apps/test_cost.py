#!/usr/bin/env python3
"""`motley cost` on described devices: test_cost.py build/motley tests/data"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
EXAMPLES = DATA.parent.parent / "examples" / "clusters"
MODEL = "gpt:layers=2,hidden=64,seq=32,vocab=128,batch=2"

MEASURED = """device_types:
  cpu:
    flops: 200G
    memory: 1GiB
    memory_bandwidth: 20GB/s
    threads: 2
    measured:
      dispatch:
        - {size: [], rate: 1M}
      call:
        - {size: [], rate: 1M}
      product.nn:
        - {size: [16, 16, 16], rate: 10G}
hosts:
  - {devices: {cpu: 1}}
"""


def motley(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


class Cost(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, text):
        path = pathlib.Path(self.folder.name) / "c.yaml"
        path.write_text(text)
        return path

    def test_every_device_type_has_its_table(self):
        done = motley("cost", MODEL, "--cluster", EXAMPLES / "hap-64.yaml")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("v100: ", "p100: ", "the roofline model", "product", "attention", "activations"):
            self.assertIn(words, done.stdout)

    def test_memory_is_what_the_engine_takes(self):
        told = json.loads(motley("cost", MODEL, "--cluster", self.file(MEASURED), "--json").stdout)["devices"][0]
        ran = json.loads(motley("run", MODEL, "--grad", "--device", "cpu", "--threads", 2, "--json").stdout)
        self.assertEqual(told["arena_bytes"], ran["peak_bytes"])
        self.assertEqual(told["peak_bytes"], sum(told["memory"].values()))

    def test_classes_sum_to_the_step_and_tables_are_used_where_they_are(self):
        told = json.loads(motley("cost", MODEL, "--cluster", self.file(MEASURED), "--json").stdout)["devices"][0]
        self.assertAlmostEqual(told["step_seconds"], sum(c["seconds"] for c in told["classes"]))
        self.assertTrue(0 < told["measured_share"] < 1)

    def test_an_optimizer_adds_its_state(self):
        def memory(*more):
            done = motley("cost", MODEL, "--cluster", self.file(MEASURED), "--json", *more)
            return json.loads(done.stdout)["devices"][0]["memory"]

        plain, adam = memory(), memory("--optimizer", "adam")
        self.assertEqual(plain["state_bytes"], 0)
        self.assertEqual(adam["state_bytes"] // adam["parameters_bytes"], 2)

    def test_a_model_that_does_not_fit_is_status_1(self):
        done = motley("cost", MODEL, "--cluster", self.file(MEASURED.replace("1GiB", "64KiB")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not fit", done.stdout)

    def test_a_bad_table_is_refused_at_its_line(self):
        file = self.file(MEASURED.replace("rate: 10G", "rate: 10GB"))
        done = motley("cost", MODEL, "--cluster", file)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^motley: .*c\.yaml:13:38: `rate` is wrong: .*\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
