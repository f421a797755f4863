"""The models of the comparison in plain jax.numpy: `MODELS[name]()` gives (loss, params, batch).

Each is the built-in model of Motley of the text in `BUILT_IN`: the same names, shapes and values, so that either side runs
the other's inputs. Parameters start as there, tokens and labels are drawn in range.
"""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

BUILT_IN = {
    "gpt": "gpt:layers=6,hidden=512,heads=8,seq=256,vocab=8192,batch=4",
    "bert-base": "bert:seq=128,batch=4",
    "vit-base": "vit:batch=4",
    "vgg19": "vgg:batch=4",
    "resnet50": "resnet:batch=4",
    "bert-moe": "bert-moe:layers=4,batch=4",
}

# Of each model small enough for the reference interpreter.
SMALL = {
    "gpt": "layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=4",
    "bert-base": "layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=4",
    "vit-base": "layers=2,hidden=32,heads=4,patch=4,image=16,classes=10,batch=4",
    "vgg19": "channels=8x16,convs=2x2,ff=64,image=16,classes=10,batch=4",
    "resnet50": "blocks=1x1,width=8,image=32,classes=10,batch=4",
    "bert-moe": "layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=4,experts=4",
}


class Draw:
    """Values of parameters and batch, from one seed."""

    def __init__(self, seed=1):
        self.rng = np.random.default_rng(seed)

    def weight(self, *shape, scale=0.02):
        return self.rng.standard_normal(shape, np.float32) * np.float32(scale)

    def kernel(self, window, inputs, outputs):
        return self.weight(window, window, inputs, outputs, scale=math.sqrt(2 / (window * window * inputs)))

    def ids(self, below, *shape):
        return self.rng.integers(below, size=shape, dtype=np.int32)


def zeros(*shape):
    return np.zeros(shape, np.float32)


def ones(*shape):
    return np.ones(shape, np.float32)


# --- Layers ------------------------------------------------------------------------------------------------------------


def layer_norm(x, gain, bias, epsilon=1e-5):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + epsilon) * gain + bias


def batch_norm(x, p):
    mean = x.mean((0, 1, 2), keepdims=True)
    variance = ((x - mean) ** 2).mean((0, 1, 2), keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * p["g"] + p["b"]


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1).mean()


def attention(q, k, v, heads, causal=False):
    b, s, d = q.shape
    q, k, v = (x.reshape(b, s, heads, d // heads) for x in (q, k, v))
    scores = jnp.einsum("bshd,bthd->bhst", q, k) / math.sqrt(d // heads)
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones((s, s), bool)), scores, -1e9)
    return jnp.einsum("bhst,bthd->bshd", jax.nn.softmax(scores), v).reshape(b, s, d)


def fused_attention(p, x, heads, causal=False):
    q, k, v = jnp.split(x @ p["wqkv"] + p["bqkv"], 3, -1)
    return attention(q, k, v, heads, causal) @ p["wo"] + p["bo"]


def feed_forward(p, x):
    return jax.nn.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def conv(x, kernel, stride=1):
    return lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def max_pool(x, window, stride):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, window, window, 1), (1, stride, stride, 1), "SAME")


# --- Transformers ------------------------------------------------------------------------------------------------------


def block_params(draw, d, ff):
    return {
        "wqkv": draw.weight(d, 3 * d), "bqkv": zeros(3 * d), "wo": draw.weight(d, d), "bo": zeros(d),
        "w1": draw.weight(d, ff), "b1": zeros(ff), "w2": draw.weight(ff, d), "b2": zeros(d),
        "ln1g": ones(d), "ln1b": zeros(d), "ln2g": ones(d), "ln2b": zeros(d),
    }  # fmt: skip


def gpt(layers=6, hidden=512, heads=8, seq=256, vocab=8192, batch=4):
    def loss(p, batch):
        x = p["wte"][batch["tok"]] + p["wpe"]
        for block in p["blocks"]:
            x = x + fused_attention(block, layer_norm(x, block["ln1g"], block["ln1b"]), heads, causal=True)
            x = x + feed_forward(block, layer_norm(x, block["ln2g"], block["ln2b"]))
        return cross_entropy(layer_norm(x, p["lnfg"], p["lnfb"]) @ p["wte"].T, batch["lab"])

    draw = Draw()
    params = {
        "wte": draw.weight(vocab, hidden), "wpe": draw.weight(seq, hidden),
        "blocks": [block_params(draw, hidden, 4 * hidden) for _ in range(layers)],
        "lnfg": ones(hidden), "lnfb": zeros(hidden),
    }  # fmt: skip
    return loss, params, {"tok": draw.ids(vocab, batch, seq), "lab": draw.ids(vocab, batch, seq)}


def bert(layers=12, hidden=768, heads=12, seq=128, vocab=30522, batch=4):
    """As published: post-norm, segments, a tied head behind a dense layer."""
    epsilon = 1e-12

    def loss(p, batch):
        x = p["wte"][batch["tok"]] + p["wpe"] + p["wse"][batch["seg"]]
        x = layer_norm(x, p["lneg"], p["lneb"], epsilon)
        for block in p["blocks"]:
            x = layer_norm(x + fused_attention(block, x, heads), block["ln1g"], block["ln1b"], epsilon)
            x = layer_norm(x + feed_forward(block, x), block["ln2g"], block["ln2b"], epsilon)
        head = p["head"]
        x = layer_norm(jax.nn.gelu(x @ head["w"] + head["b"]), head["lng"], head["lnb"], epsilon)
        return cross_entropy(x @ p["wte"].T + head["out"], batch["lab"])

    draw = Draw()
    params = {
        "wte": draw.weight(vocab, hidden), "wpe": draw.weight(seq, hidden), "wse": draw.weight(2, hidden),
        "lneg": ones(hidden), "lneb": zeros(hidden),
        "blocks": [block_params(draw, hidden, 4 * hidden) for _ in range(layers)],
        "head": {
            "w": draw.weight(hidden, hidden), "b": zeros(hidden), "lng": ones(hidden), "lnb": zeros(hidden),
            "out": zeros(vocab),
        },
    }  # fmt: skip
    ids = {"tok": draw.ids(vocab, batch, seq), "lab": draw.ids(vocab, batch, seq), "seg": draw.ids(2, batch, seq)}
    return loss, params, ids


def vit(layers=12, hidden=768, heads=12, patch=16, image=224, classes=1000, batch=4):
    epsilon = 1e-6

    def block_of(p, x):
        x = x + fused_attention(p, layer_norm(x, p["g1"], p["c1"], epsilon), heads)
        return x + feed_forward(p, layer_norm(x, p["g2"], p["c2"], epsilon))

    def loss(p, batch):
        patches = conv(batch["img"], p["patch"], patch) + p["patch_bias"]
        b, d = patches.shape[0], patches.shape[-1]
        x = jnp.concatenate([jnp.broadcast_to(p["cls"], (b, 1, d)), patches.reshape(b, -1, d)], 1) + p["pos"]
        for block in p["blocks"]:
            x = block_of(block, x)
        x = layer_norm(x, p["gf"], p["bf"], epsilon)
        return cross_entropy(x[:, 0] @ p["head"] + p["head_bias"], batch["lab"])

    draw, d, ff = Draw(), hidden, 4 * hidden
    params = {
        "patch": draw.weight(patch, patch, 3, d), "patch_bias": zeros(d), "cls": draw.weight(1, 1, d),
        "pos": draw.weight((image // patch) ** 2 + 1, d),
        "blocks": [
            {
                "wqkv": draw.weight(d, 3 * d), "bqkv": zeros(3 * d), "wo": draw.weight(d, d), "bo": zeros(d),
                "w1": draw.weight(d, ff), "b1": zeros(ff), "w2": draw.weight(ff, d), "b2": zeros(d),
                "g1": ones(d), "c1": zeros(d), "g2": ones(d), "c2": zeros(d),
            }
            for _ in range(layers)
        ],
        "gf": ones(d), "bf": zeros(d), "head": draw.weight(d, classes), "head_bias": zeros(classes),
    }  # fmt: skip
    return loss, params, {"img": draw.weight(batch, image, image, 3, scale=1), "lab": draw.ids(classes, batch)}


def expert_layer(p, x, top, capacity):
    """GShard's: each of `top` choices of a token takes a place with an expert of its sequence, while there are any."""
    experts = p["gate"].shape[1]
    probabilities = jax.nn.softmax(x @ p["gate"])
    still_open, taken, chosen_by_any, dispatch = probabilities, 0.0, 0.0, 0.0
    for _ in range(top):
        chosen = jax.nn.one_hot(jnp.argmax(still_open, -1), experts)
        place = (jnp.cumsum(chosen, 1) + taken) * chosen - 1
        dispatch = dispatch + jax.nn.one_hot(place.astype(jnp.int32), capacity)
        still_open = still_open * (1 - chosen)
        taken = taken + chosen.sum(1, keepdims=True)
        chosen_by_any = chosen_by_any + chosen
    say = probabilities / (probabilities * chosen_by_any).sum(-1, keepdims=True) if top > 1 else probabilities
    inner = jax.nn.gelu(jnp.einsum("becd,edf->becf", jnp.einsum("bsec,bsd->becd", dispatch, x), p["w1"]))
    return jnp.einsum("bsec,becd->bsd", dispatch * say[..., None], jnp.einsum("becf,efd->becd", inner, p["w2"]))


def bert_moe(layers=4, hidden=768, heads=12, seq=128, vocab=30522, batch=4, experts=16, top=2):
    capacity = -(-5 * seq // (2 * experts))

    def loss(p, batch):
        x = p["wte"][batch["tok"]]
        for block in p["blocks"]:
            y = layer_norm(x, block["ln1g"], block["ln1b"])
            x = x + attention(y @ block["wq"], y @ block["wk"], y @ block["wv"], heads) @ block["wo"]
            y = layer_norm(x, block["ln2g"], block["ln2b"])
            if "gate" in block:
                x = x + expert_layer(block, y, top, capacity)
            else:
                x = x + jax.nn.gelu(y @ block["w1"]) @ block["w2"]
        return cross_entropy(x @ p["head"], batch["lab"])

    draw, d, ff = Draw(), hidden, 4 * hidden

    def block(i):
        p = {"w" + name: draw.weight(d, d) for name in "qkvo"}
        p |= {"ln1g": ones(d), "ln1b": zeros(d), "ln2g": ones(d), "ln2b": zeros(d)}
        if i % 2 == 1:
            return p | {"gate": draw.weight(d, experts), "w1": draw.weight(experts, d, ff), "w2": draw.weight(experts, ff, d)}
        return p | {"w1": draw.weight(d, ff), "w2": draw.weight(ff, d)}

    params = {
        "wte": draw.weight(vocab, d), "blocks": [block(i) for i in range(layers)], "head": draw.weight(d, vocab),
    }  # fmt: skip
    return loss, params, {"tok": draw.ids(vocab, batch, seq), "lab": draw.ids(vocab, batch, seq)}


# --- Convolutional networks --------------------------------------------------------------------------------------------


def vgg(channels=(64, 128, 256, 512, 512), convs=(2, 2, 4, 4, 4), ff=4096, image=224, classes=1000, batch=4):
    def loss(p, batch):
        x = batch["img"]
        for stage, count in enumerate(convs):
            for i in range(count):
                at = p[f"c{stage}_{i}"]
                x = jax.nn.relu(conv(x, at["w"]) + at["b"])
            x = max_pool(x, 2, 2)
        x = x.reshape(x.shape[0], -1)
        for i in range(3):
            x = (jax.nn.relu(x) if i > 0 else x) @ p[f"f{i}"]["w"] + p[f"f{i}"]["b"]
        return cross_entropy(x, batch["lab"])

    draw, params, width = Draw(), {}, 3
    for stage, to in enumerate(channels):
        for i in range(convs[stage]):
            params[f"c{stage}_{i}"], width = {"w": draw.kernel(3, width, to), "b": zeros(to)}, to
    width *= (image >> len(channels)) ** 2
    for i, to in enumerate((ff, ff, classes)):
        params[f"f{i}"] = {"w": draw.weight(width, to, scale=math.sqrt(2 / width)), "b": zeros(to)}
        width = to
    return loss, params, {"img": draw.weight(batch, image, image, 3, scale=1), "lab": draw.ids(classes, batch)}


def resnet(blocks=(3, 4, 6, 3), width=64, image=224, classes=1000, batch=4):
    """As published: 7x7 with stride 2 and a max pool first, batch norm by this batch."""

    def layer(p, x, stride=1):
        return batch_norm(conv(x, p["w"], stride), p)

    def loss(p, batch):
        x = max_pool(jax.nn.relu(layer(p["stem"], batch["img"], 2)), 3, 2)
        for stage, count in enumerate(blocks):
            for i in range(count):
                at, stride = p[f"b{stage}_{i}"], 2 if stage > 0 and i == 0 else 1
                y = jax.nn.relu(layer(at["k0"], x))
                y = jax.nn.relu(layer(at["k1"], y, stride))
                y = layer(at["k2"], y)
                x = jax.nn.relu(y + (layer(at["skip"], x, stride) if "skip" in at else x))
        return cross_entropy(x.mean((1, 2)) @ p["head"]["w"] + p["head"]["b"], batch["lab"])

    draw = Draw()

    def convolution(window, inputs, outputs):
        return {"w": draw.kernel(window, inputs, outputs), "g": ones(outputs), "b": zeros(outputs)}

    params, inputs, inner = {"stem": convolution(7, 3, width)}, width, width
    for stage, count in enumerate(blocks):
        for i in range(count):
            at = {"k0": convolution(1, inputs, inner), "k1": convolution(3, inner, inner), "k2": convolution(1, inner, 4 * inner)}
            if i == 0:
                at["skip"] = convolution(1, inputs, 4 * inner)
            params[f"b{stage}_{i}"], inputs = at, 4 * inner
        inner *= 2
    params["head"] = {"w": draw.weight(inputs, classes), "b": zeros(classes)}
    return loss, params, {"img": draw.weight(batch, image, image, 3, scale=1), "lab": draw.ids(classes, batch)}


MODELS = {"gpt": gpt, "bert-base": bert, "vit-base": vit, "vgg19": vgg, "resnet50": resnet, "bert-moe": bert_moe}


def build_small(name):
    """The model with the settings of SMALL[name]."""
    settings = {}
    for part in SMALL[name].split(","):
        key, value = part.split("=")
        numbers = tuple(map(int, value.split("x")))
        settings[key] = numbers if "x" in value else numbers[0]
    return MODELS[name](**settings)
