#!/usr/bin/env python3
"""Reads every #include "..." under src/ and apps/ against docs/layers.txt and reports each breach.

  tests/check_includes.py          exit 1 and one line `file:line: breach` each, or exit 0
  tests/check_includes.py --draw   prints the diagram of docs/architecture.md
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Libraries that stay at the rim: header prefix -> pattern of the files that may include it.
RIM = {
    "nlohmann/": r"src/.*\.cpp|apps/.*\.cpp",  # readers and writers, never a header
    "yaml-cpp/": r"src/.*_reader\.cpp",
    "CLI/": r"apps/.*",
    "mpi.h": r"src/core/comm/mpi\.cpp",
    "spdlog/": r"src/core/trace/.*",
    "fftw3": r"src/nbody/mesh/fft\.cpp",
    "png.h": r"src/nbody/analysis/png\.cpp",
    "hdf5.h": r"src/nbody/snapshot/hdf5_file\.cpp",
    "Clp": r"src/core/balance/linear_program\.cpp",
}


def read_layers():
    layers = {}
    for line in (ROOT / "docs/layers.txt").read_text().splitlines():
        folder, colon, row = line.partition("#")[0].partition(":")
        if colon:
            layers[folder.strip()] = row.split()
    return layers


def folder_of(path, layers):
    """The longest folder of layers.txt that holds `path` (given below src/, or from apps/)."""
    parents = (str(parent) for parent in pathlib.PurePosixPath(path).parents)
    return next((parent for parent in parents if parent in layers), None)


def breaches(layers):
    files = [f for top in ("src", "apps") for f in (ROOT / top).rglob("*") if f.suffix in (".h", ".cpp")]
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        own = folder_of(name.removeprefix("src/"), layers)
        if own is None:
            yield f"{name}:1: its folder has no row in docs/layers.txt"
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*(["<])([^">]+)', line)
            if not match:
                continue
            quote, header = match.groups()
            for prefix, allowed in RIM.items():
                if header.startswith(prefix) and not re.fullmatch(allowed, name):
                    yield f"{name}:{number}: <{header}> may not be included here"
            if quote == '"':
                other = folder_of(header, layers)
                if other is None:
                    yield f'{name}:{number}: "{header}" is in no folder of docs/layers.txt'
                elif other != own and other not in layers[own] and (layers[own] != ["*"] or other.startswith("apps/")):
                    yield f"{name}:{number}: {own} may not include {other}"


def draw(layers):
    """Folders by height: each stands above all that its row names; `*` stands on top of all."""
    height = {}
    for folder, row in layers.items():  # rows come after the rows they name
        row = [name for name in height] if row == ["*"] else row
        height[folder] = 1 + max((height[name] for name in row), default=-1)
    width = max(map(len, layers))
    for level in range(max(height.values()), -1, -1):
        for folder in (name for name in layers if height[name] == level):
            row = layers[folder]
            direct = [n for n in row if not any(n in layers.get(m, []) for m in row)]  # the rest follows
            text = "everything" if row == ["*"] else ", ".join(direct)
            print(f"{level}  {folder:{width}}  {'-> ' + text if text else ''}".rstrip())


if __name__ == "__main__":
    if sys.argv[1:] == ["--draw"]:
        draw(read_layers())
    else:
        found = list(breaches(read_layers()))
        print("\n".join(found) or "every include keeps to docs/layers.txt")
        sys.exit(bool(found))
