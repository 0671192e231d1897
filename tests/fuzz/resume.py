"""Kills runs, damages the folders of stopped ones, and resumes: the same bits as an uninterrupted run, or a refusal.

Usage: resume.py PROGRAM [--what kill|flip]. A case of `kill` starts a scene of runs/, ends it with SIGKILL, SIGTERM or
SIGHUP at a random moment, resumes, perhaps ends that as well, and lets the last one finish: trajectory, energies, saved
problems and VTK files must be those of the run that nobody disturbed. A case of `flip` takes the folder of a run that
was stopped half way, flips a bit in one of its files (or cuts, empties, removes or swaps files), and resumes: either
trajectory and energies are those of the undisturbed run, or the program refuses with exit code 2 and one line. Anything
else is silent damage.
"""
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from common import Campaign, arguments, bounded_run, complaints_about_ending, complaints_about_message, limits, scratch, skip, \
    MEMORY_BYTES, text

try:
    import h5py
    import numpy as np
except ImportError as error:
    skip(f'{sys.executable} has no module {error.name} (Debian: python3-h5py)')

RUNS = pathlib.Path(__file__).resolve().parent / 'runs'
SCENES = ('tumble.yaml', 'arm.yaml')
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
MOST_KILLS = 4       # of one run
CPU_SECONDS = 120


def contents(path):
    """All datasets and attributes of an HDF5 file but the wall-clock times, as comparable values."""
    found = {}

    def note(name, item):
        for key, value in item.attrs.items():
            found[f'{name}@{key}'] = np.asarray(value).tobytes()
        if isinstance(item, h5py.Dataset) and 'seconds_' not in name:
            found[name] = (item.shape, str(item.dtype), item[()].tobytes() if item.shape is not None else b'')
    with h5py.File(path, 'r') as h:
        note('/', h)
        h.visititems(note)
    return found


def difference(folder, reference, everything=True):
    """The first difference of two run folders in words; none when they are the same."""
    names = ['trajectory.h5', 'energy.csv']
    if everything:
        names += sorted(str(p.relative_to(reference)) for kind in ('problems', 'vtk') for p in (reference / kind).glob('*'))
        extra = {p.name for kind in ('problems', 'vtk') for p in (folder / kind).glob('*')} - {pathlib.Path(n).name for n in names}
        if extra:
            return f'more than the undisturbed run has: {sorted(extra)}'
        leftovers = [p.name for p in folder.rglob('.*')] + [p.name for p in (folder / 'trajectory.parts').glob('*')]
        if leftovers:
            return f'left behind: {leftovers}'
    for name in names:
        if not (folder / name).is_file():
            return f'{name} is missing'
        if pathlib.Path(name).suffix in ('.h5', '.hdf5'):
            try:
                a, b = contents(folder / name), contents(reference / name)
            except OSError as error:
                return f'{name} cannot be read: {error}'
            different = sorted(k for k in a.keys() | b.keys() if a.get(k) != b.get(k))
            if different:
                return f'{name}: {different[0]} differs'
        elif (folder / name).read_bytes() != (reference / name).read_bytes():
            return f'{name} differs'
    return None


class Undisturbed:
    """A scene, its complete run, and how long that takes."""

    def __init__(self, program, scene, folder):
        self.scene = folder / scene
        self.reference = folder / f'reference_{self.scene.stem}'
        begun = time.monotonic()
        outcome = bounded_run([program, 'run', self.scene, '--out', self.reference, '--quiet'], folder, CPU_SECONDS, 600)
        if outcome.code != 0:
            sys.exit(f'{scene} does not run: exit code {outcome.code}: {text(outcome.err)}')
        self.seconds = time.monotonic() - begun
        self.steps = len((self.reference / 'energy.csv').read_text().splitlines()) - 2


def run_and_end(words, folder, delay, number):
    """Starts the words and sends the signal after `delay`; the exit code, negative for a signal."""
    process = subprocess.Popen([str(w) for w in words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, preexec_fn=limits(MEMORY_BYTES, CPU_SECONDS))
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
    try:
        err = process.communicate(timeout=300)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None, b''
    return process.returncode, err


def kill_case(campaign, case, scenes, folder):
    random = campaign.random(case)
    undisturbed = random.choice(scenes)
    out = folder / f'killed_{case}'
    start = [campaign.given.program, 'run', undisturbed.scene, '--out', out, '--quiet']
    words, tale = start, []
    for _ in range(random.randint(1, MOST_KILLS)):
        number = random.choice(SIGNALS)
        code, err = run_and_end(words, folder, random.uniform(0, 1.1 * undisturbed.seconds), number)
        tale.append(f'{number.name} -> {code}')
        campaign.count(number.name)
        if code is None:
            return campaign.fail(case, f'did not end after {tale}', out)
        if code not in (0, 1, -number):
            return campaign.fail(case, f'{tale}: {text(err)[:300]}', out)
        # Before settings.json is there, the folder holds no run: there is nothing to resume.
        words = [campaign.given.program, 'run', '--resume', out, '--quiet'] if (out / 'settings.json').exists() \
            else start + ['--overwrite']
    outcome = bounded_run(words, folder, CPU_SECONDS, 300)
    faults = complaints_about_ending(outcome, allowed=(0,))
    fault = faults[0] if faults else difference(out, undisturbed.reference)
    if fault:
        campaign.fail(case, f'after {", ".join(tale)}: {fault}', out, outcome)
    shutil.rmtree(out, ignore_errors=True)


def damage(folder, random):
    """Does one thing to one file of the folder, and says what."""
    files = sorted(p for p in folder.rglob('*') if p.is_file() and p.parent.name not in ('vtk', 'problems'))
    path = random.choice(files)
    data = bytearray(path.read_bytes())
    name = path.relative_to(folder)
    kind = random.randrange(10)
    if kind == 0:
        path.unlink()
        return f'{name} removed'
    if kind == 1 or not data:
        size = random.randrange(len(data) + 1)
        path.write_bytes(data[:size])
        return f'{name} cut to {size} bytes'
    if kind == 2:
        other = random.choice(files)
        shutil.copy(other, path) if other != path else path.write_bytes(b'')
        return f'{name} replaced by {other.name if other != path else "nothing"}'
    at, bit = random.randrange(len(data)), random.randrange(8)
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return f'{name} bit {bit} of byte {at} flipped'


def stopped_folders(campaign, scenes, folder):
    """Run folders stopped half way: in order (everything in trajectory.h5) and by a kill (parts lie about)."""
    stopped = []
    for undisturbed in scenes:
        half = undisturbed.steps // 2
        for number in (None, signal.SIGKILL):
            out = folder / f'stopped_{undisturbed.scene.stem}_{"killed" if number else "ended"}'
            words = [campaign.given.program, 'run', undisturbed.scene, '--out', out, '--quiet']
            if number:
                run_and_end(words, folder, undisturbed.seconds / 2, number)
            else:
                bounded_run(words + ['--steps', str(half)], folder, CPU_SECONDS, 600)
            if (out / 'checkpoint.h5').exists():
                stopped.append((undisturbed, out))
    return stopped


def flip_case(campaign, case, stopped, folder):
    random = campaign.random(case)
    undisturbed, source = random.choice(stopped)
    out = folder / f'flipped_{case}'
    shutil.copytree(source, out)
    what = f'{source.name}: {damage(out, random)}'
    campaign.count('damaged')
    kept = folder / 'before'
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(out, kept)
    words = [campaign.given.program, 'run', '--resume', out, '--steps', str(undisturbed.steps), '--quiet']
    outcome = bounded_run(words, folder, CPU_SECONDS, 300)
    if outcome.code == 2:
        campaign.count('refused')
        faults = complaints_about_message(outcome)
        fault = faults[0] if faults else None
    else:
        campaign.count('resumed')
        faults = complaints_about_ending(outcome, allowed=(0,))
        fault = faults[0] if faults else difference(out, undisturbed.reference, everything=False)
    if fault:
        campaign.fail(case, f'{what}: {fault}', kept, outcome)
    shutil.rmtree(out, ignore_errors=True)


def main():
    given = arguments(__doc__, lambda p: p.add_argument('--what', choices=('kill', 'flip'), default='kill'))
    campaign = Campaign(given, given.what, f'--what {given.what}')
    with scratch() as name:
        folder = pathlib.Path(name)
        for path in RUNS.iterdir():
            shutil.copy(path, folder)
        scenes = [Undisturbed(given.program, scene, folder) for scene in SCENES]
        stopped = stopped_folders(campaign, scenes, folder) if given.what == 'flip' else []
        for case in campaign.cases():
            campaign.played += 1
            if given.what == 'kill':
                kill_case(campaign, case, scenes, folder)
            else:
                flip_case(campaign, case, stopped, folder)
    return campaign.finish()


if __name__ == '__main__':
    sys.exit(main())
