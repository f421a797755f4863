#!/usr/bin/env python3
"""The contract of the command line that holds for every subcommand: test_command_line.py build/motley

Exit status 0 done, 1 no, 2 the user's mistake, 3 ours; on 2 and 3 nothing on standard output and one
line `motley: message` on standard error.
"""
import re
import subprocess
import sys

# arguments, exit status, what standard output (status 0) or standard error (2) must match in full
CASES = [
    ([], 0, r"Motley runs one program.*Subcommands:\n  run .*"),
    (["--help"], 0, r"Motley runs one program.*Subcommands:\n  run .*"),
    (["--version"], 0, r"motley \d+\.\d+\.\d+\n"),
    (["run", "--help"], 0, r".*Usage: motley run .*"),
    (["fly"], 2, r"motley: there is no command `fly`; `motley --help` lists them\n"),
    (["two\nlines"], 2, r"motley: there is no command `two lines`; `motley --help` lists them\n"),
    (["--fly"], 2, r"motley: .*--fly\n"),
    (["run", "--fly"], 2, r"motley: [^\n]+\n"),
    (["run", "no/such/file.mlir"], 2, r"motley: [^\n]+\n"),
]


def main(program):
    failures = 0
    for arguments, status, pattern in CASES:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        shown, silent = (done.stdout, done.stderr) if status == 0 else (done.stderr, done.stdout)
        if done.returncode != status or silent or not re.fullmatch(pattern, shown, re.DOTALL):
            print(f"motley {arguments}: status {done.returncode}, {done.stdout!r}, {done.stderr!r}")
            failures += 1
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    if (done.returncode, done.stderr) != (2, "motley: standard output cannot be written\n"):
        print(f"motley --help > /dev/full: status {done.returncode}, {done.stderr!r}")
        failures += 1
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
