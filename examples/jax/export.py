#!/usr/bin/env python3
"""Writes a model folder for Motley from any JAX loss function.

    from export import export_model
    export_model("mlp", loss, params, batch, grad=True, expected=True)

calls for `loss(params, *batch)` and writes

    mlp/loss.mlir             the loss as StableHLO, one argument per leaf: the parameters, then the batch
    mlp/signature.json        role, name, shape and dtype of each argument (and `init`, if given)
    mlp/inputs.safetensors    the values of params and batch
    mlp/grad.mlir             with grad=True: (loss, gradient of each floating-point parameter)
    mlp/expected.safetensors  with expected=True: what JAX computes on CPU for these inputs

From the shell, where `build()` returns (loss, params, batch):

    python export.py my_model.py:build -o FOLDER [--grad]

Needs jax and numpy.
"""
import argparse
import collections
import fnmatch
import importlib.util
import inspect
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# What a model's arguments and results may hold: numpy's name, and the name in a safetensors header.
DTYPES = {
    "bool": "BOOL", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
    "float16": "F16", "bfloat16": "BF16", "float32": "F32", "float64": "F64",
}  # fmt: skip
FILES = ("loss.mlir", "signature.json", "inputs.safetensors", "grad.mlir", "expected.safetensors")


class ExportError(ValueError):
    """The function or its arguments cannot become a model folder; the message is one sentence."""


def export_model(folder, loss, params, batch, *, inputs=True, grad=False, expected=False, init=None, has_aux=False):
    """Writes the model folder of `loss(params, *batch)` and returns its signature, a list with one dict per argument.

    params, batch  any pytrees of arrays; with a jax.ShapeDtypeStruct among the leaves there are no values to write,
                   so no inputs.safetensors. A batch that is not a tuple or list counts as one argument.
    grad           also write grad.mlir. Integer and bool parameters get no gradient.
    expected       also run on CPU and write the results of grad.mlir (without `grad`: of loss.mlir).
    init           how Motley fills parameters without values: one of "zeros", "ones", "normal:DEVIATION" for all, or
                   a dict from name patterns, the first match counts: {"*/b": "zeros", "*": "normal:0.02"}.
    has_aux        the loss returns (loss, aux): loss.mlir returns the leaves of aux after the loss.

    Files of an earlier export into the same folder that this one does not write are removed.
    """
    batch = tuple(batch) if type(batch) in (tuple, list) else (batch,)
    arguments = _arguments(loss, params, batch)
    structs = [jax.ShapeDtypeStruct(a.leaf.shape, a.leaf.dtype, weak_type=a.weak_type) for a in arguments]
    tree = jax.tree.structure((params, batch))

    def call(*leaves):
        p, b = tree.unflatten(leaves)
        return loss(p, *b)

    _check_result(jax.eval_shape(call, *structs), has_aux, grad)
    signature = [a.entry(init) for a in arguments]
    has_values = all(a.value is not None for a in arguments)
    if expected and not has_values:
        unknown = next(a for a in arguments if a.value is None)
        raise ExportError(f"expected values need inputs, but {unknown.role} {unknown.name!r} is only a shape")

    def forward(*leaves):
        return jax.tree.leaves(call(*leaves))

    trained = [i for i, a in enumerate(arguments) if a.role == "param" and jnp.issubdtype(a.leaf.dtype, jnp.floating)]
    if grad and not trained:
        raise ExportError("there is no floating-point parameter to differentiate by")

    def backward(*leaves):
        def of_trained(values):
            merged = list(leaves)
            for i, value in zip(trained, values, strict=True):
                merged[i] = value
            return jax.tree.leaves(call(*merged))[0]

        value, grads = jax.value_and_grad(of_trained)([leaves[i] for i in trained])
        return [value, *grads]

    files = {"loss.mlir": _stablehlo(forward, "loss", structs), "signature.json": json.dumps(signature, indent=1)}
    if grad:
        files["grad.mlir"] = _stablehlo(backward, "grad", structs)
    if inputs and has_values:
        files["inputs.safetensors"] = {f"{i:03d}.{a.role}.{a.name}": a.value for i, a in enumerate(arguments)}
    if expected:
        leaves = jax.device_put([a.leaf for a in arguments], jax.devices("cpu")[0])
        results = jax.jit(backward if grad else forward, keep_unused=True)(*leaves)
        rest = [f"{i:03d}.grad.{arguments[i].name}" for i in trained]
        if not grad:
            rest = [f"{i:03d}.result" for i in range(1, len(results))]
        files["expected.safetensors"] = dict(zip(["loss", *rest], map(np.asarray, results), strict=True))

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        content = files.get(name)
        if content is None:
            (folder / name).unlink(missing_ok=True)
        elif isinstance(content, str):
            (folder / name).write_text(content)
        else:
            save_safetensors(folder / name, content)
    return signature


def save_safetensors(path, tensors):
    """Writes a dict of name -> numpy array: length of the header, header (JSON), then the bytes of every tensor.

    The widest types stand first, so that each tensor is aligned in the file.
    """
    header, chunks, offset = {}, [], 0
    for name, array in sorted(tensors.items(), key=lambda item: -item[1].dtype.itemsize):
        if array.dtype.name not in DTYPES:
            raise ExportError(f"{name} is {array.dtype.name}; a model holds real numbers, integers and booleans")
        chunks.append(array.tobytes())
        span = [offset, offset + array.nbytes]
        header[name] = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape), "data_offsets": span}
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.writelines(chunks)


@dataclass
class Argument:
    """One leaf of params or batch, as the loss sees it (`leaf`) and as files hold it (`value`, `shape`, `dtype`)."""

    role: str
    name: str
    leaf: Any  # jax.Array or jax.ShapeDtypeStruct

    def __post_init__(self):
        stored = self.leaf
        if jnp.issubdtype(stored.dtype, jax.dtypes.prng_key):  # a typed key is an array of uint32 to the program
            is_shape = isinstance(stored, jax.ShapeDtypeStruct)
            stored = (jax.eval_shape if is_shape else lambda f, x: f(x))(jax.random.key_data, stored)
        self.shape, self.dtype = stored.shape, jax.dtypes.canonicalize_dtype(stored.dtype).name
        self.weak_type = getattr(self.leaf, "weak_type", False)
        if self.dtype not in DTYPES:
            what = f"{self.role} {self.name!r} is {self.dtype}"
            raise ExportError(f"{what}; a model's arguments are real numbers, integers or booleans")
        self.value = None if isinstance(stored, jax.ShapeDtypeStruct) else np.asarray(stored)

    def entry(self, init):
        entry = {"role": self.role, "name": self.name, "shape": list(self.shape), "dtype": self.dtype}
        if init is not None and self.role == "param":
            patterns = {"*": init} if isinstance(init, str) else init
            rule = next((rule for glob, rule in patterns.items() if fnmatch.fnmatchcase(self.name, glob)), None)
            if rule is not None and not re.fullmatch(r"zeros|ones|normal:[0-9.]+(e-?[0-9]+)?", rule):
                raise ExportError(f"init of {self.name!r} is {rule!r}, not zeros, ones or normal:DEVIATION")
            entry |= {} if rule is None else {"init": rule}
        return entry


def _arguments(loss, params, batch):
    """The leaves of params and batch in the order of the program's arguments, with their names.

    A name is the path to the leaf: {"blocks": [{"w": ..}]} gives "blocks/00/w". A batch of several arguments starts
    with the names in the definition of the loss: loss(params, x, y) gives "x" and "y".
    """
    try:
        declared = [p.name for p in inspect.signature(loss).parameters.values() if p.kind != p.VAR_POSITIONAL][1:]
    except (TypeError, ValueError):  # a callable that cannot be inspected
        declared = []
    heads = declared[: len(batch)] + [f"{i:02d}" for i in range(len(declared), len(batch))]

    leaves = [("param", path, leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(params)]
    for head, argument in zip(heads, batch, strict=True):
        for path, leaf in jax.tree_util.tree_leaves_with_path(argument):
            drop_head = len(batch) == 1 and path  # one dict as the batch: its keys are names enough
            leaves.append(("batch", path if drop_head else (jax.tree_util.DictKey(head), *path), leaf))

    siblings = collections.Counter((role, path[:-1]) for role, path, _ in leaves)
    arguments, seen = [], set()
    for role, path, leaf in leaves:
        name = "/".join(_path_names(path, alone=siblings[role, path[:-1]] == 1)) or role
        if (role, name) in seen:
            raise ExportError(f"two leaves have the name {role} {name!r}")
        seen.add((role, name))
        if not isinstance(leaf, jax.ShapeDtypeStruct):
            try:
                leaf = jnp.asarray(leaf)
            except TypeError:
                remedy = "register its class as a pytree, or bind it with functools.partial"
                raise ExportError(f"{role} {name!r} is a {type(leaf).__name__}, not an array; {remedy}") from None
        arguments.append(Argument(role, name, leaf))
    return arguments


def _path_names(path, alone):
    """The parts of a leaf's name. `alone`: nothing else stands where the leaf does, as in the boxes in which flax keeps
    each parameter under `.value`; that part is left out."""
    for i, key in enumerate(path):
        if isinstance(key, jax.tree_util.SequenceKey):
            yield f"{key.idx:02d}"
        elif isinstance(key, jax.tree_util.GetAttrKey):
            if key.name != "value" or not alone or i == 0 or i + 1 < len(path):
                yield key.name
        else:  # DictKey, FlattenedIndexKey
            yield str(key.key)


def _check_result(result, has_aux, grad):
    if has_aux:
        if not isinstance(result, tuple) or len(result) != 2:
            raise ExportError("with has_aux the loss must return a pair (loss, aux)")
        result = result[0]
    if not hasattr(result, "shape"):
        kind = type(result).__name__
        raise ExportError(f"the loss returns a {kind}, not one number; for (loss, aux) pass has_aux=True")
    if result.shape != ():
        raise ExportError(f"the loss must be a scalar, but has shape {list(result.shape)}; take its mean or sum")
    if result.dtype.name not in DTYPES or (grad and not jnp.issubdtype(result.dtype, jnp.floating)):
        raise ExportError(f"the loss must be a real number, but is {result.dtype.name}")


def _stablehlo(function, name, structs):
    function.__name__ = name  # the module is @jit_NAME
    # keep_unused: arguments that do not matter to the result stay, so that positions match the signature.
    # CPU: the lowering with the fewest vendor calls, whatever device is the default here.
    return jax.jit(function, keep_unused=True).trace(*structs).lower(lowering_platforms=("cpu",)).as_text()


def _load_build(spec):
    file, colon, function = spec.rpartition(":")
    if not colon or not Path(file).is_file():
        raise ExportError(f"{spec!r} is not FILE.py:FUNCTION of an existing file")
    sys.path.insert(0, str(Path(file).resolve().parent))
    module_spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    module_spec.loader.exec_module(module)
    build = getattr(module, function, None)
    if not callable(build):
        raise ExportError(f"{file} has no function {function!r}")
    built = build()
    if not isinstance(built, tuple) or len(built) != 3:
        raise ExportError(f"{function}() must return (loss, params, batch)")
    return built


def main():
    parser = argparse.ArgumentParser(description="Writes a model folder for Motley from a JAX loss function.")
    parser.add_argument("build", metavar="FILE.py:FUNCTION", help="a function returning (loss, params, batch)")
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the model folder to write")
    parser.add_argument("--grad", action="store_true", help="also grad.mlir and the values JAX expects of it")
    parser.add_argument("--no-inputs", action="store_true", help="no values: neither inputs nor expected ones")
    parser.add_argument("--has-aux", action="store_true", help="the loss returns (loss, aux)")
    parser.add_argument("--x64", action="store_true", help="allow 64-bit types")
    options = parser.parse_args()
    if options.x64:
        jax.config.update("jax_enable_x64", True)
    try:
        loss, params, batch = _load_build(options.build)
        has_values = not any(isinstance(x, jax.ShapeDtypeStruct) for x in jax.tree.leaves((params, batch)))
        signature = export_model(
            options.output, loss, params, batch, inputs=not options.no_inputs, grad=options.grad,
            expected=options.grad and has_values and not options.no_inputs, has_aux=options.has_aux,
        )  # fmt: skip
    except ExportError as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    sizes = [int(np.prod(entry["shape"])) for entry in signature if entry["role"] == "param"]
    written = ", ".join(name for name in FILES if (Path(options.output) / name).exists())
    print(f"{options.output}: {len(sizes)} parameter tensors, {sum(sizes):,} numbers; {written}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
