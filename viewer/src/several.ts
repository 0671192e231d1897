// Several runs: a gallery to choose from, and runs side by side that share time, camera and options. Each run is a page
// of its own in a frame, of the same server.
import { defaults, Options } from './options';
import { byId, el } from './page';
import { speeds, Timeline } from './timeline';
import type { Viewer } from './viewer';

export interface RunList {
  runs: string[];
  together: boolean;
}

/** Side by side, at most. */
const mostTogether = 6;
const thumbnail = { width: 320, height: 200 };

type Framed = Window & { viewer?: Viewer };

function ready(frame: HTMLIFrameElement): Promise<Viewer> {
  return new Promise((found, fail) => {
    const look = () => {
      const inside = frame.contentWindow as Framed | null, message = inside?.document.getElementById('message');
      if (inside?.viewer?.ready) found(inside.viewer);
      else if (message && !message.hidden) fail(new Error(message.textContent ?? ''));
      else setTimeout(look, 50);
    };
    look();
  });
}

function frameOf(run: number, more = ''): HTMLIFrameElement {
  return el('iframe', { src: `/?embedded=${run}#run=${run}&${more}`, title: `Run ${run}` });
}

function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', show);
  show();
}

/** Names, a picture of each, and what to do with them. */
export function gallery(list: RunList): void {
  document.body.classList.add('several');
  document.title = 'Runs – Signorini';
  followTheme();
  const chosen = new Set<number>(), place = el('div', { class: 'gallery' });
  const compare = el('button', {
    id: 'compare', disabled: true, onclick: () => (location.hash = `runs=${[...chosen].sort((a, b) => a - b).join(',')}`),
  }, 'Side by side');
  const pictures = list.runs.map((name, run) => {
    const picture = el('img', { alt: `A picture of ${name}`, width: thumbnail.width, height: thumbnail.height });
    const box = el('input', {
      type: 'checkbox', 'aria-label': `Choose ${name}`, onchange: () => {
        if (box.checked) chosen.add(run);
        else chosen.delete(run);
        compare.disabled = chosen.size < 2 || chosen.size > mostTogether;
      },
    });
    place.append(el('figure', {}, el('a', { href: `#run=${run}` }, picture), el('figcaption', {}, box, el('a', { href: `#run=${run}` }, name))));
    return picture;
  });
  byId('message').after(el('div', { class: 'runs' }, el('header', {}, el('h1', {}, `${list.runs.length} runs`), compare), place));
  void draw(pictures);
}

/** One after the other: each needs a view of its own. */
async function draw(pictures: HTMLImageElement[]): Promise<void> {
  for (const [run, picture] of pictures.entries()) {
    const frame = frameOf(run);
    frame.className = 'hidden';
    document.body.append(frame);
    try {
      const viewer = await ready(frame);
      picture.src = `data:image/jpeg;base64,${await viewer.drawn({ share: 0.6 }, thumbnail, 'image/jpeg')}`;
    } catch (error) {
      picture.alt = (error as Error).message;
    }
    frame.remove();
  }
}

/** Runs side by side, each in a frame, at the same time of the simulation. */
class Together {
  readonly options: Options = defaults();
  readonly viewers: Viewer[] = [];
  ready = false;
  time = 0;
  playing = false;
  private last = performance.now();
  private copying = false;
  private timeline: Timeline;

  constructor() {
    const all = (act: (viewer: Viewer) => void) => this.viewers.forEach(act);
    this.timeline = new Timeline(this.options, {
      toggle: () => this.toggle(), seek: (frame) => this.seek(frame * this.span), step: (by) => this.step(by),
      changed: () => this.show(), panel: () => byInside(this.viewers[0], 'panel-hidden'), plots: () => all((v) => v.togglePlots()),
      picture: () => all((v) => void v.picture()), video: () => all((v) => void v.record()), help: () => byId<HTMLDialogElement>('help').showModal(),
    });
  }

  async add(frame: HTMLIFrameElement, name: string): Promise<void> {
    const viewer = await ready(frame);
    this.viewers.push(viewer);
    viewer.page.getElementById('name')!.textContent = name;
    viewer.toggle = () => this.toggle();
    viewer.step = (by) => this.step(by);
    viewer.seek = (place) => this.seek(place * viewer.frameTime());
    const inside = frame.contentWindow!;
    viewer.applied = () => this.copyOptions(viewer);
    viewer.stage.controls.addEventListener('update', () => {
      if (frame.matches(':hover') || inside.document.hasFocus()) this.copyCamera(viewer);
    });
  }

  begin(): void {
    this.viewers.slice(1).forEach((v) => this.copyCamera(this.viewers[0], v));
    this.ready = true;
    this.show();
    const loop = () => {
      requestAnimationFrame(loop);
      const now = performance.now(), seconds = Math.min(0.25, (now - this.last) / 1000);
      this.last = now;
      if (this.playing) this.advance(seconds);
    };
    requestAnimationFrame(loop);
  }

  /** Of the finest run, s. */
  get span(): number {
    return Math.min(...this.viewers.map((v) => v.frameTime()).filter((s) => s > 0), 1e9);
  }
  get duration(): number {
    return Math.max(...this.viewers.map((v) => v.duration));
  }

  private advance(seconds: number): void {
    this.time += seconds * this.options.speed;
    if (this.time > this.duration) this.time = this.options.loop ? 0 : this.duration;
    if (!this.options.loop && this.time >= this.duration) this.playing = false;
    this.show();
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.duration) this.time = 0;
    this.show();
  }
  seek(time: number): void {
    this.time = Math.max(0, Math.min(this.duration, time));
    this.show();
  }
  step(by: number): void {
    this.playing = false;
    this.seek((Math.round(this.time / this.span) + by) * this.span);
  }
  faster(by: number): void {
    const now = speeds.findIndex((s) => s >= this.options.speed);
    this.options.speed = speeds[Math.max(0, Math.min(speeds.length - 1, now + by))];
    this.show();
  }

  show(): void {
    for (const viewer of this.viewers) void viewer.showTime(Math.min(this.time, viewer.duration));
    const frames = Math.round(this.duration / this.span) + 1;
    this.timeline.show(Math.round(this.time / this.span), frames, this.time, this.playing);
  }

  private copyCamera(from: Viewer, to?: Viewer): void {
    const position = from.stage.camera.position.toArray(), target = from.stage.target();
    for (const viewer of to ? [to] : this.viewers) if (viewer !== from) viewer.stage.lookAt(position, target);
  }

  private copyOptions(from: Viewer): void {
    if (this.copying || !this.ready) return;
    this.copying = true;
    const { contacts, ...rest } = from.options;
    for (const viewer of this.viewers) {
      if (viewer === from) continue;
      Object.assign(viewer.options, rest);
      Object.assign(viewer.options.contacts, contacts);
      viewer.apply();
    }
    document.documentElement.dataset.theme = from.stage.dark ? 'dark' : 'light';
    this.copying = false;
  }
}

function byInside(viewer: Viewer | undefined, name: string): void {
  viewer?.page.body.classList.toggle(name);
}

export async function sideBySide(list: RunList, numbers: number[]): Promise<void> {
  document.body.classList.add('several');
  document.title = `${numbers.map((k) => list.runs[k]).join(' | ')} – Signorini`;
  followTheme();
  const frames = numbers.slice(0, mostTogether).map((run) => frameOf(run)), together = new Together();
  byId('message').after(el('div', { class: `together of-${frames.length}` }, ...frames));
  for (const [k, frame] of frames.entries()) await together.add(frame, list.runs[numbers[k]]);
  together.begin();
  (window as unknown as { together: Together }).together = together;
  addKeys(together);
}

function addKeys(together: Together): void {
  const actions: Record<string, (shift: boolean) => void> = {
    ' ': () => together.toggle(), ArrowLeft: (s) => together.step(s ? -10 : -1), ArrowRight: (s) => together.step(s ? 10 : 1),
    Home: () => together.seek(0), End: () => together.seek(together.duration), ',': () => together.faster(-1), '.': () => together.faster(1),
    '?': () => byId<HTMLDialogElement>('help').showModal(),
  };
  window.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement, action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || target.matches('select') || byId<HTMLDialogElement>('help').open) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}

/** Which runs the address names; none: it names no run. */
export function runsIn(hash: string, count: number): number[] {
  const words = new URLSearchParams(hash.replace(/^#/, '')), value = words.get('runs') ?? words.get('run') ?? '';
  return value.split(',').filter((w) => w !== '').map(Number).filter((k) => Number.isInteger(k) && k >= 0 && k < count);
}
