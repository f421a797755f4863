"""What would a faster network bring? The step time of GPT-2 on 16 V100s and 48 P100s, over link speeds.

    python network_speeds.py [PICTURE.png]

Needs nothing but numpy; with matplotlib it draws, too.
"""

import pathlib
import sys

import motley

CLUSTER = pathlib.Path(__file__).resolve().parents[1] / "clusters/hap-64.yaml"
STRATEGIES = ["motley", "zero-3", "dp-even"]  # the search, and two that people know
SPEEDS = ["5Gb/s", "10.4Gb/s", "25Gb/s", "100Gb/s"]


def main(picture=None):
    cluster = motley.Cluster(CLUSTER)
    rows = []
    for speed in SPEEDS:
        row = {"speed": speed}
        for strategy in STRATEGIES:
            other = cluster.with_network(bandwidth=speed)
            p = motley.plan("gpt:layers=2,hidden=768,batch=64", cluster=other, strategy=strategy, level="fast")
            row[strategy] = p.step_seconds
        rows.append(row)
        print(f"{speed:>10}  " + "  ".join(f"{name} {1e3 * row[name]:8.1f} ms" for name in row if name != "speed"))
    assert rows[0]["zero-3"] > rows[-1]["zero-3"]
    if picture is not None:
        draw(rows, picture)
    return rows


def draw(rows, picture):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for name in STRATEGIES:
        plt.plot([row["speed"] for row in rows], [1e3 * row[name] for row in rows], marker="o", label=name)
    plt.xlabel("network")
    plt.ylabel("step time [ms]")
    plt.legend()
    plt.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:2])
