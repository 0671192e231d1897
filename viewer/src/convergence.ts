// How the solver comes to the answer of a step whose problem was saved: solved once more, from nothing.
import { el } from './page';
import { Plot } from './plots';
import { Run } from './run';

interface Convergence {
  solver: string;
  status: string;
  contacts: number;
  iterations: number;
  tolerance: number;
  iteration: number[];
  certificate: (number | null)[];
  natural: (number | null)[];
  dynamics: (number | null)[];
}

/** Steps that are named where there are none for the one that is shown. */
const mostNamed = 12;

/** The plot, or what to say instead. `step`: from 1. `go`: to a step. */
export async function convergence(run: Run, step: number, go: (step: number) => void): Promise<{ plot?: Plot; words: Node }> {
  const { ask } = run.source, saved = ask ? ((await ask('problems')) as number[]) : [];
  if (!ask || saved.length === 0)
    return { words: el('p', { class: 'hint' }, ask ? 'No problems were saved: run --save-problem 10,20 saves those of steps 10 and 20, run --report those of the worst three.'
      : 'Only signorini view shows how the solver converged: it solves the saved problem of a step once more.') };
  if (!saved.includes(step)) {
    const near = [...saved].sort((a, b) => Math.abs(a - step) - Math.abs(b - step)).slice(0, mostNamed).sort((a, b) => a - b);
    return { words: el('p', { class: 'hint' }, step > 0 ? `The problem of step ${step} was not saved. Go to ` : 'Nothing was solved at the start. Go to ',
      ...near.flatMap((each) => [el('button', { onclick: () => go(each) }, `step ${each}`), ' '])) };
  }
  const found = (await ask(`convergence/${step}`)) as Convergence, least = 1e-17;
  const curve = (values: (number | null)[]) => values.map((v) => (v === null ? NaN : Math.max(v, least)));
  return {
    words: el('p', { class: 'hint' }, `Step ${step}: ${found.solver}, ${found.contacts} contacts, ${found.status} after ${found.iterations} iterations from nothing. In the run it began where the step before had ended.`),
    plot: found.iteration.length < 2 ? undefined : {
      unit: '', times: found.iteration, across: '', logarithmic: true, curves: [
        { name: 'certificate', values: curve(found.certificate), colour: '#3d7ab8' },
        { name: 'contacts and joints', values: curve(found.natural), colour: '#4c9a62', dash: [2, 3] },
        { name: 'dynamics', values: curve(found.dynamics), colour: '#8069b0', dash: [2, 3] },
        { name: 'tolerance', values: found.iteration.map(() => found.tolerance), colour: '#c0453f', dash: [6, 4] },
      ],
    },
  };
}
