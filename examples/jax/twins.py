#!/usr/bin/env python3
"""Models written twice: their layers as a lax.scan over stacked parameters, and as a Python loop. Motley must treat both alike.

    python examples/jax/twins.py -o twins                              # all, small, with values and JAX's gradient
    python examples/jax/twins.py gpt llama -o twins --layers 12 --hidden 768 --batch 64 --length 1024 --shapes
    build/motley cost twins/gpt-scan --cluster examples/clusters/unlike-4.yaml

Folders are named MODEL-scan and MODEL-loop; with --remat every layer is wrapped in jax.checkpoint and the names end in -remat. With
--shapes no values are written, so any size can be exported. Needs jax and numpy.
"""
import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from export import export_model  # noqa: E402


class Draw:
    """Parameters and batches: arrays from one random generator, or their shapes alone."""

    def __init__(self, shapes):
        self.shapes, self.rng = shapes, np.random.default_rng(0)

    def normal(self, *shape, scale=0.1):
        if self.shapes:
            return jax.ShapeDtypeStruct(shape, jnp.float32)
        return jnp.asarray(self.rng.normal(scale=scale, size=shape), jnp.float32)

    def integers(self, high, *shape):
        if self.shapes:
            return jax.ShapeDtypeStruct(shape, jnp.int32)
        return jnp.asarray(self.rng.integers(high, size=shape), jnp.int32)


def stacked(layers):
    """One tree of arrays with a leading axis for the layers, from a list of trees."""
    first = jax.tree.leaves(layers[0])[0]
    if isinstance(first, jax.ShapeDtypeStruct):
        return jax.tree.map(lambda x: jax.ShapeDtypeStruct((len(layers), *x.shape), x.dtype), layers[0])
    return jax.tree.map(lambda *x: jnp.stack(x), *layers)


def run_layers(layer, params, h, form):
    """All layers in turn, in the given form: "scan" or "loop"."""
    if form == "scan":
        return jax.lax.scan(lambda h, p: (layer(p, h), None), h, params)[0]
    for p in params:
        h = layer(p, h)
    return h


def layer_norm(x, scale):
    x = x - jnp.mean(x, -1, keepdims=True)
    return scale * x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)


def rms_norm(x, scale):
    return scale * x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)


def attention(q, k, v, causal):
    scores = jnp.einsum("bshd,bthd->bhst", q, k) / q.shape[-1] ** 0.5
    if causal:
        n = q.shape[1]
        scores = jnp.where(jnp.tril(jnp.ones((n, n), bool)), scores, -1e9)
    return jnp.einsum("bhst,bthd->bshd", jax.nn.softmax(scores), v)


def self_attention(p, x, heads, causal, rotate=lambda x: x):
    b, s, h = x.shape
    q, k, v = (jnp.reshape(x @ p[name], (b, s, heads, h // heads)) for name in ("wq", "wk", "wv"))
    return jnp.reshape(attention(rotate(q), rotate(k), v, causal), (b, s, h)) @ p["wo"]


def cross_entropy(logits, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1))


def transformer_params(draw, o, gated):
    h = o.hidden
    block = {name: draw.normal(h, h) for name in ("wq", "wk", "wv", "wo")}
    block |= {"up": draw.normal(h, 4 * h), "down": draw.normal(4 * h, h)}
    block |= {"norm1": draw.normal(h, scale=1), "norm2": draw.normal(h, scale=1)}
    return block | ({"gate": draw.normal(h, 4 * h)} if gated else {})


def language_model(o, draw, layer, blocks):
    """Token embedding, layers, a projection to the vocabulary."""
    params = {"embedding": draw.normal(o.vocab, o.hidden), "head": draw.normal(o.hidden, o.vocab), "blocks": blocks}
    batch = (draw.integers(o.vocab, o.batch, o.length), draw.integers(o.vocab, o.batch, o.length))

    def loss(params, tok, lab):
        h = run_layers(layer, params["blocks"], params["embedding"][tok], o.form)
        return cross_entropy(h @ params["head"], lab)

    return loss, params, batch


def gpt(o, draw):
    """Decoder with layer norms before attention and a GELU feed-forward."""

    def layer(p, x):
        x = x + self_attention(p, layer_norm(x, p["norm1"]), o.heads, causal=True)
        return x + jax.nn.gelu(layer_norm(x, p["norm2"]) @ p["up"]) @ p["down"]

    return language_model(o, draw, o.wrap(layer), o.join([transformer_params(draw, o, False) for _ in range(o.layers)]))


def llama(o, draw):
    """Decoder with RMS norms, rotary positions and a gated feed-forward."""

    def rotate(x):
        d = x.shape[-1] // 2
        angles = jnp.arange(x.shape[1])[:, None] / 10000 ** (jnp.arange(d) / d)
        c, s = jnp.cos(angles)[:, None], jnp.sin(angles)[:, None]
        a, b = x[..., :d], x[..., d:]
        return jnp.concatenate([a * c - b * s, a * s + b * c], -1)

    def layer(p, x):
        x = x + self_attention(p, rms_norm(x, p["norm1"]), o.heads, True, rotate)
        y = rms_norm(x, p["norm2"])
        return x + (jax.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]

    return language_model(o, draw, o.wrap(layer), o.join([transformer_params(draw, o, True) for _ in range(o.layers)]))


def bert_moe(o, draw):
    """Encoder whose feed-forwards are mixtures of experts, weighted by a softmax over all of them."""
    experts = 4

    def layer(p, x):
        x = x + self_attention(p, layer_norm(x, p["norm1"]), o.heads, causal=False)
        y = layer_norm(x, p["norm2"])
        weights = jax.nn.softmax(y @ p["router"])
        hidden = jax.nn.gelu(jnp.einsum("bsh,ehf->bsef", y, p["up"]))
        return x + jnp.einsum("bse,bsef,efh->bsh", weights, hidden, p["down"])

    def params():
        h = o.hidden
        block = transformer_params(draw, o, False)
        return block | {"router": draw.normal(h, experts), "up": draw.normal(experts, h, 2 * h), "down": draw.normal(experts, 2 * h, h)}

    return language_model(o, draw, o.wrap(layer), o.join([params() for _ in range(o.layers)]))


def vit(o, draw):
    """Classifier of images cut into patches."""
    classes, patch = 10, 48

    def layer(p, x):
        x = x + self_attention(p, layer_norm(x, p["norm1"]), o.heads, causal=False)
        return x + jax.nn.gelu(layer_norm(x, p["norm2"]) @ p["up"]) @ p["down"]

    blocks = o.join([transformer_params(draw, o, False) for _ in range(o.layers)])
    params = {"patch": draw.normal(patch, o.hidden), "head": draw.normal(o.hidden, classes), "blocks": blocks}
    batch = (draw.normal(o.batch, o.length, patch, scale=1), draw.integers(classes, o.batch))
    wrapped = o.wrap(layer)

    def loss(params, image, lab):
        h = run_layers(wrapped, params["blocks"], image @ params["patch"], o.form)
        return cross_entropy(jnp.mean(h, 1) @ params["head"], lab)

    return loss, params, batch


def lstm(o, draw):
    """One LSTM layer over time: every turn has the same parameters and its own input."""
    h = o.hidden
    params = {"w": draw.normal(h, 4 * h), "u": draw.normal(h, 4 * h), "b": draw.normal(4 * h), "out": draw.normal(h)}
    batch = (draw.normal(o.batch, o.length, h, scale=1), draw.normal(o.batch, o.length, scale=1))

    def loss(params, x, y):
        def step(carry, x_t):
            c, m = carry
            i, f, g, q = jnp.split(x_t @ params["w"] + m @ params["u"] + params["b"], 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            m = jax.nn.sigmoid(q) * jnp.tanh(c)
            return (c, m), m @ params["out"]

        step = o.wrap(step)
        carry = (jnp.zeros((x.shape[0], h)),) * 2
        if o.form == "scan":
            out = jax.lax.scan(step, carry, jnp.swapaxes(x, 0, 1))[1].T
        else:
            rows = []
            for t in range(x.shape[1]):
                carry, row = step(carry, x[:, t])
                rows.append(row)
            out = jnp.stack(rows, 1)
        return jnp.mean((out - y) ** 2)

    return loss, params, batch


MODELS = {"gpt": gpt, "llama": llama, "bert-moe": bert_moe, "vit": vit, "lstm": lstm}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="MODEL", help=f"of {', '.join(MODELS)}; default: all")
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True)
    parser.add_argument("--forms", default="scan,loop", help="default: both, scan,loop")
    for name, default in dict(layers=3, hidden=16, heads=2, batch=4, length=6, vocab=32).items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--remat", action="store_true", help="wrap every layer in jax.checkpoint")
    parser.add_argument("--shapes", action="store_true", help="write no values")
    o = parser.parse_args()
    o.wrap = jax.checkpoint if o.remat else lambda layer: layer
    for name in o.names or MODELS:
        for o.form in o.forms.split(","):
            o.join = stacked if o.form == "scan" else list
            loss, params, batch = MODELS[name](o, Draw(o.shapes))
            folder = Path(o.output) / f"{name}-{o.form}{'-remat' if o.remat else ''}"
            export_model(folder, loss, params, batch, expected=not o.shapes, init="normal:0.02" if o.shapes else None)


if __name__ == "__main__":
    main()
