// Chromium, the program that serves, and what every page is held to: no errors, no request that leaves the machine.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(new URL('../../viewer/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const program = process.env.SIGNORINI, scratch = process.env.SCRATCH;
const startPatience = 30_000;

export async function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: [
      '--no-sandbox', '--disable-gpu', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
      `--disk-cache-dir=${mkdtempSync(join(scratch, 'cache-'))}`],
  });
}

/** What drivers say about software rendering is no fault of the page. */
const harmless = /GL Driver Message|GPU stall/;

/** A page whose faults are noted in `faults`. */
export async function newPage(chrome, { width = 900, height = 600, ...more } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, acceptDownloads: true, ...more });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (m) => {
    if (['error', 'warning'].includes(m.type()) && !harmless.test(m.text())) page.faults.push(`${m.type()}: ${m.text()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => page.faults.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const here = ['data:', 'blob:', 'file:'].includes(protocol) || (protocol === 'http:' && hostname === '127.0.0.1');
    if (!here) page.faults.push(`asks ${request.url()}`);
  });
  return page;
}

export async function open(chrome, address, size) {
  const page = await newPage(chrome, size);
  await page.goto(address);
  await page.waitForFunction(() => window.viewer?.ready, null, { timeout: 30_000 });
  return page;
}

/** Runs the program to its end. */
export function run(...words) {
  const done = spawnSync(program, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`signorini ${words.join(' ')}: ${done.status}\n${done.stderr}`);
  return done.stdout;
}

/** `signorini view` and its address; call `stop` in the end. */
export function serve(folder, ...words) {
  return start('view', folder, ...words);
}

/** A command that serves a page. */
export function start(...words) {
  const child = spawn(program, [...words, '--port', '0', '--no-browser']);
  return new Promise((ready, fail) => {
    const late = setTimeout(() => fail(new Error('the server says nothing')), startPatience);
    let said = '';
    const ended = new Promise((end) => child.on('exit', (code) => end(code)));
    child.stderr.on('data', (text) => (said += text));
    ended.then((code) => fail(new Error(`the server ended with ${code}: ${said}`)));
    child.stdout.on('data', (text) => {
      said += text;
      const match = /(http:\/\/127\.0\.0\.1:(\d+)\/\S*)\s/.exec(said);
      if (!match) return;
      clearTimeout(late);
      ready({
        address: match[1], port: Number(match[2]), child, stop: () => {
          child.kill('SIGINT');
          return ended;
        },
      });
    });
  });
}
