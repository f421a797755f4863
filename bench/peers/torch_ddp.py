#!/usr/bin/env python3
"""PyTorch's DistributedDataParallel over gloo: one rank.

  mpirun -n 4 python bench/peers/torch_ddp.py --model mlp --shares 8,8,4,4      or under scripts/testbed run, with --master 10.77.0.1

`--model`: gpt as in torch_pipeline.py, or mlp of --inputs, --hidden widths and --classes, with Adam. `--shares` are the samples of each rank
(equal ones by default); a rank's loss counts by its share, so that the averaged gradient is that of the whole batch. The first rank prints a
line of JSON: the seconds of each step, the first two left out.
"""
import argparse
import json
import os
import statistics
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn

from torch_pipeline import DROPPED, GPT, Part, loss_of


def mlp(o):
    widths = [o.inputs, *map(int, o.hidden.split("x"))]
    layers = [layer for a, b in zip(widths, widths[1:]) for layer in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(widths[-1], o.classes))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=["gpt", "mlp"], default="gpt")
    parser.add_argument("--hidden", default="256", help="of an mlp: widths, as 512x512")
    parser.add_argument("--shares", default="")
    parser.add_argument("--master", default="127.0.0.1")
    parser.add_argument("--port", default="29512")
    sizes = {name: value for name, value in GPT.items() if name != "hidden"}
    for name, value in [*sizes.items(), ("inputs", 256), ("classes", 64), ("steps", 12)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    o = parser.parse_args()
    rank, ranks = (int(os.environ[f"OMPI_COMM_WORLD_{what}"]) for what in ("RANK", "SIZE"))
    torch.set_num_threads(1)
    torch.manual_seed(0)
    dist.init_process_group("gloo", init_method=f"tcp://{o.master}:{o.port}", rank=rank, world_size=ranks)
    shares = [int(s) for s in o.shares.split(",")] if o.shares else [o.batch // ranks] * ranks
    samples = shares[rank]
    if o.model == "gpt":
        o.hidden = int(o.hidden)
        net, loss = Part(o, 0, 1), loss_of
        tokens = torch.randint(o.vocab, (samples, o.seq + 1))
        x, y = tokens[:, :-1], tokens[:, 1:]
    else:
        net, loss = mlp(o), F.cross_entropy
        x, y = torch.randn(samples, o.inputs), torch.randint(o.classes, (samples,))
    model = nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    factor, seconds = samples * ranks / sum(shares), []
    for _ in range(o.steps + DROPPED):
        begin = time.perf_counter()
        (factor * loss(model(x), y)).backward()
        optimizer.step()
        optimizer.zero_grad()
        dist.barrier()
        seconds.append(time.perf_counter() - begin)
    if rank == 0:
        print(json.dumps({"model": o.model, "step_seconds_median": statistics.median(seconds[DROPPED:]), "step_seconds": seconds[DROPPED:]}))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
