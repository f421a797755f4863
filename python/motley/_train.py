"""Training by a plan, or of a model on this machine, in processes of their own."""

import dataclasses
import math
import os
import pathlib
import tempfile
from typing import Any

import numpy as np

from motley import _core, _program
from motley._errors import Error, python_names
from motley._plan import Plan
from motley._safetensors import dtype_of, save_safetensors
from motley._wait import STOP, Line, duration


@dataclasses.dataclass(frozen=True)
class Step:
    """A step that was done, for callbacks."""

    step: int
    loss: float
    step_seconds: float
    median_step_seconds: float
    validation_loss: float | None = None  # of steps that were followed by an evaluation


class TrainResult:
    """What a training left: losses and times as numpy arrays, parameters as the tree that went in.

    losses, step_seconds  one for each step of this run
    validation_losses     {step: loss}, with validation=
    adaptations           what adapt= changed: a dict each, as the event `adapt` has it (docs/formats.md)
    params                the parameters after the last step: the tree of params, or a dict by name. Frozen ones are as
                          they went in; None where only their shapes did
    state                 the model's own state (batch statistics, keys), likewise; None where there is none
    steps                 steps done, with those before a resumed run
    interrupted           whether it was stopped before its last step
    data_ended            whether an iterator of batches ended before its last step
    diverged              whether the last loss is not finite; parameters are then those of the last checkpoint
    notes                 what the program found worth saying
    """

    losses: np.ndarray
    step_seconds: np.ndarray
    validation_losses: dict[int, float]
    adaptations: list[dict[str, Any]]
    params: Any
    state: Any
    checkpoint: str | None
    steps: int
    wall_seconds: float
    interrupted: bool
    data_ended: bool
    diverged: bool
    notes: list[str]

    def __init__(self, followed, params, state, checkpoint):
        self.losses, self.step_seconds = np.array(followed.losses), np.array(followed.seconds)
        self.validation_losses, self.adaptations = followed.validation_losses, followed.adaptations
        end, notes = followed.end, followed.notes
        self.params, self.state, self.notes, self.checkpoint = params, state, notes, checkpoint
        self.steps, self.wall_seconds = end["steps"], end["wall_seconds"]
        self.interrupted, self.diverged, self.data_ended = end["interrupted"], end["diverged"], end["data_ended"]

    def __repr__(self):
        loss = f", loss {self.losses[0]:.4g} to {self.losses[-1]:.4g}" if len(self.losses) else ""
        ended = ", the data ended" if self.data_ended else ""
        return f"<motley.TrainResult of {self.steps} steps{loss}, {duration(self.wall_seconds)}{ended}>"


class _Model:
    """The arguments of the loss, by position, as the step of a plan or of a model has them."""

    def __init__(self, source, arguments):
        self.source, self.known = source, source.jax
        self.arguments = {a.loss_argument: a for a in arguments if a.loss_argument >= 0}

    def of_role(self, *roles):
        return [(i, a) for i, a in sorted(self.arguments.items()) if a.role in roles]

    def tensors(self, tree, roles, what):
        """{"000.param.w": array} of a tree, or of a dict by name."""
        wanted = self.of_role(*roles)
        by_name = {a.name: leaf for a, leaf in zip((a for _, a in wanted), _leaves(tree, wanted, what), strict=True)}
        found = {}
        for i, a in wanted:
            array = np.asarray(by_name[a.name])
            if tuple(array.shape) != tuple(a.shape):
                raise Error(f"{what}: {a.name!r} has shape {list(array.shape)}, but {list(a.shape)} in the model")
            found[f"{i:03d}.{a.role}.{a.name}"] = np.ascontiguousarray(array.astype(dtype_of(a.dtype), copy=False))
        return found


def _leaves(tree, wanted, what):
    """The arrays of a tree in the order of the model's arguments."""
    names = [a.name for _, a in wanted]
    if isinstance(tree, dict) and set(tree) == set(names):
        return [tree[name] for name in names]
    try:
        import jax
    except ImportError:
        missing = [name for name in names if not isinstance(tree, dict) or name not in tree]
        raise Error(f"{what} must be a dict with the names of the model's arguments, such as {missing[0]!r}") from None
    leaves = jax.tree.leaves(tree)
    if len(leaves) != len(names):
        given = "1 array" if len(leaves) == 1 else f"{len(leaves)} arrays"
        raise Error(f"{what} has {given}, but the model has {len(names)}: {', '.join(names[:4])}, ...")
    return leaves


def _like(tree, arrays):
    """Arrays in the structure of `tree`; a dict by name where there is none."""
    if tree is None or (isinstance(tree, dict) and set(tree) == set(arrays)):
        return arrays
    import jax

    return jax.tree.unflatten(jax.tree.structure(tree), list(arrays.values()))


class _Feed:
    """Gives batches of an iterator to the run: a file for each step in a folder, a few steps ahead.

    The run reads FOLDER/000012.safetensors for step 12, and waits for it as long as the process of FOLDER/writer lives.
    """

    AHEAD = 4

    def __init__(self, folder, batches, model, steps, first, per_step):
        self._folder, self._batches, self._model = pathlib.Path(folder), iter(batches), model
        self._next, self._end, self._oldest = first * per_step, steps * per_step, first * per_step
        self._first = self._next
        self._per_step = per_step  # with gradient accumulation, a step has several batches
        self._folder.mkdir()
        (self._folder / "writer").write_text(f"{os.getpid()}\n")

    def advance(self, steps_done):
        """Writes the batches up to some steps ahead of `steps_done`, and removes those that have been read."""
        while self._next < min(self._end, (steps_done + self.AHEAD) * self._per_step):
            try:
                batch = next(self._batches)
            except StopIteration:
                self._finish()
                return
            batch = batch if isinstance(batch, dict) else _as_tuple(batch)
            path = self._folder / f"{self._next:06d}.safetensors"
            save_safetensors(path.with_suffix(".part"), self._model.tensors(batch, ("batch",), "a batch of data"))
            path.with_suffix(".part").rename(path)
            self._next += 1
        while self._oldest < (steps_done - 1) * self._per_step:
            (self._folder / f"{self._oldest:06d}.safetensors").unlink(missing_ok=True)
            self._oldest += 1

    def _finish(self):
        """Lets the run know that there are no more batches: it ends after the last whole step."""
        if self._next - self._first < self._per_step:
            raise Error(f"data has {self._next - self._first} batches, fewer than one step takes ({self._per_step})")
        self._end = self._next
        (self._folder / "end.part").write_text(f"{self._next}\n")
        (self._folder / "end.part").rename(self._folder / "end")

    def close(self):
        """Lets ranks that wait for a batch know that there will be none."""
        (self._folder / "writer").unlink(missing_ok=True)


def _as_tuple(batch):
    return tuple(batch) if type(batch) in (tuple, list) else (batch,)


def _write_batches(path, batches, model):
    """A list of batches as one file of data."""
    parts = [model.tensors(b if isinstance(b, dict) else _as_tuple(b), ("batch",), f"data[{i}]") for i, b in enumerate(batches)]
    joined = {name: parts[0][name] if parts[0][name].ndim == 0 else np.concatenate([p[name] for p in parts]) for name in parts[0]}
    save_safetensors(path, joined)


def _options(named):
    """Words of the command line from keywords; None and False are left out."""
    words = []
    for name, value in named.items():
        if value is None or value is False:
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words += ["--" + name.replace("_", "-")] + ([] if one is True else [os.fspath(one) if hasattr(one, "__fspath__") else str(one)])
    return words


def train(
    plan, *, steps=100, params=None, state=None, data=None, optimizer=None, lr=None, seed=None, checkpoint=None,
    checkpoint_every=None, resume=False, threads=None, device=None, precision=None, trace=None, microbatches=None,
    accumulate=None, recompute=False, allow_out_of_memory=False, schedule=None, group=None, validation=None,
    eval_every=None, adapt=None, keep=None, metrics=None, tensorboard=None, report=None, progress=None, callback=None,
) -> TrainResult:  # fmt: skip
    """Trains by a plan, one process for each of its devices; or a model by name, on this machine. Returns a TrainResult.

    plan        a motley.Plan, or a model folder or built-in model by name
    steps       in total, with those before a resumed run
    params      to start from: the tree that was planned, or a dict by name; by default the model's own, or drawn
    state       the model's own state, likewise
    data        a list of batches, an iterator of them, or a file: safetensors, or a text for language models
                (docs/formats.md). A batch is a tuple as the loss takes it, or a dict by name. By default synthetic.
                A resumed run takes batch k of a list at step k, and the next ones of an iterator. A list begins again
                at its end; an iterator that ends ends the training, and run.data_ended says so.
    lr, schedule, group
                learning rate; its course, "cosine:warmup=100"; settings of some parameters, "dims<2:weight_decay=0" or a
                list of such
    validation  a fraction of a data file to hold out, 0.1, or another file; evaluated every eval_every steps
    adapt       True, or "shares" or "schedule": adapt the plan to measured speeds while training (docs/adapting.md)
    metrics, tensorboard, trace, report
                files to write: CSV, a folder for TensorBoard, a trace for Perfetto, a report page (HTML)
    checkpoint  folder for checkpoints, from which resume=True continues; by default none are kept
    device      of a model by name: "cpu", "cuda", ... A plan has the devices of its cluster.
    callback    called with a Step after every step; returning motley.STOP ends the run after the step that it is at
    progress    show a line of progress; by default on terminals and in notebooks

    Ctrl-C stops the run after its step and raises KeyboardInterrupt; what was checkpointed is kept.
    """
    from motley._api import _source

    is_plan = isinstance(plan, Plan)
    source = plan._source if is_plan else _source(plan, None, None, {})
    if is_plan and (optimizer or device or microbatches or accumulate or recompute):
        raise Error("optimizer, device, microbatches, accumulate and recompute are part of the plan: give them to motley.plan")
    with python_names():
        model = _Model(source, plan._result.arguments if is_plan and not plan.is_pipeline else _core.loss_arguments(source.model))
    if source.jax is not None and source.jax.is_step:  # all that a step keeps is state to the model
        params, state = None, params
    own = {"params": params, "state": state}
    words = {"steps": steps, "optimizer": optimizer, "lr": lr, "seed": seed, "checkpoint_every": checkpoint_every,
             "resume": resume, "threads": threads, "device": device, "precision": precision, "trace": trace,
             "microbatches": microbatches, "accumulate": accumulate, "recompute": recompute,
             "allow_out_of_memory": allow_out_of_memory, "schedule": schedule, "group": group, "validation": validation,
             "eval_every": eval_every, "adapt": adapt, "keep": keep, "metrics": metrics, "tensorboard": tensorboard,
             "report": report}  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="motley-") as folder:
        words |= _input_files(folder, model, own)
        per_step = plan._result.step.accumulate if is_plan else accumulate or 1
        if not is_plan and microbatches and accumulate is None:  # where a batch cannot be cut, these are batches
            request = _core.StepRequest()
            request.model, request.microbatches = source.model, microbatches
            per_step = request.batches_per_step()
        feed = _data(folder, model, data, steps, words, _steps_before(checkpoint, resume), per_step)
        words["checkpoint"] = checkpoint or f"{folder}/checkpoint"
        if is_plan:
            words["plan"] = f"{folder}/plan.json"
            pathlib.Path(words["plan"]).write_text(plan._result.file_text(folder))
        with _program.Child(["train", os.path.abspath(source.model) if os.path.exists(source.model) else source.model,
                             *_options(words)]) as child:  # fmt: skip
            followed = _follow(child, feed, progress, callback)
        return _result(model, own, words["checkpoint"], checkpoint, followed)


def _input_files(folder, model, own):
    """Writes params and state where they are given; all of what the model keeps must then be."""
    if own["params"] is None and own["state"] is None:
        return {}
    given = own["params"] if own["params"] is not None else getattr(model.known, "params", None)
    tensors = model.tensors({} if given is None else given, ("param", "frozen"), "params")
    if model.of_role("state"):
        given = own["state"] if own["state"] is not None else getattr(model.known, "state", None)
        if given is None:
            raise Error("state is missing: the model's own state to start from, beside params")
        tensors |= model.tensors(given, ("state",), "state")
    save_safetensors(f"{folder}/params.safetensors", tensors)
    return {"params": f"{folder}/params.safetensors"}


def _steps_before(checkpoint, resume):
    if not resume:
        return 0
    if checkpoint is None:
        raise Error("resume needs checkpoint: the folder to continue from")
    with python_names():
        return _core.Checkpoint.open(os.fspath(checkpoint)).step


def _data(folder, model, data, steps, words, first, per_step):
    """Sets the option for the data; returns a feed where they come from an iterator."""
    if data is None:
        return None
    if isinstance(data, (str, os.PathLike)):
        words["data"] = os.fspath(data)
        if not os.path.exists(words["data"]):
            raise Error(f"data: there is no file {words['data']!r}; give a file, a list of batches, or an iterator of them")
        return None
    if isinstance(data, (list, tuple)) and data and not hasattr(data[0], "shape"):
        words["data"] = f"{folder}/data.safetensors"
        _write_batches(words["data"], data, model)
        return None
    if hasattr(data, "shape") or isinstance(data, (dict, list, tuple)):
        raise Error("data is one batch, or empty; give a list of batches, an iterator of them, or a file")
    words["data"] = f"{folder}/stream"
    feed = _Feed(words["data"], data, model, steps, first, per_step)
    feed.advance(first)
    return feed


@dataclasses.dataclass
class _Followed:
    """What the events of a run said."""

    losses: list = dataclasses.field(default_factory=list)
    seconds: list = dataclasses.field(default_factory=list)
    validation_losses: dict = dataclasses.field(default_factory=dict)
    adaptations: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)
    end: dict | None = None


def _follow(child, feed, progress, callback):
    """Reads the events of a run to its end."""
    followed, line, steps = _Followed(), Line(progress), "?"
    try:
        for event in child.events():
            kind = event and event["event"]
            if kind == "begin":
                steps = event["steps"]
            elif kind == "note":
                followed.notes.append(event["text"])
            elif kind == "end":
                followed.end = event
            elif kind == "adapt":
                followed.adaptations.append({name: value for name, value in event.items() if name != "event"})
            elif kind == "step":
                loss = math.nan if event["loss"] is None else event["loss"]
                followed.losses.append(loss)
                followed.seconds.append(event["step_seconds"])
                validation = event["validation_loss"]
                if validation is not None:
                    followed.validation_losses[event["step"]] = validation
                line.update(f"step {event['step']} of {steps}  loss {loss:.4f}  {duration(event['median_step_seconds'])}/step")
                if feed is not None:
                    feed.advance(event["step"])
                if callback is not None:
                    done = Step(event["step"], loss, event["step_seconds"], event["median_step_seconds"], validation)
                    if callback(done) is STOP:
                        child.stop()
    except BaseException:
        child.stop()
        if feed is not None:
            feed.close()
        raise
    finally:
        line.clear()
    child.check()
    if followed.end is None:
        raise Error(f"the run ended without a result: {child.text()[-300:]}")
    return followed


def _result(model, own, folder, kept, followed):
    checkpoint = _core.Checkpoint.open(os.fspath(folder))
    arrays = {name: checkpoint.read(name).view(dtype_of(dtype)).reshape(shape) for name, dtype, shape in checkpoint.tensors}

    def of(role, tree):
        found = {}
        for i, a in model.of_role(role, *(["frozen"] if role == "param" else [])):
            name = f"{i:03d}.param.{a.name}" if a.role == "param" else f"state.{a.name}"  # as checkpoints have them
            if name in arrays:
                found[a.name] = arrays[name]
            elif tree is not None:  # frozen: as it went in
                leaf = _leaves(tree, model.of_role("param", "frozen"), "params")[len(found)]
                found[a.name] = np.asarray(leaf) if hasattr(leaf, "__array__") else None
        return found

    known = model.known
    tree = own["params"] if own["params"] is not None else getattr(known, "params", None)
    params = of("param", tree)
    state = of("state", own["state"])
    state_tree = own["state"] if own["state"] is not None else getattr(known, "state", None)
    if known is not None and known.is_step:
        params, state = (_like(state_tree, state), None)
    else:
        params, state = _like(tree, params), (_like(state_tree, state) if state else None)
    return TrainResult(followed, params, state, None if kept is None else os.fspath(kept))
