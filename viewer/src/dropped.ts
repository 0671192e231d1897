// A trajectory that was dropped onto the page, read here by h5wasm, which is loaded only then.
import { Description, Message, Numbers, Source } from './source';

interface Dataset {
  shape: number[];
  value: ArrayLike<number | bigint | string>;
  slice(ranges: number[][]): ArrayLike<number | bigint>;
  attrs: Record<string, { value: unknown }>;
}
interface Group {
  keys?(): string[];
  get?(path: string): unknown;
}
interface Reader {
  ready: Promise<unknown>;
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  File: new (path: string, mode: string) => { keys(): string[]; get(path: string): Dataset | null; attrs: Record<string, { value: unknown }> };
}

/** How files of HDF5 begin. */
const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** The file is in memory twice. */
const mostBytes = 1e9;
/** Of the poses in a chunk. */
const chunkNumbers = 2 ** 18, mostChunkFrames = 256;

async function reader(): Promise<Reader> {
  const bytes = await fetch('/h5wasm.wasm');
  if (!bytes.ok) throw new Error('The reader of HDF5 files is not there.');
  Object.assign(globalThis, { h5wasmBytes: new Uint8Array(await bytes.arrayBuffer()) });
  const path = '/h5wasm.js', module = (await import(/* @vite-ignore */ path)) as Reader;
  await module.ready;
  return module;
}

/** Says the same about a file as the program says about a folder, but for what is in the copy of the scene. */
export class DroppedSource implements Source {
  readonly standalone = true;
  private moving: number[] = [];
  private surface: number[] = [];
  private place = new Map<number, number>();

  private constructor(private file: InstanceType<Reader['File']>, private name: string) {}

  static async open(file: File): Promise<DroppedSource> {
    if (file.size > mostBytes) throw new Error(`${file.name} has more than ${mostBytes / 1e9} GB: signorini view shows the folder it is in.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!signature.every((byte, k) => bytes[k] === byte)) throw new Error(`${file.name} is no HDF5 file.`);
    const { FS, File: Hdf5 } = await reader();
    FS.writeFile('/dropped.h5', bytes);
    const source = new DroppedSource(new Hdf5('/dropped.h5', 'r'), file.name);
    for (const path of ['frames/step', 'frames/time', 'bodies/name', 'bodies/fixed', 'steps/step'])
      if (!source.has(path)) throw new Error(`${file.name}: /${path} is missing: this is no trajectory of signorini.`);
    source.numbers('bodies/fixed').forEach((fixed, body) => fixed === 0 && source.moving.push(body));
    source.surface = [...new Set(source.numbers('flexible/triangles'))].sort((a, b) => a - b);
    source.surface.forEach((node, k) => source.place.set(node, k));
    return source;
  }

  /** By looking into the groups: asking for what is not there fills the console. */
  private has(path: string): boolean {
    let group: Group | null = this.file;
    for (const name of path.split('/')) {
      if (!group?.keys?.().includes(name)) return false;
      group = group.get!(name) as Group | null;
    }
    return group !== null;
  }

  private numbers(path: string): number[] {
    return this.has(path) ? Array.from(this.file.get(path)!.value, Number) : [];
  }

  private texts(path: string): string[] {
    return this.has(path) ? Array.from(this.file.get(path)!.value, String) : [];
  }

  /** Rows from `first` on; none where there is no such dataset. */
  private rows(path: string, first: number, count: number): Float32Array {
    if (!this.has(path) || count <= 0) return new Float32Array();
    const dataset = this.file.get(path)!, end = Math.min(dataset.shape[0], first + count);
    return Float32Array.from(dataset.slice([[first, end], ...dataset.shape.slice(1).map((size) => [0, size])]) as ArrayLike<number>, Number);
  }

  private get frames(): number {
    return this.file.get('frames/time')!.shape[0];
  }

  private get chunkFrames(): number {
    return Math.max(1, Math.min(mostChunkFrames, Math.floor(chunkNumbers / (7 * this.moving.length + 3 * this.surface.length + 1))));
  }

  async run(): Promise<Description> {
    const one = (name: string) => this.file.attrs[name]?.value, names = this.texts('bodies/name'), mass = this.numbers('bodies/mass');
    const start = this.rows('frames/position', 0, 1), turn = this.rows('frames/orientation', 0, 1), triple = (all: ArrayLike<number>, k: number, width: number) =>
      Array.from({ length: width }, (_, c) => all[width * k + c]);
    const kinds = this.texts('bodies/shapes/kind'), materials = this.texts('bodies/shapes/material'), [bodies, position, orientation, size, open] =
      ['body', 'position', 'orientation', 'size', 'open'].map((name) => this.numbers(`bodies/shapes/${name}`));
    return {
      name: this.name, scene_fault: 'there is none', complete: true, frames: this.frames, frames_in_run: this.frames,
      steps: this.file.get('steps/step')!.shape[0], stride: 1, chunk_frames: this.chunkFrames, has_contacts: this.has('contacts/start'),
      contacts_left_out: false, compact: false, joints: [], springs: [], flexible: this.texts('flexible/name'),
      settings: {
        time_step: Number(one('time_step')), tolerance: Number(one('tolerance')), law: String(one('law')), solver: String(one('solver')),
        gravity: Array.from(one('gravity') as ArrayLike<number>, Number), status_names: String(this.file.get('steps')?.attrs.status_names?.value ?? ''),
      },
      bodies: names.map((name, k) => ({
        name, fixed: !this.moving.includes(k), mass: mass[k] ?? 0, position: triple(start, k, 3), orientation: triple(turn, k, 4),
      })),
      shapes: kinds.map((kind, k) => ({
        kind, material: materials[k], body: bodies[k], position: triple(position, k, 3), orientation: triple(orientation, k, 4),
        size: triple(size, k, 3), open: open[k] !== 0,
      })),
      materials: [...new Set(materials)].map((name) => ({ name, friction: NaN, restitution: NaN })),
    };
  }

  async message(name: string): Promise<Message> {
    const [kind, number] = name.split('/'), arrays = new Map<string, Numbers>(), first = Number(number ?? 0) * this.chunkFrames;
    const count = Math.max(0, Math.min(this.chunkFrames, this.frames - first));
    const add = (as: string, values: Numbers['values'], components = 1) => arrays.set(as, { values, components, count: values.length / components });
    if (kind === 'geometry') this.addGeometry(add);
    if (kind === 'steps') for (const path of stepColumns) if (this.has(`steps/${path}`)) add(path, Float32Array.from(this.numbers(`steps/${path}`)));
    if (kind === 'frames') this.addFrames(add, first, count);
    if (kind === 'contacts') this.addContacts(add, first, count);
    let bytes = 0;
    for (const each of arrays.values()) bytes += each.values.byteLength;
    return { head: { first, count }, arrays, bytes };
  }

  private addGeometry(add: (as: string, values: Numbers['values'], components?: number) => void): void {
    const whole = (path: string) => Uint32Array.from(this.numbers(path));
    add('corners', Float32Array.from(this.numbers('bodies/shapes/corners')), 3);
    add('triangles', whole('bodies/shapes/triangles'), 3);
    add('corner_start', whole('bodies/shapes/corner_start'));
    add('triangle_start', whole('bodies/shapes/triangle_start'));
    if (this.surface.length === 0) return;
    add('surface_triangles', whole('flexible/triangles').map((node) => this.place.get(node)!), 3);
    add('surface_triangle_start', whole('flexible/triangle_start'));
    add('surface_start', this.some(this.rows('frames/node_position', 0, 1), 1, this.surface, 3), 3);
  }

  /** Of each of the frames some rows. */
  private some(all: Float32Array, frames: number, wanted: number[], width: number): Float32Array {
    const out = new Float32Array(frames * wanted.length * width), of = all.length / Math.max(1, frames);
    let place = 0;
    for (let frame = 0; frame < frames; ++frame)
      for (const row of wanted) for (let c = 0; c < width; ++c) out[place++] = all[frame * of + width * row + c];
    return out;
  }

  private addFrames(add: (as: string, values: Numbers['values'], components?: number) => void, first: number, count: number): void {
    add('time', this.rows('frames/time', first, count));
    for (const [name, width] of [['position', 3], ['orientation', 4]] as const)
      add(name, this.some(this.rows(`frames/${name}`, first, count), count, this.moving, width), width);
    if (this.moving.length > 0) add('velocity', this.some(this.rows('frames/velocity', first, count), count, this.moving.map((_, k) => k), 6), 6);
    if (this.surface.length > 0) add('node', this.some(this.rows('frames/node_position', first, count), count, this.surface, 3), 3);
  }

  private addContacts(add: (as: string, values: Numbers['values'], components?: number) => void, first: number, count: number): void {
    const all = this.numbers('contacts/start').slice(first, first + count + 1), begin = all[0] ?? 0, rows = (all.at(-1) ?? 0) - begin;
    add('start', all.length > count ? Uint32Array.from(all, (row) => row - begin) : new Uint32Array(count + 1));
    for (const name of ['body_a', 'body_b']) add(name, Uint32Array.from(this.rows(`contacts/${name}`, begin, rows)));
    for (const name of ['point', 'normal', 'impulse']) add(name, this.rows(`contacts/${name}`, begin, rows), 3);
    for (const name of ['gap', 'error', 'state'])
      if (name === 'gap' || this.has(`contacts/${name}`)) add(name, this.rows(`contacts/${name}`, begin, rows));
  }
}

const stepColumns = [
  'step', 'time', 'status', 'iterations', 'contacts', 'natural', 'dynamics', 'kinetic', 'potential', 'elastic', 'change_unexplained',
  'deepest_penetration', 'seconds_collision', 'seconds_assemble', 'seconds_solve', 'seconds_integrate', 'seconds_output',
];

declare global {
  interface Window {
    /** For the frame that shows it. */
    dropped?: File;
  }
}

/** A file that is dropped is shown in a frame over this page, which stays as it was. */
export function takeDrops(): void {
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) showDropped(file);
  });
}

export function showDropped(file: File): void {
  const outer = inDropped() ? window.parent : window;
  outer.dropped = file;
  outer.document.querySelector('iframe.dropped')?.remove();
  const frame = outer.document.createElement('iframe');
  frame.className = 'dropped';
  frame.title = file.name;
  frame.src = '/?dropped';
  outer.document.body.append(frame);
}

/** Whether this page is the frame for a file. */
export function inDropped(): boolean {
  return new URLSearchParams(location.search).has('dropped') && window.parent !== window;
}
