#!/usr/bin/env python3
"""Times a model's gradient and its whole Adam step as JAX itself runs them, for bench/accelerator/run.

    jax_steps.py MODEL [--precision default|highest] [--steps 20] [--only grad|adam]

MODEL is a folder with JAX's own grad.mlir. It is called from a jitted function as what jax.export gives
would be, so that JAX compiles and runs it as its own code; parameters and state of the Adam step are
donated. One line of JSON: seconds of a step (median), bytes at the peak, seconds of compiling.
"""
import argparse
import dataclasses
import json
import pathlib
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jaxlib.mlir.dialects import stablehlo


def as_function(text, arguments, results):
    """The program `text` as a function of JAX."""
    dummy = export.export(jax.jit(lambda *xs: tuple(jnp.zeros(r.shape, r.dtype) for r in results)))(*arguments)
    version = stablehlo.get_minimum_version() if not hasattr(stablehlo, "get_current_version") else stablehlo.get_current_version()
    return dataclasses.replace(dummy, module_kept_var_idx=tuple(range(len(arguments))),
                               mlir_module_serialized=stablehlo.serialize_portable_artifact_str(text, version)).call


def median_seconds(step, count):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        step()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def peak(compiled):
    memory = compiled.memory_analysis()
    return (memory.argument_size_in_bytes + memory.output_size_in_bytes - memory.alias_size_in_bytes +
            memory.temp_size_in_bytes + memory.generated_code_size_in_bytes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--precision", default="default")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--only", choices=["grad", "adam"])
    settings = parser.parse_args()

    signature = json.loads((settings.model / "signature.json").read_text())
    text = (settings.model / "grad.mlir").read_text().replace("HIGHEST", settings.precision.upper())
    arguments = [jax.ShapeDtypeStruct(a["shape"], a["dtype"]) for a in signature]
    params = [i for i, a in enumerate(signature) if a["role"] == "param"]
    results = [jax.ShapeDtypeStruct((), "float32")] + [arguments[i] for i in params]
    gradients = as_function(text, arguments, results)

    generator = np.random.default_rng(0)
    drawn = [jnp.asarray(generator.standard_normal(a.shape, dtype=np.float32) * 0.02 if a.dtype == np.float32
                         else np.zeros(a.shape, a.dtype)) for a in arguments]
    batch = [drawn[i] for i in range(len(drawn)) if i not in set(params)]
    line = {"model": settings.model.name, "device": jax.devices()[0].device_kind}

    if settings.only != "adam":
        begin = time.perf_counter()
        compiled = jax.jit(gradients).lower(*drawn).compile()
        line["grad_compile_seconds"] = time.perf_counter() - begin
        step = lambda: jax.block_until_ready(compiled(*drawn))
        step()
        line["grad_seconds"] = median_seconds(step, settings.steps)
        line["grad_peak_bytes"] = peak(compiled)

    if settings.only != "grad":
        def adam(values, first, second, count, rate, *others):
            order, rest = iter(values), iter(others)
            whole = [next(order) if i in set(params) else next(rest) for i in range(len(drawn))]
            loss, *grads = gradients(*whole)
            count = count + 1
            first = [0.9 * m + 0.1 * g for m, g in zip(first, grads)]
            second = [0.999 * v + 0.001 * g * g for v, g in zip(second, grads)]
            scale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
            values = [p - scale * m / (jnp.sqrt(v) + 1e-8) for p, m, v in zip(values, first, second)]
            return loss, values, first, second, count

        state = [[drawn[i] for i in params], [jnp.zeros_like(drawn[i]) for i in params],
                 [jnp.zeros_like(drawn[i]) for i in params], jnp.float32(0)]
        begin = time.perf_counter()
        compiled = jax.jit(adam, donate_argnums=(0, 1, 2, 3)).lower(*state, jnp.float32(1e-3), *batch).compile()
        line["adam_compile_seconds"] = time.perf_counter() - begin
        del drawn
        rate = jnp.float32(1e-3)

        def step():
            loss, *state[:] = compiled(*state, rate, *batch)
            return float(loss)
        step()
        line["adam_seconds"] = median_seconds(step, settings.steps)
        line["adam_peak_bytes"] = peak(compiled)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
