#!/usr/bin/env python3
"""Plans of a model's step, from a named strategy to training: test_shard.py build/motley tests/data"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
EXAMPLES = DATA.parent.parent / "examples" / "clusters"
MODEL = "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=256,batch=7"
CLUSTER = """name: unlike
device_types:
  fast: {flops: 2T, memory: 4GiB, memory_bandwidth: 50GB/s}
  slow: {flops: 1T, memory: 4GiB, memory_bandwidth: 25GB/s}
hosts:
  - {devices: {fast: 1, slow: 1}, link: {bandwidth: 5GB/s, latency: 5us}}
  - {devices: {slow: 2}, link: {bandwidth: 5GB/s, latency: 5us}}
network: {bandwidth: 1GB/s, latency: 30us}
"""
# Its first host: a search that is all but ten times shorter.
PAIR = "".join(CLUSTER.splitlines(True)[:-2])
# One of so many models; 1 in make test-all.
EVERY = int(os.environ.get("MOTLEY_EVERY", 4))
FAST = ["--level", "fast"] if EVERY > 1 else []
STRATEGIES = ["single", "dp-even", "dp-proportional", "zero-1", "zero-2", "zero-3", "megatron", "dp-tp",
              "megatron-3d", "fsdp"]


def small_and_large(small, large):
    """The large one in make test-all alone."""
    return [small, large] if EVERY == 1 else [small]


def motley(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    done.stderr = re.sub(r"(?m)^(planning|comparing|verifying)\b.*, \d+ s\n", "", done.stderr)  # told on a busy machine
    return done


class Shard(unittest.TestCase):
    comparison = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cluster = self.folder / "cluster.yaml"
        self.cluster.write_text(CLUSTER)
        self.plan = self.folder / "plan.json"

    def shown(self, *arguments, status=0):
        done = motley(*arguments)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        return done.stdout

    def refused(self, pattern, *arguments):
        done = motley(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, pattern)

    def compared(self):
        """What `compare` says of MODEL, asked once."""
        if not Shard.comparison:
            Shard.comparison = self.shown("compare", MODEL, "--cluster", self.cluster, "--level", "fast")
        return Shard.comparison

    def make_plan(self, strategy, *more):
        return self.shown("plan", MODEL, "--cluster", self.cluster, "--strategy", strategy, "-o", self.plan, *more)

    def test_the_search_is_no_worse_than_any_strategy_and_verifies(self):
        found = json.loads(self.shown("plan", MODEL, "--cluster", self.cluster, "-o", self.plan, "--json", "--level", "fast"))
        self.assertTrue(found["fits"] and found["complete"])
        self.assertGreater(len(found["rows"]), 6)
        for row in found["rows"]:
            self.assertLessEqual(found["lower_bound_seconds"], row["step_seconds"], row["strategy"])
            if row["fits"]:
                self.assertLessEqual(found["step_seconds"], row["step_seconds"] * (1 + 1e-9), row["strategy"])
        self.assertTrue(json.loads(self.shown("verify", self.plan, "--json"))["ok"])
        self.assertEqual(json.loads(self.shown("simulate", self.plan, "--json"))["step_seconds"], found["step_seconds"])
        again = self.folder / "again.json"
        self.shown("plan", MODEL, "--cluster", self.cluster, "-o", again, "--alone", "--level", "fast")
        self.assertEqual(again.read_bytes(), self.plan.read_bytes())

    def test_the_search_says_why_and_what_else(self):
        base = ["plan", MODEL, "--cluster", self.cluster, "--level", "fast"]
        text = self.shown(*base, "--explain", "blocks/00/w1")
        for part in ["step time", "lower bound for any sharded plan of this step", "optimality gap", "dp-proportional",
                     "search took", "* "]:
            self.assertIn(part, text)
        pinned = self.shown(*base, "--alone", "--pin", "blocks/00/w1: S(1)", "-o", self.plan)
        self.assertIn("the constraints cost", pinned)
        self.assertEqual(json.loads(self.plan.read_text())["stages"][0]["arguments"]["blocks/00/w1"][:3], "S(1")
        other = self.folder / "other.json"
        self.shown("plan", MODEL, "--cluster", self.cluster, "--strategy", "dp-even", "-o", other)
        self.assertIn("values have the same sharding", self.shown("plan", "--diff", self.plan, other))

    def test_a_plan_of_version_1_is_the_same_plan(self):
        self.shown("plan", MODEL, "--cluster", self.cluster, "--level", "fast", "--strategy", "zero-3", "-o", self.plan)
        plan = json.loads(self.plan.read_text())
        first = {key: plan[key] for key in plan if key not in ("stages", "cluster_description", "signature", "schedule", "cuts")}
        first.update(plan["stages"][0], version=1)
        for name, earlier in (("regather", "gathered_on_use"), ("prefetch_bytes", "ahead_bytes"), ("follow_operands", "takes_what_is_there")):
            first[earlier] = first.pop(name)
        older = self.folder / "older.json"
        older.write_text(json.dumps(first))
        for what in (["--json"], ["--rank", "0"], ["--rank", "1"]):
            self.assertEqual(self.shown("simulate", older, *what), self.shown("simulate", self.plan, *what))

    def test_wishes_that_cannot_be_granted_are_sentences(self):
        base = ["plan", MODEL, "--cluster", self.cluster, "--level", "fast"]
        self.refused("did you mean `blocks/00/w1`", *base, "--pin", "blocks/00/w9: R")
        self.refused("contradict", *base, "--pin", "wte: R", "--pin", "wte: S(0)")
        self.refused("contradict", *base, "--pin", "wte: R", "--forbid", "wte: R")
        self.refused("not of the form", *base, "--pin", "wte")
        layers = DATA / "zoo/checkpointed-layers"
        for dim in ("7", "99999999999999999999"):
            self.refused(r"S\(", "plan", layers, "--cluster", self.cluster, "--level", "fast", "--pin", f"layers/in: S({dim})")
        self.refused("wte: S.7.", *base, "--pin", "wte: S(7)")
        self.refused("leave out --strategy", *base, "--strategy", "dp-even", "--pin", "wte: R")
        done = motley(*base, "--time-limit", "0.001")
        self.assertIn("stopped by the time limit", done.stdout)
        self.assertRegex(done.stderr, "^note: to read the model and build its step took .* more than the time limit of 0.001 s")

    def test_every_strategy_is_a_plan_that_verifies(self):
        for strategy in STRATEGIES:
            text = self.make_plan(strategy)
            self.assertIn(f"strategy  {strategy}", text)
            result = json.loads(self.shown("verify", self.plan, "--json"))
            self.assertTrue(result["ok"], strategy)
            self.assertLess(result["max_relative_error"], 1e-6)
            self.assertGreater(result["compared"], 40)

    def test_pipelines_of_sharded_stages_verify(self):
        model = "gpt:layers=4,hidden=16,heads=2,seq=8,vocab=64,batch=8"
        self.cluster.write_text("device_types: {d: {flops: 1T, memory: 4GiB, memory_bandwidth: 25GB/s}}\nhosts:\n"
                                "  - {count: 2, devices: {d: 4}, link: {bandwidth: 5GB/s, latency: 5us}}\n"
                                "network: {bandwidth: 1GB/s, latency: 30us}\n")
        tensor = "megatron-3d-stages:tensor=2,stages=2,microbatches=2"
        for strategy in [f"{tensor},chunks=1"] * (EVERY == 1) + [f"{tensor},chunks=2", "alpa"]:
            made = json.loads(self.shown("plan", model, "--cluster", self.cluster, "--strategy", strategy, "-o", self.plan,
                                         "--json"))
            self.assertEqual((made["kind"], made["strategy"]), ("staged", strategy.split(":")[0]))
            self.assertTrue(json.loads(self.shown("verify", self.plan, "--json"))["ok"], strategy)
            self.assertEqual(json.loads(self.shown("simulate", self.plan, "--json"))["step_seconds"], made["step_seconds"])
            if ":" in strategy:
                self.assertEqual([stage["grid"] for stage in made["stages"]], [[2, 2]] * 2 * int(strategy[-1]))
        self.refused("degrees are tensor=N", "plan", model, "--cluster", self.cluster, "--strategy", "megatron-3d-stages:x=2")
        self.refused("is not one of", "plan", model, "--cluster", self.cluster, "--strategy", "alpa:tensor=2")

    def test_every_strategy_of_the_catalogue_is_offered_by_plan_and_compare(self):
        table = (DATA.parent.parent / "docs/catalog.md").read_text().split("## Schedules")[0]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| `")]
        names = {row[0].split(",")[0].strip("`"): row[2] for row in rows}
        self.assertGreater(len(names), 10)
        text = self.compared()
        offered = self.shown("plan", "--help")
        for name, plans in names.items():
            self.assertRegex(text, rf"(?m)^(not applicable: )?{name}(:| )", name)
            self.assertRegex(offered, rf"(?m)[: ,]{name}(,|$)", name)
            if "models" not in plans:
                self.refused(f"{name} plans a pipeline of a profile", "plan", MODEL, "--cluster", self.cluster, "--strategy", name)

    def test_an_alias_gives_the_plan_of_its_strategy(self):
        self.make_plan("dp-even")
        first = self.plan.read_bytes()
        self.make_plan("ddp")
        self.assertEqual(self.plan.read_bytes(), first)

    def test_compare_has_a_row_for_every_strategy(self):
        rows = json.loads(self.shown("compare", MODEL.replace("batch=7", "batch=8"), "--cluster", self.cluster, "--level", "fast",
                                     "--json"))["rows"]
        names = [row["strategy"] for row in rows]
        self.assertEqual(sorted(names), sorted(STRATEGIES + ["gpipe", "1f1b", "pipedream", "dapple", "hap", "motley", "motley-pipeline"]))
        times = [row["step_seconds"] for row in rows if row["fits"]]
        self.assertEqual(times, sorted(times))
        self.assertEqual({row["strategy"]: row["runs"] for row in rows}["dapple"], True)
        text = self.compared()
        self.assertIn("not applicable: expert: no parameter has an expert dimension", text)

    def test_the_same_input_gives_the_same_bytes(self):
        self.make_plan("zero-3")
        first = self.plan.read_bytes()
        self.make_plan("zero-3")
        self.assertEqual(self.plan.read_bytes(), first)

    def test_samples_are_cut_by_speed(self):
        self.make_plan("dp-proportional")
        self.assertEqual(json.loads(self.plan.read_text())["stages"][0]["arguments"]["tok"], "S(0:[4,1,1,1])")
        self.make_plan("dp-even")
        self.assertEqual(json.loads(self.plan.read_text())["stages"][0]["arguments"]["tok"], "S(0)")
        few = self.shown("plan", MODEL.replace("batch=7", "batch=3"), "--cluster", self.cluster, "--strategy", "dp-even")
        self.assertIn("idle      1 ranks have no sample", few)

    def test_a_hand_edited_plan_still_computes_the_same(self):
        self.make_plan("dp-even")
        plan = json.loads(self.plan.read_text())
        stage = plan["stages"][0]
        stage["arguments"]["wte"] = "S(0)"
        stage["arguments"]["tok"] = "S(1:[5,1,1,1])"
        edited = [name for name, state in stage["values"].items() if state == "S(0)"][3]
        stage["values"][edited] = "R"
        self.plan.write_text(json.dumps(plan))
        self.assertIn("equal", self.shown("verify", self.plan))
        self.assertIn("all_gather", self.shown("simulate", self.plan))

    def test_simulate_writes_a_trace(self):
        self.make_plan("dp-even")
        trace = self.folder / "trace.json"
        self.shown("simulate", self.plan, "--trace", trace)
        events = json.loads(trace.read_text())["traceEvents"]
        self.assertTrue(any("all_reduce" in event.get("name", "") for event in events))

    def test_what_does_not_fit_says_so(self):
        self.cluster.write_text(CLUSTER.replace("4GiB", "100kB"))
        done = motley("plan", MODEL, "--cluster", self.cluster, "--strategy", "dp-even", "-o", self.plan)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"does not fit into memory: fast has 100.0 kB, but \S+ \S+ are needed")
        self.assertFalse(json.loads(self.plan.read_text())["fits"])

    def test_what_does_not_fit_is_recomputed(self):
        for cluster, memory, model in small_and_large((PAIR, "800kB", "gpt:layers=2,hidden=32,heads=2,seq=32,vocab=64,batch=6"),
                                                      (CLUSTER, "9MB", "gpt:layers=4,hidden=64,heads=4,seq=64,vocab=256,batch=24")):
            with self.subTest(model):
                self.cluster.write_text(cluster.replace("4GiB", memory))
                text = self.shown("plan", model, "--cluster", self.cluster, "--alone", "-o", self.plan, *FAST)
                self.assertRegex(text, r"added (--recompute, which recomputes activations; |"
                                       r"--recompute-selective, which recomputes activations, but keeps results of products; |"
                                       r"--recompute-layers \d+,\d+, which recomputes activations of some layers; )without, ")
                self.assertTrue(json.loads(self.plan.read_text())["recompute"])
                self.assertIn("equal", self.shown("verify", self.plan))

    def test_no_more_layers_are_recomputed_than_memory_asks_for(self):
        model = "gpt:layers=8,hidden=32,heads=2,seq=32,vocab=64,batch=6"
        self.cluster.write_text(PAIR.replace("4GiB", "3000kB"))
        options = ("--cluster", self.cluster, "--alone", "-o", self.plan, "--level", "fast")
        text = self.shown("plan", model, *options)
        self.assertRegex(text, r"added --recompute-layers 0,\d, which recomputes activations of some layers; "
                               r"without, it does not fit: ")
        plan = json.loads(self.plan.read_text())
        self.assertTrue(plan["fits"])
        self.assertLess(plan["recompute_layers"]["selective"], 7)
        self.assertIn("equal", self.shown("verify", self.plan))
        self.shown("plan", model, *options, "--recompute-selective")
        self.assertLess(plan["step_seconds"], json.loads(self.plan.read_text())["step_seconds"])

    def test_what_does_not_fit_when_recomputed_is_cut_in_time(self):
        for cluster, memory, model in small_and_large((PAIR, "500kB", "mlp:inputs=16,hidden=16x16x16x16x16x16,batch=2048"),
                                                      (PAIR, "500kB", "gpt:layers=1,hidden=16,heads=2,seq=32,vocab=32,batch=32")):
            with self.subTest(model):
                self.cluster.write_text(cluster.replace("4GiB", memory))
                told = self.shown("plan", model, "--cluster", self.cluster, "--alone", "-o", self.plan, *FAST)
                self.assertRegex(told, r"cuts the step into \d+ micro-batches")
                plan = json.loads(self.plan.read_text())
                self.assertGreater(plan["microbatches"], 1)
                self.assertTrue(plan["fits"])
                self.assertIn("equal", self.shown("verify", self.plan))

    @unittest.skipIf(FAST, "a whole search: in make test-all")
    def test_parts_are_chosen_where_they_take_less(self):
        # In one part the step fits on both hosts together only, and the way between them is slow.
        self.cluster.write_text("""name: far
device_types:
  core: {flops: 100G, memory: 5MB, memory_bandwidth: 50GB/s}
hosts:
  - {count: 2, devices: {core: 2}, link: {bandwidth: 10GB/s, latency: 1us}}
network: {bandwidth: 20MB/s, latency: 100us}
""")
        model = "gpt:layers=2,hidden=32,heads=4,seq=64,vocab=64,batch=32"
        text = self.shown("plan", model, "--cluster", self.cluster, "--alone", "-o", self.plan)
        self.assertRegex(text, r"added --microbatches 2, which cuts the step into 2 micro-batches; "
                               r"without, a step takes \S+ ms")
        self.assertIn("lower bound for any sharded plan of these 2 micro-batches", text)
        plan = json.loads(self.plan.read_text())
        self.assertEqual((plan["model"], plan["samples_per_step"], plan["microbatches"]), (model, 32, 2))
        self.assertLess(plan["lower_bound_seconds"], plan["step_seconds"])
        self.assertIn("equal", self.shown("verify", self.plan))

    def test_ranks_train_as_one_device_does(self):
        losses = {}
        for more in [(), ("--ranks", 3), ("--cluster", self.cluster, "--strategy", "zero-3"),
                     ("--cluster", self.cluster, "--strategy", "megatron")]:
            done = motley("train", MODEL, "--steps", 4, "--optimizer", "momentum", "--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            losses[more] = json.loads(done.stdout)["losses"]
        for more, values in losses.items():
            for value, alone in zip(values, losses[()], strict=True):
                self.assertLess(abs(value - alone), 1e-4, more)

    def test_ranks_train_every_small_model_as_one_device_does(self):
        for model in sorted((DATA / "models").iterdir())[::EVERY]:
            with self.subTest(model.name):
                losses = []
                for more in [(), ("--ranks", 2)]:
                    done = motley("train", model, "--steps", 10, "--threads", 1, "--json", *more)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    losses.append(json.loads(done.stdout)["losses"])
                self.assertEqual(len(losses[0]), 10)
                for alone, value in zip(*losses, strict=True):
                    self.assertLess(abs(value - alone), 1e-5 * abs(alone))

    def test_microbatches_cut_the_samples_of_a_step(self):
        # The same samples and the same step, whatever the micro-batches.
        model = MODEL.replace("batch=7", "batch=8")
        losses = {}
        for more in [(), ("--microbatches", 4), ("--ranks", 2, "--microbatches", 2), ("--accumulate", 2),
                     ("--accumulate", 2, "--microbatches", 8), ("--accumulate", 2, "--microbatches", 1)]:
            done = motley("train", model, "--steps", 3, "--optimizer", "sgd", "--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("note", done.stderr)
            losses[more] = json.loads(done.stdout)["losses"]
        for more, values in losses.items():
            whole = losses[("--accumulate", 2) if "--accumulate" in more else ()]
            for value, alone in zip(values, whole, strict=True):
                self.assertLess(abs(value - alone), 1e-5, more)
        self.assertNotEqual(losses[()], losses[("--accumulate", 2)])
        self.shown("plan", model, "--cluster", self.cluster, "--strategy", "dp-even", "--microbatches", 4,
                   "--accumulate", 2, "-o", self.plan)
        plan = json.loads(self.plan.read_text())
        self.assertEqual((plan["samples_per_step"], plan["microbatches"], plan["accumulate"]), (16, 4, 2))
        self.assertIn("equal", self.shown("verify", self.plan))
        text = self.shown("compare", model, "--cluster", self.cluster, "--level", "fast", "--microbatches", 2)
        self.assertIn("8 samples per step in 2 micro-batches of 4", text)

    def test_plans_of_earlier_versions_are_read(self):
        self.shown("plan", MODEL, "--cluster", self.cluster, "--strategy", "zero-3", "--accumulate", 2, "-o", self.plan)
        plan = json.loads(self.plan.read_text())
        now = self.shown("simulate", self.plan, "--rank", 1)
        figures = self.shown("simulate", self.plan, "--json")
        # Version 1: one stage, whose keys stand at the top, and a cluster by its file alone.
        plan.update(plan.pop("stages")[0], version=1)
        for key in ("samples_per_step", "accumulate", "model_hash", "precision", "schedule", "ready_schedules", "cuts",
                    "signature", "cluster_description"):
            del plan[key]
        for new, old in [("regather", "gathered_on_use"), ("prefetch_bytes", "ahead_bytes"),
                         ("follow_operands", "takes_what_is_there")]:
            plan[old] = plan.pop(new)
        self.plan.write_text(json.dumps(plan))
        self.assertEqual(self.shown("simulate", self.plan, "--rank", 1), now)
        self.assertEqual(self.shown("simulate", self.plan, "--json"), figures)
        self.cluster.write_text(CLUSTER.replace("2T", "3T"))
        self.refused(r"is a plan for another cluster than .*cluster.yaml now describes", "verify", self.plan)

    def test_a_plan_can_be_moved(self):
        # With its model beside it, and without the cluster's file.
        work = self.folder / "work"
        shutil.copytree(DATA / "models" / "mlp", work / "models" / "mlp")
        done = subprocess.run([PROGRAM, "plan", "models/mlp", "--cluster", self.cluster, "--strategy", "dp-even",
                               "-o", "plans.json"], cwd=work, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        work.rename(self.folder / "elsewhere")
        self.cluster.unlink()
        moved = self.folder / "elsewhere" / "plans.json"
        self.assertIn("equal", self.shown("verify", moved))
        alone = self.folder / "alone.json"
        moved.rename(alone)
        self.refused(r"there is no such file, model folder or built-in model", "simulate", alone)
        self.shown("simulate", alone, "--model", self.folder / "elsewhere" / "models" / "mlp")

    def test_a_plan_names_values_as_the_printed_step_does(self):
        self.make_plan("dp-even")
        step = self.shown("print", MODEL, "--step", "adam")
        for name in json.loads(self.plan.read_text())["stages"][0]["values"]:
            found = re.search(rf"^ *{name.split('#')[0]}(:\d+)? = ", step, re.MULTILINE)
            self.assertTrue(found, f"{name} is not in the printed step")

    def test_training_plans_as_plan_does(self):
        self.refused(r"name a model to train, or a plan with --plan", "train", "--steps", 1)
        small = self.folder / "small.yaml"
        small.write_text(PAIR.replace("4GiB", "100kB"))
        model = MODEL.replace("batch=7", "batch=8")
        self.refused(r"the plan does not fit: .*; --microbatches, --recompute or a smaller batch need less, and "
                     r"--allow-out-of-memory runs it anyway", "train", model, "--cluster", small, "--strategy", "dp-even",
                     "--steps", 1)
        done = motley("train", model, "--cluster", small, "--strategy", "dp-even", "--steps", 1, "--allow-out-of-memory")
        self.assertEqual(done.returncode, 0, done.stderr)
        for optimizer in ["adamw:clip=1"] + ["momentum"] * (EVERY == 1):
            self.shown("plan", MODEL, "--cluster", self.cluster, "--strategy", "zero-3", "--optimizer", optimizer, "-o", self.plan)
            self.assertIn("equal", self.shown("verify", self.plan))
            done = motley("train", "--plan", self.plan, "--steps", 1, "--json")  # the plan names its model
            self.assertEqual((done.returncode, json.loads(done.stdout)["optimizer"]), (0, optimizer), done.stderr)

    def test_micro_batches_make_one_step_of_several_batches(self):
        small = MODEL.replace("batch=7", "batch=3")
        # As in earlier versions, where the batch cannot be cut.
        done = motley("plan", small, "--cluster", self.cluster, "--strategy", "dp-proportional", "--microbatches", 2,
                      "-o", self.plan)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^note: .* --microbatches 2 is taken as --accumulate 2, 2 batches per step\n$")
        plan = json.loads(self.plan.read_text())
        self.assertEqual((plan["microbatches"], plan["stages"][0]["arguments"]["tok"]), (2, "S(0/3:[2,1,0,0])"))
        self.assertIn("equal", self.shown("verify", self.plan))
        losses = []
        for more in [(), ("--plan", self.plan)]:
            done = motley("train", small, "--steps", 3, "--accumulate", 2, "--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            losses.append(json.loads(done.stdout)["losses"])
        for a, b in zip(*losses, strict=True):
            self.assertLess(abs(a - b), 1e-4)

    def test_recomputation_takes_less_memory_and_computes_the_same(self):
        deep = "mlp:inputs=16,hidden=16x16x16x16x16x16,batch=4096"
        peaks = []
        for more in [(), ("--recompute",)]:
            self.shown("plan", deep, "--cluster", self.cluster, "--strategy", "dp-even", "-o", self.plan, *more)
            peaks.append(json.loads(self.plan.read_text())["peak_bytes"])
        self.assertLess(peaks[1], 0.8 * peaks[0])
        self.assertIn("equal", self.shown("verify", self.plan))

    def test_samples_that_depend_on_one_another_are_not_cut_apart(self):
        model = DATA / "models" / "resnet-tiny"
        plan = ("plan", model, "--cluster", self.cluster, "--strategy", "dp-even", "--accumulate", 2)
        self.refused(r"samples of a batch interact through %\S+, stablehlo\.\S+ at \S+ \(tensor<.*--allow-cross-sample accepts that", *plan)
        for option in ("--allow-cross-sample", "--allow-mixing"):
            self.assertIn("dp-even", self.shown(*plan, option, "-o", self.plan))
        self.assertIn("equal", self.shown("verify", self.plan))

    def test_a_checkpoint_is_of_the_model_and_not_of_the_plan(self):
        kept = self.folder / "kept"
        done = motley("train", MODEL, "--steps", 3, "--checkpoint", kept, "--cluster", self.cluster, "--strategy",
                      "zero-3", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        resumed = motley("train", MODEL, "--steps", 5, "--checkpoint", kept, "--resume", "--json")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        whole = motley("train", MODEL, "--steps", 5, "--json")
        for a, b in zip(json.loads(resumed.stdout)["losses"], json.loads(whole.stdout)["losses"][3:], strict=True):
            self.assertLess(abs(a - b), 1e-4)

    def test_mistakes(self):
        self.make_plan("dp-even")
        plan = json.loads(self.plan.read_text())

        def edited(change):
            other = json.loads(json.dumps(plan))
            change(other)
            path = self.folder / "edited.json"
            path.write_text(json.dumps(other))
            return path

        self.refused(r"value `wte`, state `S\(2\)`: tensor<256x16xf32> has no dimension 2",
                     "verify", edited(lambda p: p["stages"][0]["arguments"].update(wte="S(2)")))
        self.refused(r"there is no value `wtf`; did you mean `wte`\?",
                     "verify", edited(lambda p: p["stages"][0]["arguments"].update(wtf="R")))
        self.refused(r"says nothing of the value `wte`", "verify", edited(lambda p: p["stages"][0]["arguments"].pop("wte")))
        self.refused(r"another step than that of gpt:.*batch=8",
                     "verify", edited(lambda p: p.update(model=MODEL.replace("batch=7", "batch=8"))))
        self.refused(r"edited.json:1:\d+: `stages\[0\]` has no key `grid`", "verify",
                     edited(lambda p: p["stages"][0].pop("grid")))
        self.refused(r"device 0 is listed twice", "verify",
                     edited(lambda p: p["stages"][0].update(devices=[0, 0, 1, 2])))
        self.refused(r"there is no device 9; the cluster has devices 0 to 3", "verify",
                     edited(lambda p: p["stages"][0].update(devices=[0, 1, 2, 9])))
        self.refused(r"3 devices do not make a grid of \[4\]", "verify",
                     edited(lambda p: p["stages"][0].update(devices=[0, 1, 2])))
        self.refused(r"`version` is 7; this program reads versions 1 and 2", "verify",
                     edited(lambda p: p.update(version=7)))
        self.cluster.write_text(CLUSTER.replace("2T", "3T"))
        done = motley("verify", self.plan)
        self.assertEqual((done.returncode, done.stdout[:5]), (0, "equal"))
        self.assertRegex(done.stderr, r"^note: .*cluster.yaml has changed since .*; the cluster in the plan is used\n$")
        self.plan.write_text("{")
        self.refused(r"plan.json:1:2: is not valid JSON: the file ends too early", "simulate", self.plan)
        self.refused(r"expert does not apply: no parameter has an expert dimension",
                     "plan", MODEL, "--cluster", self.cluster, "--strategy", "expert")
        self.refused(r"--strategy is for several devices", "train", MODEL, "--strategy", "dp-even")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
