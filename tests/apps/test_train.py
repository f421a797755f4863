#!/usr/bin/env python3
"""`motley train` as a user calls it: test_train.py build/motley tests/data

Falling losses, exact continuation, traces, signals, and one clear sentence for every kind of bad input.
"""
import json
import math
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

MOTLEY = DATA = None

GPT = "gpt:layers=1,hidden=64,heads=2,seq=16,vocab=256,batch=4"
MLP = "mlp:inputs=8,hidden=16,classes=4,batch=8"


def safetensors(tensors):
    """{name: (dtype, shape, bytes)} as the bytes of a file."""
    header, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def connect(path):
    """A client of a Unix socket, as soon as it is there."""
    client = socket.socket(socket.AF_UNIX)
    for _ in range(3000):
        try:
            client.connect(path)
            return client
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(path)


class Train(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return str(self.folder / name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def motley(self, *arguments, status=0):
        if arguments[0] == "train" and "--threads" not in arguments:
            arguments += ("--threads", "1")  # other tests run beside this one
        done = subprocess.run([MOTLEY, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        if status >= 2:
            self.assertEqual(done.stdout, "")
            self.assertRegex(done.stderr, r"\Amotley: [^\n]+\n\Z")
        return done

    def train(self, *arguments, status=0):
        return json.loads(self.motley("train", *arguments, "--json", status=status).stdout)

    def refuses(self, *arguments, saying):
        done = self.motley("train", *arguments, status=2)
        self.assertRegex(done.stderr.replace(str(self.folder) + "/", ""), saying)

    def falls(self, report, to):
        losses = report["losses"]
        last = sum(losses[-5:]) / 5
        self.assertLess(last, to * losses[0], losses)

    # What is learnt

    def test_text_is_learnt(self):
        report = self.train(GPT, "--steps", "60", "--lr", "0.01")
        self.assertIn("stories", report["data"])
        self.falls(report, to=0.7)
        self.assertEqual(report["steps"], 60)
        self.assertEqual(len(report["losses"]), 60)
        self.assertEqual(report["loss"], report["losses"][-1])
        self.assertIsNone(report["predicted_step_seconds"])
        self.assertGreater(report["step_seconds_median"], 0)
        self.assertGreater(report["tokens_per_second"], 0)
        self.assertGreater(report["peak_share"], 0)
        self.assertLess(report["peak_share"], 1)

    def test_each_kind_of_model_learns_without_data(self):
        for model, lr, to in [
                (MLP, "0.01", 0.8),
                ("vit:layers=1,hidden=64,heads=2,patch=8,image=16,classes=4,batch=8", "0.003", 0.8),
                ("resnet:blocks=1x1,block=basic,stem=plain,width=8,image=8,classes=4,batch=8", "0.01", 0.9),
                ("vgg:channels=8x8,convs=1x1,ff=16,image=8,classes=4,batch=8", "0.01", 0.8),
                ("unet:levels=2,width=4,image=8,batch=4", "0.01", 0.9),
                ("dlrm:inputs=4,bottom=8x4,dim=4,rows=9x5,top=8,batch=16", "0.01", 0.9),
                ("bert:layers=1,hidden=64,heads=2,seq=8,vocab=64,batch=4", "0.01", 0.9),
                ("llama:layers=1,hidden=64,heads=2,kv_heads=1,seq=8,vocab=256,batch=4", "0.01", 0.9),
                ("t5:layers=1,hidden=64,heads=2,seq=8,targets=8,vocab=256,batch=4", "0.01", 0.9)]:
            with self.subTest(model):
                self.falls(self.train(model, "--steps", "40", "--lr", lr), to)

    def test_model_folder_brings_its_own_numbers(self):
        model = f"{DATA}/models/mlp"
        report = self.train(model, "--steps", "30", "--lr", "0.01")
        self.falls(report, to=0.5)
        self.assertIn("inputs.safetensors, 1 batch", report["data"])
        run = json.loads(self.motley("run", model, "--json").stdout)
        self.assertAlmostEqual(report["losses"][0], run["loss"], places=5)

    def test_every_optimizer_learns(self):
        for optimizer in ["sgd", "momentum", "adam", "adamw", "adam:clip=1,beta2=0.99"]:
            with self.subTest(optimizer):
                report = self.train(f"{DATA}/models/mlp", "--steps", "30", "--optimizer", optimizer)
                self.falls(report, to=0.95)
                self.assertEqual(report["optimizer"].split(":")[0], optimizer.split(":")[0])

    def test_own_data_and_parameters(self):
        text = self.file("notes.txt", "abcdefgh" * 50)
        report = self.train(GPT, "--steps", "40", "--lr", "0.01", "--data", text)
        self.assertIn("notes.txt, 400 bytes", report["data"])
        self.falls(report, to=0.3)
        # A checkpoint's shard holds the parameters under the names that --params reads.
        once = self.train(MLP, "--steps", "1", "--checkpoint", self.path("c"))
        shard = self.path("c/step-000001/shard-000.safetensors")
        again = self.train(MLP, "--steps", "1", "--params", shard)
        self.assertLess(again["loss"], once["loss"])

    def test_same_seed_same_losses(self):
        first, again, other = (self.train(MLP, "--steps", "5", "--seed", seed) for seed in "112")
        self.assertEqual(first["losses"], again["losses"])
        self.assertNotEqual(first["losses"], other["losses"])

    # Checkpoints

    def test_resume_is_exact(self):
        for optimizer in ["sgd", "momentum", "adam", "adamw"]:
            options = ["--optimizer", optimizer, "--seed", "3", "--lr", "0.005"]
            whole = self.train(MLP, "--steps", "8", *options, "--checkpoint", self.path(optimizer))
            shard = "step-000008/shard-000.safetensors"
            for stop in [0, 1, 5] if optimizer == "adamw" else [5]:
                with self.subTest(optimizer=optimizer, stop=stop):
                    folder = self.path(f"{optimizer}-{stop}")
                    head = self.train(MLP, "--steps", str(stop), *options, "--checkpoint", folder)
                    tail = self.train(MLP, "--steps", "8", "--checkpoint", folder, "--resume")
                    self.assertEqual(head["losses"] + tail["losses"], whole["losses"])
                    self.assertEqual((tail["first_step"], tail["steps"]), (stop, 8))
                    self.assertEqual(pathlib.Path(folder, shard).read_bytes(),
                                     pathlib.Path(self.path(optimizer), shard).read_bytes())

    def test_resume_on_text_is_exact(self):
        whole = self.train(GPT, "--steps", "4", "--threads", "2")
        head = self.train(GPT, "--steps", "2", "--threads", "2", "--checkpoint", self.path("c"))
        tail = self.train(GPT, "--steps", "4", "--threads", "2", "--checkpoint", self.path("c"), "--resume")
        self.assertEqual(head["losses"] + tail["losses"], whole["losses"])

    def test_resume_says_what_may_make_a_difference(self):
        self.train(GPT, "--steps", "1", "--checkpoint", self.path("c"))
        text = self.file("notes.txt", "abcdefgh" * 50)
        done = self.motley("train", GPT, "--steps", "2", "--threads", "2", "--checkpoint", self.path("c"), "--resume", "--data", text)
        self.assertRegex(done.stderr, r"\nnote: the checkpoint was trained on Motley.s built-in stories.*; this run continues with .*notes.txt")
        self.assertRegex(done.stderr, r"\nnote: the checkpoint was trained with --threads 1; with 2 sums may differ")

    def test_resume_of_what_is_done_does_nothing(self):
        self.train(MLP, "--steps", "3", "--checkpoint", self.path("c"))
        report = self.train(MLP, "--steps", "3", "--checkpoint", self.path("c"), "--resume")
        self.assertEqual((report["steps"], report["loss"], report["losses"]), (3, None, []))
        self.assertIn("nothing", self.motley("train", MLP, "--steps", "3", "--checkpoint", self.path("c"), "--resume").stdout)

    def test_killed_run_goes_on_exactly(self):
        steps, seed = "2000", random.randrange(1000)
        whole = self.train(MLP, "--steps", steps, "--seed", str(seed))
        folder, random_moment = self.path("c"), random.Random(seed)
        command = [MOTLEY, "train", MLP, "--steps", steps, "--checkpoint", folder, "--checkpoint-every", "7", "--threads", "1"]
        resume = ["--seed", str(seed)]
        latest, last = pathlib.Path(folder, "latest"), None
        for _ in range(6):
            run = subprocess.Popen(command + resume, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while not latest.exists() or latest.read_bytes() == last:  # a checkpoint of this run
                self.assertIsNone(run.poll(), "ended before its first checkpoint")
                time.sleep(0.002)
            time.sleep(random_moment.uniform(0, 0.05))  # anywhere between two checkpoints, or in one
            run.kill()
            run.wait()
            resume, last = ["--resume"], latest.read_bytes()
        tail = self.train(MLP, *command[3:], *resume)
        self.assertGreaterEqual(tail["first_step"], 5 * 7)  # the first may be killed at its checkpoint of step 0
        self.assertEqual(tail["losses"], whole["losses"][tail["first_step"]:], seed)
        self.assertEqual(tail["steps"], int(steps))

    def test_signal_finishes_the_step_and_keeps_it(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            with self.subTest(number):
                folder = self.path(f"c{int(number)}")
                run = subprocess.Popen([MOTLEY, "train", MLP, "--steps", "100000000", "--checkpoint", folder, "--json", "--threads", "1"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                while not pathlib.Path(folder, "latest").exists():
                    time.sleep(0.01)
                time.sleep(0.1)
                run.send_signal(number)
                out, err = run.communicate(timeout=30)
                self.assertEqual(run.returncode, 0, err)
                report = json.loads(out)
                self.assertTrue(report["interrupted"])
                self.assertEqual(len(report["losses"]), report["steps"])
                self.assertIn(f"stopped by a signal after step {report['steps']}; ", err)
                self.assertTrue(pathlib.Path(folder, f"step-{report['steps']:06}").exists())

    def test_signal_to_a_job_of_ranks_keeps_the_step_of_all(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            with self.subTest(number):
                folder, events = self.path(f"r{int(number)}"), self.path(f"e{int(number)}")
                blocked = {signal.SIGUSR1, signal.SIGTERM} if number == signal.SIGTERM else set()  # as some job runners do
                run = subprocess.Popen([MOTLEY, "train", MLP, "--ranks", "2", "--steps", "100000000", "--checkpoint", folder,
                                        "--events", events, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, blocked))
                client = connect(events)
                lines = client.makefile()
                kinds = [json.loads(lines.readline())]
                while kinds[-1]["event"] != "step":
                    kinds.append(json.loads(lines.readline()))
                run.send_signal(number)
                out, err = run.communicate(timeout=60)
                self.assertEqual(run.returncode, 0, err)
                report = json.loads(out)
                self.assertTrue(report["interrupted"])
                self.assertEqual(len(report["losses"]), report["steps"])
                self.assertIn(f"stopped by a signal after step {report['steps']}; ", err)
                self.assertTrue(pathlib.Path(folder, f"step-{report['steps']:06}").exists())
                kinds += [json.loads(line) for line in lines]
                steps = [k for k in kinds if k["event"] == "step"]
                self.assertEqual([k["loss"] for k in steps], report["losses"][-len(steps):])
                self.assertEqual([k["event"] for k in kinds[:2]], ["checkpoint", "begin"])
                self.assertEqual((kinds[-1]["event"], kinds[-1]["steps"], kinds[-1]["interrupted"]), ("end", report["steps"], True))
                self.assertEqual(kinds[-2], {"event": "checkpoint", "folder": folder, "step": report["steps"]})
                client.close()
                # Goes on as if it had never stopped, on one device.
                more = str(report["steps"] + 2)
                tail = self.train(MLP, "--steps", more, "--checkpoint", folder, "--resume")
                whole = self.train(MLP, "--steps", more)
                for a, b in zip(tail["losses"], whole["losses"][-2:], strict=True):
                    self.assertLess(abs(a - b), 1e-4)

    def test_damaged_and_foreign_checkpoints_are_refused(self):
        folder = self.path("c")
        self.train(MLP, "--steps", "2", "--checkpoint", folder)
        shard = pathlib.Path(folder, "step-000002", "shard-000.safetensors")
        good = shard.read_bytes()
        resume = ["--checkpoint", folder, "--resume", "--steps", "4"]

        def kept():
            return {p: p.read_bytes() for p in pathlib.Path(folder).rglob("*") if p.is_file()}

        before = kept()
        self.refuses(MLP.replace("hidden=16", "hidden=17"), *resume,
                     saying=r"c/step-000002: is a checkpoint of another model \(mlp:.*\): tensor `.*` is tensor<.*xf32>, not tensor<.*xf32>")
        self.refuses(MLP.replace("hidden=16", "hidden=16x16"), *resume, saying=r"another model .* tensor `.*`")
        self.refuses(MLP.replace("batch=8", "batch=4"), *resume, saying=r"another model .* the loss is another")
        self.refuses(MLP, *resume, "--optimizer", "sgd", saying=r"c/step-000002: was trained with --optimizer adam, not sgd")
        self.refuses(MLP, *resume, "--seed", "9", saying=r"was trained with --seed 0, not 9")
        self.refuses(MLP, "--checkpoint", folder, saying=r"c: there is a checkpoint here already: continue it with --resume")
        self.assertEqual(kept(), before)
        for content in [good[:-1], good[:-100], good[:-9] + bytes([good[-9] ^ 4]) + good[-8:]]:
            shard.write_bytes(content)
            before = kept()
            self.refuses(MLP, *resume, saying=r"shard-000.safetensors: tensor `")
            self.assertEqual(kept(), before)
        shard.write_bytes(good)
        self.assertEqual(self.train(MLP, *resume)["steps"], 4)

    # Trace

    def test_trace_holds_every_kernel_of_every_step(self):
        self.train(GPT, "--steps", "3", "--trace", self.path("t.json"))
        events = json.loads(pathlib.Path(self.path("t.json")).read_text())["traceEvents"]
        tracks = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
        spans = {"steps": [], "kernels": []}
        for event in events:
            if event["ph"] == "X":
                spans[tracks[event["pid"], event["tid"]]].append(event)
        steps = [s for s in spans["steps"] if s["name"].startswith("step ")]
        self.assertEqual([s["name"] for s in steps], ["step 1", "step 2", "step 3"])
        inside = [[k for k in spans["kernels"] if s["ts"] <= k["ts"] and k["ts"] + k["dur"] <= s["ts"] + s["dur"] + 1] for s in steps]
        self.assertGreater(len(inside[0]), 20)
        self.assertEqual(sum(map(len, inside)), len(spans["kernels"]))
        for step in inside:
            self.assertEqual([k["name"] for k in step], [k["name"] for k in inside[0]])
        self.assertEqual(len([e for e in events if e["ph"] == "C" and e["name"] == "loss"]), 3)

    # What goes wrong

    def test_progress_goes_to_standard_error(self):
        done = self.motley("train", MLP, "--steps", "3")
        self.assertRegex(done.stderr, r"training mlp.*: \d+.* parameters")
        self.assertRegex(done.stderr, r"step 3 of 3  loss \d+\.\d{4}  \S+ ms/step  .* samples/s  \d+ % of peak\n")
        self.assertRegex(done.stdout, r"  loss        \d+\.\d+ at the first step, \d+\.\d+ at the last\n")

    def test_divergence_stops_and_keeps_nothing_bad(self):
        report = self.train(MLP, "--steps", "50", "--optimizer", "sgd", "--lr", "1e30", "--checkpoint", self.path("c"), status=1)
        self.assertIsNone(report["loss"])
        self.assertLess(report["steps"], 50)
        again = self.train(MLP, "--steps", "1", "--lr", "0.1", "--checkpoint", self.path("c"), "--resume")
        self.assertTrue(math.isfinite(again["loss"]))

    def test_a_job_of_ranks_adapts_and_resumes(self):
        checkpoint, cluster = self.path("ckpt"), self.path("measured.yaml")
        job = (GPT.replace("batch=4", "batch=8"), "--ranks", "2", "--checkpoint", checkpoint, "--adapt")
        first = self.train(*job, "--steps", "12", "--save-cluster", cluster)
        self.assertIsInstance(first["adaptations"], list)
        self.assertEqual(len(first["step_seconds"]), 12)
        self.assertIn("2 local ranks", pathlib.Path(cluster).read_text())
        then = self.train(*job, "--steps", "20", "--resume")
        self.assertEqual(then["first_step"], 12)

    def test_the_text_says_what_each_rank_had_and_that_nothing_changed(self):
        done = self.motley("train", MLP, "--ranks", "2", "--threads", "1", "--steps", "2", "--adapt")
        self.assertRegex(done.stdout, r"  trained     steps 1 to 2 in \S+ s on 2 ranks of 1 thread: ")
        self.assertIn("  adapted     nothing: ", done.stdout)  # two steps are too few to learn from

    def test_a_mistake_that_the_ranks_find_is_one_sentence(self):
        self.refuses(MLP, "--ranks", "2", "--data", "nope.npz", saying=r"nope.npz: cannot be read: ")
        self.refuses(MLP, "--ranks", "2", "--schedule", "nope", saying="unknown learning-rate schedule 'nope'")

    def started_by_mpirun(self, ranks, *words, more=()):
        mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca", "oob_tcp_if_include", "lo",
                  *more, "-np", str(ranks)]
        environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        return subprocess.run([*mpirun, MOTLEY, *words], capture_output=True, text=True, env=environment, timeout=120)

    # Rank i of a job is on device i of the cluster: that of the first stage, which prints, is the second here.
    @unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun")
    def test_stages_run_on_the_ranks_of_their_devices(self):
        cluster, file = self.path("two.yaml"), self.path("plan.json")
        pathlib.Path(cluster).write_text(f"""
name: two
device_types: {{cpu: {{flops: 100G, memory: 4GB, memory_bandwidth: 20GB/s}}}}
hosts:
  - {{name: {socket.gethostname()}, devices: {{cpu: 2}}, link: {{bandwidth: 1GB/s, latency: 10us}}}}
""")
        self.motley("plan", GPT, "--cluster", cluster, "--strategy", "1f1b", "-o", file)
        plan = json.loads(pathlib.Path(file).read_text())
        self.assertEqual([stage["devices"] for stage in plan["stages"]], [[0], [1]])
        losses = {}
        for order in ([0, 1], [1, 0]):
            for stage, device in zip(plan["stages"], order):
                stage["devices"] = [device]
            pathlib.Path(file).write_text(json.dumps(plan))
            done = self.started_by_mpirun(2, "train", "--plan", file, "--steps", "3", "--json", more=["--tag-output"])
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = [line.split("<stdout>:", 1) for line in done.stdout.splitlines()]
            self.assertEqual({tag for tag, _ in lines}, {f"[1,{order[0]}]"})
            losses[order[0]] = json.loads("".join(text for _, text in lines))["losses"]
        self.assertEqual(losses[0], losses[1])

    @unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun")
    def test_ranks_of_devices_without_a_share_wait_for_the_others(self):
        cluster = self.file("three.yaml", f"""
name: three
device_types:
  fast: {{flops: 100G, memory: 4GB, memory_bandwidth: 20GB/s}}
  slow: {{flops: 1M, memory: 4GB, memory_bandwidth: 1MB/s}}
hosts:
  - {{name: {socket.gethostname()}, devices: {{slow: 1, fast: 2}}, link: {{bandwidth: 1GB/s, latency: 10us}}}}
""")
        job = ["train", GPT, "--cluster", cluster, "--steps", "3", "--level", "fast", "--json"]
        done = self.started_by_mpirun(3, *job)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no share for", done.stderr)
        self.assertEqual(json.loads(done.stdout)["losses"], self.train(*job[1:-1])["losses"])

    def test_bad_input(self):
        self.refuses("gtp", saying=r"gtp: there is no such file, model folder or built-in model; did you mean `gpt`\?")
        self.refuses("no-such-model", saying=r"no-such-model: there is no such file, model folder or built-in model")
        loss = pathlib.Path(DATA, "models/mlp/loss.mlir").read_text()
        self.refuses(self.file("alone.mlir", loss), saying=r"alone.mlir: training needs to know which arguments are parameters")
        self.refuses(MLP, "--optimizer", "adamm", saying="unknown optimizer 'adamm'; expected one of sgd, momentum, adam, adamw")
        self.refuses(MLP, "--steps", "-1", saying="needs a whole number of at least 0, not `-1`")
        self.refuses(MLP, "--threads", "0", saying="needs a whole number from 1 to 1024, not `0`")
        self.refuses(MLP, "--lr", "nan", saying="needs a number of at least 0, not `nan`")
        self.refuses(MLP, "--adapt", saying="--adapt is for several devices")
        self.refuses(MLP, "--ranks", "2", "--adapt", "fast", saying="--adapt")
        self.refuses(MLP, "--resume", saying="--checkpoint")
        self.refuses(MLP, "--resume", "--checkpoint", self.path("none"), saying="none: there is no checkpoint here")
        self.refuses(MLP, "--checkpoint", self.file("f", ""), saying="f: is not a folder")
        self.refuses(MLP, "--checkpoint", "/proc/none", "--steps", "1", saying="/proc/none: cannot be")
        self.refuses(MLP, "--trace", "/nowhere/t.json", saying="/nowhere/t.json: cannot be written: No such file or directory")
        self.refuses(MLP, "--data", self.path("none"), saying="none: cannot be read: No such file or directory")
        self.refuses(MLP, "--data", self.file("notes.txt", "abc"), saying="notes.txt: bytes of text are for models")
        self.refuses(GPT, "--data", self.file("short.txt", "abc"), saying="short.txt: 3 bytes of text are too few: one sample takes 17")
        self.refuses(GPT.replace("256", "100"), "--data", self.file("notes.txt", "abc" * 50), saying="need a vocabulary of 256, but the model has 100")
        one = self.file("one.safetensors", safetensors({"000.param.x": ("F32", [1], bytes(4))}))
        self.refuses(MLP, "--params", one, saying=r"one.safetensors: tensor `000.param.x` is tensor<1xf32>, but argument 0 is")
        self.refuses(MLP, "--data", one, saying="one.safetensors: has no array `x`, a batch argument of the model")

    def test_too_large_a_model_is_refused_before_memory_is_taken(self):
        run = subprocess.Popen([MOTLEY, "train", "llama:layers=64,seq=16"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        error = run.stderr.read()
        _, status, usage = os.wait4(run.pid, 0)
        run.stderr.close()
        run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(error, r"\Amotley: .*[0-9.]+ [GTP]B.*[0-9.]+ [GT]B.*\n\Z")
        self.assertLess(usage.ru_maxrss, 1 << 20)  # kilobytes: the parameters alone are over a hundred gigabytes


if __name__ == "__main__":
    MOTLEY, DATA = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
