#!/usr/bin/env python3
"""A classifier of two interleaved spirals, from plain JAX to a model folder.

    python examples/jax/mlp.py mlp
    build/motley run mlp --grad --check mlp/expected.safetensors
"""
import sys

import jax
import jax.numpy as jnp
import numpy as np
from export import export_model


def spirals(count, rng):
    """`count` points of the plane, half on each arm, and the arm each belongs to."""
    arm = np.arange(count) % 2
    radius = np.sqrt(rng.uniform(0.02, 1, count))
    angle = 3 * np.pi * radius + np.pi * arm
    points = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return (points + rng.normal(0, 0.02, points.shape)).astype(np.float32), arm.astype(np.int32)


def init_params(sizes, rng):
    """One {"w", "b"} per layer, in a list: Motley will know them as layers/00/w, layers/00/b, layers/01/w, ..."""
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        w = rng.normal(0, inputs**-0.5, (inputs, outputs)).astype(np.float32)
        layers.append({"w": w, "b": np.zeros(outputs, np.float32)})
    return {"layers": layers}


def loss(params, points, arm):
    """Mean cross-entropy. The batch arguments take their names from here."""
    x = points
    *hidden, last = params["layers"]
    for layer in hidden:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    logits = x @ last["w"] + last["b"]
    log_probability = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(log_probability, arm[:, None], axis=1).mean()


def build():
    """For `python export.py mlp.py:build -o FOLDER`."""
    rng = np.random.default_rng(0)
    return loss, init_params([2, 64, 64, 2], rng), spirals(256, rng)


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "mlp"
    signature = export_model(folder, *build(), expected=True, init={"*/b": "zeros", "*": "normal:0.1"})
    for position, entry in enumerate(signature):
        print(f"{position:3d} {entry['role']:5s} {entry['name']:12s} {entry['shape']} {entry['dtype']}")
    print(f"\nNext: build/motley run {folder} --grad --check {folder}/expected.safetensors")
