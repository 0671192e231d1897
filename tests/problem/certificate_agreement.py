"""The certificate of `signorini check` against tools/fclib.py, an independent implementation, on every problem file.

Usage: certificate_agreement.py SIGNORINI, with SIGNORINI_DATA the folder of problem files and the tool in ../tools of
it.
Candidates: zero; impulses and velocities at random, partly inside the cones, huge and tiny; what Gauss-Seidel finds.
Laws: coulomb and convex. Every number of the certificate must agree to 1e-9 of itself, or to the rounding of the terms
it is a difference of (`floors` below, 1e-13 of their size) where it is smaller than that.
Exit codes: 0 all agree, 1 some do not, 77 something is missing (skipped).
"""
import functools
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

RELATIVE = 1e-9
ROUNDING = 1e-13
LAWS = ('coulomb', 'convex')
FIELDS = ('natural', 'dynamics', 'equality', 'penetration', 'complementarity')
MANY_CONTACTS = 3000  # above it: fewer candidates


def skip(reason):
    print(f'SKIPPED: {reason}')
    sys.exit(77)


try:
    import h5py
    import numpy as np
    import scipy.sparse.linalg as sla
except ImportError as error:
    skip(f'{sys.executable} has no module {error.name} (Debian: python3-h5py, python3-scipy)')


def load_tool(data):
    path = data.parent / 'tools' / 'fclib.py'
    if not path.is_file():
        skip(f'the independent implementation {path} is missing')
    spec = importlib.util.spec_from_file_location('fclib', path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def cached(function):
    """The tool computes what depends on the problem alone at every call: once a problem is enough."""
    known = {}

    @functools.wraps(function)
    def wrapper(p):
        if known.get('problem') is not p:
            known.update(problem=p, value=function(p))
        return known['value']
    return wrapper


def contact_rows(p):
    return p['dim'] * len(p['mu'])


def joint_rows(p):
    return p['G'].shape[1] if 'G' in p else 0


def velocities(p, r, l):
    """v = M^-1 (f + H r + G l)."""
    if p['kind'] == 'local':
        return None
    if 'factor' not in p:
        p['factor'] = sla.splu(p['M'].tocsc())
    return p['factor'].solve(p['f'] + p['H'] @ r + (p['G'] @ l if 'G' in p else 0))


def candidates(p, random):
    """(name, r, v, l) with impulses of the size that stops the free velocities."""
    n, m = contact_rows(p), joint_rows(p)
    size = np.linalg.norm(fclib.free_velocity(p)) / np.sqrt(max(n, 1)) / np.median(fclib.contact_scale(p))
    size = size if size > 0 else 1.0
    anywhere = lambda: size * random.standard_normal(n)
    inside = fclib.project(anywhere(), p['mu'], p['dim'])  # open, sliding and sticking contacts
    mixed = np.where(np.repeat(random.random(len(p['mu'])) < 0.5, p['dim']), inside, anywhere())
    l = size * random.standard_normal(m)
    noise = lambda v: None if v is None else v + np.abs(v).max(initial=0) * random.standard_normal(v.size)
    zero = np.zeros(n)
    yield 'zero', zero, None if p['kind'] == 'local' else np.zeros(p['M'].shape[0]), np.zeros(m)
    yield 'half in the cones', mixed, velocities(p, mixed, l), l
    if len(p['mu']) > MANY_CONTACTS:
        return
    yield 'no impulses', zero, velocities(p, zero, np.zeros(m)), np.zeros(m)
    yield 'in the cones', inside, velocities(p, inside, l), l
    r = anywhere()
    yield 'anything', r, noise(velocities(p, r, l)), l
    for name, factor in (('huge', 1e12), ('tiny', 1e-12)):
        r = factor * mixed
        yield name, r, velocities(p, r, factor * l), factor * l


def write_solution(path, p, r, v, l):
    with h5py.File(path, 'w') as h:
        h['solution/r'] = r
        h['solution/u'] = np.zeros_like(r)
        if v is not None:
            h['solution/v'] = v
        if joint_rows(p):
            h['solution/l'] = l


def floors(p, r, v, l, law):
    """What rounding does to each number: 1e-13 of the size of the terms that it is a difference of."""
    d, mu = p['dim'], p['mu']
    if p['kind'] == 'local':
        size = abs(p['W']) @ abs(r) + abs(p['q'])
    else:
        size = abs(p['H']).T @ abs(v) + abs(p['w'])
    normal_scale = np.repeat(fclib.contact_scale(p), d)
    contact = size.reshape(-1, d)
    if law == 'coulomb':
        contact = contact.copy()
        contact[:, 0] += mu * np.linalg.norm(contact[:, 1:], axis=1)
    joints = abs(p['G']).T @ abs(v) + abs(p['b']) if 'G' in p else np.zeros(0)
    q = fclib.velocity_scale(p)
    violation = np.linalg.norm(normal_scale * abs(r)) + np.linalg.norm(contact) + np.linalg.norm(joints)
    return {'natural': ROUNDING * max(1, violation / (q if q > 0 else 1)),
            'dynamics': ROUNDING,
            'equality': ROUNDING * joints.max(initial=0),
            'penetration': ROUNDING * contact[:, 0].max(initial=0),
            'complementarity': ROUNDING * (abs(r.reshape(-1, d)) * contact).sum()}


def run(*arguments):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=120)


def check(problem, solution, law):
    result = run(program, 'check', problem, solution, '--law', law, '--json')
    if result.returncode not in (0, 1):  # 1: the tolerance is not met, as most candidates
        sys.exit(f'signorini check {problem} {solution}: exit code {result.returncode}\n{result.stderr}')
    return json.loads(result.stdout)['certificate']


class Comparison:
    def __init__(self):
        self.count, self.failures = 0, []
        self.worst = {field: (0.0, 'any') for field in FIELDS}  # by the larger of the number and its terms
        self.worst_plain = dict(self.worst)  # by the number itself, when its terms are at most 100 times as large

    def compare(self, where, p, ours, r, v, l, law):
        theirs = fclib.certify(p, r, v, l, law)
        allowed = floors(p, r, v, l, law)
        self.count += 1
        for field in FIELDS:
            a, b = ours[field], theirs[field]
            if a is None or not np.isfinite(b):
                self.failures.append(f'{where}: {field} is {a}, by the tool {b}')
                continue
            difference = abs(a - b)
            if difference > RELATIVE * abs(b) + allowed[field]:
                self.failures.append(f'{where}: {field} is {a!r}, by the tool {b!r} (rounding allows {allowed[field]:.1e})')
            rounding = allowed[field] / ROUNDING  # the size of the terms
            self.worst[field] = max(self.worst[field], (difference / max(abs(b), rounding, 1e-300), where))
            if abs(b) > rounding / 100:  # not a difference of much larger terms
                self.worst_plain[field] = max(self.worst_plain[field], (difference / abs(b), where))


def solved(problem, folder, law, contacts):
    """What Gauss-Seidel finds in a second: (file, r, v, l)."""
    out = folder / 'answer.hdf5'
    iterations = 20 if contacts > MANY_CONTACTS else 200
    result = run(program, 'solve', problem, '--law', law, '--solver', 'gauss-seidel', '--tolerance', '1e-6',
                 '--time-limit', '1', '--max-iterations', iterations, '--out', out, '--json')
    if result.returncode not in (0, 1):
        sys.exit(f'signorini solve {problem}: exit code {result.returncode}\n{result.stderr}')
    with h5py.File(out, 'r') as h:
        s = {name: h['solution'][name][:] for name in h['solution']}
    return out, s['r'], s.get('v'), s.get('l', np.zeros(0)), json.loads(result.stdout)['certificate']


def main():
    files = sorted(data.rglob('*.hdf5'))
    if not files:
        skip(f'no .hdf5 files in {data}')
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in files:
            p = fclib.load(str(path))
            random = np.random.default_rng(zlib.crc32(path.name.encode()))
            for what, r, v, l in candidates(p, random):
                write_solution(folder / 'candidate.hdf5', p, r, v, l)
                for law in LAWS:
                    ours = check(path, folder / 'candidate.hdf5', law)
                    comparison.compare(f'{path.name}, {law}, {what}', p, ours, r, v, l, law)
            for law in LAWS:
                answer, r, v, l, claimed = solved(path, folder, law, len(p['mu']))
                if p['kind'] == 'local':
                    v = None
                comparison.compare(f'{path.name}, {law}, solve --out', p, check(path, answer, law), r, v, l, law)
                comparison.compare(f'{path.name}, {law}, solve --json', p, claimed, r, v, l, law)
    print(f'{comparison.count} certificates of {len(files)} files compared. Largest differences, relative')
    for text, worst in (('to the number, unless it is a difference of terms 100 times larger', comparison.worst_plain),
                        ('to the number or the terms it is a difference of', comparison.worst)):
        print(f'  {text}:')
        for field, (value, where) in worst.items():
            print(f'    {field:16s}{value:.1e}  {where}')
    for failure in comparison.failures:
        print('DISAGREE', failure)
    return 1 if comparison.failures else 0


if __name__ == '__main__':
    program = sys.argv[1]
    data = pathlib.Path(os.environ.get('SIGNORINI_DATA', ''))
    if not os.environ.get('SIGNORINI_DATA') or not data.is_dir():
        skip('set SIGNORINI_DATA to the folder of fclib problem files')
    data = data.resolve()
    fclib = load_tool(data)
    for name in ('free_motion', 'free_velocity', 'velocity_scale', 'contact_scale'):
        setattr(fclib, name, cached(getattr(fclib, name)))
    sys.exit(main())
