#!/usr/bin/env python3
"""The page that is built into the program must be made of its sources: viewer/bundle/sources.sha256 tells of which.

Needs no Node.js. The other half, that these sources make this page, is what `npm run build` in viewer/ does."""
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
page = (viewer / "bundle/viewer.html.gz").read_bytes()

wanted = [line.split()[0] for line in (viewer / "bundle/sources.sha256").read_text().splitlines()]
faults = []
if wanted[0] != sources.hexdigest():
    faults.append('the sources are newer than bundle/viewer.html.gz: run "npm ci && npm run build" in viewer/')
if wanted[1] != hashlib.sha256(page).hexdigest():
    faults.append("bundle/viewer.html.gz is not the one that was built")
if len(page) > most_bytes:
    faults.append(f"bundle/viewer.html.gz has {len(page)} bytes, more than {most_bytes}")
for fault in faults:
    print("viewer:", fault, file=sys.stderr)
sys.exit(1 if faults else 0)
