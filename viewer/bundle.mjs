// Makes bundle/viewer.html.gz of what vite built: one page with script and style inside, allowed to run that script and
// those of the program that serves it; and bundle/h5wasm.*.gz, which it loads when a file is dropped onto it.
// bundle/sources.sha256 says of which sources. --check: whether that is still so; needs no packages.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const mostBytes = 1_200_000;
const made = ['viewer.html.gz', 'h5wasm.js.gz', 'h5wasm.wasm.gz'];

function sourcesHash() {
  const files = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.js', 'bundle.mjs'];
  for (const name of readdirSync(join(here, 'src')).sort()) files.push(`src/${name}`);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(here, file))).update('\n');
  return hash.digest('hex');
}

function bundle() {
  const script = readFileSync(join(here, 'dist/viewer.js'), 'utf8').replaceAll('</script', '<\\/script');
  const style = readFileSync(join(here, 'dist/viewer.css'), 'utf8');
  const allowed = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'", `script-src 'self' 'wasm-unsafe-eval' 'sha256-${allowed}'`, "style-src 'unsafe-inline'", "connect-src 'self'", "frame-src 'self'",
    'img-src data: blob:', "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replace('<meta name="policy">', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<link rel="stylesheet" href="/src/style.css">', () => `<style>${style}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${script}</script>`);
  const [reader, binary] = h5wasm();
  mkdirSync(join(here, 'bundle'), { recursive: true });
  let total = 0;
  [page, reader, binary].forEach((content, k) => {
    const packed = gzipSync(content, { level: 9 });
    packed[9] = 255;  // the system that packed it is nobody's business
    total += packed.length;
    writeFileSync(join(here, 'bundle', made[k]), packed);
    console.log(`bundle/${made[k]}: ${packed.length} bytes`);
  });
  if (total > mostBytes) throw new Error(`all of it has ${total} bytes packed, more than ${mostBytes}`);
  writeFileSync(join(here, 'bundle/sources.sha256'), [`${sourcesHash()} sources`, ...made.map((name) => `${hashOf(name)} ${name}`), ''].join('\n'));
}

const hashOf = (name) => createHash('sha256').update(readFileSync(join(here, 'bundle', name))).digest('hex');

/** The reader of HDF5 as one module, and its WebAssembly apart: as text inside the module it would be larger. The page
 * puts it into globalThis.h5wasmBytes. */
function h5wasm() {
  const from = (name) => readFileSync(join(here, 'node_modules/h5wasm/dist/esm', name), 'utf8');
  const factory = from('hdf5_util.js').replace('export default Module', ''), begin = factory.indexOf("binaryDecode('");
  let end = begin + "binaryDecode('".length;
  while (factory[end] !== "'") end += factory[end] === '\\' ? 2 : 1;
  const text = (0, eval)(factory.slice(begin + 'binaryDecode('.length, end + 1));
  const bytes = Uint8Array.from(text, (c) => (~c.charCodeAt(0) >> 8) & c.charCodeAt(0));  // as its binaryDecode does
  if (begin < 0 || !WebAssembly.validate(bytes)) throw new Error('h5wasm keeps its WebAssembly in another way now');
  const rest = `${factory.slice(0, begin)}globalThis.h5wasmBytes${factory.slice(end + 2)}`;
  const module = from('hdf5_hl.js').replace("import ModuleFactory from './hdf5_util.js';", () => `const ModuleFactory = (() => {${rest}; return Module;})();`);
  const terms = readFileSync(join(here, 'node_modules/h5wasm/LICENSE.txt'), 'utf8').replaceAll('*/', '* /');
  return [`/*\n${terms}*/\n${module}`, bytes];
}

if (process.argv.includes('--check')) {
  const [sources, ...hashes] = readFileSync(join(here, 'bundle/sources.sha256'), 'utf8').split('\n').map((l) => l.split(' ')[0]);
  if (sources !== sourcesHash()) {
    console.error('viewer: the sources are newer than bundle/: run "npm ci && npm run build" in viewer/');
    process.exit(1);
  }
  for (const [k, name] of made.entries()) {
    if (hashOf(name) === hashes[k]) continue;
    console.error(`viewer: bundle/${name} is not the one that was built`);
    process.exit(1);
  }
} else {
  bundle();
}
