#!/usr/bin/env python3
"""Event files as TensorBoard's own reader reads them: test_tensorboard.py build/motley FOLDER

TensorBoard comes from PyPI, into a virtual environment FOLDER; where that is impossible the test is skipped."""
import csv
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, ENVIRONMENT = sys.argv[1], pathlib.Path(sys.argv[2])
MODEL = "mlp:inputs=2,hidden=8,classes=10,batch=2"
DATA = pathlib.Path(__file__).resolve().parents[1] / "data/arrays/samples.npz"


def enter_environment():
    """Starts this test again with a Python that has TensorBoard, or exits with 77."""
    python = ENVIRONMENT / "bin/python"
    if not python.exists() and subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT]).returncode != 0:
        sys.exit(77)
    if sys.executable != str(python):
        if subprocess.run([python, "-m", "pip", "install", "--quiet", "tensorboard"]).returncode == 0:
            os.execv(python, [str(python), *sys.argv])
    print("skipped: tensorboard cannot be installed")
    sys.exit(77)


class TensorBoard(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def train(self, steps, *options):
        subprocess.run([PROGRAM, "train", MODEL, "--data", DATA, "--validation", "0.4", "--eval-every", "3", "--threads", "1",
                        "--schedule", "cosine:warmup=2,steps=12", "--steps", str(steps), "--tensorboard", self.folder / "events",
                        "--metrics", self.folder / "metrics.csv", *options], check=True, capture_output=True)  # fmt: skip

    def scalars(self):
        events = EventAccumulator(str(self.folder / "events")).Reload()
        return {tag: [(e.step, e.value) for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}

    def compare_with_csv(self):
        with open(self.folder / "metrics.csv") as file:
            rows = list(csv.DictReader(file))
        scalars = self.scalars()
        for tag, column in (("loss", "loss"), ("learning_rate", "lr"), ("validation_loss", "validation_loss")):
            expected = [(int(r["step"]), float(r[column])) for r in rows if r[column]]
            self.assertEqual([step for step, _ in scalars[tag]], [step for step, _ in expected])
            for (_, seen), (_, written) in zip(scalars[tag], expected):
                self.assertAlmostEqual(seen, written, places=5)
        self.assertTrue(all(value > 0 for _, value in scalars["items_per_second"]))
        return rows

    def test_every_step_is_read_back(self):
        self.train(7)
        self.assertEqual(len(self.compare_with_csv()), 7)

    def test_a_resumed_run_replaces_later_steps(self):
        keep = ("--checkpoint", self.folder / "ckpt")
        self.train(4, *keep)
        shutil.copytree(self.folder / "ckpt", self.folder / "four")
        self.train(6, *keep, "--resume")
        self.assertEqual(len(self.compare_with_csv()), 6)
        time.sleep(1.1)  # files are read in the order of the seconds in their names
        self.train(12, "--checkpoint", self.folder / "four", "--resume")  # as after a crash at step 6
        self.assertEqual([step for step, _ in self.scalars()["loss"]], list(range(1, 13)))
        self.compare_with_csv()


if __name__ == "__main__":
    if importlib.util.find_spec("tensorboard") is None:
        enter_environment()
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    unittest.main(argv=sys.argv[:1])
