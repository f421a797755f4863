"""A box of the universe, from its power spectrum to halos: run, read, measure, draw.

    python universe.py [FOLDER]

Needs nothing but numpy; takes some seconds.
"""

import pathlib
import sys
import tempfile

import motley
import numpy as np


def main(folder):
    settings = {
        "box": {"size": 40, "particles": 32, "seed": 11},
        "output": {"redshifts": [3, 0], "dir": str(folder)},
    }
    run = motley.nbody.run(settings)
    spectra = []
    for file in run.snapshots:
        snap = motley.nbody.load(file)
        pk = motley.nbody.power_spectrum(snap)
        spectra.append(pk)
        print(repr(snap))
        print(f"  largest mode: P({pk.k_h_per_mpc[0]:.3f} h/Mpc) = {pk.power_mpc3_per_h3[0]:.3g} (Mpc/h)^3")
    halos = motley.nbody.halos(snap)
    print(f"{len(halos)} halos, the largest of {halos.mass_msun_per_h[0]:.3g} Msun/h")
    speed = np.linalg.norm(snap.velocities_km_per_s, axis=1)
    print(f"typical speed {np.median(speed):.0f} km/s")
    snap.picture(pathlib.Path(folder) / "density.png", size=512)
    print("density.png shows it")
    # Structure has grown.
    assert spectra[1].power_mpc3_per_h3[0] > 4 * spectra[0].power_mpc3_per_h3[0]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(f"{folder}/output")
