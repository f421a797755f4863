#!/usr/bin/env python3
"""Reads every #include "..." under src/, include/, apps/ and python/ against docs/layers.txt and reports each breach.
Also: planning and lowering name no op, a file name stands once in src/, no two headers define one qualified name, and JSON
becomes text by core::json_text.

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
    "mpi.h": r"src/core/comm/mpi/mpi\.cpp",
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
    files = [f for top in ("src", "include", "apps", "python") for f in (ROOT / top).rglob("*") if f.suffix in (".h", ".cpp")]
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        own = folder_of(name.removeprefix("src/").removeprefix("include/"), layers)
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


OP_CODE = re.compile(r"\bOpCode::k\w+|\busing\s+enum\s+(?:\w+::)*OpCode\b")
WITHOUT_OP_NAMES = ("src/tensor/sharding", "src/tensor/plan", "src/tensor/lower")


def named_ops():
    """Enumerators of OpCode in folders that must read an op's row instead (src/tensor/ir/op_row.h)."""
    files = [f for top in WITHOUT_OP_NAMES for f in (ROOT / top).rglob("*") if f.suffix in (".h", ".cpp")]
    for file in sorted(files):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for match in OP_CODE.finditer(line.partition("//")[0]):
                yield f"{file.relative_to(ROOT)}:{number}: {match.group()} names an op: ask its row (src/tensor/ir/op_row.h)"


# nlohmann's dump() throws where a file name is not UTF-8: core/base/json_text.h replaces such bytes.
MAY_DUMP = ("src/core/base/json_text.h", "src/core/trace/trace.cpp", "src/core/io/safetensors_header.cpp")


def strict_dumps():
    files = [f for top in ("src", "apps", "python") for f in (ROOT / top).rglob("*") if f.suffix in (".h", ".cpp")]
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if ".dump(" in line and name not in MAY_DUMP:
                yield f"{name}:{number}: JSON becomes text by core::json_text, which no file name can make throw"


def repeated_file_names():
    """Names of sources and headers that stand in two folders of src/."""
    first = {}
    for file in sorted((ROOT / "src").rglob("*.*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        other = first.setdefault(file.name, file)
        if other != file:
            yield f"{file.relative_to(ROOT)}:1: {other.relative_to(ROOT)} has the same file name"


TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"\(.*?\)" | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])+'
      | ^[ ]*\#(?:[^\n]*\\\n)*[^\n]* | [A-Za-z_]\w*(?:::\w+)* | [{};()<>:=,] """,
    re.X | re.S | re.M,
)


def definitions(text):
    """(qualified name, line) of every struct, class, enum and alias that a header defines in a namespace."""
    scopes, words, depth = [], [], 0  # scopes: a name for a namespace, None for any other brace
    for match in TOKEN.finditer(text):
        token = match.group()
        if token[0] in "/\"'#" or token.startswith('R"'):
            continue
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        if token in "{;" and depth == 0:
            in_namespace = None not in scopes
            kind = next((w for w in words if w not in ("inline", "typedef", "constexpr", "static")), "")
            name = None
            if token == "{" and kind == "namespace":
                scopes.append(words[-1] if words[-1] != "namespace" else "")
                words = []
                continue
            if in_namespace and token == "{" and kind in ("struct", "class", "enum"):
                named = [w for w in words if w not in ("struct", "class", "enum", "final", "alignas", "MOTLEY_EXPORT")]
                name = named[0] if named else None
            if in_namespace and token == ";" and kind == "using" and "=" in words:
                name = words[words.index("=") - 1]
            if name:
                yield "::".join([s for s in scopes if s] + [name]), text.count("\n", 0, match.start()) + 1
            if token == "{":
                scopes.append(None)
            words = []
        elif token == "}" and depth == 0:
            if scopes:
                scopes.pop()
            words = []
        elif token == "}" or token == "{":
            continue
        else:
            words.append(token)


def repeated_definitions():
    first = {}
    for file in sorted(f for top in ("src", "apps") for f in (ROOT / top).rglob("*.h")):
        for name, line in definitions(file.read_text()):
            other = first.setdefault(name, file)
            if other != file:
                yield f"{file.relative_to(ROOT)}:{line}: {name} is defined in {other.relative_to(ROOT)} too"


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
            print(f"{level:2}  {folder:{width}}  {'-> ' + text if text else ''}".rstrip())


if __name__ == "__main__":
    if sys.argv[1:] == ["--draw"]:
        draw(read_layers())
    else:
        found = [*breaches(read_layers()), *named_ops(), *repeated_file_names(), *repeated_definitions(), *strict_dumps()]
        print("\n".join(found) or "every include keeps to docs/layers.txt, and every name stands once")
        sys.exit(bool(found))
