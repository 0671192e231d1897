import './style.css';
import { DroppedSource, inDropped, takeDrops } from './dropped';
import { byId, el } from './page';
import { Play } from './play';
import { takeKey } from './play_orders';
import { LiveSource, withLive } from './play_source';
import { Run } from './run';
import { gallery, RunList, runsIn, sideBySide } from './several';
import { openSource, Source, standalone } from './source';
import { Viewer } from './viewer';

const keys: [string, string][] = [
  ['Space', 'play, pause'], ['← →', 'a frame back, on; with Shift ten'], ['Home End', 'first, last frame'], [', .', 'slower, faster'],
  ['L', 'loop'], ['[ ]', 'play from here, to here; again: from the start, to the end'], ['C', 'contact forces'], ['D', 'contact discs'], ['V', 'see through bodies'], ['F', 'follow the selection'],
  ['1 2 3 4', 'views: iso, front, side, top'], ['G', 'plots'], ['P', 'options'], ['S', 'save a picture'], ['R', 'save a video; again: stop'], ['T', 'light, dark'],
  ['Esc', 'deselect'],
];

function complain(words: string): void {
  const box = byId('message');
  box.textContent = words;
  box.hidden = false;
}

function webgl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

function addKeys(viewer: Viewer): void {
  const { options } = viewer;
  const flip = (object: object, key: string) => {
    (object as Record<string, boolean>)[key] = !(object as Record<string, boolean>)[key];
    viewer.apply();
  };
  const actions: Record<string, (shift: boolean) => void> = {
    ' ': () => viewer.toggle(), ArrowLeft: (s) => viewer.step(s ? -10 : -1), ArrowRight: (s) => viewer.step(s ? 10 : 1),
    Home: () => viewer.seek(0), End: () => viewer.seek(viewer.run.frames - 1), ',': () => viewer.faster(-1), '.': () => viewer.faster(1),
    l: () => flip(options, 'loop'), '[': () => viewer.setRange('from'), ']': () => viewer.setRange('to'), c: () => flip(options.contacts, 'arrows'), d: () => flip(options.contacts, 'discs'),
    f: () => flip(options, 'follow'), '1': () => viewer.stage.view('iso'), '2': () => viewer.stage.view('front'),
    '3': () => viewer.stage.view('side'), '4': () => viewer.stage.view('top'), g: () => viewer.togglePlots(),
    p: () => document.body.classList.toggle('panel-hidden'), s: () => void viewer.picture(), r: () => void viewer.record(), Escape: () => viewer.select(undefined),
    v: () => {
      options.solid = options.solid < 1 ? 1 : 0.3;
      viewer.apply();
    },
    t: () => {
      options.theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      viewer.apply();
    },
    '?': () => byId<HTMLDialogElement>('help').showModal(),
  };
  window.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || byId<HTMLDialogElement>('help').open) return;
    if (target.matches('input:not([type=checkbox]):not(#scrub), select, textarea')) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}

/** A click selects; a drag turns the camera. */
function addPointer(viewer: Viewer, canvas: HTMLElement): void {
  const slack = 4;
  let down: PointerEvent | undefined;
  canvas.addEventListener('pointerdown', (event) => (down = event));
  canvas.addEventListener('pointerup', (event) => {
    if (down && event.button === 0 && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < slack)
      viewer.pick(event.clientX, event.clientY);
    down = undefined;
  });
}

function addHelp(): void {
  const list = el('dl', {});
  for (const [key, meaning] of keys) list.append(el('dt', {}, key), el('dd', {}, meaning));
  const help = byId<HTMLDialogElement>('help');
  help.append(el('h2', {}, 'Keys'), list,
    el('p', {}, 'Drag turns, right button or two fingers move, the wheel comes closer. Click a body, a joint or a contact for its numbers. A trajectory.h5 that is dropped here is shown.'),
    el('button', { onclick: () => help.close() }, 'Close'));
}

/** What the server has to show. */
async function runList(): Promise<RunList | undefined> {
  const answer = await fetch('/api/runs');
  return answer.ok ? answer.json() : undefined;
}

async function start(): Promise<void> {
  addHelp();
  if (!webgl()) return complain('This browser has no WebGL 2, which the view needs. Another browser, or hardware acceleration switched on in the settings, may help.');
  if (!standalone()) takeDrops();
  if (inDropped()) return show(await DroppedSource.open(window.parent.dropped!));
  takeKey();
  const list = standalone() ? undefined : await runList(), chosen = runsIn(location.hash, list?.runs.length ?? 1);
  if (list && list.runs.length > 1) {
    window.addEventListener('hashchange', () => location.reload());
    if (chosen.length === 0 && !list.together) return gallery(list);
    if (chosen.length !== 1) return sideBySide(list, chosen.length > 0 ? chosen : list.runs.map((_, k) => k));
  }
  const number = list && list.runs.length > 1 ? chosen[0] : undefined;
  document.body.classList.toggle('embedded', new URLSearchParams(location.search).has('embedded'));
  await show(await withLive(openSource(number)), number);
}

async function show(source: Source, number?: number): Promise<void> {
  const run = await Run.open(source);
  if (matchMedia('(max-width: 720px)').matches) document.body.classList.add('panel-hidden');
  if (document.body.matches('.embedded')) document.body.classList.add('panel-hidden');
  const viewer = new Viewer(run, number), canvas = byId('canvas');
  addKeys(viewer);
  addPointer(viewer, canvas);
  canvas.addEventListener('webglcontextlost', () => complain('The graphics driver gave up. Load the page again.'));
  const play = source instanceof LiveSource ? new Play(viewer, source) : undefined;
  await play?.begin();
  Object.assign(window, { viewer, play });
}

start().catch((error: Error) => complain(`The run cannot be shown: ${error.message}`));
