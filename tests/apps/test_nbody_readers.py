#!/usr/bin/env python3
"""Our snapshots as yt and pynbody read them, in every unit: test_nbody_readers.py build/motley FOLDER

Both come from PyPI, into a virtual environment FOLDER; where that is impossible the test is skipped."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ENVIRONMENT = sys.argv[1], pathlib.Path(sys.argv[2])
UNITS = {"kpc": "", "mpc": "units: {length: 1, mass: 1, velocity: 10}\n"}


def enter_environment():
    """Starts this test again with a Python that has yt and pynbody, or exits with 77."""
    python = ENVIRONMENT / "bin/python"
    if not python.exists() and subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT]).returncode != 0:
        sys.exit(77)
    if sys.executable != str(python):
        install = [python, "-m", "pip", "install", "--quiet", "yt", "pynbody", "h5py"]
        if subprocess.run(install).returncode == 0:
            os.execv(python, [str(python), *sys.argv])
    print("skipped: yt and pynbody cannot be installed")
    sys.exit(77)


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for name, units in UNITS.items():
            for format in ("hdf5", "gadget1", "gadget2"):
                settings = cls.folder / "box.yaml"
                settings.write_text("box: {size: 50, particles: 16, seed: 5}\ncosmology: {omega_m: 0.31, omega_lambda: 0.69, h: 0.67, omega_b: 0.05}\n"
                                    f"output: {{format: {format}}}\n{units}")
                subprocess.run([PROGRAM, "nbody", "ic", settings, "-o", cls.path(name, format)], check=True, capture_output=True)
        with h5py.File(cls.path("kpc", "hdf5")) as file:
            cls.farthest = file["PartType1/Coordinates"][:].max() / 1000  # Mpc/h
            cls.speed = file["PartType1/Velocities"][:].std() * 0.02**0.5  # peculiar km/s
            cls.mass = file["Header"].attrs["MassTable"][1] * 1e10  # Msun/h

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def path(cls, name, format):
        return cls.folder / (f"{name}_{format}" + (".hdf5" if format == "hdf5" else ""))

    def check(self, name, box, position, speed, mass):
        # Constants of the programs differ in the fourth digit of the solar mass.
        for seen, expected, within in ((box, 50, 1e-5), (position, self.farthest, 1e-5), (speed, self.speed, 1e-5), (mass, self.mass, 1e-3)):
            self.assertLess(abs(seen / expected - 1), within, (name, seen, expected))

    def test_yt_reads_our_default_units_and_others_with_the_unit_base_of_the_header(self):
        for name in UNITS:
            with h5py.File(self.path(name, "hdf5")) as file:
                header = dict(file["Header"].attrs)
            unit_base = {unit: float(header[unit]) for unit in ("UnitLength_in_cm", "UnitMass_in_g", "UnitVelocity_in_cm_per_s")}
            for format in ("hdf5", "gadget1", "gadget2"):
                for base in ([None] if name == "kpc" else []) + [unit_base]:
                    box = yt.load(self.path(name, format), unit_base=base and dict(base))
                    all = box.all_data()
                    self.check((name, format, base), box.domain_width.to("Mpccm/h")[0].value, all["all", "particle_position"].to("Mpccm/h").max().value,
                               all["all", "particle_velocity"].to("km/s").value.std(), all["all", "particle_mass"].to("Msun/h")[0].value)
                    self.assertEqual((box.omega_matter, box.hubble_constant), (0.31, 0.67))

    def test_pynbody_reads_hdf5_in_every_unit_and_binary_formats_with_its_configuration(self):
        for name in UNITS:
            for format in ("hdf5", "gadget1", "gadget2"):
                units = pynbody.config_parser["gadget-units"]
                units["pos"] = "kpc a h^-1" if name == "kpc" else "Mpc a h^-1"
                units["vel"] = "km s^-1 a^1/2" if name == "kpc" else "10 km s^-1 a^1/2"
                units["mass"] = "1e10 Msol h^-1" if name == "kpc" else "Msol h^-1"
                box = pynbody.load(str(self.path(name, format)))
                self.check((name, format), float(box.properties["boxsize"].in_units("Mpc a h^-1", **box.conversion_context())),
                           box.dm["pos"].in_units("Mpc a h^-1").max(), box.dm["vel"].in_units("km s^-1").std(), box.dm["mass"].in_units("Msol h^-1")[0])
                self.assertEqual((box.properties["omegaM0"], box.properties["h"]), (0.31, 0.67))


if __name__ == "__main__":
    if any(importlib.util.find_spec(name) is None for name in ("yt", "pynbody", "h5py")):
        enter_environment()
    import h5py
    import pynbody
    import yt
    yt.set_log_level(50)
    unittest.main(argv=sys.argv[:1])
