import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPage, open, run, scratch, serve } from './browser.mjs';
import { chosen, sameNumbers, samePicture, truth } from './compare.mjs';

const scene = fileURLToPath(new URL('scene.yaml', import.meta.url));
const radius = 0.03;  // of the smallest balls

/** Serves, opens, tests, and holds the page to have no faults. */
async function shown(chrome, folder, hash, test, size) {
  const server = await serve(folder);
  try {
    const page = await open(chrome, `${server.address}${hash}`, size);
    await test(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  } finally {
    assert.equal(await server.stop(), 0);
  }
}

const atFrame = (page, frame) => page.waitForFunction((f) => window.viewer.frame === f, frame);

export async function playsAndSteps({ chrome, folder }) {
  await shown(chrome, folder, '', async (page) => {
    assert.equal(await page.evaluate(() => window.viewer.frame), 0);
    await page.click('#forward');
    await atFrame(page, 1);
    await page.keyboard.press('Shift+ArrowRight');
    await atFrame(page, 11);
    await page.keyboard.press('ArrowLeft');
    await atFrame(page, 10);
    const { time, frames } = truth(folder, 10);
    assert.equal(await page.textContent('#clock'), `${time} s · 11 / ${frames}`);
    await page.keyboard.press('End');
    await atFrame(page, frames - 1);
    await page.keyboard.press('Home');
    await atFrame(page, 0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.viewer.frame > 20);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.viewer.playing), false);
    const paused = await page.evaluate(() => window.viewer.frame);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => window.viewer.frame), paused);
    await page.fill('#scrub', '7');
    await atFrame(page, 7);
  });
}

/** Where something of the scene is on the screen. */
const placeOf = (page, find) => page.evaluate(`(() => {
  const v = window.viewer, point = (${find})(v);
  return v.stage.project(point);
})()`);

export async function bodyNumbersAreThoseOfTheTrajectory({ chrome, folder }) {
  await shown(chrome, folder, '#frame=90', async (page) => {
    await page.keyboard.press('4');
    await page.waitForTimeout(800);
    const { x, y } = await placeOf(page, 'v => v.bodies.centre(2)');
    await page.mouse.click(x, y);
    assert.equal(await page.textContent('#chosen-name'), '<script>alert(1)</script><img src=x onerror=alert(1)>✕');
    for (const frame of [90, 91, 120, 0]) {
      await page.evaluate((f) => window.viewer.seek(f), frame);
      await atFrame(page, frame);
      const { bodies } = truth(folder, frame);
      for (let body = 0; body < bodies.length; ++body) {
        await page.evaluate((index) => window.viewer.select({ kind: 'body', index }), body);
        const rows = await chosen(page);
        for (const [name, value] of Object.entries(bodies[body])) {
          if (name === 'contacts') assert.equal(rows.contacts, String(value), `body ${body}`);
          else if (name === 'contact force' && bodies[body].contacts === 0) assert.equal(rows[name], undefined);
          else {
            const force = /force|acceleration/.test(name), size = Math.max(...value.map(Math.abs));
            // Forces are differences of larger ones in floats.
            sameNumbers(rows[name], value, `frame ${frame}, body ${body}, ${name}`,
              name === 'position' ? { absolute: 1e-3 * radius } : { absolute: force ? 1e-4 + 1e-3 * size : 1e-6 });
          }
        }
      }
    }
  });
}

export async function contactNumbersAreThoseOfTheTrajectory({ chrome, folder }) {
  await shown(chrome, folder, '#frame=80&contacts.arrows=true', async (page) => {
    const { contacts, names } = truth(folder, 80), states = ['open', 'sticking', 'sliding'];
    assert.ok(contacts.length > 5);
    assert.ok(new Set(contacts.map((c) => c.state)).size > 1, 'contacts of several states');
    const from = await page.evaluate(() => window.viewer.run.contactRange(window.viewer.chunk, 80)[0]);
    for (let k = 0; k < contacts.length; ++k) {
      await page.evaluate((place) => window.viewer.selectContact(place), from + k);
      const rows = await chosen(page), { a, b, state, ...numbers } = contacts[k];
      assert.equal(await page.textContent('#chosen-name'), `${names[a]} – ${names[b]}✕`);
      assert.equal(rows.state, states[state]);
      const size = Math.hypot(...numbers.force);
      for (const [name, value] of Object.entries(numbers)) {
        const absolute = { point: 1e-3 * radius, direction: 6e-4, tangential: 1e-3 * size, force: 1e-4 * size, normal: 1e-4 * size,
          'tangential / normal': 1e-3 }[name] ?? 1e-9;
        sameNumbers(rows[name], value, `contact ${k}, ${name}`, { absolute, relative: name.includes('cert') ? 6e-3 : 6e-4 });
      }
    }
    // By the mouse: the arrow of the largest force, whichever is in front there.
    const { x, y } = await placeOf(page, `v => {
      const [from, to] = v.run.contactRange(v.chunk, v.frame);
      let best = from;
      const size = (k) => Math.hypot(...v.run.contact(v.chunk, k).impulse);
      for (let k = from; k < to; ++k) if (size(k) > size(best)) best = k;
      return v.bodies.centre(0).clone().set(...v.run.contact(v.chunk, best).point);
    }`);
    await page.keyboard.press('Escape');
    assert.deepEqual(await chosen(page), {});
    await page.mouse.click(x, y);
    assert.equal(await page.evaluate(() => window.viewer.selection?.kind), 'contact');
  });
}

export async function jointNumbersAreThoseOfTheTrajectory({ chrome, folder }) {
  await shown(chrome, folder, '#frame=60&select=joint+0&plot=selection', async (page) => {
    const { joints } = truth(folder, 60), rows = await chosen(page);
    assert.equal(await page.textContent('#chosen-name'), 'shoulder✕');
    for (const [name, value] of Object.entries(joints[0]))
      sameNumbers(rows[name], value, name, { absolute: 1e-5 * Math.max(...value.map(Math.abs)) });
    await page.waitForSelector('#plots .uplot');
  });
}

export async function layersSwitch({ chrome, blank, folder }) {
  await shown(chrome, folder, '#frame=110', async (page) => {
    assert.equal(await page.evaluate(() => window.viewer.stage.ground.position.z), 0, 'the ground lies where the plane is');
    const seen = () => page.evaluate(() => {
      const { contacts, joints, stage, bodies } = window.viewer;
      const drawn = (mesh) => mesh.visible && mesh.count > 0;
      return { arrows: drawn(contacts.arrows), discs: drawn(contacts.discs), joints: joints.group.visible,
        ground: stage.ground.visible, cut: bodies.groups[0].mesh.material.clippingPlanes?.length ?? 0 };
    });
    assert.deepEqual(await seen(), { arrows: false, discs: false, joints: true, ground: true, cut: 0 });
    await page.keyboard.press('c');
    await page.keyboard.press('d');
    assert.deepEqual(await seen(), { arrows: true, discs: true, joints: true, ground: true, cut: 0 });
    await samePicture(page, blank, 'contacts');
    await page.uncheck('input[name=joints]');
    await page.uncheck('input[name=ground]');
    await page.locator('input[name=cut]').fill('0.5');
    assert.deepEqual(await seen(), { arrows: true, discs: true, joints: false, ground: false, cut: 1 });
    await page.selectOption('select[name=colour] >> nth=0', 'speed');
    assert.match(await page.textContent('#legend'), /speed0.*m\/s/);
    await samePicture(page, blank, 'cut');
    // Small forces go.
    const count = () => page.evaluate(() => window.viewer.contacts.arrows.count), before = await count();
    await page.locator('input[name=least]').fill('0.3');
    assert.ok((await count()) < before);
  });
}

export async function linkRestoresWhatIsShown({ chrome, folder }) {
  await shown(chrome, folder, '', async (page) => {
    await page.evaluate(() => window.viewer.seek(33));
    await atFrame(page, 33);
    await page.keyboard.press('2');
    await page.keyboard.press('c');
    await page.evaluate(() => window.viewer.select({ kind: 'body', index: 3 }));
    await page.waitForTimeout(1500);
    const state = () => page.evaluate(() => {
      const { frame, selection, options, stage } = window.viewer, eye = stage.camera.position.toArray();
      return { frame, selection, options, eye: eye.map((x) => Number(x.toFixed(3))) };
    });
    const before = await state(), link = page.url();
    assert.match(link, /frame=33/);
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForFunction(() => window.viewer?.ready);
    await page.waitForTimeout(300);
    assert.deepEqual(await state(), before);
  });
}

export async function plotsFollowTheTimeline({ chrome, folder, blank }) {
  await shown(chrome, folder, '#plot=energy', async (page) => {
    await page.waitForSelector('#plots .uplot');
    const { energy } = truth(folder, 0);
    const curves = await page.evaluate(() => window.viewer.plots.chart.data.map((c) => Array.from(c)));
    energy.kinetic.forEach((value, k) => assert.ok(Math.abs(curves[1][k] - value) <= 1e-5 * Math.abs(value) + 1e-9));
    energy.potential.forEach((value, k) => assert.ok(Math.abs(curves[2][k] - value) <= 1e-5 * Math.abs(value) + 1e-9));
    const box = await page.locator('#plots .u-over').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const frame = await page.waitForFunction(() => window.viewer.frame > 0 && window.viewer.frame);
    assert.ok(Math.abs((await frame.jsonValue()) - 60) <= 3);
    for (const name of ['contacts', 'iterations', 'certificate', 'time', 'selection']) {
      await page.click(`#tab-${name}`);
      if (name !== 'selection') await page.waitForSelector('#plots .uplot');
    }
    await page.click('#tab-energy');  // which hardly depends on how steps are solved
    await samePicture(page, blank, 'plot');
  });
}

export async function convergenceOfASavedStepIsShown({ chrome }) {
  const folder = join(scratch, 'problems');
  run('run', scene, '--out', folder, '--quiet', '--duration', '0.3', '--save-problem', '39,41');
  await shown(chrome, folder, '#frame=40&plot=convergence', async (page) => {
    await page.waitForSelector('#plots .hint button');
    assert.match(await page.textContent('#plots .hint'), /step 40 was not saved.*step 39 step 41/);
    await page.click('#plots .hint button >> nth=1');
    await page.waitForSelector('#plots .uplot');
    const { frame, curves } = await page.evaluate(() => ({ frame: window.viewer.frame, curves: window.viewer.plots.chart.data.map((c) => Array.from(c)) }));
    assert.equal(frame, 41);
    const [iterations, certificate, , , tolerance] = curves;
    assert.ok(iterations.length >= 2 && iterations.every((k, n) => n === 0 || k > iterations[n - 1]));
    assert.ok(certificate[0] > tolerance[0] && certificate.at(-1) <= tolerance[0], `${certificate}`);
    const address = new URL(page.url()).origin;
    for (const [name, status] of [['40', 404], ['41x', 404], ['-1', 404], ['../41', 404], ['41', 200]])
      assert.equal((await page.request.get(`${address}/api/convergence/${name}`)).status(), status, name);
  });
}

export async function lookOfTheme({ chrome, folder, blank }) {
  await shown(chrome, folder, '#frame=110&theme=dark', (page) => samePicture(page, blank, 'dark'));
  await shown(chrome, folder, '#frame=110', async (page) => {
    await samePicture(page, blank, 'phone');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, 'nothing is wider than the phone');
    await page.click('#show-panel');
    assert.ok(await page.isVisible('select[name=colour] >> nth=0'));
  }, { width: 390, height: 740 });
}

export async function keysAreListedAndEnough({ chrome, folder }) {
  await shown(chrome, folder, '', async (page) => {
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('#help'));
    await page.keyboard.press('Escape');
    assert.ok(!(await page.isVisible('#help')));
    // Whatever can be pressed has a name and is reached by Tab.
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select')]
      .filter((e) => !e.textContent.trim() && !e.ariaLabel && !e.labels?.length && !e.title).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    const reached = new Set();
    for (let k = 0; k < 40; ++k) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.name));
    }
    for (const id of ['play', 'scrub', 'speed', 'colour', 'show-help']) assert.ok(reached.has(id), `${id} by Tab`);
  });
}

export async function picturesAreSaved({ chrome, folder }) {
  await shown(chrome, folder, '#frame=5', async (page) => {
    const coming = page.waitForEvent('download');
    await page.keyboard.press('s');
    const file = await (await coming).path();
    assert.equal(readFileSync(file).subarray(1, 4).toString(), 'PNG');
  });
}

export async function exportOpensFromDisk({ chrome, folder, blank }) {
  const file = join(scratch, 'page.html');
  run('view', folder, '--export', file);
  const page = await newPage(chrome);
  await page.context().setOffline(true);
  await page.goto(`file://${file}#frame=110&contacts.arrows=true&contacts.discs=true`);
  await page.waitForFunction(() => window.viewer?.ready);
  await samePicture(page, blank, 'contacts');
  const { bodies, frames } = truth(folder, 110);
  assert.equal(await page.evaluate(() => window.viewer.run.frames), frames);
  for (const body of [2, 3, 8]) {
    const place = await page.evaluate((k) => window.viewer.bodies.centre(k).toArray(), body);
    bodies[body].position.forEach((x, k) => assert.ok(Math.abs(place[k] - x) <= 1e-3 * radius, `${place} for ${bodies[body].position}`));
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

export async function aRunThatGoesOnIsFollowed({ chrome }) {
  const folder = join(scratch, 'goes-on'), stopped = join(scratch, 'frames.yaml');
  writeFileSync(stopped, `${readFileSync(scene, 'utf8')}\noutput: {checkpoint_every: 10}\n`);
  run('run', stopped, '--out', folder, '--quiet', '--steps', '40');
  // As it stands while a run is still simulating: not complete yet.
  const summary = readFileSync(join(folder, 'summary.json'));
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ ...JSON.parse(summary), complete: false }));
  await shown(chrome, folder, '', async (page) => {
    assert.match(await page.textContent('#note'), /not complete/);
    const before = await page.evaluate(() => window.viewer.run.frames);
    assert.equal(before, 41);
    writeFileSync(join(folder, 'summary.json'), summary);
    run('run', '--resume', folder, '--quiet', '--steps', '80');
    await page.waitForFunction(() => window.viewer.run.frames === 81 && window.viewer.run.about.complete);
    assert.ok(await page.isHidden('#note'));
    await page.keyboard.press('End');
    await atFrame(page, 80);
    const { bodies } = truth(folder, 80), place = await page.evaluate(() => window.viewer.bodies.centre(2).toArray());
    bodies[2].position.forEach((x, k) => assert.ok(Math.abs(place[k] - x) <= 1e-3 * radius));
  });
}

/** Lets go of a file over the page. */
async function drop(page, name, bytes) {
  await page.evaluate(([file, data]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], file));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  }, [name, bytes.toString('base64')]);
}

export async function droppedTrajectoriesAreShown({ chrome, folder }) {
  await shown(chrome, folder, '#frame=3', async (page) => {
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(() => window.viewer.step(1));
    await drop(page, 'mine.h5', readFileSync(join(folder, 'trajectory.h5')));
    assert.ok(!asked.some((path) => path.includes('h5wasm')), 'the reader is loaded before it is needed');
    await page.waitForFunction(() => window.frames[0]?.viewer?.ready);
    assert.ok(asked.includes('/h5wasm.wasm'));
    const inside = page.frames()[1], { bodies, contacts, frames } = truth(folder, 90);
    assert.equal(await inside.evaluate(() => window.viewer.run.frames), frames);
    await inside.evaluate(() => window.viewer.showFrame(90));
    for (let body = 0; body < bodies.length; ++body) {
      await inside.evaluate((index) => window.viewer.select({ kind: 'body', index }), body);
      const rows = await chosen(inside);
      for (const name of ['position', 'velocity', 'contact force', 'mass × acceleration'])
        if (bodies[body][name] && rows[name]) sameNumbers(rows[name], bodies[body][name], `body ${body}, ${name}`,
          { absolute: 1e-4 + 1e-3 * Math.max(...bodies[body][name].map(Math.abs)) });
      assert.equal(rows.contacts, String(bodies[body].contacts));
    }
    const [from, to] = await inside.evaluate(() => window.viewer.run.contactRange(window.viewer.chunk, 90));
    assert.equal(to - from, contacts.length);
    await inside.evaluate((k) => window.viewer.selectContact(k), from);
    assert.equal((await chosen(inside)).state, ['open', 'sticking', 'sliding'][contacts[0].state]);
    await drop(page, 'foreign.h5', Buffer.from('not HDF5 at all'));
    await page.waitForFunction(() => window.frames[0]?.document.querySelector('#message:not([hidden])'));
    assert.match(await page.frames()[1].textContent('#message'), /foreign.h5 is no HDF5 file/);
    await drop(page, 'problem.h5', readFileSync(join(folder, 'checkpoint.h5')));
    await page.waitForFunction(() => window.frames[0]?.document.querySelector('#message:not([hidden])')?.textContent.includes('no trajectory'));
  });
}

export async function faultsAreTold({ chrome, folder }) {
  const server = await serve(folder);
  const page = await newPage(chrome);
  await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await page.goto(server.address);
  await page.waitForSelector('#message:not([hidden])');
  assert.match(await page.textContent('#message'), /WebGL/);
  await page.context().close();
  await server.stop();
}
