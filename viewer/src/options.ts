// What the viewer shows besides the frame, and the link that restores it.
import { ColourBy } from './bodies';
import { ContactLook } from './contacts';
import { Format } from './film';
import { bySoftware } from './finish';
import { SurfaceColour } from './glyphs';

export interface Options {
  colour: ColourBy;
  surface: SurfaceColour;
  contacts: ContactLook;
  solid: number;
  walls: number;
  joints: boolean;
  ground: boolean;
  shadows: boolean;
  cut: number;
  cutAxis: 'x' | 'y' | 'z';
  follow: boolean;
  speed: number;
  loop: boolean;
  from: number;  // frames that are played, -1: all
  to: number;
  theme: 'auto' | 'light' | 'dark';
  plot: string;
  video: Format;
}

export function defaults(): Options {
  return {
    colour: 'body', surface: 'von_mises', solid: 1, walls: 0.22, joints: true, ground: true, shadows: !bySoftware, cut: 0,
    cutAxis: 'y', follow: false, speed: 1, loop: true, from: -1, to: -1, theme: 'auto', plot: '', video: 'webm',
    contacts: { arrows: false, discs: false, colour: 'state', size: 1, least: 0, through: true },
  };
}

export interface Place {
  frame: number;
  eye: number[];
  target: number[];
  selection: string;  // "body 3", "joint 0", "contact 12", or empty
}

type Plain = Record<string, unknown>;

/** What differs from the defaults, flat: "contacts.arrows=true". */
function differences(now: Plain, usual: Plain, before = ''): [string, string][] {
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(now)) {
    if (typeof value === 'object' && value !== null)
      found.push(...differences(value as Plain, usual[name] as Plain, `${before}${name}.`));
    else if (value !== usual[name]) found.push([before + name, String(value)]);
  }
  return found;
}

export function toHash(options: Options, place: Place): string {
  const round = (numbers: number[]) => numbers.map((x) => Number(x.toPrecision(5))).join(',');
  const words = new URLSearchParams({ frame: String(place.frame), eye: round(place.eye), at: round(place.target) });
  if (place.selection) words.set('select', place.selection);
  for (const [name, value] of differences(options as unknown as Plain, defaults() as unknown as Plain)) words.set(name, value);
  return `#${words}`;
}

const choices: Record<string, string[]> = {
  colour: ['body', 'speed', 'force', 'material', 'island', 'plain'], surface: ['von_mises', 'displacement', 'plain'],
  'contacts.colour': ['state', 'certificate', 'force'], cutAxis: ['x', 'y', 'z'], theme: ['auto', 'light', 'dark'],
  video: ['webm', 'mp4'], plot: ['', 'energy', 'contacts', 'iterations', 'certificate', 'time', 'convergence', 'selection'],
};

/** Reads a link; what it says that nobody knows is passed over. */
export function fromHash(hash: string): { options: Options; place: Partial<Place> } {
  const options = defaults(), place: Partial<Place> = {}, words = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (value: string) => value.split(',').map(Number);
  for (const [name, value] of words) {
    if (name === 'frame' && Number.isFinite(Number(value))) place.frame = Math.max(0, Math.round(Number(value)));
    else if ((name === 'eye' || name === 'at') && numbers(value).length === 3 && numbers(value).every(Number.isFinite))
      place[name === 'eye' ? 'eye' : 'target'] = numbers(value);
    else if (name === 'select') place.selection = value;
    else {
      const parts = name.split('.'), last = parts.pop()!;
      let object = options as unknown as Plain;
      for (const part of parts) object = (Object.hasOwn(object, part) ? object[part] : {}) as Plain;
      if (!Object.hasOwn(object, last)) continue;
      const usual = object[last];
      if (typeof usual === 'boolean') object[last] = value === 'true';
      else if (typeof usual === 'number' && Number.isFinite(Number(value))) object[last] = Number(value);
      else if (typeof usual === 'string' && choices[name]?.includes(value)) object[last] = value;
    }
  }
  return { options, place };
}
