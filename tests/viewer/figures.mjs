// What the viewer costs: first frame, work of the main thread, memory, sizes. Prints a line each and fails where a
// limit is passed. Run by tests/viewer/figures; --full: with a trajectory of 2 GB, which it makes by h5py.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser, newPage, run, scratch, serve } from './browser.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const faults = [];

function tell(what, value, limit, unit) {
  const good = value <= limit;
  if (!good) faults.push(what);
  console.log(`${what.padEnd(52)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(3)} (at most ${limit})${good ? '' : '  MISSED'}`);
}

function make(name, spheres, frames) {
  const folder = join(scratch, name);
  const done = spawnSync(process.env.PYTHON, [here('synthetic.py'), folder, String(spheres), String(frames)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return folder;
}

/** The first picture, from the address being typed. */
async function opened(chrome, address) {
  const page = await newPage(chrome), start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.viewer?.ready && window.viewer.stage.drawn > 0, null, { timeout: 120_000, polling: 20 });
  return { page, seconds: (performance.now() - start) / 1000 };
}

/** Medians of the scripts' own work on a frame (poses, colours, numbers shown), without drawing, which is the graphics
 * driver's: here it is done by software in the same process. */
async function workOfFrames(page) {
  return page.evaluate(async () => {
    const { viewer } = window, costs = [];
    for (let frame = 0; frame < Math.min(60, viewer.run.frames); ++frame) {
      await viewer.showFrame(frame);
      costs.push(viewer.frameCost);
      await new Promise((next) => setTimeout(next, 5));
    }
    costs.sort((a, b) => a - b);
    return { median: costs[costs.length >> 1], most: costs[costs.length - 2] };
  });
}

/** Of the JavaScript heap with its buffers, MB. */
async function memoryOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await session.send('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize + embedderHeapUsedSize) / 1e6;
}

const peakOf = (child) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;

async function manySpheres(chrome) {
  const server = await serve(make('many', 10_000, 200)), { page, seconds } = await opened(chrome, server.address);
  tell('10,000 spheres: first picture', seconds, 3, 's');
  const { median, most } = await workOfFrames(page);
  tell('10,000 spheres: work on a frame, median', median, 8, 'ms');
  tell('10,000 spheres: work on a frame, worst but one', most, 25, 'ms');
  await page.context().close();
  await server.stop();
}

async function largeTrajectory(chrome) {
  const folder = make('large', 20_000, 1450);
  console.log(`trajectory of ${(statSync(join(folder, 'trajectory.h5')).size / 1e9).toFixed(2)} GB`);
  const start = performance.now(), server = await serve(folder), { page } = await opened(chrome, server.address);
  tell('2 GB: first picture, from starting the program', (performance.now() - start) / 1000, 5, 's');
  const jump = performance.now();
  await page.evaluate(() => window.viewer.showFrame(1000));
  tell('2 GB: a jump to another frame', (performance.now() - jump) / 1000, 2, 's');
  for (let k = 0; k < 40; ++k) await page.evaluate((frame) => window.viewer.showFrame(frame), (k * 97) % 1450);
  tell('2 GB: memory of the page after 40 jumps', await memoryOf(page), 500, 'MB');
  tell('2 GB: memory of the server, peak', peakOf(server.child), 200, 'MB');
  await page.context().close();
  await server.stop();
}

async function exported(chrome) {
  const folder = make('export', 1000, 500), file = join(scratch, 'export.html');
  run('view', folder, '--export', file);
  tell('1000 spheres × 500 frames: the exported page', statSync(file).size / 1e6, 5, 'MB');
  const { page } = await opened(chrome, `file://${file}`);
  const places = await page.evaluate(async () => {
    const found = [];
    for (let frame = 0; frame < 500; frame += 25) {
      await window.viewer.showFrame(frame);
      found.push([frame, Array.from(window.viewer.bodies.positions)]);
    }
    return found;
  });
  const done = spawnSync(process.env.PYTHON, [here('synthetic.py'), folder, '--compare'], { input: JSON.stringify(places), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(done.stderr);
  tell('1000 spheres × 500 frames: frames left out', 500 - (await page.evaluate(() => window.viewer.run.frames)), 0, '');
  tell('1000 spheres × 500 frames: positions, of a radius', 100 * Number(done.stdout), 0.1, '%');
  await page.context().close();
}

const bundle = ['viewer.html.gz', 'h5wasm.js.gz', 'h5wasm.wasm.gz'].map((name) => statSync(here(`../../viewer/bundle/${name}`)).size);
tell('the page in the program, compressed', bundle[0] / 1e6, 1.2, 'MB');
tell('with the reader of files that are dropped', bundle.reduce((sum, size) => sum + size) / 1e6, 1.2, 'MB');
const chrome = await browser();
await manySpheres(chrome);
await exported(chrome);
if (process.argv.includes('--full')) await largeTrajectory(chrome);
await chrome.close();
if (faults.length > 0) process.exit(1);
