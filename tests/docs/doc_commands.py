"""The commands in README.md and docs/: fenced blocks of the language `sh`.

    ```sh                executed, block by block, in one folder for each page
    ```sh gpu            parsed only; also `cluster`, `root`: what the commands need
    ```sh jax            executed where a Python with JAX is at hand, parsed elsewhere; `torch`: with PyTorch and JAX
    ```sh exit=2         the last command ends with this status, and says the message in the heading above
"""
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARSED = {"gpu", "cluster", "root"}
TAGS = PARSED | {"jax", "torch"}
# The build itself, and what other tests execute; here they are looked at, not run.
ELSEWHERE = {
    r"make( |$)": "CI",
    r"(cmake --preset|cmake --build build --target test|ctest)": "CI",
    r"cmake --install": "the test `install`",
    r"pip install": "the test `python_wheel`",
    r"motley open": "the test `report`",
    r"PYTHONPATH=": "the tests `python_*`",
    r"build/tests/": "CI",
    r"cmake --build build/single": "CI",
    r"scripts/reference": "the test `docs_commands`",
}


class Block:
    def __init__(self, page, line, tags, text, heading):
        self.page, self.line, self.text, self.heading = page, line, text, heading
        self.status = next((int(t[5:]) for t in tags if t.startswith("exit=")), 0)
        self.tags = {t for t in tags if not t.startswith("exit=")}

    def __str__(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def commands(self):
        """The shell lines, without comments and here-documents; `\\` at the end joins two."""
        end = None
        for line in self.text.replace("\\\n", " ").splitlines():
            if end:
                end = None if line.strip() == end else end
                continue
            here = re.search(r"<< *(\w+)", line)
            end = here and here.group(1)
            if line.strip() and not line.lstrip().startswith("#"):
                yield line.strip()


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fences(page):
    """(line, info string, text, heading above) of every fenced block."""
    begin, heading = None, ""
    lines = page.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if begin is None:
                begin = number
            else:
                yield begin, lines[begin - 1][3:].strip(), "\n".join(lines[begin:number - 1]) + "\n", heading
                begin = None
        elif begin is None and line.startswith("#"):
            heading = line.lstrip("# ")


def blocks(page):
    for line, info, text, heading in fences(page):
        language, *tags = info.split() or [""]
        if language == "sh":
            yield Block(page, line, tags, text, heading)


def elsewhere(command):
    return next((where for pattern, where in ELSEWHERE.items() if re.match(pattern, command)), None)


def motley_arguments(command):
    """The arguments of every call of motley in a shell line: behind mpirun, in <( ), before a redirection."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, "#"
    calls, current = [], None
    for word in lexer:
        if re.fullmatch(r"[();<>|&]+", word):
            current = None
        elif current is not None:
            current.append(word)
        elif word == "motley" or (word.endswith("/motley") and "=" not in word):
            calls.append(current := [])
    return [[re.sub(r"^\$SLURM\w*$", "1", word) for word in call if word != "$resume"] for call in calls]


def message_parts(heading):
    """The fixed parts of a message in a heading: `the plan does not fit: ...`."""
    quoted = re.fullmatch(r"`(.*)`", heading)
    return [part.strip() for part in quoted.group(1).split("...") if part.strip()] if quoted else []
