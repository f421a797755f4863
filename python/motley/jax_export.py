"""Writes a model folder for Motley from any JAX loss function.

    from motley.jax_export import export_model
    export_model("mlp", loss, params, batch, expected=True)

calls for `loss(params, *batch)` and writes

    mlp/loss.mlir             the loss as StableHLO, one argument per leaf: the parameters, then the batch; with the
                              lines of the Python sources, which `motley plan --explain` names
    mlp/grad.mlir             (loss, gradient of each trained parameter), as JAX differentiates it
    mlp/eval.mlir             with eval_loss=...: the loss that evaluations report, without dropout
    mlp/signature.json        role, name, shape and dtype of each argument (and `init`, if given)
    mlp/inputs.safetensors    the values of params and batch
    mlp/expected.safetensors  with expected=True: what JAX computes on CPU for these inputs
    mlp/expected_eval.safetensors  the same of eval.mlir
    mlp/gradient.json         if the motley program is at hand: whether its own gradient of loss.mlir agrees with JAX's

From the shell, where `build()` returns (loss, params, batch), (loss, params, state, batch), or a dict of the arguments
of export_model:

    python -m motley.jax_export my_model.py:build -o FOLDER

In loss.mlir every jax.lax.stop_gradient, every function with a gradient rule of its own and every jax.checkpoint is
marked, as JAX itself prints nothing of them.

Needs jax and numpy.
"""
import argparse
import collections
import contextlib
import fnmatch
import importlib.util
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.extend.core
import jax.numpy as jnp
import numpy as np
from jax.extend import source_info_util
from jax.interpreters import mlir

source_info_util.register_exclusion(__file__)  # the lines that JAX notes are the user's, not ours

FILES = (
    "loss.mlir", "signature.json", "inputs.safetensors", "grad.mlir", "eval.mlir", "expected.safetensors",
    "expected_eval.safetensors", "gradient.json",
)  # fmt: skip


try:
    from motley._errors import ExportError
    from motley._safetensors import DTYPES, save_safetensors
except ImportError:  # the exporter alone, as examples/jax/export.py loads it: nothing has been built
    from motley_safetensors import DTYPES, save_safetensors

    class ExportError(ValueError):
        """The function or its arguments cannot become a model folder; the message is one sentence."""


def export_model(
    folder, loss, params, batch, *, state=None, frozen=(), freeze_zero_gradients=False, inputs=True, grad=True,
    expected=False, init=None, has_aux=False, eval_loss=None, motley=None,
):  # fmt: skip
    """Writes the model folder of `loss(params, *batch)` and returns its signature, a list with one dict per argument.

    params, batch  any pytrees of arrays; with a jax.ShapeDtypeStruct among the leaves there are no values to write,
                   so no inputs.safetensors. A batch that is not a tuple or list counts as one argument.
    state          what a step changes without training it: batch statistics, moving averages, PRNG keys, counters.
                   The loss is then loss(params, state, *batch) and returns (loss, new state).
    frozen         name patterns of parameters that are not trained: ["base/*"]. Integers and booleans never are.
    freeze_zero_gradients
                   also those whose gradient is zero throughout, on the given inputs and on perturbed ones.
    inputs         write the values.
    grad           write grad.mlir: JAX's own gradient by the trained parameters, which decides in doubt.
    expected       also run on CPU and write the results of grad.mlir (without it: of loss.mlir).
    init           how Motley fills parameters without values: one of "zeros", "ones", "normal:DEVIATION" for all, or
                   a dict from name patterns, the first match counts: {"*/b": "zeros", "*": "normal:0.02"}.
    has_aux        the loss returns (loss, aux), or (loss, (new state, aux)): loss.mlir returns the leaves of aux last.
    eval_loss      what evaluations report instead of the loss: called like it, with dropout off, running statistics and
                   so on. Returns the loss, or a tuple that begins with it.
    motley         the motley program that compares its gradient with JAX's; by default $MOTLEY, the one on the PATH,
                   or build/motley of this repository. False: none.

    Files of an earlier export into the same folder that this one does not write are removed.
    """
    batch = tuple(batch) if type(batch) in (tuple, list) else (batch,)
    arguments = _arguments(loss, params, state, batch)
    _freeze(arguments, frozen)
    structs = [jax.ShapeDtypeStruct(a.leaf.shape, a.leaf.dtype, weak_type=a.weak_type) for a in arguments]
    tree = jax.tree.structure((params, state, batch))

    def call(*leaves):
        p, s, b = tree.unflatten(leaves)
        return loss(p, *b) if state is None else loss(p, s, *b)

    _check_result(jax.eval_shape(call, *structs), arguments, state, has_aux)
    has_values = all(a.value is not None for a in arguments)
    if not has_values and (expected or freeze_zero_gradients):
        unknown = next(a for a in arguments if a.value is None)
        what = "expected values" if expected else "gradients that are zero"
        raise ExportError(f"{what} need inputs, but {unknown.role} {unknown.name!r} is only a shape")

    def forward(*leaves):
        return jax.tree.leaves(call(*leaves))

    num_state = sum(a.role == "state" for a in arguments)

    def gradient_by(trained):
        def backward(*leaves):
            def of_trained(values):
                merged = list(leaves)
                for i, value in zip(trained, values, strict=True):
                    merged[i] = value
                results = jax.tree.leaves(call(*merged))
                return results[0], results[1 : 1 + num_state]

            (value, after), grads = jax.value_and_grad(of_trained, has_aux=True)([leaves[i] for i in trained])
            return [value, *grads, *after]

        return backward

    trained = _trained(arguments)
    if freeze_zero_gradients and trained:
        for i in _zero_gradients(gradient_by(trained), arguments, trained):
            arguments[i].role = "frozen"
        trained = _trained(arguments)
    backward = gradient_by(trained)
    gradient_text = _gradient_text(backward, structs) if grad and trained else None

    signature = [a.entry(init) for a in arguments]
    files = {"loss.mlir": _marked_stablehlo(forward, structs), "signature.json": json.dumps(signature, indent=1)}
    evaluate = None if eval_loss is None else _evaluation(eval_loss, tree, structs, state is not None)
    if evaluate is not None:
        files["eval.mlir"] = _stablehlo(evaluate, "eval", structs, sources=True)
    if gradient_text is not None:
        files["grad.mlir"] = gradient_text
    if inputs and has_values:
        files["inputs.safetensors"] = {f"{i:03d}.{a.role}.{a.name}": a.value for i, a in enumerate(arguments)}
    if expected:
        has_gradient = gradient_text is not None
        leaves = jax.device_put([a.leaf for a in arguments], jax.devices("cpu")[0])
        results = jax.jit(backward if has_gradient else forward, keep_unused=True)(*leaves)
        rest = [f"{i:03d}.grad.{arguments[i].name}" for i in trained] if has_gradient else []
        rest += [f"{i:03d}.state.{a.name}" for i, a in enumerate(arguments) if a.role == "state"]
        rest += [f"{i:03d}.result" for i in range(len(rest) + 1, len(results))]  # of aux
        files["expected.safetensors"] = dict(zip(["loss", *rest], map(_stored, results), strict=True))
        if evaluate is not None:
            (value,) = jax.jit(evaluate, keep_unused=True)(*leaves)
            files["expected_eval.safetensors"] = {"loss": _stored(value)}

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        content = files.get(name)
        if content is None:
            (folder / name).unlink(missing_ok=True)
        elif isinstance(content, str):
            (folder / name).write_text(content)
        else:
            _check_types(content)
            save_safetensors(folder / name, content)
    if gradient_text is not None and motley is not False:
        _compare_gradients(folder, motley)
    return signature


def _evaluation(eval_loss, tree, structs, has_state):
    """eval_loss as a function of the leaves that returns a list of one scalar."""

    def evaluate(*leaves):
        params, state, batch = tree.unflatten(leaves)
        result = eval_loss(params, state, *batch) if has_state else eval_loss(params, *batch)
        return [result[0] if isinstance(result, tuple) else result]

    (result,) = jax.eval_shape(evaluate, *structs)
    if getattr(result, "shape", None) != () or not jnp.issubdtype(result.dtype, jnp.floating):
        raise ExportError("eval_loss must return one real number, or a tuple that begins with it")
    return evaluate


def export_step(folder, step, state, batch, **options):
    """Writes the folder of a whole training step, as people jit it: `step(state, *batch)` returns (new state, loss).

    The state holds parameters and optimizer state alike. Motley runs the step as it is, with nothing to differentiate.
    """

    def loss(_, state, *batch):
        after, value = step(state, *batch)
        return value, after

    nothing = inspect.Parameter("_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    loss.__signature__ = inspect.Signature([nothing, *inspect.signature(step).parameters.values()])
    return export_model(folder, loss, {}, batch, state=state, **options)


def _check_types(tensors):
    for name, array in tensors.items():
        if array.dtype.name not in DTYPES:
            raise ExportError(f"{name} is {array.dtype.name}; a model holds real numbers, integers and booleans")


@dataclass
class Argument:
    """One leaf of params, state or batch, as the loss sees it (`leaf`) and as files hold it (`value`, `shape`, `dtype`)."""

    role: str  # param, frozen, state or batch
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
        if init is not None and self.role in ("param", "frozen"):
            patterns = {"*": init} if isinstance(init, str) else init
            rule = next((rule for glob, rule in patterns.items() if fnmatch.fnmatchcase(self.name, glob)), None)
            if rule is not None and not re.fullmatch(r"zeros|ones|normal:[0-9.]+(e-?[0-9]+)?", rule):
                raise ExportError(f"init of {self.name!r} is {rule!r}, not zeros, ones or normal:DEVIATION")
            entry |= {} if rule is None else {"init": rule}
        return entry


def _stored(result):
    """A result as files hold it; a typed key is an array of uint32."""
    is_key = jnp.issubdtype(result.dtype, jax.dtypes.prng_key)
    return np.asarray(jax.random.key_data(result) if is_key else result)


def _trained(arguments):
    return [i for i, a in enumerate(arguments) if a.role == "param"]


def _freeze(arguments, patterns):
    """Parameters that match a pattern, and those that have no gradient, get the role `frozen`."""
    patterns = [patterns] if isinstance(patterns, str) else list(patterns)
    params = [a for a in arguments if a.role == "param"]
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(a.name, pattern) for a in params):
            raise ExportError(f"no parameter matches the frozen pattern {pattern!r}")
    for a in params:
        is_float = jnp.issubdtype(a.leaf.dtype, jnp.floating)
        if not is_float or any(fnmatch.fnmatchcase(a.name, pattern) for pattern in patterns):
            a.role = "frozen"


def _zero_gradients(backward, arguments, trained):
    """The trained arguments whose gradient is zero on the given inputs and on two perturbations of them."""
    rng, run, zero = np.random.default_rng(0), jax.jit(backward, keep_unused=True), set(trained)
    for scale in (0, 0.1, 0.5):
        leaves = []
        for a in arguments:
            is_float = jnp.issubdtype(a.leaf.dtype, jnp.floating)
            noise = rng.normal(0, 1, a.shape) if is_float else 0
            leaves.append(a.leaf + jnp.asarray(scale * noise, a.leaf.dtype) if is_float else a.leaf)
        gradients = run(*leaves)[1:]
        zero &= {i for i, g in zip(trained, gradients) if not np.any(np.asarray(g))}
    return sorted(zero)


def _arguments(loss, params, state, batch):
    """The leaves of params, state and batch in the order of the program's arguments, with their names.

    A name is the path to the leaf: {"blocks": [{"w": ..}]} gives "blocks/00/w". A batch of several arguments starts
    with the names in the definition of the loss: loss(params, x, y) gives "x" and "y".
    """
    try:
        declared = [p.name for p in inspect.signature(loss).parameters.values() if p.kind != p.VAR_POSITIONAL]
        declared = declared[1 if state is None else 2 :]
    except (TypeError, ValueError):  # a callable that cannot be inspected
        declared = []
    heads = declared[: len(batch)] + [f"{i:02d}" for i in range(len(declared), len(batch))]

    leaves = [("param", path, leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(params)]
    leaves += [("state", path, leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(state)]
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


def leaf_names(tree):
    """The names of the leaves of a tree, in their order: those that its parameters have in a model."""
    paths = [path for path, _ in jax.tree_util.tree_leaves_with_path(tree)]
    siblings = collections.Counter(path[:-1] for path in paths)
    return ["/".join(_path_names(path, alone=siblings[path[:-1]] == 1)) or "param" for path in paths]


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


def _check_result(result, arguments, state, has_aux):
    after = None
    if state is not None or has_aux:
        form = {
            (False, True): "with has_aux the loss must return a pair (loss, aux)",
            (True, False): "with state the loss must return a pair (loss, new state)",
            (True, True): "with state and has_aux the loss must return (loss, (new state, aux))",
        }[state is not None, has_aux]
        if not isinstance(result, tuple) or len(result) != 2:
            raise ExportError(form)
        result, after = result
        if state is not None and has_aux:
            if not isinstance(after, tuple) or len(after) != 2:
                raise ExportError(form)
            after, _ = after
    if state is not None:
        if jax.tree.structure(after) != jax.tree.structure(state):
            raise ExportError("the new state must have the structure of the state")
        for old, new in zip((a for a in arguments if a.role == "state"), jax.tree.leaves(after), strict=True):
            if (new.shape, new.dtype) != (old.leaf.shape, old.leaf.dtype):
                was, now = (f"{x.dtype.name}{list(x.shape)}" for x in (old.leaf, new))
                raise ExportError(f"the new state {old.name!r} must be {was}, as before, but is {now}")
    if not hasattr(result, "shape"):
        kind = type(result).__name__
        raise ExportError(f"the loss returns a {kind}, not one number; for (loss, aux) pass has_aux=True")
    if result.shape != ():
        raise ExportError(f"the loss must be a scalar, but has shape {list(result.shape)}; take its mean or sum")
    if result.dtype.name not in DTYPES or not jnp.issubdtype(result.dtype, jnp.floating):
        raise ExportError(f"the loss must be a real number, but is {result.dtype.name}")


def _stablehlo(function, name, structs, sources=False):
    function.__name__ = name  # the module is @jit_NAME
    # keep_unused: arguments that do not matter to the result stay, so that positions match the signature.
    # CPU: the lowering with the fewest vendor calls, whatever device is the default here.
    lowered = jax.jit(function, keep_unused=True).trace(*structs).lower(lowering_platforms=("cpu",))
    return lowered.as_text(debug_info=sources)


def _gradient_text(backward, structs):
    """JAX's gradient as StableHLO; none of a loss that JAX cannot differentiate, such as one with a while_loop."""
    try:
        return _stablehlo(backward, "grad", structs, sources=True)
    except (TypeError, ValueError, NotImplementedError) as error:
        first_line = str(error).strip().partition("\n")[0]
        print(f"export: warning: JAX cannot differentiate the loss, so no grad.mlir: {first_line}", file=sys.stderr)
        return None


def _mark(target, x, **attributes):
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return x
    return jax.ffi.ffi_call(f"motley.{target}", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, **attributes)


def _primitive_of(function):
    return jax.make_jaxpr(function)(1.0).eqns[0].primitive


def _saves(policy, function, *arguments):
    """Whether a policy of jax.checkpoint keeps what such a function computes."""
    if policy is None:
        return False
    equation = jax.make_jaxpr(function)(*arguments).eqns[-1]
    answer = policy(equation.primitive, *[v.aval for v in equation.invars], **equation.params)
    return answer is True or type(answer).__name__ in ("Saveable", "SaveableType", "Offloadable")


def _marked_rules():
    """How stop_gradient, custom_jvp, custom_vjp and checkpoint are lowered in loss.mlir: {primitive: rule}."""
    with_jvp = jax.custom_jvp(lambda x: x)
    with_jvp.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
    with_vjp = jax.custom_vjp(lambda x: x)
    with_vjp.defvjp(lambda x: (x, None), lambda _, g: (g,))

    def of_custom(*operands, call_jaxpr, **_):
        results = jax.extend.core.jaxpr_as_fun(call_jaxpr)(*operands)
        function, _, file = str(call_jaxpr.jaxpr.debug_info.func_src_info).partition(" at ")
        if file.startswith(str(Path(jax.__file__).parent)):
            # Rules of JAX's own functions are their derivatives; only where relu and relu6 bend they are a choice, which
            # their plain form max(x, 0) does not show.
            if function in ("relu", "relu6"):
                (x,) = operands
                if function == "relu6":
                    x = jax.lax.select(x >= 6, jnp.full_like(x, 6), x)
                results = [jax.lax.select(x <= 0, jnp.zeros_like(x), x)]
            return results
        name = re.sub(r"[^ -~]|[\"\\\\]", "?", function) or "a function"
        return [_mark("custom_rule", x, function=name) for x in results]

    def of_checkpoint(*operands, jaxpr, policy=None, **_):
        # What is recomputed in the backward pass: from its inputs, behind one barrier, to its results, behind another.
        # The first input stands twice where the policy saves matrix products.
        function = jax.extend.core.jaxpr_as_fun(jax.extend.core.ClosedJaxpr(jaxpr, ()))
        if _saves(policy, jnp.sin, 1.0):
            return function(*operands)
        twice = list(operands[:1]) if _saves(policy, jnp.dot, *[np.ones((2, 2), np.float32)] * 2) else []
        inputs = jax.lax.optimization_barrier(twice + list(operands))[len(twice) :]
        return jax.lax.optimization_barrier(list(function(*inputs)))

    return {
        _primitive_of(jax.checkpoint(lambda x: jnp.sin(x))): of_checkpoint,
        _primitive_of(jax.lax.stop_gradient): lambda x: [_mark("stop_gradient", x)],
        _primitive_of(with_jvp): of_custom,
        _primitive_of(with_vjp): of_custom,
    }


@contextlib.contextmanager
def _marks():
    """Within it, programs are lowered with marks: of each stop_gradient and each function with a gradient rule."""
    table = mlir._lowerings
    rules = _marked_rules()
    before = {primitive: table[primitive] for primitive in rules}
    jax.clear_caches()  # of inner functions that were lowered without
    try:
        for primitive, rule in rules.items():
            mlir.register_lowering(primitive, mlir.lower_fun(rule, multiple_results=True))
        yield
    finally:
        table.update(before)
        jax.clear_caches()


def _marked_stablehlo(forward, structs):
    with _marks():
        return _stablehlo(forward, "loss", structs, sources=True)


def _compare_gradients(folder, motley):
    """Has motley compare its own gradient of loss.mlir with grad.mlir and keep the answer in gradient.json."""
    beside = Path(__file__).resolve().parents[2] / "build" / "motley"
    program = motley or os.environ.get("MOTLEY") or shutil.which("motley") or (beside if beside.exists() else None)
    if program is None:
        print("export: note: no motley program at hand to compare gradients; it will when it reads the folder",
              file=sys.stderr)  # fmt: skip
        return
    done = subprocess.run([str(program), "check-gradient", str(folder)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise ExportError(f"{program} check-gradient: {done.stderr.strip()}")
    print(done.stdout.strip())


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
    if isinstance(built, dict):
        missing = [name for name in ("loss", "params", "batch") if name not in built]
        known = inspect.signature(export_model).parameters
        unknown = [name for name in built if name not in known or name == "folder"]
        if missing or unknown:
            what = f"without {missing[0]!r}" if missing else f"with {unknown[0]!r}"
            raise ExportError(f"{function}() returns a dict {what}; its keys are arguments of export_model")
        return built
    if not isinstance(built, tuple) or len(built) not in (3, 4):
        raise ExportError(
            f"{function}() must return (loss, params, batch), (loss, params, state, batch), or a dict of the arguments of "
            "export_model"
        )
    loss, params, *state, batch = built
    return dict(loss=loss, params=params, state=state[0] if state else None, batch=batch)


def main():
    parser = argparse.ArgumentParser(description="Writes a model folder for Motley from a JAX loss function.")
    parser.add_argument("build", metavar="FILE.py:FUNCTION",
                        help="a function returning (loss, params, batch), or a dict of export_model's arguments")  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the model folder to write")
    parser.add_argument("--expected", "--grad", action="store_true", help="also the values that JAX computes")
    parser.add_argument("--frozen", metavar="PATTERN", action="append", default=[],
                        help="parameters that are not trained, by name: 'base/*'; may be repeated")  # fmt: skip
    parser.add_argument("--freeze-zero-gradients", action="store_true",
                        help="nor are those whose gradient is zero throughout")  # fmt: skip
    parser.add_argument("--no-inputs", action="store_true", help="no values: neither inputs nor expected ones")
    parser.add_argument("--has-aux", action="store_true", help="the loss returns (loss, aux)")
    parser.add_argument("--x64", action="store_true", help="allow 64-bit types")
    options = parser.parse_args()
    if options.x64:
        jax.config.update("jax_enable_x64", True)
    try:
        built = _load_build(options.build)
        leaves = jax.tree.leaves([built.get(name) for name in ("params", "state", "batch")])
        has_values = not any(isinstance(x, jax.ShapeDtypeStruct) for x in leaves)
        given = dict(frozen=options.frozen, freeze_zero_gradients=options.freeze_zero_gradients,
                     inputs=not options.no_inputs, has_aux=options.has_aux,
                     expected=options.expected and has_values and not options.no_inputs)  # fmt: skip
        defaults = inspect.signature(export_model).parameters
        given = {name: value for name, value in given.items() if value not in ([], defaults[name].default)}
        signature = export_model(options.output, **(built | given))
    except ExportError as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    sizes = [int(np.prod(entry["shape"])) for entry in signature if entry["role"] in ("param", "frozen")]
    written = ", ".join(name for name in FILES if (Path(options.output) / name).exists())
    print(f"{options.output}: {len(sizes)} parameter tensors, {sum(sizes):,} numbers; {written}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
