#!/usr/bin/env python3
"""Writes the models of the comparison as model folders, by the exporter of examples/jax.

    bench/peers/export.py [DIR] [--only NAME ...] [--expected] [--small]

DIR is build/peers/models unless told. Each folder holds loss.mlir, signature.json, inputs.safetensors and grad.mlir;
with --expected also what JAX computes, as large as the inputs again. --small writes small instances named NAME-small with
their expected values, for Motley's reference interpreter.
"""
import argparse
import importlib.util
import sys
from pathlib import Path

import jax
import models
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent


def exporter():
    """examples/jax/export.py, by its path because this file has its name."""
    spec = importlib.util.spec_from_file_location("jax_export", ROOT / "examples" / "jax" / "export.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description="Writes the models of the comparison as model folders.")
    parser.add_argument("dir", nargs="?", type=Path, default=ROOT / "build/peers/models")
    parser.add_argument("--only", nargs="+", choices=models.MODELS, default=list(models.MODELS), metavar="NAME")
    parser.add_argument("--expected", action="store_true", help="also what JAX computes: loss and gradients")
    parser.add_argument("--small", action="store_true", help="small instances instead, with expected values")
    options = parser.parse_args()
    export_model = exporter().export_model
    for name in options.only:
        loss, params, batch = models.build_small(name) if options.small else models.MODELS[name]()
        folder = options.dir / (name + "-small" if options.small else name)
        export_model(folder, loss, params, batch, grad=True, expected=options.expected or options.small)
        count = sum(np.size(leaf) for leaf in jax.tree.leaves(params))
        size = sum(file.stat().st_size for file in folder.iterdir())
        print(f"{folder}: {count:,} parameters, {size / 1e6:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
