// A simulation that goes on, as a run whose frames come in one by one.
import { decode, Description, Message, Source } from './source';

/** What is told with each frame. */
export interface LiveHead {
  number: number;
  version: number;  // of the bodies: another one than before asks for another page
  playing: boolean;
  speed: number;
  steps: number;
  seconds_a_step: number;
  message: string;
  gravity: number[];
  step: Record<string, number>;
  pull?: { body: number; point: number[]; target: number[]; force: number[] };
}

/** Frames that can be looked at again: the last ones, up to this many, of at most so many bytes together. */
const mostFrames = 6000;
const mostBytes = 150e6;

export class LiveSource implements Source {
  readonly standalone = false;
  private frames: ArrayBuffer[] = [];
  private rows: Record<string, number>[] = [];
  private bytes = 0;

  constructor(private about: Description) {}

  get count(): number {
    return this.frames.length;
  }

  async run(): Promise<Description> {
    return this.about;
  }

  /** Keeps a frame, in place of the last one where no step lies between. True where others have its place now. */
  add(buffer: ArrayBuffer): { head: LiveHead; renumbered: boolean } {
    const head = decode(buffer).head as unknown as LiveHead;
    let renumbered = this.rows.at(-1)?.step === head.step.step;
    if (renumbered) {
      this.rows.pop();
      this.bytes -= this.frames.pop()!.byteLength;
    }
    this.frames.push(buffer);
    this.rows.push(head.step);
    this.bytes += buffer.byteLength;
    if (this.frames.length > mostFrames || (this.bytes > mostBytes && this.frames.length > 2)) {
      renumbered = true;
      const gone = this.frames.length >> 1;
      this.rows.splice(0, gone);
      for (const each of this.frames.splice(0, gone)) this.bytes -= each.byteLength;
    }
    this.about.frames = this.about.frames_in_run = this.frames.length;
    this.about.steps = this.rows.length;
    this.about.settings.gravity = head.gravity;
    return { head, renumbered };
  }

  /** From the start again: what is kept belongs to another one. */
  clear(): void {
    this.frames = [];
    this.rows = [];
    this.bytes = 0;
  }

  steps(): Message {
    const arrays: Message['arrays'] = new Map();
    for (const name of Object.keys(this.rows[0] ?? {}))
      arrays.set(name, { values: Float32Array.from(this.rows, (row) => row[name]), components: 1, count: this.rows.length });
    return { head: {}, arrays, bytes: 0 };
  }

  async message(name: string): Promise<Message> {
    if (name === 'steps') return this.steps();
    const [kind, number] = name.split('/');
    if (kind === 'frames' || kind === 'contacts') {
      const message = decode(this.frames[Number(number)]);
      message.head.first = Number(number);
      message.head.count = 1;
      return message;
    }
    const answer = await fetch(`api/${name}`);
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return decode(await answer.arrayBuffer());
  }
}

/** The next frame after number `seen`; nothing where there is none for a while. */
export async function nextFrame(seen: number): Promise<ArrayBuffer | undefined> {
  const answer = await fetch(`api/live/${seen}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  const buffer = await answer.arrayBuffer();
  return buffer.byteLength > 0 ? buffer : undefined;
}

/** The source itself, or that of a live simulation where the program has one. */
export async function withLive(source: Source): Promise<Source> {
  if (source.standalone) return source;
  const about = (await source.run()) as Description & { live?: boolean };
  if (!about.live) return source;
  const live = new LiveSource(about), first = await nextFrame(0);
  if (first) live.add(first);
  return live;
}
