#!/usr/bin/env python3
"""Checks that every relative link in the repository's Markdown files names an existing file or folder.

  tests/check_docs.py [FOLDER]   exit 1 and one line `file:line: link` for each broken link, or exit 0

Links to other sites, links within a page, and text in code blocks or code spans are ignored.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\s*\[[^\]]+\]:\s+<?([^\s>]+)")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|#", re.I)  # a scheme such as https:, or a heading of the same page


def markdown_files(root):
    """All *.md below `root`, except in build folders and hidden ones."""
    for file in sorted(root.rglob("*.md")):
        folders = file.relative_to(root).parts[:-1]
        if not any(name.startswith((".", "build")) for name in folders):
            yield file


def links(text):
    """(line number, target) of every link outside of code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            for match in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
                yield number, match.group(1) or match.group(2)


def broken_links(root):
    for file in markdown_files(root):
        for number, target in links(file.read_text()):
            if ELSEWHERE.match(target):
                continue
            path = target.partition("#")[0]
            if path.startswith("/") or not (file.parent / path).exists():
                yield f"{file.relative_to(root)}:{number}: {target} does not resolve"


if __name__ == "__main__":
    found = [*broken_links(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)]
    print("\n".join(found) or "every relative link resolves")
    sys.exit(bool(found))
