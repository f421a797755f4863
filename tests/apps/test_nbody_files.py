#!/usr/bin/env python3
"""What `motley nbody` makes of files that are unusual or wrong: test_nbody_files.py build/motley tests/data"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy

PROGRAM, DATA = sys.argv[1], pathlib.Path(sys.argv[2])
BOX = "box: {size: 20, particles: 8, seed: 3}\nrun: {threads: 1}\n"


def motley(*arguments, **options):
    return subprocess.run([PROGRAM, "nbody", *map(str, arguments)], capture_output=True, text=True, timeout=60, **options)


class NbodyFiles(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def settings(self, text, name="box.yaml"):
        file = self.folder / name
        file.write_text(text)
        return file

    def run_box(self, text, *arguments):
        """A run into the folder `out`, without pictures, which take longest."""
        text = text.replace("OUT,", "OUT, picture: false,")
        settings = self.settings(text.replace("OUT", str(self.folder / "out")))
        done = motley("run", settings, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def initial_conditions(self, extra="", name="ics.hdf5"):
        path = self.folder / name
        done = motley("ic", self.settings(BOX + extra, "ics.yaml"), "-o", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def error(self, *arguments):
        done = motley(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        return done.stderr

    def start_error(self, path, extra=""):
        """What a run from this file says."""
        return self.error("run", self.settings(f"initial: {{file: {path}}}\n{extra}output: {{dir: {self.folder}/out}}\n"))

    def test_units_of_a_header_are_read(self):
        for format in ("hdf5", "gadget2"):
            path = self.initial_conditions(f"units: {{length: 1, mass: 1, velocity: 10}}\noutput: {{format: {format}}}\n", f"mpc_{format}")
            done = motley("spectrum", path)
            self.assertIn("box 20 Mpc/h", done.stdout)
            # The same box in kpc/h and km/s has the same future.
            kpc = self.initial_conditions(f"output: {{format: {format}}}\n", f"kpc_{format}")
            for initial in (path, kpc):
                out = self.folder / f"of_{initial.name}"
                done = motley("run", self.settings(f"initial: {{file: {initial}}}\noutput: {{dir: {out}, redshifts: [30]}}\n"))
                self.assertEqual((done.returncode, done.stderr.count("warning")), (0, 0), done.stderr)
            with h5py.File(self.folder / f"of_mpc_{format}/snapshot_000.hdf5") as one, \
                    h5py.File(self.folder / f"of_kpc_{format}/snapshot_000.hdf5") as two:
                order = [numpy.argsort(file["PartType1/ParticleIDs"][:]) for file in (one, two)]
                numpy.testing.assert_allclose(one["PartType1/Velocities"][:][order[0]] * 10, two["PartType1/Velocities"][:][order[1]], rtol=1e-3, atol=1e-3)
                numpy.testing.assert_allclose(one["PartType1/Coordinates"][:][order[0]] * 1000, two["PartType1/Coordinates"][:][order[1]], atol=0.1)
        said = self.start_error(self.folder / "mpc_hdf5", "units: {length: 0.001}\n")
        self.assertRegex(said, r"box.yaml:2:9: `units.length` is 0.001, but 1 in the snapshot .*mpc_hdf5; remove it")
        self.settings("units: {velocity: 1}\n")
        self.assertIn("`units.velocity` is 1, but 10", self.error("spectrum", self.folder / "box.yaml", self.folder / "mpc_hdf5"))

    def test_units_of_other_programs_are_read_from_where_they_write_them(self):
        path = self.initial_conditions("units: {length: 1}\n")
        with h5py.File(path, "a") as file:
            parameters = file.create_group("Parameters").attrs
            for name in ("UnitLength_in_cm", "UnitMass_in_g", "UnitVelocity_in_cm_per_s"):
                parameters[name] = file["Header"].attrs[name]
                del file["Header"].attrs[name]
            parameters["UnitLength_in_cm"] = 3.0857e24  # another constant, the same Mpc
            del file["Motley"]
        self.assertIn("box 20 Mpc/h", motley("spectrum", path).stdout)

    def test_the_cosmology_of_a_run_goes_on_in_the_next(self):
        cosmology = "cosmology: {omega_m: 0.31, omega_b: 0.049, omega_r: 0.001, omega_lambda: 0.6, w0: -0.9, wa: 0.1}\n"
        for format in ("hdf5", "gadget1"):
            path = self.initial_conditions(cosmology + f"output: {{format: {format}}}\n", f"ics_{format}")
            done = motley("run", self.settings(f"initial: {{file: {path}}}\noutput: {{dir: {self.folder}/{format}, redshifts: [40]}}\n"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("the universe is curved: omega_k = 1 - omega_m - omega_lambda - omega_r = 0.089", done.stderr)
            with h5py.File(self.folder / format / "snapshot_000.hdf5") as file:
                head = file["Header"].attrs
                self.assertEqual([head[name] for name in ("Omega0", "OmegaLambda", "OmegaBaryon", "OmegaRadiation", "w0", "wa")],
                                 [0.31, 0.6, 0.049, 0.001, -0.9, 0.1])
        self.assertIn("`cosmology.wa` is 0, but 0.1", self.start_error(self.folder / "ics_hdf5", "cosmology: {wa: 0}\n"))

    def test_files_of_earlier_versions_keep_their_cosmology_too(self):
        path = self.initial_conditions("cosmology: {w0: -0.8}\n")
        with h5py.File(path, "a") as file:
            for name in ("w0", "wa", "OmegaBaryon", "OmegaRadiation"):
                if name in file["Header"].attrs:
                    del file["Header"].attrs[name]
        self.assertIn("`cosmology.w0` is -1, but -0.8", self.start_error(path, "cosmology: {w0: -1}\n"))

    def replaced(self, name, change):
        path = self.initial_conditions()
        with h5py.File(path, "a") as file:
            values = file[f"PartType1/{name}"][:]
            del file[f"PartType1/{name}"]
            file[f"PartType1/{name}"] = change(values)
        return self.error("spectrum", path)

    def test_datasets_of_another_shape_or_type_are_refused_by_name(self):
        for name in ("Coordinates", "Velocities"):
            self.assertIn(f"PartType1/{name} has shape [1536], but its 512 particles need [512, 3]", self.replaced(name, numpy.ravel))
            self.assertIn(f"PartType1/{name} has shape [3, 512]", self.replaced(name, numpy.transpose))
            self.assertIn(f"PartType1/{name} does not contain floating-point numbers", self.replaced(name, lambda v: v.astype("i4")))
        self.assertIn("PartType1/ParticleIDs does not contain integers", self.replaced("ParticleIDs", lambda v: v.astype("f4")))

    def test_hdf5_that_is_too_new_is_said_to_be(self):
        self.assertIn("PartType1/Coordinates cannot be read by HDF5", self.error("spectrum", DATA / "nbody/newer_hdf5.hdf5"))
        path = self.initial_conditions()
        latest = self.folder / "latest.hdf5"
        with h5py.File(path) as file, h5py.File(latest, "w", libver="latest") as copy:
            for group in ("Header", "PartType1"):
                file.copy(group, copy)
        self.assertEqual(motley("spectrum", latest).stdout.splitlines()[1:], motley("spectrum", path).stdout.splitlines()[1:])

    def test_universes_are_flat_or_said_to_be_curved(self):
        done = motley("ic", self.settings(BOX + "cosmology: {omega_m: 0.315}\n"), "-o", self.folder / "ics.hdf5")
        self.assertEqual(done.returncode, 0)
        self.assertIn("the universe is flat: omega_lambda = 1 - omega_m - omega_r = 0.685", done.stderr)
        with h5py.File(self.folder / "ics.hdf5") as file:
            self.assertAlmostEqual(file["Header"].attrs["OmegaLambda"], 0.685, 12)
        self.assertIn("so 0.674 for H0 = 67.4", self.error("ic", self.settings("cosmology: {h: 67.4}\n")))
        self.assertIn("sigma8 is about 0.8", self.error("ic", self.settings("cosmology: {sigma8: 80}\n")))

    def test_a_spectrum_that_begins_late_is_extrapolated_only_if_asked(self):
        table = self.folder / "pk.txt"
        k = numpy.geomspace(0.5, 50, 100)  # the fundamental mode is 0.314
        numpy.savetxt(table, numpy.stack([k, k**-2.0], 1))
        text = BOX + f"cosmology: {{spectrum: {table}, sigma8: auto%s}}\n"
        self.assertIn("`cosmology: {extrapolate: true}` continues it", self.error("ic", self.settings(text % ""), "-o", self.folder / "ics"))
        done = motley("ic", self.settings(text % ", extrapolate: true"), "-o", self.folder / "ics")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_broken_initial_conditions_are_refused(self):
        def refused(change, message):
            path = self.initial_conditions()
            with h5py.File(path, "a") as file:
                change(file)
            self.assertIn(message, self.start_error(path))

        def equal_ids(file):
            file["PartType1/ParticleIDs"][7] = 300

        def totals(file):
            file["Header"].attrs["NumPart_Total"] = numpy.array([0, 600, 0, 0, 0, 0], "u4")

        def box(file):
            file["Header"].attrs["BoxSize"] = [20000.0, 20000.0, 10000.0]

        refused(equal_ids, "the id 300 occurs more than once")
        refused(totals, "its header says 0, 600, 0, 0, 0, 0 in all files")
        refused(box, "has a box of 20000 by 10000")
        path = self.initial_conditions("output: {files: 2, format: gadget1}\n", "two")
        shutil.copy(f"{path}.0", f"{path}.1")
        for command in (("run", self.settings(f"initial: {{file: {path}}}\n")), ("spectrum", path)):
            self.assertIn("contains the same particles as", self.error(*command))

    def test_velocities_that_cannot_be_are_warned_of(self):
        path = self.initial_conditions()
        with h5py.File(path, "a") as file:
            file["PartType1/Velocities"][:] = file["PartType1/Velocities"][:] * 5
        out = self.folder / "fast"
        settings = self.settings(f"initial: {{file: {path}}}\noutput: {{dir: {out}, redshifts: [45]}}\n")
        done = motley("run", settings)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"warning: the velocities at the start are 5(\.\d+)? times those of the growing mode")
        self.assertIn("growing mode", json.loads((out / "run.json").read_text())["warnings"][0])
        with h5py.File(path, "a") as file:
            file["PartType1/Velocities"][:] = file["PartType1/Velocities"][:] / 5 + [300, 0, 0]
        self.settings(f"initial: {{file: {path}}}\noutput: {{dir: {self.folder}/drift, redshifts: [45]}}\n")
        self.assertIn("warning: the particles drift together", motley("run", settings).stderr)

    def test_a_run_may_be_shorter_than_a_step(self):
        done = self.run_box(BOX + "output: {dir: OUT, redshifts: [48.9]}\n")
        self.assertIn("1 step in", done.stdout)
        with h5py.File(self.folder / "out/snapshot_000.hdf5") as file:
            self.assertAlmostEqual(file["Header"].attrs["Redshift"], 48.9, 5)

    def test_a_finished_run_is_extended_and_not_overwritten(self):
        text = BOX + "initial: {z: 9}\noutput: {dir: OUT, redshifts: [%s], format: gadget2}\n"
        self.run_box(text % "8, 7")
        settings = self.folder / "box.yaml"
        before = (self.folder / "out/snapshot_001").read_bytes()
        self.assertIn("belongs to a finished run; choose another output.dir", self.error("run", settings))
        self.assertIn("belongs to a finished run; add a lower redshift", self.error("run", settings, "--restart"))
        done = self.run_box(text % "8, 7, 6" + "halos: {linking: 0.3}\n", "--restart")
        self.assertIn("from z = 7 on it has a new time line to z = 6", done.stderr)
        self.assertEqual((self.folder / "out/snapshot_001").read_bytes(), before)
        self.assertTrue((self.folder / "out/snapshot_002").exists())
        record = json.loads((self.folder / "out/run.json").read_text())
        self.assertEqual([(o["number"], round(o["redshift"], 4)) for o in record["outputs"]], [(0, 8), (1, 7), (2, 6)])
        for file in (self.folder / "out").glob("restart*"):
            file.unlink()
        self.assertIn("run.json: belongs to a finished run", self.error("run", settings))

    def test_a_signal_stops_a_run_with_restart_files(self):
        for number in (signal.SIGUSR1, signal.SIGTERM):
            out = self.folder / number.name
            settings = self.settings(BOX.replace("particles: 8", "particles: 16") + f"output: {{dir: {out}, picture: false}}\n")
            process = subprocess.Popen([PROGRAM, "nbody", "run", settings], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            until = time.time() + 30
            while time.time() < until and not ((out / "log.txt").exists() and "step 1," in (out / "log.txt").read_text()):
                time.sleep(0.01)
            process.send_signal(number)
            said, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, error)
            self.assertRegex(said, r"stopped at z = .*; `motley nbody run .* --restart` resumes it")
            self.assertTrue((out / "restart").exists())
            self.assertFalse(json.loads((out / "run.json").read_text())["finished"])
            self.assertIn("belongs to a stopped run", self.error("run", settings))

    def test_a_dry_run_says_what_a_run_needs(self):
        settings = self.settings(BOX + f"initial: {{z: 9}}\noutput: {{dir: {self.folder}/out, redshifts: [8, 7]}}\n")
        done = motley("run", settings, "--dry-run", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = json.loads(done.stdout)
        self.assertEqual(said["settings"]["mesh"]["size"], 16)
        self.assertGreater(said["memory_bytes"], 36e6)
        self.assertGreater(said["seconds"], 0)
        self.assertFalse((self.folder / "out").exists())
        run = json.loads(motley("run", settings, "--json").stdout)
        self.assertAlmostEqual(said["steps"] / run["steps"], 1, 0)
        snapshot = (self.folder / "out/snapshot_000.hdf5").stat().st_size
        self.assertAlmostEqual(said["snapshot_bytes"] / snapshot, 1, 1)
        text = motley("run", settings, "--dry-run").stdout
        for word in ("memory ", "disk ", "steps ", "time ", "comoving: 0.1\n", "r_s 1.25 Mpc/h (ASMTH 1)"):
            self.assertIn(word, text)

    def test_a_dry_run_reads_the_spectrum(self):
        settings = self.settings(BOX + f"cosmology: {{spectrum: nowhere.txt}}\noutput: {{dir: {self.folder}/out, redshifts: [8]}}\n")
        self.assertIn("nowhere.txt: cannot be read", self.error("run", settings, "--dry-run"))

    def test_the_memory_of_a_twin_is_the_hosts(self):
        settings = self.settings(BOX + f"output: {{dir: {self.folder}/out, redshifts: [8]}}\n")
        host, twin = (json.loads(motley("run", settings, "--dry-run", "--json", "--device", device).stdout)
                      for device in ("none", "twin"))
        self.assertEqual(host["device_memory_bytes"], 0)
        self.assertGreater(twin["device_memory_bytes"], 1e5)
        self.assertEqual(twin["memory_bytes"], host["memory_bytes"] + twin["device_memory_bytes"])

    def test_a_dry_run_says_that_the_gpu_is_not_here(self):
        settings = self.settings(BOX + f"output: {{dir: {self.folder}/out, redshifts: [8]}}\n")
        environment = {**os.environ, "MOTLEY_NBODY_CUDA": str(self.folder / "none.so")}
        done = motley("run", settings, "--dry-run", "--device", "cuda", env=environment)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, "(?m)^device  .* on the GPU; it cannot run here: the module .* was not loaded")

    def test_a_restart_says_what_changes_its_bits(self):
        text = BOX + f"initial: {{z: 9}}\noutput: {{dir: {self.folder}/out, redshifts: [8.8]}}\n"
        self.assertEqual(motley("run", self.settings(text)).returncode, 0)
        text = text.replace("8.8", "8.8, 8.7").replace("threads: 1", "threads: 1, exact: true, device: twin")
        said = motley("run", self.settings(text), "--restart").stderr
        self.assertIn("the run was on device none and continues on twin; from z = 8.8 on its results differ", said)
        self.assertIn("the run was not in the exact mode and continues in it; from z = 8.8 on its results differ", said)
        said = motley("run", self.settings(text.replace("8.7", "8.7, 8.6")), "--restart").stderr
        self.assertNotIn("its results", said)

    def test_forces_of_a_device(self):
        settings = self.settings(BOX + "initial: {z: 9}\n")
        host, twin = (json.loads(motley("forces", settings, "--json", "--device", device).stdout)
                      for device in ("none", "twin"))
        self.assertEqual((host["device"], twin["device"]), ("none", "twin"))
        self.assertAlmostEqual(twin["median"] / host["median"], 1, 2)
        self.assertNotEqual(twin["direct"], host["direct"])
        environment = {**os.environ, "MOTLEY_NBODY_CUDA": str(self.folder / "none.so")}
        settings = self.settings(BOX.replace("threads: 1", "device: cuda"))
        done = motley("forces", settings, env=environment)
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_an_output_has_one_line_in_all_charts_of_the_page(self):
        out = self.folder / "out"
        redshifts = [8.9, 8.8, 8.7, 8.6, 8.5, 8.4, 8.3]
        settings = self.settings(BOX + f"initial: {{z: 9}}\noutput: {{dir: {out}, redshifts: {redshifts}}}\n")
        self.assertEqual(motley("run", settings, "--device", "twin").returncode, 0)
        for number in (0, 1, 6):  # 8^3 particles have no halos yet
            with open(out / f"halos_{number:03}.txt", "a") as file:
                file.writelines(f"{n} {n}e11 1 1 1 0 0 0 1 1 {n}\n" for n in (40, 33))
        self.assertEqual(motley("report", out, "-o", self.folder / "box.html").returncode, 0)
        page = (self.folder / "box.html").read_text()
        self.assertIn("on 1 rank with 1 thread, forces on the twin", page)
        spectra, halos = page.split('id="spectra"')[1].split('id="halos"')
        halos = halos.split('id="checks"')[0]
        self.assertIn("Measured P(k) of 5 of 7 outputs", spectra)
        legend = r'<polyline class="(line\d)" points="[^"]*"/></svg>z = ([\d.]+)'
        of_spectra, of_halos = ({z: line for line, z in re.findall(legend, part)} for part in (spectra, halos))
        self.assertEqual(list(of_spectra), ["8.9", "8.8", "8.6", "8.5", "8.3"])
        self.assertEqual(of_halos, {z: of_spectra[z] for z in ("8.9", "8.8", "8.3")})
        self.assertEqual(len(set(of_spectra.values())), 5)

    @unittest.skipIf(os.environ.get("MOTLEY_SANITIZED"), "sanitizers take memory of their own")
    def test_the_memory_of_a_run_is_known_before(self):
        settings = self.settings("box: {size: 24, particles: 48}\nrun: {threads: 1}\ninitial: {z: 9}\n"
                                 f"output: {{dir: {self.folder}/out, redshifts: [8.9, 8.8]}}\n")
        process = subprocess.Popen([PROGRAM, "nbody", "run", settings], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        self.assertEqual(status, 0)
        said = json.loads((self.folder / "out/run.json").read_text())["memory_bytes"]
        self.assertLess(abs(said / (usage.ru_maxrss * 1024) - 1), 0.1)

    def test_every_default_is_recorded(self):
        self.run_box(BOX + "output: {dir: OUT, redshifts: [45]}\n")
        with h5py.File(self.folder / "out/snapshot_000.hdf5") as file:
            text = file["Motley"].attrs["Settings"].decode()
        record = json.loads((self.folder / "out/run.json").read_text())
        self.assertIn("  threads: 1\n", (self.folder / "out/log.txt").read_text())
        for line in ("comoving: 0.1", "size: 16", "split: 1", "cutoff: 5.5", "window: pcs", "restart_interval: 1800"):
            self.assertIn(f"  {line}\n", text)
            self.assertIn(f"  {line}\n", (self.folder / "out/log.txt").read_text())
        self.assertEqual((record["settings"]["mesh"]["size"], record["settings"]["softening"]["comoving"]), (16, 0.1))
        self.assertIsNone(record["outputs"][0]["layzer_irvine"])  # too early to mean anything
        self.assertNotIn("Layzer-Irvine", (self.folder / "out/log.txt").read_text())
        self.assertEqual(set(record["phase_seconds"]["mesh"]), {"mean", "max"})
        self.assertTrue(record["finished"])
        self.assertIn("1 rank of 1 thread,", (self.folder / "out/log.txt").read_text())

    def test_a_run_from_a_file_invents_no_seed(self):
        path = self.initial_conditions()
        self.run_box(f"initial: {{file: {path}}}\noutput: {{dir: OUT, redshifts: [45]}}\n")
        with h5py.File(self.folder / "out/snapshot_000.hdf5") as file:
            self.assertNotIn("Seed", file["Motley"].attrs)
            text = file["Motley"].attrs["Settings"].decode()
        for key in ("seed", "sigma8", "n_s"):
            self.assertNotIn(f"  {key}:", text)
        self.assertNotIn("seed", (self.folder / "out/log.txt").read_text().splitlines()[0])

    def test_spare_bytes_of_a_binary_header_stay_zero(self):
        data = self.initial_conditions("output: {format: gadget1}\n", "start").read_bytes()
        self.assertEqual(data[4 + 196:4 + 256], bytes(60))

    def test_a_box_too_small_to_run_has_initial_conditions(self):
        done = motley("ic", self.settings("box: {particles: 4}\n"), "-o", self.folder / "ics.hdf5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_settings_are_not_replaced_by_those_of_the_snapshot(self):
        settings = self.settings(BOX + "output: {format: gadget1}\n", "ics.yaml")
        self.assertIn("is the settings file, and would be replaced", self.error("ic", settings, "-o", self.folder / "ics"))
        self.assertTrue(settings.read_text().startswith(BOX))

    def test_printed_names_exist(self):
        done = self.run_box(BOX + "output: {dir: OUT, redshifts: [45, 44], files: 2, base: snap}\n")
        names = done.stdout.splitlines()[1:]
        self.assertEqual([pathlib.Path(name).name for name in names], ["snap_000.0.hdf5", "snap_001.0.hdf5"])
        for name in names:
            self.assertTrue(pathlib.Path(name).exists(), name)
        done = motley("ic", self.settings(BOX + "output: {files: 2}\n"), "-o", self.folder / "ics", "--json")
        self.assertTrue(pathlib.Path(json.loads(done.stdout)["file"]).exists())

    def test_each_snapshot_has_its_picture(self):
        paths = [self.initial_conditions(f"initial: {{z: {z}}}\n", f"{z}.hdf5") for z in (49, 9)]
        pictures = [self.folder / "a.png", self.folder / "b.png"]
        done = motley("halos", *paths, "--picture", pictures[0], "--picture", pictures[1])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotEqual(pictures[0].read_bytes(), pictures[1].read_bytes())
        self.assertIn("2 snapshots, but 1 file of --picture", self.error("halos", *paths, "--picture", pictures[0]))

    def test_types_are_merged_with_a_note(self):
        path = self.initial_conditions()
        with h5py.File(path, "a") as file:
            head, part = file["Header"].attrs, file["PartType1"]
            second = file.create_group("PartType2")
            for name in ("Coordinates", "Velocities", "ParticleIDs"):
                values = part[name][:]
                del part[name]
                part[name], second[name] = values[:500], values[500:]
            for name in ("NumPart_ThisFile", "NumPart_Total"):
                head[name] = numpy.array([0, 500, 12, 0, 0, 0], "u4")
            mass = head["MassTable"]
            mass[2] = mass[1]
            head["MassTable"] = mass
        done = motley("spectrum", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("particles of types 1, 2 have the same mass and are merged", done.stderr)

    def test_parameter_files_of_gadget_4_are_named(self):
        path = self.settings("InitCondFile ics\nMaxMemSize 1800\n", "param.txt")
        self.assertIn("param.txt:2:1: `MaxMemSize` is a parameter of Gadget-4", self.error("run", path))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
