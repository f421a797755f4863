"""One model in JAX, in a process of its own: compares start it and ask for steps, one JSON line each way.

    python jax_worker.py NAME FOLDER

Loads the folder's inputs, compiles loss and gradients once and answers with what XLA says about the program; then each
line on standard input is answered with one step: {"loss": .., "seconds": ..}. JAX is used as it comes: jit once, no
flags, nothing donated; a step ends when all of its results are there.
"""
import json
import sys
import time
from pathlib import Path

import jax
import models
import numpy as np


def read_safetensors(path):
    """Name -> array, of float32 and int32."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    data = np.memmap(path, np.uint8, "r", offset=8 + length)
    kinds = {"F32": np.float32, "I32": np.int32}
    return {
        name: data[slice(*entry["data_offsets"])].view(kinds[entry["dtype"]]).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__"
    }


def main():
    name, folder = sys.argv[1], Path(sys.argv[2])
    loss, params, batch = models.MODELS[name]()
    inputs = read_safetensors(folder / "inputs.safetensors")
    leaves = [inputs[key] for key in sorted(inputs)]  # names begin with the argument's position
    shapes = [np.shape(leaf) for leaf in jax.tree.leaves((params, batch))]
    if [leaf.shape for leaf in leaves] != shapes:
        sys.exit(f"{folder}: the inputs are not those of {name}; export again")
    params, batch = jax.device_put(jax.tree.unflatten(jax.tree.structure((params, batch)), leaves))

    lowered = jax.jit(jax.value_and_grad(loss)).lower(params, batch)
    start = time.perf_counter()
    step = lowered.compile()
    memory = step.memory_analysis()
    answer = {
        "jax": jax.__version__,
        "compile_seconds": time.perf_counter() - start,
        "flops": lowered.cost_analysis()["flops"],  # of the program as written; the compiled one repeats some work
        "argument_bytes": memory.argument_size_in_bytes,
        "output_bytes": memory.output_size_in_bytes,
        "temp_bytes": memory.temp_size_in_bytes,
    }
    print(json.dumps(answer), flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        value, gradients = jax.block_until_ready(step(params, batch))
        seconds = time.perf_counter() - start
        print(json.dumps({"loss": float(value), "seconds": seconds}), flush=True)
        del value, gradients


if __name__ == "__main__":
    main()
