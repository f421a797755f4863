"""Motley: one program on a mixed cluster, from Python.

    import motley
    p = motley.plan("gpt:layers=2,hidden=64,batch=9", cluster="unlike-4.yaml")    # a built-in model, or a model folder
    p = motley.plan(loss, params, batch, cluster="mixed.yaml", optimizer="adamw:clip=1")      # a function of JAX
    p.step_seconds, p.gap, p.fits, p.arguments["wte"].shares
    run = motley.train(p, steps=200)

docs/python.md describes it. JAX is imported only by what needs it.
"""

from motley import _core, nbody
from motley._api import compare, cost, models, plan, schedule
from motley._cluster import Cluster, device_types
from motley._errors import Error, ExportError, InternalError, RunError, UnevenError
from motley._plan import Diff, Explanation, Plan, PlannedArgument, Share, Stage, VerifyResult
from motley._plan import read as read_plan
from motley._train import TrainResult, train
from motley._wait import STOP, PlanProgress

__version__ = _core.__version__
__all__ = [
    "STOP", "Cluster", "Diff", "Error", "Explanation", "ExportError", "InternalError", "Plan", "PlanProgress",
    "PlannedArgument", "RunError", "Share", "Stage", "TrainResult", "UnevenError", "VerifyResult", "compare", "cost", "device_types", "models",
    "nbody", "plan", "read_plan", "schedule", "train",
]  # fmt: skip
