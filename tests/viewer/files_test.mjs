// What is written for other programs: pictures, videos, glTF.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPage, open, program, run, scratch, serve } from './browser.mjs';
import { truth } from './compare.mjs';

/** Length and size of a video, and whether its middle shows something, as the browser plays it. */
async function played(chrome, file, type = 'webm') {
  const page = await newPage(chrome);
  const found = await page.evaluate(async ([data, type]) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = `data:video/${type};base64,${data}`;
    await new Promise((ready, fail) => {
      video.onloadeddata = ready;
      video.onerror = () => fail(new Error(video.error.message));
    });
    video.currentTime = video.duration / 2;
    await new Promise((ready) => (video.onseeked = ready));
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight), context = canvas.getContext('2d');
    context.drawImage(video, 0, 0);
    const shades = new Set(context.getImageData(0, 0, canvas.width, canvas.height).data);
    return { seconds: video.duration, width: video.videoWidth, height: video.videoHeight, shades: shades.size };
  }, [readFileSync(file).toString('base64'), type]);
  await page.context().close();
  return found;
}

export async function videosPlay({ chrome, folder }) {
  for (const type of ['webm', 'mp4']) {
    const file = join(scratch, `run.${type}`);
    run('view', folder, '--video', file, '--size', '320x200', '--fps', '10', '--speed', '0.5');
    const { seconds, width, height, shades } = await played(chrome, file, type);
    assert.ok(Math.abs(seconds - 1.3) < 0.11, `${type}: ${seconds} s`);  // 0.6 s at half speed and the last picture
    assert.deepEqual([width, height], [320, 200]);
    assert.ok(shades > 50);
  }
  assert.equal(spawnSync(program, ['view', folder, '--video', join(scratch, 'run.avi')]).status, 2);
}

export async function videosAreSavedByThePage({ chrome, folder }) {
  const server = await serve(folder), page = await open(chrome, `${server.address}#speed=2`, { width: 400, height: 320 });
  const coming = page.waitForEvent('download');
  await page.keyboard.press('r');
  assert.ok((await played(chrome, await (await coming).path())).seconds > 0.25);
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await server.stop();
}

export async function framesAreWritten({ folder }) {
  const to = join(scratch, 'frames');
  run('view', folder, '--frames', to, '--every', '60', '--size', '320x200');
  assert.deepEqual(readdirSync(to).sort(), ['frame_00000.png', 'frame_00060.png', 'frame_00120.png']);
  const png = readFileSync(join(to, 'frame_00060.png'));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [320, 200]);
  for (const words of [['--size', '320'], ['--size', '9x9'], ['--size', '320x200x'], ['--fps', '0']])
    assert.equal(spawnSync(program, ['view', folder, '--frames', to, ...words]).status, 2, words.join(' '));
}

export async function reportsTellAndShow({ chrome }) {
  const folder = join(scratch, 'reported'), scene = fileURLToPath(new URL('scene.yaml', import.meta.url));
  run('run', scene, '--out', folder, '--quiet', '--report', '--save-problem', '1,2');
  const page = await newPage(chrome);
  await page.context().setOffline(true);
  await page.goto(`file://${join(folder, 'report.html')}`);
  assert.equal(await page.locator('img').count(), 3);
  assert.ok(await page.evaluate(() => [...document.images].every((i) => i.naturalWidth === 640)));
  assert.equal(await page.locator('svg').count(), 4);
  // The worst step is that of the trajectory; problems that were saved are led to.
  const { energy } = truth(folder, 1), cells = await page.locator('table >> nth=2 >> tr >> nth=1 >> td').allTextContents();
  const worst = Math.max(...energy.natural.map((x, k) => Math.max(x, energy.dynamics[k])));
  assert.ok(Math.abs(Number(cells[3]) - worst) < 0.01 * worst, cells.join(' '));
  assert.ok(await page.locator('table >> nth=2 >> a').count() >= 3, 'the problems of the worst steps');
  for (const link of await page.locator('a').all()) assert.ok(existsSync(join(folder, await link.getAttribute('href'))));
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(spawnSync(program, ['run', scene, '--report', '--quiet']).status, 2);
}

function gltf(folder, ...words) {
  const file = join(scratch, 'run.glb');
  run('view', folder, '--gltf', file, ...words);
  const bytes = readFileSync(file);
  assert.equal(bytes.toString('latin1', 0, 4), 'glTF');
  assert.equal(bytes.readUInt32LE(8), bytes.length);
  const size = bytes.readUInt32LE(12), document = JSON.parse(bytes.toString('utf8', 20, 20 + size)), data = bytes.subarray(28 + size);
  const numbers = (k) => {
    const { bufferView, count, type } = document.accessors[k], width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const start = document.bufferViews[bufferView].byteOffset;
    return Array.from({ length: count }, (_, row) => Array.from({ length: width }, (_, c) => data.readFloatLE(start + 4 * (width * row + c))));
  };
  return { document, numbers };
}

/** Places of a frame's nodes, by h5py. */
function nodes(folder, frame) {
  const words = "import h5py, json, sys; f = h5py.File(sys.argv[1] + '/trajectory.h5'); print(json.dumps(f['frames/node_position'][int(sys.argv[2])].reshape(-1, 3).tolist()))";
  const done = spawnSync(process.env.PYTHON, ['-c', words, folder, String(frame)], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout);
}

export async function flexibleBodiesOfGltfChangeTheirShape() {
  const folder = join(scratch, 'jelly'), scene = fileURLToPath(new URL('../../scenes/falling_jelly.yaml', import.meta.url));
  run('run', scene, '--out', folder, '--duration', '0.3', '--quiet');
  const { document, numbers } = gltf(folder), mesh = document.meshes.find((m) => m.weights), { targets, attributes } = mesh.primitives[0];
  const channel = document.animations[0].channels.find((c) => c.target.path === 'weights'), sampler = document.animations[0].samplers[channel.sampler];
  assert.equal(document.nodes[channel.target.node].mesh, document.meshes.indexOf(mesh));
  const times = numbers(sampler.input).flat(), weights = numbers(sampler.output).flat();
  assert.equal(weights.length, times.length * targets.length);
  assert.equal(targets.length, times.length - 1);
  // Where only one weight is 1, the surface is that of the run at this time.
  const start = numbers(attributes.POSITION), frameTime = 0.005;
  for (const key of [1, targets.length]) {
    assert.deepEqual(weights.slice(key * targets.length, (key + 1) * targets.length), targets.map((_, k) => (k === key - 1 ? 1 : 0)));
    const way = numbers(targets[key - 1].POSITION), all = nodes(folder, Math.round(times[key] / frameTime));
    start.forEach((p, k) => {
      const place = p.map((x, c) => x + way[k][c]);
      assert.ok(all.some((q) => q.every((x, c) => Math.abs(x - place[c]) < 1e-5)), `${key}: ${place}`);
    });
  }
}

export async function gltfMovesAsTheTrajectory({ folder }) {
  const { document, numbers } = gltf(folder, '--every', '2');
  const { bodies, names } = truth(folder, 80), { channels, samplers } = document.animations[0];
  assert.equal(new Set(channels.map((c) => c.target.node)).size, bodies.filter((b) => b.mass).length);
  for (const { sampler, target } of channels.filter((c) => c.target.path === 'translation')) {
    const body = names.indexOf(document.nodes[target.node].name), place = numbers(samplers[sampler].output)[40];
    const same = bodies.filter((_, k) => names[k] === names[body]);
    assert.ok(same.some((b) => b.position.every((x, c) => Math.abs(x - place[c]) < 1e-6)), names[body]);
  }
  for (const { sampler } of channels) assert.equal(document.accessors[samplers[sampler].output].count, 61);
  // Every surface is closed around its corners: what is drawn has the size of the shape.
  for (const mesh of document.meshes) {
    const { min, max } = document.accessors[mesh.primitives[0].attributes.POSITION];
    assert.ok(max.every((x, c) => x >= min[c]));
  }
}
