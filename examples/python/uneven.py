"""A plan whose shares follow the speed of the devices: what that saves, and why JAX alone cannot run it.

    python uneven.py

Needs JAX; runs nothing on the devices, which need not be there.
"""

import jax
import jax.numpy as jnp
import motley


def loss(params, x):
    for w in params:
        x = jnp.tanh(x @ w)
    return jnp.mean(x**2)


def main():
    cluster = motley.Cluster({
        "hosts": [
            {"devices": {"v100": 2}, "link": {"bandwidth": "130GB/s", "latency": "5us"}},
            {"devices": {"p100": 2}, "link": {"bandwidth": "16GB/s", "latency": "8us"}},
        ],
        "network": {"bandwidth": "100Gb/s", "latency": "10us"},
    })  # fmt: skip
    params = [jax.ShapeDtypeStruct((4096, 4096), jnp.float32)] * 8
    x = jax.ShapeDtypeStruct((8192, 4096), jnp.float32)
    plan = motley.plan(loss, params, (x,), cluster=cluster, optimizer="adam", level="fast")
    even = plan.evened()
    print(repr(plan))
    print("samples by device:", plan.arguments["x"].shares[0].sizes)
    print(f"equal shares would take {even.step_seconds / plan.step_seconds:.2f} times as long")
    try:
        plan.to_jax()
    except motley.UnevenError as error:
        print("to_jax:", error)
    print(even.specs(params)[0], "is the PartitionSpec of the first matrix in the even plan")
    assert plan.step_seconds < even.step_seconds


if __name__ == "__main__":
    main()
