"""The motley program as a child process, with its events.

Training and simulations run in processes of their own: nothing is forked from this one, and MPI is never initialized in
it. Events come as lines of JSON over a Unix socket (docs/formats.md), commands go back on it.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time

from motley._errors import Error, RunError, in_python

# What a launcher tells its ranks. A notebook under srun or mpirun has them, and a run that it starts is no rank of it.
_LAUNCHER_VARIABLES = ("OMPI_", "PMI", "PMIX", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID", "MOTLEY_TRAIN_PLAN",
                       "MOTLEY_EVENTS_SOCKET")  # fmt: skip


def program():
    """The path of the motley program: $MOTLEY, the one installed with this package, or that of the build tree."""
    here = pathlib.Path(__file__).parent  # of the build tree, build/python_package/motley, not of the link's target
    candidates = [os.environ.get("MOTLEY"), pathlib.Path(sysconfig.get_path("scripts")) / "motley",
                  here.parent.parent / "motley"]  # fmt: skip
    for candidate in candidates:
        if candidate and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return os.fspath(candidate)
    found = shutil.which("motley")
    if found:
        return found
    raise Error("the motley program is not there: `pip install .` brings it along, and $MOTLEY may name another")


def environment():
    """Ours without what a launcher has put there."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_LAUNCHER_VARIABLES)}


class Child:
    """A running `motley` with a connection to its events; a context manager that leaves nothing behind."""

    def __init__(self, arguments, launcher=()):
        self._folder = tempfile.TemporaryDirectory(prefix="motley-")
        self._socket_path = f"{self._folder.name}/events"
        self._log = open(f"{self._folder.name}/log", "w+b")  # noqa: SIM115 - closed in __exit__
        command = [*launcher, program(), *map(str, arguments), "--events", self._socket_path]
        # A session of its own: the Ctrl-C of a terminal is ours, and we ask for the end.
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, env=environment(), start_new_session=True
        )
        self._socket = None
        self._buffer = b""
        self._is_stopping = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            if self._is_stopping:  # it finishes its step and saves
                self._process.wait(60)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            pass  # a second Ctrl-C is in a hurry
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
        if self._socket is not None:
            self._socket.close()
        self._log.close()
        self._folder.cleanup()

    def _connect(self):
        while self._socket is None and self._process.poll() is None:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self._socket_path)
            except (FileNotFoundError, ConnectionRefusedError):
                connection.close()
                yield None
                continue
            connection.settimeout(0.1)
            self._socket = connection
            self._send("follow")  # the run does not outlive this process

    def _send(self, command):
        try:
            self._socket.sendall(json.dumps({"command": command}).encode() + b"\n")
        except OSError:
            pass  # it has ended already

    def stop(self):
        """Asks the run to finish its step, save, and end."""
        if self._is_stopping:
            return
        self._is_stopping = True
        if self._socket is not None:
            self._send("stop")
        elif self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)

    def events(self):
        """Events as dicts, as they come, until the run has ended; None now and then, for the caller to do other things."""
        for nothing in self._connect():
            yield nothing
            time.sleep(0.02)
        while self._socket is not None:
            try:
                got = self._socket.recv(1 << 16)
            except TimeoutError:
                yield None
                continue
            if not got:
                break
            self._buffer += got
            *lines, self._buffer = self._buffer.split(b"\n")
            for line in lines:
                yield json.loads(line)
        while self._process.poll() is None:
            yield None
            time.sleep(0.02)

    def text(self):
        """What the program has printed."""
        self._log.flush()
        with open(self._log.name, "rb") as file:
            return file.read().decode(errors="replace")

    def check(self):
        """Raises a RunError unless the run has ended well."""
        status = self._process.wait()
        if status in (0, 1):
            return
        said = [line.removeprefix("motley: ") for line in self.text().splitlines() if line.startswith("motley: ")]
        # The cause, rather than what was said before it or what it did to other ranks.
        said = [line for line in said if not re.match(r"stopping: |rank \d+: ended by SIGTERM ", line)] or said
        tail = " | ".join(self.text().splitlines()[-3:])
        raise RunError(in_python(said[0]) if said else f"the program ended with status {status}: {tail}")
