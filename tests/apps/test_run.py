#!/usr/bin/env python3
"""`motley run` and `motley print` as a user calls them: test_run.py build/motley tests/data

Right answers, the JSON contract, and one clear sentence for every kind of bad input.
"""
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

MOTLEY = DATA = None

ADD = """module @add {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
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


def safetensors(tensors):
    """{name: (dtype, shape, bytes)} as the bytes of a file."""
    header, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def motley(self, *arguments, status=0):
        done = subprocess.run([MOTLEY, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        if status >= 2:
            self.assertEqual(done.stdout, "")
            self.assertRegex(done.stderr, r"\Amotley: [^\n]+\n\Z")
        return done

    def refuses(self, *arguments, saying):
        done = self.motley(*arguments, status=2)
        self.assertRegex(done.stderr.replace(str(self.folder) + "/", ""), saying)

    def test_model_agrees_with_jax(self):
        model = f"{DATA}/models/gpt-tiny"
        done = self.motley("run", f"{model}/grad.mlir", "--inputs", f"{model}/inputs.safetensors",
                           "--check", f"{model}/expected.safetensors")
        self.assertIn("29 of 29 tensors within 0.0001", done.stdout)
        report = json.loads(self.motley("run", model, "--json").stdout)
        self.assertAlmostEqual(report["loss"], 4.1, delta=0.2)
        self.assertEqual((report["max_relative_error"], report["checks_passed"], report["checks_failed"]), (None, 0, 0))

    def test_motley_differentiates(self):
        model = f"{DATA}/models/resnet-tiny"
        done = self.motley("run", model, "--grad", "--check", f"{model}/expected.safetensors")
        self.assertIn("19 of 19 tensors within 0.0001", done.stdout)
        unused = ADD.replace("-> tensor<4xf32> {", "-> tensor<f32> {").replace(
            "    %0 =", "    %c = stablehlo.constant dense<0.0> : tensor<f32>\n    %0 =").replace("%arg0, %arg1 :", "%arg0, %arg0 :").replace(
            "    return %0 : tensor<4xf32>", "    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0]"
            " : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n    return %1 : tensor<f32>")
        report = json.loads(self.motley("run", self.file("unused.mlir", unused), "--grad", "--json").stdout)
        self.assertEqual(report["unreached"], ["argument 1"])
        self.refuses("run", self.file("add.mlir", ADD), "--grad", saying=r"the loss must be a float scalar, not tensor<4xf32>")

    def test_built_in_models(self):
        small = "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=32,batch=2"
        report = json.loads(self.motley("run", small, "--grad", "--json").stdout)
        self.assertAlmostEqual(report["loss"], 3.47, delta=0.5)  # log 32, less what the tied table gives
        self.assertIn("015.grad.wte", [r["name"] for r in report["results"]])
        self.refuses("run", "gtp:layers=2", saying=r"gtp.*gpt")
        self.refuses("run", "gpt:layer=2", saying=r"layer.*layers")
        self.refuses("run", "gpt:hidden=64,heads=5", saying=r"heads")
        self.refuses("run", "nothing", saying=r"nothing: there is no such file, model folder or built-in model")
        self.assertIn("bert-moe", self.motley("models").stdout)

    def test_check_fails_with_status_1(self):
        program = self.file("add.mlir", ADD)
        inputs = self.file("in.safetensors", safetensors({"000.x": ("F32", [4], floats(1, 2, 3, 4)), "001.y": ("F32", [4], floats(0, 0, 0, 1))}))
        right = self.file("right.safetensors", safetensors({"000.result": ("F32", [4], floats(1, 2, 3, 5))}))
        wrong = self.file("wrong.safetensors", safetensors({"000.result": ("F32", [4], floats(1, 2, 3, 4))}))
        self.motley("run", program, "--inputs", inputs, "--check", right)
        self.assertIn("FAILS", self.motley("run", program, "--inputs", inputs, "--check", wrong, status=1).stdout)
        self.motley("run", program, "--inputs", inputs, "--check", wrong, "--tolerance", "0.5")
        report = json.loads(self.motley("run", program, "--inputs", inputs, "--check", wrong, "--json", status=1).stdout)
        self.assertEqual((report["checks_passed"], report["checks_failed"]), (0, 1))
        self.assertAlmostEqual(report["max_relative_error"], 1 / 30**0.5, places=6)

    def test_output_can_be_checked_against(self):
        model, output = f"{DATA}/models/mlp", str(self.folder / "out.safetensors")
        self.motley("run", f"{model}/grad.mlir", "--output", output)
        report = json.loads(self.motley("run", f"{model}/grad.mlir", "--check", output, "--tolerance", "0", "--json").stdout)
        self.assertEqual((report["checks_failed"], report["max_relative_error"]), (0, 0))
        self.assertEqual(report["results"][1]["name"][:9], "000.grad.")

    def test_programs_check_themselves(self):
        self.motley("run", self.file("good.mlir", SELF_CHECK.replace("EXPECTED", "4.0")))
        done = self.motley("run", self.file("bad.mlir", SELF_CHECK.replace("EXPECTED", "5.0")), status=1)
        self.assertRegex(done.stdout, r"check.expect_close at .*bad.mlir:5: FAILS: at \[1\]: got 4, expected 5")

    def test_arguments_are_drawn_where_no_file_gives_them(self):
        program = self.file("add.mlir", ADD)
        draws = [self.motley("run", program, "--seed", seed).stdout.splitlines()[-1] for seed in ("1", "1", "2")]
        self.assertEqual(draws[0], draws[1])
        self.assertNotEqual(draws[0], draws[2])

    def test_print_reads_back(self):
        program = f"{DATA}/models/vgg-tiny/grad.mlir"
        first = self.motley("print", program).stdout
        self.assertEqual(first, self.motley("print", self.file("again.mlir", first)).stdout)
        self.assertIn("stablehlo.convolution", self.motley("print", program, "--ops").stdout)
        self.assertIn("axes i0", self.motley("print", program, "--index").stdout)
        self.assertGreater(json.loads(self.motley("print", program, "--json").stdout)["flops"], 1e6)
        step = json.loads(self.motley("print", f"{DATA}/models/mlp", "--step", "adam", "--json").stdout)
        self.assertEqual((step["arguments"], step["results"]), (6 * 3 + 2 + 2, 1 + 6 * 3 + 1))
        self.refuses("print", program, "--step", "adamant", saying=r"adamant")

    def test_bad_programs(self):
        cases = {
            "truncated": (ADD[: ADD.index("return")], r"bad.mlir:4:5: "),
            "wrong type": (ADD.replace("%arg1 : tensor<4xf32>\n", "%arg1 : tensor<5xf32>\n"), r"bad.mlir:3:\d+: .*tensor<5xf32>"),
            "use before definition": (ADD.replace("%arg0, %arg1 :", "%arg0, %7 :"), r"bad.mlir:3:\d+: .*%7"),
            "unknown op": (ADD.replace("stablehlo.add", "stablehlo.frobnicate"), r"bad.mlir:3:10: unknown op `stablehlo.frobnicate`"),
            "known op": (ADD.replace("stablehlo.add", "stablehlo.fft"), r"bad.mlir:3:10: unsupported op stablehlo.fft"),
            "shapes disagree": (ADD.replace("%arg1: tensor<4xf32>", "%arg1: tensor<5xf32>"), r"bad.mlir:3:\d+: "),
            "empty": ("", r"bad.mlir:"),
            "not text": (b"\x7fELF\x00\x01\xff\xfe", r"bad.mlir:1:1: "),
        }
        for what, (text, saying) in cases.items():
            with self.subTest(what):
                self.refuses("run", self.file("bad.mlir", text), saying=saying)

    def test_bad_inputs(self):
        program = self.file("add.mlir", ADD)
        x, y = ("F32", [4], floats(1, 2, 3, 4)), ("F32", [4], floats(0, 0, 0, 1))
        cases = {
            "missing tensor": (safetensors({"000.x": x}), r"bad.safetensors: no tensor for argument 1 \(tensor<4xf32>\)"),
            "wrong shape": (safetensors({"000.x": x, "001.y": ("F32", [2, 2], y[2])}), r"`001.y` is tensor<2x2xf32>, but argument 1 is tensor<4xf32>"),
            "wrong type": (safetensors({"000.x": x, "001.y": ("I32", [4], y[2])}), r"`001.y` is tensor<4xi32>"),
            "one argument twice": (safetensors({"000.x": x, "0.z": x, "001.y": y}), r"both belong to argument 0"),
            "truncated": (safetensors({"000.x": x, "001.y": y})[:-3], r"bad.safetensors: "),
            "huge header": (struct.pack("<Q", 1 << 60) + b"{}", r"bad.safetensors: "),
        }
        for what, (content, saying) in cases.items():
            with self.subTest(what):
                self.refuses("run", program, "--inputs", self.file("bad.safetensors", content), saying=saying)
        self.refuses("run", program, "--inputs", str(self.folder / "none"), saying=r"none: ")
        self.refuses("run", program, "--device", "abacus", saying=r"abacus")
        self.refuses("run", program, "--trace", "t.json", saying=r"t.json: the interpreter writes no trace")
        for option in ("--inputs", "--check", "--output"):
            self.refuses("run", program, option, "", saying=rf"{option}: needs a file name")
        for option, value in (("--tolerance", "-1"), ("--tolerance", "nan"), ("--seed", "-1"), ("--seed", "9" * 30)):
            self.refuses("run", program, option, value, saying=rf"{option}: needs a .*`{value}`")
        good = self.file("good.safetensors", safetensors({"000.x": x, "001.y": y}))
        self.refuses("run", program, "--inputs", good, "--check", self.file("none.safetensors", safetensors({})), saying=r"holds 0 tensors")
        self.refuses("run", program, "--inputs", good, "--output", str(self.folder / "no/such/folder"), saying=r"no/such/folder")

    def test_bad_folders(self):
        self.refuses("run", str(self.folder), saying=r"is not a model folder: it has no loss.mlir")
        self.file("loss.mlir", ADD)
        self.refuses("run", str(self.folder), saying=r"has no signature.json")
        entry = {"role": "param", "name": "x", "shape": [4], "dtype": "float32"}
        other = dict(entry, name="y")
        cases = [
            ("[", r"signature.json:1:\d+: is not valid JSON"),
            ("{}", r"must be a list"),
            ([entry], r"lists 1 arguments"),
            ([entry, dict(other, shape=[5])], r"argument 1 \(`y`\) is tensor<5xf32>"),
            ([entry, entry], r"two arguments with the role `param` have the name `x`"),
            ([entry, dict(entry, dtype="complex64")], r"`\[1\].dtype` unsupported dtype `complex64`"),
            ([entry, dict(entry, role="weight")], r"role must be `param`, `frozen`, `state` or `batch`"),
            ([entry, dict(entry, init="magic")], r"init must be `normal:SCALE`"),
            ([entry, dict(entry, colour="red")], r"unknown key `colour`"),
            ([entry, other], r"first result of a loss must be a scalar"),
        ]
        for signature, saying in cases:
            with self.subTest(saying):
                self.file("signature.json", signature if isinstance(signature, str) else json.dumps(signature))
                self.refuses("run", str(self.folder), saying=saying)

    def test_paths_that_cannot_be_examined(self):
        loop = self.folder / "loop"
        loop.symlink_to(loop)
        self.refuses("run", str(loop), saying=r"loop: cannot be read: ")
        self.refuses("run", "x" * 5000, saying=r"x: cannot be read: ")
        program = self.file("add.mlir", ADD)
        self.refuses("run", program, "--output", str(loop), saying=r"loop: cannot be written: ")
        self.refuses("run", program, "--output", str(self.folder), saying=r": cannot be written: ")
        (self.folder / "signature.json").symlink_to(loop)
        self.refuses("run", program, saying=r"signature.json: cannot be read: ")

    def test_integer_parameters_have_no_gradient(self):
        text = ADD.replace("tensor<4xf32>, %arg1", "tensor<4xi32>, %arg1").replace(
            "%arg0, %arg1 :", "%arg1, %arg1 :").replace("-> tensor<4xf32> {", "-> (tensor<4xf32>, tensor<4xf32>) {").replace(
            "return %0 : tensor<4xf32>", "return %0, %0 : tensor<4xf32>, tensor<4xf32>")
        program = self.file("grad.mlir", text)
        entry = {"role": "param", "name": "x", "shape": [4], "dtype": "int32"}
        self.file("signature.json", json.dumps([entry, dict(entry, name="w", dtype="float32")]))
        names = [r["name"] for r in json.loads(self.motley("run", program, "--json").stdout)["results"]]
        self.assertEqual(names, ["loss", "001.grad.w"])

    def test_more_memory_than_there_is(self):
        program = self.file("huge.mlir", """func.func @main() -> tensor<1000000000000xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<1000000000000xf32>
  return %0 : tensor<1000000000000xf32>
}
""")
        self.refuses("run", program, saying=r"huge.mlir:2:\d+: .*tensor<1000000000000xf32>")
        self.motley("print", program)


if __name__ == "__main__":
    MOTLEY, DATA = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
