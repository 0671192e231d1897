#!/usr/bin/env python3
"""Holds the public headers, those that signorini/signorini.h names, to what they promise:

- they include each other, the standard library and Eigen, and nothing else;
- each opens the namespace with SIGNORINI_PUBLIC, so that the shared library has what they declare; no other header does;
- they name nothing of the libraries behind ours.
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src"
UMBRELLA = SOURCE / "signorini" / "signorini.h"
OPENS = re.compile(r"^namespace SIGNORINI_PUBLIC signorini \{", re.M)
FOREIGN = re.compile(r"\b(YAML|H5\w*|hid_t|cholmod\w*|dmumps\w*|fmt|nlohmann|tinyxml2)::")


def faults():
    public = re.findall(r'^#include "([^"]+)"', UMBRELLA.read_text(), re.M)
    if public != sorted(public):
        yield "signorini.h: the list is not in order"
    for name in public:
        path = SOURCE / name
        if not path.exists():
            yield f"signorini.h names {name}, which does not exist"
            continue
        text = path.read_text()
        for other in re.findall(r"^#include (\S+)", text, re.M):
            standard = re.fullmatch(r"<[a-z_]+>", other)
            if not standard and not other.startswith("<Eigen/") and other.strip('"') not in public:
                yield f"{name} includes {other}, which is not public"
        if not name.endswith("export.h") and len(OPENS.findall(text)) != 1:
            yield f"{name} is public, but does not open its namespace once with SIGNORINI_PUBLIC"
        for word in FOREIGN.findall(text):
            yield f"{name} names {word}, of another library"
    for path in sorted(SOURCE.rglob("*.h")):
        name = path.relative_to(SOURCE).as_posix()
        if name not in public and OPENS.search(path.read_text()):
            yield f"{name} opens its namespace with SIGNORINI_PUBLIC, but signorini.h does not name it"


def main():
    found = list(faults())
    for fault in found:
        print("public headers:", fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
