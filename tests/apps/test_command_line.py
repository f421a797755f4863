#!/usr/bin/env python3
"""The contract of the command line that holds for every subcommand: test_command_line.py build/motley

Exit status 0 done, 1 no, 2 the user's mistake, 3 ours; on 2 and 3 nothing on standard output and one
line `motley: message` on standard error.
"""
import re
import shutil
import subprocess
import sys

# arguments, exit status, what standard output (status 0) or standard error (2) must match in full
CASES = [
    ([], 0, r"Motley plans, checks and runs.*\nGet to know a model:\n  models .*\nTrain:\n  train .*`motley help COMMAND`.*"),
    (["--help"], 0, r"Motley plans, checks and runs.*\nGet to know a model:\n  models .*\nTrain:\n  train .*"),
    (["help"], 0, r"Motley plans, checks and runs.*\nGet to know a model:\n  models .*\nTrain:\n  train .*"),
    (["help", "plan"], 0, r".*Usage: motley plan .*\nExample:\n  motley plan .*"),
    (["help", "nbody", "run"], 0, r".*Usage: motley nbody run .*\nExample:\n  motley nbody run .*"),
    (["help", "fly"], 2, r"motley: there is no command `fly`; `motley help` lists them\n"),
    (["--parse-only", "train", "gpt", "--steps", "5"], 0, ""),
    (["--parse-only", "train", "gpt", "--step", "5"], 2, r"motley: motley train has no option --step; did you mean --steps\?\n"),
    (["train", "gpt", "--fly"], 2, r"motley: motley train has no option --fly; `motley train --help` lists them\n"),
    (["plan", "gpt", "more"], 2, r"motley: motley plan takes no further argument `more`; `motley plan --help` lists what it takes\n"),
    (["plan", "gpt", "--strategy", "zero3"], 2, r"motley: --strategy: `zero3` is not one of [^\n]*; did you mean zero-3\?\n"),
    (["plan", "gpt", "--level", "x"], 2, r"motley: --level: `x` is not one of fast, full\n"),
    (["train", "gpt", "--steps"], 2, r"motley: --steps needs a value\n"),
    (["train", "gpt", "--steps", "1", "--steps", "2"], 2, r"motley: --steps is given more than once\n"),
    (["plan", "--diff", "a.json"], 2, r"motley: --diff needs 2 values, not 1\n"),
    (["train", "gpt", "--resume"], 2, r"motley: --resume needs --checkpoint\n"),
    (["train", "gpt", "--device", "cpu", "--ranks", "2"], 2, r"motley: --device and --ranks cannot be given together\n"),
    (["nbody"], 2, r"motley: motley nbody needs a command: example, ic, run, spectrum, halos, forces, report\n"),
    (["nbody", "nonsense"], 2, r"motley: motley nbody has no command `nonsense`; `motley nbody --help` lists them\n"),
    (["nbody", "rnu", "box.yaml"], 2, r"motley: motley nbody has no command `rnu`; did you mean run\?\n"),
    (["nbody", "run"], 2, r"motley: motley nbody run needs settings: Settings file[^\n]*\n"),
    (["export", "."], 2, r"motley: motley export needs --output: Safetensors file to write\n"),
    (["export", "README.md", "-o", "x.safetensors"], 2, r"motley: README.md: there is no checkpoint here\n"),
    (["--version"], 0, r"motley \d+\.\d+\.\d+\n"),
    (["run", "--help"], 0, r".*Usage: motley run .*"),
    (["fly"], 2, r"motley: there is no command `fly`; `motley help` lists them\n"),
    (["trian"], 2, r"motley: there is no command `trian`; did you mean train\?\n"),
    (["two\nlines"], 2, r"motley: there is no command `two lines`; `motley help` lists them\n"),
    (["--fly"], 2, r"motley: motley has no option --fly; `motley --help` lists them\n"),
    (["run", "--fly"], 2, r"motley: [^\n]+\n"),
    (["run", "no/such/file.mlir"], 2, r"motley: [^\n]+\n"),
]


# words on a command line, and what completion must offer, or must not
COMPLETIONS = [
    ([""], {"plan", "nbody", "completion"}, {"run_", "--help"}),
    (["pl"], {"plan"}, {"print"}),
    (["plan", "--st"], {"--strategy", "--stages"}, {"--steps"}),
    (["plan", "gpt", "--strategy", "ze"], {"zero-1", "zero-2", "zero-3"}, {"dp-even"}),
    (["plan", "gpt", "--strategy", "=", "ze"], {"zero-1", "zero-2", "zero-3"}, {"dp-even"}),
    (["plan", "gpt", "--strategy", "="], {"zero-1", "dp-even"}, {"--stages"}),
    (["nbody", ""], {"run", "halos"}, {"plan"}),
    (["nbody", "run", "box.yaml", "--re"], {"--restart"}, {"--report"}),
    (["train", "ll"], {"llama"}, {"gpt"}),
    (["schedule", "z"], {"zb-h1", "zb-v"}, {"1f1b"}),
    (["help", "p"], {"plan", "probe"}, {"--help"}),
]


def commands_of(program, *path):
    """Every subcommand below `path`, as the help lists them."""
    text = subprocess.run([program, *path, "--help"], capture_output=True, text=True).stdout
    for rows in re.findall(r"^(?!Positionals)\S.*:\n((?:  [a-z][\w-]*  +\S.*\n)+)", text, re.M):
        for name in re.findall(r"^  ([a-z][\w-]*)  ", rows, re.M):
            if subprocess.run([program, *path, name, "--help"], capture_output=True).returncode == 0:
                yield (*path, name)
                yield from commands_of(program, *path, name)


def help_faults(program):
    """Every command has one example, which parses."""
    commands = list(commands_of(program))
    if len(commands) < 25:
        yield f"the help lists {len(commands)} commands only"
    for command in commands:
        text = subprocess.run([program, *command, "--help"], capture_output=True, text=True).stdout
        if len(re.findall(r"^Example:\n  \S.*$", text, re.M)) != 1:
            yield f"motley {' '.join(command)} --help has no example"


def completion_faults(program):
    script = subprocess.run([program, "completion", "bash"], capture_output=True, text=True).stdout
    for words, offered, refused in COMPLETIONS:
        quoted = " ".join(f"'{w}'" for w in ["motley", *words])
        code = f'{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _motley; printf "%s\\n" "${{COMPREPLY[@]}}"'
        done = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
        got = set(done.stdout.split())
        if done.stderr or not offered <= got or refused & got:
            yield f"bash completes {words} by {sorted(got)} {done.stderr}"
    script = subprocess.run([program, "completion", "zsh"], capture_output=True, text=True).stdout
    for part in ("#compdef motley", "'motley nbody run')", "--strategy[", "zero-3", "{compadd -- mlp gpt ", "kfkb\\:k=2",
                 "if [[ ${funcstack[1]} == _motley ]]; then _motley"):
        if part not in script:
            yield f"the script for zsh lacks {part}"
    if shutil.which("zsh"):
        done = subprocess.run(["zsh", "-fn"], input=script, capture_output=True, text=True)
        if done.returncode:
            yield f"zsh: {done.stderr}"


def main(program):
    failures = 0
    for fault in [*help_faults(program), *completion_faults(program)]:
        print(fault)
        failures += 1
    for arguments, status, pattern in CASES:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        shown, silent = (done.stdout, done.stderr) if status == 0 else (done.stderr, done.stdout)
        if done.returncode != status or silent or not re.fullmatch(pattern, shown, re.DOTALL):
            print(f"motley {arguments}: status {done.returncode}, {done.stdout!r}, {done.stderr!r}")
            failures += 1
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    if (done.returncode, done.stderr) != (2, "motley: cannot write to standard output\n"):
        print(f"motley --help > /dev/full: status {done.returncode}, {done.stderr!r}")
        failures += 1
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
