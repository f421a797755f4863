"""Plans a small transformer-like model of JAX for four unequal devices, looks at the plan, and trains by it.

    python quickstart.py

Needs JAX and mpirun; takes less than a minute.
"""

import pathlib

import jax
import jax.numpy as jnp
import motley
import numpy as np

CLUSTER = pathlib.Path(__file__).resolve().parents[1] / "clusters/unlike-4.yaml"


def loss(params, x, y):
    for block in params["blocks"]:
        x = x + jax.nn.gelu(x @ block["w1"]) @ block["w2"]
    logits = x @ params["out"]
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(y, 10), axis=-1))


def init(key):
    keys = iter(jax.random.split(key, 5))

    def draw(*shape):
        return jax.random.normal(next(keys), shape) / shape[0] ** 0.5

    return {"blocks": [{"w1": draw(64, 256), "w2": draw(256, 64)} for _ in range(2)], "out": draw(64, 10)}


def batches(seed=0):
    """Points near ten centres, and which centre it is."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(10, 64))
    while True:
        y = rng.integers(0, 10, 96)
        yield (centres[y] + rng.normal(size=(96, 64))).astype(np.float32), y.astype(np.int32)


def main():
    params = init(jax.random.key(0))
    # Shapes are enough to plan: params could be jax.eval_shape(init, jax.random.key(0)).
    plan = motley.plan(loss, params, next(batches()), cluster=CLUSTER, optimizer="adamw:clip=1", level="fast")
    print(repr(plan))
    print("the batch is shared out as", plan.arguments["x"].shares[0].sizes if plan.arguments["x"].shares else "a whole")
    print(plan.explain("blocks/00/w1"))
    assert plan.verify().ok

    run = motley.train(plan, steps=60, params=params, data=batches(), lr=3e-3)
    print(f"loss {run.losses[0]:.3f} to {run.losses[-1]:.3f} in {run.steps} steps")
    assert run.losses[-1] < 0.5 * run.losses[0]

    # The parameters come back as they went in: JAX continues from here.
    x, y = next(batches(seed=0))
    print("JAX's loss with the trained parameters:", float(loss(run.params, x, y)))


if __name__ == "__main__":
    main()
