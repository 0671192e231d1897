"""The readers under libFuzzer with the address and undefined-behaviour sanitizers.

Usage: readers.py PROGRAM --build build/fuzz [--target NAME]. Each target of targets/ reads mutants of its seeds for its
share of the time. Seeds are in corpus/; those in HDF5 are made by PROGRAM. An input that makes a target fail is kept,
and the command that repeats it is printed. Mutants are the same for the same seed and the same build.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from common import Campaign, REPOSITORY, arguments, bounded_run, scratch, skip, text

FUZZ = pathlib.Path(__file__).resolve().parent
LARGEST_INPUT = 40_000     # bytes; the HDF5 seeds are the largest
SLOWEST_INPUT = 60         # wall seconds, under sanitizers on a busy machine
MEMORY_MB = 2500
DONE = re.compile(r'stat::number_of_executed_units:\s*(\d+)')


def make_seeds(program, target, folder):
    """Copies the seeds from the repository and makes those that are HDF5."""
    folder.mkdir(parents=True)
    stored = FUZZ / 'corpus' / target
    if stored.is_dir():
        for path in stored.iterdir():
            shutil.copy(path, folder)
    work = folder.parent / f'{target}_work'
    work.mkdir()
    if target == 'scene':
        for path in [*(FUZZ / 'runs').glob('*.yaml'), *(REPOSITORY / 'scenes').glob('*.yaml')]:
            shutil.copy(path, folder)
    elif target == 'checkpoint':
        for scene, steps in (('tumble.yaml', '2'), ('arm.yaml', '30')):
            for path in (FUZZ / 'runs').iterdir():
                shutil.copy(path, work)
            make(program, work, 'run', scene, '--steps', steps, '--out', scene[:-5], '--quiet')
            shutil.copy(work / scene[:-5] / 'checkpoint.h5', folder / scene[:-5])
    elif target == 'fclib':
        make(program, work, 'generate', 'stack', '--bodies', '2', '--out', 'stack.hdf5')
        make(program, work, 'solve', 'stack.hdf5', '--law', 'convex', '--tolerance', '1e-4', '--out', 'answer.hdf5', '--quiet')
        make(program, work, 'convert', 'answer.hdf5', 'local.hdf5', '--form', 'local')
        for path in work.glob('*.hdf5'):
            shutil.copy(path, folder)
            in_old_format(path, folder / f'old_{path.name}')
    shutil.rmtree(work)


def in_old_format(path, target):
    """A copy in the oldest HDF5 format, without checksums, as most files in the wild are."""
    try:
        import h5py
    except ImportError as error:
        skip(f'{sys.executable} has no module {error.name} (Debian: python3-h5py)')
    with h5py.File(path, 'r') as source, h5py.File(target, 'w', libver='earliest') as copy:
        for name in source:
            source.copy(name, copy)


def make(program, folder, *words):
    outcome = bounded_run([program, *words], folder)
    if outcome.code != 0:
        sys.exit(f'cannot make the seeds: {outcome.command()}: exit code {outcome.code}: {text(outcome.err)}')


def write_dictionary(seeds, path):
    """The words of the seeds, for mutants that say something; libFuzzer takes no empty list."""
    words = {word for seed in seeds.iterdir() for word in re.findall(rb'[A-Za-z_]\w{2,20}', seed.read_bytes())}
    path.write_text('"word"\n' + ''.join(f'"{word.decode()}"\n' for word in sorted(words)))


def play(campaign, executable, seconds, folder):
    target = executable.name.removeprefix('fuzz_')
    seeds, grown, kept = folder / target, folder / f'{target}_grown', campaign.given.keep
    make_seeds(campaign.given.program, target, seeds)
    grown.mkdir()
    kept.mkdir(parents=True, exist_ok=True)
    write_dictionary(seeds, folder / f'{target}.dict')
    words = [executable, grown, seeds, f'-seed={campaign.given.seed}', f'-max_total_time={max(1, int(seconds))}',
             '-print_final_stats=1', f'-max_len={LARGEST_INPUT}', f'-timeout={SLOWEST_INPUT}', f'-rss_limit_mb={MEMORY_MB}', '-verbosity=0',
             f'-dict={folder / target}.dict', f'-artifact_prefix={kept}/{target}_{campaign.given.seed}_', '-detect_leaks=0',
             f'-runs={campaign.given.cases if campaign.given.cases < 1 << 40 else -1}', '-reload=0']
    leaks = f'suppressions={REPOSITORY}/tests/leaks_of_hdf5.txt:print_suppressions=0'
    environment = os.environ | {'TMPDIR': str(folder), 'LSAN_OPTIONS': leaks}
    result = subprocess.run([str(w) for w in words], capture_output=True, env=environment, cwd=folder)
    err = text(result.stderr)
    done = DONE.search(err)
    mutants = int(done.group(1)) if done else 0
    campaign.played += mutants
    campaign.count(target, mutants)
    if result.returncode == 0:
        return
    artifact = re.search(r'Test unit written to (\S+)', err)
    where = artifact.group(1) if artifact else '(no input was kept)'
    lines = [line for line in err.splitlines() if re.search(r'FAULT|ERROR:|runtime error|ALARM|SUMMARY', line)]
    campaign.failures += 1
    print(f'FAILED readers target {target} seed {campaign.given.seed}: {"; ".join(lines)[:600] or err[-600:]}')
    print(f'  repeat:  {os.path.relpath(executable)} {where}', flush=True)


def main():
    def extend(parser):
        parser.add_argument('--build', type=pathlib.Path, default=REPOSITORY / 'build' / 'fuzz')
        parser.add_argument('--target', help='this one only')
    given = arguments(__doc__, extend)
    executables = sorted((given.build.resolve() / 'tests' / 'fuzz').glob(f'fuzz_{given.target or "*"}'))
    executables = [path for path in executables if path.is_file() and os.access(path, os.X_OK)]
    if not executables:
        sys.exit(f'no fuzz targets in {given.build}: cmake --preset fuzz && cmake --build --preset fuzz')
    campaign = Campaign(given, 'readers')
    with scratch() as name:
        for executable in executables:
            play(campaign, executable, given.seconds / len(executables), pathlib.Path(name))
    return campaign.finish()


if __name__ == '__main__':
    sys.exit(main())
