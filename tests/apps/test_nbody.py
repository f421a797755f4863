#!/usr/bin/env python3
"""`motley nbody` on small boxes, its files read by others: test_nbody.py build/motley tests/data"""
import json
import pathlib
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

PROGRAM = sys.argv[1]


def motley(*arguments, **options):
    return subprocess.run([PROGRAM, "nbody", *map(str, arguments)], capture_output=True, text=True, **options)


# Readers as a user would write them: nothing of ours in them.
def read_gadget(path):
    """Gadget-2's binary formats 1 and 2: header, positions, velocities, ids."""
    data, at, blocks = pathlib.Path(path).read_bytes(), 0, []
    while at < len(data):
        length, = struct.unpack_from("<i", data, at)
        blocks.append(data[at + 4:at + 4 + length])
        assert struct.unpack_from("<i", data, at + 4 + length)[0] == length
        at += length + 8
    if len(blocks[0]) == 8:  # format 2: labels between
        assert [b[:4] for b in blocks[::2]] == [b"HEAD", b"POS ", b"VEL ", b"ID  "]
        blocks = blocks[1::2]
    head = blocks[0]
    header = {"count": struct.unpack_from("<6i", head, 0), "mass": struct.unpack_from("<6d", head, 24),
              "time": struct.unpack_from("<d", head, 72)[0], "redshift": struct.unpack_from("<d", head, 80)[0],
              "box": struct.unpack_from("<d", head, 128)[0], "omega_m": struct.unpack_from("<d", head, 136)[0]}
    return (header, numpy.frombuffer(blocks[1], "<f4").reshape(-1, 3), numpy.frombuffer(blocks[2], "<f4").reshape(-1, 3),
            numpy.frombuffer(blocks[3], "<u4"))


def read_hdf5(path):
    with h5py.File(path) as file:
        head, part = file["Header"].attrs, file["PartType1"]
        header = {"count": tuple(head["NumPart_ThisFile"]), "mass": tuple(head["MassTable"]), "time": head["Time"],
                  "redshift": head["Redshift"], "box": head["BoxSize"], "omega_m": head["Omega0"],
                  "settings": file["Motley"].attrs["Settings"].decode(), "commit": file["Motley"].attrs["Commit"].decode(),
                  "seed": file["Motley"].attrs["Seed"]}
        return header, part["Coordinates"][:], part["Velocities"][:], part["ParticleIDs"][:]


class Nbody(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def settings(self, text):
        file = self.folder / "box.yaml"
        file.write_text(text)
        return file

    def initial_conditions(self, format, extra=""):
        settings = self.settings(f"box: {{size: 50, particles: 16, seed: 5}}\noutput: {{format: {format}}}\n{extra}")
        path = self.folder / f"ics_{format}"
        done = motley("ic", settings, "-o", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return path

    def test_the_example_can_be_used_as_it_is_printed(self):
        done = motley("example")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = done.stdout.replace("particles: 64 ", "particles: 8 ").replace("dir: output", f"dir: {self.folder}")
        self.assertNotEqual(text, done.stdout)
        done = motley("ic", self.settings(text), "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = json.loads(done.stdout)
        self.assertEqual((shown["particles"], shown["redshift"]), (512, 49))
        self.assertAlmostEqual(shown["sigma8"], 0.8, 6)
        self.assertTrue((self.folder / "ics.hdf5").exists())

    def test_other_readers_see_the_same_particles_in_every_format(self):
        all_formats = [read_gadget(self.initial_conditions("gadget1")), read_gadget(self.initial_conditions("gadget2")),
                       read_hdf5(self.initial_conditions("hdf5"))]
        for header, position, velocity, ids in all_formats:
            self.assertEqual(tuple(header["count"]), (0, 4096, 0, 0, 0, 0))
            self.assertAlmostEqual(header["time"], 0.02, 12)
            self.assertAlmostEqual(header["redshift"], 49, 9)
            self.assertAlmostEqual(header["box"], 50000, 6)
            # Omega_m 3 H0^2 / (8 pi G) L^3 / N in 1e10 Msun/h, with Gadget's own G and H0
            self.assertAlmostEqual(header["mass"][1], 0.3 * 3 * 0.1**2 / (8 * numpy.pi * 43007.1) * 50000.0**3 / 4096, 3)
            self.assertEqual(sorted(ids), list(range(1, 4097)))
            self.assertTrue(((position >= 0) & (position < 50000)).all())
            numpy.testing.assert_allclose(position, all_formats[2][1], atol=0.004)
            numpy.testing.assert_allclose(velocity, all_formats[2][2], rtol=1e-6)
        header = all_formats[2][0]
        self.assertIn("seed: 5", header["settings"])
        self.assertEqual(header["seed"], 5)
        self.assertRegex(header["commit"], "^[0-9a-f]{7,}|unknown")

    def test_hdf5_of_other_programs_is_read(self):
        """Compressed and chunked, in the other order of bytes, masses one by one, cosmology elsewhere: as GADGET-4's."""
        header, position, velocity, ids = read_hdf5(self.initial_conditions("hdf5"))
        path = self.folder / "other.hdf5"
        with h5py.File(path, "w") as file:
            head = file.create_group("Header").attrs
            head["NumPart_ThisFile"] = head["NumPart_Total"] = numpy.array([0, 4096], "u8")
            head["MassTable"] = numpy.zeros(2)
            head["Time"], head["Redshift"], head["BoxSize"], head["NumFilesPerSnapshot"] = 0.02, 49.0, 50000.0, 1
            parameters = file.create_group("Parameters").attrs
            parameters["Omega0"], parameters["OmegaLambda"], parameters["HubbleParam"] = 0.3, 0.7, 0.7
            part = file.create_group("PartType1")
            part.create_dataset("Coordinates", data=position.astype(">f4"), chunks=(100, 3), compression="gzip")
            part.create_dataset("Velocities", data=velocity, chunks=(512, 3), shuffle=True, compression="gzip")
            part.create_dataset("ParticleIDs", data=ids.astype("i4"))
            part.create_dataset("Masses", data=numpy.full(4096, header["mass"][1], "f4"))
        ours = json.loads(motley("spectrum", self.folder / "ics_hdf5", "--json").stdout)["spectra"][0]
        done = motley("spectrum", path, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for one, two in zip(ours["bins"][:8], json.loads(done.stdout)["spectra"][0]["bins"]):
            self.assertAlmostEqual(one["power"] / two["power"], 1, 4)
        with h5py.File(path, "a") as file:
            file["PartType1/Masses"][7] *= 2
        done = motley("spectrum", path)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("unequal masses", done.stderr)

    def test_velocities_have_gadgets_convention(self):
        """Zel'dovich: peculiar velocity sqrt(a) u = a H f D psi, here with Om(a)^0.55 for f."""
        _, position, velocity, ids = read_hdf5(self.initial_conditions("hdf5", "initial: {order: 1}\n"))
        index = ids.astype(int) - 1
        lattice = (numpy.stack([index // 256, index // 16 % 16, index % 16], 1) + 0.5) * 50000 / 16
        moved = (position - lattice + 25000) % 50000 - 25000
        a, hubble = 0.02, 0.1 * (0.3 * 0.02**-3 + 0.7) ** 0.5
        growth = (0.3 * a**-3 / (0.3 * a**-3 + 0.7)) ** 0.55
        slope = (velocity * moved).sum() / (moved * moved).sum()
        self.assertAlmostEqual(slope * a**0.5 / (a * hubble * growth), 1, 3)

    def test_spectrum_of_a_lattice_at_rest_grows_as_the_input(self):
        path = self.initial_conditions("hdf5", "initial: {fixed: true}\n")
        done = motley("spectrum", path, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        spectrum = json.loads(done.stdout)["spectra"][0]
        self.assertEqual(spectrum["bins"][0]["modes"], 18)
        self.assertAlmostEqual(spectrum["shot_noise"], 50**3 / 4096, 9)
        early = self.initial_conditions("gadget1", "initial: {fixed: true, z: 99}\n")
        before = json.loads(motley("spectrum", early, "--json").stdout)["spectra"][0]
        for late, first in list(zip(spectrum["bins"], before["bins"]))[:4]:
            self.assertAlmostEqual(late["power"] / first["power"], 4, 1)  # D is a, nearly
        text = motley("spectrum", path).stdout.splitlines()
        self.assertEqual(len(text[-1].split()), 4)

    def test_forces_of_a_runs_own_snapshot(self):
        folder = self.folder / "own"
        settings = self.settings(f"box: {{particles: 16}}\ninitial: {{z: 9}}\noutput: {{dir: {folder}, redshifts: [8.5, 8]}}\n")
        self.assertEqual(motley("run", settings).returncode, 0)
        done = motley("forces", settings, "--snapshot", folder / "snapshot_001.hdf5", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertAlmostEqual(json.loads(done.stdout)["redshift"], 8, 5)

    def test_forces_of_a_snapshot_after_today(self):
        folder = self.folder / "late"
        settings = self.settings(f"box: {{particles: 8}}\ninitial: {{z: 9}}\noutput: {{dir: {folder}, redshifts: [-0.1]}}\n")
        self.assertEqual(motley("run", settings).returncode, 0)
        done = motley("forces", settings, "--snapshot", folder / "snapshot_000.hdf5", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertAlmostEqual(json.loads(done.stdout)["redshift"], -0.1, 5)

    def test_a_restart_with_another_setting_names_it(self):
        folder = self.folder / "stopped"
        start = f"box: {{particles: 8}}\ninitial: {{z: 9}}\nrun: {{time_limit: 1e-9}}\noutput: {{dir: {folder}, redshifts: [0]}}\n"
        done = motley("run", self.settings(start))
        self.assertIn("stopped at z = ", done.stdout, done)
        done = motley("run", self.settings(start + "mesh: {size: 20}\n"), "--restart")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertIn("other settings (mesh.size is 16 there, 20 now)", done.stderr)
        done = motley("run", self.settings(start))  # begun anew, it would take the saved state away
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("belongs to a stopped run", done.stderr)

    def test_spectra_of_a_folder_are_those_of_its_newest_files(self):
        folder = self.folder / "twice"
        for files, redshift in (3, 8.5), (1, 8):
            settings = self.settings(f"box: {{particles: 16}}\ninitial: {{z: 9}}\n"
                                     f"output: {{dir: {folder}, redshifts: [{redshift}], files: {files}}}\n")
            self.assertEqual(motley("run", settings).returncode, 0)
            for name in ("restart", "run.json"):  # to start over in the same folder
                (folder / name).unlink()
            spectra = json.loads(motley("spectrum", settings, "--json").stdout)["spectra"]
            self.assertEqual([round(s["redshift"], 5) for s in spectra], [redshift])

    def test_halos_of_a_settings_file_are_those_of_its_start_where_there_is_no_output(self):
        path = self.initial_conditions("gadget2")
        settings = self.settings(f"initial: {{file: {path}}}\nhalos: {{linking: 1.5, particles: 100}}\n"
                                 f"output: {{dir: {self.folder}/none}}\n")
        done = motley("halos", settings, "--json", "--picture", self.folder / "density.png")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        catalogue = json.loads(done.stdout)["catalogues"][0]
        # Everything is linked at one and a half separations.
        self.assertEqual([halo["particles"] for halo in catalogue["halos"]], [4096])
        self.assertTrue((self.folder / "density.png").read_bytes().startswith(b"\x89PNG"))

    def test_mistakes_are_sentences(self):
        box = self.folder / "box.yaml"
        nowhere = f"output: {{dir: {self.folder}/none}}\n"
        for text, arguments, message in [
                ("box: {sise: 3}\n", ("ic", box), ":1:7: `box` has no key `sise`; did you mean `size`?"),
                ("", ("ic", self.folder / "none.yaml"), "cannot be read"),
                ("", ("spectrum", self.folder / "none"), "there is no such file"),
                ("box: {particles: 16000}\n", ("ic", box), "but this machine has"),
                ("initial: {file: some}\n", ("ic", box), "remove it to generate others"),
                ("output: {dir: %s/none, format: gadget2}\n" % self.folder, ("ic", box, "-o", self.folder / "ics.hdf5"),
                 "would not be an HDF5 file: output.format is gadget2"),
                (nowhere, ("ic", box, "-o", box), "is the settings file; choose another name for the snapshot"),
                # It turns round before today, for which its spectrum is normalised.
                ("cosmology: {omega_m: 0.3, omega_lambda: 2.5}\noutput: {redshifts: [9]}\n", ("ic", box), "does not expand through a = 0.17"),
                (nowhere, ("halos", box), "there are no snapshots in")]:
            self.settings(text)
            done = motley(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_full_disk_leaves_the_snapshot_before(self):
        path = self.initial_conditions("hdf5")
        before = path.read_bytes()
        settings = self.settings("box: {size: 50, particles: 32, seed: 6}\n")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))

        done = motley("ic", settings, "-o", path, preexec_fn=small_files)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("cannot be written", done.stderr)
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(len(list(self.folder.iterdir())), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
