// Numbers and pictures beside what they should be.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** What the trajectory says about a frame, by h5py. */
export function truth(folder, frame) {
  const done = spawnSync(process.env.PYTHON ?? 'python3', [here('trajectory.py'), folder, String(frame)], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout);
}

/** The page shows four digits; positions come in 16 bits over the reach of the scene. */
export function sameNumbers(shown, wanted, what, { relative = 6e-4, absolute = 0 } = {}) {
  assert.ok(shown !== undefined, `${what} is not shown`);
  const numbers = shown.split(',').map((part) => (part.trim().startsWith('–') ? NaN : Number.parseFloat(part)));
  assert.equal(numbers.length, wanted.length, `${what}: ${shown}`);
  const size = Math.max(...wanted.map(Math.abs));
  wanted.forEach((value, k) => {
    if (value === null) return assert.ok(Number.isNaN(numbers[k]), `${what}: ${shown}`);
    assert.ok(Math.abs(numbers[k] - value) <= absolute + relative * Math.abs(value) + 1e-7 * size,
      `${what}: shown ${shown}, in the trajectory ${wanted.join(', ')}`);
  });
}

/** The numbers beside the scene by name. */
export function chosen(page) {
  return page.evaluate(() => Object.fromEntries(
    [...document.querySelectorAll('.chosen:not([hidden]) dd')].map((dd) => [dd.dataset.name, dd.textContent])));
}

/** Of pixels that differ by more than a shade, as a share of all. Readers of PNG are in the browser. */
async function differing(page, one, other) {
  return page.evaluate(async ([a, b]) => {
    const pixels = async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return { data: context.getImageData(0, 0, image.width, image.height).data, width: image.width };
    };
    const [p, q] = [await pixels(a), await pixels(b)];
    if (p.width !== q.width || p.data.length !== q.data.length) return 1;
    let count = 0;
    for (let k = 0; k < p.data.length; k += 4)
      count += Math.max(...[0, 1, 2].map((c) => Math.abs(p.data[k + c] - q.data[k + c]))) > 40 ? 1 : 0;
    return count / (p.data.length / 4);
  }, [one.toString('base64'), other.toString('base64')]);
}

/** Edges may be drawn a pixel off; a thing that is missing or elsewhere is more than this. */
const mostDiffering = 0.01;

/** The picture of the scene beside the one that is kept. `blank`: a page to count pixels in. */
export async function samePicture(page, blank, name) {
  await page.evaluate(() => new Promise((drawn) => {
    window.viewer.stage.invalidate();
    requestAnimationFrame(() => requestAnimationFrame(drawn));
  }));
  // Letters look different on every machine.
  const taken = await page.screenshot({ animations: 'disabled', style: '* { color: transparent !important; }' });
  const file = here(`pictures/${name}.png`);
  if (process.argv.includes('--pictures')) return writeFileSync(file, taken);
  assert.ok(existsSync(file), `${file} is missing: run with --pictures, and look at it`);
  const share = await differing(blank, taken, readFileSync(file));
  if (share > mostDiffering && process.env.KEEP) writeFileSync(`${process.env.KEEP}/${name}.png`, taken);
  assert.ok(share <= mostDiffering, `${name}: ${(100 * share).toFixed(2)} % of the pixels differ`);
}
