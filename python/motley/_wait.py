"""Waits for long work of the library: in a thread of its own, with progress, Ctrl-C and a callback that may stop it."""

import dataclasses
import sys
import threading
import time

from motley import _core


class _Stop:
    """Returned by a callback to end what reports to it: motley.STOP."""

    def __repr__(self):
        return "motley.STOP"


STOP = _Stop()


@dataclasses.dataclass(frozen=True)
class PlanProgress:
    """What a search reports: its phase, the plans simulated in it, and the best step so far in seconds (None: none)."""

    phase: str
    num_simulated: int
    best_seconds: float | None
    elapsed_seconds: float

    def __str__(self):
        best = "" if self.best_seconds is None else f", best step {duration(self.best_seconds)}"
        return f"{self.phase or 'preparing'}: {self.num_simulated} plans{best} ({self.elapsed_seconds:.0f} s)"


def duration(seconds):
    """41.2 ms, 3.21 s."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1 or unit == "us":
            return f"{seconds * factor:.4g} {unit}"


def in_notebook():
    shell = sys.modules.get("IPython")
    shell = shell and shell.get_ipython()
    return bool(shell) and hasattr(shell, "kernel")


class Line:
    """One line that is overwritten: on a terminal, or in a notebook's cell. Elsewhere nothing is shown."""

    def __init__(self, shown=None):
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._notebook = in_notebook()
        self._shown = (self._terminal or self._notebook) if shown is None else shown
        self._handle, self._next = None, 0.0

    def update(self, text):
        now = time.monotonic()
        if not self._shown or now < self._next:
            return
        self._next = now + 0.2
        if self._notebook:
            from IPython.display import display

            bundle = {"text/plain": text}
            if self._handle is None:
                self._handle = display(bundle, raw=True, display_id=True)
            else:
                self._handle.update(bundle, raw=True)
        else:
            sys.stderr.write(f"\r\x1b[K{text}" if self._terminal else f"{text}\n")
            sys.stderr.flush()

    def clear(self):
        if self._handle is not None:
            self._handle.update({"text/plain": "", "text/html": ""}, raw=True)
        elif self._terminal and self._next:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def in_thread(work, on_tick=lambda: None, on_interrupt=lambda: None, tick=0.1):
    """Returns work(), which runs in a thread. on_tick is called about every `tick` seconds meanwhile; after a Ctrl-C,
    or if on_tick raises, on_interrupt is called once, which must make `work` end soon, and the exception goes on."""
    done, result = threading.Event(), {}

    def run():
        try:
            result["value"] = work()
        except BaseException as error:  # noqa: BLE001 - it is raised again below
            result["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=run, name="motley", daemon=True)
    thread.start()
    try:
        while not done.wait(tick):
            on_tick()
        thread.join()
    except BaseException:
        on_interrupt()
        raise
    if "error" in result:
        raise result["error"]
    return result["value"]


def cancellable(work):
    """Runs work(control); Ctrl-C ends it with KeyboardInterrupt."""
    control = _core.Control()
    return in_thread(lambda: work(control), on_interrupt=control.cancel)


def search(work, progress=None, callback=None):
    """Runs work(control) with progress; returns its result. A callback that returns STOP ends the search with the best
    plan so far, Ctrl-C ends it with KeyboardInterrupt."""
    control, line, begin, last = _core.Control(), Line(progress), time.monotonic(), [None]

    def tick():
        phase, count, best = control.progress
        now = PlanProgress(phase, count, best or None, time.monotonic() - begin)
        if now.elapsed_seconds > 0.5:
            line.update(str(now))
        if callback is not None and (phase, count) != last[0]:
            last[0] = (phase, count)
            if callback(now) is STOP:
                control.cancel()

    try:
        return in_thread(lambda: work(control), tick, control.cancel)
    finally:
        line.clear()
