"""Cosmological boxes: run them, read snapshots, measure power spectra and halos.

    run = motley.nbody.run({"box": {"size": 50, "particles": 64}, "output": {"redshifts": [1, 0], "dir": "output"}})
    snap = motley.nbody.load(run.snapshots[-1])
    snap.positions_mpc_per_h                       # (N, 3), comoving
    pk = motley.nbody.power_spectrum(snap)
    pk.k_h_per_mpc, pk.power_mpc3_per_h3

Lengths are comoving Mpc/h, masses Msun/h, velocities km/s. Numbers are those of `motley nbody`, bit for bit.
"""

import dataclasses
import json
import os

import numpy as np

from motley import _core, _html, _program, _wait
from motley._errors import Error, python_names

__all__ = ["Halos", "PowerSpectrum", "RunResult", "Snapshot", "estimate", "example", "halos", "load", "power_spectrum",
           "resolved", "run"]  # fmt: skip


def _settings(settings):
    """Settings as text, and the name of their file for messages."""
    if isinstance(settings, dict):
        return json.dumps(settings), "settings"
    if isinstance(settings, (str, os.PathLike)):
        file = os.fspath(settings)
        try:
            with open(file, encoding="utf-8") as text:
                return text.read(), file
        except OSError as error:
            raise Error(f"{file}: cannot be read: {error.strerror}") from None
    raise Error(f"settings is a {type(settings).__name__}; give a dict or the name of a settings file")


def example() -> str:
    """Settings with every key explained, as text (YAML)."""
    return _core.nbody_example()


def resolved(settings: dict | str | os.PathLike) -> dict:
    """Settings with every default filled in, as a dict of sections."""
    found, _ = _core.nbody_settings_json(*_settings(settings))
    return json.loads(found)


def estimate(settings: dict | str | os.PathLike) -> dict:
    """What a run would need: memory and disk in bytes, steps, seconds. Takes some seconds of trials."""
    text, file = _settings(settings)
    return json.loads(_wait.in_thread(lambda: _core.nbody_estimate_json(text, file)))


class Snapshot:
    """Particles at one time. Arrays are made when they are first asked for."""

    def __init__(self, core):
        self._core = core
        self._arrays = {}

    def _array(self, name, make):
        if name not in self._arrays:
            self._arrays[name] = make()
        return self._arrays[name]

    @property
    def positions_mpc_per_h(self) -> np.ndarray:
        """Comoving positions, (N, 3) float64, in [0, box_size)."""
        return self._array("x", self._core.positions)

    @property
    def velocities_km_per_s(self) -> np.ndarray:
        """Peculiar velocities, (N, 3) float32."""
        return self._array("v", self._core.velocities)

    @property
    def ids(self) -> np.ndarray:
        return self._array("id", self._core.ids)

    @property
    def num_particles(self) -> int:
        return self._core.num_particles

    @property
    def particle_mass_msun_per_h(self) -> float:
        """Of each particle; all have the same."""
        return self._core.mass

    @property
    def box_size_mpc_per_h(self) -> float:
        return self._core.box_size

    @property
    def scale_factor(self) -> float:
        return self._core.scale_factor

    @property
    def redshift(self) -> float:
        return 1 / self._core.scale_factor - 1

    @property
    def cosmology(self) -> dict[str, float]:
        """omega_m, omega_lambda and h, where the file has them (else 0)."""
        return {"omega_m": self._core.omega_m, "omega_lambda": self._core.omega_lambda, "h": self._core.h}

    @property
    def file(self) -> str:
        return self._core.file

    @property
    def notes(self) -> list[str]:
        """What the reader found worth saying about the file."""
        return self._core.notes

    def projected_density(
        self, size: int = 512, axis: int = 2, thickness: float = 0.0, center: float = 0.0
    ) -> np.ndarray:
        """The smoothed column density over its mean, (size, size), y upwards; of a slab, or of the whole box."""
        _check_view(size, axis)
        return self._core.projected_density(size, axis, float(thickness), float(center))

    def picture(
        self, file: str | os.PathLike | None = None, size: int = 1024, axis: int = 2, thickness: float = 0.0,
        center: float = 0.0, colors: str = "ember",
    ) -> bytes:  # fmt: skip
        """The projected density as a PNG image: its bytes, also written to `file` where one is given."""
        _check_view(size, axis)
        png = _wait.in_thread(lambda: self._core.picture(size, axis, float(thickness), float(center), colors))
        if file is not None:
            with open(file, "wb") as out:
                out.write(png)
        return png

    def _repr_png_(self):
        return self.picture(size=512)

    def __repr__(self):
        return (
            f"<motley.nbody.Snapshot of {self.num_particles} particles in {self.box_size_mpc_per_h:g} Mpc/h at redshift "
            f"{self.redshift:.4g}>"
        )


def _check_view(size, axis):
    if not 16 <= size <= 1 << 14:
        raise Error(f"size is {size}; pictures have 16 to 16384 pixels along an edge")
    if axis not in (0, 1, 2):
        raise Error(f"axis is {axis!r}; the line of sight is 0, 1 or 2")


def load(
    file: str | os.PathLike, length_unit: float | None = None, mass_unit: float | None = None,
    velocity_unit: float | None = None,
) -> Snapshot:  # fmt: skip
    """Reads a snapshot: Gadget-2's binary formats and Gadget's HDF5, of Motley and of other codes, in one file or many.

    Units are in Mpc/h, Msun/h and km/s (0.001, 1e10 and 1, Gadget's own, where the file does not say).
    """
    name = os.fspath(file)
    with python_names():
        return Snapshot(_wait.in_thread(lambda: _core.load_snapshot(name, length_unit, mass_unit, velocity_unit)))


def _snapshot(snapshot):
    if isinstance(snapshot, Snapshot):
        return snapshot
    if isinstance(snapshot, (str, os.PathLike)):
        return load(snapshot)
    raise Error(f"snapshot is a {type(snapshot).__name__}; give a Snapshot or the name of a file")


class _Columns:
    """Arrays by name, with the command line's table as text."""

    def __str__(self):
        return self.text

    def _repr_html_(self):
        return _html.text("\n".join(self.text.splitlines()[:24]))


@dataclasses.dataclass(repr=False)
class PowerSpectrum(_Columns):
    """P(k) in bins of one fundamental mode, below the mesh's Nyquist frequency. Shot noise is not subtracted."""

    k_h_per_mpc: np.ndarray
    power_mpc3_per_h3: np.ndarray
    num_modes: np.ndarray
    shot_noise_mpc3_per_h3: float
    redshift: float
    text: str

    def __repr__(self):
        return f"<motley.nbody.PowerSpectrum of {len(self.k_h_per_mpc)} bins at redshift {self.redshift:.4g}>"


def power_spectrum(snapshot: Snapshot | str | os.PathLike, mesh: int = 0) -> PowerSpectrum:
    """The power spectrum of a snapshot, on a mesh with this many points along each axis (two per particle)."""
    s = _snapshot(snapshot)
    if mesh and not 4 <= mesh <= 4096:
        raise Error(f"mesh is {mesh}; it has 4 to 4096 points along each axis")
    found = _wait.in_thread(lambda: s._core.power_spectrum(mesh))
    return PowerSpectrum(
        found["k"], found["power"], found["num_modes"], found["shot_noise"], s.redshift, found["text"]
    )  # fmt: skip


@dataclasses.dataclass(repr=False)
class Halos(_Columns):
    """Friends-of-friends halos, those with the most particles first: an entry of each array for each halo."""

    num_particles: np.ndarray
    mass_msun_per_h: np.ndarray
    center_mpc_per_h: np.ndarray
    velocity_km_per_s: np.ndarray
    dispersion_km_per_s: np.ndarray
    radius_mpc_per_h: np.ndarray
    first_id: np.ndarray
    redshift: float
    text: str

    def __len__(self):
        return len(self.num_particles)

    def __repr__(self):
        return f"<motley.nbody.Halos: {len(self)} at redshift {self.redshift:.4g}>"


def halos(snapshot: Snapshot | str | os.PathLike, linking: float = 0.2, min_particles: int = 32) -> Halos:
    """Friends-of-friends halos; `linking` is in mean separations."""
    s = _snapshot(snapshot)
    if not 0 < linking < 10 or min_particles < 1:
        raise Error(f"linking is {linking} and min_particles {min_particles}; the usual values are 0.2 and 32")
    found = _wait.in_thread(lambda: s._core.halos(float(linking), int(min_particles)))
    return Halos(
        found["num_particles"], found["mass"], found["center"], found["velocity"], found["dispersion"], found["radius"],
        found["first_id"], s.redshift, found["text"],
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Step:
    """A step of a simulation, for callbacks. progress: from 0 to 1, in ln a."""

    step: int
    redshift: float
    progress: float
    wall_seconds: float


@dataclasses.dataclass
class RunResult:
    """What a simulation left: its snapshots, in the order of time, and whether it came to its end."""

    snapshots: list[str]
    finished: bool
    redshift: float
    steps: int
    wall_seconds: float
    notes: list[str]


def run(
    settings: dict | str | os.PathLike, *, ranks: int | None = None, restart: bool = False, trace: str | None = None,
    device: str | None = None, progress: bool | None = None, callback=None,
) -> RunResult:  # fmt: skip
    """Runs a box from start to end, in processes of their own, and returns its snapshots' names.

    settings  a dict of sections ({"box": {...}}), a settings file, or a Gadget-2 parameter file; motley.nbody.example()
              explains every key
    ranks     MPI processes; by default one process with all cores. The same bits on any number.
    restart   continue a run that was stopped
    device    where gravity is computed, as `motley nbody run --device` takes it: none, auto, cuda or twin
    callback  called with a Step after every step; returning motley.STOP stops the run with restart files
    """
    import tempfile

    text, file = _settings(settings)
    _, notes = _core.nbody_settings_json(text, file)  # mistakes are told before anything starts
    with tempfile.TemporaryDirectory(prefix="motley-") as folder:
        if isinstance(settings, dict):
            file = f"{folder}/settings.yaml"
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
        words = ["nbody", "run", file, *(["--restart"] if restart else []), *(["--trace", trace] if trace else []),
                 *(["--device", device] if device else [])]  # fmt: skip
        launcher = [] if ranks is None else _mpirun(ranks)
        line, snapshots, end = _wait.Line(progress), [], None
        with _program.Child(words, launcher) as child:
            try:
                for event in child.events():
                    kind = event and event["event"]
                    if kind == "output":
                        snapshots.append(event["snapshot"])
                    elif kind == "end":
                        end = event
                    elif kind == "step":
                        done = Step(event["step"], event["redshift"], event["progress"], event["wall_seconds"])
                        line.update(f"step {done.step}  z = {done.redshift:.3g}  {100 * done.progress:.0f} %")
                        if callback is not None and callback(done) is _wait.STOP:
                            child.stop()
            except BaseException:
                child.stop()
                raise
            finally:
                line.clear()
            child.check()
            if end is None:
                raise Error(f"the run ended without a result: {child.text()[-300:]}")
    return RunResult(snapshots, end["finished"], end["redshift"], end["steps"], end["wall_seconds"], list(notes))


def _mpirun(ranks):
    import shutil

    if shutil.which("mpirun") is None:
        raise Error("ranks needs mpirun, which is not there: install Open MPI (Debian: openmpi-bin), or leave out ranks")
    as_root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return ["mpirun", "-np", str(ranks), "--oversubscribe", "--bind-to", "none", *as_root]
