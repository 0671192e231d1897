#!/usr/bin/env python3
"""Which folders of src/signorini include which: fails when they form a cycle, or when the picture of them is old.

    tests/include_graph.py           checks
    tests/include_graph.py --draw    draws docs/include_graph.svg anew
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
SOURCE = TOP / "src" / "signorini"
PICTURE = TOP / "docs" / "include_graph.svg"


def folder_graph():
    """Folder -> the folders that its files include, itself left out."""
    graph = {}
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        folder = path.parent.relative_to(SOURCE).as_posix()
        included = graph.setdefault(folder, set())
        for name in re.findall(r'#include "signorini/([^"]+)"', path.read_text()):
            other = pathlib.PurePosixPath(name).parent.as_posix()
            if other not in (folder, "."):
                included.add(other)
    graph.pop(".", None)  # the header that includes everything
    return graph


def find_cycle(graph):
    """The folders of a cycle in order, or nothing."""
    done, trail = set(), []

    def visit(folder):
        if folder in trail:
            return trail[trail.index(folder):] + [folder]
        if folder in done:
            return None
        trail.append(folder)
        for other in sorted(graph.get(folder, ())):
            cycle = visit(other)
            if cycle:
                return cycle
        done.add(trail.pop())
        return None

    for folder in sorted(graph):
        cycle = visit(folder)
        if cycle:
            return cycle
    return None


def reachable(graph, folder):
    found, queue = set(), [folder]
    while queue:
        for other in graph.get(queue.pop(), ()):
            if other not in found:
                found.add(other)
                queue.append(other)
    return found


def without_shortcuts(graph):
    """Without the arrows that a longer way replaces."""
    return {
        folder: {other for other in others if not any(other in reachable(graph, way) for way in others - {other})}
        for folder, others in graph.items()
    }


def levels(graph):
    """Each folder one above the highest that it includes."""
    level = {}

    def of(folder):
        if folder not in level:
            level[folder] = 1 + max((of(other) for other in graph.get(folder, ())), default=-1)
        return level[folder]

    for folder in graph:
        of(folder)
    return level


def draw(graph):
    graph = without_shortcuts(graph)
    level = levels(graph)
    rows = [sorted(f for f in graph if level[f] == k) for k in range(max(level.values()) + 1)]
    width, height, gap_x, gap_y, margin = 210, 30, 40, 46, 16
    columns = max(map(len, rows))
    total_x = 2 * margin + columns * width + (columns - 1) * gap_x
    total_y = 2 * margin + len(rows) * height + (len(rows) - 1) * gap_y
    place = {}
    for k, row in enumerate(rows):
        used = len(row) * width + (len(row) - 1) * gap_x
        for i, folder in enumerate(row):
            x = (total_x - used) / 2 + i * (width + gap_x)
            place[folder] = (x, total_y - margin - height - k * (height + gap_y))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_x} {total_y}" font-family="sans-serif" '
        'font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#567"/></marker></defs>',
    ]
    for folder in sorted(graph):
        for other in sorted(graph[folder]):
            (x1, y1), (x2, y2) = place[folder], place[other]
            out.append(
                f'<line x1="{x1 + width / 2:.0f}" y1="{y1 + height:.0f}" x2="{x2 + width / 2:.0f}" y2="{y2:.0f}" '
                'stroke="#567" marker-end="url(#tip)"/>'
            )
    for folder, (x, y) in sorted(place.items()):
        out.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="5" fill="#eef3f8" stroke="#345"/>'
            f'<text x="{x + width / 2:.0f}" y="{y + 20:.0f}" text-anchor="middle">{folder}</text>'
        )
    return "\n".join(out + ["</svg>", ""])


def main():
    graph = folder_graph()
    cycle = find_cycle(graph)
    if cycle:
        sys.exit("include graph: a cycle of folders: " + " -> ".join(cycle))
    picture = draw(graph)
    if "--draw" in sys.argv[1:]:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        sys.exit("include graph: docs/include_graph.svg is old; draw it anew with tests/include_graph.py --draw")


if __name__ == "__main__":
    main()
