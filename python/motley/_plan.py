"""Plans: how a training step runs on a cluster."""

import dataclasses
import json
import numbers
import operator
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any

from motley import _core, _html, _wait
from motley._cluster import Cluster
from motley._errors import Error, in_python, python_names
from motley._wait import STOP, duration  # noqa: F401

if TYPE_CHECKING:
    from motley._jax import JaxPlan


@dataclasses.dataclass(frozen=True)
class Share:
    """How one dimension of an argument is shared out along one axis of the plan's device grid.

    axis   the axis of the grid, 0 or 1
    dim    the dimension of the argument
    sizes  elements along it that each device of the axis holds
    kind   "even", "remainder" (as even as the extent allows) or "uneven" (faster devices hold more)
    run    a device holds its piece of every run of this length: fused Q, K and V by heads; None: one piece
    """

    axis: int
    dim: int
    sizes: tuple[int, ...]
    kind: str
    run: int | None = None


@dataclasses.dataclass(frozen=True)
class PlannedArgument:
    """An argument of the step and where it is held.

    state   as in a Plan file: R, S(0), S(0:[5,3]) (docs/glossary.md)
    shares  a Share for each axis of the grid along which it is cut; empty where every device holds all of it
    """

    name: str
    role: str
    shape: tuple[int, ...]
    dtype: str
    state: str
    shares: tuple[Share, ...]

    @property
    def is_even(self) -> bool:
        return all(share.kind != "uneven" for share in self.shares)

    def __str__(self):
        return f"{self.name}  {self.dtype}{list(self.shape)}  {self.state}"


class Arguments(dict[str, PlannedArgument]):
    """The arguments of a step by name: a dict that names the nearest one where there is none."""

    def __missing__(self, name):
        import difflib

        near = difflib.get_close_matches(str(name), self, 1)
        hint = f"; the nearest name is {near[0]!r}" if near else ""
        raise KeyError(f"the step has no argument {name!r}{hint}")


@dataclasses.dataclass(frozen=True)
class ExplainedState:
    state: str
    step_seconds: float
    fits: bool
    is_chosen: bool


class Explanation:
    """The states that a value could have, the fastest first, with everything else planned around each."""

    def __init__(self, value, states, sources=()):
        self.value, self.states, self.sources = value, states, tuple(sources)

    @property
    def chosen(self) -> ExplainedState | None:
        return next((s for s in self.states if s.is_chosen), None)

    def __iter__(self):
        return iter(self.states)

    def __len__(self):
        return len(self.states)

    def __str__(self):
        lines = [self.value]
        lines += [f"  read at {source}" for source in self.sources]
        for s in self.states:
            notes = ("  chosen" if s.is_chosen else "") + ("" if s.fits else "  does not fit")
            lines.append(f"  {s.state:24} {duration(s.step_seconds):>10}{notes}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _html.explanation(self)


class Diff:
    """What two plans of one step do differently."""

    def __init__(self, text, data):
        self._text, self.data = text, data

    @property
    def changes(self) -> list[dict]:
        """[{"from": state, "to": state, "values": [...]}, ...]"""
        return self.data.get("changes", [])

    def __bool__(self):
        return bool(self.changes)

    def __str__(self):
        return self._text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _html.text(self._text)


@dataclasses.dataclass(frozen=True)
class VerifyResult:
    """Whether a plan computes what one device computes.

    max_jax_error  against values that JAX computed, where the model folder holds them
    """

    ok: bool
    max_relative_error: float
    worst: str
    num_compared: int
    num_from_jax: int
    max_jax_error: float

    def __bool__(self):
        return self.ok


@dataclasses.dataclass(frozen=True)
class Stage:
    """A stage of a pipeline.

    first_layer       it goes up to the first layer of the next
    devices           of the cluster
    samples           of a micro-batch on each of them
    recompute         whether activations are recomputed in the backward pass
    forward_seconds   of a micro-batch, predicted; backward_seconds likewise
    """

    first_layer: int
    devices: tuple[int, ...]
    samples: tuple[int, ...]
    recompute: bool
    forward_seconds: float
    backward_seconds: float


def _constraints(given, what):
    """["wte: S(0)"] from {"wte": "S(0)"}, a text, or a list of texts."""
    if given is None:
        return []
    if isinstance(given, str):
        return [given]
    if isinstance(given, dict):
        return [f"{value}: {state}" for value, state in given.items()]
    if isinstance(given, (list, tuple)) and all(isinstance(text, str) for text in given):
        return list(given)
    raise Error(f"{what} is a {type(given).__name__}; give a dict {{'wte': 'S(0)'}}")


def _count(value, what):
    """A whole number of at least one, or None."""
    if value is None:
        return None
    try:
        count = operator.index(value)
    except TypeError:
        raise Error(f"{what} is {value!r}; give a whole number") from None
    if isinstance(value, bool) or count < 1:
        raise Error(f"{what} is {value!r}; it must be at least 1")
    return count


def _seconds(value, what):
    """A time limit in seconds; 0 for none."""
    if value is None:
        return 0.0
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not value >= 0:
        raise Error(f"{what} is {value!r}; give seconds, as a number that is not negative")
    return float(value)


@dataclasses.dataclass(frozen=True)
class Options:
    """How a plan was asked for; what_if changes some of it."""

    optimizer: str | None = None
    strategy: str = "motley"
    level: str = "full"
    pin: object = None
    forbid: object = None
    even: bool = False
    microbatches: int | None = None
    accumulate: int | None = None
    recompute: bool | str = False
    precision: str | None = None
    time_limit: float = 0
    compare: bool = True
    pipelines: bool = False

    def request(self, **others):
        request = _core.PlanRequest()
        request.strategy, request.level, request.even = self.strategy, self.level, self.even
        request.pins, request.forbidden = _constraints(self.pin, "pin"), _constraints(self.forbid, "forbid")
        request.time_limit = _seconds(self.time_limit, "time_limit")
        request.compare, request.pipelines = self.compare, self.pipelines
        for name, value in others.items():
            setattr(request, name, value)
        return request

    def step(self, source):
        request = _core.StepRequest()
        request.model = source.model
        request.is_optimizer_given = self.optimizer is not None
        if self.optimizer is not None:
            request.optimizer = self.optimizer
        request.microbatches = _count(self.microbatches, "microbatches")
        request.accumulate = _count(self.accumulate, "accumulate")
        if self.recompute not in (True, False, "selective"):
            raise Error(f"recompute is True, False or 'selective', not {self.recompute!r}")
        request.recompute, request.keep_products = bool(self.recompute), self.recompute == "selective"
        request.precision = self.precision or "model"
        return _core.Step.build(request)


class Source:
    """Where a plan's model comes from: a model folder, a built-in model, or a function of JAX.

    model   as load_model takes it
    keep    what must live as long as the model does: the temporary folder of an exported function
    jax     what is known of the function (motley._jax.Function); None for others
    """

    def __init__(self, model, keep=None, jax=None):
        self.model, self.keep, self.jax = os.fspath(model), keep, jax


def _warn_of_batches(options, step):
    """Where a step of several batches was made of one that was to be cut into micro-batches: a warning at the caller's line."""
    if options.microbatches is None or options.accumulate is not None or step.accumulate == 1:
        return
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "motley":
        level, frame = level + 1, frame.f_back
    for note in step.notes:
        if "--accumulate" in note:
            warnings.warn(in_python(note), stacklevel=level)


def make_plan(source, cluster, options, progress=None, callback=None):
    cluster = Cluster(cluster)
    with python_names():
        step = _wait.in_thread(lambda: options.step(source))
        _warn_of_batches(options, step)
        result = _wait.search(
            lambda control: _core.plan(step, cluster._core, cluster._file, options.request(), control),
            progress, callback,
        )  # fmt: skip
    return Plan(result, source, options, step.notes)


def read(file: str | os.PathLike, model: str | os.PathLike = "") -> "Plan":
    """The plan of a file that `motley plan -o` or Plan.save wrote. `model`: where its folder is, if it has moved."""
    with python_names():
        result, notes = _wait.in_thread(lambda: _core.read_plan(os.fspath(file), os.fspath(model)))
    step = result.step
    options = Options(optimizer=step.optimizer, strategy=result.strategy)
    return Plan(result, Source(step.model), options, notes)


class Plan:
    """How a training step runs on a cluster: the shares of every value, and the predicted time and memory.

    motley.plan and motley.read_plan make it. It does not change; what_if and evened return other plans.
    """

    def __init__(self, result, source, options, notes):
        self._result, self._source, self._options = result, source, options
        self.notes = [*notes, *result.rate_warnings]
        if result.without_rule:
            self.notes.append(f"replicated on every device, because there is no sharding rule: {', '.join(result.without_rule)}")
        self._even = None

    # -- figures

    @property
    def step_seconds(self) -> float:
        """Predicted time of a step."""
        return self._result.step_seconds

    @property
    def compute_seconds(self) -> float:
        """Of the busiest device."""
        return self._result.compute_seconds

    @property
    def exposed_seconds(self) -> float:
        """Of the step in which the busiest device waits for communication."""
        return self._result.exposed_seconds

    @property
    def communication_seconds(self) -> float:
        return self._result.communication_seconds

    @property
    def lower_bound_seconds(self) -> float | None:
        """No sharded plan of this step on this cluster is faster; None where no search was made."""
        return self._result.lower_bound_seconds or None

    @property
    def gap(self) -> float | None:
        """(step time - lower bound) / step time: the largest possible saving. None without a bound."""
        bound = self.lower_bound_seconds
        return None if bound is None else max(0.0, 1 - bound / self.step_seconds)

    @property
    def peak_bytes(self) -> int:
        """Memory of the device that needs the most."""
        return self._result.peak_bytes

    @property
    def fits(self) -> bool:
        return self._result.fits

    @property
    def out_of_memory(self) -> str:
        """Which device has too little memory, and by how much; empty where all fit."""
        return self._result.out_of_memory

    @property
    def strategy(self) -> str:
        return self._result.found_by or self._result.strategy

    @property
    def complete(self) -> bool:
        """Whether the search came to its end: False if a time limit or a callback stopped it."""
        return self._result.complete

    @property
    def search_seconds(self) -> float:
        return self._result.search_seconds

    @property
    def is_even(self) -> bool:
        """Whether no argument is uneven by speed: to_jax() can run it."""
        return not self.is_pipeline and (self._options.even or self._result.is_even)

    # -- what it is a plan of

    @property
    def model(self) -> str:
        return self._result.step.model

    @property
    def optimizer(self) -> str:
        return self._result.step.optimizer

    @property
    def samples_per_step(self) -> int:
        return self._result.step.samples_per_step

    @property
    def microbatches(self) -> int:
        return self._result.step.microbatches

    @property
    def recompute(self) -> bool:
        return self._result.step.recompute

    @property
    def cluster(self) -> Cluster:
        return Cluster(self._result.cluster)

    @property
    def devices(self) -> list[str]:
        """The device type of each rank of the plan."""
        return self._result.devices

    @property
    def num_ranks(self) -> int:
        return self._result.num_ranks

    @property
    def is_pipeline(self) -> bool:
        """Whether the plan cuts the step into stages, rather than sharding it as one."""
        return self._result.is_pipeline

    @property
    def stages(self) -> list[Stage]:
        """The stages of a pipeline; empty for a sharded plan."""
        return [Stage(first, tuple(devices), tuple(samples), *rest) for first, devices, samples, *rest in self._result.stages]

    @property
    def grid(self) -> list[int]:
        """Sizes of the axes of the device grid, outermost first: [8], or [2, 4]."""
        return self._result.grid

    @property
    def arguments(self) -> "Arguments":
        """The arguments of the step by name: parameters, optimizer state, settings and the batch."""
        found = Arguments()
        for a in self._result.arguments:
            shares = tuple(
                Share(c.axis, c.dim, tuple(c.sizes), c.kind, None if c.period == a.shape[c.dim] else c.period)
                for c in a.cuts
            )
            found[a.name] = PlannedArgument(a.name, a.role, tuple(a.shape), a.dtype, a.state, shares)
        return found

    # -- questions

    def explain(self, value: str, progress: bool | None = None) -> Explanation:
        """The states that `value` could have and the step time with each; the search runs again for it.

        A state that turns out to be faster than the plan's is the chosen one of the explanation.
        """
        options = dataclasses.replace(self._options, pipelines=False)
        request = options.request(explain=value, choose_microbatches=False)
        result = self._search(request, progress)
        sources = _core.argument_sources(self.model)
        at = next((a.loss_argument for a in self._result.arguments if a.name == value), -1)
        return Explanation(
            value, [ExplainedState(*row) for row in result.alternatives], sources[at] if 0 <= at < len(sources) else ()
        )

    def what_if(self, *, cluster=None, progress: bool | None = None, callback=None, **changes) -> "Plan":
        """The plan with other options: pin={"wte": "S(1)"}, forbid=..., cluster=..., optimizer=..., level="fast",
        even=True, microbatches=..., recompute=True, precision="bf16", pipelines=True. Everything else as this plan was asked for."""
        try:
            options = dataclasses.replace(self._options, **changes)
        except TypeError:
            known = [f.name for f in dataclasses.fields(Options)]
            wrong = next(name for name in changes if name not in known)
            raise Error(f"what_if has no option {wrong!r}; there are cluster, {', '.join(known)}") from None
        return make_plan(self._source, cluster or self.cluster, options, progress, callback)

    def evened(self, progress: bool | None = None) -> "Plan":
        """The best plan found with equal shares on every device: itself, or the result of a search over such plans."""
        if self.is_even:
            return self
        if self._even is None:
            strategy = "motley" if self.is_pipeline else self._options.strategy
            self._even = self.what_if(even=True, strategy=strategy, pipelines=False, progress=progress)
        return self._even

    def diff(self, other: "Plan") -> Diff:
        """What `other`, a plan of the same step, does differently."""
        if not isinstance(other, Plan):
            raise Error(f"other is a {type(other).__name__}, not a motley.Plan")
        text, data = self._result.diff(other._result)
        return Diff(text, json.loads(data))

    def verify(self, inputs: str | os.PathLike | None = None, device: str = "reference") -> VerifyResult:
        """Runs one step on in-process ranks and on a single device, and compares every value.

        device  "reference": in float64, to 1e-6; "cpu": in the step's own types, to 1e-4
        inputs  a safetensors file of parameters and batch; by default the model's own, or random ones
        """
        with python_names():
            r = _wait.cancellable(lambda control: self._result.verify(os.fspath(inputs or ""), device, control))
        return VerifyResult(
            r.ok, r.max_relative_error, r.worst, r.num_compared, r.num_from_jax, r.max_jax_error
        )  # fmt: skip

    def simulate(self, trace: str | os.PathLike | None = None) -> dict:
        """The simulated step as a dict: times, memory and collectives. trace: write its timeline for Perfetto."""
        if trace is not None:
            self._result.write_trace(os.fspath(trace))
        return json.loads(self._result.simulation_json())

    def rank_program(self, rank: int) -> str:
        """What one rank computes and communicates, as text."""
        if not 0 <= rank < self.num_ranks:
            raise Error(f"rank is {rank}, but the plan has ranks 0 to {self.num_ranks - 1}")
        return self._result.rank_program(rank)

    def _search(self, request, progress=None):
        cluster, step = self._result.cluster, self._result.step
        with python_names():
            return _wait.search(lambda control: _core.plan(step, cluster, "", request, control), progress)

    # -- to JAX

    def specs(self, tree, uneven: str = "error") -> Any:
        """The tree of parameters (arrays or shapes) with a jax.sharding.PartitionSpec for each leaf."""
        from motley import _jax

        return _jax.specs(self, tree, uneven)

    def to_jax(self, devices=None, uneven: str = "error") -> "JaxPlan":
        """Mesh and shardings that run this plan in JAX itself, as a JaxPlan. Shares must be equal: an UnevenError
        says which are not. uneven="replicate" keeps whole what does not divide."""
        if self.is_pipeline:
            raise Error("the plan is a pipeline, which JAX cannot run: use p.evened().to_jax(), or motley.train(p)")
        from motley import _jax

        return _jax.to_jax(self, devices, uneven)

    # -- files and texts

    def save(self, file: str | os.PathLike) -> None:
        """Writes the plan file that `motley train --plan` and motley.read_plan read (docs/formats.md)."""
        if self._source.keep is not None:
            raise Error(
                "the plan's model is a temporary folder: pass folder=... to motley.plan, and the plan file will name it"
            )
        self._result.write(os.fspath(file))

    def report(self, file: str | os.PathLike) -> None:
        """Writes the plan as a page (HTML) that opens in any browser, as `motley report` does."""
        with open(file, "w", encoding="utf-8") as page:
            page.write(self._named(self._result.page()))

    def _named(self, text):
        """A text with the name of the function instead of the temporary folder that it was exported to."""
        return text if self._source.keep is None else text.replace(self._source.model, os.path.basename(self._source.model))

    def to_dict(self) -> dict:
        """Everything that is known of the plan, as `motley plan --json` prints it."""
        return json.loads(self._result.json())

    def __str__(self):
        return self._named(self._result.text())

    def __repr__(self):
        gap = "" if self.gap is None else f", gap {100 * self.gap:.1f} %"
        fits = "" if self.fits else ", does not fit"
        return f"<motley.Plan of {self.num_ranks} devices: {duration(self.step_seconds)} a step{gap}{fits}>"

    def _repr_html_(self) -> str:
        return self._named(self._result.html())
