#!/usr/bin/env python3
"""Trained parameters back in JAX: what `motley export` writes, as the tree that was exported.

    motley train my_model --steps 1000 --checkpoint ckpt
    motley export ckpt -o params.safetensors

    from load import load_params
    params = load_params("params.safetensors", params)

Needs jax and safetensors (PyPI).
"""
import jax
from safetensors.numpy import load_file


def load_params(file, like):
    """The parameters in `file` as a tree of the structure of `like`: that which export_model was given, values or shapes."""
    tensors = load_file(file)  # {"000.param.layers/00/w": array}, numbered in the order of the leaves
    leaves = [tensors[name] for name in sorted(tensors, key=lambda name: int(name.split(".")[0]))]
    return jax.tree.unflatten(jax.tree.structure(like), leaves)
