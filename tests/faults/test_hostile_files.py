#!/usr/bin/env python3
"""What hand-edited and planted files can do to a user: test_hostile_files.py build/motley tests/data

Every mistake ends with status 2 and one sentence, nothing outside our files is touched, and nothing waits for ever.
"""
import gzip
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
import zipfile
import zlib

MOTLEY = DATA = None
MODEL = "mlp:inputs=8,hidden=16,classes=4,batch=8"
CLUSTER = """device_types:
  a: {flops: 2T, memory: 4GiB, memory_bandwidth: 50GB/s}
hosts:
  - {devices: {a: 4}, link: {bandwidth: 5GB/s, latency: 5us}}
"""
BOX = "box: {size: 20, particles: 8, seed: 4}\noutput: {dir: out, redshifts: [%s], format: gadget2}\nrun: {threads: 1%s}\n"


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, text):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def call(self, *arguments, memory=None, timeout=60):
        def limit():
            if memory and not os.environ.get("MOTLEY_SANITIZED"):  # sanitizers take address space of their own
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        return subprocess.run([MOTLEY, *arguments], cwd=self.folder, capture_output=True, text=True, errors="replace", timeout=timeout,
                              stdin=subprocess.DEVNULL, preexec_fn=limit)

    def works(self, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, saying, *arguments, **limits):
        done = self.call(*arguments, **limits)
        self.assertEqual(done.returncode, 2, (arguments, done.stdout[-300:], done.stderr))
        self.assertRegex(done.stderr, r"(^|\n)motley: [^\n]*\n$")
        self.assertRegex(done.stderr, saying)


class Plans(Folder):
    def test_hand_edited_plans_are_refused(self):
        self.file("c.yaml", CLUSTER)
        self.works("plan", MODEL, "--cluster", "c.yaml", "--strategy", "dp-even", "-o", "plan.json")
        plan = json.loads((self.folder / "plan.json").read_text())
        argument = next(iter(plan["stages"][0]["arguments"]))

        def edited(change):
            other = json.loads(json.dumps(plan))
            change(other)
            return self.file("edited.json", json.dumps(other))

        def stage(**values):
            return lambda p: p["stages"][0].update(values)
        cases = [
            (lambda p: p["stages"][0]["arguments"].update({argument: "P"}), "an argument cannot be partial"),
            (lambda p: p["stages"][0]["arguments"].update({argument: "Pmax"}), "an argument cannot be partial"),
            (lambda p: p["stages"][0]["read_as"].update({argument: "P"}), "an argument cannot be partial"),
            (lambda p: p["stages"][0]["arguments"].update({argument: "S(0:[4611686018427387904,4611686018427387904,1,1])"}), "too large"),
            (lambda p: p["stages"][0]["arguments"].update({argument: "S(0/9000000000000000000)"}), "longer than the dimension"),
            (lambda p: p["stages"][0]["arguments"].update({argument: "S(0:[1000000x1,1000000x1])"}), "more shares than the 4 devices"),
            (lambda p: p.update(version=99), "`version` is 99"),
            (lambda p: p.update(version=2.5), "`version` must be a whole number"),
            (stage(devices=[0, 0, 1, 2]), "device 0 is listed twice"),
            (stage(devices=[0, 1.5, 2, 3]), r"`stages\[0\].devices\[1\]` must be a whole number .* not 1.5"),
            (stage(devices="0123"), r"`stages\[0\].devices` must be a list"),
            (stage(grid=[0]), r"`stages\[0\].grid\[0\]` must be a whole number from 1"),
            (stage(grid=[-4]), r"`stages\[0\].grid\[0\]` must be a whole number from 1"),
            (stage(grid=[4, 0]), r"`stages\[0\].grid\[1\]`"),
            (stage(grid=[32768, 32768]), "do not make a grid"),
            (lambda p: p.update(microbatches=0), "`microbatches` must be a whole number from 1"),
            (lambda p: p.update(microbatches=-1), "`microbatches` must be a whole number from 1"),
            (lambda p: p.update(microbatches=10**6), "`microbatches` must be a whole number from 1"),
            (lambda p: p.update(stages={}), "`stages` must be a list"),
            (lambda p: p.update(recompute=3), "`recompute` must be true or false"),
            (lambda p: p.update(keep_product=True), "keep_product.*did you mean `keep_products`"),
            (stage(bucket_byte=1), r"bucket_byte.*did you mean `bucket_bytes`"),
            (lambda p: p.update(precision="bfloat16"), "`precision` is `bfloat16`, not `as in the model` or `bf16`"),
            (lambda p: p.update(samples_per_step=16), "`samples_per_step` is 16, but a step of .* has 8 samples"),
            (stage(recompute=True), r"`stages\[0\].recompute` is true, but `recompute` of the plan is false"),
        ]
        for change, saying in cases:
            with self.subTest(saying):
                self.refused(saying, "simulate", edited(change))
        self.refused("1e309", "simulate", self.file("edited.json", json.dumps(plan).replace(
            f'"bucket_bytes": {plan["stages"][0]["bucket_bytes"]}', '"bucket_bytes": 1e309')))
        self.refused("an argument cannot be partial", "train", "--plan", edited(cases[0][0]), "--steps", "1")


    def test_all_states_forbidden(self):
        self.file("c.yaml", CLUSTER)
        forbidden = [word for state in ("R", "S(0)", "S(1)") for word in ("--forbid", f"l0/w: {state}")]
        self.refused("'l0/w: S.1.': the requested states are contradictory", "plan", MODEL, "--cluster", "c.yaml", *forbidden)


class Inputs(Folder):
    def test_files_without_an_end_and_pipes(self):
        self.refused("is larger than 16.8 MB", "cluster", "/dev/zero", memory=2 << 30)
        os.mkfifo(self.folder / "pipe")
        self.refused("is not a regular file", "solve", "pipe")
        self.file("box.yaml", (BOX % ("30", "")) + "initial: {file: pipe}\n")
        self.refused("not a regular file", "nbody", "run", "box.yaml")
        self.refused("pipe: is not a PJRT plugin: it is a pipe", "run", MODEL, "--device", "pjrt", "--plugin", "pipe")
        self.refused("pipe: cannot be written: nobody reads this pipe", "train", MODEL, "--steps", "1", "--trace", "pipe")
        self.file("c.yaml", CLUSTER)
        self.works("plan", MODEL, "--cluster", "c.yaml", "--strategy", "dp-even", "-o", "plan.json")
        for endless in ("pipe", "/dev/zero"):
            self.refused("cannot be read: it is not a regular file", "report", "plan.json", "--run", endless, "-o", "page.html",
                         memory=2 << 30)

    def test_pipes_and_terminals_that_stay_silent(self):
        """Side by side, since each is given ten seconds."""
        os.mkfifo(self.folder / "pipe")
        ours, theirs = os.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        calls = [(["cluster", "pipe"], "is a pipe to which nobody has written"),
                 (["nbody", "halos", "pipe"], "is a pipe to which nobody has written"),
                 (["cluster", os.ttyname(theirs)], "is a device to which nobody has written")]
        running = [subprocess.Popen([MOTLEY, *call], cwd=self.folder, stderr=subprocess.PIPE, text=True) for call, _ in calls]
        for process, (_, saying) in zip(running, calls):
            _, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 2, said)
            self.assertIn(saying, said)

    def test_address_space_below_that_of_the_libraries(self):
        """OpenBLAS would ask for its buffers for ever, before main."""
        if os.environ.get("MOTLEY_SANITIZED"):
            self.skipTest("sanitizers take address space of their own")
        for megabytes in (150, 200, 250):
            self.refused("address space", "--version", memory=megabytes << 20)
        self.works("--version")

    def test_names_that_cannot_be_opened(self):
        os.symlink("loop", self.folder / "loop")
        self.refused("loop: cannot be read: Too many levels", "solve", "loop")
        self.refused("cannot be read: File name too long", "solve", "x" * 5000)

    def test_a_small_file_that_unpacks_to_a_large_one(self):
        text = b'{"problem": {"nodes": {"costs": [[' + b"0," * (100 << 20)
        self.file("bomb.gz", gzip.compress(text, 9))
        self.refused("unpacks to more than 100 times", "solve", "bomb.gz", memory=4 << 30)

    @unittest.skipIf(os.environ.get("MOTLEY_SANITIZED"), "sanitizers take address space of their own")
    def test_threads_that_cannot_be_started(self):
        self.refused("no more threads", "train", MODEL, "--steps", "2", "--threads", "1024", memory=4 << 30)

    def test_particles_that_no_time_step_can_follow(self):
        """Each would be followed by steps of 2^-29 of the run, for ever."""
        self.file("box.yaml", BOX % ("30", ""))
        self.works("nbody", "ic", "box.yaml", "-o", "snap")
        data = (self.folder / "snap").read_bytes()
        at = data.index(b"VEL ") + 16  # behind the name of the block and two lengths
        self.file("snap", data[:at] + struct.pack("<f", 1e30) * 512 * 3 + data[at + 512 * 12:])
        self.file("box.yaml", (BOX % ("30", "")) + "initial: {file: snap}\n")
        self.refused("the particles move so fast", "nbody", "run", "box.yaml")
        self.file("box.yaml", (BOX % ("30", "")) + "softening: {comoving: 1e-30}\nsteps: {eta: 1e-12}\n")
        self.refused("the softening .* is too small, or positions coincide", "nbody", "run", "box.yaml")

    def test_settings_that_never_end(self):
        self.file("box.yaml", (BOX % ("30", "")) + "halos: {linking: 65536}\n")
        self.refused("linking", "nbody", "run", "box.yaml")
        self.file("out", "")
        self.file("box.yaml", BOX % ("30", ""))
        self.refused("out: (is not a folder|cannot be created)", "nbody", "ic", "box.yaml")
        self.refused("out: is not a folder", "nbody", "run", "box.yaml")

    def test_a_table_that_ends_below_one(self):
        """Its logarithms are negative: where it ends is compared with a tolerance of their size."""
        def table(last):
            self.file("p.txt", "".join(f"{0.001 * (last / 0.001)**(i / 39):.8g} {1e4 / (i + 1):.8g}\n" for i in range(40)))
        for sigma8, last, answer in (("0.8", 0.3, "sigma8 needs it up to 1"), ("auto", 0.3, None),
                                     ("auto", 0.001, "k must increase"), ("auto", 0.02, "but the box needs")):
            self.file("box.yaml", "box: {size: 2000, particles: 8, seed: 4}\noutput: {dir: out, redshifts: [30]}\nrun: {threads: 1}\n"
                                  f"cosmology: {{spectrum: p.txt, sigma8: {sigma8}}}\n")
            table(last)
            with self.subTest((sigma8, last)):
                self.refused(answer, "nbody", "ic", "box.yaml") if answer else self.works("nbody", "ic", "box.yaml")


class Streams(Folder):
    """Programs are started without standard streams, and with logs on full disks."""

    def started(self, shell, *arguments):
        words = " ".join([MOTLEY, *arguments])
        return subprocess.run(["sh", "-c", f"{words} {shell}"], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_closed_streams(self):
        train = ("train", MODEL, "--steps", "3", "--threads", "1", "--trace", "trace.json", "--metrics", "steps.csv")
        for closed in ("2>&-", "<&- 2>&-"):
            (self.folder / "steps.csv").unlink(missing_ok=True)
            self.assertEqual(self.started(closed, *train).returncode, 0)
            json.loads((self.folder / "trace.json").read_text())  # and no messages in it
            lines = (self.folder / "steps.csv").read_text().splitlines()
            self.assertEqual([line.split(",")[0] for line in lines], ["step", "1", "2", "3"])
        self.assertEqual(self.started("<&- >&- 2>&-", "models").returncode, 2)
        done = self.started(">&-", "models")
        self.assertEqual((done.returncode, done.stderr), (2, "motley: cannot write to standard output\n"))

    def test_a_log_that_cannot_be_written(self):
        done = self.started("2> /dev/full", "train", MODEL, "--steps", "3", "--threads", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("loss", done.stdout)
        self.assertEqual(self.started("2> /dev/full", "cluster", "nothing").returncode, 2)
        self.assertEqual(self.started("> /dev/full", "models").returncode, 2)

    def test_a_folder_for_temporary_files_that_is_not_there(self):
        os.environ["TMPDIR"] = str(self.folder / "nothing")
        self.addCleanup(os.environ.pop, "TMPDIR")
        self.refused("TMPDIR names the folder", "train", MODEL, "--ranks", "2", "--steps", "1")


class Data(Folder):
    """Training data: numpy's archives, whose headers and directories may say anything."""

    def npy(self, shape, data, version=1):
        header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
        length = len(header).to_bytes(2 if version == 1 else 4, "little")
        return b"\x93NUMPY" + bytes([version, 0]) + length + header + data

    def npz(self, y):
        with zipfile.ZipFile(self.folder / "data.npz", "w") as archive:
            archive.writestr("x.npy", self.npy("(16, 8)", bytes(16 * 8 * 4)))
            archive.writestr("y.npy", y)
        return "data.npz"

    def labels(self, *values):
        return self.npy("(16,)", b"".join(v.to_bytes(4, "little", signed=True) for v in (*values, *[0] * (16 - len(values)))))

    def train(self, data):
        return "train", MODEL, "--steps", "2", "--threads", "1", "--data", data

    def test_archives(self):
        self.assertNotIn("but the model has", self.works(*self.train(self.npz(self.labels(0, 3)))).stderr)
        # A member of 20 kB that unpacks to 20 MB, named four hundred times.
        raw, packer = bytes(20 << 20), zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(raw) + packer.flush()
        sizes = struct.pack("<III", zlib.crc32(raw), len(packed), len(raw))
        local = struct.pack("<IHHHHH", 0x04034b50, 20, 0, 8, 0, 0) + sizes + struct.pack("<HH", 0, 0) + packed
        entries = b"".join(struct.pack("<IHHHHHH", 0x02014b50, 20, 20, 0, 8, 0, 0) + sizes +
                           struct.pack("<HHHHHII", 4, 0, 0, 0, 0, 0, 0) + b"%04d" % i for i in range(400))
        end = struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, 400, 400, len(entries), len(local), 0)
        self.refused("its members overlap", *self.train(self.file("bomb.npz", local + entries + end)), memory=2 << 30)
        self.npz(self.labels(0))
        with zipfile.ZipFile(self.folder / "data.npz", "a") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            archive.writestr("x.npy", self.npy("(16, 8)", b"\1" * 512))
        self.refused("it has two members `x.npy`", *self.train("data.npz"))

    def test_headers(self):
        self.refused("is of version 9, not 1 to 3", *self.train(self.npz(self.npy("(16,)", bytes(64), version=9))))
        for shape, saying in (("(4611686018427387904, 4)", "do not make"), ("(-16,)", "header cannot be read"),
                              ("(9223372036854775807, 9223372036854775807, 0)", "do not make"),
                              ("(" + "1, " * 65 + ")", "more dimensions than numpy"), ("(1e3,)", "header cannot be read")):
            self.refused(saying, *self.train(self.npz(self.npy(shape, bytes(64)))))

    def test_labels_that_the_model_does_not_have(self):
        for value in (4, -1, 1_000_000):
            said = self.works(*self.train(self.npz(self.labels(0, 1, 2, value)))).stderr
            self.assertIn(f"note: row 3 of `y` holds {value}, but the model has 0 to 3", said)

    def test_a_writer_that_is_no_process(self):
        for number in ("-1", "0", "x", "99999999999999999999", "12 13"):
            self.file("stream/writer", number)
            self.refused("without the file `writer`", *self.train("stream"))


class Names(Folder):
    """What a model calls its arguments, and users their files."""

    def model(self, **names):
        shutil.copytree(DATA / "models/mlp", self.folder / "m", dirs_exist_ok=True)
        for name in ("grad.mlir", "expected.safetensors", "inputs.safetensors", "gradient.json"):
            (self.folder / "m" / name).unlink(missing_ok=True)
        signature = json.loads((DATA / "models/mlp/signature.json").read_text())
        for argument in signature:
            argument["name"] = names.get(argument["name"].replace("/", "_"), argument["name"])
        (self.folder / "m/signature.json").write_text(json.dumps(signature))
        return "m"

    def test_two_of_one_name(self):
        self.refused(r"signature.json:\d+:\d+: .*two arguments with the role `param` have the name `l1/b`",
                     "print", self.model(l0_w="l1/b"))
        self.refused("names that begin with `%` are those of", "print", self.model(l0_w="%5"))

    def test_names_of_the_optimizer(self):
        """A model may have a `step`, or a parameter that is called as the state of another."""
        self.file("c.yaml", CLUSTER)
        for names in ({"l0_w": "step"}, {"l0_w": "l1/w.m", "l2_w": "lr"}, {"l0_b": "x"}):
            for strategy in ("dp-even", "1f1b"):
                self.works("plan", self.model(**names), "--cluster", "c.yaml", "--strategy", strategy, "-o", "plan.json")
                self.works("verify", "plan.json")

    def test_file_names_that_are_not_utf8(self):
        name = os.fsdecode(b"c\xff.yaml")
        self.file(name, CLUSTER)
        json.loads(self.works("plan", MODEL, "--cluster", name, "-o", "plan.json", "--json").stdout)
        self.works("verify", "plan.json")
        self.works("train", MODEL, "--steps", "1", "--threads", "1", "--checkpoint", os.fsdecode(b"ck\xff"), "--json")
        shutil.copytree(DATA / "models/mlp", self.folder / os.fsdecode(b"m\xff"))
        self.refused("cannot be named in a plan", "plan", os.fsdecode(b"m\xff"), "--cluster", name, "-o", "plan.json")


class Planted(Folder):
    def test_a_snapshot_does_not_take_the_place_of_a_device(self):
        self.file("box.yaml", BOX % ("30", ""))
        os.mkfifo(self.folder / "pipe")
        os.symlink("/dev/null", self.folder / "null")
        for name in ("pipe", "null"):
            self.refused("is not a regular file", "nbody", "ic", "box.yaml", "-o", name)
        for command in (("train", MODEL, "--steps", "1", "--report"), ("probe", "--links-only", "-o")):
            self.refused("pipe: cannot be written: it is not a regular file", *command, "pipe")
        self.assertTrue((self.folder / "pipe").is_fifo() and (self.folder / "null").is_char_device())

    def test_links_in_a_checkpoint_folder(self):
        self.file("victim", "precious")
        (self.folder / "ck").mkdir()
        os.symlink("../victim", self.folder / "ck/latest.tmp")
        self.works("train", MODEL, "--steps", "2", "--threads", "1", "--checkpoint", "ck")
        self.assertEqual((self.folder / "victim").read_text(), "precious")
        os.symlink("../victim", self.folder / "ck/lock")
        self.refused("lock: cannot be written", "train", MODEL, "--steps", "3", "--threads", "1", "--checkpoint", "ck", "--resume")
        self.assertEqual((self.folder / "victim").read_text(), "precious")

    def test_links_in_a_model_folder(self):
        self.file("victim", "precious")
        shutil.copytree(DATA / "models/mlp", self.folder / "m")
        (self.folder / "m/gradient.json").unlink()
        os.symlink("../victim", self.folder / "m/gradient.json")
        self.works("check-gradient", "m")
        self.assertEqual((self.folder / "victim").read_text(), "precious")
        self.assertFalse((self.folder / "m/gradient.json").is_symlink())

    def test_restart_files(self):
        self.file("box.yaml", BOX % ("30", ", time_limit: 0.0001"))
        self.assertEqual(self.call("nbody", "run", "box.yaml").returncode, 0)
        restart = self.folder / "out/restart"
        text = restart.read_text()
        lines = text.splitlines(True)
        restart.write_text("".join(lines[:2] + lines[3:]))
        self.refused("restart: is damaged", "nbody", "run", "box.yaml", "--restart")
        restart.write_text(text.replace(lines[2].split()[0], "../victim"))
        self.file("victim", "precious")
        self.refused("restart: is damaged", "nbody", "run", "box.yaml", "--restart")
        self.assertEqual((self.folder / "victim").read_text(), "precious")
        restart.write_text(text)
        part = self.folder / "out" / lines[2].split()[0]
        whole = part.read_bytes()
        part.write_bytes(whole[:-5] + bytes([whole[-5] ^ 64]) + whole[-4:])
        self.refused("its bytes are not those that were written", "nbody", "run", "box.yaml", "--restart")
        part.write_bytes(whole)
        self.file("out/restart-999.0.safetensors", "left by a killed run")
        self.file("out/restart-1.0.safetensors.0123456789abcdef.tmp", "left by a killed run")
        self.file("box.yaml", BOX % ("30", ""))
        self.works("nbody", "run", "box.yaml", "--restart")
        self.assertEqual(len(list((self.folder / "out").glob("restart*"))), 2)


class Sharing(Folder):
    def started(self, *arguments):
        process = subprocess.Popen([MOTLEY, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, name):
        for _ in range(3000):
            if (self.folder / name).exists():
                return
            time.sleep(0.02)
        raise TimeoutError(name)

    def test_a_second_run_names_the_first(self):
        first = self.started("train", MODEL, "--steps", "1000000", "--threads", "1", "--checkpoint", "ck")
        self.wait_for("ck/latest")
        self.refused(rf"ck: is in use by another run \(motley train, process {first.pid} on ", "train", MODEL, "--steps", "2",
                     "--checkpoint", "ck", "--resume")
        first.send_signal(signal.SIGTERM)
        first.wait(60)
        self.assertFalse((self.folder / "ck/lock").exists())

    def test_local_ranks_listen_on_no_network(self):
        """Only mpirun does, on loopback for its ranks and on a control port that cannot be narrowed."""
        first = self.started("train", MODEL, "--ranks", "2", "--steps", "1000000", "--threads", "1", "--checkpoint", "ck")
        self.wait_for("ck/latest")
        below, parents = {first.pid}, {}
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                parents[int(entry)] = int(pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass
        for _ in range(5):
            below |= {child for child, parent in parents.items() if parent in below}
        sockets = set()
        for pid in below:
            if "mpirun" in pathlib.Path(f"/proc/{pid}/comm").read_text():
                continue
            for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
                try:
                    sockets |= set(re.findall(r"socket:\[(\d+)\]", os.readlink(link)))
                except OSError:
                    pass
        listening = []
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A" and words[9] in sockets:
                    listening.append(words[1])
        self.assertGreater(len(below), 3)
        self.assertEqual(listening, [])
        first.send_signal(signal.SIGTERM)
        first.wait(60)

    def test_a_rank_that_is_stopped_while_starting_ends_the_run(self):
        """The second rank is stopped before it has done anything."""
        script = self.file("rank", f'#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" = 1 ] && kill -STOP $$\nexec {MOTLEY} "$@"\n')
        (self.folder / script).chmod(0o755)
        mpirun = ["mpirun", "--oversubscribe", "-np", "2"] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])
        done = subprocess.run([*mpirun, "./rank", "train", MODEL, "--ranks", "2", "--steps", "2", "--stall-limit", "3"], cwd=self.folder,
                              capture_output=True, text=True, timeout=100)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("MPI has not started within 3 s", done.stderr)


if __name__ == "__main__":
    MOTLEY, DATA = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
