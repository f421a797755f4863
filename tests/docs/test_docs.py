#!/usr/bin/env python3
"""Every command in README.md and docs/: test_docs.py build/motley [--execute PAGE... | --execute-all]

Always: every command parses, nothing that looks like one hides in another kind of block, the messages of
docs/troubleshooting.md are in the sources, and docs/commands.md is what `scripts/reference` writes.
With --execute the blocks of these pages are executed, too, with --execute-all those of every page.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import doc_commands
from doc_commands import PARSED, ROOT, TAGS

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXECUTED = doc_commands.pages() if "--execute-all" in sys.argv else [ROOT / name for name in sys.argv[3:]]
JAX_PYTHON = next((p for p in sorted(PROGRAM.parent.glob("python_jax_*/bin/python"))), None)


def can_import(module):
    return bool(JAX_PYTHON) and subprocess.run([JAX_PYTHON, "-c", f"import {module}"], capture_output=True).returncode == 0


def source_text():
    """All sources, with string literals that are continued on the next line joined."""
    files = [f for folder in ("src", "apps", "python", "scripts") for f in (ROOT / folder).rglob("*") if f.is_file()]
    text = "\n".join(f.read_text(errors="ignore") for f in files)
    return re.sub(r'"\s*\n\s*"', "", text)


class Pages(unittest.TestCase):
    def test_every_command_parses(self):
        parsed = set()
        for page in doc_commands.pages():
            for block in doc_commands.blocks(page):
                self.assertLessEqual(block.tags, TAGS, str(block))
                for command in block.commands():
                    for arguments in doc_commands.motley_arguments(command):
                        if tuple(arguments) in parsed:
                            continue
                        parsed.add(tuple(arguments))
                        done = subprocess.run([PROGRAM, "--parse-only", *arguments], capture_output=True, text=True)
                        if "does not exist" not in done.stderr:  # a file that a command above would have made
                            self.assertEqual((done.returncode, done.stderr), (0, ""), f"{block}: {command}")
                    target = re.match(r"make (\w[\w-]*)", command)
                    if target:
                        self.assertIn(f"\n{target.group(1)}:", (ROOT / "Makefile").read_text(), str(block))

    def test_no_command_is_left_out(self):
        for page in doc_commands.pages():
            if page.name in ("commands.md", "formats.md"):
                continue  # help texts, and contents of files
            for line, info, text, _ in doc_commands.fences(page):
                if info.split()[:1] == ["sh"]:
                    continue
                for command in text.splitlines():
                    self.assertNotRegex(command, r"^(\$ )?(build/)?motley [a-z]|^mpirun|^srun",
                                        f"{page.relative_to(ROOT)}:{line}: a command in a block that is not `sh`")

    def test_python_parses(self):
        for page in doc_commands.pages():
            for line, info, text, _ in doc_commands.fences(page):
                if info == "python":
                    compile(text, f"{page}:{line}", "exec")

    def test_messages_are_those_of_the_program(self):
        sources = source_text()
        for line in (ROOT / "docs/troubleshooting.md").read_text().splitlines():
            if line.startswith("### "):
                for part in doc_commands.message_parts(line[4:]):
                    self.assertTrue(part in sources, line)

    def test_the_reference_is_up_to_date(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/reference", PROGRAM, "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Execution(unittest.TestCase):
    def test_every_command_does_what_it_should(self):
        for page in EXECUTED:
            with tempfile.TemporaryDirectory() as folder, self.subTest(str(page.relative_to(ROOT))):
                self.execute(page, pathlib.Path(folder))

    def execute(self, page, folder):
        for name in ("examples", "docs", "tests/data"):  # copies: commands may write beside what they read
            shutil.copytree(ROOT / name, folder / name)
        (folder / "build").symlink_to(PROGRAM.parent)
        for name in ("scripts", "python"):  # the exporter for JAX is part of the Python package
            (folder / name).symlink_to(ROOT / name)
        path = [str(PROGRAM.parent), str(PROGRAM.parent / "python/bin"), os.environ["PATH"]]  # its Python has numpy
        if JAX_PYTHON:
            path.insert(1, str(JAX_PYTHON.parent))  # after the program: a wheel has brought one there, too
        environment = {**os.environ, "PATH": ":".join(path), "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "MOTLEY_CACHE": str(folder / "cache")}
        for block in doc_commands.blocks(page):
            if block.tags & PARSED or not all(can_import(name) for name in block.tags):
                continue
            skipped = [c for c in block.commands() if doc_commands.elsewhere(c)]
            text = "".join(line for line in block.text.splitlines(True) if line.strip() and not doc_commands.elsewhere(line.strip()))
            if skipped and not text:
                continue
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True)
            self.assertEqual(done.returncode, block.status, f"{block}: {text}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
            if block.status:
                for part in doc_commands.message_parts(block.heading):
                    self.assertIn(part, done.stderr, str(block))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
