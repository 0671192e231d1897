// Plots under the scene, tied to the timeline.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { byId, el, text } from './page';
import { Run } from './run';

export interface Curve {
  name: string;
  values: ArrayLike<number>;
  colour: string;
  dash?: number[];
}

export interface Plot {
  unit: string;
  times: ArrayLike<number>;
  curves: Curve[];
  logarithmic?: boolean;
  /** The unit of what goes across, where that is not the time: then clicks lead nowhere. */
  across?: string;
}

const colours = { blue: '#3d7ab8', orange: '#d1803f', green: '#4c9a62', red: '#c0453f', violet: '#8069b0', grey: '#7d8894' };

export const plotNames: [string, string][] = [
  ['energy', 'Energy'], ['contacts', 'Contacts'], ['iterations', 'Iterations'], ['certificate', 'Certificate'],
  ['time', 'Time by stage'], ['convergence', 'Convergence'], ['selection', 'Selection'],
];

/** What there is to say about the run as a whole. */
export function plotOf(run: Run, name: string): Plot | undefined {
  const column = (key: string) => run.steps.arrays.get(key)?.values ?? new Float32Array();
  const times = column('time');
  const sum = (...keys: string[]) => {
    const all = keys.map(column);
    return Array.from(times, (_, k) => all.reduce((s, c) => s + (c[k] ?? 0), 0));
  };
  switch (name) {
    case 'energy': {
      let total = 0;
      return {
        unit: 'J', times, curves: [
          { name: 'kinetic', values: column('kinetic'), colour: colours.blue },
          { name: 'potential', values: column('potential'), colour: colours.green },
          { name: 'elastic', values: column('elastic'), colour: colours.violet },
          { name: 'total', values: sum('kinetic', 'potential', 'elastic'), colour: colours.grey },
          { name: 'unexplained', values: Array.from(column('change_unexplained'), (c) => (total += c)), colour: colours.red },
        ],
      };
    }
    case 'contacts': return { unit: '', times, curves: [{ name: 'contacts', values: column('contacts'), colour: colours.blue }] };
    case 'iterations':
      return { unit: '', times, curves: [{ name: 'iterations', values: column('iterations'), colour: colours.orange }] };
    case 'certificate': {
      const natural = column('natural'), dynamics = column('dynamics');
      const value = Array.from(times, (_, k) => Math.max(natural[k], dynamics[k], 1e-17));
      return {
        unit: '', times, logarithmic: true, curves: [
          { name: 'certificate', values: value, colour: colours.blue },
          { name: 'tolerance', values: value.map(() => run.about.settings.tolerance), colour: colours.red, dash: [6, 4] },
        ],
      };
    }
    case 'time': {
      const ms = (key: string) => Array.from(column(`seconds_${key}`), (s) => 1000 * s);
      return {
        unit: 'ms', times, curves: [
          { name: 'collision', values: ms('collision'), colour: colours.blue },
          { name: 'assembly', values: ms('assemble'), colour: colours.green },
          { name: 'solver', values: ms('solve'), colour: colours.orange },
          { name: 'integration', values: ms('integrate'), colour: colours.violet },
          { name: 'output', values: ms('output'), colour: colours.grey },
        ],
      };
    }
    default: return undefined;
  }
}

export class Plots {
  private section = byId<HTMLElement>('plots');
  private tabs = el('div', { class: 'tabs', role: 'tablist' });
  private place = el('div', { class: 'plot' });
  private chart?: uPlot;
  private time = 0;
  private timed = true;
  shown = '';

  /** `seek`: a time was clicked; `choose`: another plot, or none. */
  constructor(private seek: (time: number) => void, choose: (name: string) => void) {
    for (const [name, title] of plotNames)
      this.tabs.append(el('button', { role: 'tab', id: `tab-${name}`, onclick: () => choose(name) }, title));
    this.tabs.append(el('span', { class: 'space' }), el('button', { 'aria-label': 'Close plots', title: 'Close (G)', onclick: () => choose('') }, '✕'));
    this.section.append(this.tabs, this.place);
    new ResizeObserver(() => this.chart?.setSize(this.size())).observe(this.place);
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(120, this.place.clientWidth), height: Math.max(80, this.place.clientHeight - 32 - (this.place.querySelector<HTMLElement>(':scope > .hint')?.offsetHeight ?? 0)) };
  }

  /** `words`: above the plot, or in its place. */
  show(name: string, plot: Plot | undefined, words?: Node): void {
    this.shown = name;
    this.section.hidden = name === '';
    document.body.classList.toggle('with-plots', name !== '');
    for (const [each] of plotNames) byId(`tab-${each}`).setAttribute('aria-selected', String(each === name));
    this.chart?.destroy();
    this.chart = undefined;
    this.place.replaceChildren();
    if (!name) return;
    if (words) this.place.append(words);
    this.timed = plot?.across === undefined;
    if (!plot || plot.times.length === 0) {
      if (words) return;
      const hint = name === 'selection' ? 'Click a body, a joint or a contact: its history appears here.' : 'Nothing to show yet.';
      this.place.append(el('p', { class: 'hint' }, hint));
      return;
    }
    const style = getComputedStyle(document.body), ink = style.getPropertyValue('--muted'), rule = style.getPropertyValue('--rule');
    const axis = { stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1 }, font: '11px system-ui' };
    const value = (_: uPlot, v: number | null) => (v === null ? '–' : text(v));
    this.chart = new uPlot({
      ...this.size(),
      padding: [8, 12, 0, 4],
      scales: { x: { time: false }, y: plot.logarithmic ? { distr: 3, log: 10 } : {} },
      axes: [
        { ...axis, size: 26, values: (_, ticks) => ticks.map((t) => (this.timed ? `${text(t)} s` : text(t))) },
        { ...axis, size: 62, values: (_, ticks) => ticks.map((t) => (t === null ? '' : `${text(t, 3)}${plot.unit ? ` ${plot.unit}` : ''}`)) },
      ],
      series: [
        { label: this.timed ? 't' : 'iteration', value: (_, v) => (v === null ? '–' : `${text(v)}${this.timed ? ' s' : ''}`) },
        ...plot.curves.map((c) => ({ label: c.name, stroke: c.colour, width: 1.5, dash: c.dash, points: { show: false }, value })),
      ],
      legend: { live: true },
      cursor: { drag: { x: false, y: false }, y: false },
      hooks: {
        draw: [(u) => this.drawTime(u)],
        ready: [(u) => this.timed && u.over.addEventListener('pointerdown', (e) => this.drag(u, e))],
      },
    }, [Array.from(plot.times), ...plot.curves.map((c) => Array.from(c.values, (v) => (Number.isFinite(v) ? v : null)))] as uPlot.AlignedData,
    this.place);
  }

  private drag(u: uPlot, down: PointerEvent): void {
    const go = (e: PointerEvent) => this.seek(u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x'));
    go(down);
    const end = () => {
      window.removeEventListener('pointermove', go);
      window.removeEventListener('pointerup', end);
    };
    window.addEventListener('pointermove', go);
    window.addEventListener('pointerup', end);
  }

  private drawTime(u: uPlot): void {
    if (!this.timed) return;
    const x = u.valToPos(this.time, 'x', true), { left, top, width, height } = u.bbox;
    if (!(x >= left && x <= left + width)) return;
    u.ctx.save();
    u.ctx.strokeStyle = '#ffb000';
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x, top);
    u.ctx.lineTo(x, top + height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  at(time: number): void {
    this.time = time;
    if (this.timed) this.chart?.redraw(false, false);
  }
}
