#!/usr/bin/env python3
"""Scripts and notebooks of examples/python, executed: test_examples.py EXAMPLES ENVIRONMENT

JAX, matplotlib and nbclient come from PyPI into ENVIRONMENT; where that is impossible the test is skipped. The package is
on PYTHONPATH, the program in $MOTLEY."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

EXAMPLES, ENVIRONMENT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
PYTHON = ENVIRONMENT / "bin/python"
RUN_NOTEBOOK = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
outputs = [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
print(sum("text/html" in o.get("data", {}) or "image/png" in o.get("data", {}) for o in outputs))
"""


def install():
    if not PYTHON.exists() and subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT]).returncode != 0:
        sys.exit(77)
    packages = ["jax", "optax", "matplotlib", "nbclient", "nbformat", "ipykernel"]
    if subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *packages]).returncode != 0:
        print("skipped: JAX and nbclient cannot be installed")
        sys.exit(77)


class Examples(unittest.TestCase):
    """A test for each script and notebook is added below."""

    def run_in_copy(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(EXAMPLES, f"{folder}/python", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copytree(EXAMPLES.parent / "clusters", f"{folder}/clusters")
            environment = os.environ | {"JAX_PLATFORMS": "cpu", "PATH": f"{ENVIRONMENT}/bin:{os.environ['PATH']}"}
            done = subprocess.run([PYTHON, *arguments], cwd=f"{folder}/python", env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-3000:])
            return done.stdout


def script_test(name):
    return lambda self: self.assertTrue(self.run_in_copy(name))


def notebook_test(name):
    # Plans, spectra and pictures show as HTML or images.
    return lambda self: self.assertGreater(int(self.run_in_copy("-c", RUN_NOTEBOOK, name).split()[-1]), 0)


for path in sorted(EXAMPLES.glob("*.py")):
    # PyTorch takes gigabytes: its example runs where somebody has installed it into ENVIRONMENT.
    if path.stem == "from_torch" and (not PYTHON.exists() or subprocess.run([PYTHON, "-c", "import torch"], capture_output=True).returncode):
        continue
    setattr(Examples, f"test_{path.stem}", script_test(path.name))
for path in sorted(EXAMPLES.glob("*.ipynb")):
    setattr(Examples, f"test_{path.stem}_notebook", notebook_test(path.name))

if __name__ == "__main__":
    install()
    unittest.main(argv=sys.argv[:1])
