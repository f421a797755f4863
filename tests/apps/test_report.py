#!/usr/bin/env python3
"""The pages of `motley report` and --report: test_report.py build/motley tests/data [browser [SCREENSHOTS]]

With `browser` they are opened in headless Chromium, too, where there is one; SCREENSHOTS is a folder for pictures of
them at three widths, light and dark."""
import base64
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import browser

PROGRAM, DATA = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
BROWSER = browser.CHROMIUM if len(sys.argv) > 3 else None
SCREENSHOTS = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
MODEL = "mlp:inputs=64,hidden=128x64,batch=192"
STAGED_MODEL = "gpt:layers=3,hidden=32,heads=2,seq=16,vocab=64,batch=8"
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
VOID = {"meta", "br", "wbr", "img", "input"}


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


def timeline_of(text):
    """The data of a page's first timeline; its spans as (row, name, begin, length)."""
    timeline = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text, re.S).group(1))
    spans = []
    for row, encoded in enumerate(timeline["spans"]):
        numbers, value, shift, begin = [], 0, 0, 0
        for byte in base64.b64decode(encoded):
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                numbers.append(value)
                value = shift = 0
        for name, distance, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
            begin += distance
            spans.append((row, timeline["names"][name][0], begin, length))
    return timeline | {"spans": spans}


class Pages(unittest.TestCase):
    """Makes the pages once; the tests are in the classes below."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "cluster.yaml").write_text(CLUSTER)
        cls.cluster, cls.plan = cls.folder / "cluster.yaml", cls.folder / "plan.json"
        cls.pages = {name: cls.folder / f"{name}.html" for name in ("plan", "run", "compare", "alone", "later", "pipeline")}
        cls.done("plan", MODEL, "--cluster", cls.cluster, "--level", "fast", "-o", cls.plan, "--report", cls.pages["plan"])
        cls.done("train", "--plan", cls.plan, "--steps", 6, "--trace", cls.folder / "trace.json", "--report", cls.pages["run"])
        cls.done("train", MODEL, "--steps", 3, "--report", cls.pages["alone"])
        cls.done("compare", MODEL, "--cluster", cls.cluster, "--level", "fast", "--report", cls.pages["compare"])
        cls.done("report", cls.plan, "--run", cls.folder / "trace.json", "-o", cls.pages["later"])

        staged, steps = cls.folder / "pipeline.json", cls.folder / "steps.json"
        cls.done("plan", STAGED_MODEL, "--cluster", cls.cluster, "--strategy", "1f1b", "--microbatches", 4, "-o", staged)
        cls.done("train", "--plan", staged, "--steps", 5, "--trace", steps)
        cls.done("report", staged, "--run", steps, "-o", cls.pages["pipeline"])

    @classmethod
    def done(cls, *arguments):
        done = motley(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout



class Report(Pages):
    def test_pages_are_whole_and_ask_for_nothing(self):
        for name, file in self.pages.items():
            with self.subTest(name):
                text = file.read_text()
                page = Page(text)
                self.assertEqual(len(page.ids), len(set(page.ids)))
                for link in page.links:  # within the page
                    self.assertIn(link.removeprefix("#"), page.ids)
                self.assertEqual(page.sources, [])
                self.assertNotRegex(text, r"@import|url\((?!#)|https?:")
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
        for part in ("Memory over the step", "limit of the device", "Every state of a tensor", "p.what_if(pin=", "exposed"):
            self.assertIn(part, text)
        first = self.folder / "again.html"
        for _ in range(2):
            self.done("report", self.plan, "-o", first)
            self.assertIn(f"{gap:.1f} %", Page(first.read_text()).text)  # the file states the bound

    def test_samples_of_the_devices_add_up(self):
        rows = re.findall(r'<th scope="row">(\d+) x (?:fast|slow)</th><td class="number">(\d+)</td>',
                          self.pages["plan"].read_text())
        self.assertEqual(sum(int(count) * int(samples) for count, samples in rows), 192)

    def test_a_runs_page_shows_prediction_and_measurement(self):
        for name in ("run", "later"):
            text = Page(self.pages[name].read_text()).text
            self.assertIn("One step, predicted and measured", text)
            self.assertIn("Where prediction and measurement differ most", text)
            self.assertIn("median step", text)
            self.assertIn("last loss", text)
            self.assertIn("program and libraries included", text)
            self.assertIn("The slowest step, measured", text)
            self.assertIn("The whole run, measured: all 6 steps of every rank", text)
            # Communication, too: on few cores it is nearly all of the difference.
            differences = text[text.index("Where prediction and measurement differ most"):]
            self.assertRegex(differences, r"rank 0, waiting for communication and other ranks")
            self.assertRegex(differences, r"rank \d, (all_reduce|all_gather|reduce_scatter)")
        timeline = timeline_of(self.pages["run"].read_text())
        kinds = [sum(row.endswith(word) for row in timeline["rows"]) for word in ("predicted", "measured")]
        self.assertEqual(kinds[0], kinds[1])  # one rank of each kind of device
        self.assertGreater(kinds[0], 1)
        self.assertTrue(all(0 <= s[2] and s[2] + s[3] <= timeline["end"] * 1.001 + 1 for s in timeline["spans"]))

    def test_a_pipelines_page_shows_phases_predicted_and_measured(self):
        text = self.pages["pipeline"].read_text()
        for part in ("One step, predicted and measured", "Where prediction and measurement differ most", "Stages",
                     "measured, the whole process", "weight gradient"):
            self.assertIn(part, text)
        differences = text[text.index("Where prediction and measurement differ most"):]
        self.assertRegex(differences, r"rank \d, waiting for communication and other ranks")
        self.assertRegex(differences, r"rank \d, stage \d, [a-z ]+ of micro-batch \d")
        self.assertNotRegex(differences, r"rank \d, \d")  # what a stage does besides has its name, too
        timeline = timeline_of(text)
        for word in ("predicted", "measured"):
            rows = {i for i, row in enumerate(timeline["rows"]) if row.endswith(word)}
            names = {s[1] for s in timeline["spans"] if s[0] in rows}
            self.assertTrue({f"{stage}F{m}" for stage in range(len(rows)) for m in range(4)} <= names, (word, names))
        self.assertFalse([s[1] for s in timeline["spans"] if "%" in s[1]])  # transfers, by what they carry
        stages = text[text.index('<section id="stages"'):text.index('<section id="timeline"')]
        simulated = self.done("simulate", self.folder / "pipeline.json")
        for part in [r"layers? [\d to]*\d", r"[\d.]+ [kM]B of [\d.]+ GB"]:
            self.assertEqual(re.findall(f">({part})<", stages), re.findall(rf"\b({part})\b", simulated))

    def test_a_comparison_has_a_row_for_each_strategy(self):
        text = Page(self.pages["compare"].read_text()).text
        for strategy in ("dp-even", "zero-1", "zero-3", "megatron", "motley"):
            self.assertIn(strategy, text)

    def test_mistakes_are_one_sentence(self):
        for arguments, sentence in [((self.plan, "--run", self.plan, "-o", self.folder / "x.html"), "trace"),
                                    ((self.plan, "--run", self.folder / "steps.json", "-o", self.folder / "x.html"),
                                     "steps.json: .* not of a run by this plan"),
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
        self.assertRegex(address, r"^https://ui\.perfetto\.dev/#!/\?url=http://127\.0\.0\.1:\d+/[0-9a-f]{32}/trace\.json$")
        with urllib.request.urlopen(address.split("url=")[1]) as answer:
            self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "https://ui.perfetto.dev")
            self.assertEqual(answer.read(), trace.read_bytes())
        self.assertEqual((process.wait(10), process.stdout.read()), (0, "the page has read the trace\n"))
        process.stdout.close(), process.stderr.close()



@unittest.skipUnless(BROWSER, "no Chromium")
class InBrowser(Pages):
    """The pages in headless Chromium: by mouse and keyboard, narrow and wide, light and dark."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.Browser(cls.folder)
        cls.addClassCleanup(cls.browser.__exit__)
        if SCREENSHOTS:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def test_nothing_is_asked_for_and_nothing_throws(self):
        for name, file in self.pages.items():
            with self.subTest(name):
                page = self.browser.open(file)
                page.wait_for("true")
                self.assertEqual((page.requests, page.messages), ([], []))
                self.assertLess(page.value("document.querySelectorAll('*').length"), 20_000)
                for width, dark in ((360, False), (800, True), (1600, False), (1600, True)):
                    page = self.browser.open(file, width=width, dark=dark, phone=width < 500)
                    # Nothing sticks out: what is wider scrolls by itself.
                    self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width, (name, width))
                    paper = page.value("getComputedStyle(document.body).backgroundColor")
                    self.assertEqual(paper, "rgb(20, 23, 27)" if dark else "rgb(255, 255, 255)")
                    if SCREENSHOTS:
                        page.screenshot(SCREENSHOTS / f"{name}-{width}-{'dark' if dark else 'light'}.png")

    def test_timelines_zoom_by_keyboard_and_say_what_is_under_the_mouse(self):
        page = self.browser.open(self.pages["plan"])  # where nothing measured can be much longer than what is predicted
        self.assertEqual(page.value("document.querySelectorAll('#step canvas').length"), 1)
        page.value("document.querySelector('#step canvas').focus()")
        before = page.value("document.querySelector('#step canvas').toDataURL()")
        page.key("+", "+")
        page.wait_for(f"document.querySelector('#step canvas').toDataURL() !== {json.dumps(before)}")
        page.key("0", "0")
        page.wait_for(f"document.querySelector('#step canvas').toDataURL() === {json.dumps(before)}")
        page.click("#step canvas")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=700, y=page.value(
            "document.querySelector('#step canvas').getBoundingClientRect().y + 10"))
        page.wait_for("document.querySelector('#step .readout').textContent.includes('segment')")

    def test_the_strip_below_a_timeline_selects_an_interval(self):
        page = self.browser.open(self.pages["run"])
        page.value("document.querySelector('#step canvas').scrollIntoView()")
        before = page.value("document.querySelector('#step canvas').toDataURL()")
        box = page.value("(r => [r.x, r.y, r.width, r.height])(document.querySelector('#step canvas').getBoundingClientRect())")
        x, y, width, height = box
        for kind, at in (("mousePressed", 0.5), ("mouseMoved", 0.6), ("mouseMoved", 0.7), ("mouseReleased", 0.7)):
            page.call("Input.dispatchMouseEvent", type=kind, x=x + at * width, y=y + height - 8, button="left", buttons=1, clickCount=1)
        page.wait_for(f"document.querySelector('#step canvas').toDataURL() !== {json.dumps(before)}")
        page.click("#step button[aria-label='Show all']")
        page.wait_for(f"document.querySelector('#step canvas').toDataURL() === {json.dumps(before)}")

    def test_a_tensors_name_opens_its_states(self):
        page = self.browser.open(self.pages["plan"])
        target = page.value("document.querySelector('#tensor-table a').hash.slice(1)")
        self.assertFalse(page.value(f"document.getElementById('{target}').open"))
        page.click("#tensor-table a")
        page.wait_for(f"document.getElementById('{target}').open")

    def test_tables_are_filtered_and_states_open(self):
        page = self.browser.open(self.pages["plan"])
        rows = "[...document.querySelectorAll('#tensor-table tbody tr')].filter(r => !r.hidden).length"
        all_rows = page.value(rows)
        page.click("input[type=search]")
        for letter in "l0/w":
            page.key(letter, letter)
        page.wait_for(f"{rows} < {all_rows} && {rows} > 0")
        page.click("#why details summary")
        self.assertTrue(page.value("document.querySelector('#why details').open"))
        self.assertIn("what_if", page.value("document.querySelector('#why details').innerText"))

    def test_wide_tables_keep_the_names_of_their_rows_on_a_phone(self):
        num_wide = 0
        for name in ("plan", "run", "compare", "pipeline"):
            page = self.browser.open(self.pages[name], width=390, phone=True)
            page.value("document.querySelectorAll('details').forEach(d => d.open = true)")
            # Of each table that scrolls, scrolled to its end: how far its rows' names are from its left edge.
            offsets = page.value("""[...document.querySelectorAll(".scroll:has(> table)")].filter(s => s.scrollWidth > s.clientWidth + 1).map(s => {
              s.scrollLeft = 9999;
              return s.querySelector('th[scope=row]').getBoundingClientRect().left - s.getBoundingClientRect().left;
            })""")
            self.assertEqual(offsets, [0] * len(offsets), name)
            num_wide += len(offsets)
            for few_columns in ("#timeline > .scroll > table", "#origin > .scroll > table"):
                fits = page.value(f"[...document.querySelectorAll({json.dumps(few_columns)})].every(t => t.parentElement.scrollWidth "
                                  "<= t.parentElement.clientWidth + 1)")  # fmt: skip
                self.assertTrue(fits, (name, few_columns))
        self.assertGreater(num_wide, 3)

    def test_pictures_have_names(self):
        names = self.browser.open(self.pages["run"]).accessibility()
        roles = {role.lower() for role in names}
        self.assertTrue({"heading", "table", "link", "navigation", "main"} <= roles, roles)
        pictures = names.get("image", []) + names.get("img", [])
        self.assertGreater(len(pictures), 5)
        self.assertEqual([p for p in pictures if not p], [])


if __name__ == "__main__":
    if len(sys.argv) > 3 and not BROWSER:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
