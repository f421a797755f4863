#!/usr/bin/env python3
"""Measures what matrix products and memory reach on this machine's accelerator, as JAX runs them: the tables of a device type.

    bench/accelerator/rates.py > table.txt

One line each: the kind, its size, and the rate in flop/s, bytes/s or kernels/s (docs/formats.md). Products at JAX's default
precision: float32 operands are rounded to TF32 on a GPU.
"""
import itertools
import statistics
import time

import jax
import jax.numpy as jnp


def seconds(function, *arguments):
    """Per run, runs enqueued back to back; the median of five rounds."""
    jax.block_until_ready(function(*arguments))
    begin = time.perf_counter()
    jax.block_until_ready(function(*arguments))
    runs = max(3, min(300, int(0.04 / (time.perf_counter() - begin + 1e-7))))
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(runs):
            out = function(*arguments)
        jax.block_until_ready(out)
        times.append((time.perf_counter() - begin) / runs)
    return statistics.median(times)


def filled(shape, dtype, key):
    return jax.random.normal(jax.random.key(key), shape, dtype) * 0.1


def products():
    # Several independent products in one executable, so that its launch does not count.
    each = jax.jit(lambda pairs: [a @ b for a, b in pairs])
    for kind, dtype in (("product.nn.bf16", jnp.bfloat16), ("product.nn", jnp.float32)):
        for m, n, k in itertools.product((256, 2048, 8192), repeat=3):
            count = 40 if m * n * k <= 2**31 else 6
            pairs = [(filled((m, k), dtype, i), filled((k, n), dtype, 99 + i)) for i in range(count)]
            print(kind, m, n, k, f"{2.0 * m * n * k * count / seconds(each, pairs):.4g}", flush=True)


def memory():
    each = jax.jit(lambda values: [v * 2 for v in values])
    for elements in (2**18, 2**22, 2**24, 2**28):
        count = 40 if elements <= 2**22 else 6
        values = [filled((elements,), jnp.float32, i) for i in range(count)]
        size = 8.0 * elements
        print("memory.write", f"{size:.0f}", f"{size * count / seconds(each, values):.4g}", flush=True)


def dispatch():
    def chain(count):
        def run(x, w):
            for _ in range(count):
                x = x @ w
            return x
        return jax.jit(run)
    x = filled((64, 64), jnp.float32, 1)
    further = (seconds(chain(129), x, x) - seconds(chain(1), x, x)) / 128
    print("dispatch", f"{1 / further:.4g}", flush=True)


if __name__ == "__main__":
    print("#", jax.devices()[0].device_kind, "jax", jax.__version__)
    dispatch()
    memory()
    products()
