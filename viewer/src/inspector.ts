// Numbers of what is selected: a body, a joint or a contact.
import { text, triple } from './page';
import { Plot } from './plots';
import { Chunk, Run } from './run';
import { stateNames } from './colours';

export type Selection =
  | { kind: 'body'; index: number }
  | { kind: 'joint'; index: number }
  | { kind: 'contact'; bodyA: number; bodyB: number; point: number[] };

export interface Row {
  name: string;
  value: string;
}

const length = (v: number[]) => Math.hypot(...v);
const add = (a: number[], b: number[], s = 1) => a.map((x, k) => x + s * b[k]);

/** The force of all contacts on a body, mean over the step, N. */
export function contactForce(run: Run, chunk: Chunk, frame: number, body: number): { force: number[]; count: number } {
  let force = [0, 0, 0], count = 0;
  if (!chunk.contacts.arrays.has('impulse')) return { force, count };
  const a = chunk.contacts.arrays.get('body_a')!.values, b = chunk.contacts.arrays.get('body_b')!.values;
  const [from, to] = run.contactRange(chunk, frame), step = run.about.settings.time_step;
  for (let k = from; k < to; ++k) {
    const sign = (b[k] === body ? 1 : 0) - (a[k] === body ? 1 : 0);
    if (sign === 0) continue;
    force = add(force, run.contact(chunk, k).impulse, sign / step);
    ++count;
  }
  return { force, count };
}

/** The contact of the frame that is the selected one: of the same bodies, nearest to where it was. */
export function findContact(run: Run, chunk: Chunk, frame: number, of: { bodyA: number; bodyB: number; point: number[] }): number {
  const a = chunk.contacts.arrays.get('body_a')?.values, b = chunk.contacts.arrays.get('body_b')?.values;
  if (!a || !b) return -1;
  const [from, to] = run.contactRange(chunk, frame);
  let best = -1, nearest = Infinity;
  for (let k = from; k < to; ++k) {
    if (a[k] !== of.bodyA || b[k] !== of.bodyB) continue;
    const distance = length(add(run.contact(chunk, k).point, of.point, -1));
    if (distance < nearest) [best, nearest] = [k, distance];
  }
  return best;
}

export function bodyRows(run: Run, chunk: Chunk, frame: number, body: number, before?: Chunk): Row[] {
  const about = run.about.bodies[body], m = run.moving[body];
  const shapes = run.about.shapes.filter((s) => s.body === body);
  const rows: Row[] = [
    { name: 'shape', value: shapes.slice(0, 3).map((s) => s.kind.replace('_', ' ')).join(', ') + (shapes.length > 3 ? ', …' : '') || 'none' },
    { name: 'material', value: [...new Set(shapes.map((s) => s.material))].join(', ') },
    { name: 'mass', value: about.fixed ? 'fixed' : `${text(about.mass)} kg` },
  ];
  const position = m < 0 ? about.position : run.row(chunk, 'position', frame, m, run.movingCount);
  rows.push({ name: 'position', value: `${triple(position)} m` });
  const v = m < 0 ? [] : run.velocity(chunk, frame, m);
  if (v.length === 6) {
    rows.push({ name: 'velocity', value: `${triple(v.slice(0, 3))} m/s` }, { name: 'speed', value: `${text(length(v.slice(0, 3)))} m/s` },
      { name: 'spin', value: `${text(length(v.slice(3)))} rad/s` });
  }
  const { force, count } = contactForce(run, chunk, frame, body);
  rows.push({ name: 'contacts', value: String(count) });
  if (count > 0) rows.push({ name: 'contact force', value: `${triple(force)} N` });
  if (m >= 0) {
    rows.push({ name: 'weight', value: `${text(about.mass * length(run.about.settings.gravity))} N` });
    // What is left of mass times acceleration is due to joints, springs, motors and applied forces.
    const dt = before ? run.time(chunk, frame) - run.time(before, frame - 1) : 0;
    if (before && run.measured(before) && Math.abs(dt - run.about.settings.time_step) < 1e-3 * dt) {
      const old = run.row(before, 'velocity', frame - 1, m, run.movingCount);
      if (old.length === 6) {
        const inertia = add(v.slice(0, 3), old.slice(0, 3), -1).map((x) => (x * about.mass) / dt);
        const others = add(add(inertia, force, -1), run.about.settings.gravity, -about.mass);
        rows.push({ name: 'mass × acceleration', value: `${triple(inertia)} N` }, { name: 'other forces', value: `${triple(others)} N` });
      }
    }
  }
  return rows;
}

export function jointRows(run: Run, chunk: Chunk, frame: number, joint: number): Row[] {
  const about = run.about.joints[joint], of = run.about.joints.length;
  const value = (name: string) => run.row(chunk, name, frame, joint, of);
  const turning = about.kind === 'revolute', angle = value('joint_coordinate')[0], speed = value('joint_speed')[0];
  const rows: Row[] = [
    { name: 'kind', value: about.kind.replaceAll('_', ' ') + (about.motor ? ', with a motor' : '') },
    { name: 'between', value: `${run.bodyName(about.body_a)} and ${run.bodyName(about.body_b)}` },
  ];
  if (Number.isFinite(angle)) {
    rows.push({ name: 'coordinate', value: `${text(angle)} ${turning ? 'rad' : 'm'}` },
      { name: 'its rate', value: `${text(speed)} ${turning ? 'rad/s' : 'm/s'}` });
  }
  const force = value('joint_force'), torque = value('joint_torque');
  if (force.every(Number.isFinite) && force.length === 3) {
    rows.push({ name: 'force', value: `${triple(force)} N` }, { name: 'its size', value: `${text(length(force))} N` },
      { name: 'torque', value: `${triple(torque)} N m` });
    if (about.motor) rows.push({ name: 'motor', value: `${text(value('joint_motor')[0])} ${turning ? 'N m' : 'N'}` });
  }
  return rows;
}

export function contactRows(run: Run, chunk: Chunk, k: number): Row[] {
  const contact = run.contact(chunk, k), step = run.about.settings.time_step;
  const force = contact.impulse.map((x) => x / step), normal = force.reduce((s, x, c) => s + x * contact.normal[c], 0);
  const tangential = length(add(force, contact.normal, -normal));
  const rows: Row[] = [
    { name: 'state', value: stateNames[contact.state] ?? 'not known' },
    { name: 'force', value: `${triple(force)} N` },
    { name: 'normal', value: `${text(normal)} N` },
    { name: 'tangential', value: `${text(tangential)} N` },
    { name: 'tangential / normal', value: normal > 0 ? text(tangential / normal) : '–' },
    { name: 'gap', value: `${text(contact.gap)} m` },
    { name: 'point', value: `${triple(contact.point)} m` },
    { name: 'direction', value: triple(contact.normal, 3) },
  ];
  if (Number.isFinite(contact.error)) {
    rows.push({ name: 'share of certificate', value: text(contact.error, 3) },
      { name: 'tolerance', value: text(run.about.settings.tolerance, 3) });
  }
  return rows;
}

/** More frames than this are not fetched for a history unless they are here. */
const mostChunks = 400;

/** How it went with the selected thing over the run. */
export async function history(run: Run, selection: Selection, wanted: () => boolean): Promise<Plot | undefined> {
  const times: number[] = [], columns: number[][] = [];
  const names = { body: ['speed (m/s)', 'height (m)', 'contact force (N)'], joint: ['force (N)', 'coordinate', 'motor'], contact: ['normal (N)', 'tangential (N)'] };
  const shades = ['#3d7ab8', '#4c9a62', '#d1803f'];
  for (let number = 0; number < Math.min(run.chunkCount, mostChunks); ++number) {
    const chunk = await run.chunk(number);
    if (!wanted()) return undefined;
    for (let frame = chunk.first; frame < chunk.first + chunk.count; ++frame) {
      times.push(run.time(chunk, frame));
      columns.push(valuesAt(run, chunk, frame, selection));
    }
  }
  const curves = names[selection.kind].map((name, c) => ({ name, colour: shades[c], values: columns.map((row) => row[c] ?? NaN) }));
  return { unit: '', times, curves: curves.filter((c) => c.values.some(Number.isFinite)) };
}

function valuesAt(run: Run, chunk: Chunk, frame: number, selection: Selection): number[] {
  if (selection.kind === 'body') {
    const m = run.moving[selection.index], force = length(contactForce(run, chunk, frame, selection.index).force);
    if (m < 0) return [NaN, NaN, force];
    const v = run.velocity(chunk, frame, m);
    return [v.length === 6 ? length(v.slice(0, 3)) : NaN, run.row(chunk, 'position', frame, m, run.movingCount)[2], force];
  }
  if (selection.kind === 'joint') {
    const value = (name: string) => run.row(chunk, name, frame, selection.index, run.about.joints.length);
    const motor = run.about.joints[selection.index].motor ? value('joint_motor')[0] : NaN;
    return [length(value('joint_force')), value('joint_coordinate')[0], motor];
  }
  const k = findContact(run, chunk, frame, selection);
  if (k < 0) return [NaN, NaN];
  const contact = run.contact(chunk, k), step = run.about.settings.time_step;
  const force = contact.impulse.map((x) => x / step), normal = force.reduce((s, x, c) => s + x * contact.normal[c], 0);
  return [normal, length(add(force, contact.normal, -normal))];
}
