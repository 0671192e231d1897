// Islands: moving bodies that contacts, joints or springs connect. A step solves each on its own.
import { Chunk, Run } from './run';

/** Of each body the number of its island, -1 for bodies that are fixed or touch no other moving one. */
export function islandsOf(run: Run, chunk: Chunk, frame: number): Int32Array {
  const { moving } = run, root = new Int32Array(moving.length).map((_, k) => k);
  const find = (k: number) => {
    while (root[k] !== k) k = root[k] = root[root[k]];
    return k;
  };
  const moves = (k: number) => k >= 0 && k < moving.length && moving[k] >= 0;
  const join = (a: number, b: number) => {
    if (!moves(a) || !moves(b)) return;
    const [p, q] = [find(a), find(b)];
    root[Math.max(p, q)] = Math.min(p, q);
  };
  for (const each of [...run.about.joints, ...run.about.springs]) join(each.body_a, each.body_b);
  const a = chunk.contacts.arrays.get('body_a')?.values, b = chunk.contacts.arrays.get('body_b')?.values;
  const [from, to] = a && b ? run.contactRange(chunk, frame) : [0, 0];
  for (let k = from; k < to; ++k) join(a![k], b![k]);
  const size = new Int32Array(moving.length), island = new Int32Array(moving.length).fill(-1);
  for (let k = 0; k < moving.length; ++k) ++size[find(k)];
  for (let k = 0; k < moving.length; ++k) if (moves(k) && size[find(k)] > 1) island[k] = find(k);
  return island;
}
