#!/usr/bin/env python3
"""Writes a model folder for Motley from any JAX loss function: the exporter of the Python package, from the shell and
for scripts, also where the package is not installed.

    python export.py my_model.py:build -o FOLDER

    from export import export_model
    export_model("mlp", loss, params, batch, expected=True)

With the package installed, `from motley.jax_export import export_model` is the same. Needs jax and numpy.
"""
import importlib.util
import pathlib
import sys

_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "python" / "motley"


def _load(name, file):
    """A file of the package as a module of its own: the package itself needs what `make` builds."""
    spec = importlib.util.spec_from_file_location(name, _FOLDER / file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_load("motley_safetensors", "_safetensors.py")
_EXPORT = _load("motley_jax_export", "jax_export.py")

ExportError = _EXPORT.ExportError
export_model = _EXPORT.export_model
export_step = _EXPORT.export_step
save_safetensors = _EXPORT.save_safetensors
main = _EXPORT.main

if __name__ == "__main__":
    sys.exit(main())
