"""Losses of other shapes: masked means, interacting samples, experts, recurrences, graphs."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.ad_checkpoint import checkpoint_name
from stopped import normal


def masked_mean():
    """Token losses, averaged over the tokens that count: their number differs from batch to batch."""
    rng = np.random.default_rng(0)
    params = {"embed": normal(rng, 11, 6), "w": normal(rng, 6, 11)}

    def loss(params, tok, lab, mask):
        logits = jnp.tanh(params["embed"][tok]) @ params["w"]
        each = -jnp.take_along_axis(jax.nn.log_softmax(logits), lab[..., None], axis=-1)[..., 0]
        return jnp.sum(each * mask) / jnp.sum(mask)

    lengths = rng.integers(1, 8, 8)
    mask = (np.arange(7)[None] < lengths[:, None]).astype(np.float32)
    tokens = rng.integers(0, 11, (8, 8)).astype(np.int32)
    return dict(loss=loss, params=params, batch=(tokens[:, :-1], tokens[:, 1:], mask))


def own_rows():
    """What depends on no sample but is made for each (sizes of windows, latents, row numbers), and an epsilon under a masked mean."""
    rng = np.random.default_rng(11)
    params = {"kernel": normal(rng, 3, 3, 2, 4), "latents": normal(rng, 3, 4), "mix": normal(rng, 4, 4), "head": normal(rng, 4, 5)}

    def loss(params, image, label, mask):
        x = jax.lax.conv_general_dilated(image, params["kernel"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        window = dict(window_dimensions=(1, 3, 3, 1), window_strides=(1, 2, 2, 1), padding="SAME")
        total = jax.lax.reduce_window(jax.nn.gelu(x), 0.0, jax.lax.add, **window)
        x = total / jax.lax.reduce_window(jnp.ones_like(x), 0.0, jax.lax.add, **window)
        queries = jnp.broadcast_to(params["latents"], (len(image), 3, 4)) @ params["mix"]
        x = x.reshape(len(image), -1, 4)
        scores = jax.nn.softmax(jnp.einsum("bqc,bkc->bqk", queries, x))
        logits = jnp.einsum("bqk,bkc->bc", scores, x) @ params["head"]
        each = -jax.nn.log_softmax(logits)[jnp.arange(len(label)), label]
        return jnp.sum(each * mask) / (jnp.sum(mask) + 1e-6)

    labels, mask = rng.integers(0, 5, 8).astype(np.int32), np.array([1, 1, 0, 1, 0, 0, 1, 1], np.float32)
    return dict(loss=loss, params=params, batch=(normal(rng, 8, 5, 5, 2, scale=1), labels, mask))


def weighted_positions():
    """A weight for each place in the batch, the same in the first half of them: samples are not treated alike."""
    rng = np.random.default_rng(14)
    params = {"w": normal(rng, 6, 3)}
    weights = np.repeat(np.array([1, 3], np.float32), 4)

    def loss(params, x, y):
        return jnp.mean(weights * jnp.mean((jnp.tanh(x @ params["w"]) - y) ** 2, axis=1))

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 3, scale=1)))


def worst_sample():
    """The largest error of the batch, which is no mean: micro-batches would change it."""
    rng = np.random.default_rng(12)
    params = {"w": normal(rng, 6, 3)}

    def loss(params, x, y):
        return jnp.max(jnp.abs(jnp.tanh(x @ params["w"]) - y))

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 3, scale=1)))


def running_peak():
    """Highest values so far. Where elements are equal their gradient is a convention, and JAX's is that of its scan."""
    rng = np.random.default_rng(13)
    params = {"w": normal(rng, 6)}

    def loss(params, x, y):
        return jnp.mean((jax.lax.cummax(params["w"] * x, axis=1) - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 6)))


def contrastive():
    """CLIP's loss: every sample against every other, which micro-batches would change."""
    rng = np.random.default_rng(1)
    params = {"image": normal(rng, 6, 4), "text": normal(rng, 5, 4), "temperature": np.float32(1)}

    def loss(params, image, text):
        def unit(x):
            return x / jnp.linalg.norm(x, axis=1, keepdims=True)

        scores = unit(image @ params["image"]) @ unit(text @ params["text"]).T * jnp.exp(params["temperature"])
        across, down = jax.nn.log_softmax(scores, axis=1), jax.nn.log_softmax(scores, axis=0)
        return -(jnp.mean(jnp.diag(across)) + jnp.mean(jnp.diag(down))) / 2

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 5, scale=1)))


def moe():
    """A mixture of experts: the best two of four, by their gates, with the load-balancing loss."""
    rng = np.random.default_rng(2)
    params = {"gate": normal(rng, 6, 4), "up": normal(rng, 4, 6, 8), "down": normal(rng, 4, 8, 6)}

    def loss(params, x, y):
        gates = jax.nn.softmax(x @ params["gate"])
        top, index = jax.lax.top_k(gates, 2)
        chosen = jax.nn.one_hot(index, 4)
        weight = jnp.einsum("bk,bke->be", top / top.sum(axis=1, keepdims=True), chosen)
        h = jax.nn.silu(jnp.einsum("bi,eij->ebj", x, params["up"]))
        out = jnp.einsum("be,ebj,eji->bi", weight, h, params["down"])
        load = jax.lax.stop_gradient(chosen.sum(axis=1).mean(axis=0))
        return jnp.mean((out - y) ** 2) + 0.01 * 4 * jnp.sum(load * gates.mean(axis=0))

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, scale=1), normal(rng, 8, 6)))


def ssm():
    """A diagonal state-space layer: a scan over time."""
    rng = np.random.default_rng(3)
    params = {"decay": normal(rng, 5), "into": normal(rng, 3, 5), "out": normal(rng, 5, 2), "skip": normal(rng, 3, 2)}

    def loss(params, x, y):
        decay = jnp.exp(-jnp.exp(params["decay"]))

        def step(h, x_t):
            h = decay * h + x_t @ params["into"]
            return h, h @ params["out"] + x_t @ params["skip"]

        _, out = jax.lax.scan(step, jnp.zeros((x.shape[0], 5)), jnp.swapaxes(x, 0, 1))
        return jnp.mean((jnp.swapaxes(out, 0, 1) - y) ** 2)

    return dict(loss=loss, params=params, batch=(normal(rng, 8, 6, 3, scale=1), normal(rng, 8, 6, 2)))


def gnn():
    """Two rounds of messages along the edges of a graph, summed at their ends."""
    rng = np.random.default_rng(4)
    params = {"message": normal(rng, 4, 4), "update": normal(rng, 8, 4), "out": normal(rng, 4)}

    def loss(params, nodes, source, target, y):
        h = nodes
        for _ in range(2):
            sent = jax.nn.relu(h @ params["message"])[source]
            received = jax.ops.segment_sum(sent, target, num_segments=nodes.shape[0])
            h = jnp.tanh(jnp.concatenate([h, received], axis=1) @ params["update"])
        return jnp.mean((h @ params["out"] - y) ** 2)

    edges = rng.integers(0, 6, (2, 9)).astype(np.int32)
    return dict(loss=loss, params=params, batch=(normal(rng, 6, 4, scale=1), edges[0], edges[1], normal(rng, 6)))


def attention():
    """A transformer block with causal attention; the softmax's maximum is behind a stop_gradient."""
    rng = np.random.default_rng(5)
    params = {"embed": normal(rng, 11, 8), "qkv": normal(rng, 8, 3, 2, 4), "bias": normal(rng, 3, 2, 4), "out": normal(rng, 2, 4, 8)}

    def loss(params, tok, lab):
        x = params["embed"][tok]
        q, k, v = jnp.moveaxis(jnp.einsum("bsi,itnh->bstnh", x, params["qkv"]) + params["bias"], 2, 0)
        scores = jnp.einsum("bsnh,btnh->bnst", q, k) / 2
        causal = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        weights = jax.nn.softmax(jnp.where(causal, scores, -1e9))
        x = x + jnp.einsum("bnst,btnh,nhi->bsi", weights, v, params["out"])
        log_probability = jax.nn.log_softmax(x @ params["embed"].T)
        return -jnp.take_along_axis(log_probability, lab[..., None], axis=-1).mean()

    tokens = rng.integers(0, 11, (4, 7)).astype(np.int32)
    return dict(loss=loss, params=params, batch=(tokens[:, :-1], tokens[:, 1:]))


def packed_attention():
    """Two documents to a row: grouped queries with rotary positions in a scan, keys kept by name, a mean over targets."""
    rng = np.random.default_rng(6)
    vocabulary, width, heads, groups, size, layers = 13, 16, 4, 2, 4, 3
    params = {
        "embed": normal(rng, vocabulary, width),
        "layers": {
            "query": normal(rng, layers, width, heads, size, scale=0.3),
            "key": normal(rng, layers, width, groups, size, scale=0.3),
            "value": normal(rng, layers, width, groups, size, scale=0.3),
            "out": normal(rng, layers, heads, size, width, scale=0.3),
        },
    }

    def rotated(x, position):
        half = size // 2
        angle = (position[..., None] / 10000 ** (jnp.arange(half) / half))[:, :, None]
        a, b = jnp.split(x, 2, -1)
        return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1)

    def loss(params, token, document, position):
        same = (document[:, :, None] == document[:, None, :])[:, None, :-1, :-1]

        def layer(x, p):
            unit = x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)
            q, k, v = (jnp.einsum("bsd,dhk->bshk", unit, p[name]) for name in ("query", "key", "value"))
            k = checkpoint_name(rotated(k, position[:, :-1]), "key")
            read = jax.nn.dot_product_attention(rotated(q, position[:, :-1]), k, v, mask=same, is_causal=True)
            return x + jnp.einsum("bshk,hkd->bsd", read, p["out"]), None

        policy = jax.checkpoint_policies.save_only_these_names("key")
        x = params["embed"][token[:, :-1]]
        x, _ = jax.lax.scan(jax.checkpoint(layer, policy=policy, prevent_cse=False), x, params["layers"])
        logits = jax.nn.log_softmax(x @ params["embed"].T)
        chosen = jnp.take_along_axis(logits, token[:, 1:, None], -1)[..., 0]
        counts = document[:, 1:] == document[:, :-1]
        return -jnp.sum(chosen * counts) / jnp.sum(counts)

    token = rng.integers(0, vocabulary, (4, 7)).astype(np.int32)
    document = np.array([[0, 0, 0, 1, 1, 1, 1], [0] * 7, [0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 0, 0, 1, 1]], np.int32)
    position = np.array([[0, 1, 2, 0, 1, 2, 3], [*range(7)], [0, 1, 0, 1, 0, 1, 2], [0, 1, 2, 3, 4, 0, 1]], np.int32)
    return dict(loss=loss, params=params, batch=(token, document, position))


def nested_scans():
    """Groups of layers, a scan within a scan: one penalty is carried along, another is stacked by both."""
    rng = np.random.default_rng(8)
    groups = {"w": normal(rng, 2, 3, 6, 6), "b": normal(rng, 2, 3, 6), "scale": np.ones((2, 6), np.float32)}
    params = {"groups": groups, "out": normal(rng, 6, 3)}

    def layer(carried, p):
        x, penalty = carried
        change = jnp.tanh(x @ p["w"] + p["b"])
        return (x + change, penalty + jnp.mean(change**2)), jnp.mean(jnp.abs(change))

    def group(carried, p):
        (x, penalty), sizes = jax.lax.scan(layer, carried, {"w": p["w"], "b": p["b"]})
        return (x * p["scale"], penalty), sizes

    def loss(params, x, y):
        (x, penalty), sizes = jax.lax.scan(group, (x, 0.0), params["groups"])
        return jnp.mean((x @ params["out"] - y) ** 2) + 0.1 * penalty + 0.01 * jnp.sum(sizes)

    return dict(loss=loss, params=params, batch=(normal(rng, 6, 6, scale=1), normal(rng, 6, 3)))
