// Where the numbers of a run come from: the program that serves this page, or the page itself when it was exported.

/** An array of a message, decoded. */
export interface Numbers {
  values: Float32Array | Uint32Array | Uint8Array;
  components: number;
  count: number;
}

export interface Message {
  head: { first?: number; count?: number };
  arrays: Map<string, Numbers>;
  bytes: number;
}

interface ArrayHead {
  name: string;
  type: 'f32' | 'u32' | 'u8' | 'u16' | 'b16' | 's32';
  components: number;
  count: number;
  offset?: number[];
  scale?: number[];
  delta?: number;
  step?: number;
}

const alignment = 8;

function undoDifferences(numbers: Uint16Array, distance: number): void {
  for (let k = distance; k < numbers.length; ++k) numbers[k] = (numbers[k] + numbers[k - distance]) & 0xffff;
}

function fromRange(numbers: Uint16Array, head: ArrayHead): Float32Array {
  const out = new Float32Array(numbers.length), width = head.components;
  for (let c = 0; c < width; ++c) {
    const offset = head.offset?.[c] ?? 0, scale = head.scale?.[c] ?? 0;
    for (let k = c; k < numbers.length; k += width) out[k] = offset + scale * numbers[k];
  }
  return out;
}

function fromUpperHalves(numbers: Uint16Array): Float32Array {
  const bits = new Uint32Array(numbers.length);
  for (let k = 0; k < numbers.length; ++k) bits[k] = numbers[k] << 16;
  return new Float32Array(bits.buffer);
}

/** Whole steps whose bytes come apart, as differences to a straight line through the two entries before. */
function fromSteps(bytes: Uint8Array, head: ArrayHead): Float32Array {
  const { count, components: width } = head, size = width * count, numbers = new Int32Array(size);
  const back = width * (head.delta ?? 1), step = head.step ?? 1;
  for (let c = 0, place = 0; c < width; ++c)
    for (let k = c; k < size; k += width, ++place) {
      const left = bytes[place] | (bytes[size + place] << 8) | (bytes[2 * size + place] << 16) | (bytes[3 * size + place] << 24);
      numbers[k] = (left >>> 1) ^ -(left & 1);
    }
  for (let k = back; k < size; ++k) numbers[k] += k < 2 * back ? numbers[k - back] : 2 * numbers[k - back] - numbers[k - 2 * back];
  return Float32Array.from(numbers, (n) => step * n);
}

/** The format is that of src/signorini/view/message.h. */
export function decode(buffer: ArrayBuffer): Message {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, false) !== 0x53475631) throw new Error('not a message of signorini');
  const length = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const arrays = new Map<string, Numbers>();
  let place = 8 + length;
  for (const each of head.arrays as ArrayHead[]) {
    const size = each.components * each.count;
    const width = { f32: 4, u32: 4, u8: 1, u16: 2, b16: 2, s32: 4 }[each.type];
    let values: Numbers['values'];
    if (each.type === 'f32') values = new Float32Array(buffer, place, size);
    else if (each.type === 'u32') values = new Uint32Array(buffer, place, size);
    else if (each.type === 'u8') values = new Uint8Array(buffer, place, size);
    else if (each.type === 's32') values = fromSteps(new Uint8Array(buffer, place, 4 * size), each);
    else {
      const numbers = new Uint16Array(buffer, place, size);
      if (each.delta) undoDifferences(numbers, each.delta * each.components);
      values = each.type === 'u16' ? fromRange(numbers, each) : fromUpperHalves(numbers);
    }
    arrays.set(each.name, { values, components: each.components, count: each.count });
    place += Math.ceil((size * width) / alignment) * alignment;
  }
  let bytes = 0;
  for (const each of arrays.values()) bytes += each.values.byteLength;
  return { head, arrays, bytes };
}

export interface Pose {
  position: number[];
  orientation: number[];  // w, x, y, z
}

export interface Body extends Pose {
  name: string;
  fixed: boolean;
  mass: number;
}

export interface Shape extends Pose {
  body: number;
  kind: string;
  material: string;
  size: number[];
  open: boolean;
}

export interface Joint {
  name: string;
  kind: string;
  body_a: number;
  body_b: number;
  frame_a: Pose;
  frame_b: Pose;
  motor: boolean;
}

export interface Spring {
  name: string;
  body_a: number;
  body_b: number;
  point_a: number[];
  point_b: number[];
}

export interface Description {
  name: string;
  scene_fault: string;
  complete: boolean;
  settings: {
    time_step: number;
    tolerance: number;
    law: string;
    solver: string;
    gravity: number[];
    status_names: string;
  };
  frames: number;
  frames_in_run: number;
  steps: number;
  stride: number;
  chunk_frames: number;
  has_contacts: boolean;
  contacts_left_out: boolean;
  compact: boolean;
  bodies: Body[];
  shapes: Shape[];
  materials: { name: string; friction: number; restitution: number }[];
  joints: Joint[];
  springs: Spring[];
  flexible: string[];
}

export interface Source {
  readonly standalone: boolean;
  run(): Promise<Description>;
  message(name: string): Promise<Message>;
  /** What only the program that serves the page can tell. */
  ask?: (name: string) => Promise<unknown>;
}

class Served implements Source {
  readonly standalone = false;
  constructor(private folder: string) {}
  private async fetch(name: string): Promise<Response> {
    const answer = await fetch(`/api/${this.folder}${name}`);
    if (!answer.ok) throw new Error((await answer.text()).trim() || `${answer.status}`);
    return answer;
  }
  async run(): Promise<Description> {
    return (await this.fetch('run')).json();
  }
  async message(name: string): Promise<Message> {
    return decode(await (await this.fetch(name)).arrayBuffer());
  }
  ask = async (name: string): Promise<unknown> => (await this.fetch(name)).json();
}

class Embedded implements Source {
  readonly standalone = true;
  private async unpack(name: string): Promise<ArrayBuffer> {
    const element = document.getElementById(`data-${name.replace('/', '-')}`);
    if (!element) throw new Error(`this page has no ${name}`);
    const packed = Uint8Array.from(atob(element.textContent ?? ''), (c) => c.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }
  async run(): Promise<Description> {
    return JSON.parse(new TextDecoder().decode(await this.unpack('run')));
  }
  async message(name: string): Promise<Message> {
    return decode(await this.unpack(name));
  }
}

/** `number`: of the run where the server has several. */
export function openSource(number?: number): Source {
  return standalone() ? new Embedded() : new Served(number === undefined ? '' : `${number}/`);
}

/** Whether this page holds its run. */
export function standalone(): boolean {
  return document.getElementById('data-run') !== null;
}
