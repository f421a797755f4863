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

_FILE = pathlib.Path(__file__).resolve().parents[2] / "python" / "motley" / "jax_export.py"
_SPEC = importlib.util.spec_from_file_location("motley_jax_export", _FILE)
_EXPORT = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = _EXPORT
_SPEC.loader.exec_module(_EXPORT)

ExportError = _EXPORT.ExportError
export_model = _EXPORT.export_model
export_step = _EXPORT.export_step
save_safetensors = _EXPORT.save_safetensors
main = _EXPORT.main

if __name__ == "__main__":
    sys.exit(main())
