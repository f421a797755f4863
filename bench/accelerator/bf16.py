#!/usr/bin/env python3
"""Times models in bfloat16 on a GPU beside JAX in the same run, and compares what is predicted for it with what is measured.

    bench/accelerator/bf16.py --motley build/motley [--parts gradients,curves,steps,predictions,kernels] [--models gpt2-small,bert-base]

`--models others` are those that no factor of the predictions was fitted to. The part `kernels` needs NVIDIA's ncu: it sums the
times and the memory traffic of the GPU's kernels by kind, to see where a prediction is wrong.

JAX's side is written as people write it: parameters in float32, cast once at the start of the loss, activations in bfloat16,
normalization, softmax and loss in float32. Motley's is `--precision bf16` on the same model. The python3 of the path has to
have JAX with its CUDA plugin, which Motley uses too.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))

# As Motley's built-in models, and as functions of bench/peers/models.py where JAX runs them, too.
MODELS = {
    "gpt2-small": ("gpt:layers=12,hidden=768,heads=12,seq=1024,vocab=50257,batch=8",
                   ("gpt", dict(layers=12, hidden=768, heads=12, seq=1024, vocab=50257, batch=8))),
    "bert-base": ("bert:seq=128,batch=64", ("bert", dict(seq=128, batch=64))),
    "llama-1b": ("llama:layers=16,hidden=2048,seq=1024,vocab=32000,batch=4",
                 ("llama", dict(layers=16, hidden=2048, seq=1024, vocab=32000, batch=4))),
    "vit-base": ("vit:batch=64", None),
    "vgg19": ("vgg:batch=64", None),
    # Models that no factor of the predictions was fitted to, of few layers, so that XLA compiles all of them in minutes.
    "gpt-wide": ("gpt:layers=6,hidden=1600,heads=25,seq=1024,vocab=50257,batch=4", None),
    "bert-large": ("bert:layers=6,hidden=1024,heads=16,seq=256,batch=32", None),
    "vit-large": ("vit:layers=8,hidden=1024,heads=16,batch=32", None),
    "mlp": ("mlp:inputs=4096,hidden=8192x8192x8192,batch=8192", None),
    "llama-wide": ("llama:layers=4,hidden=4096,seq=2048,vocab=32000,batch=1", None),
    "t5": ("t5:layers=3,hidden=768,heads=12,seq=512,targets=128,vocab=32000,batch=16", None),
    "bert-moe": ("bert-moe:layers=4,hidden=768,heads=12,seq=128,batch=32", None),
    "unet": ("unet:levels=4,width=64,image=64,batch=32", None),
    "resnet50": ("resnet:batch=64", None),
    "dlrm": ("dlrm:batch=4096", None),
}
OTHERS = list(MODELS)[list(MODELS).index("gpt-wide"):]
SMALL = ["gpt:layers=4,hidden=256,heads=4,seq=256,vocab=512,batch=4", "llama:layers=4,hidden=256,heads=4,seq=128,vocab=512,batch=4",
         "bert:layers=4,hidden=256,heads=4,seq=64,vocab=512,batch=4"]


# --- JAX's side, in a process of its own ---


def jax_times(name, steps):
    import jax
    import jax.numpy as jnp
    import models

    def layer_norm(x, gain, bias, epsilon=1e-5):
        return in_float32_norm(x.astype(jnp.float32), gain.astype(jnp.float32), bias.astype(jnp.float32), epsilon).astype(x.dtype)

    in_float32_norm, in_float32_loss = models.layer_norm, models.cross_entropy
    models.layer_norm = layer_norm
    models.cross_entropy = lambda logits, labels: in_float32_loss(logits.astype(jnp.float32), labels)

    def attention(q, k, v, heads, causal=False):
        b, s, d = q.shape
        q, k, v = (x.reshape(b, s, heads, d // heads) for x in (q, k, v))
        scores = jnp.einsum("bshd,bthd->bhst", q, k).astype(jnp.float32) / (d // heads) ** 0.5
        if causal:
            scores = jnp.where(jnp.tril(jnp.ones((s, s), bool)), scores, -1e9)
        return jnp.einsum("bhst,bthd->bshd", jax.nn.softmax(scores).astype(q.dtype), v).reshape(b, s, d)

    models.attention = attention
    function, settings = MODELS[name][1]
    loss, params, batch = (llama if function == "llama" else getattr(models, function))(**settings)

    class Embedding:
        """Rows are looked up in float32, so that their gradients are added up in float32, which is faster on a GPU, too."""

        def __init__(self, rows):
            self.rows = rows

        def __getitem__(self, ids):
            return self.rows[ids].astype(jnp.bfloat16)

        @property
        def T(self):
            return self.rows.T.astype(jnp.bfloat16)

    def mixed(p, batch):
        half = jax.tree.map(lambda x: x.astype(jnp.bfloat16), p)
        return loss({**half, **{name: Embedding(p[name]) for name in ("wte", "wse") if name in p}}, batch)

    gradients = jax.value_and_grad(mixed)

    def adam(p, m, v, count, batch):
        value, g = gradients(p, batch)
        count = count + 1
        m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
        v = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, v, g)
        rate = 1e-3 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        p = jax.tree.map(lambda a, b, c: a - rate * b / (jnp.sqrt(c) + 1e-8), p, m, v)
        return value, p, m, v, count

    params, batch = jax.tree.map(jnp.asarray, params), jax.tree.map(jnp.asarray, batch)
    begin = time.perf_counter()
    compiled = jax.jit(gradients).lower(params, batch).compile()
    line = {"compile_seconds": time.perf_counter() - begin}

    def median_seconds(step):
        times = []
        for _ in range(steps):
            begin = time.perf_counter()
            step()
            times.append(time.perf_counter() - begin)
        return statistics.median(times)

    line["loss"] = float(compiled(params, batch)[0])
    line["grad"] = median_seconds(lambda: jax.block_until_ready(compiled(params, batch)))
    zeros = jax.tree.map(jnp.zeros_like, params)
    state = [params, zeros, jax.tree.map(jnp.zeros_like, params), jnp.float32(0)]
    step = jax.jit(adam, donate_argnums=(0, 1, 2, 3))

    def once():
        value, *state[:] = step(*state, batch)
        return float(value)
    once()
    line["adam"] = median_seconds(once)
    print(json.dumps(line))


def llama(layers, hidden, seq, vocab, batch):
    """Llama 3 as Motley's built-in model has it: RMSNorm, rotary embeddings, grouped-query attention, SwiGLU."""
    import jax
    import jax.numpy as jnp
    import models
    heads, features = hidden // 128, 128
    groups, kv, ff = 4, max(hidden // 128 // 4, 1), 7 * hidden // 2

    def norm(x, gain):
        x32 = x.astype(jnp.float32)
        return (x32 * jax.lax.rsqrt((x32 * x32).mean(-1, keepdims=True) + 1e-5) * gain.astype(jnp.float32)).astype(x.dtype)

    def rotary(x):
        half = features // 2
        angle = jnp.arange(seq)[:, None] * 500000.0 ** (-jnp.arange(half) / half)
        cos, sin = (f(angle)[:, None, :].astype(jnp.float32) for f in (jnp.cos, jnp.sin))
        a, b = x[..., :half].astype(jnp.float32), x[..., half:].astype(jnp.float32)
        return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1).astype(x.dtype)

    def attend(p, x):
        q = rotary((x @ p["wq"]).reshape(-1, seq, heads, features)).reshape(-1, seq, kv, groups, features)
        k = rotary((x @ p["wk"]).reshape(-1, seq, kv, features))
        v = (x @ p["wv"]).reshape(-1, seq, kv, features)
        scores = jnp.einsum("bskgd,btkd->bkgst", q, k).astype(jnp.float32) / features**0.5
        scores = jnp.where(jnp.tril(jnp.ones((seq, seq), bool)), scores, -1e9)
        mixed = jnp.einsum("bkgst,btkd->bskgd", jax.nn.softmax(scores).astype(x.dtype), v)
        return mixed.reshape(-1, seq, hidden) @ p["wo"]

    def loss(p, batch):
        x = p["wte"][batch["tok"]]
        for block in p["blocks"]:
            x = x + attend(block, norm(x, block["norm1"]))
            y = norm(x, block["norm2"])
            x = x + (jax.nn.silu(y @ block["w1"]) * (y @ block["w3"])) @ block["w2"]
        return models.cross_entropy(norm(x, p["norm"]) @ p["head"], batch["lab"])

    draw = models.Draw()
    block = lambda: {"wq": draw.weight(hidden, hidden), "wk": draw.weight(hidden, kv * features), "wv": draw.weight(hidden, kv * features),
                     "wo": draw.weight(hidden, hidden), "w1": draw.weight(hidden, ff), "w2": draw.weight(ff, hidden),
                     "w3": draw.weight(hidden, ff), "norm1": models.ones(hidden), "norm2": models.ones(hidden)}
    params = {"wte": draw.weight(vocab, hidden), "blocks": [block() for _ in range(layers)], "norm": models.ones(hidden),
              "head": draw.weight(hidden, vocab)}
    return loss, params, {"tok": draw.ids(vocab, batch, seq), "lab": draw.ids(vocab, batch, seq)}


# --- Motley's side ---


class Bench:
    def __init__(self, settings):
        self.settings = settings
        self.failed = 0
        self.measured = {}  # seconds of an Adam step by (model, precision)

    def motley(self, *words):
        done = subprocess.run([self.settings.motley, *map(str, words), "--json"], capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1):
            print("FAILED", " ".join(map(str, words)), done.stderr[-500:], flush=True)
            self.failed += 1
            return None
        for line in done.stderr.splitlines():
            if "note" in line or "cuDNN" in line:
                print("  ", line[:300], flush=True)
        return json.loads(done.stdout)

    def gradients(self):
        """Gradients in bfloat16 against float32: relative norm of the difference of all of them, and of the worst tensor."""
        from safetensors.numpy import load_file
        import numpy as np
        for text in SMALL:
            files = []
            for precision in ("highest", "bf16"):
                file = pathlib.Path(self.settings.scratch) / f"{precision}.safetensors"
                if self.motley("run", text, "--grad", "--device", self.settings.device, "--precision", precision, "--output", file) is None:
                    return
                files.append(load_file(file))
            exact, half = ({k: v.astype(np.float64) for k, v in f.items()} for f in files)
            names = [k for k in exact if ".grad." in k]
            squares = {k: (np.sum((half[k] - exact[k]) ** 2), np.sum(exact[k] ** 2)) for k in names}
            whole = (sum(a for a, _ in squares.values()) / sum(b for _, b in squares.values())) ** 0.5
            scale = max(b for _, b in squares.values()) * 1e-8
            worst = max(names, key=lambda k: squares[k][0] / (squares[k][1] + scale))
            apart = (squares[worst][0] / (squares[worst][1] + scale)) ** 0.5
            print(f"{text:<70} all gradients {whole:.1e}, worst {apart:.1e} ({worst})", flush=True)
            self.failed += whole > 2e-2

    def curves(self):
        """200 steps on text: how far bfloat16 is from float32 of the same seed, beside how far seeds are from each other.

        With a warm-up, as such models are trained: without it they stay on a plateau, which each run leaves when it will.
        """
        import numpy as np
        text = pathlib.Path(self.settings.scratch) / "text.txt"
        text.write_text("".join(p.read_text() for p in sorted((HERE.parent.parent / "docs").rglob("*.md"))))
        runs = {}
        for precision, seed in (("highest", 0), ("highest", 1), ("highest", 2), ("bf16", 0), ("bf16", 1)):
            done = self.motley("train", "gpt:layers=4,hidden=256,heads=4,seq=128,vocab=256,batch=16", "--data", text, "--steps", 200,
                               "--schedule", "cosine:warmup=30", "--device", self.settings.device, "--precision", precision, "--seed", seed)
            if not done:
                return
            runs[precision, seed] = np.array(done["losses"])

        def apart(a, b):
            return float(np.sqrt(np.mean((runs[a][20:] - runs[b][20:]) ** 2)))

        half = max(apart(("bf16", s), ("highest", s)) for s in (0, 1))
        seeds = min(apart(("highest", a), ("highest", b)) for a, b in ((0, 1), (0, 2), (1, 2)))
        last = {key: float(np.mean(losses[-20:])) for key, losses in runs.items()}
        print(f"\n200 steps: bfloat16 from float32 of the same seed {half:.4f} (root mean square of losses), seed from seed {seeds:.4f}; "
              f"last 20 losses {', '.join(f'{p} {s}: {v:.4f}' for (p, s), v in last.items())}", flush=True)
        self.failed += half > seeds

    def steps(self):
        print(f"\n{'model':<12}{'':>7}{'Motley':>12}{'JAX':>12}{'ratio':>8}   loss", flush=True)
        for name in self.settings.models.split(","):
            text, jax_model = MODELS[name]
            if not jax_model:
                continue
            common = ["--device", self.settings.device, "--precision", "bf16"]
            done = subprocess.run([sys.executable, __file__, "--jax", name, "--steps", str(self.settings.steps)], capture_output=True, text=True)
            theirs = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else print("FAILED JAX", done.stderr[-500:])
            grad = self.motley("run", text, "--grad", *common, "--repeat", self.settings.steps + 1)
            adam = self.motley("train", text, *common, "--steps", self.settings.steps + 1)
            if not (theirs and grad and adam):
                continue
            self.measured[name, "bf16"] = adam["step_seconds_median"]
            for what, ours in (("grad", statistics.median(grad["step_seconds"][1:])), ("adam", adam["step_seconds_median"])):
                print(f"{name:<12}{what:>7}{ours * 1e3:>9.2f} ms{theirs[what] * 1e3:>9.2f} ms{ours / theirs[what]:>8.3f}   "
                      f"{adam['losses'][0]:.4f} / {theirs['loss']:.4f}; compile {grad.get('compile_seconds', 0):.0f} / {theirs['compile_seconds']:.0f} s", flush=True)

    def predictions(self):
        """Adam steps as `motley cost` predicts them from the device library alone, and from a probe, beside the measured ones."""
        folder = pathlib.Path(self.settings.scratch)
        library, probed = folder / "library.yaml", folder / "probed.yaml"
        library.write_text(f"hosts:\n  - {{devices: {{{self.settings.type}: 1}}}}\n")
        begin = time.perf_counter()
        done = subprocess.run([self.settings.motley, "probe", "--device", self.settings.device, "-o", str(probed)], capture_output=True, text=True)
        print(f"\nprobed in {time.perf_counter() - begin:.0f} s {done.stderr[-300:] if done.returncode else ''}", flush=True)
        print(f"{'model':<12}{'':>6}{'measured':>12}{'library':>18}{'probed':>18}", flush=True)
        errors = {library: [], probed: []}
        for name in self.settings.models.split(","):
            for precision in ("default", "bf16"):
                text = MODELS[name][0]
                if (name, precision) not in self.measured:
                    result = self.motley("train", text, "--device", self.settings.device, "--precision", precision, "--steps", self.settings.steps)
                    if not result:
                        continue
                    self.measured[name, precision] = result["step_seconds_median"]
                seconds = self.measured[name, precision]
                line = f"{name:<12}{'bf16' if precision == 'bf16' else 'f32':>6}{seconds * 1e3:>9.2f} ms"
                for cluster in (library, probed):
                    said = self.motley("cost", text, "--cluster", cluster, "--optimizer", "adam", *(["--precision", "bf16"] if precision == "bf16" else []))
                    if not said:
                        continue
                    predicted = said["devices"][0]["step_seconds"]
                    errors[cluster].append(abs(predicted / seconds - 1))
                    line += f"{predicted * 1e3:>9.2f} ms {predicted / seconds - 1:>+5.0%}"
                print(line, flush=True)
        for cluster, what in ((library, "library alone"), (probed, "probed")):
            if errors[cluster]:
                print(f"median error, {what}: {statistics.median(errors[cluster]):.1%}, worst {max(errors[cluster]):.1%}", flush=True)
        if probed.exists():
            print("\n".join(line for line in probed.read_text().splitlines()[:14]), flush=True)

    def kernels(self):
        """The kernels of one Adam step by kind, as ncu measures them one by one, beside those that are predicted."""
        library = pathlib.Path(self.settings.scratch) / "library.yaml"
        library.write_text(f"hosts:\n  - {{devices: {{{self.settings.type}: 1}}}}\n")
        for name in self.settings.models.split(","):
            for precision in ("default", "bf16"):
                file = pathlib.Path(self.settings.scratch) / f"kernels-{name}-{precision}.csv"
                train = [self.settings.motley, "train", MODELS[name][0], "--device", self.settings.device, "--precision", precision, "--steps", "1"]
                metrics = "gpu__time_duration.sum,dram__bytes.sum"
                try:
                    subprocess.run(["ncu", "--csv", "--metrics", metrics, "--print-units", "base", "--clock-control", "none",
                                    "--log-file", str(file), *train], capture_output=True, text=True, timeout=self.settings.ncu_seconds)
                except (subprocess.TimeoutExpired, FileNotFoundError) as error:
                    print(f"FAILED kernels of {name}, {precision}: {error}"[:300], flush=True)
                    continue
                said = self.motley("cost", MODELS[name][0], "--cluster", library, "--optimizer", "adam",
                                   *(["--precision", "bf16"] if precision == "bf16" else []))
                print(f"\n{name}, {precision}: kernels that ran, and those that are predicted", flush=True)
                for kind, (count, seconds, moved) in sorted(kernels_by_kind(file).items(), key=lambda row: -row[1][1]):
                    print(f"  {kind:<28}{count:>6}{seconds * 1e3:>10.3f} ms{moved / 1e6:>12.1f} MB", flush=True)
                for row in said["devices"][0]["classes"] if said else []:
                    print(f"  predicted {row['class']:<18}{row['kernels']:>6}{row['seconds'] * 1e3:>10.3f} ms{row['bytes'] / 1e6:>12.1f} MB", flush=True)


def kernels_by_kind(file):
    """Count, seconds and bytes of the kernels in ncu's table, by kind of kernel."""
    import csv
    lines = [line for line in file.read_text().splitlines() if line.startswith('"')]
    kinds = {}
    for row in csv.DictReader(lines):
        name, value = row["Kernel Name"], float(row["Metric Value"].replace(",", ""))
        kind = next((kind for kind, words in KERNEL_KINDS.items() if any(word in name for word in words)), name.split("(")[0].rstrip("0123456789_"))
        count, seconds, moved = kinds.get(kind, (0, 0.0, 0.0))
        if row["Metric Name"].startswith("gpu__time"):
            kinds[kind] = count + 1, seconds + value * 1e-9, moved
        else:
            kinds[kind] = count, seconds, moved + value
    return kinds


KERNEL_KINDS = {"attention": ["flash", "fmha", "sdpa", "mha"], "product": ["gemm", "cutlass", "nvjet", "wgmma", "cublas"],
                "convolution": ["conv", "cudnn", "implicit", "nchw", "nhwc", "dgrad", "wgrad", "fprop"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--motley", default="build/motley")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--type", default="h200", help="the device's name in the device library")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--parts", default="gradients,curves,steps,predictions")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--ncu-seconds", type=int, default=90, help="a model's kernels are given up after so many seconds")
    parser.add_argument("--scratch", default="/tmp")
    parser.add_argument("--jax", help=argparse.SUPPRESS)
    settings = parser.parse_args()
    if settings.models == "others":
        settings.models = ",".join(OTHERS)
    if settings.jax:
        return jax_times(settings.jax, settings.steps)
    bench = Bench(settings)
    for part in settings.parts.split(","):
        begin = time.perf_counter()
        getattr(bench, part)()
        print(f"# {part}: {time.perf_counter() - begin:.0f} s", flush=True)
    sys.exit(1 if bench.failed else 0)


if __name__ == "__main__":
    main()
