#!/usr/bin/env python3
"""Writes optax.json: the parameters of a small model after five steps by optax's optimizers, in float64.

Needs jax and optax. tests/tensor/grad/test_optax.cpp runs the same model.
"""
import json
from pathlib import Path

import jax
import jax.numpy as jnp
import optax

jax.config.update("jax_enable_x64", True)


def wave(shape, frequency):
    return jnp.sin(frequency * jnp.arange(1.0, 1 + jnp.prod(jnp.array(shape)))).reshape(shape)


x, y = wave((8, 4), 0.7), wave((8, 6), 1.3)
start = {"b": wave((6,), 0.4), "w": wave((4, 6), 0.9)}
matrices = {"b": False, "w": True}


def loss(params):
    return jnp.mean((jnp.tanh(x @ params["w"]) + params["b"] - y) ** 2)


def rate(step):
    return 0.05 / (1 + step)


optimizers = {
    "adamw:weight_decay=0.1;dims<2:weight_decay=0": optax.adamw(rate, weight_decay=0.1, mask=matrices),
    "adamw:weight_decay=0;b:lr=0.1": optax.multi_transform(
        {"slow": optax.adam(lambda step: 0.1 * rate(step)), "plain": optax.adam(rate)}, {"b": "slow", "w": "plain"}
    ),
    "adam:clip=0.1": optax.chain(optax.clip_by_global_norm(0.1), optax.adam(rate)),
    "lion": optax.lion(rate),
    "lion:weight_decay=0.2,beta1=0.8;dims<2:weight_decay=0": optax.lion(rate, b1=0.8, weight_decay=0.2, mask=matrices),
    "adafactor": optax.adafactor(rate),
    "adafactor:min_dim=4": optax.adafactor(rate, min_dim_size_to_factor=4),
    "adafactor:min_dim=2,threshold=0.5,decay_rate=0.7,weight_decay=0.01;b:weight_decay=0": optax.adafactor(
        rate, min_dim_size_to_factor=2, clipping_threshold=0.5, decay_rate=0.7, weight_decay_rate=0.01,
        weight_decay_mask=matrices,
    ),  # fmt: skip
}
results = {}
for text, optimizer in optimizers.items():
    params, state = start, optimizer.init(start)
    for _ in range(5):
        updates, state = optimizer.update(jax.grad(loss)(params), state, params)
        params = optax.apply_updates(params, updates)
    results[text] = [float(v) for leaf in (params["b"], params["w"]) for v in leaf.ravel()]
(Path(__file__).parent / "optax.json").write_text(json.dumps({"optax": optax.__version__, "results": results}, indent=1))
