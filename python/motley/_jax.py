"""From JAX and to JAX: functions as models, plans as meshes and shardings."""

import dataclasses
import shutil
import tempfile
import weakref

import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

from motley import jax_export
from motley._errors import Error, UnevenError
from motley._plan import Source
from motley._wait import duration

AXIS_NAMES = ("data", "model")


@dataclasses.dataclass
class Function:
    """A function that was exported: its trees, and the names of their leaves in the model's signature."""

    params: object
    state: object
    batch: tuple
    signature: list
    is_step: bool

    def named(self, role_tree, roles):
        """The leaves of a tree with their entries of the signature."""
        entries = [e for e in self.signature if e["role"] in roles]
        leaves, structure = jax.tree.flatten(role_tree)
        return list(zip(entries, leaves, strict=True)), structure


class _Folder:
    """A temporary folder that lives as long as this object, or until Python ends."""

    def __init__(self):
        self.name = tempfile.mkdtemp(prefix="motley-")
        weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)


def source(
    function, params, batch, state=None, step=False, frozen=(), has_aux=False, eval_loss=None, folder=None
):  # fmt: skip
    """Exports a loss, or with `step` a whole training step, to a model folder."""
    if batch is None:
        raise Error("batch is missing: a tuple of arrays or shapes (jax.ShapeDtypeStruct), the loss's other arguments")
    if params is None:
        raise Error("params is missing: the parameters, or their shapes by jax.eval_shape")
    keep = None
    if folder is None:
        keep = _Folder()
        folder = f"{keep.name}/{getattr(function, '__name__', 'loss')}".replace("<lambda>", "loss")
    batch = tuple(batch) if type(batch) in (tuple, list) else (batch,)
    if step:
        if state is not None or frozen or has_aux or eval_loss is not None:
            raise Error("step=True takes no state, frozen, has_aux or eval_loss: params is the whole state of the step")
        signature = jax_export.export_step(folder, function, params, batch, motley=False)
        known = Function({}, params, batch, signature, True)
    else:
        signature = jax_export.export_model(
            folder, function, params, batch, state=state, frozen=frozen, has_aux=has_aux, eval_loss=eval_loss, motley=False
        )
        known = Function(params, state, batch, signature, False)
    return Source(folder, keep, known)


def _leaf_names(tree):
    """The names that the exporter gives to the leaves of a tree of parameters, in their order."""
    return jax_export.leaf_names(tree)


def _check_uneven(uneven):
    if uneven not in ("error", "replicate"):
        raise Error(f"uneven is 'error' or 'replicate', not {uneven!r}")


def _spec(argument, shape, replicates):
    """The PartitionSpec of an argument; dimensions that do not divide are kept whole where `replicates`."""
    axes = [None] * len(shape)
    # Where both axes of the grid share a dimension, the outer one, of the longer runs, comes first.
    for share in sorted(argument.shares, key=lambda share: -(share.run or shape[share.dim])):
        name = AXIS_NAMES[share.axis]
        if share.kind == "even":
            axes[share.dim] = name if axes[share.dim] is None else (axes[share.dim], name)
        elif not replicates:
            return None
    while axes and axes[-1] is None:
        axes.pop()
    return PartitionSpec(*axes)


def _is_nested(share, argument):
    """Whether this shares out each part of what another axis of the grid shares out: contiguous, as JAX has it."""
    return any(
        other.dim == share.dim
        and other.axis != share.axis
        and (other.run or argument.shape[share.dim]) == share.run * len(other.sizes)
        for other in argument.shares
    )


def _uneven_error(plan, names, remainders):
    """The error for arguments that JAX cannot hold as planned."""
    shown = ", ".join(repr(n) for n in names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    if remainders:
        return UnevenError(
            f"the shares of {shown} do not divide equally; uneven='replicate' keeps such dimensions whole on every device",
            names, plan.step_seconds,
        )  # fmt: skip
    even = plan._even or plan.what_if(even=True, level="fast", compare=False, progress=False)
    ratio = even.step_seconds / plan.step_seconds
    return UnevenError(
        f"the shares of {shown} are uneven by speed ({plan.arguments[names[0]].state}), and JAX has equal shards only; "
        f"equal ones would take {duration(even.step_seconds)} a step instead of {duration(plan.step_seconds)} "
        f"({ratio:.2f} x): use p.evened().to_jax(), or motley.train(p), which runs the shares as they are",
        names, plan.step_seconds, even.step_seconds,
    )  # fmt: skip


def _check_even(plan, uneven, roles):
    _check_uneven(uneven)
    arguments = [a for a in plan.arguments.values() if a.role in roles]
    by_speed = [a.name for a in arguments if not a.is_even]
    if by_speed and not plan._options.even:
        raise _uneven_error(plan, by_speed, False)
    rest = [a.name for a in arguments if any(s.kind != "even" for s in a.shares)]
    if rest and uneven == "error":
        raise _uneven_error(plan, rest, True)


def specs(plan, tree, uneven="error"):
    _check_even(plan, uneven, ("param", "frozen"))
    arguments = plan.arguments
    leaves, structure = jax.tree.flatten(tree)
    found = []
    for name, leaf in zip(_leaf_names(tree), leaves, strict=True):
        if name not in arguments:
            raise Error(f"the plan has no parameter {name!r}: is this the tree of its parameters?")
        a = arguments[name]
        if tuple(np.shape(leaf)) != a.shape:
            raise Error(f"{name!r} has shape {list(np.shape(leaf))}, but {list(a.shape)} in the plan")
        found.append(_spec(a, a.shape, True))
    return jax.tree.unflatten(structure, found)


class JaxPlan:
    """A plan as JAX runs it: a mesh, and the sharding of every array.

        j = p.to_jax()
        step = j.jit(train_step)                                # train_step(params, state, batch), as written for one device
        params, state, loss = step(params, state, batch)

        params, batch = j.put(params), j.put_batch(batch)       # or by hand: arrays on the mesh, as planned
        step = jax.jit(train_step, in_shardings=(j.shardings(params), ...))

    mesh    jax.sharding.Mesh with Auto axes named "data" (and "model")
    notes   where JAX holds something in another way than the plan says
    """

    def __init__(self, plan, mesh, notes):
        self.plan, self.mesh, self.notes = plan, mesh, notes
        self._arguments = plan.arguments
        self._batch = [a for a in self._arguments.values() if a.role == "batch"]

    def _sharding(self, argument):
        return NamedSharding(self.mesh, _spec(argument, argument.shape, True))

    @property
    def replicated(self):
        """The sharding of what every device holds whole."""
        return NamedSharding(self.mesh, PartitionSpec())

    def shardings(self, tree):
        """Shardings for a tree of parameters, or for one that has parameters in it, as optax's states do.

        A leaf belongs to the parameter whose path ends its own and whose shape it has; in an optimizer's state it is
        held as the plan holds that state. Others are replicated.
        """
        leaves, structure = jax.tree.flatten(tree)
        found = []
        for name, leaf in zip(_leaf_names(tree), leaves, strict=True):
            found.append(self._of_leaf(name, tuple(np.shape(leaf))))
        return jax.tree.unflatten(structure, found)

    def _of_leaf(self, name, shape):
        parts = name.split("/")
        for begin in range(len(parts)):
            argument = self._arguments.get("/".join(parts[begin:]))
            if argument is None or argument.role not in ("param", "frozen", "state") or argument.shape != shape:
                continue
            if begin > 0:  # a part of an optimizer's state
                argument = self._arguments.get(argument.name + ".m", argument)
            return self._sharding(argument)
        return self.replicated

    def batch_shardings(self, batch):
        """Shardings for the batch, a tuple as it was given to motley.plan."""
        leaves, structure = jax.tree.flatten(tuple(batch))
        if len(leaves) != len(self._batch):
            raise Error(f"batch has {len(leaves)} arrays, but the plan's batch has {len(self._batch)}")
        return jax.tree.unflatten(structure, [self._sharding(a) for a in self._batch])

    def put(self, tree):
        """The arrays of a tree on the mesh, as the plan holds them."""
        return jax.device_put(tree, self.shardings(tree))

    def put_batch(self, batch):
        return jax.device_put(tuple(batch), self.batch_shardings(batch))

    def jit(self, step, batch_argnum: int = -1, **options):
        """jax.jit of a training step, step(params, state, batch), that puts its arguments onto the mesh as planned.

        The first call places parameters and optimizer state; later ones find them there. batch_argnum: which positional
        argument is the batch, a tuple as it was given to motley.plan; options are those of jax.jit.
        """
        compiled = jax.jit(step, **options)

        def run(*arguments):
            at = batch_argnum % len(arguments)
            placed = [self.put_batch(a) if i == at else self.put(a) for i, a in enumerate(arguments)]
            return compiled(*placed)

        return run

    def __repr__(self):
        return f"<JaxPlan on a mesh of {dict(self.mesh.shape)}>"


def to_jax(plan, devices=None, uneven="error"):
    _check_even(plan, uneven, ("param", "frozen", "batch", "state"))
    devices = list(jax.devices() if devices is None else devices)
    if len(devices) < plan.num_ranks:
        raise Error(
            f"the plan has {plan.num_ranks} devices, but JAX has {len(devices)} here; on a CPU "
            f"XLA_FLAGS=--xla_force_host_platform_device_count={plan.num_ranks} makes as many"
        )
    grid = plan.grid
    names = AXIS_NAMES[: len(grid)]
    mesh = Mesh(np.array(devices[: plan.num_ranks]).reshape(grid), names, axis_types=(AxisType.Auto,) * len(grid))
    notes = []
    for a in plan.arguments.values():
        for share in a.shares:
            if share.kind != "even":
                notes.append(f"{a.name}: dimension {share.dim} does not divide and is whole on every device")
            elif share.run is not None and not _is_nested(share, a):
                notes.append(
                    f"{a.name}: the plan cuts each run of {share.run} along dimension {share.dim}; JAX's shards are "
                    "contiguous, so that XLA moves them where they are used"
                )
    return JaxPlan(plan, mesh, notes)


def check_tree(tree, entries):
    """The leaves of a user's tree as numpy arrays, in the order of the signature's entries."""
    leaves = jax.tree.leaves(tree)
    if len(leaves) != len(entries):
        raise Error(f"params has {len(leaves)} arrays, but the model has {len(entries)} parameters")
    return [np.asarray(leaf) for leaf in leaves]
