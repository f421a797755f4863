#!/usr/bin/env python3
"""`motley cluster` on the examples: test_cluster.py build/motley tests/data"""
import json
import pathlib
import subprocess
import sys
import tempfile
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

    def test_a_picture_shows_hosts_that_are_alike_once(self):
        shown = motley(EXAMPLES / "dapple-a.yaml").stdout
        self.assertIn("+- hosts 0-1: 2 alike ------+\n| [v100][v100] .. [v100]  8 |\n"
                      "|    '---130GB/s, 5us---'   |---25Gb/s, 30us---+\n", shown)
        self.assertNotIn("warning", shown)

    def test_implausible_values_give_warnings_and_no_error(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "c.yaml"
            file.write_text("hosts: [{devices: {t4: 1}}]\nnetwork: {bandwidth: 1GB/s, latency: 20ms}\n")
            done = motley(file)
            shown = json.loads(motley(file, "--json").stdout)
        sentences = ["network: there is one host, so nothing uses it",
                     "network: a latency of 20ms is very long; is it another unit?"]
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.endswith("".join(f"warning: {line}\n" for line in sentences)), done.stdout)
        self.assertEqual(shown["warnings"], sentences)
        self.assertEqual(shown["device_types"][0]["flops_per_second"], 8.1e12)

    def test_types_known_by_name_are_listed_with_their_source(self):
        self.assertRegex(motley("--types").stdout, r"\nh100 +67T +494\.7T +989\.4T +80GiB +3350GB/s +NVIDIA H100 datasheet, SXM5, ")
        types = {row["name"]: row for row in json.loads(motley("--types", "--json").stdout)["device_types"]}
        self.assertEqual(types["v100"], {"name": "v100", "flops_per_second": 15.7e12,
                                         "product_flops_per_second": {"f64": 7.8e12, "bf16": 15.7e12, "f16": 125e12},
                                         "memory_bytes": 16 << 30, "memory_bytes_per_second": 900e9, "launch_seconds": 2e-6,
                                         "source": "NVIDIA V100 datasheet, SXM2 16 GB; no bfloat16"})
        self.assertNotRegex(motley("--types").stdout, r"\d{6}")  # rates are round numbers with a unit

    def test_no_file_is_a_mistake(self):
        done = motley()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "motley: which cluster? Name its YAML file, or list devices with --types\n")

    def test_a_mistake_is_one_line_and_status_2(self):
        done = motley(DATA / "models")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^motley: .*models: cannot be read: Is a directory\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
