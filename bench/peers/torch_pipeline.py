#!/usr/bin/env python3
"""PyTorch's pipelines over gloo: one rank of torch.distributed.pipelining.

  mpirun -n 4 python bench/peers/torch_pipeline.py --schedule 1f1b            or under scripts/testbed run, with --master 10.77.0.1

The model of `gpt:layers=8,hidden=256,heads=4,seq=128,vocab=256,batch=32`, as many layers on each rank, Adam. Rank and number of ranks are
those of mpirun. The first rank prints a line of JSON: the median seconds of a step and of each one, the first two left out.
"""
import argparse
import json
import os
import statistics
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.distributed import pipelining
from torch import nn

# Stages on each rank, and which.
SCHEDULES = {
    "gpipe": ("ScheduleGPipe", lambda rank, ranks: [rank]),
    "1f1b": ("Schedule1F1B", lambda rank, ranks: [rank]),
    "interleaved": ("ScheduleInterleaved1F1B", lambda rank, ranks: [rank, rank + ranks]),
    "zero-bubble": ("ScheduleInterleavedZeroBubble", lambda rank, ranks: [rank, rank + ranks]),
    "zb-v": ("ScheduleZBVZeroBubble", lambda rank, ranks: [rank, 2 * ranks - 1 - rank]),
}
DROPPED = 2
GPT = {"layers": 8, "hidden": 256, "heads": 4, "seq": 128, "vocab": 256, "batch": 32}


class Block(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
        self.qkv, self.out = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden)
        self.up, self.down = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)

    def forward(self, x):
        batch, length, hidden = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, hidden))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Part(nn.Module):
    """The layers of one stage."""

    def __init__(self, o, stage, stages):
        super().__init__()
        first, last = o.layers * stage // stages, o.layers * (stage + 1) // stages
        self.embed = nn.Embedding(o.vocab, o.hidden) if stage == 0 else None
        self.position = nn.Parameter(torch.randn(o.seq, o.hidden) * 0.02) if stage == 0 else None
        self.blocks = nn.ModuleList(Block(o.hidden, o.heads) for _ in range(first, last))
        self.norm = nn.LayerNorm(o.hidden) if stage + 1 == stages else None
        self.head = nn.Linear(o.hidden, o.vocab, bias=False) if stage + 1 == stages else None

    def forward(self, x):
        if self.embed is not None:
            x = self.embed(x) + self.position
        for block in self.blocks:
            x = block(x)
        return x if self.head is None else self.head(self.norm(x))


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schedule", choices=SCHEDULES, default="1f1b")
    parser.add_argument("--master", default="127.0.0.1")
    parser.add_argument("--port", default="29511")
    for name, value in [*GPT.items(), ("microbatches", 8), ("steps", 12)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    o = parser.parse_args()
    rank, ranks = (int(os.environ[f"OMPI_COMM_WORLD_{what}"]) for what in ("RANK", "SIZE"))
    torch.set_num_threads(1)
    torch.manual_seed(rank)
    dist.init_process_group("gloo", init_method=f"tcp://{o.master}:{o.port}", rank=rank, world_size=ranks)
    kind, places = SCHEDULES[o.schedule]
    mine = places(rank, ranks)
    stages = ranks * len(mine)
    parts = [Part(o, stage, stages) for stage in mine]
    cut = [pipelining.PipelineStage(part, stage, stages, torch.device("cpu")) for part, stage in zip(parts, mine)]
    schedule = getattr(pipelining.schedules, kind)(cut if len(cut) > 1 else cut[0], o.microbatches, loss_fn=loss_of)
    optimizer = torch.optim.Adam([p for part in parts for p in part.parameters()], lr=1e-3)
    tokens = torch.randint(o.vocab, (o.batch, o.seq + 1))
    seconds = []
    for _ in range(o.steps + DROPPED):
        begin = time.perf_counter()
        arguments = [tokens[:, :-1]] if 0 in mine else []
        schedule.step(*arguments, target=tokens[:, 1:] if stages - 1 in mine else None)
        optimizer.step()
        optimizer.zero_grad()
        dist.barrier()
        seconds.append(time.perf_counter() - begin)
    if rank == 0:
        print(json.dumps({"schedule": o.schedule, "step_seconds_median": statistics.median(seconds[DROPPED:]),
                          "step_seconds": seconds[DROPPED:]}))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
