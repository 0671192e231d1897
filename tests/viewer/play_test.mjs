// `signorini play` in the browser: what is done with mouse and buttons, and what the simulation makes of it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPage, run, scratch, start } from './browser.mjs';

const scene = fileURLToPath(new URL('play_scene.yaml', import.meta.url));
const ball = 1;

async function playing(chrome, address) {
  const page = await newPage(chrome, { width: 1000, height: 700 });
  await page.goto(address);
  await page.waitForFunction(() => window.play?.head && window.viewer.ready, null, { timeout: 30_000 });
  return page;
}

const head = (page) => page.evaluate(() => window.play.head);
const place = (page, body) => page.evaluate((b) => window.viewer.bodies.centre(b).toArray(), body);
const onScreen = (page, point) => page.evaluate((p) => {
  const { bodies, stage } = window.viewer;
  return stage.project(bodies.centre(1).clone().set(...p));
}, point);
const until = (page, test, argument) => page.waitForFunction(test, argument, { timeout: 20_000 });

export async function aDraggedBodyFollows({ chrome }) {
  const server = await start('play', scene, '--out', join(scratch, 'dragged')), page = await playing(chrome, server.address);
  assert.ok(!page.url().includes('token'), 'the key stays in the address');
  await page.click('#play-run');
  await until(page, () => window.play.head.steps > 20);
  const before = await place(page, ball);
  assert.ok(Math.abs(before[2] - 0.1) < 1e-3);
  const from = await onScreen(page, before), to = await onScreen(page, [before[0] - 0.1, before[1], before[2] + 0.3]);
  const camera = await page.evaluate(() => window.viewer.stage.controls.getPosition(window.viewer.stage.lookedAt()).toArray());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await until(page, () => window.play.head.pull);
  // It comes to rest below the pointer, where the spring holds its weight: at the height of the target less m g / k.
  await until(page, (start) => {
    const { pull } = window.play.head, now = window.viewer.bodies.centre(1).toArray();
    const near = Math.hypot(...pull.point.map((x, k) => x - pull.target[k])) < 0.15;
    return now[2] > start[2] + 0.05 && now[0] < start[0] - 0.05 && near;
  }, before);
  const weight = 800 * (4 / 3) * Math.PI * 0.1 ** 3 * 9.81;
  await until(page, (force) => {
    const { force: now } = window.play.head.pull;
    return Math.abs(now[2] - force) < 0.02 * force && Math.hypot(now[0], now[1]) < 0.05 * force;
  }, weight);
  const { pull } = await head(page);
  assert.equal(pull.body, ball);
  const shown = Number.parseFloat(await page.textContent('#pull'));
  assert.ok(Math.abs(shown - weight) < 0.1 * weight, `shown ${shown} N`);
  const target = await onScreen(page, pull.target);
  assert.ok(Math.hypot(target.x - to.x, target.y - to.y) < 2, 'the target is not under the pointer');
  await page.mouse.up();
  await until(page, () => !window.play.head.pull && window.viewer.bodies.centre(1).z < 0.11);
  const after = await page.evaluate(() => window.viewer.stage.controls.getPosition(window.viewer.stage.lookedAt()).toArray());
  assert.deepEqual(after.map((x) => x.toFixed(6)), camera.map((x) => x.toFixed(6)), 'the camera moved along');
  assert.deepEqual(page.faults, []);
  await page.close();
  assert.equal(await server.stop(), 0);
}

export async function aDraggedFlexibleBodyFollows({ chrome }) {
  const file = join(scratch, 'jelly.yaml');
  writeFileSync(file, `time: {step: 0.01, duration: 1}
bodies: [{name: floor, fixed: true, shape: {type: plane}}]
flexible:
  - {name: ball, mesh: {sphere: {radius: 0.1, cells: 2}}, young: 5e4, poisson: 0.3, density: 1000, stiffness_damping: 0.02, position: [0, 0, 0.1]}
`);
  const server = await start('play', file, '--out', join(scratch, 'jelly-played')), page = await playing(chrome, server.address);
  const middle = () => page.evaluate(() => {
    const p = window.viewer.surfaces.mesh.geometry.getAttribute('position'), sum = [0, 0, 0];
    for (let k = 0; k < p.count; ++k) for (let c = 0; c < 3; ++c) sum[c] += p.getComponent(k, c) / p.count;
    return sum;
  });
  await page.click('#play-run');
  const before = await middle(), from = await onScreen(page, before), to = await onScreen(page, [before[0], before[1], before[2] + 0.25]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await until(page, () => window.play.head.pull);
  await until(page, (z) => {
    const p = window.viewer.surfaces.mesh.geometry.getAttribute('position');
    let lowest = Infinity;
    for (let k = 0; k < p.count; ++k) lowest = Math.min(lowest, p.getZ(k));
    return lowest > z;
  }, 0.05);
  await page.mouse.up();
  await until(page, () => !window.play.head.pull);
  assert.deepEqual(page.faults, []);
  await page.close();
  assert.equal(await server.stop(), 0);
}

export async function buttonsDriveTheSimulation({ chrome }) {
  const folder = join(scratch, 'driven'), server = await start('play', scene, '--out', folder);
  const page = await playing(chrome, server.address);
  assert.equal(await page.textContent('#name'), '<b>to play with</b>');
  assert.equal((await head(page)).steps, 0);
  for (let k = 1; k <= 3; ++k) {
    await page.click('#play-step');
    await until(page, (steps) => window.play.head.steps === steps, k);
  }
  // Frames that went by can be looked at again.
  assert.equal(await page.evaluate(() => window.viewer.run.frames), 4);
  await page.click('#back');
  await until(page, () => window.viewer.frame === 2);
  await page.keyboard.press('End');
  await page.selectOption('#play-speed', '1');  // as fast as it can it does a million steps, which saving does again
  await page.selectOption('#play-gravity', 'Moon');
  await until(page, () => window.play.head.gravity[2] === -1.62);
  await page.selectOption('#play-law', 'frictionless');
  await until(page, async () => (await (await fetch('api/run')).json()).settings.law === 'frictionless');
  await page.keyboard.press(' ');
  await until(page, () => window.play.head.playing && window.play.head.steps > 40);
  await page.click('#play-run');
  await until(page, () => !window.play.head.playing);
  await page.selectOption('#play-shape', 'capsule');
  await page.click('#play-drop');
  await until(page, () => window.viewer?.run.about.bodies.length === 4 && window.play?.head);
  await page.click('#play-run');
  await until(page, (steps) => window.play.head.steps > steps, (await head(page)).steps + 40);
  await page.click('#play-run');
  await until(page, () => !window.play.head.playing);
  await page.click('#play-save');
  await until(page, () => / steps in /.test(document.getElementById('play-words').textContent));
  assert.match(await page.textContent('#play-words'), /the same to the bit$/);
  const saved = join(folder, '1'), again = join(scratch, 'again');
  assert.ok(existsSync(join(saved, 'trajectory.h5')));
  run('run', '--replay', saved, '--out', again, '--quiet');
  assert.deepEqual(readFileSync(join(again, 'energy.csv')), readFileSync(join(saved, 'energy.csv')));
  await page.fill('#play-panel input[name=height]', '0.3');
  await page.click('#play-rebuild');
  await until(page, () => window.viewer?.run.about.bodies.length === 3 && window.play?.head?.steps === 0);
  assert.ok(Math.abs((await place(page, ball))[2] - 0.3) < 1e-6);
  await page.fill('#play-panel input[name=height]', 'nonsense');
  await page.click('#play-rebuild');
  await until(page, () => document.getElementById('play-words').textContent.includes('height'));
  assert.deepEqual(page.faults.filter((fault) => !/status of 400/.test(fault)), []);  // the one that was asked for
  await page.close();
  assert.equal(await server.stop(), 0);
}

export async function withoutTheKeyNothingMoves({ chrome }) {
  const server = await start('play', scene), page = await playing(chrome, server.address.replace(/#.*/, ''));
  await page.click('#play-run');
  await until(page, () => document.getElementById('play-words').textContent.includes('key'));
  assert.equal((await head(page)).steps, 0);
  // Nor by another page, which a server of another port stands for.
  const other = await start('play', scene), stranger = await playing(chrome, other.address);
  const refused = await stranger.evaluate((address) => fetch(`${address}api/order`, {
    method: 'POST', mode: 'no-cors', body: '{"do": "run"}',
  }).then((answer) => answer.type, (error) => error.name), server.address.replace(/#.*/, ''));
  assert.equal(refused, 'TypeError');  // its own policy does not let it ask
  assert.equal((await head(page)).playing, false);
  await page.close();
  await stranger.close();
  assert.equal(await server.stop(), 0);
  assert.equal(await other.stop(), 0);
}
