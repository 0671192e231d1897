"""Runs the program on mutated files and command lines, and looks at how it ends.

Usage: program.py PROGRAM. Valid inputs (scenes, robots, meshes, problems, run folders, command lines) are made once;
each case takes a command, mutates a file that it reads, its arguments, or both, and runs it in a folder of its own with
bounds on memory and time. A fault is: an exit code other than 0, 1 (run, solve, check, bench only) and 2; an end by a
signal; a run that does not end; a refusal that is not one short line; JSON that is not JSON; anything half-written that
stays behind.
"""
import json
import os
import pathlib
import shutil
import sys

from common import REPOSITORY, Campaign, arguments, bounded_run, complaints_about_ending, scratch, text
from mutate import arguments_mutant, bytes_mutant, hdf5_mutant, text_mutant

FUZZ = pathlib.Path(__file__).resolve().parent
MAY_MISS = ('run', 'solve', 'check', 'bench')     # exit code 1: the tolerance is not met, or stopped
MAY_BE_LONG = ('run', 'solve', 'generate', 'bench')  # asked for a lot, they take long; SIGTERM must end them
QUICK_CPU_SECONDS = 20
WALL_SECONDS = 20
SOLVERS = ('interior-point', 'gauss-seidel', 'auto', 'apgd', 'jacobi', 'admm', 'newton-alart-curnier')
LAWS = ('frictionless', 'convex', 'coulomb', 'pyramid')
TEXT = ('.yaml', '.urdf', '.obj', '.json', '.csv')


def run_well(program, folder, *words):
    outcome = bounded_run([program, *words], folder)
    if outcome.code != 0:
        sys.exit(f'cannot make the inputs: {outcome.command()}: exit code {outcome.code}: {text(outcome.err)}')


def make_inputs(program, folder):
    """Valid files to start from."""
    for path in [*(FUZZ / 'runs').iterdir(), *(REPOSITORY / 'scenes').glob('*.yaml'), *(REPOSITORY / 'scenes').glob('*.urdf')]:
        shutil.copy(path, folder)
    for seeds in ('scene', 'urdf', 'obj', 'stl'):
        for path in (FUZZ / 'corpus' / seeds).iterdir():
            shutil.copy(path, folder)
    run_well(program, folder, 'generate', 'stack', '--bodies', '3', '--out', 'stack.hdf5')
    run_well(program, folder, 'generate', 'packing', '--spheres', '8', '--law', 'convex', '--out', 'packing.hdf5')
    run_well(program, folder, 'solve', 'stack.hdf5', '--out', 'answer.hdf5')
    run_well(program, folder, 'run', 'tumble.yaml', '--steps', '9', '--out', 'half')
    for path in (folder / 'half' / 'problems').glob('*'):
        shutil.copy(path, folder / 'step.hdf5')


def commands(folder, random):
    """A valid command line, and the file that it reads (none: nothing to mutate)."""
    scene = random.choice(sorted(folder.glob('*.yaml'))).name
    problem = random.choice(sorted(folder.glob('*.hdf5'))).name
    beside = random.choice(sorted(p.name for p in folder.iterdir() if p.suffix in ('.urdf', '.obj', '.stl')))
    steps = str(random.choice((1, 2, 5)))
    solver, law = random.choice(SOLVERS), random.choice(LAWS)
    kept = random.choice(sorted(str(p.relative_to(folder)) for p in (folder / 'half').rglob('*') if p.is_file()))
    return random.choice((
        (['run', scene, '--steps', steps, '--out', 'out'], scene),
        (['run', scene, '--steps', steps, '--json', '--law', law], scene),
        (['run', 'arm.yaml', '--steps', steps], random.choice(('arm.urdf', 'rock.obj'))),
        (['run', 'shapes.yaml', '--steps', steps], beside),
        (['run', '--resume', 'half', '--steps', '20'], kept),
        (['run', 'tumble.yaml', '--set', 'balls=3', '--duration', '0.05', '--step', '0.01', '--out', 'out', '--save-problem', '2,3'], None),
        (['info', scene], scene),
        (['info', scene, '--json'], scene),
        (['info', problem, '--json'], problem),
        (['solve', problem, '--solver', solver, '--law', law, '--time-limit', '1', '--tolerance', '1e-6', '--json'], problem),
        (['solve', problem, '--time-limit', '1', '--out', 'new.hdf5', '--history', 'h.csv', '--warm-start', 'answer.hdf5'], problem),
        (['check', 'stack.hdf5', 'answer.hdf5', '--json'], random.choice(('stack.hdf5', 'answer.hdf5'))),
        (['convert', problem, 'new.hdf5'], problem),
        (['generate', random.choice(('packing', 'pile')), '--spheres', '6', '--friction', '0.3', '--seed', '2', '--out', 'new.hdf5'], None),
        (['generate', 'stack', '--bodies', '3', '--mass-ratio', '10', '--density', '1000', '--step', '0.01', '--out', 'new.hdf5'], None),
        (['generate', 'wall', '--out', 'new.hdf5'], None),
        (['list', random.choice(('solvers', 'laws', 'scenes', 'shapes', 'joints')), '--json'], None),
        (['bench', problem, '--solvers', f'{solver},gauss-seidel', '--tolerance', '1e-4', '--time-limit', '1', '--out', 'b', '--quiet'],
         problem),
    ))


def mutate_file(path, random):
    if not path.is_file():
        return
    if path.suffix in ('.h5', '.hdf5') and random.random() < 0.6 and hdf5_mutant(path, random):
        return
    data = path.read_bytes()
    if path.suffix in TEXT and random.random() < 0.8:
        path.write_bytes(text_mutant(data.decode('utf-8', 'replace'), random))
    else:
        path.write_bytes(bytes_mutant(data, random))


def leftovers(folder, before, outcome, command, words):
    """What the run should not have left there: hidden files are unfinished ones, unless asked for by that name."""
    new = sorted(str(p.relative_to(folder)) for p in folder.rglob('*') if p not in before)
    hidden = [name for name in new if pathlib.Path(name).name.startswith('.') and os.fsencode(name) not in words]
    if hidden:
        return f'left behind: {hidden}'
    if outcome.code == 2 and command in ('solve', 'check', 'info', 'convert', 'generate', 'list') and new:
        return f'refused, but wrote {new}'
    return None


def faults_of(outcome, command, words):
    allowed = (0, 1, 2) if command in MAY_MISS else (0, 2)
    if outcome.asked_to_end and command in MAY_BE_LONG and outcome.code == -15:
        return []  # before it catches the signal
    if outcome.cpu_seconds > QUICK_CPU_SECONDS and command not in MAY_BE_LONG:
        return [f'took {outcome.cpu_seconds:.0f} s']
    faults = complaints_about_ending(outcome, allowed)
    if not faults and outcome.code in (0, 1) and b'--json' in words and b'--help' not in words and b'-h' not in words:
        try:
            json.loads(outcome.out.decode('utf-8'))
        except ValueError as error:
            faults = [f'--json is not JSON: {error}']
    return faults


def play(campaign, case, inputs, folder):
    random = campaign.random(case)
    words, target = commands(inputs, random)
    here = folder / f'case_{case}'
    shutil.copytree(inputs, here)
    how = random.random()
    if target and how < 0.75:
        mutate_file(here / target, random)
    if not target or how > 0.65:
        mutant = arguments_mutant(words[1:], random)
        words = [words[0].encode()] + mutant if random.random() < 0.95 else arguments_mutant(words, random)
    else:
        words = [w.encode() for w in words]
    command = words[0].decode('utf-8', 'replace') if words else ''
    before = set(here.rglob('*'))
    outcome = bounded_run([campaign.given.program, *words], here, cpu_seconds=120, wall_seconds=WALL_SECONDS)
    campaign.played += 1
    campaign.count(f'exit {outcome.code}')
    fault = next(iter(faults_of(outcome, command, words)), None) or leftovers(here, before, outcome, command, words)
    if fault:
        campaign.fail(case, fault, here, outcome)
    shutil.rmtree(here)


def main():
    campaign = Campaign(arguments(__doc__), 'program')
    with scratch() as name:
        inputs = pathlib.Path(name) / 'inputs'
        inputs.mkdir()
        make_inputs(campaign.given.program, inputs)
        for case in campaign.cases():
            play(campaign, case, inputs, pathlib.Path(name))
    return campaign.finish()


if __name__ == '__main__':
    sys.exit(main())
