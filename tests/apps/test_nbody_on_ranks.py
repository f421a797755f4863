#!/usr/bin/env python3
"""`motley nbody run` as processes: ranks, stops, restarts and what goes wrong: test_nbody_on_ranks.py build/motley tests/data"""
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy

PROGRAM = sys.argv[1]
# As many particles as one set of them is sent to all ranks, and more.
BOX = "box: {size: 20, particles: 18, seed: 4}\nrun: {threads: 1}\n"


def motley(*arguments, ranks=1, **options):
    command = [PROGRAM, "nbody", *map(str, arguments)]
    if ranks > 1:
        command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-np", str(ranks), *command]
        if os.geteuid() == 0:
            command.insert(1, "--allow-run-as-root")
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def finished(process):
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


class NbodyRun(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def settings(self, name, text):
        """A file of settings, with everything in a folder NAME."""
        file = self.folder / f"{name}.yaml"
        file.write_text(BOX + text.replace("DIR", str(self.folder / name)))
        return file

    def run_box(self, name, *arguments, ranks=1, output="redshifts: [12, 9], format: gadget2"):
        settings = self.settings(name, f"output: {{dir: DIR, {output}}}\n")
        return finished(motley("run", settings, *arguments, ranks=ranks))

    def test_ranks_write_what_one_does(self):
        status, out, err = self.run_box("one", "--json")
        self.assertEqual(status, 0, err)
        one = json.loads(out)
        self.assertGreater(one["sub_steps"], one["steps"] + 2)
        status, out, err = self.run_box("two", "--json", "--trace", self.folder / "trace.json", ranks=2)
        self.assertEqual(status, 0, err)
        two = json.loads(out)
        self.assertEqual((one["ranks"], two["ranks"], two["steps"]), (1, 2, one["steps"]))
        for number in ("000", "001"):
            for name in (f"snapshot_{number}", f"halos_{number}.txt", f"density_{number}.png"):
                self.assertEqual((self.folder / "one" / name).read_bytes(), (self.folder / "two" / name).read_bytes(), name)
            numpy.testing.assert_allclose(numpy.loadtxt(self.folder / f"one/spectrum_{number}.txt"),
                                          numpy.loadtxt(self.folder / f"two/spectrum_{number}.txt"), rtol=1e-5)
        self.assertIn("imbalance", (self.folder / "two/log.txt").read_text())
        record = json.loads((self.folder / "two/run.json").read_text())
        self.assertEqual((record["finished"], record["ranks"], len(record["outputs"])), (True, 2, 2))
        self.assertIn("2 ranks of 1 thread,", (self.folder / "two/log.txt").read_text())
        # Mesh and short range overlap.
        spans = {"mesh": [], "short range": []}
        for event in json.loads((self.folder / "trace.json").read_text())["traceEvents"]:
            if event.get("ph") == "X" and event["name"] in spans:
                spans[event["name"]].append((event["ts"], event["ts"] + event["dur"]))
        self.assertTrue(any(a < d and c < b for a, b in spans["mesh"] for c, d in spans["short range"]))
        self.assertTrue((self.folder / "trace.json.1").exists())

    def test_a_restart_on_devices_of_several_ranks_says_that_bits_change(self):
        arguments = ("run", self.folder / "box.yaml", "--device", "twin")
        text = "box: {size: 20, particles: 8}\nrun: {threads: 1}\ninitial: {z: 9}\n"
        output = f"output: {{dir: {self.folder}/out, picture: false, redshifts: [8.9%s]}}\n"
        for ranks, more, said in ((1, "", False), (2, ", 8.8", True), (3, ", 8.8, 8.7", False)):
            (self.folder / "box.yaml").write_text(text + output % more)
            status, _, err = finished(motley(*arguments, *(["--restart"] if more else []), ranks=ranks))
            self.assertEqual(status, 0, err)
            self.assertEqual("the run was on one rank with a device and continues on several; from z = 8.9 on" in err, said, err)

    def test_a_stop_file_ends_a_run_that_goes_on_with_other_ranks(self):
        self.assertEqual(self.run_box("whole")[0], 0)
        (self.folder / "part").mkdir()
        (self.folder / "part/stop").touch()
        status, out, err = self.run_box("part", ranks=3)
        self.assertEqual(status, 0, err)
        self.assertIn("--restart` resumes it", out)
        self.assertFalse((self.folder / "part/stop").exists())
        status, out, err = self.run_box("part", ranks=2)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("belongs to a stopped run", err)
        (self.folder / "part/stop").touch()
        status, out, err = self.run_box("part", "--restart", ranks=2)
        self.assertEqual(status, 0, err)
        self.assertIn("--restart` resumes it", out)
        status, out, err = self.run_box("part", "--restart")
        self.assertEqual(status, 0, err)
        for name in ("snapshot_000", "snapshot_001"):
            self.assertEqual((self.folder / "whole" / name).read_bytes(), (self.folder / "part" / name).read_bytes())
        # Of the restart files only those of the end remain.
        self.assertEqual(len([f.name for f in (self.folder / "part").iterdir() if f.name.startswith("restart")]), 2)
        status, out, err = self.run_box("part", "--restart")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("remove --restart", err)

    def test_a_killed_rank_ends_all_and_the_run_goes_on_from_its_last_state(self):
        self.assertEqual(self.run_box("whole")[0], 0)
        settings = self.settings("killed", "output: {dir: DIR, redshifts: [12, 9], format: gadget2}\n").read_text()
        path = self.folder / "killed.yaml"
        path.write_text(settings.replace("threads: 1", "threads: 1, restart_interval: 0.01"))
        process = motley("run", path, ranks=2)
        restart = self.folder / "killed/restart"
        until = time.time() + 30
        while not restart.exists() and time.time() < until and process.poll() is None:
            time.sleep(0.01)
        ranks = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        self.assertEqual(len(ranks), 2)
        os.kill(int(ranks[1]), signal.SIGKILL)
        status, out, err = finished(process)
        self.assertNotEqual(status, 0)
        self.assertEqual(out, "")
        path.write_text(settings)
        status, out, err = finished(motley("run", path, "--restart", ranks=2))
        self.assertEqual(status, 0, err)
        self.assertEqual((self.folder / "whole/snapshot_001").read_bytes(), (self.folder / "killed/snapshot_001").read_bytes())

    def test_sigusr1_to_the_launcher_stops_all_ranks_and_loses_nothing(self):
        output = "redshifts: [12, 3], format: gadget2, picture: false"
        self.assertEqual(self.run_box("whole", output=output)[0], 0)
        process = motley("run", self.settings("signalled", f"output: {{dir: DIR, {output}}}\n"), ranks=2)
        log = self.folder / "signalled/log.txt"
        until = time.time() + 30
        while time.time() < until and not (log.exists() and "step 1," in log.read_text()):
            time.sleep(0.01)
        process.send_signal(signal.SIGUSR1)
        status, out, err = finished(process)
        self.assertEqual(status, 0, err)
        self.assertIn("--restart` resumes it", out)
        status, out, err = self.run_box("signalled", "--restart", output=output)
        self.assertEqual(status, 0, err)
        for name in ("snapshot_000", "snapshot_001"):
            self.assertEqual((self.folder / "whole" / name).read_bytes(), (self.folder / "signalled" / name).read_bytes())

    @unittest.skipIf(os.geteuid() != 0, "a small file system wants root")
    def test_a_full_disk_leaves_the_newest_restart_files(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1300k", "motley-test", disk], capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        try:
            # Restart files of 490 kB twice, and not two snapshots of 163 kB with them.
            output = "redshifts: [12, 11, 10, 9, 8], format: gadget2, picture: false"
            self.assertEqual(self.run_box("whole", output=output)[0], 0)
            settings = self.settings("disk", f"output: {{dir: DIR, {output}}}\n")
            settings.write_text(settings.read_text().replace("threads: 1", "threads: 1, restart_interval: 0.001"))
            status, out, err = finished(motley("run", settings))
            self.assertEqual((status, out), (2, ""), err)
            self.assertIn("No space left on device", err)
            parts = [line.split()[0] for line in (disk / "restart").read_text().splitlines()[2:-1]]
            self.assertTrue(parts)
            for part in parts:
                self.assertTrue((disk / part).exists())
            self.assertEqual([f.name for f in disk.iterdir() if f.name.endswith(".tmp")], [])
            moved = self.folder / "moved"
            shutil.copytree(disk, moved)
            settings.write_text(settings.read_text().replace(str(disk), str(moved)))
            status, out, err = finished(motley("run", settings, "--restart"))
            self.assertEqual(status, 0, err)
            self.assertEqual((self.folder / "whole/snapshot_004").read_bytes(), (moved / "snapshot_004").read_bytes())
        finally:
            subprocess.run(["umount", disk], check=True)

    @unittest.skipIf(os.geteuid() != 0, "a small file system wants root")
    def test_a_full_disk_ends_the_run_and_leaves_what_was_there(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=440k", "motley-test", disk], capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        try:
            # Two snapshots of 163 kB and what belongs to them fit, and not a third.
            output = "redshifts: [12, 11, 9], format: gadget2, picture: false"
            for ranks in (1, 2):
                status, out, err = self.run_box("disk", ranks=ranks, output=output)
                self.assertNotEqual(status, 0)
                self.assertEqual(out, "")
                self.assertRegex(err, "snapshot_00[12].[0-9a-f]{16}.tmp: cannot be written.*: No space left on device")
                self.assertEqual([f.name for f in disk.iterdir() if f.name.endswith(".tmp")], [])
                self.assertEqual(finished(motley("spectrum", disk / "snapshot_000"))[0], 0)
                for file in disk.iterdir():
                    file.unlink()
        finally:
            subprocess.run(["umount", disk], check=True)

    def changed_start(self, change):
        """Settings of a run from initial conditions that `change` was applied to."""
        path = self.folder / "start"
        self.assertEqual(finished(motley("ic", self.settings("ics", "output: {dir: DIR, format: gadget1}\n"), "-o", path))[0], 0)
        data = bytearray(path.read_bytes())
        positions = numpy.frombuffer(data, "<f4", 3 * 18**3, 264 + 4).reshape(-1, 3)
        change(positions)
        path.write_bytes(data)
        return self.settings("changed", f"initial: {{file: {path}}}\noutput: {{dir: DIR, redshifts: [30]}}\n")

    def test_particles_that_cannot_be_are_named(self):
        def nan(positions):
            positions[5000, 1] = numpy.nan

        def outside(positions):
            positions[5000, 2] = 20001

        for change, message in ((nan, "at nan"), (outside, "outside")):
            settings = self.changed_start(change)
            for ranks in (1, 2):
                status, out, err = finished(motley("run", settings, ranks=ranks))
                self.assertNotEqual(status, 0)
                self.assertEqual(out, "")
                self.assertIn(message, err)

    def test_coincident_particles_without_softening_have_finite_forces(self):
        def together(positions):
            positions[1] = positions[0]
            positions[4000:4003] = positions[4000]

        settings = self.changed_start(together)
        settings.write_text(settings.read_text() + "softening: {comoving: 0}\n")
        status, out, err = finished(motley("forces", settings, "--json"))
        self.assertEqual(status, 0, err)
        self.assertTrue(numpy.isfinite(json.loads(out)["max"]))
        status, out, err = finished(motley("run", settings, "--json"))  # steps have a length all the same
        self.assertEqual(status, 0, err)
        self.assertLess(json.loads(out)["sub_steps"], 1000)

    def test_too_little_memory_is_said_before_it_is_taken(self):
        settings = self.settings("large", "output: {dir: DIR}\n")
        settings.write_text(settings.read_text().replace("particles: 18", "particles: 3000"))
        status, out, err = finished(motley("run", settings))
        self.assertEqual((status, out), (2, ""))
        self.assertIn("but this machine has", err)

    @unittest.skipIf(os.environ.get("MOTLEY_SANITIZED"), "sanitizers take address space of their own")
    def test_too_little_memory_for_one_process_is_said_too(self):
        settings = self.settings("limited", "output: {dir: DIR}\n")
        settings.write_text(settings.read_text().replace("particles: 18", "particles: 300"))
        limit = 3 << 30
        done = subprocess.run([PROGRAM, "nbody", "run", settings], capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("but a process may have 3.2 GB", done.stderr)


if __name__ == "__main__":
    if shutil.which("mpirun") is None:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
