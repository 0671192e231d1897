// Makes bundle/viewer.html.gz of what vite built: one page with script and style inside, allowed to run that script and
// nothing else. bundle/sources.sha256 says of which sources. --check: whether that is still so; needs no packages.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const mostBytes = 1_200_000;

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
    "default-src 'none'", `script-src 'sha256-${allowed}'`, "style-src 'unsafe-inline'", "connect-src 'self'", "frame-src 'self'",
    'img-src data: blob:', "base-uri 'none'", "form-action 'none'",
  ].join('; ');
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replace('<meta name="policy">', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<link rel="stylesheet" href="/src/style.css">', () => `<style>${style}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${script}</script>`);
  const packed = gzipSync(page, { level: 9 });
  packed[9] = 255;  // the system that packed it is nobody's business
  if (packed.length > mostBytes) throw new Error(`the page has ${packed.length} bytes packed, more than ${mostBytes}`);
  mkdirSync(join(here, 'bundle'), { recursive: true });
  writeFileSync(join(here, 'bundle/viewer.html.gz'), packed);
  writeFileSync(join(here, 'bundle/sources.sha256'),
    `${sourcesHash()} sources\n${createHash('sha256').update(packed).digest('hex')} viewer.html.gz\n`);
  console.log(`bundle/viewer.html.gz: ${packed.length} bytes`);
}

if (process.argv.includes('--check')) {
  const [sources, page] = readFileSync(join(here, 'bundle/sources.sha256'), 'utf8').split('\n').map((l) => l.split(' ')[0]);
  if (sources !== sourcesHash()) {
    console.error('viewer: the sources are newer than bundle/viewer.html.gz: run "npm ci && npm run build" in viewer/');
    process.exit(1);
  }
  const found = createHash('sha256').update(readFileSync(join(here, 'bundle/viewer.html.gz'))).digest('hex');
  if (found !== page) {
    console.error('viewer: bundle/viewer.html.gz is not the one that was built');
    process.exit(1);
  }
} else {
  bundle();
}
