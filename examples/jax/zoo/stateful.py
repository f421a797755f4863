"""Losses with randomness and with state that a step changes without training it."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from stopped import normal


def dropout():
    """Dropout with a key in the batch: each batch has its own. Evaluations are without."""
    rng = np.random.default_rng(0)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}

    def loss(params, x, y, key, drops=True):
        h = jax.nn.relu(x @ params["w0"])
        if drops:
            h = jnp.where(jax.random.bernoulli(key, 0.75, h.shape), h / 0.75, 0)
        return jnp.mean((h @ params["w1"] - y) ** 2)

    batch = (normal(rng, 8, 6), normal(rng, 8, 3), jax.random.PRNGKey(7))
    return dict(loss=loss, params=params, batch=batch, eval_loss=partial(loss, drops=False))


def dropout_state():
    """Dropout with a key in the state, split by every step, beside a counter of steps."""
    rng = np.random.default_rng(1)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}
    state = {"key": jax.random.PRNGKey(3), "steps": np.int32(0)}

    def loss(params, state, x, y):
        key, mine = jax.random.split(state["key"])
        h = jax.nn.relu(x @ params["w0"])
        h = jnp.where(jax.random.bernoulli(mine, 0.75, h.shape), h / 0.75, 0)
        return jnp.mean((h @ params["w1"] - y) ** 2), {"key": key, "steps": state["steps"] + 1}

    return dict(loss=loss, params=params, state=state, batch=(normal(rng, 8, 6), normal(rng, 8, 3)))


def batch_norm():
    """Batch normalization: statistics of the batch in the loss, their moving averages in the state and in evaluations."""
    rng = np.random.default_rng(2)
    params = {"w0": normal(rng, 6, 8), "b0": normal(rng, 8), "scale": np.ones(8, np.float32), "w1": normal(rng, 8, 3)}
    state = {"mean": np.zeros(8, np.float32), "variance": np.ones(8, np.float32)}

    def network(params, x, mean, variance):
        h = x @ params["w0"] + params["b0"]
        mean, variance = (h.mean(axis=0), h.var(axis=0)) if mean is None else (mean, variance)
        h = jax.nn.relu((h - mean) * jax.lax.rsqrt(variance + 1e-5) * params["scale"])
        return h @ params["w1"], mean, variance

    def loss(params, state, x, y):
        out, mean, variance = network(params, x, None, None)
        after = {
            "mean": 0.9 * state["mean"] + 0.1 * jax.lax.stop_gradient(mean),
            "variance": 0.9 * state["variance"] + 0.1 * jax.lax.stop_gradient(variance),
        }
        return jnp.mean((out - y) ** 2), after

    def eval_loss(params, state, x, y):
        return jnp.mean((network(params, x, state["mean"], state["variance"])[0] - y) ** 2)

    batch = (normal(rng, 8, 6, scale=1), normal(rng, 8, 3))
    return dict(loss=loss, params=params, state=state, batch=batch, eval_loss=eval_loss)


def moving_average():
    """Self-distillation: the teacher is a moving average of the student, kept in the state."""
    rng = np.random.default_rng(3)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 4)}
    state = jax.tree.map(lambda w: w + normal(rng, *w.shape, scale=0.1), params)

    def network(params, x):
        return jnp.tanh(x @ params["w0"]) @ params["w1"]

    def loss(params, state, x, view):
        teacher = jax.nn.softmax(network(state, x) / 0.5)
        student = jax.nn.log_softmax(network(params, view))
        after = jax.tree.map(lambda t, s: 0.99 * t + 0.01 * jax.lax.stop_gradient(s), state, params)
        return -jnp.mean(jnp.sum(jax.lax.stop_gradient(teacher) * student, axis=1)), after

    return dict(loss=loss, params=params, state=state, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 6, scale=1)))


def diffusion():
    """Denoising diffusion: the noise and the noise level are drawn in the loss."""
    rng = np.random.default_rng(4)
    params = {"w0": normal(rng, 7, 8), "w1": normal(rng, 8, 6)}

    def loss(params, x, key):
        of_level, of_noise = jax.random.split(key)
        level = jax.random.uniform(of_level, (x.shape[0], 1))
        noise = jax.random.normal(of_noise, x.shape)
        mixed = jnp.sqrt(1 - level) * x + jnp.sqrt(level) * noise
        h = jax.nn.silu(jnp.concatenate([mixed, level], axis=1) @ params["w0"])
        return jnp.mean((h @ params["w1"] - noise) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), jax.random.PRNGKey(5)))
