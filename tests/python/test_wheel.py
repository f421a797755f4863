#!/usr/bin/env python3
"""`pip install .` into a new environment: test_wheel.py SOURCE FOLDER

The wheel is built in the source's own build folder for pip, with objects that ccache has from `make`. Skipped where PyPI,
from which the build's tools come, cannot be reached."""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE, ENVIRONMENT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
PYTHON, PROGRAM = ENVIRONMENT / "bin/python", ENVIRONMENT / "bin/motley"


def clean():
    """The environment without what would make another package or program be found."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MOTLEY")}


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=clean() | options, cwd=ENVIRONMENT)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    return done.stdout


def install():
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    if subprocess.run([PYTHON, "-m", "pip", "install", "-q", "numpy"]).returncode != 0:
        print("skipped: PyPI cannot be reached")
        sys.exit(77)
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", SOURCE], check=True, env=clean())


class Wheel(unittest.TestCase):
    def test_it_brings_the_program(self):
        self.assertIn("motley ", run(PROGRAM, "--version"))
        self.assertIn("step time", run(PROGRAM, "plan", "mlp", "--cluster", SOURCE / "examples/clusters/unlike-4.yaml", "--level", "fast"))

    def test_python_plans_and_trains(self):
        code = ("import motley\n"
                f"p = motley.plan('mlp', cluster={str(SOURCE / 'examples/clusters/unlike-4.yaml')!r}, level='fast')\n"
                "run = motley.train('mlp:hidden=16', steps=3)\n"
                "print(p.step_seconds > 0, run.steps, motley.__file__)")  # fmt: skip
        self.assertIn("True 3", run(PYTHON, "-c", code))

    def test_it_has_types(self):
        folder = pathlib.Path(run(PYTHON, "-c", "import motley; print(motley.__file__)").strip()).parent
        for name in ("py.typed", "_core.pyi"):
            self.assertTrue((folder / name).exists(), name)


if __name__ == "__main__":
    install()
    unittest.main(argv=sys.argv[:1])
