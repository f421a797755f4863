#!/usr/bin/env python3
"""Installs a build into a scratch folder and builds the example against it: test_install.py BUILD SOURCE [--shared]"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

BUILD, SOURCE = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
IS_SHARED = "--shared" in sys.argv


def run(*words, cwd=None):
    done = subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    prefix, build, work = folder / "prefix", folder / "build", folder / "work"
    work.mkdir()
    run("cmake", "--install", BUILD, "--prefix", prefix)
    project = folder / "project"
    shutil.copytree(SOURCE / "tests/install/project", project)
    (project / "CMakeLists.txt.in").rename(project / "CMakeLists.txt")
    run("cmake", "-G", "Ninja", "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DEXAMPLE={SOURCE / 'examples/cpp/train_on_cluster.cpp'}", f"-DBUILD_SHARED_LIBS={'ON' if IS_SHARED else 'OFF'}",
        f"-DWITH_MPI={'ON' if IS_SHARED else 'OFF'}", "-DCMAKE_CXX_FLAGS=-O0")
    run("cmake", "--build", build)
    example = build / "train_on_cluster"
    libraries = run("ldd", example)
    assert "libmpi" not in libraries, "planning and training must link without MPI"
    assert ("libmotley.so" in libraries) == IS_SHARED, libraries
    told = run(example, SOURCE / "examples/clusters/unlike-4.yaml", cwd=work)
    assert "(chosen)" in told and "step 10 of 10" in told and "checkpoint of step 10" in told, told
    # The installed program reads what the example has written.
    motley = prefix / "bin/motley"
    assert "equal" in run(motley, "verify", work / "plan.json")
    assert (work / "checkpoint/latest").exists()
    if IS_SHARED:
        assert "1 ranks" in run(build / "mpi_ranks")
    # Nothing of the source tree is needed.
    for header in (prefix / "include/motley").rglob("*.h"):
        assert str(SOURCE) not in header.read_text(), header
    print(told)
