#!/usr/bin/env python3
"""scripts/testbed: hosts out of namespaces. Status 77 where there is no root, no mpirun, or a testbed is up."""
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "testbed"
STATE = pathlib.Path("/run/motley-testbed.json")
TWO = "name: two\nhosts:\n  - {name: a, cores: 0.5, port: 100Mb/s}\n  - {name: b, cores: 0.25, port: 40Mb/s}\n"


def testbed(*arguments):
    return subprocess.run([str(SCRIPT), *map(str, arguments)], capture_output=True, text=True, timeout=50)


def can_run():
    if os.geteuid() != 0 or STATE.exists() or not all(map(shutil.which, ("mpirun", "ip", "tc", "nsenter"))):
        return False
    made = subprocess.run(["ip", "netns", "add", "motley-probe"], capture_output=True).returncode == 0
    subprocess.run(["ip", "netns", "delete", "motley-probe"], capture_output=True)
    return made


def leftovers():
    names = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True).stdout
    groups = [p for p in ("/sys/fs/cgroup/cpu/motley-testbed", "/sys/fs/cgroup/motley-testbed") if os.path.exists(p)]
    return [line for line in names.splitlines() if line.startswith("motley-")] + groups + [STATE] * STATE.exists()


def bandwidth(sender, receiver, address, megabytes):
    """Mb/s of one connection between two hosts."""
    receive = ("import socket, time\ns = socket.create_server(('0.0.0.0', 7777))\nprint('ready', flush=True)\nc, _ = s.accept()\n"
               "n, t = len(c.recv(1 << 20)), time.time()\nwhile d := c.recv(1 << 20): n += len(d)\n"
               "print(n * 8 / (time.time() - t) / 1e6)")
    send = f"import socket\nc = socket.create_connection(('{address}', 7777))\nc.sendall(bytes({megabytes} << 20))"
    inside = lambda host: ["nsenter", f"--net=/run/netns/motley-{host}", "--", sys.executable, "-c"]
    with subprocess.Popen([*inside(receiver), receive], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout.readline() == "ready\n"
        subprocess.run([*inside(sender), send], timeout=30)
        return float(server.stdout.readline())


class Testbed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "two.yaml"
        self.file.write_text(TWO)
        self.addCleanup(lambda: testbed("down"))

    def refused(self, message, *arguments):
        done = testbed(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertEqual(done.stderr, f"testbed: {message}\n")

    def test_hosts_have_their_own_name_network_and_share(self):
        self.assertEqual(testbed("up", self.file).returncode, 0)
        self.refused("a testbed is up already; `scripts/testbed down` takes it away", "up", self.file)
        done = testbed("run", "sh", "-c", "echo $(hostname) $(ip -o -4 address show eth0 | wc -l) $(grep -c motley-testbed /proc/self/cgroup)")
        self.assertEqual(sorted(done.stdout.splitlines()), ["a 1 1", "b 1 1"], done.stderr)
        self.assertEqual(testbed("run", "-n", 2, "true").returncode, 0)
        self.assertEqual(testbed("run", "false").returncode, 1)
        self.assertEqual(testbed("down").returncode, 0)
        self.assertEqual(leftovers(), [])

    def test_a_port_carries_its_rate_and_not_more(self):
        self.assertEqual(testbed("up", self.file).returncode, 0)
        self.assertTrue(30 < bandwidth("a", "b", "10.77.0.2", 4) < 44)
        self.assertEqual(testbed("squeeze", "b", "16Mb/s").returncode, 0)
        self.assertTrue(10 < bandwidth("b", "a", "10.77.0.1", 2) < 17.6)
        self.assertIn("b        10.77.0.2    0.25 cores, port 16 Mb/s, 0 processes", testbed("status").stdout)
        # A segment that was queued before and is larger than the bucket would never be sent.
        show = lambda *words: subprocess.run(["ip", "netns", "exec", "motley-b", *words], capture_output=True, text=True).stdout
        bucket = re.search(r"burst (\d+)(K?)b", show("tc", "qdisc", "show", "dev", "eth0"))
        segment = re.search(r"gso_max_size (\d+)", show("ip", "-details", "link", "show", "eth0"))
        self.assertGreater(int(bucket[1]) * (1024 if bucket[2] else 1), int(segment[1]))
        self.refused("there is no host `c`; there are a, b", "squeeze", "c", "1Mb/s")

    def test_a_throttled_host_has_a_part_of_its_cores(self):
        self.assertEqual(testbed("up", self.file).returncode, 0)
        # Work of a fixed amount on both hosts, by the clock of each.
        script = "import time; b = time.time(); sum(range(4_000_000)); print(__import__('socket').gethostname(), time.time() - b)"
        def seconds():
            done = testbed("run", "python3", "-c", script)
            return dict(line.split() for line in done.stdout.splitlines())
        first = {host: float(s) for host, s in seconds().items()}
        self.assertEqual(testbed("throttle", "b", "0.5").returncode, 0)
        self.assertIn("0.25 cores (throttled to 0.125), port", testbed("status").stdout)
        then = {host: float(s) for host, s in seconds().items()}
        self.assertGreater(then["b"] / first["b"], 1.5)
        self.assertEqual(testbed("throttle", "b", "1").returncode, 0)
        self.assertNotIn("throttled", testbed("status").stdout)
        self.refused("there is no host `c`; there are a, b", "throttle", "c", "0.5")
        self.refused("a host of 0.25 cores keeps a part of them from 0.4 to 1, not 2", "throttle", "b", "2")

    def test_a_pair_that_has_more_than_its_rate_is_refused(self):
        if not shutil.which("motley") and not (ROOT / "build" / "motley").exists():
            self.skipTest("needs build/motley")
        self.assertEqual(testbed("up", self.file).returncode, 0)
        plan = json.loads(STATE.read_text())
        for host in plan["hosts"]:  # what is set is one thing, what the ports do another
            host["rate"] //= 2
        STATE.write_text(json.dumps(plan))
        done = testbed("run", "true")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, r"testbed: a and b have \d+ Mb/s where 20 Mb/s are set: their messages go past the ports")

    def test_a_kill_leaves_nothing_behind(self):
        child = subprocess.Popen([str(SCRIPT), "up", str(self.file)], stdout=subprocess.DEVNULL)
        time.sleep(0.2)
        child.send_signal(signal.SIGTERM)
        if child.wait(timeout=20) == 0:  # it was done already
            testbed("down")
        self.assertEqual(leftovers(), [])
        self.assertEqual(testbed("up", self.file).returncode, 0)
        child = subprocess.Popen([str(SCRIPT), "run", "sleep", "100"])
        time.sleep(2)
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=20)
        self.assertIn("0.5 cores, port 100 Mb/s, 0 processes", testbed("status").stdout)

    def test_mistakes(self):
        self.refused("no testbed is up; `scripts/testbed up FILE.yaml` makes one", "status")
        self.refused("no/such.yaml: cannot be read: No such file or directory", "up", "no/such.yaml")
        for text, message in [("hosts: []\n", "there is no list of `hosts`"),
                              (TWO.replace("0.25", "99"), f"host b: `cores` is from 0.05 to {os.cpu_count()}, not 99"),
                              (TWO.replace("40Mb/s", "40"), "host b: `40` is no rate such as 50Mb/s (bits) or 1GB/s (bytes)"),
                              (TWO.replace("name: b", "name: a"), "each host has a name of its own, and `head` is taken"),
                              (TWO.replace("cores", "core"), "a host has `name`, `cores` and `port`, and nothing else: "
                                                             "['core', 'cores']")]:
            self.file.write_text(text)
            self.refused(f"{self.file}: {message}", "up", self.file)
        self.assertEqual(leftovers(), [])


if __name__ == "__main__":
    if not can_run():
        print("testbed: skipped, for it needs root, iproute2, Open MPI and no testbed that is up")
        sys.exit(77)
    unittest.main()
