#!/usr/bin/env python3
"""Accelerators as a user meets them, on the plugin of tests/plugin:

    test_accelerator.py build/motley tests/data build/tests/libmotley_test_plugin.so

Right answers, steps that go on in the device's memory, and one clear sentence for every way in which
a plugin or its device can fail.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

MOTLEY = DATA = PLUGIN = None

GPT = "gpt:layers=1,hidden=16,heads=2,vocab=32,seq=8,batch=2"
TANH = """module @tanh {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
"""
SELF_CHECK = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = stablehlo.constant dense<[2.0, EXPECTED]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%1, %2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %1 : tensor<2xf32>
}
"""
# Functions without which nothing goes, and those that may be missing or fail.
NEEDED = ["PJRT_Plugin_Initialize", "PJRT_Client_Create", "PJRT_Client_PlatformName", "PJRT_Client_PlatformVersion",
          "PJRT_Client_AddressableDevices", "PJRT_Device_GetDescription", "PJRT_DeviceDescription_Id",
          "PJRT_DeviceDescription_Kind", "PJRT_Client_Compile", "PJRT_LoadedExecutable_GetExecutable",
          "PJRT_Executable_NumOutputs", "PJRT_Client_BufferFromHostBuffer", "PJRT_Buffer_ToHostBuffer",
          "PJRT_LoadedExecutable_Execute", "PJRT_Event_IsReady", "PJRT_Event_Error"]
OPTIONAL = ["PJRT_Executable_Serialize", "PJRT_Executable_DeserializeAndLoad", "PJRT_Device_MemoryStats",
            "PJRT_Executable_GetCompiledMemoryStats", "PJRT_Client_DmaMap", "PJRT_Buffer_UnsafePointer"]


class Accelerator(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def start(self, *arguments, faults="", environment=None):
        variables = {**os.environ, "MOTLEY_TEST_PLUGIN": faults, "MOTLEY_CACHE": str(self.folder / "cache")}
        variables.pop("MOTLEY_PJRT_PLUGIN", None)
        variables.update(environment or {})
        return subprocess.run([MOTLEY, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=100,
                              env=variables)

    def on_plugin(self, *arguments, **settings):
        return self.start(*arguments, "--device", "pjrt", "--plugin", PLUGIN, **settings)

    def json(self, *arguments, **settings):
        done = self.on_plugin(*arguments, "--json", **settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refuses(self, done, *saying):
        self.assertEqual(done.returncode, 2, (done.stdout, done.stderr))
        self.assertEqual(done.stdout, "")
        last = done.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("motley: "), last)
        for text in saying:
            self.assertIn(text, last)

    # --- Right answers ---

    def test_gradients_are_right(self):
        for model in ("mlp",):
            folder = f"{DATA}/models/{model}"
            if not os.path.exists(f"{folder}/expected.safetensors"):
                self.skipTest("no model with expected values")
            done = self.on_plugin("run", folder, "--grad", "--check", f"{folder}/expected.safetensors")
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_gradients_are_those_of_the_interpreter(self):
        reference = self.folder / "reference.safetensors"
        self.start("run", GPT, "--grad", "--output", str(reference))
        for precision in ([], ["--precision", "highest"]):
            done = self.on_plugin("run", GPT, "--grad", "--check", str(reference), "--tolerance", "1e-6", *precision)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_checks_of_a_program(self):
        for expected, status in (("4.0", 0), ("5.0", 1)):
            done = self.on_plugin("run", self.file("check.mlir", SELF_CHECK.replace("EXPECTED", expected)))
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_training_is_that_of_the_cpu(self):
        cpu = json.loads(self.start("train", GPT, "--steps", "5", "--json").stdout)
        there = self.json("train", GPT, "--steps", "5")
        self.assertEqual(there["device"], "pjrt")
        for a, b in zip(cpu["losses"], there["losses"]):
            self.assertLess(abs(a - b), 1e-5 * abs(a))

    def test_checkpoints_go_from_device_to_device(self):
        one = self.json("train", GPT, "--steps", "6")
        kept = str(self.folder / "kept")
        self.json("train", GPT, "--steps", "3", "--checkpoint", kept)
        there = self.json("train", GPT, "--steps", "6", "--checkpoint", kept, "--resume")
        self.assertEqual(there["losses"], one["losses"][3:])  # bit for bit
        done = self.start("train", GPT, "--steps", "8", "--checkpoint", kept, "--resume", "--json")
        self.assertEqual(json.loads(done.stdout)["first_step"], 6)

    def test_a_trace_tells_of_the_device(self):
        trace = self.folder / "trace.json"
        self.json("train", GPT, "--steps", "2", "--trace", str(trace))
        names = [e["args"]["name"] for e in json.loads(trace.read_text())["traceEvents"] if e["ph"] == "M"]
        self.assertIn("pjrt:0", names)

    def test_compiled_programs_are_kept(self):
        self.json("run", GPT)
        kept = list((self.folder / "cache").iterdir())
        self.assertEqual(len(kept), 1)
        time = kept[0].stat().st_mtime_ns
        self.json("run", GPT)
        self.assertEqual([f.stat().st_mtime_ns for f in (self.folder / "cache").iterdir()], [time])
        self.json("run", GPT, "--precision", "high")  # another text
        self.assertEqual(len(list((self.folder / "cache").iterdir())), 2)

    # --- Unlike devices in one job ---

    MIXED = """device_types:
  gpu: {flops: 3T, memory: 8GiB, memory_bandwidth: 100GB/s, device: pjrt}
  core: {flops: 1T, memory: 8GiB, memory_bandwidth: 50GB/s, threads: 1}
hosts:
  - {devices: {gpu: GPUS, core: 2}, link: {bandwidth: 2GB/s, latency: 20us}}
"""
    BATCHES = "gpt:layers=1,hidden=16,heads=2,vocab=32,seq=8,batch=12"

    def job(self, gpus, *arguments, platform="pjrt", **settings):
        if not shutil.which("mpirun"):
            self.skipTest("there is no mpirun")
        cluster = self.file("mixed.yaml", self.MIXED.replace("GPUS", str(gpus)).replace("pjrt", platform))
        return self.start("train", self.BATCHES, "--steps", "4", "--cluster", cluster, "--plugin", PLUGIN, *arguments, **settings)

    def test_a_mixed_job_computes_what_one_device_does(self):
        one = json.loads(self.start("train", self.BATCHES, "--steps", "4", "--json").stdout)
        for gpus, strategy in ((1, "dp-proportional"), (2, "zero-3"), (1, "megatron"), (1, "1f1b"), (1, "gpipe")):
            with self.subTest(strategy):
                done = self.job(gpus, "--strategy", strategy, "--json", faults=f"devices={gpus}")
                self.assertEqual(done.returncode, 0, done.stderr)
                for a, b in zip(one["losses"], json.loads(done.stdout)["losses"]):
                    self.assertLess(abs(a - b), 1e-5 * abs(a))

    def test_a_mixed_job_is_one_trace(self):
        trace = self.folder / "trace.json"
        done = self.job(1, "--strategy", "dp-even", "--trace", str(trace))
        self.assertEqual(done.returncode, 0, done.stderr)
        events = json.loads(trace.read_text())["traceEvents"]
        names = [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"]
        self.assertEqual(sorted(names), ["rank 0 (pjrt:0)", "rank 1 (cpu)", "rank 2 (cpu)"])

    def test_devices_without_a_share_are_said(self):
        slow = self.MIXED.replace("GPUS", "1").replace("3T", "300T").replace("1T", "10G").replace("100GB/s", "1000GB/s")
        cluster = self.file("unlike.yaml", slow)
        self.assertIn("2 x core", self.start("plan", self.BATCHES, "--cluster", cluster).stdout)
        done = self.start("train", self.BATCHES, "--steps", "2", "--cluster", cluster, "--plugin", PLUGIN)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no share for 2 x core", done.stderr)

    def test_ranks_wait_for_a_compiler(self):
        limit = 5 if os.environ.get("MOTLEY_SANITIZED") else 1  # of the start, too
        done = self.job(1, "--strategy", "dp-even", "--stall-limit", str(limit), faults=f"slow_compile={1.5 * limit}")  # several of them
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_device_lost_in_a_mixed_job_ends_it(self):
        done = self.job(1, "--strategy", "dp-even", faults="fail_run=5")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the device has fallen off the bus", done.stderr)

    def test_a_probe_writes_what_an_accelerator_does(self):
        file = self.folder / "probed.yaml"
        done = self.on_plugin("probe", "--small", "--links-only", "-o", str(file))
        self.assertEqual(done.returncode, 0, done.stderr)
        text = file.read_text()
        for part in ("device: pjrt:0", "product.nn:", "memory.write:", "transfer.to_device:", "launch:"):
            self.assertIn(part, text)
        self.assertEqual(self.start("cluster", str(file)).returncode, 0)
        done = self.start("train", GPT, "--steps", "1", "--cluster", str(file), "--plugin", PLUGIN)
        self.assertEqual(done.returncode, 0, done.stderr)

    # --- Plugins that are older, newer, or none ---

    def test_plugins_of_other_minor_versions(self):
        for faults in ("newer=1", "version=0.57", "version=0.200"):
            self.json("run", GPT, faults=faults)

    def test_another_interface_is_named(self):
        self.refuses(self.on_plugin("run", GPT, faults="version=1.3"), PLUGIN, "version 1.3", "update Motley")
        for table in ("", ",short=1"):  # older tables may be shorter, too
            self.refuses(self.on_plugin("run", GPT, faults="version=0.33" + table), "version 0.33", "update the plugin")
        self.refuses(self.on_plugin("run", GPT, faults="short=1"), PLUGIN, "is not a usable PJRT plugin")
        self.refuses(self.on_plugin("run", GPT, faults="no=PJRT_Error_Message"), PLUGIN, "is not a usable PJRT plugin", "PJRT_Error_Message")

    def test_what_is_no_plugin(self):
        text = self.file("text.so", "hello")
        self.refuses(self.start("run", GPT, "--device", "pjrt", "--plugin", text), text, "cannot be loaded")
        self.refuses(self.start("run", GPT, "--device", "pjrt", "--plugin", "/nowhere/lib.so"), "/nowhere/lib.so")
        libc = "libm.so.6"
        self.refuses(self.start("run", GPT, "--device", "pjrt", "--plugin", libc), libc, "is not a PJRT plugin")

    def test_a_missing_plugin_tells_where_it_was_looked_for(self):
        empty = {"PATH": "/nowhere", "HOME": str(self.folder), "VIRTUAL_ENV": str(self.folder)}
        done = self.start("run", GPT, "--device", "rocm", environment=empty)
        self.refuses(done, "--plugin", "MOTLEY_PJRT_PLUGIN", "jax_plugins/xla_rocm")
        self.refuses(self.start("run", GPT, "--device", "pjrt"), "--plugin")
        self.assertEqual(self.start("run", GPT, "--device", "pjrt", environment={"MOTLEY_PJRT_PLUGIN": PLUGIN}).returncode, 0)
        named = {"PJRT_NAMES_AND_LIBRARY_PATHS": f"other:/x.so,pjrt:{PLUGIN}"}
        self.assertEqual(self.start("run", GPT, "--device", "pjrt", environment=named).returncode, 0)

    def test_devices_have_names(self):
        self.refuses(self.start("run", GPT, "--device", "pjrt:9", "--plugin", PLUGIN), "no device pjrt:9", "has 1")
        for _ in range(2):  # compiled, and kept
            done = self.start("run", GPT, "--device", "pjrt:1", "--plugin", PLUGIN, faults="devices=2")
            self.assertEqual(done.returncode, 0, done.stderr)
        self.refuses(self.start("run", GPT, "--device", "cuda:x"), "is not a device")

    def test_one_of_several_gpus(self):
        # Each process sees its own alone: a client would take all, and their memory.
        for device, kind in (("cuda", "Interpreter 0"), ("cuda:1", "Interpreter 1"), ("cuda:2", "Interpreter 2")):
            done = self.start("run", GPT, "--device", device, "--plugin", PLUGIN, "--json", faults="devices=3")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["device_kind"], kind)
        done = self.start("run", GPT, "--device", "cuda:3", "--plugin", PLUGIN, faults="devices=3")
        self.refuses(done, "cuda:3 cannot be opened", "no visible device 3", "is there such a device?")
        done = self.start("run", GPT, "--device", "cuda", "--plugin", PLUGIN, faults="fail=PJRT_Client_Create")
        self.refuses(done, "cuda:0 cannot be opened", "as it was told to fail")
        self.assertNotIn("is there such", done.stderr)

    def test_a_part_of_a_gpus_memory(self):
        arguments = ("train", GPT, "--steps", "1", "--device", "cuda", "--plugin", PLUGIN)
        part = {"XLA_CLIENT_MEM_FRACTION": "0.001"}
        done = self.start(*arguments, faults="memory=60000", environment=part)
        self.refuses(done, "60 bytes free of 60 bytes", "XLA_CLIENT_MEM_FRACTION")
        for wrong in ("x", "0", "2", "0.5 "):
            done = self.start(*arguments, environment={"XLA_CLIENT_MEM_FRACTION": wrong})
            self.refuses(done, f"XLA_CLIENT_MEM_FRACTION is `{wrong}`", "between 0 and 1")

    def test_ranks_take_the_gpus_of_their_host_in_turn(self):
        one = json.loads(self.start("train", self.BATCHES, "--steps", "4", "--json").stdout)
        trace = self.folder / "trace.json"
        done = self.job(2, "--strategy", "dp-even", "--trace", str(trace), "--json", faults="devices=2", platform="cuda")
        self.assertEqual(done.returncode, 0, done.stderr)
        for a, b in zip(one["losses"], json.loads(done.stdout)["losses"]):
            self.assertLess(abs(a - b), 1e-5 * abs(a))
        events = json.loads(trace.read_text())["traceEvents"]
        names = [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"]
        self.assertEqual(sorted(names), ["rank 0 (cuda:0)", "rank 1 (cuda:1)", "rank 2 (cpu)", "rank 3 (cpu)"])

    # --- Every call may fail ---

    def test_an_error_from_each_call_is_a_sentence(self):
        for name in NEEDED:
            with self.subTest(name):
                self.refuses(self.on_plugin("run", GPT, faults=f"fail={name}"), PLUGIN, "as it was told to fail (INTERNAL)")
                self.refuses(self.on_plugin("run", GPT, faults=f"no={name}"), PLUGIN, "(UNIMPLEMENTED)")

    def test_what_is_optional_may_fail(self):
        for name in OPTIONAL:
            with self.subTest(name):
                self.json("run", GPT, faults=f"fail={name}")
                self.json("run", GPT, faults=f"no={name}")

    def test_nothing_is_left_behind(self):
        for faults in ("", "fail_run=5", "memory=60000,temporary=20000",
                       "memory=60000,temporary=20000,no=PJRT_Executable_GetCompiledMemoryStats",
                       *("fail=" + name for name in NEEDED + OPTIONAL)):
            with self.subTest(faults):
                done = self.on_plugin("train", GPT, "--steps", "3", faults=f"{faults},count=1".lstrip(","))
                self.assertNotIn("left behind", done.stderr)

    # --- Programs, memory, devices that are lost ---

    def test_a_refused_program_is_named_with_the_op(self):
        program = self.file("tanh.mlir", TANH)
        self.refuses(self.on_plugin("run", program, faults="refuse=stablehlo.tanh"), program, PLUGIN,
                     "at `%0 = stablehlo.tanh %arg0", "unknown op stablehlo.tanh")

    def test_memory_is_looked_at_before_a_run(self):
        self.refuses(self.on_plugin("train", GPT, "--steps", "2", faults="memory=60000,temporary=20000"),
                     "the program needs 67.6 kB", "60.0 kB free", "--microbatches")

    def test_memory_of_all_segments_of_a_rank_is_looked_at(self):
        done = self.job(1, "--strategy", "dp-even", faults="memory=70000")  # each of them has enough
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the program needs 79.3 kB of memory; pjrt:0 (Interpreter 0) has 70.0 kB free", done.stderr)

    def test_memory_is_looked_at_before_a_compiler_is_asked(self):
        done = self.on_plugin("train", GPT, "--steps", "2", faults="memory=4000,fail=PJRT_Client_Compile")
        self.refuses(done, "the program needs at least ", "pjrt:0 (Interpreter 0)", "4.0 kB free of 4.0 kB")

    def test_memory_that_a_compiler_lacks(self):
        done = self.on_plugin("train", GPT, "--steps", "2", faults="fail=PJRT_Client_Compile:8")
        self.refuses(done, "while autotuning: as it was told to fail", "pjrt:0 (Interpreter 0) has", "a smaller batch")
        done = self.on_plugin("train", GPT, "--steps", "2", faults="trials=20")
        self.refuses(done, "while autotuning: no room for 6.15GiB on device 0; pjrt:0 (Interpreter 0) has", "a smaller batch")

    def test_memory_that_runs_out(self):
        faults = "memory=60000,temporary=20000,no=PJRT_Executable_GetCompiledMemoryStats"
        self.refuses(self.on_plugin("train", GPT, "--steps", "2", faults=faults), "Out of memory", "RESOURCE_EXHAUSTED")

    def test_a_device_lost_in_mid_run_leaves_the_checkpoint(self):
        whole = self.json("train", GPT, "--steps", "6")
        # A step is three runs: two arguments of the batch are copied before it, but for the first.
        for faults, saying in (("fail_run=16", "the device has fallen off the bus"), ("lost_run=16", "did not end within 1 s")):
            kept = str(self.folder / faults)
            arguments = ("train", GPT, "--steps", "6", "--checkpoint", kept, "--stall-limit", "1")
            lost = {"ASAN_OPTIONS": "detect_leaks=0"} if "lost" in faults else {}  # what a lost device holds is left to it
            done = self.on_plugin(*arguments, "--checkpoint-every", "2", faults=faults, environment=lost)
            self.refuses(done, "pjrt:0", saying)
            rest = self.json(*arguments, "--resume")
            self.assertEqual(rest["first_step"], 4)
            self.assertEqual(rest["losses"], whole["losses"][4:])

    def test_host_memory_outlives_the_copies_from_it(self):
        # A batch is on its way when the step before fails; the address sanitizer sees who reads it too late.
        done = self.on_plugin("train", GPT, "--steps", "6", faults="slow_copy=0.02,fail_run=7")
        self.refuses(done, "the device has fallen off the bus")
        done = self.job(1, "--strategy", "dp-even", faults="slow_copy=0.01,fail_run=9")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the device has fallen off the bus", done.stderr)

    def test_a_slow_device_is_waited_for(self):
        result = self.json("run", GPT, faults="slow=0.2")
        self.assertGreater(result["step_seconds"][0], 0.2)


if __name__ == "__main__":
    MOTLEY, DATA, PLUGIN = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
