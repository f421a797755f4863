"""The functions of the package: plan, compare, cost, schedule."""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from motley import _core, _html, _wait
from motley._cluster import Cluster
from motley._errors import Error, python_names
from motley._plan import Options, Plan, Source, make_plan


def _source(model, params, batch, options):
    """The model of a call: a folder or a built-in model by its name, or a function of JAX."""
    if isinstance(model, Source):
        return model
    if isinstance(model, Plan):
        return model._source
    if isinstance(model, (str, os.PathLike)):
        given = [name for name, value in (("params", params), ("batch", batch), *options.items()) if value]
        if given:
            raise Error(f"{given[0]} is for functions of JAX; {os.fspath(model)!r} is a model by name")
        return Source(model)
    if not callable(model):
        raise Error(
            f"model is a {type(model).__name__}; give a loss function of JAX, a model folder, or a built-in model such as "
            "'gpt:layers=2,hidden=64'"
        )
    from motley import _jax

    return _jax.source(model, params, batch, **options)


def plan(
    model, params=None, batch=None, *, cluster: Cluster | dict | str | os.PathLike, optimizer: str | None = None,
    strategy: str = "motley", level: str = "full", pin: dict[str, str] | None = None,
    forbid: dict[str, str] | None = None, even: bool = False, microbatches: int | None = None,
    accumulate: int | None = None, recompute: bool | str = False, precision: str | None = None,
    time_limit: float | None = None, compare: bool = True, pipelines: bool = False, state=None, step: bool = False,
    frozen=(), has_aux: bool = False, eval_loss=None, folder: str | os.PathLike | None = None,
    progress: bool | None = None, callback=None,
) -> Plan:  # fmt: skip
    """Finds how a training step of `model` should run on `cluster`, and returns a Plan.

    model        a loss function of JAX, called as loss(params, *batch); a model folder; or a built-in model by name
                 (motley.models())
    params       the parameters: any tree of arrays or jax.ShapeDtypeStruct; shapes are enough
    batch        a tuple of arrays or shapes, the other arguments of the loss
    cluster      a file's name, a dict or a motley.Cluster
    optimizer    sgd, momentum, adam (default), adamw, lion or adafactor, with settings: "adamw:clip=1"
    strategy     "motley" searches for the best; or a named one: dp-even, zero-3, megatron, ...
    level        "full", or "fast" for about a second
    pin, forbid  states that values must or must not have: {"wte": "S(0)"}
    even         only plans with equal shares, which JAX itself can run
    microbatches the samples of a step are divided into this many micro-batches
    accumulate   gradient accumulation: this many batches in a step
    recompute    True: activation recomputation in each layer; "selective": all but products, convolutions and attention
    precision    "bf16": matrix products in bfloat16, everything else as in the model
    time_limit   seconds after which the best plan so far is returned
    compare      also simulate the named strategies; the best of all is the result
    pipelines    search pipelines, too, as the command line does. The result may then be one (p.is_pipeline), with stages
                 instead of a sharding of each argument; motley.train runs it, JAX cannot
    state, frozen, has_aux, eval_loss
                 of the loss, as motley.jax_export.export_model takes them
    step         the function is a whole training step, step(state, *batch) -> (new state, loss), as an optax user jits
                 it; params is its state, and there is no optimizer to choose
    folder       where to write the model folder of a function; by default a temporary one that lives as long as the plan
    progress     show a line of progress; by default on terminals and in notebooks
    callback     called with a PlanProgress now and then; returning motley.STOP ends the search with its best plan so far
    """
    exported = {"state": state, "step": step, "frozen": frozen, "has_aux": has_aux, "eval_loss": eval_loss, "folder": folder}
    source = _source(model, params, batch, exported)
    options = Options(
        optimizer=optimizer, strategy=strategy, level=level, pin=pin, forbid=forbid, even=even, microbatches=microbatches,
        accumulate=accumulate, recompute=recompute, precision=precision, time_limit=time_limit,
        compare=compare, pipelines=pipelines,
    )  # fmt: skip
    return make_plan(source, cluster, options, progress, callback)


class Table:
    """Rows of an answer as dicts, with the command line's table as text."""

    def __init__(self, text: str, data: dict[str, Any], key: str, notes: Iterable[str] = ()):
        self._text, self.data, self.notes = text, data, list(notes)
        self.rows: list[dict[str, Any]] = data[key]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: int) -> dict[str, Any]:
        return self.rows[i]

    def __str__(self):
        return self._text

    __repr__ = __str__

    def _repr_html_(self):
        return _html.text(self._text)


def compare(
    model, params=None, batch=None, *, cluster: Cluster | dict | str | os.PathLike, optimizer: str | None = None,
    level: str = "full", progress: bool | None = None, callback=None, **jax,
) -> Table:  # fmt: skip
    """The step under every named strategy and the planner's own: a row each, the fastest that fits first."""
    source, cluster = _source(model, params, batch, jax), Cluster(cluster)
    options = Options(optimizer=optimizer, level=level)
    with python_names():
        step = options.step(source)
        text, data = _wait.search(
            lambda control: _core.compare(step, cluster._core, cluster._file, options.request(), control), progress, callback
        )
    return Table(text, json.loads(data), "rows")


def cost(
    model, params=None, batch=None, *, cluster: Cluster | dict | str | os.PathLike, optimizer: str | None = None, **jax
) -> Table:
    """What loss and gradients, or with an optimizer the whole step, cost on each device type, without running them."""
    source, cluster = _source(model, params, batch, jax), Cluster(cluster)
    with python_names():
        text, data, notes = _wait.cancellable(lambda control: _core.cost(source.model, cluster._core, optimizer, control))
    return Table(text, json.loads(data), "devices", notes)


class Schedule:
    """A simulated pipeline schedule: its timeline as text, figures in `data`, PyTorch's action table in `csv`."""

    def __init__(self, answer):
        self._text, self.csv, self.fits = answer.text, answer.csv, answer.fits
        self.data = json.loads(answer.json)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __str__(self):
        return self._text

    __repr__ = __str__

    def _repr_html_(self):
        return _html.text(self._text)


def schedule(
    name: str | os.PathLike, *, stages: int = 0, microbatches: int = 0, forward=1, backward=2, weight=None, latency=None,
    gradient_latency=None, cap=None, links: str = "parallel", width: int = 150,
) -> Schedule:  # fmt: skip
    """Simulates a pipeline schedule exactly: 1f1b, gpipe, kfkb:k=2, ..., `best`, or a CSV file with an action table.

    Times are numbers, or texts for exact fractions ("112/3"): one value, or a list with one for each stage.
    """

    def texts(values):
        if values is None:
            return []
        return [str(value) for value in (values if isinstance(values, (list, tuple)) else [values])]

    options = _core.ScheduleOptions()
    options.name, options.stages, options.microbatches, options.links = str(name), stages, microbatches, links
    options.forward, options.backward, options.weight = texts(forward), texts(backward), texts(weight)
    options.latency, options.gradient_latency, options.cap = texts(latency), texts(gradient_latency), texts(cap)
    with python_names():
        return Schedule(_wait.in_thread(lambda: _core.schedule(options, width)))


def models() -> list[dict[str, Any]]:
    """The built-in models with their settings, as a list of dicts."""
    return json.loads(_core.models_json())["models"]
