#!/usr/bin/env python3
"""The pages of `motley report` and --report: test_report.py build/motley tests/data [browser]

With `browser` they are opened in headless Chromium, too, where there is one: scripts run, nothing is
asked of the network, nothing throws."""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.request

PROGRAM, DATA = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
BROWSER = shutil.which("chromium") if len(sys.argv) > 3 else None
MODEL = "mlp:inputs=64,hidden=128x64,batch=768"
CLUSTER = """
name: a <b>pair</b> & one
device_types:
  fast: {flops: 20G, memory: 4GiB, memory_bandwidth: 20GB/s}
  slow: {flops: 10G, memory: 4GiB, memory_bandwidth: 10GB/s}
hosts:
  - {devices: {fast: 1}}
  - {count: 2, devices: {slow: 1}}
network: {bandwidth: 10Gb/s, latency: 20us}
"""
VOID = {"meta", "br", "img", "input"}


def motley(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


class Page(html.parser.HTMLParser):
    """Checks that elements nest, and collects ids, links, scripts and the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.text, self.sources = [], [], [], "", []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        self.links += [values[k] for k in ("href",) if k in values]
        self.sources += [values[k] for k in ("src", "data", "action", "srcset") if k in values]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:], self.getpos())
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text += data


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "cluster.yaml").write_text(CLUSTER)
        cls.cluster, cls.plan = cls.folder / "cluster.yaml", cls.folder / "plan.json"
        cls.pages = {name: cls.folder / f"{name}.html" for name in ("plan", "run", "compare", "alone", "later")}
        cls.done("plan", MODEL, "--cluster", cls.cluster, "--level", "fast", "-o", cls.plan, "--report", cls.pages["plan"])
        cls.done("train", "--plan", cls.plan, "--steps", 6, "--trace", cls.folder / "trace.json", "--report", cls.pages["run"])
        cls.done("train", MODEL, "--steps", 3, "--report", cls.pages["alone"])
        cls.done("compare", MODEL, "--cluster", cls.cluster, "--level", "fast", "--report", cls.pages["compare"])
        cls.done("report", cls.plan, "--run", cls.folder / "trace.json", "-o", cls.pages["later"])

    @classmethod
    def done(cls, *arguments):
        done = motley(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def test_pages_are_whole_and_ask_for_nothing(self):
        for name, file in self.pages.items():
            with self.subTest(name):
                text = file.read_text()
                page = Page(text)
                self.assertEqual(len(page.ids), len(set(page.ids)))
                for link in page.links:  # within the page
                    self.assertIn(link.removeprefix("#"), page.ids)
                self.assertEqual(page.sources, [])
                self.assertNotRegex(text, r"@import|url\(|https?:")
                self.assertIn("default-src 'none'", text)
                self.assertLess(len(text), 300_000)
                self.assertNotIn("<b>pair</b>", text)  # names are escaped

    def test_a_plans_page_says_what_the_plan_says(self):
        plan = json.loads(self.plan.read_text())
        text = Page(self.pages["plan"].read_text()).text
        gap = 100 * (1 - plan["lower_bound_seconds"] / plan["step_seconds"])
        for part in (f"{gap:.1f} %", "a <b>pair</b> & one", "dp-proportional", "--pin 'l", "1 x fast", " x slow",
                     f"motley plan {MODEL}", plan["step_hash"]):
            self.assertIn(part, text)
        first = self.folder / "again.html"
        for _ in range(2):
            self.done("report", self.plan, "-o", first)
            self.assertIn(f"{gap:.1f} %", Page(first.read_text()).text)  # the file states the bound

    def test_samples_of_the_devices_add_up(self):
        rows = re.findall(r'<th scope="row">(\d+) x (?:fast|slow)</th><td class="number">(\d+)</td>',
                          self.pages["plan"].read_text())
        self.assertEqual(sum(int(count) * int(samples) for count, samples in rows), 768)

    def test_a_runs_page_shows_prediction_and_measurement(self):
        for name in ("run", "later"):
            text = Page(self.pages[name].read_text()).text
            self.assertIn("One step, predicted and measured", text)
            self.assertIn("Where prediction and measurement differ most", text)
            self.assertIn("median step", text)
        self.assertIn("last loss", Page(self.pages["run"].read_text()).text)
        data = re.search(r'<script type="application/json">(.*?)</script>', self.pages["run"].read_text()).group(1)
        timeline = json.loads(data)
        kinds = [sum(row.endswith(word) for row in timeline["rows"]) for word in ("predicted", "measured")]
        self.assertEqual(kinds[0], kinds[1])  # one rank of each kind of device
        self.assertGreater(kinds[0], 1)
        self.assertTrue(all(0 <= s[3] and s[3] + s[4] <= timeline["end"] * 1.001 + 1 for s in timeline["spans"]))

    def test_a_comparison_has_a_row_for_each_strategy(self):
        text = Page(self.pages["compare"].read_text()).text
        for strategy in ("dp-even", "zero-1", "zero-3", "megatron", "motley"):
            self.assertIn(strategy, text)

    def test_mistakes_are_one_sentence(self):
        for arguments, sentence in [((self.plan, "--run", self.plan, "-o", self.folder / "x.html"), "trace"),
                                    ((self.cluster, "-o", self.folder / "x.html"), "is not valid JSON"),
                                    ((self.plan, "-o", self.folder / "no" / "x.html"), "x.html")]:
            done = motley("report", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, rf"^motley: [^\n]*{sentence}[^\n]*\n$")
            self.assertFalse((self.folder / "x.html").exists())

    def test_open_serves_the_trace_until_it_was_read(self):
        trace = self.folder / "trace.json"
        process = subprocess.Popen([PROGRAM, "open", trace, "--port", "0", "--time-limit", "30"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stderr.readline()
        address = process.stderr.readline().strip()
        self.assertRegex(address, r"^https://ui\.perfetto\.dev/#!/\?url=http://127\.0\.0\.1:\d+/trace\.json$")
        with urllib.request.urlopen(address.split("url=")[1]) as answer:
            self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "https://ui.perfetto.dev")
            self.assertEqual(answer.read(), trace.read_bytes())
        self.assertEqual((process.wait(10), process.stdout.read()), (0, "the page has read the trace\n"))
        process.stdout.close(), process.stderr.close()

    @unittest.skipUnless(BROWSER, "no Chromium")
    def test_pages_work_in_a_browser(self):
        for name, file in self.pages.items():
            with self.subTest(name):
                done = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                                       f"--user-data-dir={self.folder / 'browser'}", "--virtual-time-budget=3000",
                                       "--dump-dom", f"file://{file}"], capture_output=True, text=True, timeout=120)
                console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
                self.assertEqual(console, [])  # exceptions, and what the policy has refused
                self.assertEqual(done.stdout.count("<canvas"), 1 if name in ("plan", "run", "later") else 0)
                if name == "plan":
                    self.assertNotIn('<p class="search" hidden', done.stdout)  # the script shows the filter
                self.assertLess(done.stdout.count("<"), 20_000)


if __name__ == "__main__":
    if len(sys.argv) > 3 and not BROWSER:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
