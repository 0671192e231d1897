// A run in memory: its description, what there is about steps, and the chunks of frames that were looked at last.
import { Description, Message, Source } from './source';

/** Decoded chunks that are kept, in bytes. */
const mostBytes = 300e6;

export interface Chunk {
  first: number;
  count: number;
  frames: Message;
  contacts: Message;
}

/** One contact of a frame. */
export interface Contact {
  bodyA: number;
  bodyB: number;
  point: number[];
  normal: number[];
  impulse: number[];
  gap: number;
  error: number;  // NaN where the run does not say
  state: number;  // 0 open, 1 sticking, 2 sliding, 255 unknown
}

export class Run {
  steps!: Message;
  geometry!: Message;
  /** Place among the moving bodies, -1: fixed. */
  readonly moving: number[] = [];
  movingCount = 0;
  private chunks = new Map<number, Chunk>();
  private coming = new Map<number, Promise<Chunk>>();
  private bytes = 0;

  private constructor(readonly source: Source, public about: Description) {
    for (const body of about.bodies) this.moving.push(body.fixed ? -1 : this.movingCount++);
  }

  static async open(source: Source): Promise<Run> {
    const run = new Run(source, await source.run());
    [run.geometry, run.steps] = await Promise.all([source.message('geometry'), source.message('steps')]);
    return run;
  }

  get frames(): number {
    return this.about.frames;
  }

  /** Looks whether a run that goes on has grown; true when it has. */
  async refresh(): Promise<boolean> {
    const before = this.about.frames;
    const about = await this.source.run();
    const grown = about.frames !== before || about.steps !== this.about.steps;
    this.about = about;
    if (!grown) return false;
    this.steps = await this.source.message('steps');
    this.forget(Math.floor((before - 1) / about.chunk_frames));
    return true;
  }

  /** Forgets all frames: they have other numbers now. */
  clear(): void {
    this.chunks.clear();
    this.bytes = 0;
  }

  private forget(number: number): void {
    const chunk = this.chunks.get(number);
    if (!chunk) return;
    this.bytes -= chunk.frames.bytes + chunk.contacts.bytes;
    this.chunks.delete(number);
  }

  chunkNumber(frame: number): number {
    return Math.floor(frame / this.about.chunk_frames);
  }

  /** The chunk of a frame if it is here. */
  ready(frame: number): Chunk | undefined {
    return this.chunks.get(this.chunkNumber(frame));
  }

  chunkOf(frame: number): Promise<Chunk> {
    return this.chunk(this.chunkNumber(frame));
  }

  async chunk(number: number): Promise<Chunk> {
    const here = this.chunks.get(number);
    if (here) {
      this.chunks.delete(number);  // the last one used is the last one to go
      this.chunks.set(number, here);
      return here;
    }
    let coming = this.coming.get(number);
    if (!coming) {
      coming = this.load(number).finally(() => this.coming.delete(number));
      this.coming.set(number, coming);
    }
    return coming;
  }

  get chunkCount(): number {
    return Math.ceil(this.frames / this.about.chunk_frames);
  }

  private async load(number: number): Promise<Chunk> {
    const [frames, contacts] = await Promise.all([
      this.source.message(`frames/${number}`), this.source.message(`contacts/${number}`),
    ]);
    const chunk = { first: frames.head.first ?? 0, count: frames.head.count ?? 0, frames, contacts };
    this.chunks.set(number, chunk);
    this.bytes += frames.bytes + contacts.bytes;
    for (const oldest of this.chunks.keys()) {
      if (this.bytes <= mostBytes || this.chunks.size <= 2) break;
      if (oldest !== number) this.forget(oldest);
    }
    return chunk;
  }

  /** The step of a frame as its place in the columns of steps, -1: the start. */
  stepOf(chunk: Chunk, frame: number): number {
    const time = this.time(chunk, frame), step = this.about.settings.time_step;
    return Math.min(Math.round(time / step), this.about.steps) - 1;
  }

  time(chunk: Chunk, frame: number): number {
    return chunk.frames.arrays.get('time')!.values[frame - chunk.first];
  }

  /** Components of an array of bodies, joints or nodes at a frame. */
  row(chunk: Chunk, name: string, frame: number, index: number, of: number): number[] {
    const array = chunk.frames.arrays.get(name);
    if (!array) return [];
    const start = ((frame - chunk.first) * of + index) * array.components;
    return Array.from(array.values.subarray(start, start + array.components));
  }

  /** Whether velocities are in the run; else they are what places say. */
  measured(chunk: Chunk): boolean {
    return chunk.frames.arrays.has('velocity');
  }

  /** Of a moving body, [m/s, rad/s]; empty where there is nothing to take it from. */
  velocity(chunk: Chunk, frame: number, m: number): number[] {
    if (this.measured(chunk)) return this.row(chunk, 'velocity', frame, m, this.movingCount);
    const other = frame > chunk.first ? frame - 1 : frame + 1;
    if (other >= chunk.first + chunk.count) return [];
    const dt = this.time(chunk, frame) - this.time(chunk, other), at = (name: string, f: number) => this.row(chunk, name, f, m, this.movingCount);
    const x = at('position', frame), y = at('position', other), [w, a, b, c] = at('orientation', frame), [W, A, B, C] = at('orientation', other);
    // The turn from the other to this one, q q0^-1, and its angle along its axis.
    const turn = [a * W - w * A - b * C + c * B, b * W - w * B - c * A + a * C, c * W - w * C - a * B + b * A];
    const real = w * W + a * A + b * B + c * C, size = Math.hypot(...turn);
    const rate = size > 0 ? (2 * Math.atan2(size, Math.abs(real)) * Math.sign(real || 1)) / (size * dt) : 0;
    return [...x.map((p, k) => (p - y[k]) / dt), ...turn.map((t) => rate * t)];
  }

  contactRange(chunk: Chunk, frame: number): [number, number] {
    const start = chunk.contacts.arrays.get('start')!.values;
    return [start[frame - chunk.first], start[frame - chunk.first + 1]];
  }

  contact(chunk: Chunk, k: number): Contact {
    const of = (name: string, width: number) => {
      const array = chunk.contacts.arrays.get(name);
      return array ? Array.from(array.values.subarray(k * width, (k + 1) * width)) : [];
    };
    return {
      bodyA: of('body_a', 1)[0], bodyB: of('body_b', 1)[0], point: of('point', 3), normal: of('normal', 3),
      impulse: of('impulse', 3), gap: of('gap', 1)[0], error: of('error', 1)[0] ?? NaN, state: of('state', 1)[0] ?? 255,
    };
  }

  step(name: string, k: number): number {
    return this.steps.arrays.get(name)?.values[k] ?? NaN;
  }

  bodyName(index: number): string {
    if (index < 0) return 'world';
    const rigid = this.about.bodies.length;
    const name = index < rigid ? this.about.bodies[index].name : this.about.flexible[index - rigid];
    return name || `body ${index}`;
  }
}
