#!/usr/bin/env python3
"""What is built into the program must be made of its sources: viewer/bundle/sources.sha256 tells of which.

Needs no Node.js. The other half, that these sources make these files, is what `npm run build` in viewer/ does."""
import hashlib
import pathlib
import sys

viewer = pathlib.Path(__file__).resolve().parents[2] / "viewer"
most_bytes = 1_200_000

names = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.js", "bundle.mjs"]
names += sorted(f"src/{path.name}" for path in (viewer / "src").iterdir())
sources = hashlib.sha256()
for name in names:
    sources.update(f"{name}\n".encode() + (viewer / name).read_bytes() + b"\n")
wanted = [line.split() for line in (viewer / "bundle/sources.sha256").read_text().splitlines()]
faults, total = [], 0
if wanted[0][0] != sources.hexdigest():
    faults.append('the sources are newer than bundle/: run "npm ci && npm run build" in viewer/')
for digest, name in wanted[1:]:
    content = (viewer / "bundle" / name).read_bytes()
    total += len(content)
    if digest != hashlib.sha256(content).hexdigest():
        faults.append(f"bundle/{name} is not the one that was built")
if [name for _, name in wanted[1:]] != ["viewer.html.gz", "h5wasm.js.gz", "h5wasm.wasm.gz"]:
    faults.append("bundle/sources.sha256 names other files")
if total > most_bytes:
    faults.append(f"bundle/ has {total} bytes, more than {most_bytes}")
for fault in faults:
    print("viewer:", fault, file=sys.stderr)
sys.exit(1 if faults else 0)
