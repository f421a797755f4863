"""The same small classifier in the libraries that people write JAX models with."""
import jax
import jax.numpy as jnp
import numpy as np
from stopped import normal


def data():
    rng = np.random.default_rng(0)
    return normal(rng, 8, 6, scale=1), rng.integers(0, 3, 8).astype(np.int32)


def cross_entropy(logits, label):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), label[:, None], axis=1).mean()


def flax_linen():
    """flax.linen, with batch normalization: the collection batch_stats is the state."""
    from flax import linen as nn

    class Classifier(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.relu(nn.BatchNorm(use_running_average=False)(nn.Dense(8)(x)))
            return nn.Dense(3)(x)

    model, batch = Classifier(), data()
    variables = model.init(jax.random.key(0), batch[0])

    def loss(params, state, x, label):
        logits, after = model.apply({"params": params, **state}, x, mutable=["batch_stats"])
        return cross_entropy(logits, label), after

    return dict(loss=loss, params=variables["params"], state={"batch_stats": variables["batch_stats"]}, batch=batch)


def flax_nnx():
    """flax.nnx: parameters, and everything else (batch statistics, dropout's key and counter) as state."""
    from flax import nnx

    class Classifier(nnx.Module):
        def __init__(self, rngs):
            self.first = nnx.Linear(6, 8, rngs=rngs)
            self.norm = nnx.BatchNorm(8, rngs=rngs)
            self.dropout = nnx.Dropout(0.25, rngs=rngs)
            self.last = nnx.Linear(8, 3, rngs=rngs)

        def __call__(self, x):
            return self.last(self.dropout(nnx.relu(self.norm(self.first(x)))))

    graph, params, state = nnx.split(Classifier(nnx.Rngs(0)), nnx.Param, ...)

    def loss(params, state, x, label):
        model = nnx.merge(graph, params, state)
        value = cross_entropy(model(x), label)
        return value, nnx.split(model, nnx.Param, ...)[2]

    return dict(loss=loss, params=params, state=state, batch=data())


def equinox():
    """equinox: the arrays of a model are the parameters."""
    import equinox as eqx

    model = eqx.nn.MLP(6, 3, 8, 1, key=jax.random.key(0))
    params, static = eqx.partition(model, eqx.is_array)

    def loss(params, x, label):
        return cross_entropy(jax.vmap(eqx.combine(params, static))(x), label)

    return dict(loss=loss, params=params, batch=data())


def haiku():
    """haiku, with state and a key for dropout in the batch."""
    import haiku as hk

    def network(x):
        x = hk.BatchNorm(True, True, 0.9)(hk.Linear(8)(x), is_training=True)
        x = hk.dropout(hk.next_rng_key(), 0.25, jax.nn.relu(x))
        return hk.Linear(3)(x)

    model, (x, label) = hk.transform_with_state(network), data()
    params, state = model.init(jax.random.PRNGKey(0), x)

    def loss(params, state, x, label, key):
        logits, after = model.apply(params, state, key, x)
        return cross_entropy(logits, label), after

    return dict(loss=loss, params=params, state=state, batch=(x, label, jax.random.PRNGKey(1)))


def optax_step():
    """A whole training step as people jit it, with optax's Adam: no parameter is left to differentiate by, all is state."""
    import optax

    rng = np.random.default_rng(1)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(optax.cosine_decay_schedule(1e-2, 50)))

    def loss(_, state, x, label):
        params, memory = state
        value, gradient = jax.value_and_grad(lambda p: cross_entropy(jnp.tanh(x @ p["w0"]) @ p["w1"], label))(params)
        updates, memory = optimizer.update(gradient, memory, params)
        return value, (optax.apply_updates(params, updates), memory)

    return dict(loss=loss, params={}, state=(params, optimizer.init(params)), batch=data())


def scaled_step():
    """A whole step in float16 with a loss scale that halves where a gradient overflows, and then changes nothing else."""
    import optax

    rng = np.random.default_rng(2)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}
    optimizer = optax.adamw(1e-2)

    def loss(_, state, x, label):
        params, memory, scale = state

        def scaled(params):
            w0, w1 = (params[name].astype(jnp.float16) for name in ("w0", "w1"))
            logits = jax.nn.relu(x.astype(jnp.float16) @ w0) @ w1
            return cross_entropy(logits.astype(jnp.float32), label) * scale

        value, gradient = jax.value_and_grad(scaled)(params)
        gradient = jax.tree.map(lambda g: g / scale, gradient)
        is_finite = jnp.all(jnp.array([jnp.all(jnp.isfinite(g)) for g in jax.tree.leaves(gradient)]))

        def updated():
            updates, after = optimizer.update(gradient, memory, params)
            return optax.apply_updates(params, updates), after

        params, memory = jax.lax.cond(is_finite, updated, lambda: (params, memory))
        return value / scale, (params, memory, jnp.where(is_finite, scale, scale / 2))

    state = (params, optimizer.init(params), np.float32(2**15))
    return dict(loss=loss, params={}, state=state, batch=data())
