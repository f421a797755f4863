"""Losses whose gradient is not that of what they compute: stop_gradient and custom rules."""
import jax
import jax.numpy as jnp
import numpy as np

stop = jax.lax.stop_gradient


def normal(rng, *shape, scale=0.5):
    return rng.normal(0, scale, shape).astype(np.float32)


def lora():
    """A frozen two-layer network with a trained low-rank addition to each layer; b starts at zero."""
    rng = np.random.default_rng(0)
    params = {
        "base": {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)},
        "lora": {
            "a0": normal(rng, 6, 2), "b0": np.zeros((2, 8), np.float32),
            "a1": normal(rng, 8, 2), "b1": np.zeros((2, 3), np.float32),
        },
    }  # fmt: skip

    def loss(params, x, y):
        base, low = stop(params["base"]), params["lora"]
        h = jax.nn.gelu(x @ (base["w0"] + low["a0"] @ low["b0"]))
        return jnp.mean((h @ (base["w1"] + low["a1"] @ low["b1"]) - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6), normal(rng, 8, 3)))


def lora_frozen():
    """The same, with the base declared as frozen: it has no gradient and no optimizer state."""
    return lora() | dict(frozen=["base/*"])


def vq():
    """A vector-quantized autoencoder: the nearest code, passed straight through, with a codebook and a commitment loss."""
    rng = np.random.default_rng(1)
    params = {"encode": normal(rng, 6, 4), "codes": normal(rng, 5, 4), "decode": normal(rng, 4, 6)}

    def loss(params, x):
        z = x @ params["encode"]
        distance = jnp.sum((z[:, None, :] - params["codes"][None]) ** 2, axis=-1)
        q = params["codes"][jnp.argmin(distance, axis=1)]
        codebook = jnp.mean((stop(z) - q) ** 2)
        commitment = jnp.mean((z - stop(q)) ** 2)
        decoded = (z + stop(q - z)) @ params["decode"]
        return jnp.mean((decoded - x) ** 2) + codebook + 0.25 * commitment

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1),))


def target_network():
    """Q-learning: the target comes from a second network that is no part of the gradient."""
    rng = np.random.default_rng(2)

    def network():
        return {"w0": normal(rng, 4, 8), "w1": normal(rng, 8, 3)}

    def q(network, x):
        return jnp.tanh(x @ network["w0"]) @ network["w1"]

    def loss(params, x, action, reward, following):
        target = reward + 0.9 * stop(q(params["target"], following)).max(axis=1)
        value = jnp.take_along_axis(q(params["online"], x), action[:, None], axis=1)[:, 0]
        return jnp.mean((value - target) ** 2)

    batch = (normal(rng, 8, 4, scale=1), rng.integers(0, 3, 8).astype(np.int32), normal(rng, 8), normal(rng, 8, 4))
    return dict(loss=loss, params={"online": network(), "target": network()}, batch=batch)


def straight_through():
    """Rounded weights whose gradient passes straight through the rounding."""
    rng = np.random.default_rng(3)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}

    def quantized(w):
        return w + stop(jnp.round(4 * w) / 4 - w)

    def loss(params, x, y):
        return jnp.mean((jnp.tanh(x @ quantized(params["w0"])) @ quantized(params["w1"]) - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6), normal(rng, 8, 3)))


@jax.custom_vjp
def rounded(w):
    return jnp.round(4 * w) / 4


rounded.defvjp(lambda w: (rounded(w), None), lambda _, g: (g,))


def custom_rule():
    """The same as a custom_vjp: only JAX's own gradient knows the rule."""
    rng = np.random.default_rng(3)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}

    def loss(params, x, y):
        return jnp.mean((jnp.tanh(x @ rounded(params["w0"])) @ rounded(params["w1"]) - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6), normal(rng, 8, 3)))


@jax.custom_vjp
def layer_norm(x, scale):
    return layer_norm_forward(x, scale)[0]


def layer_norm_forward(x, scale):
    deviation = jax.lax.rsqrt(jnp.var(x, -1, keepdims=True) + 1e-5)
    unit = (x - jnp.mean(x, -1, keepdims=True)) * deviation
    return unit * scale, (unit, deviation, scale)


def layer_norm_backward(kept, g):
    unit, deviation, scale = kept
    by_unit = g * scale
    along = jnp.mean(by_unit * unit, -1, keepdims=True)
    by_x = deviation * (by_unit - jnp.mean(by_unit, -1, keepdims=True) - unit * along)
    return by_x, jnp.sum(g * unit, range(g.ndim - 1))


layer_norm.defvjp(layer_norm_forward, layer_norm_backward)


def scanned_custom_rule():
    """Layers in a scan whose layer norm has a gradient rule of its own, as people write who fuse it."""
    rng = np.random.default_rng(6)
    layers = {"w": normal(rng, 3, 8, 8, scale=0.3), "scale": 1 + normal(rng, 3, 8, scale=0.1)}
    params = {"layers": layers, "out": normal(rng, 8, 3)}

    def loss(params, x, y):
        def layer(h, p):
            return h + jnp.tanh(layer_norm(h, p["scale"]) @ p["w"]), None

        h, _ = jax.lax.scan(layer, x, params["layers"])
        return jnp.mean((jnp.mean(h, 1) @ params["out"] - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 6, 4, 8, scale=1), normal(rng, 6, 3)))


@jax.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1e-2, 1e-2),))


def clipped_gradient():
    """A custom_vjp that is the identity, and clips the gradient that passes."""
    rng = np.random.default_rng(4)
    params = {"w0": normal(rng, 6, 8), "w1": normal(rng, 8, 3)}

    def loss(params, x, y):
        return jnp.mean((clipped(jnp.tanh(x @ params["w0"])) @ params["w1"] - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6), normal(rng, 8, 3)))


def policy():
    """A policy gradient with a learned baseline, and PPO's ratio to the policy as it is: stops on elementwise paths."""
    rng = np.random.default_rng(5)
    params = {"policy": normal(rng, 4, 3), "baseline": normal(rng, 4)}

    def loss(params, x, action, reward):
        log_policy = jax.nn.log_softmax(x @ params["policy"])
        chosen = jnp.take_along_axis(log_policy, action[:, None], axis=1)[:, 0]
        baseline = x @ params["baseline"]
        advantage = stop(reward - baseline)
        ratio = jnp.exp(chosen - stop(chosen))
        clipped_ratio = jnp.clip(ratio, 0.8, 1.2)
        surrogate = jnp.minimum(ratio * advantage, clipped_ratio * advantage)
        return -jnp.mean(surrogate) + jnp.mean((baseline - reward) ** 2)

    batch = (normal(rng, 8, 4, scale=1), rng.integers(0, 3, 8).astype(np.int32), normal(rng, 8))
    return dict(loss=loss, params=params, batch=batch)


def scanned_stop():
    """A recurrence with a stop inside the loop: truncated backpropagation through time, one step long."""
    rng = np.random.default_rng(6)
    params = {"w": normal(rng, 4, 4), "u": normal(rng, 3, 4), "out": normal(rng, 4)}

    def loss(params, x, y):
        def step(h, x_t):
            h = jnp.tanh(stop(h) @ params["w"] + x_t @ params["u"])
            return h, h @ params["out"]

        _, out = jax.lax.scan(step, jnp.zeros((x.shape[0], 4)), jnp.swapaxes(x, 0, 1))
        return jnp.mean((out.T - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 5, 3, scale=1), normal(rng, 8, 5)))


def from_zero():
    """Slopes where functions bend, with parameters that begin there: an absolute value, relu6, a running maximum."""
    rng = np.random.default_rng(7)
    params = {"w": np.zeros((4, 3), np.float32), "b": np.zeros(3, np.float32), "level": np.zeros(5, np.float32)}

    def loss(params, x, y):
        out = jax.nn.relu6(x @ params["w"] + params["b"])
        sparse = jnp.sum(jnp.abs(params["w"])) + jnp.sum(jnp.abs(params["b"]))
        return jnp.mean((out - y) ** 2) + 0.1 * sparse - jnp.mean(jax.lax.cummax(params["level"]) * jnp.arange(5))

    return dict(loss=loss, params=params, batch=(normal(rng, 6, 4, scale=1), normal(rng, 6, 3)))
