// The panel beside the scene: what is shown, and what is selected.
import { byId, el } from './page';
import { Row } from './inspector';
import { Options } from './options';
import { Run } from './run';

export interface PanelCalls {
  changed(): void;
  find(kind: 'body' | 'joint', index: number): void;
  view(name: 'iso' | 'front' | 'side' | 'top'): void;
  deselect(): void;
}

/** Names that a search lists at most. */
const mostFound = 12;

export class Panel {
  private root = byId('panel');
  private chosen = el('section', { class: 'chosen', hidden: true });
  private refreshers: (() => void)[] = [];

  constructor(private run: Run, private options: Options, private calls: PanelCalls) {
    this.root.append(this.chosen, this.bodySection());
    if (run.about.has_contacts) this.root.append(this.contactSection());
    this.root.append(this.viewSection(), this.findSection());
  }

  /** After options were changed elsewhere. */
  refresh(): void {
    for (const each of this.refreshers) each();
  }

  private section(title: string, ...children: HTMLElement[]): HTMLElement {
    return el('section', {}, el('h2', {}, title), ...children);
  }

  private choice<T extends object, K extends keyof T>(label: string, object: T, key: K, entries: [string, string][]): HTMLElement {
    const select = el('select', {
      name: String(key),
      onchange: () => {
        object[key] = select.value as T[K];
        this.calls.changed();
      },
    }, ...entries.map(([value, title]) => el('option', { value }, title)));
    const show = () => (select.value = String(object[key]));
    show();
    this.refreshers.push(show);
    return el('label', { class: 'row' }, el('span', {}, label), select);
  }

  private check<T extends object>(label: string, object: T, key: keyof T, hint = ''): HTMLElement {
    const box = el('input', {
      type: 'checkbox', name: String(key),
      onchange: () => {
        (object[key] as boolean) = box.checked;
        this.calls.changed();
      },
    });
    const show = () => (box.checked = Boolean(object[key]));
    show();
    this.refreshers.push(show);
    return el('label', { class: 'row', title: hint }, el('span', {}, label), box);
  }

  private slider<T extends object>(label: string, object: T, key: keyof T, min: number, max: number, step: number): HTMLElement {
    const input = el('input', {
      type: 'range', name: String(key), min: String(min), max: String(max), step: String(step),
      oninput: () => {
        (object[key] as number) = Number(input.value);
        this.calls.changed();
      },
    });
    const show = () => (input.value = String(object[key]));
    show();
    this.refreshers.push(show);
    return el('label', { class: 'row' }, el('span', {}, label), input);
  }

  private bodySection(): HTMLElement {
    const entries: [string, string][] = [
      ['body', 'body'], ['speed', 'speed'], ['force', 'contact force'], ['material', 'material'], ['island', 'island'], ['plain', 'one colour'],
    ];
    const rows = [this.choice('Colour by', this.options, 'colour', entries)];
    if (this.run.about.flexible.length > 0)
      rows.push(this.choice('Surfaces', this.options, 'surface',
        [['von_mises', 'von Mises stress'], ['displacement', 'displacement'], ['plain', 'one colour']]));
    rows.push(this.slider('Bodies', this.options, 'solid', 0.08, 1, 0.02), this.slider('Walls', this.options, 'walls', 0, 1, 0.02));
    if (this.run.about.joints.length > 0) rows.push(this.check('Joints', this.options, 'joints'));
    return this.section('Bodies', ...rows);
  }

  private contactSection(): HTMLElement {
    const look = this.options.contacts;
    return this.section('Contacts',
      this.check('Forces', look, 'arrows', 'Arrows on body B, their length by the root of the force (C)'),
      this.check('Discs', look, 'discs', 'On the surface, at each contact (D)'),
      this.choice('Colour by', look, 'colour',
        [['state', 'open, sticking, sliding'], ['certificate', 'share of certificate'], ['force', 'force']]),
      this.slider('Size', look, 'size', 0.2, 3, 0.05),
      this.slider('Hide small', look, 'least', 0, 0.5, 0.005),
      this.check('On top', look, 'through'));
  }

  private viewSection(): HTMLElement {
    const views = (['iso', 'front', 'side', 'top'] as const)
      .map((name) => el('button', { onclick: () => this.calls.view(name) }, name));
    return this.section('View', el('div', { class: 'buttons' }, ...views),
      this.check('Follow', this.options, 'follow'), this.slider('Cut', this.options, 'cut', 0, 1, 0.01),
      this.choice('Cut along', this.options, 'cutAxis', [['x', 'x'], ['y', 'y'], ['z', 'z']]),
      this.check('Ground', this.options, 'ground'), this.check('Shadows', this.options, 'shadows'),
      this.choice('Theme', this.options, 'theme', [['auto', 'as the system'], ['light', 'light'], ['dark', 'dark']]),
      this.choice('Video as', this.options, 'video', [['webm', 'WebM'], ['mp4', 'MP4']]));
  }

  private findSection(): HTMLElement {
    const list = el('div', { class: 'found' });
    const input = el('input', {
      type: 'search', placeholder: 'name or number', 'aria-label': 'Find a body or a joint',
      oninput: () => {
        const wanted = input.value.trim().toLowerCase();
        list.replaceChildren();
        if (!wanted) return;
        const offer = (kind: 'body' | 'joint', index: number, name: string) =>
          list.append(el('button', { onclick: () => this.calls.find(kind, index) }, `${kind} ${index}`, el('span', {}, name)));
        const match = (name: string, k: number) => name.toLowerCase().includes(wanted) || String(k) === wanted;
        this.run.about.joints.forEach((j, k) => list.childElementCount < mostFound && match(j.name, k) && offer('joint', k, j.name));
        this.run.about.bodies.forEach((b, k) => list.childElementCount < mostFound && match(b.name, k) && offer('body', k, b.name));
        if (list.childElementCount === 0) list.append(el('p', { class: 'hint' }, 'nothing of that name'));
      },
    });
    return this.section('Find', input, list);
  }

  showSelection(title: string, rows: Row[] | undefined): void {
    this.chosen.hidden = rows === undefined;
    if (!rows) return;
    const list = el('dl', {});
    for (const row of rows) list.append(el('dt', {}, row.name), el('dd', { 'data-name': row.name }, row.value));
    const close = el('button', { class: 'close', 'aria-label': 'Deselect', title: 'Deselect (Esc)', onclick: () => this.calls.deselect() }, '✕');
    this.chosen.replaceChildren(el('h2', { id: 'chosen-name' }, title, close), list);
  }
}
