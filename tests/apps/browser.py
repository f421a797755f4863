"""A headless Chromium for tests and benchmarks, by its DevTools protocol over a pipe.

    with Browser(folder) as browser:
        page = browser.open(file, width=400, dark=True)
        page.value("document.title"); page.key("+"); page.screenshot("page.png"); page.messages
"""
import base64
import json
import os
import shutil
import subprocess
import time

CHROMIUM = shutil.which("chromium")


class Browser:
    def __init__(self, folder):
        ours_read, theirs_write = os.pipe()
        theirs_read, ours_write = os.pipe()

        def take_pipes():  # the browser reads commands from 3 and writes answers to 4
            a, b = os.dup(theirs_read), os.dup(theirs_write)
            os.dup2(a, 3), os.dup2(b, 4)

        self._process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--force-device-scale-factor=1",
             f"--user-data-dir={folder}/browser", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        os.close(theirs_read), os.close(theirs_write)
        self._in, self._out, self._rest, self._next = ours_read, ours_write, b"", 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()
        os.close(self._in), os.close(self._out)

    def _message(self):
        while b"\0" not in self._rest:
            got = os.read(self._in, 1 << 20)
            if not got:
                raise RuntimeError("the browser has ended")
            self._rest += got
        line, self._rest = self._rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, session=None, **parameters):
        """The result of a command; events that come meanwhile are kept."""
        self._next += 1
        command = {"id": self._next, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        os.write(self._out, json.dumps(command).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") != self._next:
                self.events.append(message)
            elif "error" in message:
                raise RuntimeError(f"{method}: {message['error']['message']}")
            else:
                return message["result"]

    def open(self, file, width=1200, height=900, dark=False, phone=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = OpenPage(self, session)
        for domain in ("Page", "Runtime", "Log", "Network", "Performance"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.call("Page.navigate", url=f"file://{file}")
        page.wait_for("document.readyState === 'complete'")
        return page


class OpenPage:
    def __init__(self, browser, session):
        self._browser, self._session = browser, session

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def value(self, expression):
        """What a script of the page would see; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait_for(self, expression, seconds=30):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def key(self, key, text=None):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **({"text": text} if text and kind == "keyDown" else {}))

    def click(self, selector):
        """With the mouse, where the element is."""
        x, y = self.value(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
                          "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")  # fmt: skip
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, file, whole=True):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]))

    def accessibility(self):
        """The names of the accessibility tree by role."""
        found = {}
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                role, name = node["role"]["value"], node.get("name", {}).get("value", "")
                found.setdefault(role, []).append(name)
        return found

    @property
    def requests(self):
        """What the page has asked for besides itself."""
        urls = [e["params"]["request"]["url"] for e in self._events("Network.requestWillBeSent")]
        return [u for u in urls[1:] if not u.startswith("data:")]

    @property
    def messages(self):
        """Exceptions, and what the console and the security policy have said."""
        kinds = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        return [json.dumps(e["params"]) for kind in kinds for e in self._events(kind)]

    def _events(self, method):
        self.value("0")  # so that all that has happened has been read
        return [e for e in self._browser.events if e.get("sessionId") == self._session and e["method"] == method]
