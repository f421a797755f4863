#!/usr/bin/env python3
"""Exports the models of this folder, all or those named, each with the values that JAX computes.

    python examples/jax/zoo/export_zoo.py -o FOLDER [NAME ...]
    python examples/jax/zoo/export_zoo.py --list
"""
import argparse
import inspect
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]

import libraries  # noqa: E402
import nested  # noqa: E402
import shapes  # noqa: E402
import stateful  # noqa: E402
import stopped  # noqa: E402
from export import export_model  # noqa: E402


def models():
    """{name: function that builds it}: the functions of these modules that take nothing and have a docstring."""
    found = {}
    for module in (stopped, stateful, shapes, nested, libraries):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_model = function.__module__ == module.__name__ and function.__doc__
            if is_model and not inspect.signature(function).parameters:
                found[name.replace("_", "-")] = function
    return found


def main():
    known = models()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="models; default: all")
    parser.add_argument("-o", "--output", metavar="FOLDER", help="where the model folders go")
    parser.add_argument("--list", action="store_true", help="list the models")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"there is no model {unknown[0]!r}; --list lists them")
    if options.list:
        print("\n".join(f"{name:18} {function.__doc__}" for name, function in known.items()))
        return
    if options.output is None:
        parser.error("-o FOLDER is missing")
    for name in options.names or known:
        export_model(Path(options.output) / name, expected=True, **known[name]())


if __name__ == "__main__":
    main()
