// The tests, one after the other in one browser; the first that fails is told, the others go on.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browser, newPage, run, scratch } from './browser.mjs';
import * as files from './files_test.mjs';
import * as page from './page_test.mjs';
import * as several from './several_test.mjs';
import * as play from './play_test.mjs';
import * as server from './server_test.mjs';

const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = join(scratch, 'run');
run('run', fileURLToPath(new URL('scene.yaml', import.meta.url)), '--out', folder, '--quiet');

const chrome = await browser(), blank = await newPage(chrome), faults = [];
for (const [name, test] of Object.entries({ ...page, ...files, ...several, ...play, ...server })) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const start = Date.now();
  try {
    await test({ chrome, blank, folder });
    console.log(`viewer: ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    faults.push(name);
    console.error(`viewer: ${name} FAILED: ${error.stack}`);
  }
}
await chrome.close();
if (faults.length > 0) {
  console.error(`viewer: ${faults.length} tests failed: ${faults.join(', ')}`);
  process.exit(1);
}
