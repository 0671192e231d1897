"""Random small problems against every solver and law; each answer is judged by an independent implementation.

Usage: solves.py PROGRAM, where PROGRAM is random_solves (it draws and solves; see random_problem.h). The judge is
fclib.py in ../tools of $SIGNORINI_DATA; without it the driver is skipped. A fault is
  - a false claim: status solved, while the judge finds a certificate above the tolerance;
  - a number of our own certificate that differs from the judge's (by more than a hundredth, and rounding);
  - a proof of infeasibility that does not hold (convex laws), or one beside an answer that does;
  - a solver that runs far past its time limit, or ends the process.
Rounding: the judge and we add in different orders. A certificate is a difference of terms; 1e-13 of their size, relative
to the scale of the velocities, is the floor below which nobody can tell.
"""
import importlib.util
import json
import os
import pathlib
import shutil
import sys
import tempfile

from common import Campaign, arguments, bounded_run, complaints_about_ending, skip

PROBLEMS_A_CASE = 20
ROUNDING = 1e-13
AGREEMENT = 1e-2           # of the two certificates, where they are above the rounding
SLOW_SECONDS = 10          # where the limit is 2: on a busy machine
PROVEN_RATIO = 1e5         # 1e6 in src/signorini/problem/infeasibility.h, by other sums
PYRAMID_SIDES = 8

try:
    import h5py
    import numpy as np
    import scipy.optimize
    import scipy.sparse as sp
except ImportError as error:
    skip(f'{sys.executable} has no module {error.name} (Debian: python3-h5py, python3-scipy)')


def load_tool():
    data = os.environ.get('SIGNORINI_DATA', '')
    path = pathlib.Path(data).resolve().parent / 'tools' / 'fclib.py'
    if not data or not path.is_file():
        skip('no independent judge: set SIGNORINI_DATA to a folder with ../tools/fclib.py beside it')
    spec = importlib.util.spec_from_file_location('fclib', path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    tool.plain_project, tool.plain_velocity_scale = tool.project, tool.velocity_scale
    return tool


class Judge:
    """The tool, for one problem. What the tool does not know (compliance, joints in local form, pyramids, frictionless
    law) is put into the terms that it does know."""

    def __init__(self, tool, path):
        self.tool = tool
        self.p = tool.load(str(path))
        with h5py.File(path, 'r') as h:
            self.answers = {int(k): {n: h['guesses'][k][n][:] for n in h['guesses'][k]}
                            for k in h.get('guesses', {}) if k.isdigit()}
            self.E = h['signorini/E'][:] if 'signorini/E' in h else None
            self.positive = int(h['signorini'].attrs['positive']) if 'signorini' in h else 0
            local = h.get('fclib_local')
            if local is not None and 'V' in local:
                self.V, self.R, self.s = tool.matrix(local['V']), tool.matrix(local['R']), local['vectors/s'][:]
            else:
                self.V = None
        p = self.p
        self.local = p['kind'] == 'local'
        self.free = self.s.size if self.V is not None else p['G'].shape[1] if 'G' in p else 0
        self.scale = self.velocity_scale()
        self.contacts = len(p['mu'])
        if self.contacts == 0:
            self.add_idle_contact()
        self.D = tool.contact_scale(p)
        self.mu = p['mu']

    def velocity_scale(self):
        if self.V is not None and len(self.p['mu']) == 0:
            scale = self.tool.norm(self.s)
        else:
            with np.errstate(all='ignore'):
                scale = self.tool.plain_velocity_scale(self.p)
        return scale if scale > 0 else 1.0

    def add_idle_contact(self):
        """The tool wants at least one: a contact that touches nothing."""
        p, d = self.p, self.p['dim']
        p['mu'] = np.zeros(1)
        if self.local:
            p['W'], p['q'], self.V = sp.csc_matrix((d, d)), np.zeros(d), sp.csc_matrix((d, self.free))
        else:
            p['H'], p['w'] = sp.csc_matrix((p['M'].shape[0], d)), np.zeros(d)
        for answer in self.answers.values():
            answer['r'] = np.zeros(d)

    def compliance(self, d):
        """E in the rows of the file, where a positive row is a whole contact."""
        E = self.E[self.free:]
        filled = np.zeros(self.positive * d)
        filled[::d] = E[:self.positive]
        return np.concatenate([filled, E[self.positive:]])

    def certify(self, answer, law):
        """(certificate, floor of rounding)"""
        p, d = dict(self.p), self.p['dim']
        r, v, l = answer['r'], answer.get('v'), answer.get('l', np.zeros(0))
        if not all(np.isfinite(x).all() for x in (r, l) + (() if self.local else (v,))):
            return np.nan, 0
        p['mu'] = self.mu if law != 'frictionless' else 0 * self.mu
        offset = 'q' if self.local else 'w'
        if self.E is not None and self.E.size > self.free:
            p[offset] = p[offset] + self.compliance(d) * r
        joints = np.zeros(0)
        if self.V is not None:
            p['q'] = p['q'] + self.V @ l
            joints = self.V.T @ r + self.R @ l + self.s
        with np.errstate(all='ignore'):
            found = self.tool.certify(p, r, None if self.local else v, l, 'coulomb' if law == 'coulomb' else 'convex')
            natural = np.hypot(found['natural'], self.tool.norm(joints) / self.scale)
        return max(natural, found['dynamics']), self.floor(p, r, v, l, p['mu'])

    def floor(self, p, r, v, l, mu):
        d = p['dim']
        if self.local:
            size = abs(p['W']) @ abs(r) + abs(p['q'])
        else:
            size = abs(p['H']).T @ abs(v) + abs(p['w'])
            if 'G' in p:
                size = np.append(size, abs(p['G']).T @ abs(v) + abs(p['b']))
        terms = np.linalg.norm(size) * (1 + mu.max(initial=0)) + np.linalg.norm(np.repeat(self.D, d) * r)
        if self.V is not None:
            terms += np.linalg.norm(abs(self.V).T @ abs(r) + abs(self.R) @ abs(l) + abs(self.s))
        return ROUNDING * max(1, terms / self.scale)

    def rows(self):
        """Delassus matrix (without compliance) and free velocities q of all rows, in the order of a proof."""
        p, d = self.p, self.p['dim']
        contacts = [i * d for i in range(self.positive)]
        contacts += list(range(self.positive * d, self.contacts * d))
        if self.local:
            W, q = p['W'].toarray()[np.ix_(contacts, contacts)], p['q'][contacts]
            if self.V is not None:
                V = self.V.toarray()[contacts]
                W = np.block([[self.R.toarray(), V.T], [V, W]])
                q = np.append(self.s, q)
            return W, q
        H, w = p['H'].toarray()[:, contacts], p['w'][contacts]
        if 'G' in p:
            H, w = np.hstack([p['G'].toarray(), H]), np.append(p['b'], w)
        root = np.sqrt(p['M'].diagonal())      # masses of any size: solve with a unit diagonal
        H, M = H / root[:, None], p['M'].toarray() / np.outer(root, root)
        return H.T @ np.linalg.solve(M, H), H.T @ np.linalg.solve(M, p['f'] / root) + w

    def project_on_pyramid(self, x, mu, dim):
        """The tool's projection, with pyramids for cones: a least-squares problem over the rays of each."""
        if dim == 2:
            return self.tool.plain_project(x, mu, dim)
        angles = 2 * np.pi * np.arange(PYRAMID_SIDES) / PYRAMID_SIDES
        out = np.zeros((len(mu), 3))
        for i, point in enumerate(x.reshape(-1, 3)):
            size = np.abs(point).max()
            if size > 0:
                rays = np.array([np.ones_like(angles), mu[i] * np.cos(angles), mu[i] * np.sin(angles)])
                out[i] = rays @ scipy.optimize.nnls(rays, point / size)[0] * size
        return out.ravel()

    def judge(self, answer, law):
        self.tool.velocity_scale = lambda p: self.scale
        self.tool.project = self.project_on_pyramid if law == 'pyramid' else self.tool.plain_project
        return self.certify(answer, law)


def complaint_about(line, judge):
    """What is wrong with one answer; none when nothing is."""
    if line.get('seconds', 0) > SLOW_SECONDS:
        return f'took {line["seconds"]:.1f} s where the limit was 2'
    value, floor = judge.judge(judge.answers[line['guess']], line['law'])
    line['judged'] = value
    if line['status'] == 'solved' and not value <= 1.001 * line['tolerance'] + floor:
        return f'FALSE CLAIM: solved to {line["tolerance"]:g}, judged {value:.3g} (claimed {line["claimed"]}, floor {floor:.1g})'
    claimed = np.nan if line['claimed'] is None else line['claimed']
    if np.isfinite(value) and not abs(claimed - value) <= AGREEMENT * value + floor:
        return f'certificate {claimed:.4g} by us, {value:.4g} by the judge (floor {floor:.1g})'
    return None


def complaint_about_proof(line, judge):
    """A proof is an impulse in the cones that works against the free velocities and moves next to nothing."""
    r = np.array(line.get('proof', []))
    W, q = judge.rows()
    if r.size != q.size:
        return f'infeasible, but the proof has {r.size} rows of {q.size}'
    first = judge.free + judge.positive
    mu = judge.mu[judge.positive:] if line['law'] != 'frictionless' else 0 * judge.mu[judge.positive:]
    size = abs(r).max()
    contacts = r[first:].reshape(-1, judge.p['dim']) / size
    if contacts.size and (np.linalg.norm(contacts[:, 1:], axis=1) > mu * contacts[:, 0] + 1e-9).any():
        return 'infeasible, but the proof leaves a friction cone'
    if (r[judge.free:first] < -1e-9 * size).any():
        return 'infeasible, but the proof pulls at a joint limit'
    with np.errstate(all='ignore'):
        r = r / size
        work = q @ r
        square = max(0.0, r @ W @ r) + (judge.E @ r**2 if judge.E is not None else 0)
        speed, diagonal = abs(q).max(), np.diag(W)
        # Rounding of the square: beside it nobody can tell.
        least = 1e-15 * (abs(r) @ abs(W) @ abs(r))
        reference = sum(0.5 * speed**2 / D for D in diagonal if D > 0)
        energy = 0.5 * work**2 / max(square - least, 1e-300)
    if not work < 0 or not energy > PROVEN_RATIO**2 * reference:
        return f'infeasible, but the proof does not hold: work {work:.3g}, energy {energy:.3g} beside {reference:.3g}'
    return None


def contradiction(lines):
    """Two solvers that cannot both be right about whether a problem has an answer."""
    for law in sorted({line['law'] for line in lines}):
        solved = [x for x in lines if x['law'] == law and x.get('status') == 'solved' and x['tolerance'] <= 1e-6]
        infeasible = [x for x in lines if x['law'] == law and x.get('status') == 'infeasible']
        if solved and infeasible:
            return f'{law}: {solved[0]["solver"]} solved what {infeasible[0]["solver"]} calls infeasible'
    return None


def judge_case(campaign, case, folder, tool):
    lines = [json.loads(line) for line in (folder / 'answers.jsonl').read_text().splitlines()]
    for name in sorted({line['file'] for line in lines}):
        mine = [line for line in lines if line['file'] == name]
        judge = Judge(tool, folder / name)
        complaints = []
        for line in mine:
            if 'refused' in line:
                campaign.count('refused')
                continue
            campaign.count('judged')
            campaign.count(line['status'])
            complaint = complaint_about(line, judge)
            if not complaint and line['status'] == 'infeasible':
                campaign.count('proofs')
                complaint = complaint_about_proof(line, judge)
            if complaint:
                complaints.append(f'{line["solver"]}, {line["law"]}: {complaint}')
        clash = contradiction(mine)
        if clash:
            complaints.append(clash)
        for complaint in complaints[:3]:
            campaign.fail(case, f'problem {mine[0]["index"]} ({mine[0]["about"]}): {complaint}')
        if complaints:
            campaign.given.keep.mkdir(parents=True, exist_ok=True)
            kept = campaign.given.keep / f'solves_{campaign.given.seed}_{name}'
            shutil.copy(folder / name, kept)
            print(f'  kept in: {kept}')


def main():
    given = arguments(__doc__)
    tool = load_tool()
    campaign = Campaign(given, 'solves')
    for case in campaign.cases():
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            outcome = bounded_run([given.program, folder, str(given.seed), str(case * PROBLEMS_A_CASE), str(PROBLEMS_A_CASE)],
                                  folder, cpu_seconds=600, wall_seconds=1200)
            campaign.played += 1
            faults = complaints_about_ending(outcome, allowed=(0,))
            for fault in faults:
                last = outcome.err[outcome.err.rfind(b'\r'):].decode(errors='replace').strip()
                campaign.fail(case, f'random_solves {fault}; the last it began: {last}', outcome=outcome)
            if not faults:
                judge_case(campaign, case, folder, tool)
    return campaign.finish()


if __name__ == '__main__':
    sys.exit(main())
