#!/usr/bin/env python3
"""Checks of the program on several processes.

    tests/distributed/check.py PROGRAM
"""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
LIMIT = 120


def start(ranks, *arguments):
    return subprocess.run(["mpirun", "-n", str(ranks), PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=LIMIT)


def check(what, holds, evidence=""):
    print(("ok    " if holds else "FAILS ") + what, flush=True)
    if not holds:
        sys.exit(f"{what}\n{evidence}")


def bad_input(folder):
    missing = start(2, "solve", folder / "missing.hdf5")
    check("a missing file ends all with one message", missing.returncode == 2 and
          missing.stderr.count("missing.hdf5") == 1, missing.stderr)
    broken = folder / "broken.hdf5"
    broken.write_bytes(b"not a problem")
    answer = start(2, "solve", broken)
    check("so does a broken one", answer.returncode == 2 and answer.stderr.count("broken.hdf5") == 1, answer.stderr)
    mixed = subprocess.run(["mpirun", "-n", "1", PROGRAM, "list", "laws", ":", "-n", "1", PROGRAM, "list", "solvers"],
                           capture_output=True, text=True, timeout=LIMIT)
    check("contradictory arguments are refused", mixed.returncode == 2 and
          mixed.stderr.count("process 1 was started with other arguments") == 1, mixed.stderr)


with tempfile.TemporaryDirectory() as name:
    bad_input(pathlib.Path(name))
