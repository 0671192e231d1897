import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPage, run, scratch, serve } from './browser.mjs';
import { truth } from './compare.mjs';

/** Two laws, and steps of two lengths: what is side by side is at the same time, not in the same frame. */
function twoRuns() {
  const folder = join(scratch, 'several'), scene = fileURLToPath(new URL('scene.yaml', import.meta.url));
  if (!existsSync(folder)) {
    run('run', scene, '--out', join(folder, 'coulomb'), '--quiet');
    run('run', scene, '--out', join(folder, 'inner', 'convex'), '--law', 'convex', '--step', '0.01', '--quiet');
  }
  return folder;
}

async function together(page) {
  await page.waitForFunction(() => window.together?.ready, null, { timeout: 60_000 });
}

export async function galleryLeadsToRuns({ chrome }) {
  const server = await serve(twoRuns()), page = await newPage(chrome);
  await page.goto(server.address);
  assert.deepEqual(await page.locator('figcaption').allTextContents(), ['coulomb', 'inner/convex']);
  await page.waitForFunction(() => [...document.querySelectorAll('.gallery img')].every((i) => i.naturalWidth === 320), null, { timeout: 60_000 });
  assert.ok(await page.isDisabled('#compare'));
  for (const box of await page.locator('.gallery input').all()) await box.check();
  await page.click('#compare');
  await together(page);
  assert.match(page.url(), /#runs=0,1/);
  await page.goto(`${server.address}#run=1`);
  await page.waitForFunction(() => window.viewer?.ready);
  assert.equal(await page.evaluate(() => window.viewer.run.about.settings.law), 'convex');
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
}

export async function sideBySideSharesTimeCameraAndOptions({ chrome }) {
  const folder = twoRuns(), folders = [join(folder, 'coulomb'), join(folder, 'inner', 'convex')];
  const server = await serve(folders[0], folders[1]), page = await newPage(chrome);
  await page.goto(server.address);
  await together(page);
  await page.keyboard.press('Shift+ArrowRight');
  const frames = () => page.evaluate(() => window.together.viewers.map((v) => v.frame));
  await page.waitForFunction(() => window.together.viewers[0].frame === 10 && window.together.viewers[1].frame === 5);
  for (const [k, frame] of (await frames()).entries()) {
    const place = await page.evaluate(([v, body]) => window.together.viewers[v].bodies.centre(body).toArray(), [k, 4]);
    truth(folders[k], frame).bodies[4].position.forEach((x, c) => assert.ok(Math.abs(x - place[c]) < 3e-5));
  }
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.together.viewers[1].frame > 10);
  await page.keyboard.press('Space');
  const [fine, coarse] = await frames();
  assert.ok(Math.abs(fine - 2 * coarse) <= 2, `${fine} and ${coarse}`);
  // A turn of the first turns the second; an option of the second is one of the first.
  const box = await page.locator('iframe >> nth=0').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 220, box.y + 320, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(800);
  const eyes = await page.evaluate(() => window.together.viewers.map((v) => v.stage.camera.position.toArray()));
  eyes[0].forEach((x, c) => assert.ok(Math.abs(x - eyes[1][c]) < 1e-2, JSON.stringify(eyes)));
  await page.evaluate(() => {
    window.together.viewers[1].options.colour = 'island';
    window.together.viewers[1].apply();
  });
  assert.equal(await page.evaluate(() => window.together.viewers[0].options.colour), 'island');
  assert.deepEqual(page.faults, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
}
