// Puts the parts together: which frame is shown, what is selected, what the options make of it.
import { Vector3 } from 'three';
import { Bodies } from './bodies';
import { Contacts } from './contacts';
import { convergence } from './convergence';
import { Joints, Surfaces } from './glyphs';
import { showLegend } from './legend';
import { base64, film, Format, Size, still } from './film';
import { bodyRows, contactRows, findContact, history, jointRows, Selection } from './inspector';
import { factsOf, notesOf } from './facts';
import { record } from './record';
import { fromHash, Options, Place, toHash } from './options';
import { byId, save } from './page';
import { Panel } from './panel';
import { plotOf, Plots } from './plots';
import { Chunk, Run } from './run';
import { boundsOf, Stage } from './stage';
import { speeds, Timeline } from './timeline';

/** A run that goes on is asked for news this often, ms. */
const refreshEvery = 2000;
const linkEvery = 400;

export class Viewer {
  readonly options: Options;
  readonly stage: Stage;
  readonly bodies: Bodies;
  readonly contacts: Contacts;
  readonly joints: Joints;
  readonly surfaces: Surfaces;
  readonly panel: Panel;
  readonly timeline: Timeline;
  readonly plots: Plots;
  /** Of a live simulation: what play, pause and step mean there. */
  live?: { toggle(): void; step(): void; playing(): boolean };
  frame = 0;
  wanted = 0;
  playing = false;
  selection?: Selection;
  ready = false;
  /** Work on the last frame in this thread, ms. */
  frameCost = 0;
  recording = false;
  private playTime = 0;
  private chunk!: Chunk;
  private bounds;
  /** Told when options change. */
  applied?: () => void;
  readonly page = document;
  private linkTimer = 0;
  private dark = false;
  private convergedStep = -1;

  constructor(readonly run: Run, private number?: number) {
    const { options, place } = fromHash(location.hash);
    this.options = options;
    this.bounds = boundsOf(run);
    this.stage = new Stage(byId('canvas') as unknown as HTMLCanvasElement, this.bounds, run);
    this.bodies = new Bodies(run, 14 * this.bounds.radius);
    this.contacts = new Contacts(run, this.bounds.radius, this.bounds.body);
    this.contacts.look = options.contacts;
    this.joints = new Joints(run, 0.03 * Math.min(this.bounds.radius, 4 * this.bounds.body) + 0.004 * this.bounds.radius);
    this.surfaces = new Surfaces(run);
    this.stage.scene.add(this.bodies.group, this.contacts.group, this.joints.group);
    if (this.surfaces.mesh) this.stage.scene.add(this.surfaces.mesh);
    this.panel = new Panel(run, options, {
      changed: () => this.apply(), view: (name) => this.stage.view(name), deselect: () => this.select(undefined),
      find: (kind, index) => this.select({ kind, index }),
    });
    this.timeline = new Timeline(options, {
      toggle: () => this.toggle(), seek: (frame) => this.seek(frame), step: (by) => this.step(by), changed: () => this.apply(),
      panel: () => document.body.classList.toggle('panel-hidden'), plots: () => this.togglePlots(),
      picture: () => void this.picture(), video: () => void this.record(), help: () => byId<HTMLDialogElement>('help').showModal(),
    });
    this.plots = new Plots((time) => this.seek(this.frameAt(time)), (name) => this.showPlot(name));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.apply());
    this.stage.setRough = (rough) => this.bodies.setRough(rough);
    this.stage.beforeDraw = (seconds) => this.advance(seconds);
    this.stage.controls.addEventListener('rest', () => this.link());
    this.stage.controls.addEventListener('controlend', () => this.link());
    this.title();
    this.restore(place);
    if (!run.about.complete && !run.source.standalone) setInterval(() => void this.refresh(), refreshEvery);
  }

  private async restore(place: Partial<Place>): Promise<void> {
    if (place.eye && place.target) this.stage.lookAt(place.eye, place.target);
    await this.showFrame(Math.min(place.frame ?? 0, this.run.frames - 1));
    const [kind, number] = (place.selection ?? '').split(' '), index = Number(number);
    if (kind === 'body' && index < this.run.about.bodies.length) this.select({ kind, index });
    if (kind === 'joint' && index < this.run.about.joints.length) this.select({ kind, index });
    if (kind === 'contact') this.selectContact(this.run.contactRange(this.chunk, this.frame)[0] + index);
    this.apply();
    this.stage.begin();
    this.ready = true;
  }

  /** Of a usual body, m. */
  get bodySize(): number {
    return this.bounds.body;
  }

  private title(): void {
    document.title = `${this.run.about.name} – Signorini`;
    byId('name').textContent = this.run.about.name;
    byId('facts').textContent = factsOf(this.run);
    byId('note').textContent = notesOf(this.run);
    byId('note').hidden = byId('note').textContent === '';
  }

  private async refresh(): Promise<void> {
    if (!(await this.run.refresh().catch(() => false))) return;
    this.title();
    this.showPlot(this.options.plot);
    this.showTimeline();
  }

  /** Everything that options decide. */
  apply(): void {
    const { options, stage } = this;
    this.dark = options.theme === 'dark' || (options.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    stage.setTheme(this.dark);
    stage.setGround(options.ground);
    stage.setShadows(options.shadows);
    this.bodies.setOpacity(options.solid, options.walls);
    const planes = stage.cutPlane(options.cut, options.cutAxis);
    for (const each of [this.bodies, this.contacts, this.surfaces]) each.cut(planes);
    this.joints.group.visible = options.joints;
    this.surfaces.colour = options.surface;
    if (this.plots.shown !== options.plot) this.showPlot(options.plot);
    this.panel.refresh();
    this.redraw();
    this.link();
    this.applied?.();
  }

  private frameAt(time: number): number {
    const span = this.frameTime();
    return span > 0 ? Math.max(0, Math.min(this.run.frames - 1, Math.round(time / span))) : 0;
  }

  /** Between frames, s: they are evenly spaced. */
  frameTime(): number {
    const { about } = this.run, all = about.steps * about.settings.time_step;
    return about.frames_in_run > 1 ? (about.stride * all) / Math.max(1, about.frames_in_run - 1) : 0;
  }

  async showFrame(frame: number): Promise<void> {
    this.wanted = frame;
    const chunk = await this.run.chunkOf(frame);
    if (this.wanted !== frame) return;
    const start = performance.now();
    this.chunk = chunk;
    this.frame = frame;
    this.redraw();
    this.frameCost = performance.now() - start;
    const ahead = chunk.first + chunk.count;
    if (frame >= chunk.first + chunk.count / 2 && ahead < this.run.frames) void this.run.chunkOf(ahead).catch(() => {});
  }

  /** The scene at the frame, a share `blend` of the way to the next one. */
  private redraw(blend = 0): void {
    if (!this.chunk) return;
    const next = blend > 0 && this.frame + 1 < this.run.frames ? this.run.ready(this.frame + 1) : undefined;
    this.bodies.move(this.chunk, this.frame, next, next ? blend : 0);
    this.joints.move(this.bodies);
    const flexible = this.surfaces.move(this.chunk, this.frame);
    if (this.selection?.kind === 'contact')
      this.contacts.selected = findContact(this.run, this.chunk, this.frame, this.selection);
    this.contacts.show(this.chunk, this.frame);
    const most = this.bodies.paint(this.options.colour, this.dark);
    showLegend(this.run, this.options, most, flexible, this.surfaces, this.contacts.largestForce);
    this.showSelection();
    this.showTimeline();
    if (this.options.follow && this.selection) this.stage.follow(this.selectedPlace());
    this.stage.invalidate();
  }

  private showTimeline(): void {
    const time = this.run.time(this.chunk, this.frame);
    this.timeline.show(this.frame, this.run.frames, time, this.live?.playing() ?? this.playing, this.range());
    this.plots.at(time);
    this.showConvergence();
  }

  private selectedPlace(): Vector3 {
    const { selection } = this;
    if (selection?.kind === 'body') return this.bodies.centre(selection.index);
    if (selection?.kind === 'joint') return this.joints.place(selection.index);
    return new Vector3(...(selection as { point: number[] }).point);
  }

  private showSelection(): void {
    const { selection, run, chunk, frame } = this;
    if (!selection) return this.panel.showSelection('', undefined);
    if (selection.kind === 'body') {
      const before = frame > 0 ? run.ready(frame - 1) : undefined;
      this.panel.showSelection(run.bodyName(selection.index), bodyRows(run, chunk, frame, selection.index, before));
    } else if (selection.kind === 'joint') {
      this.panel.showSelection(run.about.joints[selection.index].name, jointRows(run, chunk, frame, selection.index));
    } else {
      const k = this.contacts.selected, title = `${run.bodyName(selection.bodyA)} – ${run.bodyName(selection.bodyB)}`;
      this.panel.showSelection(title, k < 0 ? [{ name: 'contact', value: 'not in this frame' }] : contactRows(run, chunk, k));
    }
  }

  select(selection: Selection | undefined): void {
    this.selection = selection;
    this.bodies.selected = selection?.kind === 'body' ? selection.index : -1;
    this.joints.selected = selection?.kind === 'joint' ? selection.index : -1;
    if (selection?.kind !== 'contact') this.contacts.selected = -1;
    this.redraw();
    this.link();
    if (this.options.plot === 'selection') this.showPlot('selection');
  }

  selectContact(k: number): void {
    const [from, to] = this.run.contactRange(this.chunk, this.frame);
    if (!(k >= from && k < to)) return;
    const { bodyA, bodyB, point } = this.run.contact(this.chunk, k);
    this.select({ kind: 'contact', bodyA, bodyB, point });
  }

  /** What is under the pointer: contacts first, then joints, then bodies. */
  pick(x: number, y: number): void {
    const contact = this.stage.pick(x, y, this.contacts.pickable);
    if (contact && this.contacts.contactAt(contact) >= 0) return this.selectContact(this.contacts.contactAt(contact));
    const joint = this.stage.pick(x, y, this.joints.pickable);
    if (joint && this.joints.jointAt(joint) >= 0) return this.select({ kind: 'joint', index: this.joints.jointAt(joint) });
    const body = this.stage.pick(x, y, this.bodies.pickable);
    this.select(body ? { kind: 'body', index: this.bodies.bodyAt(body) } : undefined);
  }

  private advance(seconds: number): boolean {
    if (!this.playing || !this.chunk) return false;
    const span = this.frameTime(), [first, last] = this.range(), end = last * span;
    if (span <= 0) return false;
    let time = this.playTime + seconds * this.options.speed;
    if (time >= end) {
      time = this.options.loop ? first * span : end;
      if (!this.options.loop) this.playing = false;
    }
    const frame = Math.min(this.run.frames - 1, Math.floor(time / span + 1e-9)), chunk = this.run.ready(frame);
    if (!chunk) {  // waits where it is until the frame is here
      void this.showFrame(frame);
      return true;
    }
    this.playTime = time;
    const start = performance.now();
    if (frame !== this.frame) void this.run.chunkOf(frame);
    this.wanted = this.frame = frame;
    this.chunk = chunk;
    const ahead = chunk.first + chunk.count;
    if (frame >= chunk.first + chunk.count / 2) void this.run.chunkOf(ahead < this.run.frames ? ahead : 0).catch(() => {});
    this.redraw(time / span - frame);
    this.frameCost = performance.now() - start;
    return true;
  }

  /** The first and the last frame that are played. */
  range(): [number, number] {
    const { from, to } = this.options, end = this.run.frames - 1;
    const first = Math.max(0, Math.min(from, end)), last = to < 0 ? end : Math.min(to, end);
    return first < last ? [first, last] : [0, end];
  }

  /** Playing begins, or ends, at this frame; the same once more: at that of the run. */
  setRange(edge: 'from' | 'to'): void {
    this.options[edge] = this.options[edge] === this.frame ? -1 : this.frame;
    this.apply();
  }

  toggle(): void {
    if (this.live) return this.live.toggle();
    this.playing = !this.playing;
    const [first, last] = this.range();
    if (this.playing) this.playTime = (this.frame >= last || this.frame < first ? first : this.frame) * this.frameTime();
    else this.link();
    this.redraw();
  }

  seek(frame: number): void {
    const place = Math.max(0, Math.min(this.run.frames - 1, frame));
    this.playTime = place * this.frameTime();
    void this.showFrame(place).then(() => this.link());
  }

  step(by: number): void {
    if (this.live && by > 0 && this.wanted >= this.run.frames - 1) return this.live.step();
    this.playing = false;
    this.seek(this.wanted + by);
  }

  faster(by: number): void {
    const now = speeds.findIndex((s) => s >= this.options.speed);
    this.options.speed = speeds[Math.max(0, Math.min(speeds.length - 1, now + by))];
    this.apply();
  }

  togglePlots(): void {
    this.showPlot(this.options.plot ? '' : 'energy');
  }

  showPlot(name: string): void {
    this.options.plot = name;
    this.plots.show(name, name === 'selection' ? undefined : plotOf(this.run, name));
    if (this.chunk) this.plots.at(this.run.time(this.chunk, this.frame));
    this.link();
    this.convergedStep = -1;
    if (name === 'convergence') this.showConvergence();
    const { selection } = this;
    if (name !== 'selection' || !selection) return;
    const wanted = () => this.selection === selection && this.options.plot === 'selection';
    void history(this.run, selection, wanted).then((plot) => {
      if (plot && wanted()) this.plots.show('selection', plot);
      if (wanted()) this.showTimeline();
    });
  }

  /** Of the step that led to this frame; while frames go by, nothing is solved. */
  private showConvergence(): void {
    if (this.options.plot !== 'convergence' || this.playing || !this.chunk) return;
    const step = this.run.stepOf(this.chunk, this.frame) + 1;
    if (step === this.convergedStep) return;
    this.convergedStep = step;
    const wanted = () => this.options.plot === 'convergence' && step === this.convergedStep;
    const go = (to: number) => this.seek(this.frameAt(to * this.run.about.settings.time_step));
    convergence(this.run, step, go).catch((error: Error) => ({ plot: undefined, words: document.createTextNode(error.message) }))
      .then(({ plot, words }) => wanted() && this.plots.show('convergence', plot, words));
  }

  async picture(): Promise<void> {
    const blob = await this.stage.picture();
    if (blob) save(blob, `${this.run.about.name.replace(/[^\w.-]+/g, '_')}_${this.frame}.png`);
  }

  /** Of the run as it is shown, s. */
  get duration(): number {
    return (this.run.frames - 1) * this.frameTime();
  }

  /** The scene at a frame, or at a share of the run, as a picture in base64: for programs that draw without a screen. */
  async drawn(at: { frame?: number; share?: number; time?: number }, size: Size, type: string): Promise<string> {
    await this.showFrame(at.frame ?? (at.time !== undefined ? this.frameAt(at.time) : Math.round((at.share ?? 0) * (this.run.frames - 1))));
    this.stage.controls.update(10);  // where the camera is going, it is
    return base64(await still(this.stage, size, type));
  }

  /** Puts the scene to where it is at a time, between frames if need be. */
  async showTime(time: number): Promise<void> {
    const span = this.frameTime(), place = span > 0 ? Math.min(time / span, this.run.frames - 1) : 0, frame = Math.floor(place + 1e-9);
    await this.showFrame(frame);
    if (frame + 1 < this.run.frames) await this.run.chunkOf(frame + 1);
    if (place - frame > 1e-6) this.redraw(place - frame);
  }

  private filmed(format: Format, size: Size, rate: number, speed: number, goOn: (share: number) => boolean): Promise<Blob> {
    const count = Math.max(1, Math.floor((this.duration / speed) * rate + 1e-9) + 1);
    return film(this.stage, format, size, rate, count, async (picture) => {
      await this.showTime((picture / rate) * speed);
      return goOn(picture / count);
    });
  }

  /** The whole run as a video in base64. */
  async video(format: Format, size: Size, rate: number, speed: number): Promise<string> {
    this.stage.controls.update(10);
    return base64(await this.filmed(format, size, rate, speed, () => true));
  }

  /** The whole run as a video, in the size of the view; once more: stops it, and keeps what there is. */
  record(): Promise<void> {
    return record(this, (size, rate, goOn) => this.filmed(this.options.video, size, rate, this.options.speed, goOn), () => this.title());
  }

  /** Time, camera and options go into the address, a little later: moving them does not flood the history. */
  private link(): void {
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => {
      if (this.playing) return;
      const eye = this.stage.controls.getPosition(new Vector3()), target = this.stage.controls.getTarget(new Vector3());
      let selection = '';
      if (this.selection?.kind === 'contact')
        selection = `contact ${this.contacts.selected - this.run.contactRange(this.chunk, this.frame)[0]}`;
      else if (this.selection) selection = `${this.selection.kind} ${this.selection.index}`;
      const run = this.number === undefined ? '' : `&run=${this.number}`;
      window.history.replaceState(null, '', toHash(this.options, { frame: this.frame, eye: eye.toArray(), target: target.toArray(), selection }) + run);
    }, linkEvery);
  }
}
