"""What the drivers share: seeds and cases, a bounded run of the program, and how a failure is told and kept.

Case k of seed s is always the same: its random numbers come from both. A failure prints the command that repeats it,
and what it takes is kept in a folder of its own.
"""
import argparse
import os
import pathlib
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MEMORY_BYTES = 3 << 30      # address space of a run; the program needs well below 1 GB for what is asked here
WALL_SECONDS = 60           # of a run, on a busy machine; the processor time has bounds of its own
PATIENCE_AFTER_TERM = 30    # wall seconds from SIGTERM to the end
LONGEST_LINE = 600          # characters of a message with the program's name before it: base/short_line.h allows 480


def skip(reason):
    print(f'SKIPPED: {reason}')
    sys.exit(77)


def arguments(description, extend=None):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument('program', type=pathlib.Path, help='the signorini program')
    parser.add_argument('--seed', type=int, default=1, help='of the first case')
    parser.add_argument('--seconds', type=float, default=60, help='begin no new case after that long')
    parser.add_argument('--cases', type=int, default=1 << 60, help='at most so many')
    parser.add_argument('--case', type=int, help='this one only')
    parser.add_argument('--keep', type=pathlib.Path, default=REPOSITORY / 'build' / 'fuzz_failures',
                        help='folder for what fails')
    if extend:
        extend(parser)
    given = parser.parse_args()
    given.program = given.program.resolve()
    if not given.program.is_file():
        parser.error(f'{given.program}: no such program')
    return given


class Outcome:
    def __init__(self, words, code, out, err):
        self.words, self.code, self.out, self.err = words, code, out, err
        self.asked_to_end, self.timed_out, self.cpu_seconds = False, False, 0.0

    def command(self):
        return shlex.join(os.fsdecode(w) for w in self.words)


def limits(memory_bytes, cpu_seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    return apply


def bounded_run(words, folder, cpu_seconds=60, wall_seconds=WALL_SECONDS, memory_bytes=MEMORY_BYTES):
    """Runs the words in `folder`. After `wall_seconds` the run is asked to end (SIGTERM), which it must do soon."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen([os.fsencode(w) for w in words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   preexec_fn=limits(memory_bytes, cpu_seconds))
        asked_to_end = timed_out = False
        try:
            process.wait(wall_seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            asked_to_end = True
            try:
                process.wait(PATIENCE_AFTER_TERM)
            except subprocess.TimeoutExpired:
                timed_out = True
                process.kill()
                process.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        err.seek(0)
        outcome = Outcome(words, process.returncode, out.read(), err.read())
        outcome.asked_to_end, outcome.timed_out = asked_to_end, timed_out
        outcome.cpu_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return outcome


def stopped_by_processor_limit(outcome):
    return outcome.code in (-signal.SIGXCPU, -signal.SIGKILL)


def complaints_about_ending(outcome, allowed=(0, 1, 2)):
    """What is wrong with how the program ended; empty when nothing is."""
    if outcome.timed_out:
        return ['did not end after SIGTERM']
    if stopped_by_processor_limit(outcome):
        return ['used up its processor time']
    if outcome.code < 0:
        return [f'ended by signal {signal.Signals(-outcome.code).name}']
    if outcome.code not in allowed:
        return [f'exit code {outcome.code}, allowed are {allowed}: {text(outcome.err)[:300]}']
    return complaints_about_message(outcome) if outcome.code == 2 else []


def complaints_about_message(outcome):
    """A refusal is one short line that any terminal can show."""
    err = outcome.err
    lines = err.split(b'\n')
    if not err.strip():
        return ['exit code 2 without a word']
    if lines[-1] != b'' or len(lines) != 2:
        return [f'{len(lines) - 1} lines on standard error: {text(err)[:300]}']
    if len(lines[0]) > LONGEST_LINE:
        return [f'a message of {len(lines[0])} characters: {text(err)[:200]}']
    if any(b < 32 or b == 127 for b in lines[0]):
        return [f'control characters in the message: {err[:200]!r}']
    return []


def text(data):
    return data.decode('utf-8', 'replace').strip()


class Campaign:
    """Plays cases until the time is up, counts them and keeps what fails."""

    def __init__(self, given, name, extra=''):
        self.given, self.name, self.extra = given, name, extra
        self.played, self.failures, self.counts = 0, 0, {}
        self.started = time.monotonic()

    def random(self, case):
        return random.Random(f'{self.name}:{self.given.seed}:{case}')

    def cases(self):
        if self.given.case is not None:
            yield self.given.case
            return
        for case in range(self.given.cases):
            if time.monotonic() - self.started > self.given.seconds:
                return
            yield case

    def count(self, what, by=1):
        self.counts[what] = self.counts.get(what, 0) + by

    def fail(self, case, complaint, folder=None, outcome=None):
        self.failures += 1
        kept = self.given.keep / f'{self.name}_{self.given.seed}_{case}'
        if folder is not None:
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept, symlinks=True)
        print(f'FAILED {self.name} seed {self.given.seed} case {case}: {complaint}')
        if outcome is not None:
            print(f'  command: {outcome.command()}')
        if folder is not None:
            print(f'  kept in: {kept}')
        print(f'  repeat:  {shlex.join([sys.executable, os.path.relpath(sys.argv[0]), str(self.given.program)])} '
              f'{self.extra} --seed {self.given.seed} --case {case}', flush=True)

    def finish(self):
        seconds = time.monotonic() - self.started
        counts = ', '.join(f'{n} {what}' for what, n in sorted(self.counts.items()))
        print(f'{self.name}: seed {self.given.seed}, {self.played} cases in {seconds:.0f} s ({counts}), '
              f'{self.failures} failures', flush=True)
        return 1 if self.failures else 0


def scratch():
    """A temporary folder, in memory where there is such a place: runs wait for the disk at every checkpoint."""
    memory = pathlib.Path('/dev/shm')
    return tempfile.TemporaryDirectory(prefix='signorini_fuzz_', dir=memory if os.access(memory, os.W_OK) else None)
