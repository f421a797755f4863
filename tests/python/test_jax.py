#!/usr/bin/env python3
"""Plans of JAX functions and plans in JAX: test_jax.py SOURCE ENVIRONMENT VERSION

JAX of that version, optax, flax and equinox come from PyPI into ENVIRONMENT; where that is impossible the test is
skipped. The package is on PYTHONPATH, and the program in $MOTLEY. JAX 0.11 needs Python 3.12: if there is one, the package
is built for it and installed into ENVIRONMENT."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE, ENVIRONMENT, VERSION = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def newer_python():
    """A Python of at least 3.12, on the PATH or of pyenv."""
    found = [shutil.which(f"python3.{minor}") for minor in (12, 13, 14)]
    found += [str(path) for path in sorted(pathlib.Path.home().glob(".pyenv/versions/3.1[2-4]*/bin/python"))]
    for python in filter(None, found):
        if subprocess.run([python, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 12))"], capture_output=True).returncode == 0:
            return python
    return None


def enter_environment():
    """Starts this test again with a Python that has JAX, or exits with 77."""
    python = ENVIRONMENT / "bin/python"
    if sys.prefix == str(ENVIRONMENT.resolve()):
        return
    base, wanted = sys.executable, [f"jax=={VERSION}.*", "optax", "flax", "equinox"]
    if VERSION != "0.10":
        base = newer_python() or skip(f"JAX {VERSION} needs Python 3.12, which is not here")
        wanted.append(str(SOURCE))
        for name in ("PYTHONPATH", "MOTLEY"):
            os.environ.pop(name, None)
    if not python.exists() and subprocess.run([base, "-m", "venv", ENVIRONMENT]).returncode != 0:
        skip("no virtual environment can be made")
    if subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted]).returncode != 0:
        skip(f"JAX {VERSION} cannot be installed")
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.execv(python, [str(python), *sys.argv])


if __name__ == "__main__":
    enter_environment()

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import motley  # noqa: E402
import numpy as np  # noqa: E402
import optax  # noqa: E402
from jax.sharding import PartitionSpec  # noqa: E402
from motley import _jax  # noqa: E402
from motley._plan import PlannedArgument, Share  # noqa: E402

TYPES = {"fast": {"flops": "200G", "memory": "4GiB", "memory_bandwidth": "20GB/s"},
         "slow": {"flops": "100G", "memory": "4GiB", "memory_bandwidth": "20GB/s"}}  # fmt: skip


def cluster(**devices):
    return motley.Cluster({"device_types": {t: TYPES[t] for t in devices},
                           "hosts": [{"devices": devices, "link": {"bandwidth": "20GB/s", "latency": "1us"}}]})  # fmt: skip


def layer(x, block):
    return x + jax.nn.gelu(x @ block["w1"]) @ block["w2"]


def loss(params, x, y):
    for block in params["blocks"]:
        x = layer(x, block)
    return jnp.mean((x @ params["out"] - y) ** 2)


def init(key):
    keys = iter(jax.random.split(key, 5))

    def draw(*shape):
        return 0.1 * jax.random.normal(next(keys), shape)

    return {"blocks": [{"w1": draw(32, 128), "w2": draw(128, 32)} for _ in range(2)], "out": draw(32, 8)}


PARAMS = init(jax.random.key(0))
SHAPES = jax.eval_shape(init, jax.random.key(0))
KEYS = jax.random.split(jax.random.key(1), 10)
BATCHES = [(jax.random.normal(KEYS[2 * i], (64, 32)), jax.random.normal(KEYS[2 * i + 1], (64, 8))) for i in range(5)]
BATCH_SHAPES = jax.eval_shape(lambda: BATCHES[0])


class FromJax(unittest.TestCase):
    def test_shapes_are_enough_and_names_are_paths(self):
        p = motley.plan(loss, SHAPES, BATCH_SHAPES, cluster=cluster(fast=2, slow=2), optimizer="adamw:clip=1", level="fast")
        self.assertEqual(p.arguments["blocks/01/w2"].shape, (128, 32))
        self.assertEqual([a.name for a in p.arguments.values() if a.role == "batch"], ["x", "y"])
        self.assertTrue(p.verify().ok)

    def test_explain_names_the_lines_of_the_user(self):
        p = motley.plan(loss, SHAPES, BATCH_SHAPES, cluster=cluster(fast=2, slow=2), level="fast")
        sources = p.explain("blocks/00/w1").sources
        line = next(i for i, text in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1) if "jax.nn.gelu(x @" in text)
        self.assertTrue(sources and f"test_jax.py:{line} in layer" in sources[0], sources)
        self.assertNotIn("_jax.py:", sources[0].replace("test_jax.py:", ""))  # the exporter is no line of the user's
        self.assertNotIn("/motley-", p._repr_html_())  # nor is its temporary folder a name of the model

    def test_dataclasses_flax_and_equinox(self):
        import equinox
        import flax.linen

        @jax.tree_util.register_dataclass
        @dataclasses.dataclass
        class Linear:
            w: jax.Array
            b: jax.Array

        devices = cluster(fast=2)
        x = jnp.ones((8, 4))
        p = motley.plan(lambda m, x: jnp.mean((x @ m.w + m.b) ** 2), Linear(jnp.ones((4, 4)), jnp.ones(4)), (x,), cluster=devices)
        self.assertEqual(p.arguments["w"].shape, (4, 4))
        model = flax.linen.Dense(4)
        variables = model.init(jax.random.key(0), x)
        p = motley.plan(lambda v, x: jnp.mean(model.apply(v, x) ** 2), variables, (x,), cluster=devices)
        self.assertEqual(p.arguments["params/kernel"].shape, (4, 4))
        net = equinox.nn.MLP(4, 1, 8, 1, key=jax.random.key(0))
        weights, rest = equinox.partition(net, equinox.is_array)
        p = motley.plan(lambda w, x: jnp.mean(jax.vmap(equinox.combine(w, rest))(x) ** 2), weights, (x,), cluster=devices)
        self.assertTrue(p.fits)
        self.assertEqual(jax.tree.structure(p.specs(weights, uneven="replicate")), jax.tree.structure(weights))

    def test_a_whole_step_of_optax(self):
        optimizer = optax.adamw(1e-3)

        @jax.jit
        def step(state, x, y):
            params, inner = state
            value, gradient = jax.value_and_grad(loss)(params, x, y)
            updates, inner = optimizer.update(gradient, inner, params)
            return (optax.apply_updates(params, updates), inner), value

        state = (PARAMS, optimizer.init(PARAMS))
        p = motley.plan(step, state, BATCHES[0], cluster=cluster(fast=2), step=True, level="fast")
        run = motley.train(p, steps=5, params=None, data=BATCHES)
        losses = []
        for x, y in BATCHES:
            state, value = step(state, x, y)
            losses.append(float(value))
        np.testing.assert_allclose(run.losses, losses, rtol=1e-5)

    def test_mistakes(self):
        for text, call in (
            ("batch is missing", lambda: motley.plan(loss, PARAMS, cluster=cluster(fast=2))),
            ("must be a scalar", lambda: motley.plan(lambda p, x: x, PARAMS, (BATCHES[0][0],), cluster=cluster(fast=2))),
        ):
            with self.assertRaisesRegex(motley.Error, text):
                call()


class ToJax(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.plan = motley.plan(loss, PARAMS, BATCHES[0], cluster=cluster(fast=2, slow=6), optimizer="adam", even=True)

    def test_specs_are_a_tree_of_the_parameters(self):
        specs = self.plan.specs(PARAMS)
        self.assertEqual(jax.tree.structure(specs), jax.tree.structure(PARAMS))
        for spec, leaf in zip(jax.tree.leaves(specs), jax.tree.leaves(PARAMS), strict=True):
            self.assertIsInstance(spec, PartitionSpec)
            self.assertLessEqual(len(spec), leaf.ndim)

    def test_samples_over_both_axes_of_a_grid_have_both_names(self):
        outer, inner = Share(0, 0, (4, 4), "even"), Share(1, 0, (4, 4), "even", run=4)
        tokens = PlannedArgument("tok", "batch", (8, 16), "i32", "S(0)S(0/4)", (outer, inner))
        self.assertEqual(_jax._spec(tokens, tokens.shape, True), PartitionSpec(("data", "model")))
        self.assertTrue(_jax._is_nested(inner, tokens))

    def test_five_steps_in_jax_are_those_of_motley(self):
        j = self.plan.to_jax()
        self.assertEqual(j.mesh.size, 8)
        optimizer = optax.adam(1e-3)

        @j.jit
        def step(params, inner, batch):
            value, gradient = jax.value_and_grad(loss)(params, *batch)
            updates, inner = optimizer.update(gradient, inner, params)
            return optax.apply_updates(params, updates), inner, value

        params, inner = PARAMS, optimizer.init(PARAMS)
        losses = []
        for batch in BATCHES:
            params, inner, value = step(params, inner, batch)
            losses.append(float(value))
        for leaf, sharding in zip(jax.tree.leaves(params), jax.tree.leaves(j.shardings(params)), strict=True):
            self.assertEqual(leaf.sharding.device_set, sharding.device_set)
        run = motley.train(self.plan, steps=5, params=PARAMS, data=BATCHES, lr=1e-3)
        np.testing.assert_allclose(run.losses, losses, rtol=1e-6)
        for ours, theirs in zip(jax.tree.leaves(run.params), jax.tree.leaves(params), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-6)
        self.assertEqual(jax.tree.structure(run.params), jax.tree.structure(PARAMS))

    def test_uneven_plans_say_what_to_do(self):
        def wide(params, x):
            return jnp.mean(jnp.tanh(jnp.tanh(x @ params["a"]) @ params["b"]) ** 2)

        shapes = {"a": jax.ShapeDtypeStruct((512, 512), jnp.float32), "b": jax.ShapeDtypeStruct((512, 512), jnp.float32)}
        x = jax.ShapeDtypeStruct((960, 512), jnp.float32)
        p = motley.plan(wide, shapes, (x,), cluster=cluster(fast=2, slow=2), level="fast")
        self.assertFalse(p.is_even)
        with self.assertRaises(motley.UnevenError) as caught:
            p.to_jax()
        error = caught.exception
        self.assertIn("p.evened().to_jax()", str(error))
        self.assertIn("motley.train(p)", str(error))
        self.assertIn("x", error.arguments)
        self.assertGreater(error.even_step_seconds, error.step_seconds)
        self.assertEqual(p.evened().to_jax().mesh.size, p.evened().num_ranks)

    def test_remainders_are_replicated_where_asked(self):
        x, y = (jax.ShapeDtypeStruct((13, n), jnp.float32) for n in (32, 8))
        p = motley.plan(loss, SHAPES, (x, y), cluster=cluster(fast=4), strategy="dp-even")
        with self.assertRaisesRegex(motley.UnevenError, "uneven='replicate'"):
            p.to_jax()
        j = p.to_jax(uneven="replicate")
        self.assertEqual(j.batch_shardings((x, y))[0].spec, PartitionSpec())
        self.assertTrue(j.notes)

    def test_too_few_devices_are_told(self):
        with self.assertRaisesRegex(motley.Error, "xla_force_host_platform_device_count=8"):
            self.plan.to_jax(devices=jax.devices()[:2])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
