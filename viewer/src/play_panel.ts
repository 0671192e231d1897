// What can be done to a live simulation: the first part of the panel.
import { byId, el, text } from './page';
import { LiveHead } from './play_source';

export interface Choices {
  laws: string[];
  law: string;
  solver: string;
  solvers: { name: string; method: string; laws: string[] }[];
  materials: string[];
  parameters: { name: string; value: string }[];
}

export interface PlayCalls {
  order(what: Record<string, unknown>): Promise<Record<string, unknown> | undefined>;
  /** Above the middle of the view, for a body of this size. */
  dropPlace(size: number): number[];
  /** Of the spring that pulls, times the usual one. */
  stiffness(times: number): void;
}

const speeds: [string, string][] = [
  ['0.01', '1/100'], ['0.02', '1/50'], ['0.05', '1/20'], ['0.1', '1/10'], ['0.25', '1/4'], ['0.5', '1/2'], ['1', 'as the clock'],
  ['2', 'twice'], ['5', '5 times'], ['0', 'as fast as it goes'],
];
const gravities: [string, number[]][] = [
  ['Earth', [0, 0, -9.81]], ['Moon', [0, 0, -1.62]], ['none', [0, 0, 0]], ['up', [0, 0, 9.81]], ['sideways', [9.81, 0, 0]],
];
const sizes: Record<string, (size: number) => Record<string, unknown>> = {
  sphere: (size) => ({ radius: size / 2 }), box: (size) => ({ half: [size / 2, size / 2, size / 2] }),
  capsule: (size) => ({ radius: size / 4, half_length: size / 4 }), cylinder: (size) => ({ radius: size / 2, half_length: size / 2 }),
};

export class PlayPanel {
  private go: HTMLButtonElement;
  private facts = el('p', { id: 'play-facts' });
  private words = el('p', { id: 'play-words', role: 'status' });
  private force = el('output', { id: 'play-force' }, '–');
  private speed: HTMLSelectElement;
  private gravity: HTMLInputElement[];

  constructor(choices: Choices, size: number, private calls: PlayCalls) {
    const button = (label: string, id: string, onclick: () => void) => el('button', { id, onclick }, label);
    this.go = button('Run', 'play-run', () => void calls.order({ do: this.go.textContent === 'Run' ? 'run' : 'pause' }));
    this.speed = this.select('play-speed', speeds, (value) => void calls.order({ do: 'speed', value: Number(value) }));
    this.gravity = [0, 1, 2].map((k) => this.number(`play-gravity-${'xyz'[k]}`, 0, 0.1, () => this.sendGravity()));
    byId('panel').prepend(el('section', { id: 'play-panel' },
      el('h2', {}, 'Simulation'),
      el('div', { class: 'buttons' }, this.go, button('Step', 'play-step', () => void calls.order({ do: 'step' })),
        button('Reset', 'play-reset', () => void calls.order({ do: 'reset' })),
        button('Save', 'play-save', () => void this.save())),
      this.facts, this.words, this.row('Speed', this.speed), this.pullRow(), ...this.gravityRows(), ...this.lawRows(choices),
      ...this.dropRows(choices, size), ...this.parameterRows(choices)));
  }

  show(head: LiveHead): void {
    this.go.textContent = head.playing ? 'Pause' : 'Run';
    this.facts.textContent = `step ${head.steps} · ${text(1000 * head.seconds_a_step, 3)} ms a step`;
    if (head.message) this.say(head.message);
    if (document.activeElement !== this.speed) this.speed.value = String(head.speed);
    this.force.textContent = head.pull ? `${text(Math.hypot(...head.pull.force), 3)} N` : '–';
    this.gravity.forEach((box, k) => {
      if (document.activeElement !== box) box.value = String(head.gravity[k]);
    });
  }

  say(words: string): void {
    this.words.textContent = words;
  }

  private row(label: string, ...children: HTMLElement[]): HTMLElement {
    return el('label', { class: 'row' }, el('span', {}, label), children.length === 1 ? children[0] : el('span', { class: 'several' }, ...children));
  }

  private select(id: string, entries: [string, string][], chosen: (value: string) => void): HTMLSelectElement {
    const select: HTMLSelectElement = el('select', { id, onchange: () => chosen(select.value) },
      ...entries.map(([value, title]) => el('option', { value }, title)));
    return select;
  }

  private number(id: string, value: number, step: number, changed = () => {}): HTMLInputElement {
    return el('input', { id, type: 'number', value: String(value), step: step > 0 ? String(step) : 'any', onchange: changed });
  }

  private pullRow(): HTMLElement {
    const decades: HTMLInputElement = el('input', {
      id: 'play-stiffness', type: 'range', min: '-1.5', max: '1.5', step: '0.1', value: '0', title: 'How stiff the spring is',
      oninput: () => this.calls.stiffness(10 ** Number(decades.value)),
    });
    return this.row('Pull', decades, this.force);
  }

  private gravityRows(): HTMLElement[] {
    const preset = this.select('play-gravity', [['', 'as below'], ...gravities.map(([name]): [string, string] => [name, name])], (name) => {
      const found = gravities.find((g) => g[0] === name);
      if (found) void this.calls.order({ do: 'gravity', value: found[1] });
    });
    return [this.row('Gravity', preset), this.row('m/s²', ...this.gravity)];
  }

  private sendGravity(): void {
    void this.calls.order({ do: 'gravity', value: this.gravity.map((box) => Number(box.value)) });
  }

  private lawRows(choices: Choices): HTMLElement[] {
    const send = () => void this.calls.order({ do: 'solver', law: law.value, solver: solver.value });
    const law = this.select('play-law', choices.laws.map((name): [string, string] => [name, name]), send);
    const solver = this.select('play-solver', [['', 'default'], ...choices.solvers.map((s): [string, string] => [s.name, s.name])], send);
    law.value = choices.law;
    solver.value = choices.solver;
    return [this.row('Law', law), this.row('Solver', solver)];
  }

  private dropRows(choices: Choices, size: number): HTMLElement[] {
    const shape = this.select('play-shape', Object.keys(sizes).map((name): [string, string] => [name, name]), () => {});
    const extent = this.number('play-size', Number(size.toPrecision(2)), 0), density = this.number('play-density', 1000, 0);
    const material = this.select('play-material', choices.materials.map((name, k): [string, string] => [String(k), name]), () => {});
    const drop = () => {
      const wide = Number(extent.value);
      void this.calls.order({
        do: 'drop', shape: shape.value, ...sizes[shape.value](wide), density: Number(density.value), material: Number(material.value),
        position: this.calls.dropPlace(wide),
      });
    };
    return [
      el('h2', {}, 'Drop a body'), this.row('Shape', shape), this.row('Size, m', extent), this.row('kg/m³', density), this.row('Material', material),
      el('div', { class: 'buttons' }, el('button', { id: 'play-drop', onclick: drop }, 'Drop')),
    ];
  }

  private parameterRows(choices: Choices): HTMLElement[] {
    if (choices.parameters.length === 0) return [];
    const boxes = choices.parameters.map(({ name, value }) => ({ name, box: el('input', { type: 'text', name, value, spellcheck: false }) }));
    const rebuild = () => void this.calls.order({
      do: 'rebuild', parameters: Object.fromEntries(boxes.map(({ name, box }) => [name, box.value])),
    });
    return [
      el('h2', {}, 'Scene'), ...boxes.map(({ name, box }) => this.row(name, box)),
      el('div', { class: 'buttons' }, el('button', { id: 'play-rebuild', onclick: rebuild }, 'Rebuild')),
    ];
  }

  private async save(): Promise<void> {
    this.say('Saving: all of it is simulated once more …');
    const done = await this.calls.order({ do: 'save' });
    if (!done) return;
    this.say(`${done.steps} steps in ${done.folder}${done.same_bits ? ', the same to the bit' : ': it did NOT end the same'}`);
  }
}
