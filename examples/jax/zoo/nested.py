"""Losses with something inside: derivatives of the network, a step of training, loops, sorting, a factorization."""
import jax
import jax.numpy as jnp
import numpy as np
from stopped import normal


def gradient_penalty():
    """A Wasserstein critic, whose gradient by its inputs should have norm 1: a derivative within the loss."""
    rng = np.random.default_rng(30)
    params = {"w1": normal(rng, 6, 8), "w2": normal(rng, 8, 1)}

    def critic(params, x):
        return jnp.squeeze(jax.nn.softplus(x @ params["w1"]) @ params["w2"], -1)

    def loss(params, real, fake, share):
        mixed = share * real + (1 - share) * fake
        slopes = jax.vmap(jax.grad(critic, 1), (None, 0))(params, mixed)
        norms = jnp.sqrt(jnp.sum(slopes**2, -1) + 1e-12)
        return jnp.mean(critic(params, fake)) - jnp.mean(critic(params, real)) + 10 * jnp.mean((norms - 1) ** 2)

    share = rng.uniform(size=(8, 1)).astype(np.float32)
    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 6, scale=1), share))


def physics_informed():
    """Burgers' equation as a loss: first and second derivatives of the network by its inputs."""
    rng = np.random.default_rng(31)
    params = [{"w": normal(rng, 2, 8, scale=0.5), "b": np.zeros(8, np.float32)}, {"w": normal(rng, 8, 1, scale=0.5)}]

    def field(params, at):
        return (jnp.tanh(at @ params[0]["w"] + params[0]["b"]) @ params[1]["w"])[0]

    def loss(params, inside, border, values):
        def residual(at):
            by_x, by_t = jax.grad(field, 1)(params, at)
            by_xx = jax.jvp(lambda z: jax.grad(field, 1)(params, z)[0], (at,), (jnp.array([1.0, 0.0]),))[1]
            return by_t + field(params, at) * by_x - 0.01 * by_xx

        there = jax.vmap(lambda at: field(params, at))(border)
        return jnp.mean(jax.vmap(residual)(inside) ** 2) + jnp.mean((there - values) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 2, scale=1), normal(rng, 8, 2, scale=1), normal(rng, 8, scale=1)))


def meta_learning():
    """MAML: each task takes two steps of gradient descent within the loss."""
    rng = np.random.default_rng(32)
    params = {"w1": normal(rng, 3, 8, scale=0.4), "b1": np.zeros(8, np.float32), "w2": normal(rng, 8, 1, scale=0.4)}

    def error(params, x, y):
        return jnp.mean((jnp.tanh(x @ params["w1"] + params["b1"]) @ params["w2"] - y) ** 2)

    def loss(params, support_x, support_y, query_x, query_y):
        def of_task(support_x, support_y, query_x, query_y):
            adapted = params
            for _ in range(2):
                slopes = jax.grad(error)(adapted, support_x, support_y)
                adapted = jax.tree.map(lambda p, g: p - 0.1 * g, adapted, slopes)
            return error(adapted, query_x, query_y)

        return jnp.mean(jax.vmap(of_task)(support_x, support_y, query_x, query_y))

    x, y = normal(rng, 2, 4, 5, 3, scale=1), normal(rng, 2, 4, 5, 1, scale=1)
    return dict(loss=loss, params=params, batch=(x[0], y[0], x[1], y[1]))


def recurrent():
    """An LSTM along time, as a lax.scan."""
    rng = np.random.default_rng(33)
    width = 6
    params = {"x": normal(rng, 5, 4 * width), "h": normal(rng, width, 4 * width), "out": normal(rng, width, 3)}

    def loss(params, x, y):
        def cell(carried, x):
            h, memory = carried
            enter, keep, leave, new = jnp.split(x @ params["x"] + h @ params["h"], 4, -1)
            memory = jax.nn.sigmoid(keep + 1) * memory + jax.nn.sigmoid(enter) * jnp.tanh(new)
            return (jax.nn.sigmoid(leave) * jnp.tanh(memory), memory), None

        zeros = jnp.zeros((x.shape[0], width))
        (h, _), _ = jax.lax.scan(cell, (zeros, zeros), x.swapaxes(0, 1))
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(h @ params["out"]), y[:, None], axis=1))

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 4, 5, scale=1), rng.integers(0, 3, 8).astype(np.int32)))


def cached_decoding():
    """Decoding in a fori_loop: each turn writes its keys and values into a cache, then attends to all of them."""
    rng = np.random.default_rng(36)
    vocabulary, width, length = 12, 8, 4
    params = {name: normal(rng, width, width) for name in ("query", "key", "value")}
    params |= {"embedding": normal(rng, vocabulary, width), "out": normal(rng, width, vocabulary)}

    def loss(params, tokens):
        def turn(i, carried):
            keys, values, total = carried
            x = params["embedding"][jax.lax.dynamic_index_in_dim(tokens, i, 1, keepdims=False)]
            keys = jax.lax.dynamic_update_slice(keys, (x @ params["key"])[:, None], (0, i, 0))
            values = jax.lax.dynamic_update_slice(values, (x @ params["value"])[:, None], (0, i, 0))
            scores = jnp.einsum("bd,btd->bt", x @ params["query"], keys)
            weights = jax.nn.softmax(jnp.where(jnp.arange(length) <= i, scores, -1e9))
            x = x + jnp.einsum("bt,btd->bd", weights, values)
            label = jax.lax.dynamic_index_in_dim(tokens, i + 1, 1, keepdims=False)
            chosen = jax.nn.log_softmax(x @ params["out"])[jnp.arange(len(label)), label]
            return keys, values, total - jnp.mean(chosen)

        empty = jnp.zeros((len(tokens), length, width))
        return jax.lax.fori_loop(0, length, turn, (empty, empty, 0.0))[2] / length

    tokens = rng.integers(0, vocabulary, (6, length + 1)).astype(np.int32)
    return dict(loss=loss, params=params, batch=(tokens,))


def checkpointed_layers():
    """A scan over layers of rotary attention under jax.checkpoint with a policy; the embedding is the output's, too."""
    rng = np.random.default_rng(37)
    vocabulary, width, heads, layers = 12, 8, 2, 2
    params = {
        "embedding": normal(rng, vocabulary, width),
        "layers": {
            "scale": np.ones((layers, width), np.float32),
            "in": normal(rng, layers, width, 3 * width),
            "out": normal(rng, layers, width, width),
        },
    }

    def rotated(x):  # [batch, length, heads, size]
        half = x.shape[-1] // 2
        angle = jnp.arange(x.shape[1])[:, None, None] * 100.0 ** (-jnp.arange(half) / half)
        a, b = x[..., :half], x[..., half:]
        return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1)

    def normalized(x):
        return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)

    def layer(x, layer):
        batch, length, _ = x.shape
        parts = (normalized(x) * layer["scale"] @ layer["in"]).reshape(batch, length, 3, heads, width // heads)
        q, k, v = rotated(parts[:, :, 0]), rotated(parts[:, :, 1]), parts[:, :, 2]
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width // heads)
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
        read = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape)
        return x + read @ layer["out"], None

    def loss(params, tokens):
        policy = jax.checkpoint_policies.dots_with_no_batch_dims_saveable
        x = params["embedding"][tokens[:, :-1]]
        x, _ = jax.lax.scan(jax.checkpoint(layer, policy=policy), x, params["layers"])
        logits = jax.nn.log_softmax(normalized(x) @ params["embedding"].T)
        return -jnp.mean(jnp.take_along_axis(logits, tokens[:, 1:, None], -1))

    return dict(loss=loss, params=params, batch=(rng.integers(0, vocabulary, (6, 5)).astype(np.int32),))


def ranking():
    """A list-wise ranking loss: items sorted by relevance, and logarithms of running sums."""
    rng = np.random.default_rng(34)
    params = {"w": normal(rng, 5, 8), "v": normal(rng, 8, 1)}

    def loss(params, items, relevance):
        scores = jnp.squeeze(jnp.tanh(items @ params["w"]) @ params["v"], -1)
        scores = jnp.take_along_axis(scores, jnp.argsort(-relevance, axis=-1), -1)
        rest = jax.lax.cumlogsumexp(scores, axis=1, reverse=True)
        return jnp.mean(jnp.sum(rest - scores, -1)) + 0.01 * jnp.mean(jax.lax.top_k(scores, 3)[0])

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, 5, scale=1), normal(rng, 8, 6, scale=1)))


def gaussian_process():
    """The likelihood of a Gaussian process: a Cholesky factorization, and all samples together."""
    rng = np.random.default_rng(35)
    params = {"lengths": np.zeros(3, np.float32), "noise": np.float32(1)}

    def loss(params, x, y):
        apart = (x[:, None] - x[None]) / jnp.exp(params["lengths"])
        kernel = jnp.exp(-0.5 * jnp.sum(apart**2, -1)) + jnp.exp(params["noise"]) * jnp.eye(len(x))
        lower = jnp.linalg.cholesky(kernel)
        white = jax.scipy.linalg.solve_triangular(lower, y, lower=True)
        return 0.5 * white @ white + jnp.sum(jnp.log(jnp.diag(lower)))

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 3, scale=1), normal(rng, 8, scale=1)))
