#!/usr/bin/env python3
"""A page with 200,000 spans in a browser: bench_page.py build/motley

Makes a plan, a trace of one long step, of which the timeline shows two ranks, and the page of both, and opens it in headless
Chromium (`scripts/setup chromium`). One line each: bytes of the page, seconds to write it, the spans in its timeline,
milliseconds to the first paint, and of a frame while the timeline is zoomed by the keyboard (median and the slowest).
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/apps"))
import browser  # noqa: E402

PROGRAM, SPANS = sys.argv[1], 199_000  # measured; those that are predicted follow
SHOWN_RANKS = 2  # one of each kind of device
ZOOM = """new Promise(done => {
  const canvas = document.querySelector('#step canvas'), times = [];
  canvas.focus();
  let last = performance.now();
  const frame = now => {
    times.push(now - last);
    last = now;
    if (times.length > 60) return done(times.slice(1));
    canvas.dispatchEvent(new KeyboardEvent('keydown', {key: times.length < 30 ? '+' : '-'}));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""

# Three numbers a span, each of which ends with a byte below 128.
COUNT = """JSON.parse(document.querySelector('#step script').textContent).spans.reduce(
  (sum, row) => sum + [...atob(row)].filter(c => c.charCodeAt(0) < 128).length / 3, 0)"""


def write_trace(file, ranks):
    """As core/trace writes it: one event a line, times in microseconds."""
    with open(file, "w") as out:
        out.write('{"traceEvents":[\n')
        for rank in range(ranks):
            name = {"name": "process_name", "ph": "M", "pid": rank, "args": {"name": f"rank {rank} (cpu)"}}
            track = {"name": "thread_name", "ph": "M", "pid": rank, "tid": 1, "args": {"name": "steps"}}
            out.write(json.dumps(name) + ",\n" + json.dumps(track) + ",\n")
            for i in range(SPANS // SHOWN_RANKS):
                event = {"name": f"segment {i % 500}", "cat": "compute" if i % 3 else "waiting", "ph": "X", "pid": rank,
                         "tid": 1, "ts": 20.0 * i, "dur": 15.0}  # fmt: skip
                if i and event["name"] == "segment 0":
                    event["name"] = "segment 1"  # only the first begins a step
                out.write(json.dumps(event) + ",\n")
        out.write("{}]}\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        plan, trace, page = (pathlib.Path(folder) / name for name in ("plan.json", "trace.json", "page.html"))
        subprocess.run([PROGRAM, "plan", "gpt:layers=2,hidden=64,heads=4,seq=64,vocab=256,batch=9", "--cluster",
                        ROOT / "examples/clusters/unlike-4.yaml", "--level", "fast", "-o", plan],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        write_trace(trace, 4)
        begin = time.monotonic()
        subprocess.run([PROGRAM, "report", plan, "--run", trace, "-o", page], check=True, stdout=subprocess.DEVNULL)
        print(f"page_bytes {page.stat().st_size}")
        print(f"page_seconds {time.monotonic() - begin:.2f}")
        with browser.Browser(folder) as chromium:
            opened = chromium.open(page)
            opened.wait_for("performance.getEntriesByType('paint').length > 0")
            paint = opened.value("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            frames = sorted(opened.value(ZOOM))
            spans = opened.value(COUNT)
        print(f"spans {spans}")
        print(f"first_paint_ms {paint:.0f}")
        print(f"frame_ms_median {frames[len(frames) // 2]:.1f}")
        print(f"frame_ms_slowest {frames[-1]:.1f}")


if __name__ == "__main__":
    if not browser.CHROMIUM:
        sys.exit("bench_page.py: Chromium is missing; scripts/setup chromium installs it")
    main()
