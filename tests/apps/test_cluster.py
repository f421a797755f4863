#!/usr/bin/env python3
"""`motley cluster` on the examples: test_cluster.py build/motley tests/data"""
import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
EXAMPLES = DATA.parent.parent / "examples" / "clusters"


def motley(*arguments):
    return subprocess.run([PROGRAM, "cluster", *map(str, arguments)], capture_output=True, text=True)


class Cluster(unittest.TestCase):
    def test_a_table_shows_hosts_devices_and_totals(self):
        done = motley(EXAMPLES / "hap-64.yaml")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("hap-64: 8 hosts, 64 devices, 697.6 Tflop/s, 1024 GiB\n", done.stdout)
        self.assertIn("2-7   16-63  each 8 x p100  16GB/s, 8us   1.3GB/s, 30us\n", done.stdout)

    def test_json_holds_numbers(self):
        shown = json.loads(motley(EXAMPLES / "dapple-b.yaml", "--json").stdout)
        self.assertEqual((shown["num_hosts"], shown["num_devices"]), (16, 16))
        self.assertEqual(shown["memory_bytes"], 16 << 34)
        self.assertEqual(shown["hosts"][3]["network"], {"bandwidth_bytes_per_second": 3.125e9, "latency_seconds": 3e-5})
        self.assertIsNone(shown["hosts"][3]["link"])

    def test_a_mistake_is_one_line_and_status_2(self):
        done = motley(DATA / "models")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^motley: .*models: cannot be read: Is a directory\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
