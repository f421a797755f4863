"""Exceptions. Each message names the argument, the reason and the way out."""

import contextlib
import re

from motley import _core

Error = _core.Error
InternalError = _core.InternalError
Error.__module__ = InternalError.__module__ = "motley"


class UnevenError(Error):
    """A plan with unequal shares was asked for where only equal ones are possible.

    arguments          names of the arguments that are uneven
    step_seconds       of the plan
    even_step_seconds  of the best plan found with equal shares; None where that is not known
    """

    def __init__(self, message, arguments=(), step_seconds=None, even_step_seconds=None):
        super().__init__(message)
        self.arguments = list(arguments)
        self.step_seconds = step_seconds
        self.even_step_seconds = even_step_seconds


class ExportError(Error):
    """A function or its arguments cannot become a model; the message is one sentence."""


class RunError(Error):
    """A training or a simulation ended with an error; the message is the program's own."""


_KEYWORDS = {
    "--pin": "pin", "--forbid": "forbid", "--explain": "explain()", "--strategy": "strategy", "--cluster": "cluster",
    "--optimizer": "optimizer", "--microbatches": "microbatches", "--accumulate": "accumulate",
    "--recompute": "recompute", "--time-limit": "time_limit", "--lr": "lr", "--steps": "steps", "--params": "params",
    "--data": "data", "--resume": "resume", "--restart": "restart=True", "--checkpoint": "checkpoint", "--allow-out-of-memory":
    "allow_out_of_memory", "--stages": "stages", "--forward": "forward", "--backward": "backward",
    "--weight": "weight", "--cap": "cap", "--latency": "latency", "--mesh": "mesh", "--seed": "seed",
}  # fmt: skip


def in_python(message):
    """A message of the library with Python's names of options: `--time-limit` becomes `time_limit`."""
    return re.sub(r"--[a-z]+(-[a-z]+)*", lambda m: _KEYWORDS.get(m.group(), m.group()), message)


@contextlib.contextmanager
def python_names():
    """Within it, errors of the library name options as Python does."""
    try:
        yield
    except Error as error:
        message = in_python(str(error))
        if type(error) is not Error or message == str(error):
            raise
        raise Error(message) from None
