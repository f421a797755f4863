#!/usr/bin/env python3
"""`motley probe` and `motley cluster` under mpirun: test_probe.py build/motley tests/data. Status 77 without mpirun."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
HERE = socket.gethostname()
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca", "oob_tcp_if_include", "lo"]


def ranks(count, *arguments):
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.run([*MPIRUN, "-n", str(count), PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          env=environment)


class Probe(unittest.TestCase):
    def test_pairs_have_their_bandwidth(self):
        done = ranks(3, "probe", "--pairs", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = json.loads(done.stdout)["pairs"]
        self.assertEqual([pair["ranks"] for pair in pairs], [[0, 1], [0, 2], [1, 2]])
        self.assertEqual(pairs[0]["hosts"], [HERE, HERE])
        self.assertGreater(pairs[0]["bandwidth_bytes_per_second"], 0)

    def test_a_file_that_cannot_be_written_is_said_before_anything_is_measured(self):
        done = ranks(2, "probe", "-o", "/no/such/folder/c.yaml")
        self.assertEqual(done.stdout, "")
        said = [line for line in done.stderr.splitlines() if line.startswith("motley:")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertIn("/no/such/folder/c.yaml", said[0])

    def refused(self, count, text, message):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "c.yaml"
            file.write_text(text)
            done = ranks(count, "cluster", file)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        # A rank that the launcher ends before it has looked at the file itself says so.
        said = [line for line in done.stderr.splitlines() if line.startswith("motley:") and "SIGTERM" not in line]
        self.assertEqual(said, [f"motley: {file}:{message}"])

    def test_a_file_for_other_ranks_is_refused(self):
        one = "device_types: {cpu: {flops: 1G, memory: 1GiB, memory_bandwidth: 1GB/s}}\nhosts:\n  - {name: NAME, devices: {cpu: 2}, link: " \
              "{bandwidth: 1GB/s, latency: 1us}}\n"
        self.refused(3, one.replace("NAME", HERE), "3:5: the cluster has 2 devices, but there are 3 ranks; start as many as "
                                                   "devices, or run `motley probe` for these")
        self.refused(2, one.replace("NAME", "elsewhere"),
                     f"3:5: device 0 is on host `elsewhere`, but rank 0 is on host `{HERE}`; start the ranks host by host as the "
                     "file has them (mpirun --map-by slot), or run `motley probe` for these")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "c.yaml"
            file.write_text(one.replace("NAME", HERE))
            done = ranks(2, "cluster", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("1 host, 2 devices"), 1)  # by rank 0 alone


if __name__ == "__main__":
    if not shutil.which("mpirun"):
        print("probe: skipped, for there is no mpirun")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
