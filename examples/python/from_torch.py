"""A PyTorch module through torch.export into JAX, planned and trained by Motley, and its parameters back in PyTorch.

    pip install torch '.[jax]' && python examples/python/from_torch.py

torch.export gives the module's graph in ATen ops; `as_jax` runs that graph with JAX, one line of the table below for each op.
JAX then differentiates it, and the rest is what quickstart.py does. An op that is missing is named: add its line.
"""
import pathlib

import jax
import jax.numpy as jnp
import motley
import numpy as np
import torch

CLUSTER = pathlib.Path(__file__).resolve().parent.parent / "clusters/unlike-4.yaml"


def layer_norm(x, shape, weight, bias, eps):
    axes = tuple(range(-len(shape), 0))
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    scale = jax.lax.rsqrt(variance + eps)
    return (x - mean) * scale * weight + bias, mean, scale


def nll_loss(log_p, target, weight, reduction, ignore_index):
    picked = -jnp.take_along_axis(log_p, target[:, None], 1)[:, 0]
    assert weight is None and reduction == 1, "a mean without class weights"
    kept = target != ignore_index
    return jnp.where(kept, picked, 0).sum() / kept.sum(), kept.sum()


def attention(q, k, v, mask=None, dropout=0.0, is_causal=False, scale=None, **_):
    assert mask is None and dropout == 0, "no mask and no dropout"
    scores = q @ jnp.swapaxes(k, -1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -jnp.inf)
    return jax.nn.softmax(scores, -1) @ v


def sliced(x, dim=0, start=None, end=None, step=1):
    return jax.lax.slice_in_dim(x, *slice(start, end).indices(x.shape[dim])[:2], stride=step, axis=dim)


# ATen's names in PyTorch's documentation, "IRs".
OPS = {
    "add.Tensor": lambda a, b, alpha=1: a + alpha * b,
    "addmm.default": lambda bias, a, b: bias + a @ b,
    "arange.default": lambda n, **_: jnp.arange(n),
    "bmm.default": jnp.matmul,
    "cat.default": lambda xs, dim=0: jnp.concatenate(xs, dim),
    "clone.default": lambda x, **_: x,
    "div.Tensor": lambda a, b: a / b,
    "embedding.default": lambda table, rows, *_: table[rows],
    "expand.default": lambda x, shape: jnp.broadcast_to(x, [x.shape[i] if n == -1 else n for i, n in enumerate(shape)]),
    "gelu.default": lambda x, approximate="none": jax.nn.gelu(x, approximate == "tanh"),
    "_log_softmax.default": lambda x, dim, half: jax.nn.log_softmax(x, dim),
    "mean.dim": lambda x, dim, keepdim=False, **_: x.mean(tuple(dim), keepdims=keepdim),
    "mm.default": jnp.matmul,
    "mul.Tensor": lambda a, b: a * b,
    "native_layer_norm.default": layer_norm,
    "nll_loss_forward.default": nll_loss,
    "permute.default": jnp.transpose,
    "relu.default": jax.nn.relu,
    "scaled_dot_product_attention.default": attention,
    "select.int": lambda x, dim, i: jax.lax.index_in_dim(x, i, dim, keepdims=False),
    "slice.Tensor": sliced,
    "_softmax.default": lambda x, dim, half: jax.nn.softmax(x, dim),
    "split_with_sizes.default": lambda x, sizes, dim=0: jnp.split(x, np.cumsum(sizes)[:-1], dim),
    "squeeze.dims": lambda x, dims: jnp.squeeze(x, tuple(dims)),
    "sub.Tensor": lambda a, b, alpha=1: a - alpha * b,
    "tanh.default": jnp.tanh,
    "transpose.int": jnp.swapaxes,
    "unsqueeze.default": jnp.expand_dims,
    "view.default": jnp.reshape,
}


def as_jax(module, *batch):
    """(loss, params): a function of JAX that computes module(*batch), and the module's parameters by name as numpy arrays."""
    aten = torch.ops.aten
    keep = {aten.scaled_dot_product_attention.default, aten.nll_loss_forward.default}  # one op to us, too
    table = {op: rule for op, rule in torch.export.default_decompositions().items() if op not in keep}
    program = torch.export.export(module, batch).run_decompositions(table)
    signature = program.graph_signature
    fixed = {**signature.inputs_to_buffers, **signature.inputs_to_lifted_tensor_constants}
    constants = {name: jnp.asarray(value.detach().numpy()) for name, value in {**program.constants, **program.state_dict}.items()}

    def loss(params, *batch):
        values, given = {}, iter(batch)
        for node in program.graph.nodes:
            if node.op == "placeholder":
                named = signature.inputs_to_parameters.get(node.name)
                values[node] = params[named] if named else constants[fixed[node.name]] if node.name in fixed else next(given)
            elif node.op == "call_function":
                arguments, options = torch.fx.node.map_arg((node.args, node.kwargs), values.__getitem__)
                name = str(node.target).removeprefix("aten.")
                if "getitem" in name:
                    values[node] = arguments[0][arguments[1]]
                elif name in OPS:
                    values[node] = OPS[name](*arguments, **options)
                else:
                    raise NotImplementedError(f"{node.target}: add a line for it to OPS")
            elif node.op == "output":
                return torch.fx.node.map_arg(node.args[0], values.__getitem__)[0]

    return loss, {name: parameter.detach().numpy() for name, parameter in module.named_parameters()}


class Classifier(torch.nn.Module):
    """A small transformer over tokens, with its loss."""

    def __init__(self, vocabulary=64, width=32, classes=10):
        super().__init__()
        self.embed = torch.nn.Embedding(vocabulary, width)
        self.norm = torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.mlp = torch.nn.Sequential(torch.nn.Linear(width, 4 * width), torch.nn.GELU(), torch.nn.Linear(4 * width, width))
        self.head = torch.nn.Linear(width, classes)

    def forward(self, tokens, labels):
        x = self.embed(tokens)
        q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
        x = x + torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return torch.nn.functional.cross_entropy(self.head((x + self.mlp(x)).mean(1)), labels)


def main():
    torch.manual_seed(0)
    module, tokens, labels = Classifier(), torch.randint(0, 64, (12, 16)), torch.randint(0, 10, (12,))
    loss, params = as_jax(module, tokens, labels)
    batch = (tokens.numpy().astype("int32"), labels.numpy().astype("int32"))

    # The same loss and the same gradients as PyTorch's own.
    value = module(tokens, labels)
    value.backward()
    ours, gradients = jax.value_and_grad(loss)(params, *batch)
    np.testing.assert_allclose(ours, value.item(), rtol=1e-5)
    for name, parameter in module.named_parameters():
        np.testing.assert_allclose(gradients[name], parameter.grad, atol=1e-5, err_msg=name)
    print(f"loss {value.item():.6f} in PyTorch, {float(ours):.6f} in JAX; gradients agree")

    p = motley.plan(loss, params, batch, cluster=CLUSTER, optimizer="adam", level="fast")
    print(p)
    assert p.verify().ok
    run = motley.train(p, steps=20, params=params, data=[batch], lr=3e-3)
    module.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in run.params.items()})
    print(f"{run}; in PyTorch afterwards {module(tokens, labels).item():.6f}")


if __name__ == "__main__":
    main()
