#!/usr/bin/python3
"""Plants small mistakes in the library, one at a time, and looks whether the tests notice. See README.md.

Works in a clone of its own: nothing in this tree is touched.
"""
import argparse
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import mutations

SOURCE = Path(__file__).resolve().parents[2]
# The room's own tests first, then those of the rooms that use it.
TESTS = {"cone": ["cone", "problem", "solver", "dynamics", "physics", "cli"],
         "problem": ["problem", "solver", "dynamics", "physics", "io", "cli"],
         "solver": ["solver", "dynamics", "physics", "io", "cli"],
         "collision": ["collision", "dynamics", "physics", "io", "cli"],
         "dynamics": ["dynamics", "physics", "io", "cli"]}
# What depends on the load of the machine, and what only asks how much memory or time something takes.
SKIPPED_TESTS = "*TimeLimit*:*Memory*:*memory*"
# Tests this short, s, run before the others of their room: most mistakes are noticed by one of them.
QUICK = 0.1
FLAGS = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -Wno-maybe-uninitialized",
         "-DSIGNORINI_TOGETHER=OFF", "-DSIGNORINI_BUILD_BENCH=OFF", "-DSIGNORINI_WARNINGS_AS_ERRORS=OFF"]


def end_session(leader):
    """Ends every process of a session: ninja gives each compiler a group of its own, tests start the program.

    A compiler that goes on after its source was restored would leave the wrong object in the cache.
    """
    def members():
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # has ended
            if int(fields[3]) == leader and fields[0] != "Z":
                yield int(stat.parent.name)

    while pids := list(members()):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


class Scratch:
    """A clone of the last commit, built without mutations; its own compiler cache makes taking one back cheap."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        self.tree = folder / "tree"
        self.build = self.tree / "build"  # below scenes/, where the program looks for them
        self.environment = dict(os.environ, CCACHE_DIR=str(folder / "ccache"), OPENBLAS_NUM_THREADS="1")
        self.mutated = None
        folder.mkdir(parents=True, exist_ok=True)
        if not self.tree.exists():
            self.git("clone", "--quiet", "--no-hardlinks", str(SOURCE), str(self.tree), at=folder)
        commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=SOURCE, text=True).strip()
        self.git("fetch", "--quiet", str(SOURCE), "HEAD")
        self.git("reset", "--quiet", "--hard", commit)
        command = ["cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", *FLAGS]
        if self.run(command, None)[0] != 0:
            sys.exit(f"cannot configure: {' '.join(command)}")

    def git(self, *words, at=None):
        subprocess.run(["git", *words], cwd=at or self.tree, check=True)

    def run(self, command, limit, at=None):
        """Exit code and output; None as the code when it takes longer than the limit. No child outlives this."""
        process = subprocess.Popen(command, cwd=at or self.folder, env=self.environment, text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            output = process.communicate(timeout=limit)[0]
            return process.returncode, output
        except subprocess.TimeoutExpired:
            return None, ""
        finally:  # also for Ctrl-C
            end_session(process.pid)
            process.wait()

    def make(self, room):
        """Whether the tests of a room compile."""
        command = ["cmake", "--build", str(self.build), "-j", str(self.jobs), "--target", f"test_{room}"]
        return self.run(command, None)[0] == 0

    def test(self, room, selection, limit, report=None):
        """What fails first: the name of a test, 'time limit', 'signal n'; empty when all pass."""
        program = self.build / "tests" / f"test_{room}"
        command = [str(program), "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={selection}"]
        code, output = self.run(command + ([f"--gtest_output=json:{report}"] if report else []), limit)
        if code == 0:
            return ""
        if code is None:
            return f"{room}: time limit"
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", output, re.M)
        return f"{room}: {failed.group(1)}" if failed else f"{room}: ended with {code}"

    def test_quick_first(self, room, seconds):
        """As above for all tests of a room; `seconds` is how long each takes without a mutation."""
        quick = [name for name, time_taken in seconds.items() if time_taken <= QUICK]
        slow = [name for name in seconds if name not in quick]
        for names in filter(None, (quick, slow)):
            failed = self.test(room, ":".join(names), 15 + 4 * sum(seconds[name] for name in names))
            if failed:
                return failed
        return ""

    def plant(self, mutation):
        """In place of the one before, if any; None takes that back."""
        if self.mutated:
            self.git("checkout", "--quiet", "--", self.mutated)
            (self.tree / self.mutated).touch()
        self.mutated = mutation.file if mutation else None
        if mutation:
            path = self.tree / mutation.file
            path.write_text(mutations.apply(path.read_text(), mutation))

    def baseline(self, rooms):
        """How long each test of a room takes without a mutation, s; kept, for the commit, in the folder."""
        commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=self.tree, text=True).strip()
        kept = self.folder / "baseline.json"
        known = json.loads(kept.read_text()) if kept.exists() else {}
        tests = known.get("tests", {}) if known.get("commit") == commit else {}
        for room in rooms:
            if room in tests:
                continue
            print(f"building and running test_{room} without a mutation", flush=True)
            if not self.make(room):
                sys.exit(f"test_{room} does not build: cmake --build {self.build} --target test_{room}")
            report = self.folder / "report.json"
            failed = self.test(room, f"-{SKIPPED_TESTS}", None, report)
            if failed:
                sys.exit(f"fails without a mutation: {failed}")
            suites = json.loads(report.read_text())["testsuites"]
            tests[room] = {f"{suite['name']}.{test['name']}": float(test["time"].rstrip("s"))
                           for suite in suites for test in suite["testsuite"] if test["status"] == "RUN"}
            kept.write_text(json.dumps({"commit": commit, "tests": tests}))
        return tests


def verdict(scratch, mutation, baseline):
    """Who noticed; 'does not compile', 'survived'."""
    scratch.plant(mutation)
    for room in TESTS[room_of(mutation.file)]:
        if not scratch.make(room):
            return "does not compile"
        failed = scratch.test_quick_first(room, baseline[room])
        if failed:
            return failed
    return "survived"


def room_of(file):
    return file.split("/")[2]


def candidates(tree, rooms):
    found = []
    for room in rooms:
        for path in sorted((tree / "src/signorini" / room).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                found += mutations.find(str(path.relative_to(tree)), path.read_text())
    return found


def chosen(options, tree):
    """The mutations to plant, in their order."""
    if options.only:
        file, line = options.only.rsplit(":", 1)
        room = room_of(file)
        return [m for m in candidates(tree, [room]) if m.file == file and m.line == int(line)]
    # From each room in turn, so that small ones get their share.
    dice = random.Random(options.seed)
    by_room = [candidates(tree, [room]) for room in options.rooms]
    for of_room in by_room:
        dice.shuffle(of_room)
    return [m for turn in itertools.zip_longest(*by_room) for m in turn if m]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="chooses the mutations")
    parser.add_argument("--count", type=int, default=20, help="mutants that compile, in all")
    parser.add_argument("--rooms", type=lambda text: text.split(","), default=list(TESTS), help="such as cone,dynamics")
    parser.add_argument("--tests", type=lambda text: text.split(","), help="run these only, such as dynamics,physics")
    parser.add_argument("--skip", default="", help="part of the names of tests to leave out, such as BrickWall|Balls")
    parser.add_argument("--resume", metavar="LOG", help="go on with a log: what it holds is not done again")
    parser.add_argument("--log", default="mutation.jsonl", help="where lines are appended")
    parser.add_argument("--only", metavar="FILE:LINE", help="every mutation of one line, all of them")
    parser.add_argument("--list", action="store_true", help="say what would be planted, and do nothing")
    parser.add_argument("--scratch", type=Path, default=Path("/tmp/signorini_mutation"),
                        help="folder of clone and build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="of the compiler")
    options = parser.parse_args()
    unknown = set(options.rooms) - set(TESTS)
    if unknown:
        parser.error(f"no room {', '.join(sorted(unknown))}; there are {', '.join(TESTS)}")
    if options.tests:
        for room, tests in TESTS.items():
            TESTS[room] = [test for test in tests if test in options.tests]
    if options.scratch.resolve().is_relative_to(SOURCE):
        parser.error("--scratch must be outside the source tree")
    return options


def plant_all(options, scratch, log, done):
    """One after the other; `done` gets the verdicts by key."""
    plan = chosen(options, scratch.tree)
    needed = dict.fromkeys(test for mutation in plan for test in TESTS[room_of(mutation.file)])  # a set with an order
    baseline = scratch.baseline(needed)
    if options.skip:
        for room, seconds in baseline.items():
            baseline[room] = {name: s for name, s in seconds.items() if not re.search(options.skip, name)}
    for mutation in plan:
        if sum(v != "does not compile" for v in done.values()) >= options.count and not options.only:
            return
        if mutation.key() in done:
            continue
        start = time.monotonic()
        outcome = verdict(scratch, mutation, baseline)
        done[mutation.key()] = outcome
        entry = dict(file=mutation.file, line=mutation.line, start=mutation.start, old=mutation.old, new=mutation.new,
                     verdict=outcome, seconds=round(time.monotonic() - start))
        with log.open("a") as lines:
            lines.write(json.dumps(entry) + "\n")
        print(f"{mutation}: {outcome}", flush=True)


def stop(*_):
    raise KeyboardInterrupt


def main():
    options = arguments()
    for one in (signal.SIGINT, signal.SIGTERM):  # in the background a shell has the first ignored
        signal.signal(one, stop)
    if options.list:
        for mutation in chosen(options, SOURCE)[:None if options.only else options.count]:
            print(mutation)
        return 0
    log = Path(options.resume or options.log).resolve()
    done = {}
    if options.resume and log.exists():
        for entry in map(json.loads, log.read_text().splitlines()):
            done[(entry["file"], entry["line"], entry["start"], entry["old"], entry["new"])] = entry["verdict"]
    scratch = Scratch(options.scratch.resolve(), options.jobs)
    try:
        plant_all(options, scratch, log, done)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        scratch.plant(None)
    counted = [verdict for verdict in done.values() if verdict != "does not compile"]
    print(f"{len(counted)} mutants, {counted.count('survived')} survived; log: {log}")
    return 1 if "survived" in counted else 0


if __name__ == "__main__":
    sys.exit(main())
