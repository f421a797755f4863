#!/usr/bin/env python3
"""motley.nbody: test_nbody.py, with the package on PYTHONPATH and the program in $MOTLEY."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import motley
import numpy as np

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"


def program(*arguments):
    return subprocess.run([os.environ["MOTLEY"], *map(str, arguments)], capture_output=True, text=True, check=True).stdout


class Boxes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.settings = {"box": {"size": 20, "particles": 16, "seed": 3},
                        "output": {"redshifts": [5, 0], "dir": str(cls.folder / "out")}}  # fmt: skip
        cls.steps = []
        cls.run_ = motley.nbody.run(cls.settings, callback=cls.steps.append)
        cls.snap = motley.nbody.load(cls.run_.snapshots[-1])

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_a_run_reports_its_steps_and_snapshots(self):
        self.assertTrue(self.run_.finished)
        self.assertEqual(len(self.run_.snapshots), 2)
        self.assertEqual(self.steps[-1].step, self.run_.steps)
        self.assertTrue(all(a.redshift > b.redshift for a, b in zip(self.steps, self.steps[1:])))
        self.assertAlmostEqual(self.steps[-1].progress, 1)

    def test_arrays_are_those_of_the_file(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("h5py is not there")
        s = self.snap
        self.assertEqual((s.num_particles, s.box_size_mpc_per_h), (4096, 20))
        self.assertLess(abs(s.redshift), 1e-12)
        with h5py.File(s.file) as file:
            group = file["PartType1"]
            np.testing.assert_allclose(s.positions_mpc_per_h, group["Coordinates"][:] / 1000, atol=1e-6)
            np.testing.assert_allclose(s.velocities_km_per_s, group["Velocities"][:] * s.scale_factor**0.5, rtol=1e-6)
            np.testing.assert_array_equal(s.ids, group["ParticleIDs"][:])
            self.assertAlmostEqual(s.particle_mass_msun_per_h / (file["Header"].attrs["MassTable"][1] * 1e10), 1)

    def test_spectra_and_halos_are_those_of_the_command_line_bit_for_bit(self):
        said = json.loads(program("nbody", "spectrum", self.snap.file, "--json"))["spectra"][0]
        pk = motley.nbody.power_spectrum(self.snap)
        self.assertEqual(pk.k_h_per_mpc.tolist(), [b["k"] for b in said["bins"]])
        self.assertEqual(pk.power_mpc3_per_h3.tolist(), [b["power"] for b in said["bins"]])
        self.assertEqual(pk.num_modes.tolist(), [b["modes"] for b in said["bins"]])
        self.assertEqual(pk.shot_noise_mpc3_per_h3, said["shot_noise"])
        said = json.loads(program("nbody", "halos", self.snap.file, "--json"))["catalogues"][0]["halos"]
        found = motley.nbody.halos(self.snap)
        self.assertGreater(len(found), 3)
        self.assertEqual(found.mass_msun_per_h.tolist(), [h["mass"] for h in said])
        self.assertEqual(found.center_mpc_per_h.tolist(), [h["center"] for h in said])
        self.assertEqual(found.first_id.tolist(), [h["first_id"] for h in said])

    def test_pictures(self):
        density = self.snap.projected_density(size=64)
        self.assertEqual(density.shape, (64, 64))
        self.assertAlmostEqual(float(density.mean()), 1, places=3)
        file = self.folder / "density.png"
        self.assertEqual(self.snap.picture(file, size=64)[:4], b"\x89PNG")
        self.assertEqual(file.read_bytes()[:4], b"\x89PNG")

    def test_a_callback_stops_a_run_which_can_continue(self):
        def settings(name):
            return {"box": {"size": 20, "particles": 8}, "output": {"redshifts": [2], "dir": str(self.folder / name)}}

        whole = motley.nbody.load(motley.nbody.run(settings("whole")).snapshots[-1])
        run = motley.nbody.run(settings("stopped"), callback=lambda step: motley.STOP)
        if not run.finished:  # it may have been quicker
            run = motley.nbody.run(settings("stopped"), restart=True)
        self.assertTrue(run.finished)
        stopped = motley.nbody.load(run.snapshots[-1])
        order, other = np.argsort(stopped.ids), np.argsort(whole.ids)
        np.testing.assert_array_equal(stopped.positions_mpc_per_h[order], whole.positions_mpc_per_h[other])

    def test_mistakes_are_exceptions(self):
        for text, call in (
            ("partciles", lambda: motley.nbody.run({"box": {"partciles": 3}})),
            ("none.hdf5", lambda: motley.nbody.load("none.hdf5")),
            ("settings is a int", lambda: motley.nbody.run(3)),
            ("4 to 4096", lambda: motley.nbody.power_spectrum(self.snap, mesh=1)),
        ):
            with self.assertRaisesRegex(motley.Error, text):
                call()

    def test_settings_are_resolved(self):
        self.assertEqual(motley.nbody.resolved({"box": {"particles": 32}})["box"]["particles"], 32)
        self.assertIn("particles", motley.nbody.example())


if __name__ == "__main__":
    unittest.main()
